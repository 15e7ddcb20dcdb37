// The hand as drawn tiles, and what to do when it is not sure.

import { button, fill, h, place } from "./dom.js";
import { t } from "./i18n.js";
import { crop } from "./picture.js";
import { choice, face, shown } from "./tiles.js";

// So many questions are asked at once; the next ones follow the answers.
const QUESTIONS = 3;
const READINGS = 2;

export function drawHand(state, act) {
  fill(place("hand"), title(), ...handParts(state, act));
}

export function handParts(state, act) {
  const { draft } = state;
  if (!draft) return [waiting(state, act)];
  if (!draft.hand) return [prompt(state, act), enter(act), undo(draft, act)];
  return [
    corrected(state),
    prompt(state, act),
    h("div", { class: "row" }, ...groups(draft, act),
      h("div", { class: "indicators" }, indicators(draft, "dora", act), ura(draft, act)),
      h("div", { class: "hand-tools" }, undo(draft, act), anew(act))),
    draft.messages.map((message) => h("p", { class: "message" }, message)),
    otherHands(draft, act),
  ];
}

// A hand without a picture was opened again, or entered by hand.
const corrected = ({ game, picture }) =>
  game?.shown_win && !picture
    ? h("p", { class: "corrected" }, t("hand.corrected", { what: game.shown_win })) : null;

const title = () => h("h2", { id: "hand-title", class: "visually-hidden" }, t("hand.title"));

const undo = (draft, act) =>
  draft.undo
    ? button("undo", draft.undo, () => act.edit({ op: "undo" }), { class: "quiet undo" })
    : null;

const enter = (act) =>
  button("enter", t("hand.enter"), () => act.add("concealed"), { class: "quiet" });

// The hand on the page makes room, and waits if it has no answer yet.
const anew = (act) => button("enter-anew", t("hand.enter.anew"), act.enterAnew, { class: "quiet" });

// Lets go of a hand that is none, or whose entry was taken back; one that counts stays entered.
export function drop({ draft, game, hand_id: logged }, act) {
  const back = game?.trouble?.code === "taken_back";
  if (!draft || (logged && !back)) return null;
  return button("drop", t(back ? "hand.drop.back" : "hand.drop"), () => act.edit({ op: "drop" }));
}

function waiting(state, act) {
  const phase = state.phase === "waiting" && state.camera.status === "none" ? "unseen" : state.phase;
  const more = phase === "waiting" ? h("p", {}, t("phase.waiting.more")) : null;
  const dragons = h("div", { class: "tiles", "aria-hidden": "true" }, ["5z", "6z", "7z"].map(shown));
  return h("div", { class: "waiting" }, dragons,
    h("p", { class: "big" }, t(`phase.${phase}`)), more, enter(act));
}

function groups(draft, act) {
  const { hand, tiles } = draft;
  const row = hand.concealed.map((index) => tile(tiles[index], act));
  const won = hand.complete ? null : addButton("win", act);
  const win = hand.win === null ? won : tile(tiles[hand.win], act);
  const nuki = hand.nuki.map((index) => tile(tiles[index], act));
  return [
    group(t("hand.concealed"), "concealed", ...row,
      hand.complete ? null : addButton("concealed", act)),
    win ? group(t("hand.win"), "win", win) : null,
    ...hand.melds.map((meld) => group(meld.name, "meld", ...columns(meld, tiles, act))),
    nuki.length ? group(t("hand.nuki"), "nuki", ...nuki) : null,
  ];
}

const group = (label, kind, ...tiles) =>
  h("div", { class: `group ${kind}`, role: "group", "aria-label": label },
    h("span", { class: "label", "aria-hidden": "true" }, label),
    h("div", { class: "tiles" }, ...tiles));

const columns = (meld, tiles, act) =>
  meld.columns.map((column) => {
    const kind = column.sideways ? "column sideways" : "column";
    return h("div", { class: kind }, column.tiles.map((index) => tile(tiles[index], act)));
  });

export function tile(view, act) {
  const attributes = {
    class: view.doubtful ? "tile doubtful" : "tile",
    "aria-label": view.label,
    title: view.label,
    "data-tile": view.tile,
  };
  return button(`tile-${view.index}`, "", () => act.pick(view), attributes, face(view.tile));
}

const addButton = (where, act) =>
  button(`add-${where}`, "+", () => act.add(where), {
    class: "tile add",
    "aria-label": t(`hand.add.${where}`),
    title: t(`hand.add.${where}`),
  });

const indicators = (draft, where, act) =>
  group(t(`hand.${where}`), where, ...draft[where].map((i) => tile(draft.tiles[i], act)),
    addButton(where, act));

