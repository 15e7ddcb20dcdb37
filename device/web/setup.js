// The set-up, step by step: every step can be skipped, and be come back to later.

import * as aim from "./aim.js";
import * as api from "./api.js";
import { beginForm } from "./begin.js";
import { askPin } from "./dialogs.js";
import { button, fill, h, place } from "./dom.js";
import { handParts } from "./hand.js";
import { lang, languages, t } from "./i18n.js";
import { closing } from "./picker.js";
import { headline } from "./score.js";
import { choose } from "./tabs.js";
import { whenFree } from "./taps.js";
import { embedTileSets } from "./tiles_learn.js";

let view = null;
let step = "";
let trouble = "";
let drawn = "";
let state = null;
let act = null;
let laid = ""; // the picture that was there when the step was opened
let sending = Promise.resolve();
let leaving = false; // the step that is shown is being left

// Asks what was chosen so far; redraw is called when it may have to be offered.
export async function load(redraw) {
  try {
    view = (await api.setup()).setup;
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
  }
  redraw();
}

export const available = () => view !== null;
export const demonstration = () => view?.demonstration ?? [];

// The offer at the first start, and to go on with a set-up that was left.
export function offer() {
  if (!view || view.finished || place("setup").open) return null;
  const begun = view.done.length;
  return h("p", { class: "notice setup-offer" }, h("span", {}, t(begun ? "setup.resume" : "setup.offer")),
    h("span", { class: "tools" },
      button("setup-begin", t(begun ? "setup.go_on" : "setup.start"), show, { class: "yes" }),
      button("setup-later", t("setup.later"), () => change({ op: "finish" }))));
}

export function show() {
  go(view.steps.find((name) => !view.done.includes(name)) ?? view.steps[0]);
  place("setup").showModal();
}

// Follows the table: the steps that show it are drawn anew.
export function follow(next, doing) {
  [state, act] = [next, doing];
  if (place("setup").open) drawStep();
}

function go(name) {
  [step, trouble, drawn, laid] = [name, "", "", state?.picture?.url];
  draw();
}

// One change after the other, each of what the ones before it left; troubles are told in the dialogue.
function change(edit) {
  const done = sending.then(() => attempt(async () => {
    view = (await api.setSetup(typeof edit === "function" ? edit() : edit)).setup;
  }));
  sending = done.catch(() => null);
  return done;
}

async function attempt(action) {
  try {
    await action();
    trouble = "";
    return true;
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    if (error.code !== "pin_needed") trouble = error.message;
    else if (await askPin()) return attempt(action);
    return false;
  } finally {
    draw();
    act.redraw();
  }
}

const draw = () => step && whenFree(place("setup"), drawAll);

function drawAll() {
  const dialog = place("setup");
  drawn = "";
  fill(dialog, h("div", { class: "sheet" },
    h("header", {}, h("h2", { id: "setup-title" }, t("setup.title")), closing(dialog)),
    steps(),
    h("h3", { class: "setup-step" }, t(`setup.step.${step}`)),
    h("p", { class: "setup-help" }, t(`setup.help.${step}`)),
    h("p", { class: "trouble", role: "alert" }, trouble),
    h("div", { id: "setup-body", "data-step": step }),
    h("div", { id: "setup-moving", class: "setup-moving" }, moving())));
  drawStep();
}

const steps = () =>
  h("ol", { class: "setup-steps" }, view.steps.map((name, n) =>
    h("li", {}, button(`step-${name}`, "", () => go(name), {
      "aria-current": name === step ? "step" : null,
      "aria-label": t(`setup.step.${name}`) + (came(name) ? ` (${t(`setup.${came(name)}`)})` : ""),
      title: t(`setup.step.${name}`),
      class: came(name),
    }, h("span", { class: "sign" }, SIGNS[came(name)] ?? String(n + 1)), " ",
    h("span", { class: "name" }, t(`setup.step.${name}`))))));

const SIGNS = { done: "✓", skipped: "–" };

// What became of a step: the table is not done as long as it is not calibrated.
function came(name) {
  if (!view.done.includes(name)) return null;
  const missing = name === "table" && !aim.calibrated();
  return missing || view.skipped.includes(name) ? "skipped" : "done";
}

function moving() {
  const at = view.steps.indexOf(step);
  const answer = async () => {
    if (step !== "language" || await change({ op: "language", lang })) await leave("done");
  };
  const leave = async (op) => {
    const next = view.steps[at + 1];
    if (!await change({ op, step })) return;
    if (next) go(next);
    else place("setup").close();
  };
  const once = (action) => async () => {
    if (leaving) return;
    leaving = true;
    drawMoving();
    await action().finally(() => { leaving = false; });
    drawMoving();
  };
  const waits = { "aria-disabled": leaving ? "true" : null };
  return [
    button("setup-back", t("setup.back"), () => go(view.steps[at - 1]), { disabled: at === 0 || leaving }),
    button("setup-skip", t("setup.skip"), once(() => leave("skip")), { class: "quiet", ...waits }),
    step === "players" && begins()
      ? h("button", { class: "yes", "data-key": "setup-next", form: "setup-players" }, t("game.begin"))
      : button("setup-next", t(at + 1 < view.steps.length ? "setup.next" : "setup.end"), once(answer), { class: "yes", ...waits }),
  ];
}

const drawMoving = () => fill(place("setup-moving"), moving());

const begins = () => !state?.game || Boolean(state.game.end);

