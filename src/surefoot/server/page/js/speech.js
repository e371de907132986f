// The table in words, and words for the table: what stands where, and a line to type commands.

import { button, el, fill } from "./dom.js";
import { number } from "./table/looks.js";
import { pieceTitle } from "./table/terrain.js";
import { spoken, standing } from "./table/tokens.js";

const MOST = 40;

export class Speech {
  /**
   * @param {import("./store.js").Game} game
   * @param {import("./table/view.js").TableView} view
   * @param {import("./moving/mover.js").Mover} mover
   * @param {{say: (text: string) => void, undo: () => any, answer: (fields: any) => any}} does
   */
  constructor(game, view, mover, does) {
    Object.assign(this, { game, view, mover, does });
    this.past = [];
    this.input = el("input", { class: "input", "aria-label": "Command", placeholder: "kal move to 8,6", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.answerList = el("div", { class: "heard", role: "log", "aria-label": "Answers to commands" });
    this.form = el("form", { class: "command", on: { submit: (event) => this.submit(event) } }, this.input, button("Say", () => {}, { type: "submit", class: "strong" }));
    this.table = el("div", { class: "text-table" });
    this.element = el(
      "div",
      { class: "speech" },
      el("h2", { text: "Type a command" }),
      this.form,
      el("p", { class: "soft", text: "who does what: “kal move to 8,6”, “vex charge grix”, “kal climb up”, “end round”. Also: roll, 4 (a die), make, undo, kal ?, help." }),
      this.answerList,
      this.table,
    );
  }

  key(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || !this.past.length) return;
    event.preventDefault();
    this.back = Math.min(this.past.length, Math.max(0, (this.back ?? this.past.length) + by));
    this.input.value = this.past[this.back] ?? "";
  }

  tell(text, kind = "") {
    this.answerList.prepend(el("p", { class: kind, text }));
    while (this.answerList.children.length > MOST) this.answerList.lastChild.remove();
    this.does.say(text);
  }

  async submit(event) {
    event.preventDefault();
    const line = this.input.value.trim();
    this.input.value = "";
    if (!line) return;
    this.past.push(line);
    this.back = null;
    // One line after another: whoever types ahead means them in this order.
    this.turn = (this.turn ?? Promise.resolve()).then(() => this.heard(line)).catch((refused) => this.tell(refused.message, "bad"));
    await this.turn;
  }

  async heard(line) {
    const { game, mover, does } = this;
    if (game.question && (await this.answered(line))) return;
    if (/^(make|do it|yes|y)$/i.test(line)) {
      if (mover.ready) await mover.declare();
      else this.tell("Nothing is drawn that could be made.", "bad");
      return;
    }
    const heard = await game.line.ask("heard", { line });
    if (heard.heard === "unclear") for (const problem of heard.problems) this.tell(problem, "bad");
    else if (heard.heard === "order") await this.order(heard, does);
    else if (heard.heard === "query") await this.query(heard.who);
    else await this.declared(heard.declaration);
  }

  /** An answer to the open question; true if the line was one. */
  async answered(line) {
    const { question, welcome } = this.game;
    const faces = line.split(/[,\s]+/).map(Number);
    if (question.kind === "roll" && /^(roll|r)$/i.test(line)) await this.does.answer({ roll: true });
    else if (question.kind === "roll" && welcome.dice === "typed" && faces.every(Number.isInteger)) await this.does.answer({ faces });
    else if (question.kind === "choice" && question.among.some((each) => String(each) === line)) await this.does.answer({ value: question.among.find((each) => String(each) === line) });
    else if (question.kind === "choice" && question.among[Number(line) - 1] !== undefined) await this.does.answer({ value: question.among[Number(line) - 1] });
    else if (/^(ok|settled|as usual)$/i.test(line)) await this.does.answer({ settled: true });
    else return false;
    return true;
  }

  async order({ order, rest }, does) {
    if (order === "undo") await does.undo();
    else if (order === "table" || order === "who") this.tell(this.inWords().join("; "));
    else if (order === "rule") (await import("./log/clause.js")).open(rest);
    else this.tell("Type who does what, such as: kal move to 8,6. Then make it, or type something else.");
  }

  async query(who) {
    const { actions } = await this.game.line.ask("actions", { who });
    for (const each of actions) this.tell(each.allowed ? `${each.title}: can be done` : `${each.title}: not now, ${each.why_not.map((why) => why.says).join("; ")}`);
  }

  /** What was declared is shown on the table first, and made with “make”. */
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
    const price = `${number(said.cost)}${game.table.sign}`;
    const dice = said.tests.map((test) => `${test.what} needs ${test.needs}`).join(", ");
    if (said.verdict === "illegal") this.tell(`Refused: ${said.reasons.map((each) => each.says).join("; ")}`, "bad");
    else this.tell(`${said.declared}: ${said.verdict}, ${price}${dice ? `, ${dice}` : ""}. Type make to make it.`);
  }

  /** The table in sentences. */
  inWords() {
    const { game } = this;
    return [...game.table.models.values()].map((model) => spoken(model, standing(model, game.state), game.table));
  }

  draw() {
    const { table, state } = this.game;
    const models = [...table.models.values()].map((model) => {
      const where = standing(model, state);
      return el("tr", {}, el("th", { scope: "row", text: model.id }), el("td", { text: model.side }), el("td", { text: where ? `${number(where.x)}, ${number(where.y)}` : "—" }), el("td", { text: where ? `${number(where.z)}${table.sign} ${where.on && where.on !== "board" ? `on ${where.on}` : ""}` : "not on the table" }), el("td", { text: (where?.statuses ?? []).join(", ") }));
    });
    fill(
      this.table,
      el("h2", { text: "The table in words" }),
      el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Models" }, el("table", {}, el("caption", { text: "Models; places from the south-west corner" }), el("thead", {}, el("tr", {}, ...["who", "side", "place", "height", "status"].map((text) => el("th", { scope: "col", text })))), el("tbody", {}, ...models))),
      el("h3", { text: `Terrain on ${number(table.width)} × ${number(table.depth)}${table.sign}` }),
      el("ul", { class: "terrain-list" }, ...table.pieces.map((piece) => el("li", { text: `${pieceTitle(piece, table.sign)}${extent(piece)}` }))),
    );
  }
}

/** From where to where a piece reaches. */
function extent(piece) {
  const corners = piece.outline.length ? piece.outline : piece.line;
  if (!corners.length) return "";
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return `, x ${number(Math.min(...xs))} to ${number(Math.max(...xs))}, y ${number(Math.min(...ys))} to ${number(Math.max(...ys))}`;
}
