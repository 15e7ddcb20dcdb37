// The screen in the middle of the table or at its side: everybody's points, the last hand.

import * as api from "./api.js";
import { askPin } from "./dialogs.js";
import { button, fill, h, place } from "./dom.js";
import { final } from "./final.js";
import { drop, prompt } from "./hand.js";
import { load, t } from "./i18n.js";
import { proposed } from "./proposed.js";
import { shown } from "./tiles.js";

const RETRY_MS = 2000;
let state = null;
let source = null;
let online = true;
let refused = "";
let flat = localStorage.getItem("flat") === "yes";

function draw() {
  drawNotices();
  if (!state) return;
  document.body.dataset.revision = state.revision;
  document.body.classList.toggle("flat", flat);
  document.body.classList.toggle("telling", isTelling(state));
  fill(place("board"), ...board(state));
  fill(place("last"), ...last(state));
  drawBar();
}

// Whether a hand lies there to be looked at, or a person has to say something.
const isTelling = ({ game, draft, error }) =>
  Boolean(game && (game.phase === "scored" || game.trouble || game.draw || game.abort || game.end))
    || Boolean(draft?.uncertain || error);

function drawNotices() {
  fill(place("notices"),
    online ? null : h("p", { class: "notice bad" }, t("connection.lost")),
    refused ? h("p", { class: "notice bad" }, refused) : null,
    state?.notice ? h("p", { class: "notice bad" }, state.notice.text) : null,
    state?.unanswered ? h("p", { class: "notice" }, state.unanswered) : null);
}

function board({ game, camera }) {
  const title = h("h1", { id: "board-title", class: "visually-hidden" }, t("game.scores"));
  if (!game) return [title, h("p", { class: "empty" }, t("game.none"))];
  return [title, ...game.players.map(seat), middle(game, camera)];
}

const seat = (player) =>
  h("div", {
    class: `player at-${player.side}${player.dealer ? " dealer" : ""}${player.riichi ? " in-riichi" : ""}`,
    "data-player": player.player,
  },
    h("p", { class: "who" },
      h("span", { class: "wind" }, player.wind_name), h("span", { class: "name" }, player.name)),
    h("p", { class: player.score_text.length > 5 ? "score long" : "score" }, player.score_text),
    h("p", { class: `delta ${change(player.delta)}` }, player.delta || " "),
    player.riichi
      ? h("p", { class: "stick", role: "img", "aria-label": t("game.riichi") })
      : null);

const change = (delta) => (delta ? (delta.startsWith("+") ? "gain" : "loss") : "");

const middle = (game, camera) =>
  h("div", { class: "middle" },
    h("p", { class: "round" }, game.round),
    h("p", { class: "counters" },
      h("span", {}, game.honba_text), h("span", {}, game.sticks_text)),
    game.dora.length
      ? h("div", { class: "tiles", role: "group", "aria-label": t("game.dora") }, game.dora.map(shown))
      : null,
    h("p", { class: "phase" }, game.phase_text),
    ["ok", "recording", "none"].includes(camera.status) ? null
      : h("p", { class: "camera-trouble" }, camera.text));

function last(view) {
  const { game } = view;
  const title = h("h2", { id: "last-title" }, t("game.last"));
  if (!game) return [title];
  if (game.trouble) return [question(view)];
  const ended = proposed(game, { play: (entry) => tap(entry, view) });
  if (ended) return [ended];
  if (game.end) return [final(game.end)];
  if (view.draft?.uncertain || view.error) return [prompt(view, acting(view)), laid(view), ...doubts(view)];
  const move = game.moves.find(({ deltas }) => deltas.filter(Boolean).length > 1) ?? game.moves[0];
  const tiles = move && move.move === game.shown_move ? hand(view) : [];
  return [title, move ? h("p", { class: "what" }, move.text) : null, ...tiles];
}

// What takes more than a tap is done on the page of the hand.
const elsewhere = () => location.assign("/");
const acting = (view) => ({ edit: (entry) => tap(entry, view, api.edit), pick: elsewhere, add: elsewhere });

const laid = ({ draft }) =>
  draft?.hand
    ? h("div", { class: "tiles" }, tilesOf(draft).map((set) => h("span", { class: "set" }, set.map(shown))))
    : null;

const doubts = ({ draft }) => (draft?.messages ?? []).map((message) => h("p", { class: "message" }, message));

// One tap on the screen is as good as one on a phone.
async function tap(entry, { seen }, send = api.play) {
  try {
    await send(entry, seen);
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    if (error.code === "pin_needed" && await askPin()) return tap(entry, { seen }, send);
    refused = error.message;
    drawNotices();
  }
  return null;
}

const question = (view) => {
  const { text, fixes } = view.game.trouble;
  return h("div", { class: "prompt unsure" },
    h("p", { class: "big" }, text),
    h("div", { class: "choices" }, fixes.map(({ code, player, text: label }) =>
      button(`fix-${code}-${player ?? ""}`, label, () => tap({ op: "take", code, player }, view), {
        class: "yes",
      })), drop(view, acting(view))));
};

function hand({ draft, score }) {
  if (!draft?.hand || !score) return [];
  return [
    laid({ draft }),
    h("p", { class: "worth" },
      score.limit ? h("span", { class: "limit" }, score.limit) : null,
      h("span", { class: "points" }, score.points, h("span", { class: "unit" }, t("score.points.unit"))),
      score.han_fu ? h("span", { class: "han-fu" }, score.han_fu) : null),
    score.payment ? h("p", { class: "payment" }, score.payment) : null,
    score.sum ? h("p", { class: "sum" }, score.sum) : null,
    lists(score),
  ];
}

function tilesOf({ hand: { concealed, win, melds }, tiles }) {
  const faces = (indices) => indices.map((index) => tiles[index].tile);
  const called = melds.map((meld) => faces(meld.columns.flatMap((column) => column.tiles)));
  return [faces(concealed), win === null ? [] : faces([win]), ...called];
}

const rows = (items, kind) =>
  h("table", { class: kind }, h("tbody", {}, items.map(([name, value]) =>
    h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)))));

const lists = ({ yaku, fu, fu_total }) =>
  h("div", { class: "lists" },
    rows(yaku.map(({ name, value }) => [name, value]), "yaku"),
    fu.length
      ? rows([...fu.map(({ name, value }) => [name, value]), [t("score.fu.total"), fu_total]], "fu")
      : null);

function drawBar() {
  fill(place("bar"),
    h("a", { class: "button", href: "/", "data-key": "home" }, t("tab.hand")),
    button("flat", t(flat ? "game.upright" : "game.flat"), turn, { "aria-pressed": String(flat), "data-repeat": true }),
    document.fullscreenEnabled
      ? button("full", t("game.full"), () => document.documentElement.requestFullscreen()) : null,
    state.pin ? h("span", { class: "pin" }, t("header.pin", { pin: state.pin })) : null);
}

function turn() {
  flat = !flat;
  localStorage.setItem("flat", flat ? "yes" : "no");
  draw();
}

function follow() {
  source?.close();
  source = api.follow((next) => {
    state = next;
    refused = "";
    draw();
  }, (answers) => {
    online = answers;
    drawNotices();
    if (!answers && source.readyState === EventSource.CLOSED) setTimeout(follow, RETRY_MS);
  });
}

await load(new URLSearchParams(location.search).get("lang"));
follow();