// A step is drawn anew only when what it shows has changed: somebody may be typing.
function drawStep() {
  const look = JSON.stringify([step, lang, LOOKS[step]?.() ?? null]);
  if (look === drawn || !state) return;
  drawn = look;
  BODIES[step](place("setup-body"));
  drawMoving();
}

const LOOKS = {
  test: () => [state.seen, state.phase, state.picture?.url, state.draft, state.score, state.error],
  rules: () => state.rules,
  players: () => [state.game?.players.map(({ name }) => name), state.game?.end, state.rules],
};

const BODIES = {
  language: (body) => fill(body, h("div", { class: "choices" }, languages.map(({ code, name }) =>
    button(`say-in-${code}`, name, () => speakLanguage(code), { lang: code, "aria-pressed": String(code === lang) })))),
  camera: (body) => {
    const seen = h("div", { class: "part" });
    fill(body, cameras(), seen);
    aim.embed(seen, false);
  },
  table: (body) => {
    const seen = h("div", { class: "part" });
    fill(body, seen);
    aim.embed(seen);
  },
  tiles: (body) => {
    const sets = h("div", { class: "part tileset" });
    fill(body, sets);
    embedTileSets(sets, act.attempt);
  },
  rules: (body) => {
    fill(body, h("div", { class: "choices" }, state.rule_sets.map(({ name, title, about }) =>
      button(`rules-${name}`, "", () => change({ op: "rules", name }), { class: "rule-set", "aria-pressed": String(name === state.rules.name) },
        h("span", {}, title), h("small", {}, about)))));
    body.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: "nearest" });
  },
  voice: (body) => fill(body, ...voice()),
  test: (body) => fill(body, ...test()),
  players: (body) => fill(body, ...players()),
};

async function speakLanguage(code) {
  if (await change({ op: "language", lang: code })) {
    await act.speakLanguage(code);
    draw();
  }
}

function cameras() {
  if (view.camera_given) return h("p", { class: "setup-given" }, view.camera_given);
  const watch = (source) => change({ op: "camera", source });
  const address = h("input", {
    "data-key": "camera-address", type: "url", placeholder: "rtsp://192.168.1.20/stream", "aria-label": t("setup.camera.address"),
  });
  const form = h("form", { class: "choices" }, address, h("button", { "data-key": "camera-watch" }, t("setup.camera.watch")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    watch(address.value);
  });
  return h("div", { class: "part" },
    h("div", { class: "choices" }, view.cameras.map(({ source, title, chosen }, n) =>
      button(`camera-${n}`, title, () => watch(source), { "aria-pressed": String(chosen), disabled: source === null }))),
    view.phone && view.cameras.some(({ source, chosen }) => source === "phone" && chosen)
      ? h("p", { class: "setup-phone" }, view.phone) : null,
    h("details", {}, h("summary", {}, t("setup.camera.network")), form));
}

function voice() {
  const { voice: now } = view;
  const speak = (more) => change(() => {
    const { lang: language, volume: loud, verbosity } = view.voice;
    return { op: "voice", lang: language, volume: loud, verbosity, ...more };
  });
  const volume = h("input", { type: "range", min: "0", max: "100", step: "10", value: now.volume, "data-key": "volume", "aria-label": t("setup.voice.volume") });
  volume.addEventListener("change", () => speak({ volume: volume.valueAsNumber }));
  const choice = (field, values, name) => h("div", { class: "choices" }, values.map((value) =>
    button(`${field}-${value}`, name(value), () => speak({ [field]: value }), { "aria-pressed": String(value === now[field]) })));
  return [
    h("fieldset", {}, h("legend", {}, t("setup.voice.lang")),
      choice("lang", languages.map(({ code }) => code), (code) => languages.find((one) => one.code === code).name)),
    h("fieldset", {}, h("legend", {}, t("setup.voice.verbosity")),
      choice("verbosity", now.verbosities, (value) => t(`setup.voice.${value}`))),
    h("label", { class: "field volume" }, t("setup.voice.volume"), volume, h("output", {}, `${now.volume} %`)),
    button("say-something", t("setup.voice.say"), () => change({ op: "say" })),
  ];
}

// Only a hand that was laid since the step was opened counts.
function test() {
  const now = state.picture?.url === laid ? { ...state, phase: "waiting", draft: null, score: null, error: null } : state;
  const recorded = state.camera.status === "recording";
  return [
    now.score && !now.draft.uncertain
      ? h("div", { class: "setup-score" }, headline(now.score), h("p", {}, t(recorded ? "setup.test.recording" : "setup.test.good")),
        button("setup-speak", t("header.speak"), () => act.speak()))
      : null,
    h("div", { class: "part" }, handParts(now, act)),
  ];
}

function players() {
  const { game } = state;
  if (begins()) return [beginForm(state, { play: begin, demonstration: demonstration() }, "setup-players")];
  const names = game.players.map(({ name }) => name);
  const demo = names.join() === demonstration().join();
  return [
    h("p", {}, t(demo ? "setup.players.demo" : "setup.players.running", { names: names.join(t("list.comma")) })),
    demo ? button("setup-stop", t("setup.players.stop"), () => act.play({ op: "stop" })) : null,
  ].filter(Boolean);
}

async function begin(entry) {
  const play = () => {
    if (entry.names.length < 2) throw new api.Refused("players_count", t("error.players_count"));
    return api.play(entry, state?.seen);
  };
  const begun = await attempt(play) && await change({ op: "done", step: "players" });
  if (begun) {
    place("setup").close();
    choose("game", act.redraw);
  }
  return begun;
}
