// The verdict on a move: the cost of each stride with its clause, the tests with their odds, and the legal alternatives.

import { button, el, icon } from "../dom.js";
import { capital, costOf, fraction, length, named, number, percent, plain, sentence, share } from "../format.js";
import { VERDICTS, labelOf } from "../labels.js";
import { clause, clauses } from "../log/clause.js";
import { trackOf } from "../table/looks.js";
import { t, tn } from "../words.js";
import { tape } from "./tape.js";

/** More tests than this are folded by model. */
const MOST_TESTS = 4;

/** The movement that a move takes: of a single model its cost and allowance, of a unit that of the model which goes furthest. */
export function movementOf(said, allowance) {
  const totals = new Map();
  for (const line of said.ledger) {
    const known = totals.get(line.who) ?? { cost: 0, of: line.of };
    totals.set(line.who, { cost: known.cost + line.cost, of: line.of ?? known.of });
  }
  if (totals.size < 2) return { cost: said.cost, of: allowance ?? [...totals.values()][0]?.of ?? null, each: 1 };
  const furthest = [...totals.values()].reduce((most, each) => (each.cost > most.cost ? each : most));
  return { ...furthest, each: totals.size };
}

/** How much movement is used: 3″ of 8″, or 5.4″ of 6″ each. */
export function usedText(said, allowance, sign) {
  const { cost, of, each } = movementOf(said, allowance);
  const used = costOf(cost, of, sign);
  return each > 1 ? t("{used} each", { used }) : used;
}

/** The verdict in words: legal, or legal if its one test succeeds. */
function verdictText(said) {
  return labelOf(VERDICTS, said.verdict);
}

/** The verdict in one line, for the status line. */
export function verdictLine(said, allowance, sign) {
  if (said.verdict === "illegal") {
    const why = said.reasons.map(sentence).join("; ");
    return why ? t("Illegal: {why}", { why }) : t("Illegal");
  }
  const why = said.events.find((event) => event.what === "stops short")?.why;
  const parts = [usedText(said, allowance, sign), said.tests.length && tn("{n} test", "{n} tests", said.tests.length), why].filter(Boolean);
  return t("{verdict}: {details}", { verdict: verdictText(said), details: parts.join(", ") });
}

/** Beyond this number, reasons of one clause are merged into one. */
const ALIKE = 2;
const SIGNS = { legal: "check", illegal: "x", "stopped-short": "triangle-alert" };

/** The verdict, what it depends on, and how much of the allowance is used. */
export function verdict(said, allowance, sign) {
  const { of } = movementOf(said, allowance);
  const [first] = said.ledger;
  const rolled = enough(said);
  const depends = said.verdict === "legal" && (rolled !== null || said.tests.some((each) => each.odds));
  const all = said.verdict !== "illegal" && of > 0 && first && tape(said.ledger.filter((line) => line.who === furthestOf(said.ledger)), of, sign);
  return el(
    "div",
    { class: `verdict ${said.verdict}${depends ? " depends" : ""}` },
    icon(depends ? "dices" : SIGNS[said.verdict] ?? "info"),
    el("strong", { class: "verdict-word", text: verdictText(said) }),
    el("span", { class: "verdict-cost", text: said.verdict === "illegal" ? "" : usedText(said, allowance, sign) }),
    depends && el("span", { class: "verdict-if" }, ...(rolled === null ? onlyIf(said.tests) : [t("if the roll is enough: {chance}", { chance: percent(rolled) })])),
    all,
    reasons(said),
  );
}

