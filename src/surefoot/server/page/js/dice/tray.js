// Dice that were rolled: the last one large, with what it needed; several as a grid, each die with the name of its model.

import { button, el, icon } from "../dom.js";
import { capital, chance, named } from "../format.js";
import { t, tn } from "../words.js";
import { dieFace } from "./die.js";

/** A die with at most this many faces has pips or a number that fits on it. */
const SMALL = 20;

/** The highest face of dice as they are written: D6, 2D6, D66, D100. */
export const highestOf = (written) => Number(/[dD](\d+)/.exec(written ?? "")?.[1] ?? 6);

/** The dice of a test. */
export const facesOf = (test, kind) => (test.rolled ?? []).map((face) => dieFace(face, Math.min(highestOf(test.dice), SMALL), kind));

const stateOf = (test) => (test.passed === true ? "passed" : test.passed === false ? "failed" : "amount");

/** Passed, failed, or the total of an amount. */
function resultText(test) {
  if (test.passed === true) return t("Passed");
  if (test.passed === false) return t("Failed");
  return String(test.rolled.reduce((sum, face) => sum + face, 0));
}

/** What was rolled and what was needed. */
function rolledText(test) {
  const rolled = test.rolled.join(" + ");
  return test.needs ? t("Rolled {rolled}, needed {needs}", { rolled, needs: test.needs }) : t("Rolled {rolled}", { rolled });
}

/** Dice that still roll. */
export function rolling(test) {
  return el("div", { class: "dice-stage rolling" }, el("p", { class: "dice-label", data: { from: "referee" } }, el("b", { text: capital(test.label) })), el("div", { class: "dice-row" }, ...facesOf(test, "big tumbling")));
}

/** One test, large: its dice, whether it was passed, and what was needed. */
export function result(test) {
  return el(
    "div",
    { class: `dice-stage ${stateOf(test)}` },
    el("p", { class: "dice-label", data: { from: "referee" } }, el("b", { text: capital(test.label) }), test.who && el("span", { class: "soft", text: ` · ${named(test.who)}` })),
    el("div", { class: "dice-row" }, ...facesOf(test, "big")),
    el("div", { class: "dice-said" }, el("strong", { class: `rolled ${stateOf(test)}` }, test.passed !== null && icon(test.passed ? "check" : "x"), el("span", { text: resultText(test) })), el("span", { text: rolledText(test) }), test.odds && el("span", { class: "soft", text: chance(test.odds) })),
  );
}

/**
 * All tests of a move, each die with the name of its model; failed ones may come first.
 * @param {any[]} tests
 * @param {{failedFirst: boolean}} view
 * @param {() => void} redraw
 */
export function results(tests, view, redraw) {
  // To count passed and failed says something only of tests of one kind.
  const counted = new Set(tests.map((each) => each.label)).size === 1;
  const [passed, failed] = [tests.filter((each) => each.passed === true), tests.filter((each) => each.passed === false)];
  const sorted = counted && view.failedFirst ? [...failed, ...tests.filter((each) => each.passed !== false)] : tests;
  const bar = el("div", { class: "dice-bar", "aria-hidden": "true" }, ...tests.filter((each) => each.passed !== null && each.passed !== undefined).map((each) => el("span", { class: stateOf(each) })));
  const order = (text, first) => button(text, () => {
    view.failedFirst = first;
    redraw();
  }, { class: "small", "aria-pressed": String(view.failedFirst === first) });
  return el(
    "section",
    { class: "dice-results", "aria-label": t("Dice") },
    counted && passed.length + failed.length > 1 && el("div", { class: "row dice-counts" }, el("span", { class: "rolled passed" }, icon("check", "small"), tn("{n} passed", "{n} passed", passed.length)), el("span", { class: "rolled failed" }, icon("x", "small"), tn("{n} failed", "{n} failed", failed.length)), failed.length > 0 && el("div", { class: "segments", role: "group", "aria-label": t("Order of the dice") }, order(t("In order"), false), order(t("Failed first"), true))),
    counted && passed.length + failed.length > 1 && bar,
    el("ul", { class: "dice-grid" }, ...sorted.map(cell)),
  );
}

/** One die of many: it opens to show what it was for. */
function cell(test) {
  return el(
    "li",
    { class: `dice-cell ${stateOf(test)}` },
    el("details", {}, el("summary", {}, el("span", { class: "dice-row" }, ...facesOf(test, "")), el("span", { class: "dice-name" }, el("b", { text: capital(test.label), data: { from: "referee" } }), test.who && el("span", { class: "soft", text: named(test.who), data: { from: "table" } }), el("span", { class: `rolled ${stateOf(test)}`, text: resultText(test) }))), el("p", { class: "soft", text: rolledText(test), data: { from: "referee" } })),
  );
}
