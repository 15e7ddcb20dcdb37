// The dialogue to enter tiles one after the other, by taps or in mpsz on a keyboard.

import { button, fill, h, place } from "./dom.js";
import { t } from "./i18n.js";
import { closing, faces } from "./picker.js";
import { FACES, shown } from "./tiles.js";

const CALLS = ["chi", "pon", "daiminkan", "kakan", "ankan"];
const KANS = ["daiminkan", "kakan", "ankan"];
const LAST_CHI = 7;

let where = "concealed";
let digits = "";
let steps = 0;
let sending = Promise.resolve();
let leaving = false;
let session = 0;
let table = { state: null, act: null };

export const isEntering = () => place("enter").open;

export function enterTiles(state, to, act) {
  where = to;
  [digits, steps, leaving] = ["", 0, false];
  session += 1;
  sending = Promise.resolve();
  draw(state, act);
  place("enter").showModal();
}

// Draws what has been entered; moves on when the row is full, and ends when nothing is missing.
export function follow(state, act) {
  if (!isEntering()) return;
  const hand = state.draft?.hand;
  if (hand?.complete && !["dora", "ura"].includes(where)) where = "dora";
  if (steps && full(state)) place("enter").close();
  else draw(state, act);
}

// One indicator, and one more for every kan of the hand: the others' kans are added with a tap.
function full({ draft }) {
  const { hand, dora, ura } = draft;
  if (where === "ura") return ura.length >= dora.length;
  const kans = hand?.melds.filter(({ type }) => KANS.includes(type)).length ?? 0;
  return Boolean(hand?.complete) && dora.length > kans;
}

function draw(state, act) {
  table = { state, act };
  const dialog = place("enter");
  fill(dialog,
    h("div", { class: "sheet" },
      h("header", {}, h("h2", { id: "enter-title" }, t("enter.title")), closing(dialog, done)),
      row(state),
      places(state),
      h("p", { class: "asked", role: "status" }, asked(state), digits ? h("kbd", {}, digits) : null),
      faces(add, (tile) => ({ disabled: !fits(tile), "data-repeat": true })),
      h("div", { class: "choices" },
        button("enter-back", `⌫ ${t("enter.back")}`, back, { disabled: !steps && !digits, "data-repeat": true }),
        button("enter-done", t("enter.done"), done, { class: "yes" })),
      h("p", { class: "hint" }, t("enter.keys"))));
  const lost = dialog.open && !dialog.contains(document.activeElement);
  if (lost) dialog.querySelector('[data-key="enter-done"]').focus();
}

function row({ draft }) {
  const tiles = (indices) => indices.map((index) => shown(draft.tiles[index].tile));
  const { hand, dora, ura } = draft ?? {};
  const group = (label, kind, indices) =>
    indices.length
      ? h("div", { class: `group ${kind}`, role: "group", "aria-label": label },
        h("span", { class: "label", "aria-hidden": "true" }, label),
        h("div", { class: "tiles" }, tiles(indices)))
      : null;
  return h("div", { class: "row entered" },
    group(t("hand.concealed"), "concealed", hand?.concealed ?? []),
    group(t("hand.win"), "win", hand && hand.win !== null ? [hand.win] : []),
    (hand?.melds ?? []).map((meld) =>
      group(meld.name, "meld", meld.columns.flatMap(({ tiles: column }) => column))),
    group(t("hand.dora"), "dora", dora ?? []),
    group(t("hand.ura"), "ura", ura ?? []));
}

// Where the next tile goes; a called set is entered by its first tile.
function places(state) {
  const whole = Boolean(state.draft?.hand?.complete);
  const inRiichi = (state.draft?.context.riichi ?? "none") !== "none";
  const names = [
    ...(whole ? [] : [["concealed", t("hand.concealed")], ["win", t("hand.win")],
      ...CALLS.map((type) => [type, t(`meld.${type}`)])]),
    ["dora", t("hand.dora")],
    ...(inRiichi ? [["ura", t("hand.ura")]] : []),
  ];
  return h("div", { class: "segments loose", role: "group", "aria-label": t("enter.where") },
    names.map(([name, label]) => button(`to-${name}`, label, () => turn(name), {
      "aria-pressed": String(name === where),
    })));
}

// What was typed before goes where it was typed to.
function turn(name) {
  digits = "";
  next(() => {
    where = name;
    draw(table.state, table.act);
  });
}

function asked({ draft }) {
  if (where === "chi") return t("enter.asked.chi");
  if (CALLS.includes(where)) return t("enter.asked.set");
  if (["dora", "ura"].includes(where)) return t(`hand.add.${where}`);
  return t("enter.asked", { count: draft?.hand?.missing ?? 14 });
}

const fits = (tile) =>
  where !== "chi" || (tile[1] !== "z" && Number(tile[0]) <= LAST_CHI);

function edit({ draft }, tile) {
  if (CALLS.includes(where)) return { op: "add_set", type: where, tile };
  const last = where === "concealed" && draft?.hand?.missing === 1 && draft.hand.win === null;
  return { op: "add", tile, place: last ? "win" : where };
}

// One after the other: where a tile goes depends on the one before it.
function next(step) {
  const now = session;
  sending = sending.then(() => (now === session && isEntering() ? step() : null));
}

function add(tile) {
  next(async () => {
    if (!fits(tile)) return;
    const { state, act } = table;
    const change = edit(state, tile);
    steps += 1;
    if (CALLS.includes(where)) where = "concealed";
    if (await act.edit(change)) return;
    steps -= 1;
    leaving = false;
    session += 1; // what was typed after a tile that was refused is void
  });
}

function back() {
  if (digits) {
    digits = digits.slice(0, -1);
    draw(table.state, table.act);
    return;
  }
  next(async () => {
    if (!steps) return;
    steps -= 1;
    if (where !== "ura") where = "concealed";
    await table.act.edit({ op: "undo" });
  });
}

// What was typed faster than it could be sent still counts; who does not wait closes twice.
export function done() {
  if (leaving) place("enter").close();
  leaving = true;
  next(() => place("enter").close());
}

// mpsz as it is written: the numbers first, then their suit.
export function typed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[0-9]$/.test(event.key)) digits += event.key;
  else if (/^[mpsz]$/.test(event.key) && digits) {
    [...digits].map((digit) => digit + event.key).filter(exists).forEach(add);
    digits = "";
  } else if (event.key === "Backspace") {
    event.preventDefault();
    back();
    return;
  } else return;
  draw(table.state, table.act);
}

const exists = (tile) => FACES.flat().includes(tile);
