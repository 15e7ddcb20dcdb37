// How the hand being played seems to have ended: one tap enters it, one says no.

import { button, h } from "./dom.js";
import { t } from "./i18n.js";

export const proposed = ({ draw, abort, players }, act) =>
  abort ? calledOff(abort, act) : draw ? exhausted(draw, players, act) : null;

function exhausted({ tenpai }, players, act) {
  const names = tenpai.map((player) => players[player].name).join(t("list.comma"));
  const label = names ? t("move.draw", { names }) : t("move.draw.none");
  return asked(t("game.draw.asked"), "draw", label, { op: "draw", tenpai }, act);
}

const calledOff = ({ kind, name }, act) =>
  asked(t("game.abort.asked"), "abort", name, { op: "abort", kind }, act);

const asked = (question, key, label, entry, act) =>
  h("div", { class: "prompt ask" },
    h("p", { class: "big" }, question),
    h("div", { class: "choices" },
      button(`${key}-yes`, label, () => act.play(entry), { class: "yes" }),
      button(`${key}-no`, t("game.draw.no"), () => act.play({ op: "take", code: "no_draw" }))));
