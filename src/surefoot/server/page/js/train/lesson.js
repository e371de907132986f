// One lesson: the table, what is declared, its questions one after another, and then the rule and the twin.

import { button, el, fill } from "../dom.js";
import { clauses, useRuleset } from "../log/clause.js";
import { ledger, tests, verdict } from "../moving/ledger.js";
import { t } from "../words.js";
import { Answers } from "./answers.js";
import { Board, UPRIGHT } from "./board.js";

export class Lesson {
  /**
   * @param {any} data the lesson as the server has it
   * @param {(right: boolean) => void} finished called once, when the last question is answered
   */
  constructor(data, finished) {
    this.data = data;
    this.finished = finished;
    this.number = 0;
    this.right = true;
    this.board = data.table ? new Board(data, (index) => this.answers?.choose(index)) : null;
    this.questions = el("div", { class: "lesson-questions" });
    this.more = el("div", { class: "lesson-more" });
    this.panel = el("section", { class: "lesson-panel", "aria-label": t("Lesson") }, this.situation(), this.questions, this.more);
    this.element = el("div", { class: "lesson" }, this.board?.element, this.panel);
    this.look();
    this.ask();
  }

  /** What one has to know: profiles, terrain, dice and the declaration. */
  situation() {
    const { data } = this;
    const list = (name, lines) => lines.length > 0 && el("p", { class: "soft" }, `${name}: `, el("span", { text: lines.join(" · "), data: { from: "referee" } }));
    const said = (text, given = {}) => text && el("p", { ...given, text, data: { from: "referee" } });
    return el(
      "div",
      { class: "situation" },
      el("p", { class: "soft lesson-topic" }, el("span", { text: data.topic_title, data: { from: "referee" } }), " · ", t("level {n}", { n: data.level })),
      ...data.earlier.map((each) => said(each)),
      said(data.different),
      said(data.declared, { class: "lesson-declared" }),
      el("details", { class: "lesson-facts", open: !UPRIGHT.matches }, el("summary", { text: t("Models and terrain") }), el("ul", {}, ...data.facts.map((each) => el("li", { text: each, data: { from: "referee" } })))),
      list(t("Options"), data.options),
      list(t("Dice and answers"), data.dice),
    );
  }

  look(pins = []) {
    if (!this.board) return;
    this.board.draw(this.data.paths);
    this.board.look(this.data.paths.map((each) => each.who), this.data.paths, pins);
  }

  ask() {
    const question = this.data.questions[this.number];
    const pins = question.choices.every((each) => each.spot) ? question.choices : [];
    this.answers = new Answers(question, (right, index) => this.answered(right, index), pins.length > 0);
    this.questions.append(this.answers.element);
    if (pins.length && this.board) {
      this.board.offer(pins, question.who);
      this.look(pins);
    }
  }

  answered(right, index) {
    this.right = this.right && right;
    if (this.board?.pins.length) this.board.reveal(this.data.questions[this.number].right, index);
    this.number += 1;
    if (this.number < this.data.questions.length) {
      this.ask();
      this.answers.buttons[0].focus({ preventScroll: true });
      this.answers.element.scrollIntoView({ block: "nearest" });
      return;
    }
    this.answers = null;
    this.finished(this.right);
  }

  key(event) {
    return this.answers?.key(event) ?? false;
  }

  /** The rule behind the answer, what came of it, and what would have come of the twin; with buttons below. */
  async explain(...buttons) {
    const { explanation } = this.data;
    await useRuleset(this.data.ruleset).catch(() => {});
    const { clause, came, twin } = explanation;
    fill(
      this.more,
      el("div", { class: "row lesson-buttons" }, ...buttons),
      el("article", { class: "lesson-rule" }, el("h3", { text: clause.title, data: { from: "referee" } }), el("p", { text: clause.summary, data: { from: "referee" } }), clause.ruling && el("p", { class: "soft", text: clause.ruling, data: { from: "referee" } }), el("p", { class: "soft" }, clauses([clause.id]))),
      el("article", { class: "lesson-came" }, el("h3", { text: t("The verdict") }), ...this.came(came)),
      el("article", { class: "lesson-twin" }, el("h3", { text: t("What if?") }), el("p", { text: twin.different, data: { from: "referee" } }), ...this.came(twin.came)),
    );
    this.more.querySelector("button")?.focus({ preventScroll: true });
  }

  came({ outcome, problems }) {
    const sign = this.board?.view.table.sign ?? "";
    const wrong = problems.map((each) => el("p", { class: "bad", text: each.says, data: { from: "referee" } }));
    if (!outcome) return wrong;
    const lines = outcome.ledger.filter((line) => line.who === outcome.ledger[0].who);
    return [...wrong, verdict(outcome, null, sign), outcome.says && el("p", { text: outcome.says, data: { from: "referee" } }), ledger(lines, sign), tests(outcome.tests)].filter(Boolean);
  }

  end() {
    this.board?.end();
  }
}

/** The button that shares the lesson by its address. */
export function shareButton(address, announce) {
  return button(t("Copy link"), async () => {
    try {
      await navigator.clipboard.writeText(address);
      announce(t("Link copied"));
    } catch {
      announce(address);
    }
  }, { class: "quiet", icon: "link" });
}
