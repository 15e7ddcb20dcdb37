// The film as the camera sees it, what is read in it, and what the ledger says.

import { drawn } from "./aim.js";
import * as api from "./api.js";
import { fill, h, place } from "./dom.js";
import { final } from "./final.js";
import { scores } from "./game.js";
import { load, t } from "./i18n.js";
import { headline, tables } from "./score.js";
import { shown } from "./tiles.js";

const RETRY_MS = 2000;
const FRAME_MS = 150;
const image = h("img", { alt: t("picture.alt") });
const overlay = h("svg", {});
let source = null;
let seen = "";
let frame = 0;

function show(state) {
  document.body.dataset.revision = state.revision;
  fill(place("film"), h("h1", { id: "film-title", class: "visually-hidden" }, t("film.title")),
    h("div", { class: "film-stage" }, image, overlay),
    h("p", {}, h("span", {}, state.phase === "moving" ? t("phase.moving.short") : state.game?.phase_text ?? ""),
      h("a", { href: "/" }, t("film.page")), h("a", { href: "/table" }, t("tab.table"))));
  overlay.toggleAttribute("hidden", state.phase === "moving");
  fill(place("ledger"), h("h2", { id: "ledger-title", class: "visually-hidden" }, t("game.scores")), ...ledger(state.game));
  fill(place("hand"), h("h2", { id: "hand-title", class: "visually-hidden" }, t("hand.title")), ...hand(state));
  fill(place("score"), h("h2", { id: "score-title", class: "visually-hidden" }, t("score.title")),
    ...worth(state), ...troubles(state));
  outline(state);
}

function ledger(game) {
  if (!game) return [];
  return [
    h("p", { class: "round" }, h("strong", {}, game.round), h("span", {}, game.honba_text), h("span", {}, game.sticks_text)),
    scores(game),
    game.end ? final(game.end) : null,
    game.moves.length ? h("p", { class: "what" }, game.moves[0].text) : null,
  ];
}

function hand({ draft }) {
  if (!draft?.hand) return [];
  const { concealed, win, melds } = draft.hand;
  const sets = [concealed, win === null ? [] : [win], ...melds.map(({ columns }) => columns.flatMap((column) => column.tiles))];
  return [h("div", { class: "row" }, sets.filter((set) => set.length).map((set) =>
    h("div", { class: "tiles" }, set.map((index) => shown(draft.tiles[index].tile)))))];
}

const worth = ({ score, draft }) => (score && !draft.uncertain ? [headline(score), tables(score)] : []);

const troubles = ({ game, error, draft }) =>
  [game?.trouble?.text, draft?.uncertain ? t("unsure.title") : error?.text].filter(Boolean)
    .map((text) => h("p", { class: "prompt unsure" }, text));

// The lines belong to the last picture that was read.
async function outline(state) {
  const now = `${state.phase === "reading"} ${state.picture?.url} ${state.revision}`;
  if (now === seen || state.phase === "reading") return;
  seen = now;
  const { picture, shapes } = await api.aim().catch(() => ({})); // it is told that nobody answers
  if (!picture || now !== seen) return;
  overlay.setAttribute("viewBox", `0 0 ${picture.width} ${picture.height}`);
  fill(overlay, shapes.map((shape) => drawn(shape, picture.width)));
}

// One picture after the other, no faster than they come.
function next() {
  frame += 1;
  image.src = `/api/film?${frame}`;
}

image.addEventListener("load", () => setTimeout(next, FRAME_MS));
image.addEventListener("error", () => setTimeout(next, RETRY_MS));

function follow() {
  source?.close();
  source = api.follow(show, (answers) => {
    fill(place("notices"), answers ? null : h("p", { class: "notice bad" }, t("connection.lost")));
    if (!answers && source.readyState === EventSource.CLOSED) setTimeout(follow, RETRY_MS);
  });
}

await load(new URLSearchParams(location.search).get("lang"));
image.alt = t("picture.alt");
follow();
next();
