// What can be entered by hand: what the camera missed, and what it cannot see.

import { button, h } from "./dom.js";
import { t } from "./i18n.js";

const STEP = 100;
const SIDES = ["bottom", "right", "top", "left"];
let tenpai = new Set();
let nagashi = new Set();
let win = { player: null, discarder: undefined, points: "" };
let penalty = "";
let opened = new Set();
const renamed = new Map(); // what is being typed, by player
let begun = "";

// What was chosen for one hand and not entered does not hold for the next.
function forgetEarlier({ number, hand }) {
  const now = `${number} ${hand}`;
  if (now === begun) return;
  begun = now;
  [tenpai, nagashi] = [new Set(), new Set()];
  renamed.clear();
  win = { player: null, discarder: undefined, points: "" };
}

export function entries(game, act) {
  forgetEarlier(game);
  return choices(game, act);
}

const choices = (game, act) => [
  h("fieldset", {}, h("legend", {}, t("game.enter.riichi")),
    perPlayer(game, "riichi", ({ player, riichi }) =>
      act.play({ op: riichi ? "no_riichi" : "riichi", player }), ({ riichi }) => riichi)),
  folded("draw", t("game.enter.draw"), drawEntry(game, act)),
  game.aborts.length ? folded("abort", t("game.enter.abort"), aborts(game, act)) : null,
  folded("win", t("game.enter.win"), winEntry(game, act)),
  folded("foul", t("game.enter.chombo"), fouls(game, act)),
  folded("mend", t("game.mend"), mend(game, act)),
  h("div", { class: "choices" },
    game.timed ? button("time", t("game.time"), () => act.play({ op: "time" }), { class: "quiet" }) : null,
    button("stop", t("game.stop"), () => act.play({ op: "stop" }), { class: "quiet" })),
];

function folded(name, title, ...children) {
  const details = h("details", { open: opened.has(name) },
    h("summary", { "data-key": `open-${name}` }, title), ...children);
  details.addEventListener("toggle", () => opened[details.open ? "add" : "delete"](name));
  return details;
}

const perPlayer = (game, key, onclick, pressed) =>
  h("div", { class: "segments loose" }, game.players.map((player) =>
    button(`${key}-${player.player}`, player.name, () => onclick(player), {
      "aria-pressed": pressed ? String(Boolean(pressed(player))) : null,
    })));

// Buttons that stay pressed; nothing is entered before one more tap.
function toggles(game, key, chosen, always = () => false) {
  const buttons = perPlayer(game, key, (player) => {
    chosen[chosen.has(player.player) ? "delete" : "add"](player.player);
    buttons.querySelector(`[data-key="${key}-${player.player}"]`)
      .setAttribute("aria-pressed", String(always(player) || chosen.has(player.player)));
  }, (player) => always(player) || chosen.has(player.player));
  return buttons;
}

function drawEntry(game, act) {
  const inRiichi = ({ riichi }) => riichi;
  const enter = () => {
    const ready = game.players.filter(inRiichi).map(({ player }) => player);
    opened.delete("draw");
    return act.play({ op: "draw", tenpai: [...new Set([...tenpai, ...ready])], nagashi: [...nagashi] });
  };
  return [
    h("fieldset", {}, h("legend", {}, t("game.enter.tenpai")), toggles(game, "tenpai", tenpai, inRiichi)),
    h("fieldset", {}, h("legend", {}, t("game.enter.nagashi")), toggles(game, "nagashi", nagashi)),
    button("draw", t("game.enter.draw.ok"), enter, { class: "yes" }),
  ];
}

const aborts = (game, act) =>
  h("div", { class: "segments loose" }, game.aborts.map(({ kind, name }) =>
    button(`abort-${kind}`, name, () => act.play({ op: "abort", kind }))));

function choice(game, key, extra, current, choose) {
  const buttons = [...extra, ...game.players.map(({ player, name }) => [player, name])];
  const row = h("div", { class: "segments loose" }, buttons.map(([value, name]) =>
    button(`${key}-${value}`, name, (event) => {
      choose(value);
      for (const other of row.children) other.setAttribute("aria-pressed", "false");
      event.currentTarget.setAttribute("aria-pressed", "true");
    }, { "aria-pressed": String(value === current) })));
  return row;
}

function number(key, label, value, onchange) {
  const input = h("input", { type: "number", inputmode: "numeric", min: "0", step: STEP,
    "data-key": key, value, "aria-label": label });
  input.addEventListener("input", () => onchange(input.value));
  return input;
}

function winEntry(game, act) {
  const enter = () => {
    const { player, discarder } = win;
    const points = Number.parseInt(win.points, 10);
    return act.play({ op: "win", player, points, discarder: discarder === "self" ? null : discarder });
  };
  return [
    h("fieldset", {}, h("legend", {}, t("game.enter.winner")),
      choice(game, "winner", [], win.player, (player) => { win.player = player; })),
    h("fieldset", {}, h("legend", {}, t("game.enter.from")),
      choice(game, "from", [["self", t("game.enter.self")]], win.discarder, (player) => { win.discarder = player; })),
    h("label", { class: "field" }, t("game.enter.points"),
      number("points", t("game.enter.points"), win.points, (value) => { win.points = value; })),
    button("win", t("game.enter.ok"), enter, { class: "yes" }),
  ];
}

const fouls = (game, act) => [
  perPlayer(game, "chombo", ({ player }) => act.play({ op: "chombo", player })),
  h("label", { class: "field" }, t("game.enter.penalty"),
    number("penalty", t("game.enter.penalty"), penalty, (value) => { penalty = value; })),
  perPlayer(game, "penalty", ({ player }) =>
    act.play({ op: "penalty", player, points: Number.parseInt(penalty, 10) })),
  h("p", { class: "note" }, game.penalty),
];

const mend = (game, act) => [
  h("div", { class: "stepper", role: "group", "aria-label": t("game.mend.honba") },
    h("span", { class: "label" }, t("game.mend.honba")),
    step(game, act, "−", -1), h("output", {}, String(game.honba)), step(game, act, "+", 1)),
  h("fieldset", {}, h("legend", {}, t("game.mend.dealer")),
    perPlayer(game, "first", ({ player }) => act.play({ op: "turn", player }),
      ({ player }) => player === 0)),
  h("fieldset", {}, h("legend", {}, t("game.mend.side", { name: game.players[0].name })),
    h("div", { class: "segments loose" }, SIDES.map((side) =>
      button(`place-${side}`, t(`side.${side}`), () => act.play({ op: "place", player: 0, side }), {
        "aria-pressed": String(game.players[0].side === side),
      })))),
  names(game, act),
];

const step = (game, act, sign, change) =>
  button(`honba${change}`, sign, () => act.play({ op: "honba", count: game.honba + change }), {
    disabled: game.honba + change < 0,
    "data-repeat": true,
    "aria-label": t(change > 0 ? "context.plus" : "context.less", { what: t("game.mend.honba") }),
  });

function names(game, act) {
  const inputs = game.players.map(({ player, name, wind_name }) => {
    const input = h("input", { "data-key": `rename-${player}`, value: renamed.get(player) ?? name,
      "aria-label": `${t("game.mend.names")} ${wind_name}`, autocomplete: "off" });
    input.addEventListener("input", () => renamed.set(player, input.value));
    return input;
  });
  const change = async () => {
    if (await act.play({ op: "rename", names: inputs.map((input) => input.value) })) renamed.clear();
  };
  return h("fieldset", { class: "names" }, h("legend", {}, t("game.mend.names")), inputs,
    button("rename", t("game.mend.names.ok"), change));
}
