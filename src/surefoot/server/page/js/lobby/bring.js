// Bring your own: a list that is pasted, a map or a roster from another program, a table, a saved game. The server reads them; every problem is told.

import { announce } from "../app.js";
import { button, el, field, fill, icon, select } from "../dom.js";
import { ask, once } from "../net.js";
import { go } from "../router.js";
import { t, tn } from "../words.js";

/** Where the editor keeps its draft. */
const DRAFT = "surefoot.draft";
const LARGEST = 700_000;

/** Say beside the place where something was begun why it can't be played: every problem at once. */
export function tellProblems(refused, at, file = "") {
  const problems = refused.problem?.problems ?? [];
  const lines = problems.length ? problems.map((each) => [each.where, each.says].filter(Boolean).join(": ")) : [refused.message];
  fill(at, file && el("p", { text: t("{file} can’t be played:", { file }) }), el("ul", {}, ...lines.map((text) => el("li", { text, data: { from: "referee" } }))));
  at.scrollIntoView({ block: "nearest" });
  announce(lines.join("; "), "referee");
}

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
  const parts = { wrong, done, start };
  return el("section", { class: "bring upload", "aria-labelledby": "bring" }, el("h2", { id: "bring", text: t("Bring your own") }), el("div", { class: "bring-cards" }, pasteCard(parts), dropCard(parts)), wrong, done);
}

function pasteCard(parts) {
  const text = el("textarea", { class: "input list-input", rows: 4, "aria-label": t("Your list"), placeholder: "name,count,M,base\nVanguard,10,6,32\nWarden,1,8,60", translate: "no", spellcheck: "false" });
  const game = gameList();
  const read = () => (text.value.trim() ? brought({ name: nameOf(text.value), text: text.value, ruleset: game.value }, parts) : text.focus());
  return el(
    "div",
    { class: "bring-card" },
    el("h3", {}, icon("clipboard-paste"), t("Paste a list")),
    text,
    el("p", { class: "soft", text: t("From New Recruit, BattleScribe, the official app, or a table with name, M and base.") }),
    el("div", { class: "row" }, field(t("Game"), game), button(t("Read the list"), read, { class: "small" })),
  );
}

/** The name of a pasted list: its ending tells how it is written. */
function nameOf(text) {
  if (/^\s*[[{]/.test(text)) return "list.json";
  if (/^\s*</.test(text)) return "list.ros";
  return /^[^\n]*[,;\t][^\n]*\n/.test(text) ? "list.csv" : "list.txt";
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
    el("h3", {}, icon("image"), t("Drop a map, a roster or a saved game")),
    el("p", { class: "soft", text: t("Maps of Foundry, Universal VTT or Tiled become walls and floors. Rosters become units. Tables and saved games of Surefoot open at once.") }),
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

/** A file: a table or a saved game of ours is played, anything else goes to the server to be read. */
async function readFile(file, parts) {
  if (file.size > LARGEST) {
    fill(parts.done);
    fill(parts.wrong, el("p", { text: t("{file} is too large: at most 700 kB. Leave the picture out of a map", { file: file.name }) }));
    return undefined;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const log = logOf(text);
  if (log) return parts.start({ log: text, sides: log.sides, name: file.name.replace(/\.game$/, "") }, file.name);
  const table = /["']?ruleset["']?\s*:/.test(text) && /["']?board["']?\s*:/.test(text);
  if (/\.ya?ml$/i.test(file.name) || (table && /\.json$/i.test(file.name))) return parts.start({ scenario: text }, file.name);
  return brought({ name: file.name, data: btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join("")), ruleset: "" }, parts);
}

/** Ask the server to read a list or a map, and offer what it makes of it. */
async function brought(file, parts) {
  fill(parts.wrong);
  fill(parts.done, el("p", { class: "soft", text: t("Reading {file} …", { file: file.name }) }));
  const isMap = /\.(dd2vtt|uvtt|df2vtt|tmj|tmx|svg)$/i.test(file.name);
  try {
    const made = await ask("/v1/tables", { body: { ruleset: file.ruleset, [isMap ? "map" : "army"]: { name: file.name, ...(file.text === undefined ? { data: file.data } : { text: file.text }) } } });
    show(made, parts);
  } catch (refused) {
    fill(parts.done);
    tellProblems(refused, parts.wrong);
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
  fill(
    parts.done,
    el("h3", { text: made.scenario.name, data: { from: "table" } }),
    el("p", { text: tn("{n} model", "{n} models", count) }),
    made.notes.length > 0 && el("details", {}, el("summary", { text: t("What was assumed ({n})", { n: made.notes.length }) }), el("ul", {}, ...made.notes.map((text) => el("li", { text, data: { from: "referee" } })))),
    el("div", { class: "row" }, button(t("Play"), () => parts.start({ scenario: made.text }), { class: "strong small" }), button(t("Edit the table"), () => edit(made.scenario), { class: "small" })),
  );
  announce(t("Read: {name}", { name: made.scenario.name }));
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
