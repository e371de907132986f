// The page: its head, its screens, and the one line that speaks.

import { button, el, fill } from "./dom.js";
import { follow } from "./router.js";

/** Each screen is loaded when it is wanted; `show` fills the room and returns what ends it. */
const SCREENS = {
  "": () => import("./lobby/begin.js"),
  game: () => import("./lobby/game.js"),
  join: () => import("./lobby/join.js"),
  sit: () => import("./lobby/sit.js"),
  editor: () => import("./editor/editor.js"),
  desk: () => import("./desk/desk.js"),
};
const LOOKS = ["", "light", "dark"];
const LOOK_NAMES = { "": "Look: as the system", light: "Look: light", dark: "Look: dark" };

const room = document.getElementById("screen");
const bar = document.getElementById("bar");
const status = document.getElementById("status");
let ends = null;
let current = null;

/** The one live line of the page: what has just happened, for everybody who sees or hears it. */
export function say(text) {
  if (status.textContent === text) status.textContent = "";
  status.textContent = text;
}

/** What the head of the page shows beside its name. */
export function head(title, ...more) {
  document.title = title ? `${title} · Surefoot` : "Surefoot";
  fill(
    bar,
    el("a", { class: "brand", href: "#/", "aria-label": "Surefoot, all games" }, el("span", { class: "brand-sign", "aria-hidden": "true" }), el("span", { class: "brand-name", text: "Surefoot" })),
    title ? el("h1", { class: "bar-title", text: title }) : el("span", { class: "bar-title" }),
    el("div", { class: "bar-more" }, ...more, lookButton()),
  );
}

function lookButton() {
  const now = document.documentElement.dataset.look ?? "";
  const next = LOOKS[(LOOKS.indexOf(now) + 1) % LOOKS.length];
  return button("◐", () => {
    look(next);
    bar.querySelector(".look").replaceWith(lookButton());
    bar.querySelector(".look").focus();
    say(LOOK_NAMES[next]);
  }, { class: "quiet icon look", title: LOOK_NAMES[now], "aria-label": LOOK_NAMES[now] });
}

function look(name) {
  if (name) document.documentElement.dataset.look = name;
  else delete document.documentElement.dataset.look;
  try {
    localStorage.setItem("surefoot.look", name);
  } catch {
    // Whoever forbids storage has to say it again next time.
  }
}

async function shown(route) {
  ends?.();
  ends = null;
  document.body.dataset.screen = route.name || "begin";
  // Each screen has a room of its own: one that comes too late fills a room that nobody sees any more.
  const host = el("div", { class: "room" });
  const mine = (current = {});
  fill(room, host);
  const load = SCREENS[route.name];
  if (!load) {
    head("Not here");
    fill(host, el("section", { class: "sheet" }, el("h2", { text: "There is nothing at this address" }), el("a", { class: "button", href: "#/" }, "To all games")));
    return;
  }
  const screen = await load();
  if (current !== mine) return;
  const over = (await screen.show(host, route.rest)) ?? null;
  if (current === mine) ends = over;
  else over?.();
}

try {
  look(localStorage.getItem("surefoot.look") ?? "");
} catch {
  // As above.
}
follow(shown);
