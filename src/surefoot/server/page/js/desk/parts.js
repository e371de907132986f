// What both halves of the desk are made of: number fields, dice, tests with their clauses, and asking that is never behind.

import { button, el, fill } from "../dom.js";
import { ask, once } from "../net.js";
import { chance } from "../table/looks.js";

const PATIENCE = 200;

/** A number that somebody types; `change` gets a number, or null where nothing is written. */
export function amount(label, value, change, { unit = "", least = 0, most = 100000, step = "any", hint = "" } = {}) {
  const input = el("input", { class: "input", type: "number", inputmode: "decimal", min: least, max: most, step, value: value ?? "", on: { input: () => change(input.value === "" ? null : Number(input.value)) } });
  return el("label", { class: "field" }, el("span", { class: "field-name", text: unit ? `${label} (${unit})` : label }), input, hint && el("small", { text: hint }));
}

/** A line that somebody types. */
export function line(label, value, change) {
  const input = el("input", { class: "input", type: "text", maxlength: 40, autocomplete: "off", value: value ?? "", on: { input: () => change(input.value) } });
  return el("label", { class: "field" }, el("span", { class: "field-name", text: label }), input);
}

/** A switch. */
export function check(label, on, change) {
  const input = el("input", { type: "checkbox", checked: on, on: { change: () => change(input.checked) } });
  return el("label", { class: "check" }, input, el("span", { text: label }));
}

/** Asks after a moment of quiet, and forgets answers to questions that are out of date. */
export class Asking {
  /** @param {string} address @param {(answer: any) => void} told @param {(wrong: any) => void} refused */
  constructor(address, told, refused) {
    Object.assign(this, { address, told, refused, number: 0, timer: 0 });
  }

  soon(body) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(body), PATIENCE);
  }

  async now(body) {
    clearTimeout(this.timer);
    this.number += 1;
    const mine = this.number;
    try {
      const answer = await ask(this.address, { body });
      if (mine === this.number) this.told(answer);
    } catch (wrong) {
      if (mine === this.number) this.refused(wrong);
    }
  }

  end() {
    clearTimeout(this.timer);
    this.number += 1;
  }
}

/** A fresh seed for the server's dice. */
export function seed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

/** Dice as somebody types them: 41, 7 5. */
export function faces(text) {
  return (text.match(/\d+/g) ?? []).map(Number);
}

/** Roll on the server, or type what real dice show. */
export function dice(rolled, typed) {
  const input = el("input", { class: "input", type: "text", inputmode: "numeric", placeholder: "41, 7", "aria-label": "What real dice show" });
  const hand = () => faces(input.value).length && typed(faces(input.value));
  input.addEventListener("keydown", (event) => event.key === "Enter" && hand());
  return el("div", { class: "desk-dice" }, button("Roll", rolled, { class: "strong" }), el("span", { class: "desk-or", text: "or real dice" }), input, button("Use them", hand, { class: "small" }));
}

/** A clause by its id: pressing it tells what it says. */
export function clause(id) {
  const told = el("span", { class: "clause-told", hidden: true });
  const [ruleset, short] = id.split("/");
  const press = button(short, async () => {
    const open = told.hidden;
    press.setAttribute("aria-expanded", String(open));
    told.hidden = !open;
    if (!open || told.childNodes.length) return;
    const found = await once(`/v1/rulesets/${ruleset}/clauses/${encodeURIComponent(short)}`);
    fill(told, el("strong", { text: found.title }), ` ${found.summary}`, found.ruling && el("em", { text: ` Ruling: ${found.ruling}` }));
  }, { class: "clause", "aria-expanded": "false" });
  return el("span", { class: "clause-held" }, press, told);
}

/** A test: what is rolled, what it needs, every modifier with its clause, and the odds or what came of it. */
export function test(each, preview) {
  const result = preview || !each.rolled ? el("strong", { class: "odds", text: chance(each.odds) }) : el("strong", { class: each.passed === null ? "odds" : each.passed ? "good" : "bad", text: `rolled ${each.rolled.join(", ")}${each.passed === null ? "" : each.passed ? ", passed" : ", failed"}` });
  return el(
    "li",
    { class: "desk-test" },
    el("div", { class: "desk-test-head" }, el("span", { text: `${each.who ? `${each.who}: ` : ""}${each.what}${each.needs ? `, ${each.needs}` : ""}` }), result),
    each.modifiers.length > 0 && el("ul", { class: "desk-modifiers" }, ...each.modifiers.map((one) => el("li", {}, `${one.value > 0 ? "+" : ""}${one.value} ${one.says} `, clause(one.clause)))),
    !each.modifiers.some((one) => one.clause === each.clause) && el("div", { class: "desk-because" }, clause(each.clause)),
  );
}

/** Every reason why something cannot be done. */
export function refusal(wrong) {
  const listed = wrong.problem?.problems ?? [];
  const items = listed.length ? listed : [{ says: wrong.message }];
  return el("ul", { class: "desk-wrong", role: "alert" }, ...items.map((each) => el("li", { text: each.where ? `${each.where}: ${each.says}` : each.says })));
}
