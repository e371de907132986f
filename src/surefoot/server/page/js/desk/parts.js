// Parts of both pages of the desk: fields, dice, tests with their clauses, and requests that are never out of date.

import { button, el, field, select } from "../dom.js";
import { capital, chance, named, plain } from "../format.js";
import { clause, useRuleset } from "../log/clause.js";
import { modifierText } from "../moving/ledger.js";
import { ask } from "../net.js";
import { t } from "../words.js";

const PATIENCE = 200;

/** A number field; `change` gets the number, or null if the field is empty. */
export function amount(label, value, change, { unit = "", least = 0, most = 100000, step = "any", hint = "" } = {}) {
  const input = el("input", { class: "input", type: "number", inputmode: "decimal", min: least, max: most, step, value: value ?? "", on: { input: () => change(input.value === "" ? null : Number(input.value)) } });
  return el("label", { class: "field" }, el("span", { class: "field-name", text: unit ? t("{label} ({unit})", { label, unit }) : label }), input, hint && el("small", { text: hint }));
}

/** The control for an input of a calculator. */
export function inputField(input, value, change) {
  const { title, kind, unit, least, most, hint } = input;
  const made = kind === "switch" ? check(title, Boolean(value), change)
    : kind === "choice" ? field(title, select(input.choices.map((each) => [each.value, each.title]), value, change), hint)
      : amount(title, value, change, { unit, least, most, step: kind === "whole" ? 1 : "any", hint });
  made.dataset.from = "referee";
  return made;
}

/** The values that differ from those that count anyway. */
export function changedOnly(inputs, values) {
  return Object.fromEntries(inputs.filter((each) => (values[each.name] ?? each.default) !== each.default).map((each) => [each.name, values[each.name]]));
}

/** A character as it is sent: without empty fields, and without counters at zero. */
export function person(who, inputs) {
  const zero = inputs.filter((each) => each.default === 0).map((each) => each.name);
  return Object.fromEntries(Object.entries(who).filter(([name, value]) => value !== null && value !== "" && !(zero.includes(name) && !value)));
}

/** A text field. */
export function line(label, value, change) {
  const input = el("input", { class: "input", type: "text", maxlength: 40, autocomplete: "off", value: value ?? "", on: { input: () => change(input.value) } });
  return el("label", { class: "field" }, el("span", { class: "field-name", text: label }), input);
}

/** A checkbox. */
export function check(label, on, change) {
  const input = el("input", { type: "checkbox", checked: on, on: { change: () => change(input.checked) } });
  return el("label", { class: "check" }, input, el("span", { text: label }));
}

/** Sends a request after a short pause, and drops answers that are out of date. */
export class Asking {
  /** @param {string} address @param {(answer: any) => void} answered @param {(wrong: any) => void} refused */
  constructor(address, answered, refused) {
    Object.assign(this, { address, answered, refused, number: 0, timer: 0 });
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
      const [, ruleset] = /"clause":"([^"/]+)\//.exec(JSON.stringify(answer)) ?? [];
      if (ruleset) await useRuleset(ruleset);
      if (mine === this.number) this.answered(answer);
    } catch (wrong) {
      if (mine === this.number) this.refused(wrong);
    }
  }

  end() {
    clearTimeout(this.timer);
    this.number += 1;
  }
}

/** A random seed for the server's dice. */
export function seed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

/** Typed dice as numbers: 41, 7 5. */
export function faces(text) {
  return (text.match(/\d+/g) ?? []).map(Number);
}

/**
 * A button that rolls on the server, and a field for real dice. Dice that can't be used stay in the field, with what is wrong beside them.
 * @param {() => void} rolled
 * @param {(faces: number[]) => void} typed
 * @param {{given?: number[], wrong?: string}} [last] the dice that were typed last, and what is wrong with them
 */
export function dice(rolled, typed, { given = [], wrong = "" } = {}) {
  const input = el("input", { class: "input", type: "text", inputmode: "numeric", placeholder: "41, 7", value: wrong ? given.join(", ") : "", "aria-label": t("Results of real dice"), "aria-invalid": wrong ? "true" : null });
  const hand = () => faces(input.value).length && typed(faces(input.value));
  input.addEventListener("keydown", (event) => event.key === "Enter" && hand());
  return el("div", { class: "desk-dice" }, button(t("Roll"), rolled, { class: "strong" }), el("span", { class: "desk-or", text: t("or real dice") }), input, button(t("Use these"), hand, { class: "small" }), wrong && el("p", { class: "desk-needs", role: "alert", text: capital(wrong), data: { from: "referee" } }));
}

/** A test: its target, its modifiers with their clauses, and its odds or its result. */
export function test(each, preview) {
  const result = preview || !each.rolled ? el("strong", { class: "odds", text: chance(each.odds) }) : el("strong", { class: each.passed === null || notEnough(each) ? "odds" : each.passed ? "good" : "bad", text: rolledWords(each) });
  return el(
    "li",
    { class: "desk-test" },
    el("div", { class: "desk-test-head" }, el("span", { text: testWords(each), data: { from: "referee" } }), result),
    each.modifiers.length > 0 && el("ul", { class: "desk-modifiers" }, ...each.modifiers.map((one) => el("li", { data: { from: "referee" } }, `${modifierText(one)} `, clause(one.clause)))),
    !each.modifiers.some((one) => one.clause === each.clause) && el("div", { class: "desk-because" }, clause(each.clause)),
  );
}

/** Whether a test succeeded, but not well enough: degrees of success that are too few are no failed roll. */
export function notEnough({ passed, reading }) {
  return passed === false && typeof reading === "number" && reading >= 0;
}

function testWords(each) {
  const what = each.who ? t("{name}: {test}", { name: named(each.who), test: each.label }) : capital(each.label);
  return each.needs ? t("{test}, {needs}", { test: what, needs: each.needs }) : what;
}

function rolledWords({ rolled, passed, reading }) {
  const dice = rolled.join(", ");
  if (passed === null) return t("rolled {dice}", { dice });
  if (notEnough({ passed, reading })) return t("rolled {dice}, not enough", { dice });
  return passed ? t("rolled {dice}, passed", { dice }) : t("rolled {dice}, failed", { dice });
}

/** The names of fields as the form has them. */
let fieldNames = {};

/** Say what fields are called in problems: those of some inputs, and others by name. */
export function nameFields(inputs, others = {}) {
  fieldNames = { ...others, ...Object.fromEntries(inputs.map((each) => [each.name, each.title])) };
}

function fieldName(where) {
  const last = where.split(/[.[\]]+/).filter(Boolean).pop() ?? where;
  return fieldNames[last] ?? capital(plain(last));
}

/** The problems of a refused request. */
export function refusal(wrong) {
  const listed = wrong.problem?.problems ?? [];
  const items = listed.length ? listed : [{ says: wrong.message }];
  return el("div", { role: "alert", data: { from: "referee" } }, el("ul", { class: "desk-wrong" }, ...items.map((each) => el("li", { text: each.where ? t("{field}: {problem}", { field: fieldName(each.where), problem: each.says }) : capital(each.says) }))));
}
