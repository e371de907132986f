// The page: its top bar, its screens and its notices.

import { button, el, fill, icon, select } from "./dom.js";
import { host } from "./host/host.js";
import { follow } from "./router.js";
import { LANGUAGE, LANGUAGES, chooseLanguage, t } from "./words.js";

/** Each screen is loaded when it is first shown. `show` fills the host and may return a function that ends the screen. */
const SCREENS = {
  "": () => import("./lobby/begin.js"),
  game: () => import("./game/screen.js"),
  join: () => import("./lobby/join.js"),
  sit: () => import("./lobby/sit.js"),
  table: () => import("./lobby/linked.js"),
  editor: () => import("./editor/editor.js"),
  desk: () => import("./desk/desk.js"),
  train: () => import("./train/train.js"),
  puzzle: () => import("./train/puzzle.js"),
};
const THEMES = { "": t("Theme: same as the system"), light: t("Theme: light"), dark: t("Theme: dark") };
const KEY = "surefoot.look";
/** Palettes by the beginning of a ruleset's name; all others have the first one of the style sheet. */
const PALETTES = [["wh40k", "wh40k"], ["dark-heresy", "dark-heresy"], ["gemini", "gemini"]];
/** Milliseconds for which a notice stands, besides the time to read it. */
const SHOWN = 1800;

const main = document.getElementById("screen");
const bar = document.getElementById("bar");
const line = document.getElementById("status");
const heard = document.getElementById("heard");
let ends = null;
let current = null;
let fading = 0;

/**
 * Show a notice for a moment; screen readers read it out.
 * @param {string} text
 * @param {string} [from] "referee" or "table" if the text came from there, so that it is not taken for a text of the page
 */
export function announce(text, from = "") {
  say(line, text, from);
  clearTimeout(fading);
  line.classList.toggle("shown", Boolean(text));
  fading = setTimeout(() => line.classList.remove("shown"), SHOWN + 45 * text.length);
}

/** Tell screen readers what everybody else sees on the screen anyway. A notice that is shown stays. */
export function whisper(text, from = "") {
  say(heard, text, from);
}

function say(where, text, from) {
  if (where.textContent === text) where.textContent = "";
  where.textContent = text;
  if (from) where.dataset.from = from;
  else delete where.dataset.from;
}

/**
 * Fill the top bar.
 * @param {string} title
 * @param {...any} more buttons at its right end
 */
export function head(title, ...more) {
  headWith({ title, more });
}

/** The same with the name of a game or a table as its title. */
export function headNamed(name, ...more) {
  headWith({ title: name, from: "table", more });
}

/**
 * Fill the top bar: the title with a note below it, something in the middle (whose turn it is), buttons, and further entries of the menu.
 * @param {{title?: string, from?: string, note?: Node | null, middle?: Node | null, more?: any[], menu?: any[], mark?: string}} parts `mark` stands before the title of the window
 */
export function headWith({ title = "", from = "", note = null, middle = null, more = [], menu = [], mark = "" }) {
  document.title = [mark && `● ${mark}`, title, "Surefoot"].filter(Boolean).join(" · ");
  // An open menu stays open while the bar is filled again.
  const open = bar.querySelector(".menu:popover-open");
  const kept = open ?? menuOf(menu);
  if (open) fill(open, ...menuEntries(menu));
  const parts = [
    el("a", { class: "brand", href: "#/", "aria-label": t("Surefoot, all games") }, el("span", { class: "brand-sign", "aria-hidden": "true" }), el("span", { class: "brand-name", text: "Surefoot", translate: "no" })),
    title && el("div", { class: "crumb" }, el("h1", { class: "bar-title", text: title, data: from ? { from } : {} }), note),
    el("div", { class: "bar-middle" }, middle),
    el("div", { class: "bar-more" }, ...more, manualLink(), menuButton()),
  ];
  const focus = bar.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent : "";
  for (const child of [...bar.children]) if (child !== open) child.remove();
  bar.prepend(...parts.filter(Boolean));
  if (!open) bar.append(kept);
  if (focus) [...bar.querySelectorAll("a, button")].find((each) => (each.getAttribute("aria-label") ?? each.textContent) === focus)?.focus();
}

/** The palette of a game: of its ruleset, or none. */
export function paletteOf(ruleset) {
  const found = PALETTES.find(([start]) => String(ruleset ?? "").startsWith(start));
  if (found) document.documentElement.dataset.game = found[1];
  else delete document.documentElement.dataset.game;
}

