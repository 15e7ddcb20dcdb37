// Follows the table, draws what it says and sends what a person corrects.

import * as aim from "./aim.js";
import * as api from "./api.js";
import { drawContext } from "./context.js";
import { askPin, showHistory } from "./dialogs.js";
import { button, fill, h, place } from "./dom.js";
import * as enter from "./enter.js";
import { drawAsked, drawGame } from "./game.js";
import { drawHand } from "./hand.js";
import { drawHeader } from "./header.js";
import { lang, load, remember, t } from "./i18n.js";
import { closeOutside, pickTile } from "./picker.js";
import { drawMoves } from "./moves.js";
import { drawPicture } from "./picture.js";
import * as setup from "./setup.js";
import { drawPayments, drawScore } from "./score.js";
import { choose, drawTabs } from "./tabs.js";
import { preload } from "./tiles.js";
import { showTileSets } from "./tiles_learn.js";

const RETRY_MS = 2000;
let state = null;
let source = null;
let online = true;
let trouble = "";
let busy = "";
let dropping = ""; // what is said of the hands that may be dropped
const refusal = h("div", { role: "alert", "data-stay": true });

function draw() {
  drawNotices();
  if (!state) return;
  document.body.dataset.phase = state.phase;
  document.body.dataset.revision = state.revision;
  document.body.classList.toggle("no-score", !state.score);
  document.body.classList.toggle("unsure", Boolean(state.draft?.uncertain));
  const act = acting(state);
  drawHeader(state, act);
  drawTabs(draw);
  drawAsked(state, act);
  drawGame(state, act);
  drawMoves(state, act);
  drawHand(state, act);
  drawScore(state);
  drawPayments(state);
  drawContext(state, act);
  drawPicture(state, act);
  aim.follow(state, drawNotices);
  enter.follow(state, act);
  setup.follow(state, act);
}

function drawNotices() {
  const notices = [
    online ? null : h("p", { class: "notice bad" }, t("connection.lost")),
    state?.notice ? h("p", { class: "notice bad" }, state.notice.text) : null,
    setup.offer(),
    aim.notice(aim.show),
    state?.unanswered ? unanswered() : null,
    busy ? h("p", { class: "notice" }, busy) : null,
  ];
  fill(place("notices"), ...notices);
  drawRefusal();
}

// Told above everything, also above a dialogue.
function drawRefusal() {
  fill(refusal, trouble ? h("p", { class: "notice bad refused" }, trouble, dismiss()) : null);
  const above = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (refusal.parentElement !== above) above.prepend(refusal);
}

const unanswered = () =>
  h("p", { class: "notice" }, h("span", {}, state.unanswered),
    h("span", { class: "tools" }, ...(dropping === state.unanswered ? dropAsked() : [
      button("recall", t("unanswered.show"), () => acting(state).edit({ op: "recall" })),
      button("forget", t("unanswered.forget"), () => askDrop(state.unanswered)),
    ])));

// They come back no more: a second tap says that they may go.
const dropAsked = () => [
  button("forget-yes", t("unanswered.forget.yes"), () => acting(state).edit({ op: "forget" }), { class: "yes" }),
  button("forget-no", t("unanswered.forget.no"), () => askDrop("")),
];

function askDrop(what) {
  dropping = what;
  drawNotices();
}

const dismiss = () =>
  button("dismiss", "×", () => say(""), { class: "close", "aria-label": t("close") });

function say(text) {
  trouble = text;
  drawNotices();
}

function show(next) {
  if (next.lang !== lang) return; // asked for before the language was changed
  if (state?.run === next.run && next.revision < state.revision) return;
  if (state && next.unanswered !== state.unanswered) dropping = "";
  state = { pin: null, ...next };
  draw();
}

async function attempt(action) {
  say("");
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    if (error.code !== "pin_needed") say(error.message);
    else if (await askPin()) return attempt(action);
    return null;
  }
}

const ask = (request) => attempt(async () => {
  show(await request());
  return true;
});

// What a person can do who sees the table as it was drawn.
const acting = (drawn) => ({
  edit: (edit) => ask(() => api.edit(edit, drawn.seen)),
  play: (entry) => ask(() => api.play(entry, drawn.seen)),
  standing: () => attempt(() => api.speak("standing")),
  redraw: () => draw(),
  pick: (view) => pickTile(drawn, view, acting(drawn)),
  enterAnew: async () => {
    if (await acting(drawn).edit({ op: "aside" })) acting(state).add("concealed");
  },
  add: (where) => enter.enterTiles(state, where, acting(state)),
  speak: () => attempt(() => api.speak()),
  listen: () => attempt(listen),
  showHistory: () => showHistory((error) => say(error.message)),
  showTileSets: () => showTileSets(attempt),
  sendPhoto: (file) => attempt(() => read(file)),
  speakLanguage,
  showAim: aim.show,
  get showSetup() { return setup.available() ? setup.show : null; },
  get demonstration() { return setup.demonstration(); },
  attempt,
});

async function read(file) {
  busy = t("photo.reading");
  drawNotices();
  try {
    const next = await api.sendPhoto(file);
    busy = "";
    show(next);
    choose("hand", draw);
  } finally {
    busy = "";
    drawNotices();
  }
}

async function listen() {
  const url = URL.createObjectURL(await api.speech());
  const audio = new Audio(url);
  audio.addEventListener("ended", () => URL.revokeObjectURL(url));
  await audio.play();
}

async function speakLanguage(code) {
  remember(code);
  history.replaceState(null, "", location.pathname);
  await start(code);
}

async function start(code) {
  await load(code);
  follow();
}

function follow() {
  source?.close();
  source = api.follow(show, (answers) => {
    if (answers && !online) setup.load(draw);
    online = answers;
    drawNotices();
    if (!answers && source.readyState === EventSource.CLOSED) setTimeout(follow, RETRY_MS);
  });
}

preload();
["picker", "history", "tileset", "setup", "pin", "aim"].forEach((id) => closeOutside(place(id)));
closeOutside(place("enter"), enter.done);
["picker", "enter"].forEach((id) =>
  place(id).addEventListener("close", (event) => fill(event.target)));
document.querySelectorAll("dialog").forEach((dialog) => dialog.addEventListener("close", drawRefusal));
place("enter").addEventListener("keydown", enter.typed);
await start(new URLSearchParams(location.search).get("lang"));
await setup.load(draw);
