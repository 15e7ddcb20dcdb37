// What a finger does to a page that changes under it.

// A tap lasts no longer, and comes no later after the finger has gone.
const HELD_MS = 1500;
const CLICK_MS = 350;
// Taps nearer to each other in time are one tap.
const TWICE_MS = 300;
const NEAR = 10; // pixels
const PRESSED = "button, a, label, summary, [role=button]";
let held = null;
let ends = null;
let last = { at: -Infinity };
const waiting = new Map();

// Draws element, but not while a finger is on it: the tap would be lost.
export function whenFree(element, draw) {
  if (held && element.contains(held)) {
    waiting.set(element, draw);
    return;
  }
  waiting.delete(element);
  draw();
}

function release() {
  held = null;
  for (const [element, draw] of [...waiting]) if (waiting.has(element)) whenFree(element, draw);
}

function releaseAfter(time) {
  clearTimeout(ends);
  ends = setTimeout(release, time);
}

addEventListener("pointerdown", ({ target }) => {
  held = target;
  releaseAfter(HELD_MS);
}, true);
addEventListener("pointerup", () => releaseAfter(CLICK_MS), true);
addEventListener("pointercancel", release, true);
addEventListener("click", (event) => {
  held = null; // what the tap does is drawn at once
  releaseAfter(0);
  const pressed = event.target.closest?.(PRESSED);
  // A label presses its field too, and the keyboard has no place.
  if (!event.detail || !pressed || event.target.matches("input, select")) return;
  if (isSecond(event) && !repeats(pressed)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  last = { x: event.clientX, y: event.clientY, at: event.timeStamp, key: pressed.dataset.key };
  shutAround(last);
}, true);
// A key that is held down presses once.
addEventListener("keydown", (event) => {
  const presses = ["Enter", " "].includes(event.key) && event.target.closest?.("button");
  if (event.repeat && presses) event.preventDefault();
}, true);

const isSecond = ({ clientX, clientY, timeStamp }) =>
  timeStamp - last.at < TWICE_MS && Math.hypot(clientX - last.x, clientY - last.y) < NEAR;

const repeats = ({ dataset }) => "repeat" in dataset && dataset.key === last.key;

// For a moment nothing else can be pressed where a button was, nor that one unless it repeats.
function shutAround(tap) {
  const shut = new Set();
  const look = () => {
    const under = document.elementFromPoint(tap.x, tap.y)?.closest(PRESSED);
    const over = tap !== last || performance.now() - tap.at >= TWICE_MS;
    if (under && !over && !repeats(under)) shut.add(under);
    shut.forEach((one) => one.classList.toggle("shut", !over));
    if (!over) requestAnimationFrame(look);
  };
  look();
}
