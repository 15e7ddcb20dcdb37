// What the page asks of the table.

import { lang, t } from "./i18n.js";

export class Refused extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

async function send(path, headers, body, more = "") {
  let answer;
  try {
    answer = await fetch(`${path}?lang=${lang}${more}`, { method: "POST", headers, body });
  } catch {
    throw new Refused("offline", t("error.offline"));
  }
  const json = await answer.json();
  if (!answer.ok) throw new Refused(json.error.code, json.error.text);
  return json;
}

const post = (path, value) =>
  send(path, { "Content-Type": "application/json" }, JSON.stringify(value));

export const edit = (value) => post("/api/edit", value);
export const play = (value) => post("/api/game", value);
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

async function get(path, more = "") {
  let answer;
  try {
    answer = await fetch(`${path}?lang=${lang}${more}`);
  } catch {
    throw new Refused("offline", t("error.offline"));
  }
  const json = await answer.json();
  if (!answer.ok) throw new Refused(json.error.code, json.error.text);
  return json;
}

export async function history(before) {
  const older = before === null ? "" : `&before=${before}`;
  const answer = await fetch(`/api/history?lang=${lang}${older}`);
  const json = await answer.json();
  if (!answer.ok) throw new Refused(json.error.code, json.error.text);
  return json;
}

export async function speech() {
  const answer = await fetch(`/api/speech.wav?lang=${lang}`);
  if (!answer.ok) {
    const { error } = await answer.json();
    throw new Refused(error.code, error.text);
  }
  return answer.blob();
}

// Calls onState with every new state; onOnline says whether the table answers.
export function follow(onState, onOnline) {
  const source = new EventSource(`/api/events?lang=${lang}`);
  source.onopen = () => onOnline(true);
  source.onerror = () => onOnline(false);
  source.onmessage = (event) => onState(JSON.parse(event.data));
  return source;
}
