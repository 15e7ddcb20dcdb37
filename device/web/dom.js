// Elements are made here and nowhere else; text always goes in as text.

import { whenFree } from "./taps.js";

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "image", "polygon", "polyline", "circle", "text", "title", "g"]);

export function h(tag, attributes = {}, ...children) {
  const svg = SVG_TAGS.has(tag);
  const element = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

export function button(key, label, onclick, attributes = {}, ...children) {
  return h(
    "button",
    { type: "button", "data-key": key, onclick, ...attributes },
    children.length ? children : label,
  );
}

// Fills an element anew, as soon as no finger is on it, and leaves the keyboard where it was.
export const fill = (element, ...children) =>
  whenFree(element, () => replace(element, children.flat(Infinity).filter((child) => child !== null)));

// What stays is not taken out: a list of choices that is open would close.
function replace(element, children) {
  const focused = document.activeElement;
  const key = element.contains(focused) ? focused.getAttribute("data-key") : null;
  const next = [...element.children].filter((child) => child.hasAttribute("data-stay")).concat(children);
  const now = [...element.childNodes];
  if (now.length === next.length) next.forEach((child, n) => child === now[n] || now[n].replaceWith(child));
  else element.replaceChildren(...next);
  if (key && !element.contains(document.activeElement)) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

export const place = (id) => document.getElementById(id);
