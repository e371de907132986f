// The Text tab: a line for typed commands, and the table as text.

import { button, el, fill } from "./dom.js";
import { length, named, number, position, sentence } from "./format.js";
import { VERDICTS, labelOf } from "./labels.js";
import { needed } from "./moving/ledger.js";
import { pieceTitle } from "./table/terrain.js";
import { description, heightOf, standing, statusesOf } from "./table/tokens.js";
import { t } from "./words.js";

const MOST = 40;

export class TypedCommands {
  /**
   * @param {import("./store.js").Game} game
   * @param {import("./table/view.js").TableView} view
   * @param {import("./moving/mover.js").Mover} mover
   * @param {{announce: (text: string, from?: string) => void, undo: () => any, answer: (fields: any) => any}} does
   */
  constructor(game, view, mover, does) {
    Object.assign(this, { game, view, mover, does });
    this.past = [];
    this.input = el("input", { class: "input", "aria-label": t("Command"), autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.answerList = el("div", { class: "heard", role: "log", "aria-label": t("Replies") });
    this.form = el("form", { class: "command", on: { submit: (event) => this.submit(event) } }, this.input, button(t("Send"), () => {}, { type: "submit", class: "strong" }));
    this.table = el("div", { class: "text-table" });
    this.hint = el("p", { class: "soft" });
    this.element = el(
      "div",
      { class: "typed" },
      el("h2", { text: t("Type a command") }),
      this.form,
      this.hint,
      this.answerList,
      this.table,
    );
  }

  /** Names of this table for examples: one of our models that stands on it, another one, and a line that moves the first. */
  example() {
    const { game } = this;
    const there = [...game.table.models.values()].filter((model) => standing(model, game.state));
    const own = there.find((model) => game.plays(model.side)) ?? there[0];
    const foe = there.find((model) => model.side !== own?.side) ?? own;
    const name = (model) => model?.unit || model?.id || "";
    const at = own && standing(own, game.state);
    const to = at ? [Math.min(Math.floor(at.x) + 2, game.table.width - 1), Math.round(at.y)].join(",") : "8,6";
    return { one: name(own), other: name(foe), line: t("{name} move to {place}", { name: name(own), place: to }) };
  }

  key(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || !this.past.length) return;
    event.preventDefault();
    this.back = Math.min(this.past.length, Math.max(0, (this.back ?? this.past.length) + by));
    this.input.value = this.past[this.back] ?? "";
  }

  /** Show a reply; `from` marks texts of the referee. */
  reply(text, kind = "", from = "") {
    this.answerList.prepend(el("p", { class: kind, text, data: from ? { from } : {} }));
    while (this.answerList.children.length > MOST) this.answerList.lastChild.remove();
    this.does.announce(text, from);
  }

  async submit(event) {
    event.preventDefault();
    const line = this.input.value.trim();
    this.input.value = "";
    if (!line) return;
    this.past.push(line);
    this.back = null;
    // Lines are handled one after another, in the order in which they were typed.
    this.turn = (this.turn ?? Promise.resolve()).then(() => this.handle(line)).catch((refused) => this.reply(refused.message, "bad", refused.from));
    await this.turn;
  }

  async handle(line) {
    const { game, mover, does } = this;
    if (game.question && (await this.answered(line))) return;
    if (/^(confirm|make|do it|yes|y)$/i.test(line)) {
      if (mover.ready) await mover.game.line.ask("declare", { declaration: mover.declaration() });
      else this.reply(t("There is no move to confirm"), "bad");
      return;
    }
    const read = await game.line.ask("heard", { line });
    if (read.heard === "unclear") for (const problem of read.problems) this.reply(problem, "bad", "referee");
    else if (read.heard === "order") await this.order(read, does);
    else if (read.heard === "query") await this.query(read.who);
    else await this.declared(read.declaration);
  }

  /** Answer the open question; true if the line was an answer. */
  async answered(line) {
    const { question, welcome } = this.game;
    const faces = line.split(/[,\s]+/).map(Number);
    if (question.kind === "roll" && /^(roll|r)$/i.test(line)) await this.does.answer({ roll: true });
    else if (question.kind === "roll" && welcome.dice === "typed" && faces.every(Number.isInteger)) await this.does.answer({ faces });
    else if (question.kind === "choice" && question.among.some((each) => String(each) === line)) await this.does.answer({ value: question.among.find((each) => String(each) === line) });
    else if (question.kind === "choice" && question.among[Number(line) - 1] !== undefined) await this.does.answer({ value: question.among[Number(line) - 1] });
    else if (/^(ok|default|settled|as usual)$/i.test(line)) await this.does.answer({ settled: true });
    else return false;
    return true;
  }

  async order({ order, rest }, does) {
    if (order === "undo") await does.undo();
    else if (order === "table" || order === "who") this.reply(this.descriptions().join("; "));
    else if (order === "rule") (await import("./log/clause.js")).open(rest);
    else this.reply(t("Type a model and an action, such as “{line}”. Then type “confirm”, or another command.", { line: this.example().line }));
  }

  async query(who) {
    const { actions } = await this.game.line.ask("actions", { who });
    for (const each of actions) {
      const why = each.why_not.map(sentence).join("; ");
      this.reply(each.allowed ? t("{action}: available", { action: each.title }) : t("{action}: unavailable. {why}", { action: each.title, why }));
    }
  }

  /** Show a typed declaration on the table; it is declared with “confirm”. */
  async declared(declaration) {
    const { mover, game } = this;
    const who = Array.isArray(declaration.who) ? declaration.who[0] : declaration.who;
    if (!who) {
      await game.line.ask("declare", { declaration });
      return;
    }
    mover.said = declaration;
    mover.who = who;
    mover.model = game.table.models.has(who) ? who : (mover.unit?.models[0] ?? "");
    mover.action ??= { name: declaration.action, details: [], path: "optional", target: "optional", allowed: true };
    mover.ask();
    const said = await game.line.ask("preview", { declaration });
    if (said.verdict === "illegal") {
      this.reply(t("Illegal: {why}", { why: said.reasons.map(sentence).join("; ") }), "bad");
      return;
    }
    const dice = said.tests.map((test) => t("{test}: {dice}", { test: test.label, dice: needed(test.dice, test.needs) }));
    const details = [labelOf(VERDICTS, said.verdict), length(said.cost, game.table.sign), ...dice].join(", ");
    this.reply(t("{move}: {details}. Type “confirm” to make the move.", { move: said.declared, details }));
  }

  /** The descriptions of all models. */
  descriptions() {
    const { game } = this;
    return [...game.table.models.values()].map((model) => description(model, standing(model, game.state), game.table));
  }

  draw() {
    const { table, state } = this.game;
    const { one, other, line } = this.example();
    this.input.placeholder = line;
    fill(this.hint, t("A model and an action: “{line}”, “{one} charge {other}”, “{one} climb up”. Also: “end round”, “roll” or the dice you rolled (“4”), “confirm”, “undo”, “{one} ?” for its actions, “help”.", { line, one, other }));
    const models = [...table.models.values()].map((model) => {
      const where = standing(model, state);
      const cells = [named(model.side), where ? position([where.x, where.y]) : "—", heightOf(where, table), statusesOf(where).join(", ")];
      return el("tr", { data: { from: "table" } }, el("th", { scope: "row", text: named(model.id) }), ...cells.map((text) => el("td", { text })));
    });
    const columns = [t("Model"), t("Side"), t("Position"), t("Height"), t("Status")];
    fill(
      this.table,
      el("h2", { text: t("The table as text") }),
      el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("Models") }, el("table", {}, el("caption", { text: t("Positions are measured from the bottom left corner.") }), el("thead", {}, el("tr", {}, ...columns.map((text) => el("th", { scope: "col", text })))), el("tbody", {}, ...models))),
      el("h3", { text: t("Terrain on a table of {width} × {depth}", { width: number(table.width), depth: length(table.depth, table.sign) }) }),
      el("ul", { class: "terrain-list" }, ...table.pieces.map((piece) => el("li", { text: [pieceTitle(piece, table.sign), extent(piece)].filter(Boolean).join(", ") }))),
    );
  }
}

/** The range of a piece in both directions. */
function extent(piece) {
  const corners = piece.outline.length ? piece.outline : piece.line;
  if (!corners.length) return "";
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  if (corners.length === 1) return t("at {position}", { position: position(corners[0]) });
  const ends = { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
  return t("x {left} to {right}, y {bottom} to {top}", Object.fromEntries(Object.entries(ends).map(([name, value]) => [name, number(value, 1)])));
}
