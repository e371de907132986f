// The answers of one question as buttons: number keys choose too, and after an answer the right one stays marked.

import { button, el, fill, icon } from "../dom.js";
import { t } from "../words.js";
import { LETTERS } from "./board.js";

export class Answers {
  /**
   * @param {{says: string, choices: {says: string, spot?: number[]}[], right: number}} question
   * @param {(right: boolean, index: number) => void} answered
   * @param {boolean} [lettered] whether the answers are marked on the table with letters
   */
  constructor(question, answered, lettered = false) {
    this.question = question;
    this.answered = answered;
    this.done = false;
    this.buttons = question.choices.map((choice, i) => button(choice.says, () => this.choose(i), { class: "answer", "data-answer": i, data: { from: "referee" } }));
    this.buttons.forEach((each, i) => each.prepend(el("span", { class: "key", "aria-hidden": "true", text: lettered ? LETTERS[i] : String(i + 1) })));
    this.result = el("p", { class: "answer-result", role: "status" });
    this.element = el("div", { class: "quiz" }, el("h2", { class: "quiz-says", text: question.says, data: { from: "referee" } }), el("div", { class: "quiz-answers", role: "group", "aria-label": t("Answers") }, ...this.buttons), this.result);
  }

  /** A key chooses an answer: 1 to 4, or the letter of a place. */
  key(event) {
    if (this.done || event.ctrlKey || event.metaKey || event.altKey) return false;
    const letter = event.key.length === 1 ? LETTERS.indexOf(event.key.toUpperCase()) : -1;
    const index = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : letter;
    if (index < 0 || index >= this.buttons.length) return false;
    this.choose(index);
    return true;
  }

  choose(index) {
    if (this.done) return;
    this.done = true;
    const { right, choices } = this.question;
    const good = index === right;
    this.buttons.forEach((each, i) => {
      each.disabled = true;
      each.classList.toggle("right", i === right);
      each.classList.toggle("wrong", i === index && !good);
      if (i === right) each.append(icon("check", "small"));
      else if (i === index) each.append(icon("x", "small"));
    });
    this.result.classList.add(good ? "good" : "bad");
    fill(this.result, icon(good ? "check" : "x"), el("span", { text: good ? t("Correct") : t("Wrong. The answer is: {answer}", { answer: choices[right].says }) }));
    this.answered(good, index);
  }
}
