// Bring your own: a list that is pasted, a map or a roster from another program, a table, a saved game. The server reads them; every problem is told.

import { announce } from "../app.js";
import { button, el, field, fill, icon, select } from "../dom.js";
import { once } from "../net.js";
import { go } from "../router.js";
import { fitted, shrunk } from "../table/photos.js";
import { t, tn } from "../words.js";
import { fileOf, listFile, read, tellProblems } from "./reading.js";

/** Where the editor keeps its draft. */
const DRAFT = "surefoot.draft";

/** Both cards. `play` starts a game of a scenario or a log; it throws what the server refuses. */
export function bring({ play }) {
  const wrong = el("div", { class: "brought wrong", role: "alert" });
  const done = el("div", { class: "brought" });
  const start = async (chosen, file = "") => {
    fill(wrong);
    try {
      await play(chosen);
    } catch (refused) {
      fill(done);
      tellProblems(refused, wrong, file);
    }
  };
  const parts = { wrong, done, start, game: gameList() };
  return el("section", { class: "bring upload", "aria-labelledby": "bring" }, el("h2", { id: "bring", text: t("Bring your own") }), el("div", { class: "bring-cards" }, pasteCard(parts), dropCard(parts)), wrong, done);
}

function pasteCard(parts) {
  const text = el("textarea", { class: "input list-input", rows: 4, "aria-label": t("Your list"), placeholder: "name,count,M,base\nVanguard,10,6,32\nWarden,1,8,60", translate: "no", spellcheck: "false" });
  const { game } = parts;
  const read = () => (text.value.trim() ? brought(listFile(text.value), parts) : text.focus());
  return el(
    "div",
    { class: "bring-card" },
    el("h3", {}, icon("clipboard-paste"), t("Paste a list")),
    text,
    el("p", { class: "soft", text: t("From New Recruit, BattleScribe, the official app, YakTribe, or a table with name, M and base.") }),
    el("p", { class: "soft" }, t("Units of Warhammer 40,000:"), " ", credit()),
    el("div", { class: "row" }, field(t("Game"), game), button(t("Read the list"), read, { class: "small" })),
  );
}

/** The credit that the licence of the data set asks for wherever it is used in public. */
function credit() {
  return el("a", { href: "https://40kdc.alpacasoft.dev", target: "_blank", rel: "noreferrer", translate: "no", text: "Powered by 40kdc-data" });
}

function gameList() {
  const list = select([["", t("As the list says")]], "", () => {});
  once("/v1/rulesets").then(({ rulesets }) => list.append(...rulesets.map((each) => el("option", { value: each.name, text: each.title, data: { from: "table" } }))), () => {});
  return list;
}

function dropCard(parts) {
  const input = el("input", { type: "file", class: "quietly", id: "upload" });
  const take = async (file) => file && readFile(file, parts);
  input.addEventListener("change", async () => {
    await take(input.files[0]);
    input.value = "";
  });
  const card = el(
    "div",
    { class: "bring-card drop" },
    el("h3", {}, icon("image"), t("Drop a map, a photo, a roster or a saved game")),
    el("p", { class: "soft", text: t("Maps of Foundry, Universal VTT or Tiled become walls and floors. A photo lies under a table that you draw. Rosters become units. Tables and saved games of Surefoot open at once.") }),
    el("div", { class: "row" }, el("label", { class: "button small", for: "upload" }, icon("file-up", "small"), t("Choose a file")), input, el("a", { class: "button small quiet", href: "#/editor" }, t("Draw a table"))),
  );
  card.addEventListener("dragover", (event) => {
    event.preventDefault();
    card.classList.add("over");
  });
  card.addEventListener("dragleave", () => card.classList.remove("over"));
  card.addEventListener("drop", (event) => {
    event.preventDefault();
    card.classList.remove("over");
    take(event.dataTransfer.files[0]);
  });
  return card;
}

/** A photo or a drawn map opens the editor, with the picture under a new table. */
async function photo(file, parts) {
  const image = await shrunk(file);
  if (!image) return fill(parts.wrong, el("p", { text: t("This file is not a picture") }));
  const board = { width: 48, depth: Math.max(1, Math.round((48 * image.height) / image.width)) };
  return edit({ name: file.name.replace(/\.[^.]*$/, ""), board: [board.width, board.depth], picture: fitted(image, board) });
}

