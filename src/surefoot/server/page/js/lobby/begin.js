// All games: begin one from a scenario that comes along or from a file, or go back to one.

import { head, say } from "../app.js";
import { button, el, field, fill, select } from "../dom.js";
import { ask, once } from "../net.js";
import { go } from "../router.js";
import { TableView } from "../table/view.js";
import { tableOf } from "../table/decode.js";
import { forget, held, keep } from "./seats.js";

const MODES = [["enforce", "refuses what is illegal"], ["advise", "warns, and lets it pass"], ["record", "only writes down"]];

/** Begin a game and sit down at it. */
export async function begin(form) {
  const begun = await ask("/v1/games", { body: form });
  keep({ game: begun.game, token: begun.token, name: begun.name, role: begun.seat.role, sides: begun.seat.sides, invitations: begun.invitations });
  go("game", begun.game);
}

/** How a game is to be begun, for every scenario alike. */
class Wishes {
  constructor() {
    this.mode = "enforce";
    this.dice = "server";
    this.alone = true;
    this.name = "";
  }

  /** What is asked of the server for a scenario with these sides. */
  form(scenario, sides) {
    const seats = this.alone && sides.length ? { host: { sides }, invite: [] } : {};
    return { ...scenario, mode: this.mode, dice: this.dice, ...seats };
  }

  element() {
    const pick = (label, options, name) => field(label, select(options, String(this[name]), (value) => (this[name] = value)));
    return el(
      "details",
      { class: "wishes" },
      el("summary", { text: "How it is played" }),
      el(
        "div",
        { class: "wishes-fields" },
        field("Who plays", select([["true", "everybody at this screen"], ["false", "others join by link"]], String(this.alone), (value) => (this.alone = value === "true"))),
        pick("Dice", [["server", "rolled by the server"], ["typed", "rolled on your table and typed in"]], "dice"),
        pick("The referee", MODES, "mode"),
      ),
    );
  }
}

export async function show(room) {
  head("");
  const wishes = new Wishes();
  const { scenarios } = await once("/v1/scenarios");
  const wrong = el("p", { class: "wrong", role: "alert" });
  const start = async (scenario) => {
    wrong.textContent = "";
    try {
      await begin(wishes.form(scenario, await sidesOf(scenario)));
    } catch (refused) {
      const problems = refused.problem?.problems?.map((each) => `${each.where}: ${each.says}`).join("; ");
      wrong.textContent = problems || refused.message;
      say(wrong.textContent);
    }
  };
  const demo = scenarios.find((each) => each.name === "gantry") ?? scenarios[0];
  const views = [];
  const hero = el("div", { class: "hero", "aria-hidden": "true" });
  pictured(demo.name, hero, views).catch(() => {});
  fill(
    room,
    el(
      "section",
      { class: "sheet welcome" },
      el("div", { class: "welcome-text" }, el("h1", { class: "display", text: "Every move, and the clause behind it." }), el("p", { class: "lead", text: "Pick a model, see where it can go and what it costs, roll, and read what happened and why. Two players, one referee." }), el("div", { class: "row" }, button("Play the demo", () => start({ bundled: demo.name }), { class: "strong large" }), el("a", { class: "button large", href: "#/desk" }, "Game master’s desk")), wishes.element(), wrong),
      hero,
    ),
    back(room),
    el("section", { class: "sheet" }, el("h2", { text: "Scenarios" }), ...grouped(scenarios).map((group) => shelf(group, start, views)), upload(start)),
  );
  return () => views.forEach((view) => view.end());
}

/** The sides of a scenario, in the order of their first model; the server says what is wrong with it when the game begins. */
async function sidesOf(scenario) {
  const text = scenario.scenario ?? (await once(`/v1/scenarios/${encodeURIComponent(scenario.bundled)}`)).text;
  const { table } = await ask("/v1/table", { body: { scenario: text } });
  return table ? [...new Set([...tableOf(table).models.values()].map((model) => model.side))].filter(Boolean) : [];
}

function grouped(scenarios) {
  const found = new Map();
  for (const each of scenarios) found.set(each.ruleset, [...(found.get(each.ruleset) ?? []), each]);
  return [...found];
}

const TITLES = {};

function shelf([ruleset, scenarios], start, views) {
  const title = el("h3", { class: "shelf-title", text: TITLES[ruleset] ?? ruleset });
  once("/v1/rulesets").then(({ rulesets }) => {
    TITLES[ruleset] = rulesets.find((each) => each.name === ruleset)?.title ?? ruleset;
    title.textContent = TITLES[ruleset];
  });
  return el("div", { class: "shelf" }, title, el("ul", { class: "cards" }, ...scenarios.map((each) => tile(each, start, views))));
}

/** A scenario with a small picture of its table, drawn when it comes into sight. */
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
    el("div", { class: "tile-text" }, el("strong", { text: each.title }), el("span", { class: "soft", text: `${each.models} models` })),
    el("div", { class: "row" }, button("Play", () => start({ bundled: each.name }), { class: "small strong", "aria-label": `Play ${each.title}` }), el("a", { class: "button small", href: `#/editor/${encodeURIComponent(each.name)}`, "aria-label": `Edit ${each.title}` }, "Edit")),
  );
}

async function pictured(name, picture, views) {
  const { text } = await once(`/v1/scenarios/${encodeURIComponent(name)}`);
  const laid = await ask("/v1/table", { body: { scenario: text } });
  if (!laid.table) return;
  const view = new TableView({});
  views.push(view);
  view.element.setAttribute("tabindex", "-1");
  view.element.classList.add("still");
  fill(picture, view.element);
  view.lay(tableOf(laid.table));
  view.place(laid.state);
  for (const token of view.tokens.values()) {
    token.removeAttribute("tabindex");
    token.removeAttribute("role");
  }
}

function back(room) {
  const seats = held();
  if (!seats.length) return null;
  return el(
    "section",
    { class: "sheet" },
    el("h2", { text: "Your games" }),
    el(
      "ul",
      { class: "games" },
      ...seats.slice(0, 8).map((each) => el("li", {}, el("a", { class: "button game", href: `#/game/${encodeURIComponent(each.game)}` }, el("span", { text: each.name }), el("span", { class: "soft", text: each.role === "player" ? each.sides.join(" and ") : each.role })), button("×", () => {
        forget(each.game);
        show(room);
      }, { class: "quiet icon", "aria-label": `Forget ${each.name}` }))),
    ),
  );
}

function upload(start) {
  const input = el("input", { type: "file", accept: ".yaml,.yml,.json,text/yaml,application/json", class: "quietly", id: "upload" });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (file) await start({ scenario: await file.text() });
    input.value = "";
  });
  return el("div", { class: "row" }, el("label", { class: "button", for: "upload" }, "Play from a file …"), input, el("a", { class: "button", href: "#/editor" }, "Lay a new table"));
}
