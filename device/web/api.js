// What the page asks of the table.

import { lang, t } from "./i18n.js";

export class Refused extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

// What the table answers; raises Refused, also where it does not answer.
async function asked(path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, options);
    if (answer.ok) return answer;
  } catch {
    throw new Refused("offline", t("error.offline"));
  }
  const { error } = await json(answer);
  throw new Refused(error.code, error.text);
}

// An answer may also end in the middle.
async function json(answer) {
  try {
    return await answer.json();
  } catch {
    throw new Refused("offline", t("error.offline"));
  }
}

const send = async (path, headers, body, more = "") =>
  json(await asked(`${path}?lang=${lang}${more}`, { method: "POST", headers, body }));

// What is asked a second time while it is under way is one request: a finger may tap twice.
const underWay = new Map();

function post(path, value, more = "") {
  const body = JSON.stringify(value);
  const name = `${path} ${body}`;
  const answer = underWay.get(name)
    ?? send(path, { "Content-Type": "application/json" }, body, more).finally(() => underWay.delete(name));
  underWay.set(name, answer);
  return answer;
}

// With what the person saw: what they said of it must not fall upon something else.
export const edit = (value, seen) => post("/api/edit", value, `&seen=${seen}`);
export const play = (value, seen) => post("/api/game", value, `&seen=${seen}`);
export const speak = (what = "score") => post("/api/speak", { what });
export const enterPin = (pin) => post("/api/pin", { pin });
export const sendPhoto = (file) =>
  send("/api/photo", { "Content-Type": file.type || "application/octet-stream" }, file);

// Tells this phone from another one that films too.
const sender = `&from=${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;

export const sendFrame = (picture) =>
  send("/api/camera", { "Content-Type": "image/jpeg" }, picture, sender);
export const sendShot = (file) =>
  send("/api/camera", { "Content-Type": file.type || "application/octet-stream" }, file, `${sender}&shot`);

export const setAim = (value) => post("/api/aim", value);
export const aim = (live) => get("/api/aim", live ? "&live" : "");
export const aimProposal = () => get("/api/aim/proposal");

export const setup = () => get("/api/setup");
export const setSetup = (value) => post("/api/setup", value);

export const tileSets = () => get("/api/tiles");
export const editTiles = (value) => post("/api/tiles/edit", value);
export const sendTilesPhoto = (file) =>
  send("/api/tiles/photo", { "Content-Type": file.type || "application/octet-stream" }, file);

const get = async (path, more = "") => json(await asked(`${path}?lang=${lang}${more}`));

export function history(before) {
  return get("/api/history", before === null ? "" : `&before=${before}`);
}

export async function speech() {
  return (await asked(`/api/speech.wav?lang=${lang}`)).blob();
}

// Calls onState with every new state; onOnline says whether the table answers.
export function follow(onState, onOnline) {
  const source = new EventSource(`/api/events?lang=${lang}`);
  source.onopen = () => onOnline(true);
  source.onerror = () => onOnline(false);
  source.onmessage = (event) => onState(JSON.parse(event.data));
  return source;
}