function menuButton() {
  return button("", () => {}, { class: "quiet icon menu-button", icon: "menu", popovertarget: "menu", "aria-label": t("Menu"), title: t("Menu") });
}

function menuOf(entries) {
  const made = el("div", { class: "menu", id: "menu", popover: "auto" }, ...menuEntries(entries));
  // A choice closes it; only the theme is tried one after another.
  made.addEventListener("click", (event) => event.target.closest("a, button:not(.look)") && made.hidePopover());
  return made;
}

function menuEntries(entries) {
  const link = (text, href, sign) => el("a", { class: "button quiet", href }, icon(sign), text);
  return [...entries, link(t("All games"), "#/", "grid-3x3"), link(t("Table editor"), "#/editor", "pencil"), link(t("Game master’s desk"), "#/desk", "book-open"), link(t("Training"), "#/train", "list-checks"), link(t("Puzzle of the day"), "#/puzzle", "flag"), themeButton(), languageList()].filter(Boolean);
}

/** The list of languages, if there is more than one. */
function languageList() {
  if (LANGUAGES.length < 2) return null;
  const named = (code) => new Intl.DisplayNames([code], { type: "language", languageDisplay: "standard" }).of(code.split("-")[0]);
  const list = select(LANGUAGES.map((code) => [code, named(code)]), LANGUAGE, chooseLanguage);
  list.classList.add("language");
  list.setAttribute("aria-label", t("Language"));
  list.dataset.from = "table";
  return list;
}

/** The manual, in another tab so that the game stays open. */
function manualLink() {
  return el("a", { class: "button quiet icon manual wide-only", href: "manual/", target: "_blank", rel: "noopener", title: t("Manual"), "aria-label": t("Manual") }, icon("circle-question-mark"));
}

function themeButton() {
  const names = Object.keys(THEMES);
  const now = document.documentElement.dataset.look ?? "";
  const next = names[(names.indexOf(now) + 1) % names.length];
  return button(THEMES[now], () => {
    theme(next);
    bar.querySelector(".look").replaceWith(themeButton());
    bar.querySelector(".look").focus();
    whisper(THEMES[next]);
  }, { class: "quiet look", icon: now === "light" ? "sun" : now === "dark" ? "moon" : "settings" });
}

function theme(name) {
  if (name) document.documentElement.dataset.look = name;
  else delete document.documentElement.dataset.look;
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Without storage the theme lasts until the page is closed.
  }
}

async function shown(route) {
  ends?.();
  ends = null;
  announce("");
  whisper("");
  // A table and the desk bring the palette of their game.
  paletteOf("");
  document.body.dataset.screen = route.name || "begin";
  // Each screen gets its own host: a screen that finishes loading too late fills a host that is no longer shown.
  const host = el("div", { class: "room" });
  const mine = (current = {});
  const left = main.contains(document.activeElement);
  fill(main, host);
  // What had the focus is gone with its screen: the keyboard goes on in the new one.
  if (left) main.focus({ preventScroll: true });
  // A new screen begins at its top.
  main.scrollTop = 0;
  scrollTo(0, 0);
  const load = SCREENS[route.name];
  if (!load) {
    head(t("Page not found"));
    fill(host, el("section", { class: "sheet" }, el("h2", { text: t("There is no page at this address") }), el("a", { class: "button", href: "#/" }, t("All games"))));
    return;
  }
  // Seen only if it takes long; a screen that says more about its wait says it instead.
  fill(host, el("p", { class: "sheet waiting late soft", role: "status", text: t("Loading …") }));
  try {
    const screen = await load();
    if (current !== mine) return;
    const end = (await screen.show(host, route.rest)) ?? null;
    if (current === mine) ends = end;
    else end?.();
  } catch (refused) {
    if (current === mine) fill(host, failed(refused, () => shown(route)));
  }
}

/** A screen that could not be loaded: why, and a button that tries again. */
function failed(refused, again) {
  return el(
    "section",
    { class: "sheet narrow", role: "alert" },
    el("h2", { text: t("This page could not be loaded") }),
    el("p", { class: "bad", text: refused.message, data: { from: refused.from ?? "referee" } }),
    el("div", { class: "row" }, button(t("Try again"), again, { class: "strong", icon: "rotate-cw" }), el("a", { class: "button", href: "#/" }, t("All games"))),
  );
}

try {
  theme(localStorage.getItem(KEY) ?? "");
} catch {
  // Without storage the theme is that of the system.
}
document.querySelector(".skip").textContent = t("Skip to the table");
if (host.alone) import("./host/alone.js").then(({ begin }) => begin(announce));
follow(shown);
