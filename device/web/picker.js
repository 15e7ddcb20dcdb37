// The dialogue to choose a tile: one of the 37 faces, or what else it may be.

import { button, fill, h, place } from "./dom.js";
import { t } from "./i18n.js";
import { crop } from "./picture.js";
import { FACES, choice, tileName } from "./tiles.js";

const SETS = ["chi", "pon", "daiminkan", "kakan", "ankan"];

export function closing(dialog, close = () => dialog.close()) {
  return button("close", "×", close, { class: "close", "aria-label": t("close") });
}

// What had the keyboard before a dialogue; it may have been drawn anew meanwhile.
let opener = "tab-hand";
document.addEventListener("focusin", ({ target }) => {
  if (!target.closest("dialog")) opener = target.getAttribute("data-key") ?? opener;
});

const keyed = (key) => document.querySelector(`[data-key="${CSS.escape(key)}"]`);

// Closes a dialogue when the backdrop is tapped, and gives the keyboard back where it was.
export function closeOutside(dialog, close = () => dialog.close()) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  dialog.addEventListener("cancel", (event) => {
    if (event.target !== dialog) return; // a choice of files was left
    event.preventDefault();
    close();
  });
  dialog.addEventListener("close", () => {
    const now = document.activeElement;
    if (now === document.body || dialog.contains(now)) (keyed(opener) ?? keyed("tab-hand"))?.focus();
  });
}

export function pickTile(state, view, act) {
  const choose = (tile) => leave(act, { op: "tile", index: view.index, tile });
  const dialog = place("picker");
  fill(dialog,
    h("div", { class: "sheet" },
      h("header", {}, crop(state.picture, view), h("h2", { id: "picker-title" }, t("picker.title")),
        closing(dialog)),
      likely(view, choose),
      h("h3", {}, t("picker.all")),
      faces(choose, (tile) => ({ "aria-pressed": String(tile === view.tile) })),
      more(view, act)));
  dialog.showModal();
}

// All faces in their rows; attributes gives those of one face's button.
export const faces = (choose, attributes = () => ({})) =>
  FACES.map((row) =>
    h("div", { class: "tiles faces" }, row.map((tile) =>
      choice(`face-${tile}`, tile, tileName(tile), () => choose(tile), attributes(tile)))));

async function leave(act, edit) {
  place("picker").close();
  await act.edit(edit);
}

function likely(view, choose) {
  if (view.offers.length < 2) return null;
  return h("div", {}, h("h3", {}, t("picker.likely")),
    h("div", { class: "tiles likely" }, view.offers.map((offer) =>
      choice(`likely-${offer.tile}`, offer.tile, offer.name, () => choose(offer.tile)))));
}

function more(view, act) {
  const { index, role } = view;
  const item = (key, label, edit) =>
    button(key, label, () => leave(act, edit), { class: "quiet" });
  const win = role === "concealed" ? item("is-win", t("picker.win"), { op: "win", index }) : null;
  const called = role === "meld" ? item("uncall", t("picker.uncall"), { op: "uncall", index }) : null;
  const inHand = ["concealed", "win", "meld"].includes(role);
  const sets = SETS.map((type) =>
    item(`call-${type}`, t(`meld.${type}`), { op: "call", index, type }));
  return h("div", { class: "more" }, h("h3", {}, t("picker.more")),
    h("div", { class: "choices" }, win, called,
      item("remove", t("picker.remove"), { op: "remove", index })),
    inHand ? h("p", {}, t("picker.set")) : null,
    inHand ? h("div", { class: "choices" }, ...sets) : null);
}
