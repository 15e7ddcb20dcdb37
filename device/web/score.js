// What the hand is worth and who pays.

import { fill, h, place } from "./dom.js";
import { t } from "./i18n.js";
import { face } from "./tiles.js";

export function drawScore(state) {
  const { score } = state;
  const section = place("score");
  const heading = h("h2", { id: "score-title", class: "visually-hidden" }, t("score.title"));
  fill(section, ...(score ? [heading, headline(score), tables(score), notes(score)] : []));
}

export function drawPayments(state) {
  const section = place("payments");
  fill(section, ...(state.score ? payments(state.score, state.game?.hand_names ?? {}) : []));
}

export const headline = (score) =>
  h("div", { class: "headline" },
    score.limit ? h("p", { class: "limit" }, score.limit) : null,
    h("p", { class: score.points.length > 5 ? "points long" : "points" }, score.points,
      h("span", { class: "unit" }, t("score.points.unit"))),
    score.payment ? h("p", { class: "payment" }, score.payment) : null,
    score.han_fu ? h("p", { class: "han-fu" }, score.han_fu) : null,
    score.sum ? h("p", { class: "sum" }, score.sum) : null);

const lines = (caption, rows, kind) =>
  h("table", { class: kind }, h("caption", {}, caption), h("tbody", {}, ...rows));

export const tables = (score) => h("div", { class: "tables" }, yaku(score), fu(score));

const yaku = (score) =>
  lines(t("score.yaku"), score.yaku.map((item) =>
    h("tr", { "data-yaku": item.id },
      h("th", { scope: "row" }, item.name),
      h("td", {}, item.value))), "yaku");

function fu(score) {
  if (!score.fu.length) return null;
  const rows = score.fu.map((item) =>
    h("tr", {},
      h("th", { scope: "row" }, item.name,
        h("span", { class: "small-tiles", "aria-hidden": "true" }, item.tiles.map(face))),
      h("td", {}, item.value)));
  const total = h("tr", { class: "total" },
    h("th", { scope: "row" }, t("score.fu.total")),
    h("td", {}, score.fu_total));
  return lines(t("score.fu"), [...rows, total], "fu");
}

function payments(score, names) {
  const ask = score.ask_discarder ? h("p", { class: "ask" }, t("score.ask_discarder")) : null;
  const seats = score.seats.map((seat) =>
    h("div", { class: `seat at-${seat.place} ${seat.role}`, "data-wind": seat.wind },
      h("span", { class: "wind" }, seat.name),
      names[seat.wind] ? h("span", { class: "name" }, names[seat.wind]) : null,
      h("span", { class: "delta" }, seat.delta),
      h("span", { class: "relation" }, seat.relation)));
  return [
    h("h2", { id: "payments-title" }, t("score.payments")),
    ask,
    h("div", { class: "table" }, ...seats),
  ];
}

const notes = (score) => [
  ...score.notes.map((note) => h("p", { class: "note" }, note)),
  h("p", { class: "rules" }, t("score.rules", { rules: score.rules })),
];