const ura = (draft, act) =>
  draft.context.riichi === "none" ? null : indicators(draft, "ura", act);

function otherHands(draft, act) {
  if (draft.hands < 2) return null;
  const numbers = [...Array(draft.hands).keys()];
  const buttons = numbers.map((number) =>
    button(`hand-${number}`, String(number + 1), () => act.edit({ op: "hand", number }), {
      class: "quiet",
    }));
  return h("div", { class: "other-hands" }, t("hand.other"), ...buttons);
}

// What is asked about the hand, to be answered with a tap.
export function prompt(state, act) {
  const { draft } = state;
  if (draft.uncertain) return unsure(state, act);
  return state.error ? problem(state, act) : null;
}

function unsure(state, act) {
  const { draft } = state;
  const doubtful = draft.tiles.filter((view) => view.doubtful);
  const more = doubtful.length - QUESTIONS;
  const title = more > 0 ? t("unsure.title.more", { count: doubtful.length }) : t("unsure.title");
  return h("div", { class: "prompt unsure", role: "alert" },
    h("p", { class: "big" }, title),
    doubtful.length || draft.messages.length ? null : h("p", {}, t("unsure.split")),
    doubtful.slice(0, QUESTIONS).map((view) => question(state, view, act)),
    more > 0 ? null : otherReadings(draft.hand, act),
    h("div", { class: "choices" },
      button("confirm", t("unsure.confirm"), () => act.edit({ op: "confirm" }), { class: "yes" }),
      dropHere(state, act)));
}

// Where the hand does not fit the game, that is told and answered above.
const dropHere = (state, act) => (state.game?.trouble ? null : drop(state, act));

const otherReadings = (hand, act) => [
  ...hand.options.map(({ number, faces }) =>
    otherReading(`option-${number}`, [faces], () => act.edit({ op: "option", number }))),
  ...hand.splits.map((sets, number) =>
    otherReading(`split-${number}`, sets, () => act.edit({ op: "split", number }))),
].slice(0, READINGS);

function question(state, view, act) {
  const offers = view.offers.map((offer) =>
    choice(`offer-${view.index}-${offer.tile}`, offer.tile, offer.name, () =>
      act.edit({ op: "tile", index: view.index, tile: offer.tile })));
  return h("div", { class: "question", role: "group", "aria-label": t("unsure.tile") },
    h("span", { class: "asked" }, t("unsure.tile")),
    crop(state.picture, view),
    h("div", { class: "tiles" }, ...offers),
    button(`other-${view.index}`, t("unsure.more"), () => act.pick(view), { class: "quiet" }));
}

function otherReading(name, sets, choose) {
  const label = sets.map((set) => set.map((offer) => offer.name).join(" ")).join(", ");
  return h("div", { class: "question" },
    h("span", {}, t("unsure.option")),
    button(name, "", choose, { class: "option", "aria-label": label }, sets.map((set) =>
      h("span", { class: "tiles" }, set.map((offer) =>
        h("span", { class: "tile" }, face(offer.tile)))))));
}

const HELP = {
  how: (draft, act) => h("div", { class: "choices" }, ["tsumo", "ron"].map((how) =>
    button(`ask-${how}`, t(`context.${how}`), () =>
      act.edit({ op: "context", field: "tsumo", value: how === "tsumo" }), { class: "yes" }))),
  who: ({ context }, act, { hand_names: names }) => h("div", { class: "choices" },
    ["E", "S", "W", "N"].slice(0, context.players).map((wind) =>
      button(`ask-${wind}`, names[wind], () =>
        act.edit({ op: "context", field: "seat_wind", value: wind }), { class: "yes" }))),
  pick_win: (draft, act) => winners(draft, act),
  add_win: (draft, act) => missing("win", act),
  add_concealed: (draft, act) => missing("concealed", act),
};

function problem(state, act) {
  const { error, draft, game } = state;
  const asks = ["how", "who", "pick_win"].includes(error.help);
  return h("div", { class: asks ? "prompt ask" : "prompt problem", role: "alert" },
    h("p", { class: "big" }, error.text),
    error.help ? HELP[error.help](draft, act, game) : null,
    dropHere(state, act));
}

const missing = (where, act) =>
  button("add-missing", t(`hand.add.${where}`), () => act.add(where), { class: "quiet" });

const winners = (draft, act) =>
  h("div", { class: "tiles" }, draft.hand.concealed.map((index) => {
    const view = draft.tiles[index];
    return choice(`won-${index}`, view.tile, view.label, () => act.edit({ op: "win", index }));
  }));
