// The camera's aim: what the program believes of the table, how to see better, calibration.

import * as api from "./api.js";
import { askPin } from "./dialogs.js";
import { button, fill, h, place } from "./dom.js";
import { t } from "./i18n.js";
import { closing } from "./picker.js";

const CORNERS = 4;
// Text over the picture, and the mark of a tap, as parts of the picture's width.
const TEXT = 0.022;
const LIVE_MS = 1500;
const LEAST_TEXT = 11; // pixels of the screen
const MARK = 0.012;
const KINDS = ["seat", "river", "discards", "wall", "hand", "set"];

let view = null;
let seen = "";
let taps = null;
let trouble = "";
let changed = () => {};
let body = null; // where it is drawn
let calibrates = true;
let next = null;
let looks = 0;

// Looks again when a picture has been read, and calls changed when there is something new.
export async function follow(state, redraw) {
  changed = redraw;
  const now = `${state.lang} ${state.camera.status} ${state.phase === "reading"} ${state.picture?.url}`;
  if (now === seen || state.phase === "reading") {
    seen = now;
    return;
  }
  seen = now;
  await look();
  changed();
}

// What was asked before something newer is no news, nor what comes while somebody sets corners.
async function look(live = false) {
  looks += 1;
  const now = looks;
  try {
    const answer = await api.aim(live);
    if (now !== looks || taps) return;
    view = answer;
  } catch {
    return; // the page says that the table does not answer
  }
  if (isSeen()) draw();
}

export const calibrated = () => Boolean(view?.calibrated);

const isSeen = () => Boolean(body?.isConnected && body.getClientRects().length);

// While somebody aims, the newest picture is looked at though the table may not be at rest.
async function keepLooking() {
  clearTimeout(next);
  if (!isSeen()) return;
  if (!taps) await look(true);
  next = setTimeout(keepLooking, LIVE_MS);
}

// What a person should know of the camera while the dialogue is closed.
export function notice(open) {
  const said = view?.moved ? view.moved : view?.hints[0]?.text;
  if (!said) return null;
  return h("p", { class: view.moved ? "notice bad aim-notice" : "notice aim-notice" }, h("span", {}, said),
    button("aim-open", t(view.moved ? "aim.again" : "aim.look"), open));
}

export async function show() {
  const dialog = place("aim");
  const part = h("div", { class: "part" });
  fill(dialog, h("div", { class: "sheet" },
    h("header", {}, h("h2", { id: "aim-title" }, t("aim.title")), closing(dialog)), part));
  dialog.showModal();
  await embed(part);
}

// Draws it into element; to calibrate may be a step of its own.
export async function embed(element, calibrating = true) {
  [body, calibrates, taps, trouble] = [element, calibrating, null, ""];
  draw();
  await keepLooking();
}

function draw() {
  fill(body, view?.picture ? [...messages(), picture(), tools()] : h("p", {}, t("aim.none")));
}

function tools() {
  if (!calibrates) return null;
  return taps ? tapping() : choices();
}

function messages() {
  return [
    h("p", { class: "aim-state", role: "status" }, trouble || view.moved || view.calibration),
    view.hints.length
      ? h("ul", { class: "aim-hints" }, view.hints.map((hint) => h("li", { "data-hint": hint.code }, hint.text)))
      : h("p", { class: "aim-good" }, t("aim.good")),
  ];
}

function picture() {
  const { url, width, height } = view.picture;
  const shapes = taps ? [] : view.shapes.map((shape) => drawn(shape, width));
  const drawing = h("svg", { viewBox: `0 0 ${width} ${height}`, class: "overlay aim-picture", onclick: tapped },
    h("image", { href: url, width, height }, h("title", {}, t("picture.alt"))),
    shapes, taps ? marks(width) : []);
  drawing.classList.toggle("tapping", Boolean(taps));
  return h("div", {}, drawing, taps ? null : legend());
}

export function drawn({ kind, points, closed, label }, width) {
  const line = points.map((point) => point.join(",")).join(" ");
  const tag = closed ? "polygon" : "polyline";
  return h("g", { class: `shape kind-${kind}` },
    h(tag, { points: line, class: "halo" }), h(tag, { points: line, class: "line" }),
    label ? word(label, points, width) : null);
}

