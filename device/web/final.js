// The result of a game that is over.

import { h } from "./dom.js";
import { t } from "./i18n.js";

const COLUMNS = ["place", "name", "score", "total"];

export const final = ({ reason, sticks, places }) =>
  h("div", { class: "final" },
    h("p", { class: "big" }, t("game.over")), h("p", {}, reason), sticks ? h("p", {}, sticks) : null,
    h("table", {},
      h("thead", {}, h("tr", {}, COLUMNS.map((column) =>
        h("th", { scope: "col" }, t(`game.final.${column}`))))),
      h("tbody", {}, places.map((place) =>
        h("tr", {}, h("td", {}, String(place.place)), h("th", { scope: "row" }, place.name),
          h("td", {}, place.score), h("td", { class: "total" }, place.total))))));
