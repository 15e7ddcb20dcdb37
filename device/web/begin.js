// The form that begins a game: who sits where, who deals first.

import { button, h } from "./dom.js";
import { t } from "./i18n.js";

const SIDES = ["bottom", "right", "top", "left"];
let seats = null;
let touched = false;

// With an id its main button stands elsewhere, and names the form by it.
export function beginForm(state, act, id = null) {
  const demo = isDemo(state, act.demonstration);
  if (!touched) seats = startingSeats(state, demo);
  const form = h("form", { class: "begin", id },
    h("h3", {}, t(state.game ? "game.next" : "game.begin")),
    state.game ? null : h("p", {}, t("game.none")),
    h("div", { class: "table-seats" }, SIDES.map((side) => seat(side))),
    h("div", { class: "choices" },
      id ? null : h("button", { class: "yes", "data-key": "begin" }, t("game.begin.button")),
      button("shuffle", t("game.shuffle"), () => shuffle(form))));
  form.addEventListener("input", () => { touched = true; });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(act, demo);
  });
  return form;
}

const isDemo = ({ game }, demonstration) =>
  Boolean(game) && game.players.map(({ name }) => name).join() === demonstration.join();

// The players of the demonstration are nobody here.
function startingSeats(state, demo) {
  const names = {};
  const playing = state.game?.players ?? [];
  if (demo) return { names, dealer: "bottom" };
  SIDES.slice(0, playing.length || state.rules.players).forEach((side, n) => {
    names[side] = t("game.player.default", { number: n + 1 });
  });
  if (playing.length) SIDES.forEach((side) => delete names[side]);
  playing.forEach(({ side, name }) => { names[side] = name; });
  return { names, dealer: playing[0]?.side ?? "bottom" };
}

function seat(side) {
  const name = h("input", {
    "data-key": `name-${side}`,
    value: seats.names[side] ?? "",
    placeholder: t("side.none"),
    "aria-label": t("game.name", { side: t(`side.${side}`) }),
    autocomplete: "off",
  });
  name.addEventListener("input", () => { seats.names[side] = name.value; });
  const dealer = h("input", {
    type: "radio", name: "dealer", value: side, "data-key": `dealer-${side}`,
    checked: seats.dealer === side,
  });
  dealer.addEventListener("change", () => { seats.dealer = side; });
  return h("div", { class: `at-${side}` }, h("span", { class: "side" }, t(`side.${side}`)), name,
    h("label", {}, dealer, t("game.dealer.first")));
}

const taken = () => SIDES.filter((side) => seats.names[side]?.trim());

// Everybody draws a seat, and one of them the first deal.
function shuffle(form) {
  touched = true;
  const sides = taken();
  const names = sides.map((side) => seats.names[side]);
  for (let last = names.length - 1; last > 0; last -= 1) {
    const other = random(last + 1);
    [names[last], names[other]] = [names[other], names[last]];
  }
  sides.forEach((side, n) => { seats.names[side] = names[n]; });
  seats.dealer = sides[random(sides.length)] ?? "bottom";
  SIDES.forEach((side) => {
    form.querySelector(`[data-key="name-${side}"]`).value = seats.names[side] ?? "";
    form.querySelector(`[data-key="dealer-${side}"]`).checked = seats.dealer === side;
  });
}

function random(below) {
  return crypto.getRandomValues(new Uint32Array(1))[0] % below;
}

// Hands of the demonstration that nobody answered are nobody's.
async function begin(act, demo) {
  const sides = taken();
  const first = Math.max(0, sides.indexOf(seats.dealer));
  const order = [...sides.slice(first), ...sides.slice(0, first)];
  const names = order.map((side) => seats.names[side]);
  if (await act.play({ op: "begin", sides: order, names, drop: demo })) touched = false;
}