function word(label, points, width) {
  const x = points.reduce((sum, point) => sum + point[0], 0) / points.length;
  const y = points.reduce((sum, point) => sum + point[1], 0) / points.length;
  return h("text", { x, y, "font-size": letters(width) }, label);
}

const letters = (width) => Math.max(TEXT, LEAST_TEXT / Math.min(innerWidth, 1000)) * width;

const legend = () =>
  h("ul", { class: "legend shapes" },
    KINDS.filter((kind) => view.shapes.some((shape) => shape.kind === kind))
      .map((kind) => h("li", { class: `kind-${kind}` }, t(`aim.kind.${kind}`))));

function choices() {
  return h("div", { class: "choices" },
    button("aim-taps", t("aim.tap"), () => begin([])),
    button("aim-edge", t("aim.edge"), propose),
    button("aim-tiles", t("aim.tiles"), () => send({ op: "tiles" })),
    view.calibrated ? button("aim-forget", t("aim.forget"), () => send({ op: "forget" }), { class: "quiet" }) : null);
}

function begin(corners, said = "") {
  taps = corners;
  trouble = said;
  draw();
}

async function propose() {
  try {
    const { corners, text } = await api.aimProposal();
    begin(corners ?? [], text);
  } catch (error) {
    refuse(error);
  }
}

function tapping() {
  const next = taps.length < CORNERS ? t(`aim.corner.${taps.length}`) : t("aim.adjust");
  return h("div", { class: "tapping-tools" },
    h("p", { class: "big", role: "status" }, next),
    h("div", { class: "choices" },
      button("aim-use", t("aim.use"), () => send({ op: "taps", corners: taps }),
        { class: "yes", disabled: taps.length < CORNERS }),
      button("aim-back", t("aim.back"), () => begin(taps.slice(0, -1)), { disabled: !taps.length, "data-repeat": true }),
      button("aim-cancel", t("aim.cancel"), () => begin(null), { class: "quiet" })));
}

// A tap sets the next corner; with all four set it moves the nearest.
function tapped(event) {
  if (!taps) return;
  const { width, height } = view.picture;
  const frame = event.currentTarget.getBoundingClientRect();
  const scale = Math.max(width / frame.width, height / frame.height);
  const x = width / 2 + (event.clientX - frame.left - frame.width / 2) * scale;
  const y = height / 2 + (event.clientY - frame.top - frame.height / 2) * scale;
  const point = [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))];
  const again = taps.length < CORNERS && taps.some((corner) => apart(corner, point) < MARK * width);
  if (!again) begin(taps.length < CORNERS ? [...taps, point] : moved(point));
}

const apart = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);

function moved(point) {
  const reach = taps.map((corner) => apart(corner, point));
  const nearest = reach.indexOf(Math.min(...reach));
  return taps.map((corner, at) => (at === nearest ? point : corner));
}

function marks(width) {
  const line = taps.map((corner) => corner.join(",")).join(" ");
  const tag = taps.length < CORNERS ? "polyline" : "polygon";
  return [
    h("g", { class: "shape kind-tap" }, h(tag, { points: line, class: "halo" }), h(tag, { points: line, class: "line" })),
    ...taps.map(([x, y], at) => h("g", { class: "shape kind-tap" },
      h("circle", { cx: x, cy: y, r: MARK * width }),
      h("text", { x, y: y - 1.5 * MARK * width, "font-size": letters(width) }, String(at + 1)))),
  ];
}

async function send(change) {
  looks += 1; // what is being looked at was so before
  try {
    const answer = await api.setAim(change);
    looks += 1;
    [view, taps, trouble] = [answer, null, ""];
    draw();
  } catch (error) {
    if (error.code === "pin_needed" && await askPin()) return send(change);
    refuse(error);
  }
  changed();
}

function refuse(error) {
  if (!(error instanceof api.Refused)) throw error;
  trouble = error.message;
  draw();
}
