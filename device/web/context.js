// How the hand was won: winds, tsumo or ron, riichi and the rest.

import { button, fill, h, place } from "./dom.js";
import { t } from "./i18n.js";

const WINDS = ["E", "S", "W", "N"];
const RIICHI = {
  none: "context.riichi.none",
  riichi: "context.riichi",
  double: "context.double_riichi",
};

export function drawContext(state, act) {
  const section = place("context");
  section.hidden = !state.draft?.hand;
  if (section.hidden) return;
  const { context } = state.draft;
  const set = (field, value) => act.edit({ op: "context", field, value });
  const winds = WINDS.slice(0, context.players);
  const { hand_names: names } = state.game ?? {};
  const who = (wind) => (names ? names[wind] : windName(wind));
  fill(section,
    h("h2", { id: "context-title" }, t("context.title")),
    choices("tsumo", t("context.how"), [true, false], context.tsumo, set,
      (tsumo) => t(tsumo ? "context.tsumo" : "context.ron")),
    context.tsumo === false
      ? choices("discarder", t("context.discarder"),
        winds.filter((wind) => wind !== context.seat_wind), context.discarder, set, who)
      : null,
    choices("seat_wind", t(names ? "seat.0" : "context.seat_wind"), winds, context.seat_wind, set, who),
    names ? null : choices("round_wind", t("context.round_wind"), WINDS, context.round_wind, set, windName),
    state.score?.may_be_pao
      ? choices("pao", t("context.pao"), [null, ...winds.filter((wind) => wind !== context.seat_wind)],
        context.pao, set, (wind) => (wind ? who(wind) : t("context.pao.none")))
      : null,
    choices("riichi", t("context.riichi"), Object.keys(RIICHI), context.riichi, set,
      (riichi) => t(RIICHI[riichi])),
    extras(state.draft, set),
    names ? null : h("div", { class: "steppers" },
      stepper("honba", context, set),
      stepper("riichi_sticks", context, set)));
}

const windName = (wind) => t(`wind.${wind}`);

const choices = (field, label, values, current, set, name) =>
  h("fieldset", {}, h("legend", {}, label),
    h("div", { class: "segments" }, values.map((value) =>
      button(`${field}-${value}`, name(value), () => set(field, value), {
        "aria-pressed": String(value === current),
      }))));

// A first turn that nobody broke in on has no called set, no kan and no riichi before it.
function extras({ context, hand }, set) {
  const first = context.seat_wind === "E" ? "tenhou" : "chiihou";
  const flags = context.tsumo === false ? ["houtei", "chankan"] : ["haitei", "rinshan", first];
  return h("fieldset", {}, h("legend", {}, t("context.more")),
    h("div", { class: "segments loose" }, ["ippatsu", ...flags].map((flag) =>
      button(flag, t(`context.${flag}`), () => set(flag, !context[flag]), {
        "aria-pressed": String(context[flag]),
        disabled: !context[flag] && (flag === "ippatsu" ? context.riichi === "none"
          : flag === first && (context.riichi !== "none" || hand.melds.length > 0)),
      }))));
}

function stepper(field, context, set) {
  const what = t(`context.${field}`);
  const value = context[field];
  const step = (sign, key, change) =>
    button(`${field}-${key}`, sign, () => set(field, value + change), {
      "aria-label": t(`context.${key}`, { what }),
      disabled: value + change < 0 || value + change > 99,
      "data-repeat": true,
    });
  return h("div", { class: "stepper", role: "group", "aria-label": what },
    h("span", { class: "label" }, what),
    step("−", "less", -1),
    h("output", { "data-field": field }, String(value)),
    step("+", "plus", 1));
}
