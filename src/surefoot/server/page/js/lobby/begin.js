// The lobby: start a game from a bundled scenario or from a file, or return to a game.

import { announce, head } from "../app.js";
import { button, el, field, fill, select } from "../dom.js";
import { listed, named } from "../format.js";
import { DICE, MODES, ROLES } from "../labels.js";
import { ask, once } from "../net.js";
import { go } from "../router.js";
import { rulesetOf, showTitle } from "../rulesets.js";
import { TableView } from "../table/view.js";
import { tableOf } from "../table/decode.js";
import { t, tn } from "../words.js";
import { forget, held, keep } from "./seats.js";

/** Start a game and join it as its host. */
export async function begin(form) {
  const begun = await ask("/v1/games", { body: form });
  keep({ game: begun.game, token: begun.token, name: begun.name, role: begun.seat.role, sides: begun.seat.sides, invitations: begun.invitations });
  go("game", begun.game);
}

/** The settings of a new game, the same for every scenario. */
class GameSettings {
  constructor() {
    this.mode = "enforce";
    this.dice = "server";
    this.players = "here";
    this.measuring = "scenario";
  }

  /** The request that starts a game from a scenario. */
  async form(chosen) {
    if (chosen.log) return { log: chosen.log, name: chosen.name, dice: this.dice, ...(this.players === "here" && chosen.sides.length ? { host: { sides: chosen.sides }, invite: [] } : {}) };
    const { text, scenario, table } = await looked(chosen);
    const sides = table ? [...new Set([...tableOf(table).models.values()].map((model) => model.side))].filter(Boolean) : [];
    const seats = this.players === "here" && sides.length ? { host: { sides }, invite: [] } : {};
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
        pick(t("Players"), { here: t("Hot-seat"), link: t("Online (invite link)") }, "players"),
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

export async function show(host) {
  head("");
  const settings = new GameSettings();
  const { scenarios } = await once("/v1/scenarios");
  const wrong = el("div", { class: "wrong", role: "alert" });
  const start = async (scenario, at = wrong, file = "") => {
    fill(at);
    try {
      await begin(await settings.form(scenario));
    } catch (refused) {
      const problems = refused.problem?.problems ?? [];
      const lines = problems.length ? problems.map((each) => [each.where, each.says].filter(Boolean).join(": ")) : [refused.message];
      fill(at, file && el("p", { text: t("{file} can’t be played:", { file }) }), el("ul", {}, ...lines.map((text) => el("li", { text, data: { from: "referee" } }))));
      at.scrollIntoView({ block: "nearest" });
      announce(lines.join("; "), "referee");
    }
  };
  const demo = scenarios.find((each) => each.name === "gantry") ?? scenarios[0];
  const views = [];
  const hero = el("div", { class: "hero", "aria-hidden": "true" });
  pictured(demo.name, hero, views).catch(() => {});
  fill(
    host,
    el(
      "section",
      { class: "sheet welcome" },
      el(
        "div",
        { class: "welcome-text" },
        el("h1", { class: "display", text: t("Every move, with the rule behind it.") }),
        el("p", { class: "lead", text: t("Select a model to see where it can go and what the move costs. Roll the dice, and read the result with the rules that decided it.") }),
        el("div", { class: "row" }, button(t("Play the demo"), () => start({ bundled: demo.name }), { class: "strong large" }), el("a", { class: "button large", href: "#/desk" }, t("Game master’s desk"))),
        settings.element(),
        wrong,
      ),
      hero,
    ),
    back(host),
    el("section", { class: "sheet" }, el("h2", { text: t("Scenarios") }), ...grouped(scenarios).map((group) => shelf(group, start, views)), upload(start)),
  );
  return () => views.forEach((view) => view.end());
}

function grouped(scenarios) {
  const found = new Map();
  for (const each of scenarios) found.set(each.ruleset, [...(found.get(each.ruleset) ?? []), each]);
  return [...found];
}

/** The scenarios of one ruleset. */
function shelf([ruleset, scenarios], start, views) {
  const title = showTitle(el("h3", { class: "shelf-title" }), ruleset);
  return el("div", { class: "shelf" }, title, el("ul", { class: "cards" }, ...scenarios.map((each) => tile(each, start, views))));
}

/** A scenario with a small picture of its table, drawn when it scrolls into view. */
function tile(each, start, views) {
  const picture = el("div", { class: "tile-picture", "aria-hidden": "true" });
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) return;
    seen.disconnect();
    pictured(each.name, picture, views);
  });
  seen.observe(picture);
  return el(
    "li",
    { class: "tile" },
    picture,
    el("div", { class: "tile-text" }, el("strong", { text: each.title, data: { from: "table" } }), el("span", { class: "soft", text: tn("{n} model", "{n} models", each.models) })),
    el("div", { class: "row" }, button(t("Play"), () => start({ bundled: each.name }), { class: "small strong", "aria-label": t("Play {table}", { table: each.title }) }), el("a", { class: "button small", href: `#/editor/${encodeURIComponent(each.name)}`, "aria-label": t("Edit {table}", { table: each.title }) }, t("Edit"))),
  );
}

async function pictured(name, picture, views) {
  const { text } = await once(`/v1/scenarios/${encodeURIComponent(name)}`);
  const { table, state } = await ask("/v1/table", { body: { scenario: text } });
  if (!table) return;
  const view = new TableView({});
  views.push(view);
  view.element.setAttribute("tabindex", "-1");
  view.element.classList.add("still");
  fill(picture, view.element);
  view.setTable(tableOf(table));
  view.place(state);
  for (const token of view.tokens.values()) {
    token.removeAttribute("tabindex");
    token.removeAttribute("role");
  }
}

/** The games that this browser has joined. */
function back(host) {
  const seats = held();
  if (!seats.length) return null;
  return el(
    "section",
    { class: "sheet" },
    el("h2", { text: t("Your games") }),
    el(
      "ul",
      { class: "games" },
      ...seats.slice(0, 8).map((each) => el("li", {}, el("a", { class: "button game", href: `#/game/${encodeURIComponent(each.game)}` }, el("span", { text: each.name, data: { from: "table" } }), el("span", { class: "soft", text: each.role === "player" ? listed(each.sides.map(named)) : ROLES[each.role], data: { from: "table" } })), button("×", () => {
        forget(each.game);
        show(host);
      }, { class: "quiet icon", "aria-label": t("Remove {table} from this list", { table: each.name }) }))),
    ),
  );
}

/** Start from a file: a scenario, or the log of a game that was downloaded. Its problems are shown beside it. */
function upload(start) {
  const wrong = el("div", { class: "wrong", role: "alert" });
  const input = el("input", { type: "file", accept: ".yaml,.yml,.json,.game,text/yaml,application/json", class: "quietly", id: "upload" });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    const text = await file.text();
    const log = logOf(text);
    await start(log ? { log: text, sides: log.sides, name: file.name.replace(/\.game$/, "") } : { scenario: text }, wrong, file.name);
  });
  return el("div", { class: "upload" }, el("div", { class: "row" }, el("label", { class: "button", for: "upload" }, t("Play from a file …")), input, el("a", { class: "button", href: "#/editor" }, t("New table"))), wrong);
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
