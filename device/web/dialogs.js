// The dialogues of the history and of the table's PIN.

import * as api from "./api.js";
import { button, fill, h, place } from "./dom.js";
import { lang, t } from "./i18n.js";
import { closing } from "./picker.js";
import { shown } from "./tiles.js";

export async function showHistory(fail) {
  const dialog = place("history");
  const list = h("ol", { class: "hands" });
  const more = button("more", t("history.more"), () => add(list, more, fail), { class: "quiet", hidden: true });
  fill(dialog, h("div", { class: "sheet" },
    h("header", {}, h("h2", { id: "history-title" }, t("history.title")), closing(dialog)),
    list, more));
  dialog.showModal();
  await add(list, more, fail);
}

async function add(list, more, fail) {
  const last = list.lastElementChild?.dataset.id ?? null;
  more.disabled = true;
  try {
    const { entries, older } = await api.history(last);
    list.append(...entries.map(hand));
    more.hidden = !older;
    if (!list.children.length) list.append(h("li", { class: "empty" }, t("history.empty")));
  } catch (error) {
    fail(error);
    more.hidden = false;
  }
  more.disabled = false;
}

// The browser's own kind of the page's language, as British English is one.
function region() {
  return navigator.languages.find((tag) => tag.split("-")[0] === lang) ?? lang;
}

function hand(entry) {
  const time = new Date(entry.time);
  const tiles = [entry.concealed, entry.win ? [entry.win] : [], ...entry.melds];
  return h("li", { "data-id": entry.id },
    h("div", { class: "when" },
      h("time", { datetime: entry.time }, time.toLocaleString(region())),
      entry.corrects ? h("span", { class: "badge" }, t("history.corrected")) : null),
    h("div", { class: "worth" }, h("strong", {}, entry.points), " ", entry.limit || entry.han_fu),
    h("div", { class: "tiles" }, tiles.map((set) =>
      h("span", { class: "set" }, set.map(shown)))),
    h("p", { class: "yaku" }, `${entry.how} · ${entry.yaku}`),
    entry.picture ? picture(entry.picture) : null);
}

// Pictures are deleted with age; then there is nothing to show.
function picture(src) {
  const image = h("img", { class: "picture", src, alt: t("history.picture"), loading: "lazy" });
  const link = h("a", { href: src, target: "_blank" }, image);
  image.addEventListener("error", () => link.remove());
  return link;
}

let asking = null;

// Asks for the PIN; tells whether it was entered.  Who asks meanwhile waits for the same answer.
export function askPin() {
  asking ??= entered().finally(() => { asking = null; });
  return asking;
}

async function entered() {
  const dialog = place("pin");
  let right = false;
  const input = h("input", {
    inputmode: "numeric",
    autocomplete: "one-time-code",
    maxlength: "10",
    pattern: "[0-9]{4,10}",
    required: true,
    "aria-labelledby": "pin-title",
  });
  const trouble = h("p", { class: "trouble", role: "alert" });
  const form = h("form", {}, h("p", {}, t("pin.help")), input, trouble,
    h("button", { class: "yes" }, t("pin.ok")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await api.enterPin(input.value);
      right = true;
      dialog.close();
    } catch (error) {
      trouble.textContent = error.message;
      input.select();
    }
  });
  fill(dialog, h("div", { class: "sheet narrow" },
    h("header", {}, h("h2", { id: "pin-title" }, t("pin.title")), closing(dialog)), form));
  dialog.showModal();
  await new Promise((closed) => { dialog.addEventListener("close", closed, { once: true }); });
  return right;
}
