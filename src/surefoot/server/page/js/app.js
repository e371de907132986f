// The page: its header, its screens and its status line.

import { button, el, fill, select } from "./dom.js";
import { follow } from "./router.js";
import { LANGUAGE, LANGUAGES, chooseLanguage, t } from "./words.js";

/** Each screen is loaded when it is first shown. `show` fills the host and may return a function that ends the screen. */
const SCREENS = {
  "": () => import("./lobby/begin.js"),
  game: () => import("./game/screen.js"),
  join: () => import("./lobby/join.js"),
  sit: () => import("./lobby/sit.js"),
  editor: () => import("./editor/editor.js"),
  desk: () => import("./desk/desk.js"),
};
const THEMES = { "": t("Theme: same as the system"), light: t("Theme: light"), dark: t("Theme: dark") };
const KEY = "surefoot.look";

const main = document.getElementById("screen");
const bar = document.getElementById("bar");
const line = document.getElementById("status");
let ends = null;
let current = null;

/**
 * Show a text in the status line, which screen readers read out.
 * @param {string} text
 * @param {string} [from] "referee" or "table" if the text came from there, so that it is not taken for a text of the page
 */
export function announce(text, from = "") {
  if (line.textContent === text) line.textContent = "";
  line.textContent = text;
  if (from) line.dataset.from = from;
  else delete line.dataset.from;
}

/**
 * Fill the header of the page.
 * @param {string} title
 * @param {...any} more buttons beside the title
 */
export function head(title, ...more) {
  header(title, null, more);
}

/** The same with the name of a game or a table as its title. */
export function headNamed(name, ...more) {
  header(name, "table", more);
}

function header(title, from, more) {
  document.title = title ? `${title} · Surefoot` : "Surefoot";
  fill(
    bar,
    el("a", { class: "brand", href: "#/", "aria-label": t("Surefoot, all games") }, el("span", { class: "brand-sign", "aria-hidden": "true" }), el("span", { class: "brand-name", text: "Surefoot", translate: "no" })),
    title ? el("h1", { class: "bar-title", text: title, data: from ? { from } : {} }) : el("span", { class: "bar-title" }),
    el("div", { class: "bar-more" }, ...more, languageList(), manualLink(), themeButton()),
  );
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
  return el("a", { class: "button quiet icon manual", href: "manual/", target: "_blank", rel: "noopener", title: t("Manual"), "aria-label": t("Manual") }, "?");
}

function themeButton() {
  const names = Object.keys(THEMES);
  const now = document.documentElement.dataset.look ?? "";
  const next = names[(names.indexOf(now) + 1) % names.length];
  return button("◐", () => {
    theme(next);
    bar.querySelector(".look").replaceWith(themeButton());
    bar.querySelector(".look").focus();
    announce(THEMES[next]);
  }, { class: "quiet icon look", title: THEMES[now], "aria-label": THEMES[now] });
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
  document.body.dataset.screen = route.name || "begin";
  // Each screen gets its own host: a screen that finishes loading too late fills a host that is no longer shown.
  const host = el("div", { class: "room" });
  const mine = (current = {});
  fill(main, host);
  const load = SCREENS[route.name];
  if (!load) {
    head(t("Page not found"));
    fill(host, el("section", { class: "sheet" }, el("h2", { text: t("There is no page at this address") }), el("a", { class: "button", href: "#/" }, t("All games"))));
    return;
  }
  const screen = await load();
  if (current !== mine) return;
  const end = (await screen.show(host, route.rest)) ?? null;
  if (current === mine) ends = end;
  else end?.();
}

try {
  theme(localStorage.getItem(KEY) ?? "");
} catch {
  // Without storage the theme is that of the system.
}
document.querySelector(".skip").textContent = t("Skip to the table");
follow(shown);
