// The welcome: the games by name, a first move in sixty seconds, the games of this browser, and what people bring.

import { announce, headWith } from "../app.js";
import { button, el, field, fill, icon, select } from "../dom.js";
import { host } from "../host/host.js";
import { DICE, MODES } from "../labels.js";
import { STRENGTHS } from "../game/computer.js";
import { ask, once } from "../net.js";
import { go } from "../router.js";
import { rulesetOf } from "../rulesets.js";
import { tableOf } from "../table/decode.js";
import { t, tn } from "../words.js";
import { bring } from "./bring.js";
import { families } from "./families.js";
import { myGames } from "./games.js";
import { hero } from "./hero.js";
import { Pictures } from "./pictures.js";
import { tellProblems } from "./reading.js";
import { keep } from "./seats.js";

/** A table on which both sides have goals. */
const CONTEST = "silos";

/** Start a game and join it as its host; `computer` is the side that the computer plays, and how well; `more` goes to its screen: "guide" leads through the first move. */
export async function begin({ computer, ...form }, ...more) {
  const begun = await ask("/v1/games", { body: form });
  keep({ game: begun.game, computer, token: begun.token, name: begun.name, role: begun.seat.role, sides: begun.seat.sides, invitations: begun.invitations });
  go("game", begun.game, ...more);
}

/** The settings of a new game, the same for every scenario. */
class GameSettings {
  constructor() {
    this.mode = "enforce";
    this.dice = "server";
    this.players = "here";
    this.strength = "medium";
    this.measuring = "scenario";
  }

  /** The request that starts a game from a scenario. */
  async form(chosen) {
    if (chosen.log) return { log: chosen.log, name: chosen.name, dice: this.dice, ...(this.players === "here" && chosen.sides.length ? { host: { sides: chosen.sides }, invite: [] } : {}) };
    const { text, scenario, table } = await looked(chosen);
    const sides = table ? [...new Set([...tableOf(table).models.values()].map((model) => model.side))].filter(Boolean) : [];
    const here = this.players !== "link" && sides.length;
    const against = this.players === "computer" && sides.length > 1 ? { computer: { side: sides.at(-1), strength: this.strength } } : {};
    const seats = here ? { host: { sides }, invite: [], ...against } : {};
    const measured = this.measuring === "on" && (await measures(scenario)) ? { scenario: { ...scenario, options: { ...scenario.options, premeasure: true } } } : null;
    return { ...(measured ?? (chosen.bundled ? { bundled: chosen.bundled } : { scenario: text })), mode: this.mode, dice: this.dice, ...seats };
  }

  element() {
    const pick = (label, options, name, hint = "") => field(label, select(Object.entries(options), this[name], (value) => (this[name] = value)), hint);
    return el(
      "details",
      { class: "wishes" },
      el("summary", { text: t("Game settings") }),
      el(
        "div",
        { class: "wishes-fields" },
        pick(t("Players"), { here: t("Hot-seat"), computer: t("Against the computer"), ...(host.alone ? {} : { link: t("Online (invite link)") }) }, "players"),
        pick(t("Computer"), STRENGTHS, "strength"),
        pick(t("Dice"), DICE, "dice"),
        pick(t("Referee"), MODES, "mode", t("Strict refuses illegal moves. The others let them through.")),
        pick(t("Pre-measuring"), { scenario: t("As in the scenario"), on: t("On") }, "measuring", t("Shows reach, cost and odds before a move is declared.")),
      ),
    );
  }
}

/** A scenario as text and as data, with its table if it is valid. */
async function looked(chosen) {
  const text = chosen.scenario ?? (await once(`/v1/scenarios/${encodeURIComponent(chosen.bundled)}`)).text;
  const { table, scenario } = await ask("/v1/table", { body: { scenario: text } });
  return { text, table, scenario };
}

/** Whether the ruleset of a scenario has an option for pre-measuring. */
async function measures(scenario) {
  const ruleset = await rulesetOf(scenario?.ruleset);
  return ruleset?.options?.some((option) => option.name === "premeasure") ?? false;
}

export async function show(room) {
  headWith({ middle: navigation(), more: host.alone ? [] : [joinField()] });
  const settings = new GameSettings();
  fill(room, el("p", { class: "sheet waiting soft", role: "status", text: t("Setting up the tables …") }));
  const { scenarios } = await once("/v1/scenarios");
  const wrong = el("div", { class: "wrong", role: "alert" });
  let starting = false;
  const start = async (chosen, how = "") => {
    // A second press, out of impatience, starts no second game.
    if (starting) return;
    starting = true;
    fill(wrong);
    announce(t("Starting the game …"));
    try {
      await begin(await settings.form(chosen), ...(how ? [how] : []));
    } catch (refused) {
      announce("");
      tellProblems(refused, wrong);
    } finally {
      starting = false;
    }
  };
  const pictures = new Pictures();
  const games = families(scenarios);
  const demo = games[0].demo;
  const first = () => start({ bundled: demo }, "guide");
  const picture = el("div", { class: "hero", "aria-hidden": "true" });
  hero(picture, demo, pictures, first).catch(() => {});
  const shelves = el("section", { class: "tables", id: "tables", "aria-labelledby": "tables-title" });
  const redraw = () => show(room);
  fill(
    room,
    el(
      "div",
      { class: "sheet welcome" },
      el("section", { class: "opening" }, opening(first, () => {
        // Without a server a friend plays at the same table.
        settings.players = host.alone ? "here" : "link";
        return start({ bundled: demo });
      }, (strength) => {
        Object.assign(settings, { players: "computer", strength });
        return start({ bundled: CONTEST });
      }), picture),
      wrong,
      el("section", { "aria-labelledby": "games-title" }, el("h2", { id: "games-title", text: t("Choose a game") }), el("ul", { class: "families" }, ...games.map((family) => familyCard(family, pictures, start, () => showTables(shelves, games, family.id, pictures, start, settings))))),
      el("div", { class: "own" }, myGames(pictures, redraw), bring({ play: async (chosen) => begin(await settings.form(chosen)) })),
      shelves,
    ),
  );
  showTables(shelves, games, "", pictures, start, settings, false);
  return () => pictures.end();
}

