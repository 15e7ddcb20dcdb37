// Elements are made here and nowhere else; text always goes in as text.

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

// Fills an element anew and leaves the keyboard where it was.
export function fill(element, ...children) {
  const focused = document.activeElement;
  const key = element.contains(focused) ? focused.getAttribute("data-key") : null;
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null));
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

export const place = (id) => document.getElementById(id);