/** The model of a ledger that pays most; "" if there is none. */
export function furthestOf(lines) {
  const totals = new Map([["", -1]]);
  for (const line of lines) totals.set(line.who, (totals.get(line.who) ?? 0) + line.cost);
  return [...totals].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

/** Which action of a way this is, and what is left of the way after it; null if it takes one action. */
export function planned(plan, sign) {
  if (!plan) return null;
  const later = plan.outcomes.slice(1);
  const rest = later.reduce((sum, each) => sum + each.cost, 0);
  const risks = later.flatMap((each) => each.tests.filter((one) => one.odds));
  return el(
    "p",
    { class: "plan-line" },
    icon("footprints", "small"),
    el("span", { text: t("Action 1 of {n}. Then {cost} more to get there.", { n: plan.outcomes.length, cost: length(rest, sign) }) }),
    risks.length === 1 && el("span", { class: "plan-risk" }, ...chanceParts(risks[0].odds)),
  );
}

/** The later actions of a way: each with its strides and its tests, as the first has them. */
export function onward(plan, sign) {
  if (!plan) return null;
  const one = (outcome, index) =>
    el("section", { class: "plan-later" }, el("h3", {}, el("span", { text: t("Action {n}", { n: index + 2 }) }), el("span", { class: "plan-cost", text: length(outcome.cost, sign) })), ledger(outcome.ledger, sign), tests(outcome.tests.map((each) => ({ ...each, rolled: null }))));
  return el("div", { class: "plan-actions" }, ...plan.outcomes.slice(1).map(one));
}

/** How likely a rolled distance is enough for what is drawn; null if it always is, or if nothing is rolled. */
function enough(said) {
  const forks = said.forks ?? [];
  if (!forks.some((each) => each.verdict === "illegal")) return null;
  return forks.filter((each) => each.verdict !== "illegal").reduce((sum, each) => sum + share(each.odds), 0);
}

/** What a legal move depends on. */
function onlyIf(tests) {
  const open = tests.filter((each) => each.odds);
  if (open.length > 1) return [tn("if {n} test goes well", "if {n} tests go well", open.length)];
  return [t("if the test succeeds:"), " ", ...chanceParts(open[0].odds)];
}

/** Shown while the verdict on what is drawn is being worked out. */
export function checking() {
  return el("div", { class: "verdict checking" }, el("strong", { class: "verdict-word", text: t("Checking …") }));
}

/** Reasons to show. Many reasons of one clause are merged: what holds for five models is shown once. So is what several clauses forbid in the same words. */
function few(reasons) {
  const found = new Map();
  for (const each of reasons) found.set(each.clause, [...(found.get(each.clause) ?? []), each]);
  const told = new Map();
  for (const all of found.values()) {
    const more = all.length > ALIKE ? all.length - 1 : 0;
    for (const each of more ? all.slice(0, 1) : all) {
      const known = told.get(sentence(each)) ?? { each, cited: [], more: 0 };
      told.set(sentence(each), { each: known.each, cited: [...new Set([...known.cited, each.clause])], more: Math.max(known.more, more) });
    }
  }
  return [...told.values()];
}

/** The reasons why a move is illegal or stops short, each with its clauses. */
export function reasons(said) {
  const stops = said.events.filter((event) => event.what === "stops short");
  if (!said.reasons.length && !stops.length) return null;
  return el(
    "ul",
    { class: "reasons", "aria-label": t("Reasons") },
    ...few(said.reasons).map(({ each, cited, more }) => el("li", {}, el("span", { text: sentence(each), data: { from: "referee" } }), more > 0 && el("span", { class: "soft", text: t(" and {n} more like this", { n: more }) }), ...cited.map(clause))),
    ...stops.map((each) => el("li", {}, each.says || each.why ? el("span", { text: each.says ? sentence(each) : capital(each.why), data: { from: "referee" } }) : el("span", { text: VERDICTS["stopped-short"] }), clauses(each.clauses))),
  );
}

/** Legal alternatives to an illegal move; pressing one draws it. */
export function instead(offers, sign, apply) {
  if (!offers.length) return null;
  return el(
    "div",
    { class: "instead", role: "group", "aria-label": t("Legal alternatives") },
    ...offers.map((each, index) => {
      const price = each.cost === null || each.cost === undefined ? [] : [length(each.cost, sign)];
      const risks = (each.tests ?? []).map((one) => t("{test} {chance}", { test: capital(one.label), chance: percent(one.odds) }));
      const made = button(each.says, () => apply(each.declaration), { class: `offer${index ? "" : " strong"}`, icon: "route" });
      if (price.length + risks.length) made.lastChild.append(" ", el("small", { text: [...price, ...risks].join(" · "), data: { from: "referee" } }));
      return made;
    }),
  );
}

/** Whether a stride is too short to be shown: the rest of the way up to an edge, which rounds to 0. */
function isTiny(line) {
  return number(line.length) === "0" && number(line.cost) === "0" && (line.from[2] ?? 0) === (line.to[2] ?? 0);
}

/** Strides of one kind that follow each other, as one: a bend of the path costs nothing and needs no line of its own. */
function joined(strides) {
  const found = [];
  for (const { line, index } of strides) {
    const last = found.at(-1)?.line;
    const alike = last && ["who", "what", "says", "clause", "rate"].every((key) => last[key] === line[key]) && (last.to[2] ?? 0) === (line.from[2] ?? 0);
    if (alike) found[found.length - 1] = { ...found.at(-1), line: { ...last, to: line.to, length: last.length + line.length, cost: last.cost + line.cost } };
    else found.push({ line, index });
  }
  return found;
}

/** The cost of each stride; the strides of several models are folded under one line for each. */
export function ledger(lines, sign) {
  const shown = joined(lines.map((line, index) => ({ line, index })).filter(({ line }) => !isTiny(line)));
  if (!shown.length) return null;
  const names = [...new Set(shown.map(({ line }) => line.who))];
  const list = (some) => el("ol", { class: "ledger", "aria-label": t("Cost of each stride") }, ...some.map(({ line, index }) => stride(line, index, sign)));
  if (names.length < 2) return list(shown);
  const totals = names.map((name) => shown.filter(({ line }) => line.who === name).reduce((sum, { line }) => sum + line.cost, 0));
  const summary = tn("{n} model, {cost} each at most", "{n} models, {cost} each at most", names.length, { cost: length(Math.max(...totals), sign) });
  return el(
    "details",
    { class: "ledger-unit" },
    el("summary", { text: summary }),
    ...names.map((name) => el("section", {}, el("h4", { text: named(name), data: { from: "table" } }), list(shown.filter(({ line }) => line.who === name)))),
  );
}

/** The icon of a way of moving. */
const STEPS = { walk: "footprints", climb: "arrow-up-from-line", "by-ladder": "arrow-up-from-line", "by-lift": "arrow-up-from-line", leap: "corner-up-right", drop: "arrow-down-to-line", fly: "feather", swim: "waves" };

/** The length of a stride that doesn't cost its length: a turn is measured in degrees. */
function sum(line, sign) {
  if (line.what.split(" ")[0] === "turn") return `${number(line.length)}°`;
  return line.rate === 1 ? "" : `${length(line.length, sign)} × ${number(line.rate)}`;
}

function stride(line, index, sign) {
  return el(
    "li",
    { class: `line ${trackOf(line.what)}`, data: { stride: index } },
    el("span", { class: "line-sign", "aria-hidden": "true" }, icon(STEPS[trackOf(line.what)] ?? "footprints", "small")),
    el("span", { class: "line-what", text: sentence(line), data: { from: "referee" } }),
    el("span", { class: "line-sum", text: sum(line, sign) }),
    el("span", { class: "line-cost", text: length(line.cost, sign) }),
    clause(line.clause),
  );
}

/** What a collision brings before any die is rolled: who strikes whom with which side, who is pushed, and the hits. */
const CONTACTS = { collides: "zap", "is pushed": "arrow-right", "is hit": "crosshair" };

/** The collisions of a move, each event with its clause; null if there are none. */
export function contacts(said) {
  const found = said.events.filter((event) => event.what in CONTACTS);
  if (!found.some((event) => event.what === "collides")) return null;
  const one = (event) => {
    const struck = event.struck ? t("{front} strikes {side}", { front: capital(plain(event.arc ?? "")), side: plain(event.struck) }) : "";
    return el("li", { class: "line contact" }, el("span", { class: "line-sign", "aria-hidden": "true" }, icon(CONTACTS[event.what], "small")), el("span", { class: "line-what", text: [sentence(event), struck].filter(Boolean).join(" · "), data: { from: "referee" } }), clause(event.clause));
  };
  return el("ol", { class: "ledger contacts", "aria-label": t("Collisions") }, ...found.map(one));
}

/** Tests, each with its target, its modifiers and its odds; those of several models under the name of each, and folded if they are many. */
export function tests(list) {
  if (!list.length) return null;
  const names = [...new Set(list.map((each) => each.who ?? ""))];
  const flat = (some) => el("ul", { class: "tests", "aria-label": t("Tests") }, ...some.map(test));
  if (names.length < 2) return flat(list);
  const group = (name) => {
    const own = list.filter((each) => (each.who ?? "") === name);
    const head = [el("strong", { text: name ? named(name) : t("All"), data: { from: "table" } }), el("span", { class: "soft", text: tn("{n} test", "{n} tests", own.length) })];
    return list.length > MOST_TESTS ? el("details", { class: "tests-of" }, el("summary", {}, ...head), flat(own)) : el("section", { class: "tests-of" }, el("h4", {}, ...head), flat(own));
  };
  return el("div", { class: "tests-by-model" }, ...names.map(group));
}

/** The dice of a test and whether it was passed. */
export function rolledText({ rolled, passed }) {
  const dice = rolled.join(" + ");
  if (passed === null || passed === undefined) return dice;
  return passed ? t("{dice}, passed", { dice }) : t("{dice}, failed", { dice });
}

/** The dice of a test and what they need. */
export function needed(dice, needs) {
  return needs ? t("{dice}, needs {needs}", { dice, needs }) : dice;
}

/** One test: its odds before it is rolled, its dice afterwards. */
export function test(each) {
  const result = each.rolled ? el("span", { class: `rolled ${each.passed === false ? "failed" : each.passed ? "passed" : ""}`, text: rolledText(each) }) : null;
  return el(
    "li",
    { class: "test" },
    el("div", { class: "row" }, el("strong", { text: capital(each.label), data: { from: "referee" } }), el("span", { class: "soft", text: needed(each.dice, each.needs) }), result),
    each.odds && odds(each.odds),
    aims(each.aims),
    modifiers(each.modifiers),
    clauses(each.clauses ?? [each.clause]),
  );
}

/** Further thresholds of a roll, each with its own chance: not to fall, to get as far as declared. */
export function aims(list) {
  if (!list?.length) return null;
  const met = (each) => (each.met === true ? t("yes") : each.met === false ? t("no") : "");
  return el("ul", { class: "aims" }, ...list.map((each) => el("li", {}, el("span", { text: t("{aim}: {details}", { aim: capital(each.what), details: [each.needs, met(each)].filter(Boolean).join(", ") }) }), odds(each.odds))));
}

/** A modifier of a test: +10 a run-up of 8 m. */
export const modifierText = (each) => `${each.value > 0 ? "+" : each.value < 0 ? "−" : ""}${Math.abs(each.value)} ${each.says}`;

/** The modifiers of a test, each with its clause. */
export function modifiers(list) {
  if (!list?.length) return null;
  return el("ul", { class: "modifiers" }, ...list.map((each) => el("li", {}, el("span", { text: modifierText(each), data: { from: "referee" } }), clause(each.clause))));
}

/** A chance as a fraction and in percent, each in a column of its own. */
export function chanceParts(value) {
  const exact = fraction(value);
  return [exact && el("span", { class: "frac", text: exact }), exact && " ", el("span", { class: "chance-percent", text: percent(value) })].filter(Boolean);
}

/** A chance as a bar and as a percentage. */
export function odds(value) {
  const bar = el("span", { class: "odds-bar", "aria-hidden": "true" }, el("span", { class: "odds-part" }));
  bar.firstChild.style.width = `${share(value) * 100}%`;
  return el("div", { class: "odds" }, bar, el("span", { class: "odds-text" }, ...chanceParts(value)));
}

/** So many ends are shown; the others are added up. */
const ENDS = 5;

/** How a move can end: a bar and a row for each end, the likeliest first. */
export function ends(said) {
  if (!said.ends?.length) return null;
  // Where ends differ mostly by places, what becomes of the models is told.
  const sorted = [...(said.harms ?? said.ends)].sort((one, other) => share(other.odds) - share(one.odds));
  const shown = sorted.slice(0, ENDS);
  // The name with which all of them begin is known: it stands on the card.
  const [name] = String(shown[0].end).split(" ");
  const known = shown.length > 1 && shown.every((each) => String(each.end).startsWith(`${name} `)) ? name.length + 1 : 0;
  const rest = sorted.slice(ENDS).reduce((sum, each) => sum + share(each.odds), 0);
  const open = share(said.unresolved ?? "0");
  const bar = el("div", { class: "ends-bar", "aria-hidden": "true" }, ...shown.map((each, i) => segment(`end-${i + 1}`, share(each.odds))), rest + open > 0 && segment("end-rest", rest + open));
  const row = (each, i) => el("li", {}, el("span", { class: `end-sign end-${i + 1}`, "aria-hidden": "true" }), el("span", { class: "end-what", text: capital(String(each.end).slice(known)), data: { from: "referee" } }), el("span", { class: "end-odds" }, ...chanceParts(each.odds)));
  const other = (what, size) => size > 0 && el("li", {}, el("span", { class: "end-sign end-rest", "aria-hidden": "true" }), el("span", { class: "end-what soft", text: what }), el("span", { class: "end-odds" }, el("span", { class: "chance-percent", text: percent(String(size)) })));
  const more = [other(tn("and {n} more", "and {n} more", sorted.length - ENDS), rest), other(t("not worked out"), open)];
  return el("section", { class: "ends" }, el("h3", { text: t("How it can end") }), bar, el("ul", {}, ...shown.map(row), ...more));
}

function segment(kind, size) {
  const made = el("span", { class: kind });
  made.style.flexGrow = String(size);
  return made;
}
