// The game: who has how many points, what a person has to say, what can be entered by hand.

import { beginForm } from "./begin.js";
import { button, fill, h, place } from "./dom.js";
import { entries } from "./entries.js";
import { final } from "./final.js";
import { drop } from "./hand.js";
import { lang, t } from "./i18n.js";
import { proposed } from "./proposed.js";

let mine = localStorage.getItem("seat");
let drawn = "";

// What keeps the hand from being entered, and the ways out; on every tab.
export function drawAsked(state, act) {
  const { game } = state;
  const ended = game ? proposed(game, act) : null;
  const section = place("asked");
  section.hidden = !game?.trouble && !ended;
  fill(section, game?.trouble ? asked(state, act) : null, ended);
}

const asked = (state, act) => {
  const { trouble } = state.game;
  return h("div", { class: trouble.code === "discarder" ? "prompt ask" : "prompt unsure" },
    h("p", { class: "big" }, trouble.text),
    h("div", { class: "choices" }, trouble.fixes.map(({ code, player, text }) =>
      button(`fix-${code}-${player ?? ""}`, text, () => act.play({ op: "take", code, player }), {
        class: "yes",
      })), drop(state, act)));
};

// Drawn anew only when something changed: somebody may be typing a name.
export function drawGame(state, act) {
  const [, ...played] = state.seen.split("-");
  const look = JSON.stringify([lang, mine, act.demonstration, state.game, state.rules, played]);
  if (look === drawn) return;
  drawn = look;
  const heading = h("h2", { id: "game-title", class: "visually-hidden" }, t("tab.game"));
  fill(place("game"), heading, ...(state.game ? running(state, act) : [beginForm(state, act)]));
}

function running(state, act) {
  const { game } = state;
  return [
    h("div", { class: "now" }, standing(game, act), game.end ? final(game.end) : null,
      steps(game, act)),
    h("div", { class: "by-hand" }, game.end ? beginForm(state, act) : entries(game, act)),
  ];
}

const standing = (game, act) =>
  h("div", { class: "standing" },
    h("p", { class: "round" },
      h("strong", {}, game.round),
      game.honba ? h("span", {}, game.honba_text) : null,
      game.sticks ? h("span", {}, game.sticks_text) : null,
      h("span", { class: "phase" }, game.phase_text)),
    scores(game),
    seat(game, act));

export function scores(game) {
  const me = game.players.find(({ side }) => side === mine);
  const rows = game.players.map((player) =>
    h("tr", { "data-player": player.player, class: player.side === mine ? "me" : null },
      h("td", { class: "wind" }, player.wind_name),
      h("th", { scope: "row" }, player.name,
        player.riichi ? h("span", { class: "stick", role: "img", "aria-label": t("game.riichi") }) : null),
      h("td", { class: "delta" }, gap(player, me)),
      h("td", { class: "score" }, player.score_text)));
  return h("table", { class: "scores" },
    h("caption", { class: "visually-hidden" }, t("game.scores")), h("tbody", {}, rows));
}

// What the last hand brought; for who chose a seat, how far the others are away.
function gap(player, me) {
  if (!me || me === player) return player.delta;
  const points = player.score - me.score;
  return points > 0 ? `+${points}` : String(points).replace("-", "−");
}

function seat(game, act) {
  const options = [["", t("game.me.nobody")], ...game.players.map(({ side, name }) => [side, name])];
  const select = h("select", { "data-key": "seat" }, options.map(([side, name]) =>
    h("option", { value: side, selected: side === (mine ?? "") }, name)));
  select.addEventListener("change", () => {
    mine = select.value || null;
    localStorage.setItem("seat", select.value);
    act.redraw();
  });
  return h("label", { class: "seat-choice" }, t("game.me"), select);
}

const steps = (game, act) =>
  h("div", { class: "choices steps" },
    button("game-undo", game.undo || t("game.undo.nothing"), () => act.play({ op: "undo" }), {
      disabled: !game.undo,
    }),
    button("game-redo", game.redo || t("game.redo.nothing"), () => act.play({ op: "redo" }), {
      disabled: !game.redo,
    }),
    button("standing", t("game.standing"), () => act.standing(), { class: "quiet" }));
