// The views of the page: the hand, the game, what was entered.

import { button, fill, h, place } from "./dom.js";
import { t } from "./i18n.js";

const TABS = ["hand", "game", "history"];
let chosen = sessionStorage.getItem("tab") ?? "hand";

export function drawTabs(redraw) {
  document.body.dataset.tab = chosen;
  fill(place("tabs"),
    h("div", { class: "segments", role: "group", "aria-label": t("tabs") },
      TABS.map((name) =>
        button(`tab-${name}`, t(`tab.${name}`), () => choose(name, redraw), {
          "aria-pressed": String(name === chosen),
        }))),
    h("a", { class: "button", href: "/table", "data-key": "table" }, t("tab.table")));
}

// Shows the view called name.
export function choose(name, redraw) {
  chosen = name;
  sessionStorage.setItem("tab", name);
  redraw();
}
