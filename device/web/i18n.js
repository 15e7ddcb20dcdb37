// The words of the page, fetched in one language.

let strings = {};
let asked = 0;
export let lang = "en";
export let languages = [];

export async function load(wanted) {
  asked += 1;
  const now = asked;
  const query = wanted ? `?lang=${encodeURIComponent(wanted)}` : "";
  const answer = await (await fetch(`/api/strings${query}`)).json();
  if (now !== asked) return; // another language was chosen meanwhile
  ({ strings, lang, languages } = answer);
  document.documentElement.lang = lang === "zh" ? "zh-Hans" : lang;
  document.title = t("title");
}

export function t(key, values = {}) {
  const text = strings[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export function remember(code) {
  document.cookie = `lang=${code}; path=/; max-age=31536000; samesite=strict`;
}
