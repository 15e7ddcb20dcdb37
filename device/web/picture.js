// The picture with the tiles outlined where they were found.

import { fill, h, place } from "./dom.js";
import { t } from "./i18n.js";

const ROLES = ["concealed", "win", "meld", "nuki", "dora", "doubtful"];

export function drawPicture(state, act) {
  const heading = h("h2", { id: "picture-title", class: "visually-hidden" }, t("picture.title"));
  const { picture, draft } = state;
  place("picture").hidden = !picture;
  if (picture) fill(place("picture"), heading, overlay(picture, draft, act), legend(draft));
}

function overlay(picture, draft, act) {
  const { url, width, height } = picture;
  const tiles = draft ? draft.tiles.filter((view) => view.corners) : [];
  return h("svg", { viewBox: `0 0 ${width} ${height}`, class: "overlay" },
    h("image", { href: url, width, height }, h("title", {}, t("picture.alt"))),
    tiles.map((view) => box(view, act)));
}

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

// The piece of the picture that shows one tile.
export function crop(picture, view) {
  if (!picture || !view.corners) return null;
  const xs = view.corners.map(([x]) => x);
  const ys = view.corners.map(([, y]) => y);
  const side = 1.25 * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const left = (Math.max(...xs) + Math.min(...xs) - side) / 2;
  const top = (Math.max(...ys) + Math.min(...ys) - side) / 2;
  return h("svg", {
    viewBox: [left, top, side, side].join(" "),
    class: "crop",
    role: "img",
    "aria-label": view.label,
  }, h("image", { href: picture.url, width: picture.width, height: picture.height }));
}
