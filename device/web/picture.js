// The picture with the tiles outlined where they were found.

import { button, fill, h, place } from "./dom.js";
import { t } from "./i18n.js";

const HAND = ["concealed", "win", "meld", "nuki"];
// Room around the hand as a part of its size, and the least part of the picture either side.
const ROOM = 0.12;
const LEAST = 0.16;
let whole = false;

const ROLES = ["concealed", "win", "meld", "nuki", "dora", "doubtful"];

export function drawPicture(state, act) {
  const heading = h("h2", { id: "picture-title", class: "visually-hidden" }, t("picture.title"));
  const { picture, draft } = state;
  place("picture").hidden = !picture;
  if (!picture) return;
  fill(place("picture"), heading, overlay(picture, draft, act),
    h("div", { class: "under" }, legend(draft), zoom(state, act)));
}

function overlay(picture, draft, act) {
  const { url, width, height } = picture;
  const tiles = draft ? draft.tiles.filter((view) => view.corners) : [];
  const viewBox = whole ? [0, 0, width, height] : around(tiles, picture);
  return h("svg", { viewBox: viewBox.join(" "), class: "overlay" },
    h("image", { href: url, width, height }, h("title", {}, t("picture.alt"))),
    tiles.map((view) => box(view, act)));
}

// The part of the picture that shows the hand with some room around it.
function around(tiles, { width, height }) {
  const hand = tiles.filter((view) => HAND.includes(view.role));
  if (!hand.length) return [0, 0, width, height];
  const points = hand.flatMap((view) => view.corners);
  const [left, right] = spread(points.map(([x]) => x), width);
  const [top, bottom] = spread(points.map(([, y]) => y), height);
  return [left, top, right - left, bottom - top];
}

function spread(values, size) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = Math.max(ROOM * (high - low), LEAST * size - (high - low) / 2);
  return [Math.max(0, low - room), Math.min(size, high + room)];
}

const zoom = (state, act) =>
  button("zoom", t(whole ? "picture.hand" : "picture.whole"), () => {
    whole = !whole;
    drawPicture(state, act);
  }, { class: "quiet" });

function box(view, act) {
  const points = view.corners.map((corner) => corner.join(",")).join(" ");
  const choose = () => act.pick(view);
  const onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose();
  };
  return h("g", {
    class: `box ${kindOf(view)}`,
    role: "button",
    tabindex: "0",
    "aria-label": view.label,
    "data-key": `box-${view.index}`,
    onclick: choose,
    onkeydown,
  }, h("title", {}, view.label), h("polygon", { points, class: "halo" }),
  h("polygon", { points, class: "line" }));
}

const kindOf = (view) => (view.doubtful ? "doubtful" : view.role);

function legend(draft) {
  const kinds = new Set(draft?.tiles.filter((view) => view.corners).map(kindOf));
  return h("ul", { class: "legend" }, ROLES.filter((role) => kinds.has(role)).map((role) =>
    h("li", { class: role }, t(`role.${role}`))));
}

// The piece of the picture that shows one tile, turned upright.
export function crop(picture, view) {
  if (!picture || !view.corners) return null;
  const [[x0, y0], [x1, y1]] = view.corners;
  const x = view.corners.reduce((sum, corner) => sum + corner[0], 0) / 4;
  const y = view.corners.reduce((sum, corner) => sum + corner[1], 0) / 4;
  const reach = view.corners.map((corner) => Math.hypot(corner[0] - x, corner[1] - y));
  const side = 2.1 * Math.max(...reach);
  const turn = (-180 / Math.PI) * Math.atan2(y1 - y0, x1 - x0);
  return h("svg", {
    viewBox: [x - side / 2, y - side / 2, side, side].join(" "),
    class: "crop",
    role: "img",
    "aria-label": view.label,
  }, h("image", {
    href: picture.url,
    width: picture.width,
    height: picture.height,
    transform: `rotate(${turn} ${x} ${y})`,
  }));
}
