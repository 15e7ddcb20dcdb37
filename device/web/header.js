// The bar at the top: camera, rules, language, photo, voice.

import { button, fill, h, place } from "./dom.js";
import { lang, languages, t } from "./i18n.js";

let chooser = null; // stays while it shows the same: somebody may be choosing
let shown = "";

export function drawHeader(state, act) {
  fill(place("header"),
    h("p", { class: "brand" }, h("span", { lang: "ja", "aria-hidden": "true" }, "雀卓"),
      lang === "en" ? h("span", { class: "roman" }, "Jantaku") : null),
    button("aim", doing(state), act.showAim,
      { class: `camera ${state.camera.status}`, title: t("aim.title") }),
    state.pin ? h("p", { class: "pin" }, t("header.pin", { pin: state.pin })) : null,
    h("div", { class: "tools" },
      photo(act),
      tool("speak", act.speak, { disabled: !state.score }),
      tool("listen", act.listen, { disabled: !state.score }),
      button("tilesets", t("tiles.title"), act.showTileSets),
      act.showSetup ? button("setup", t("setup.title"), act.showSetup) : null),
    chosenRules(state, act),
    language(act));
}

function chosenRules(state, act) {
  const look = JSON.stringify([lang, state.rules, state.rule_sets]);
  if (look !== shown) chooser = rules(state, act);
  shown = look;
  return chooser;
}

function doing({ camera, phase, draft }) {
  const busy = draft && ["ok", "recording"].includes(camera.status) && ["moving", "reading"].includes(phase);
  return busy ? t(`phase.${phase}.short`) : camera.text;
}

const tool = (name, onclick, attributes) =>
  button(name, t(`header.${name}`), onclick, { title: t(`header.${name}.help`), ...attributes });

function photo(act) {
  const input = h("input", {
    type: "file",
    id: "photo",
    "data-key": "photo",
    class: "visually-hidden",
    accept: "image/jpeg,image/png,image/webp",
    "aria-label": t("header.photo.help"),
  });
  input.addEventListener("change", () => input.files[0] && act.sendPhoto(input.files[0]));
  return h("label", { class: "button", for: "photo", title: t("header.photo.help") },
    t("header.photo"), input);
}

function rules(state, act) {
  const options = state.rule_sets.map(({ name, title }) =>
    h("option", { value: name, selected: name === state.rules.name }, title));
  const select = h("select", { "data-key": "rules", "aria-label": t("header.rules") }, ...options);
  select.addEventListener("change", () => act.edit({ op: "rules", name: select.value }));
  return h("label", { class: "rules" }, h("span", {}, t("header.rules")), select);
}

function language(act) {
  const buttons = languages.map(({ code, name }) =>
    button(`lang-${code}`, name, () => act.speakLanguage(code), {
      lang: code,
      "aria-pressed": String(code === lang),
    }));
  return h("div", {
    class: "segments languages",
    role: "group",
    "aria-label": t("header.language"),
  },
    ...buttons);
}
