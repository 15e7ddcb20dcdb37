// The dialogue of the tile sets: switch between them, learn one's own from photos.

import { askPin } from "./dialogs.js";
import { button, fill, h, place } from "./dom.js";
import { t } from "./i18n.js";
import { closing } from "./picker.js";
import { choice, shown, tileName } from "./tiles.js";
import * as api from "./api.js";

let view = null;
let busy = "";
let trouble = "";
let chosen = null;
let name = "";
let body = null; // where it is drawn
let sending = Promise.resolve();

export async function showTileSets(attempt) {
  const dialog = place("tileset");
  const part = h("div", { class: "part tileset" });
  fill(dialog, h("div", { class: "sheet" },
    h("header", {}, h("h2", { id: "tileset-title" }, t("tiles.title")), closing(dialog)), part));
  await embedTileSets(part, attempt);
  if (view) dialog.showModal();
}

export async function embedTileSets(element, attempt) {
  [body, trouble, chosen] = [element, "", null];
  view = await attempt(api.tileSets);
  if (view) draw();
}

// One after the other, and nothing while a person is told to wait.
function ask(waiting, request) {
  if (busy) return sending;
  const done = sending.then(() => answered(waiting, request));
  sending = done.catch(() => null);
  return done;
}

async function answered(waiting, request) {
  busy = waiting;
  trouble = "";
  draw();
  try {
    view = await request();
    chosen = null;
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    if (error.code !== "pin_needed") trouble = error.message;
    else if (await askPin()) await answered(waiting, request);
  } finally {
    busy = "";
    draw();
  }
}

const edit = (value, waiting = "") => ask(waiting, () => api.editTiles(value));

function draw() {
  fill(body,
    h("p", { class: "trouble", role: "alert" }, trouble),
    busy ? h("p", { class: "notice", role: "status" }, busy) : null,
    view.told ? h("p", { class: "told", role: "status" }, view.told) : null,
    sets(),
    h("h3", {}, t("tiles.new")),
    view.photos ? found() : plan(),
    adding());
}

function sets() {
  return h("fieldset", {}, h("legend", {}, t("tiles.which")),
    h("div", { class: "choices" }, view.sets.map((set) =>
      h("span", { class: set.name === "default" ? null : "segments" },
        button(`use-${set.name}`, set.title, () => edit({ op: "use", name: set.name }), {
          "aria-pressed": String(set.name === view.active),
          disabled: Boolean(busy),
        }),
        set.name === "default" ? null
          : button(`forget-${set.name}`, t("tiles.forget"),
            () => edit({ op: "forget", name: set.name }), { disabled: Boolean(busy) })))));
}

const plan = () =>
  h("div", { class: "plan" }, h("p", {}, t("tiles.how")),
    view.plan.map((row) => h("div", { class: "tiles" }, row.map(shown))));

function adding() {
  const input = h("input", {
    type: "file",
    id: "tiles-photo",
    "data-key": "tiles-photo",
    class: "visually-hidden",
    accept: "image/jpeg,image/png,image/webp",
    disabled: Boolean(busy) || view.photos >= 3,
  });
  input.addEventListener("change", () => input.files[0]
    && ask(t("tiles.reading"), () => api.sendTilesPhoto(input.files[0])));
  return h("div", { class: "choices" },
    h("label", { class: "button", for: "tiles-photo" }, t("tiles.add"), input),
    view.camera
      ? button("shoot", t("tiles.shoot"), () => edit({ op: "shoot" }, t("tiles.reading")),
        { disabled: Boolean(busy) || view.photos >= 3 })
      : null,
    view.photos
      ? button("again", t("tiles.again"), () => edit({ op: "again" }), { disabled: Boolean(busy) })
      : null);
}

function found() {
  const photos = [...Array(view.photos).keys()];
  return h("div", { class: "found" },
    h("p", {}, view.clear ? t("tiles.clear") : null, " ", t("tiles.check")),
    view.notes.map((note) => h("p", { class: "message" }, note)),
    photos.map((photo) => h("section", {},
      h("h4", {}, t("tiles.photo_number", { number: photo + 1 })),
      view.plan.map((row) => line(row, photo)))),
    chosen === null ? saving() : picking());
}

function line(row, photo) {
  const cells = view.cells.filter((cell) => cell.photo === photo && row.includes(cell.face));
  cells.sort((a, b) => row.indexOf(a.face) - row.indexOf(b.face));
  return h("div", { class: "contact" }, cells.map(cell));
}

const cell = ({ index, face, name: called, doubtful }) =>
  button(`cell-${index}`, called, () => choose(index), {
    class: doubtful ? "cell doubtful" : "cell",
    "aria-pressed": String(index === chosen),
    "aria-label": called,
    disabled: Boolean(busy),
  },
    h("img", { src: `/api/tiles/faces/${index}?v=${view.photos}-${view.cells.length}`, alt: "" }),
    h("span", {}, face === "back" ? called : face));

function choose(index) {
  chosen = index === chosen ? null : index;
  draw();
  body.querySelector(".picking")?.scrollIntoView({ block: "nearest" });
}

const picking = () =>
  h("div", { class: "picking" },
    view.plan.map((row) => h("div", { class: "tiles faces" }, row.map((tile) =>
      choice(`is-${tile}`, tile, tileName(tile),
        () => edit({ op: "face", index: chosen, face: tile }),
        { "aria-pressed": String(view.cells[chosen].face === tile) })))),
    button("is-none", t("tiles.remove"), () => edit({ op: "face", index: chosen, face: null }),
      { class: "quiet" }));

function saving() {
  const input = h("input", {
    "data-key": "tiles-name", maxlength: "40", required: true, value: name,
    "aria-label": t("tiles.name"), placeholder: t("tiles.name"), autocomplete: "off",
  });
  input.addEventListener("input", () => { name = input.value; });
  const form = h("form", { class: "choices" }, input,
    h("button", { class: "yes", "data-key": "tiles-save", disabled: Boolean(busy) }, t("tiles.save")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    edit({ op: "learn", name }, t("tiles.learning"));
  });
  return form;
}
