// This phone as the table's camera: a film where the browser lends its camera, else single photos.

import * as api from "./api.js";
import { askPin } from "./dialogs.js";
import { button, fill, h, place } from "./dom.js";
import { load, t } from "./i18n.js";

const STEP_MS = 250;
const WAIT_MS = 2000;
const LONGEST = 1920; // pixels of a side
const QUALITY = 0.85;
const WANTED = {
  audio: false,
  video: { facingMode: "environment", width: { ideal: LONGEST }, height: { ideal: 1080 } },
};

const video = h("video", { playsinline: true, muted: true });
const canvas = document.createElement("canvas");
let film = null;
let lock = null;
let sent = 0;
let trouble = "";
let setup = null;

const films = () => Boolean(navigator.mediaDevices?.getUserMedia);

function draw() {
  fill(place("notices"), trouble ? h("p", { class: "notice bad" }, trouble) : null);
  fill(place("phone"),
    h("h1", { id: "phone-title" }, t("camera.phone")),
    h("p", {}, t("camera.phone.help")),
    watched(),
    films() ? filming() : shooting(),
    sent ? h("p", { class: "sent", role: "status" }, t(film ? "camera.phone.sends" : "camera.phone.sent", { count: sent })) : null,
    h("p", {}, h("a", { href: "/" }, t("film.page"))));
}

// The table may watch another camera.
function watched() {
  if (!setup || setup.camera_given || setup.cameras.some(({ source, chosen }) => source === "phone" && chosen)) return null;
  return h("div", { class: "choices" },
    button("use-phone", t("camera.phone.use"), () => attempt(async () => {
      setup = (await api.setSetup({ op: "camera", source: "phone" })).setup;
      draw();
    }), { class: "yes" }));
}

const filming = () => [
  film ? video : null,
  h("div", { class: "choices" }, film
    ? button("stop-film", t("camera.phone.stop"), stop)
    : button("start-film", t("camera.phone.start"), start, { class: "yes" })),
].filter(Boolean);

function shooting() {
  const input = h("input", {
    type: "file", id: "shot", "data-key": "shot", class: "visually-hidden", accept: "image/*", capture: "environment",
  });
  input.addEventListener("change", () => input.files[0] && shoot(input.files[0]));
  return [
    h("p", { class: "why" }, t("camera.phone.http")),
    setup?.secure ? h("p", {}, h("a", { href: secure() }, secure())) : h("p", { class: "why" }, t("camera.phone.tls")),
    h("div", { class: "choices" }, h("label", { class: "button", for: "shot" }, t("camera.phone.shoot"), input)),
  ];
}

const secure = () => `https://${location.hostname}:${setup.secure}/camera`;

async function attempt(action) {
  try {
    await action();
    trouble = "";
    return true;
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    if (error.code === "pin_needed") {
      stop();
      askPin().then((right) => right && told(""));
    }
    trouble = error.message;
    return false;
  } finally {
    draw();
  }
}

function told(text) {
  trouble = text;
  draw();
}

async function shoot(file) {
  if (await attempt(() => api.sendShot(file))) {
    sent += 1;
    draw();
  }
}

async function start() {
  try {
    film = await navigator.mediaDevices.getUserMedia(WANTED);
  } catch (error) {
    trouble = t(error.name === "NotAllowedError" ? "camera.phone.refused" : "camera.phone.none");
    draw();
    return;
  }
  video.srcObject = film;
  sent = 0;
  draw();
  await video.play();
  await keepAwake();
  send();
}

function stop() {
  film?.getTracks().forEach((track) => track.stop());
  lock?.release();
  [film, lock] = [null, null];
  draw();
}

// The next picture is sent when the one before has arrived: a slow network gets fewer.
async function send() {
  if (!film) return;
  const picture = await taken();
  const done = picture !== null && await attempt(() => api.sendFrame(picture));
  if (done) sent += 1;
  setTimeout(send, done ? STEP_MS : WAIT_MS);
}

function taken() {
  const { videoWidth, videoHeight } = video;
  if (!videoWidth) return Promise.resolve(null);
  const scale = Math.min(1, LONGEST / Math.max(videoWidth, videoHeight));
  [canvas.width, canvas.height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}

// A phone that sleeps films nothing; the lock ends whenever the page is hidden.
async function keepAwake() {
  try {
    lock = await navigator.wakeLock?.request("screen");
  } catch {
    lock = null; // the battery is low: the person keeps the phone awake
  }
}

document.addEventListener("visibilitychange", () => {
  if (film && document.visibilityState === "visible") keepAwake();
});

await load(new URLSearchParams(location.search).get("lang"));
video.setAttribute("aria-label", t("camera.phone"));
await attempt(async () => { ({ setup } = await api.setup()); });
document.body.dataset.revision = "0";