/** A file: a table or a saved game of ours is played, anything else goes to the server to be read. */
async function readFile(file, parts) {
  parts.newest = {};
  if (/^image\/(png|jpeg|webp)$/.test(file.type)) return photo(file, parts);
  const text = await file.text();
  const log = logOf(text);
  if (log) return parts.start({ log: text, sides: log.sides, name: file.name.replace(/\.game$/, "") }, file.name);
  const table = /["']?ruleset["']?\s*:/.test(text) && /["']?board["']?\s*:/.test(text);
  if (/\.ya?ml$/i.test(file.name) || (table && /\.json$/i.test(file.name))) return parts.start({ scenario: text }, file.name);
  return brought(await fileOf(file), parts);
}

/** Ask the server to read a list or a map, and offer what it makes of it. */
async function brought(file, parts) {
  const ruleset = parts.game.value;
  const mine = (parts.newest = {});
  fill(parts.wrong);
  fill(parts.done, el("p", { class: "soft waiting", text: t("Reading {file} …", { file: file.name }) }));
  const wrong = el("div");
  const made = await read(file, { ruleset }, wrong);
  // Something else was brought meanwhile.
  if (parts.newest !== mine) return;
  if (made) show(made, parts);
  else {
    fill(parts.done);
    fill(parts.wrong, ...wrong.childNodes);
    parts.wrong.scrollIntoView({ block: "nearest" });
  }
}

/** The sides of a game whose log this is; null if it is no log. */
function logOf(text) {
  try {
    const header = JSON.parse(text.split("\n", 1)[0]);
    return header.surefoot && header.start ? { sides: [...new Set(header.start.models.map((model) => model.side))].filter(Boolean) } : null;
  } catch {
    return null;
  }
}

/** What was read, what was assumed, and what can be done with it. */
function show(made, parts) {
  const count = made.scenario.models?.length ?? Object.keys(made.scenario.models ?? {}).length;
  const pieces = made.scenario.terrain?.length ?? Object.keys(made.scenario.terrain ?? {}).length;
  // A map names no game: the editor asks for it, unless it was chosen here.
  const { ruleset, ...ground } = made.scenario;
  const set = () => edit(parts.game.value ? { ruleset, ...ground } : ground);
  const play = [button(t("Play now"), () => parts.start({ scenario: made.text }), { class: "small" }), button(t("Edit the table"), () => edit(made.scenario), { class: "small" })];
  const row = count ? [button(t("Deploy"), () => edit(waiting(made.scenario)), { class: "strong small", icon: "users" }), ...play] : [button(t("Add models"), set, { class: "strong small", icon: "users" })];
  fill(
    parts.done,
    el("h3", { text: made.scenario.name, data: { from: "table" } }),
    el("p", { text: count ? tn("{n} model", "{n} models", count) : tn("{n} piece of terrain, no models yet", "{n} pieces of terrain, no models yet", pieces) }),
    made.notes.length > 0 && el("details", {}, el("summary", { text: t("What was assumed ({n})", { n: made.notes.length }) }), el("ul", {}, ...made.notes.map((text) => el("li", { text, data: { from: "referee" } })))),
    el("div", { class: "row" }, ...row),
    count > 0 && el("p", { class: "soft", text: t("Deploy: your units wait in a tray, and you put them where you want. Play now: Surefoot sets them up.") }),
  );
  parts.done.scrollIntoView({ block: "nearest" });
  announce(t("Read: {name}", { name: made.scenario.name }));
}

/** The same table with all its models in the tray. */
function waiting(scenario) {
  const models = Object.entries(scenario.models ?? {}).map(([id, entry]) => {
    const { at: _at, facing: _facing, on: _on, ...rest } = entry;
    return [id, { ...rest, place: { kind: "off" } }];
  });
  return { ...scenario, models: Object.fromEntries(models) };
}

/** The editor goes on with the last draft: this becomes it. */
export function edit(scenario) {
  try {
    localStorage.setItem(DRAFT, JSON.stringify(scenario));
  } catch {
    // Without storage the editor opens an empty table.
  }
  go("editor");
}
