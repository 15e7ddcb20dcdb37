// Drawn tiles.

import { button, h } from "./dom.js";
import { t } from "./i18n.js";

const SUITS = ["m", "p", "s"];

const suit = (letter) => [1, 2, 3, 4, 5, 0, 6, 7, 8, 9].map((number) => `${number}${letter}`);
export const FACES = [...SUITS.map(suit), [1, 2, 3, 4, 5, 6, 7].map((number) => `${number}z`)];

export function tileName(tile) {
  const whole = `tile.${tile}`;
  if (t(whole) !== whole) return t(whole);
  return t(`tile.suit.${tile[1]}`, { n: t(`tile.number.${tile[0]}`) });
}

const address = (tile) => `/static/tiles/${tile}.svg`;

export function face(tile) {
  if (tile === "?") return h("span", { class: "face unreadable", "aria-hidden": "true" }, "?");
  return h("img", { class: "face", src: address(tile), alt: "", draggable: "false" });
}

// Fetches all faces early, so that the dialogue opens with its pictures.
const images = [];
export function preload() {
  for (const tile of FACES.flat()) {
    const image = new Image();
    image.src = address(tile);
    images.push(image);
  }
}

// A tile that only shows, such as those of the history.
export const shown = (tile) =>
  h("span", { class: "tile", role: "img", "aria-label": tileName(tile) }, face(tile));

// A face to choose with one tap.
export const choice = (key, tile, name, onclick, attributes = {}) =>
  button(key, name, onclick, { class: "tile", "aria-label": name, title: name, ...attributes },
    face(tile));