/** The links of the top bar. */
function navigation() {
  const link = (text, href, here = false) => el("a", { href, ...(here ? { "aria-current": "page" } : {}) }, text);
  return el("nav", { class: "bar-nav", "aria-label": t("Pages") }, link(t("Play"), "#/", true), link(t("Tables"), "#/editor"), link(t("Training"), "#/train"), link(t("Game master’s desk"), "#/desk"));
}

/** A field for an invite link or its code. */
function joinField() {
  const input = el("input", { class: "input", type: "text", placeholder: t("Invite link or code"), "aria-label": t("Invite link or code") });
  const join = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    const [, inside] = /#\/(join\/.+)$/.exec(text) ?? [];
    if (inside) location.hash = `#/${inside}`;
    else if (text) go("join", text);
    else input.focus();
  };
  return el("form", { class: "join-field", on: { submit: join } }, icon("log-in", "small"), input, button(t("Join"), () => {}, { type: "submit", class: "small" }));
}

/** Title, what this is, and the ways to begin. */
function opening(first, friend, against) {
  return el(
    "div",
    { class: "opening-text" },
    el("h1", { class: "display" }, el("span", { text: t("Move it.") }), " ", el("span", { text: t("We know the rule.") })),
    el("p", { class: "lead", text: t("Surefoot referees movement on the tabletop. Drag a model, see where it can go and how likely that is, roll, and read why.") }),
    el("div", { class: "row" }, button(t("Make your first move"), first, { class: "strong large", icon: "footprints" }), button(t("Play with a friend"), friend, { class: "large", icon: "users" })),
    el("div", { class: "row against", role: "group", "aria-label": t("Play against the computer") }, el("span", { class: "soft", text: t("Play against the computer") }), ...Object.entries(STRENGTHS).map(([strength, text]) => button(text, () => against(strength), { class: "small", data: { strength } }))),
    tapeOfSteps(),
  );
}

/** The first sixty seconds on a tape. */
function tapeOfSteps() {
  return el("ol", { class: "step-tape", "aria-label": t("Your first sixty seconds") }, ...[[t("Pick a model"), "0"], [t("Aim"), "20"], [t("Confirm and roll"), "40"]].map(([text, seconds]) => el("li", {}, el("b", { text }), el("span", { text: seconds, "aria-hidden": "true" }))), el("li", { class: "step-end", "aria-hidden": "true" }, el("span", { text: t("60 s") })));
}

/** A game: its picture, its name, how many tables it has; a guided first move. */
function familyCard(family, pictures, start, choose) {
  return el(
    "li",
    { class: "family" },
    pictures.bundled("tile-picture", family.demo),
    el("div", { class: "family-text" }, el("h3", { text: family.name }), el("span", { class: "soft", text: tn("{n} table", "{n} tables", family.tables.length) }), family.about && el("p", { class: "soft", text: family.about })),
    el("div", { class: "row" }, button(t("First move"), () => start({ bundled: family.demo }, "guide"), { class: "small strong", icon: "footprints", "aria-label": t("First move: {game}", { game: family.name }) }), button(t("Tables"), choose, { class: "small", "aria-label": t("Tables: {game}", { game: family.name }) })),
  );
}

/** The tables of one game, or of all of them. */
function showTables(shelves, games, chosen, pictures, start, settings, go_ = true) {
  const pick = (id) => showTables(shelves, games, id, pictures, start, settings);
  const filter = [["", t("All")], ...games.map((each) => [each.id, each.name])].map(([id, text]) => button(text, () => pick(id), { "aria-pressed": String(id === chosen) }));
  const shown = games.filter((each) => !chosen || each.id === chosen);
  fill(
    shelves,
    el("div", { class: "tables-head" }, el("h2", { id: "tables-title", text: t("Scenarios") }), el("div", { class: "segments", role: "group", "aria-label": t("Games") }, ...filter)),
    settings.element(),
    el("ul", { class: "cards" }, ...shown.flatMap((family) => family.tables.map((each) => tile(each, family, pictures, start)))),
  );
  if (go_) shelves.scrollIntoView({ block: "start" });
}

/** A table with its picture. */
function tile(each, family, pictures, start) {
  return el(
    "li",
    { class: "tile" },
    pictures.bundled("tile-picture", each.name),
    el("strong", { class: "tile-name", text: each.title, data: { from: "table" } }),
    el("p", { class: "soft", text: `${family.name} · ${tn("{n} model", "{n} models", each.models)}` }),
    el("div", { class: "row" }, button(t("Play"), () => start({ bundled: each.name }), { class: "small strong", "aria-label": t("Play {table}", { table: each.title }) }), el("a", { class: "button small", href: `#/editor/${encodeURIComponent(each.name)}`, "aria-label": t("Edit {table}", { table: each.title }) }, t("Edit"))),
  );
}
