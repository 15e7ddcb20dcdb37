// What was entered in this game, newest first, each to be corrected or removed.

import { button, fill, h, place } from "./dom.js";
import { t } from "./i18n.js";
import { choose } from "./tabs.js";

export function drawMoves(state, act) {
  const moves = state.game?.moves ?? [];
  fill(place("moves"),
    h("h2", { id: "moves-title" }, t("game.moves")),
    moves.length ? h("ol", { class: "moves" }, moves.map((move) => entry(state.game, move, act)))
      : h("p", {}, t("game.moves.empty")),
    h("div", { class: "choices" },
      button("all-hands", t("game.hands"), act.showHistory, { class: "quiet" }),
      h("a", { class: "button", href: "/sheet", "data-key": "sheet" }, t("game.sheet")),
      h("a", { class: "button", href: "/statistics", "data-key": "statistics" }, t("game.statistics"))));
}

const entry = (game, move, act) =>
  h("li", { "data-move": move.move },
    h("span", { class: "round" }, move.round),
    h("p", {}, move.text),
    h("ul", { class: "deltas" }, game.players.map(({ name }, player) =>
      move.deltas[player]
        ? h("li", { class: move.deltas[player].startsWith("+") ? "gain" : "loss" },
          `${name} ${move.deltas[player]}`)
        : null)),
    h("div", { class: "choices" },
      move.hands.map(({ id, text }) => {
        const what = t("game.moves.correct.what", { what: text });
        const label = move.hands.length > 1 ? what : t("game.moves.correct");
        return button(`correct-${id}`, label, () => correct(id, act), { "aria-label": what, title: what });
      }),
      button(`remove-${move.move}`, t("game.moves.remove"), () =>
        act.play({ op: "remove", move: move.move }), { class: "quiet" })));

async function correct(hand, act) {
  if (await act.play({ op: "reopen", hand })) choose("hand", act.redraw);
}
