// What the referee says to a way: the verdict, each stride with its price and clause, tests with their odds, what would be legal.

import { button, el } from "../dom.js";
import { clause, clauses } from "../log/clause.js";
import { chance, number, share, trackOf } from "../table/looks.js";

const VERDICTS = { legal: "Legal", illegal: "Refused", "stopped-short": "Stops short" };

/** The verdict in one line, as it is spoken. */
export function verdictLine(said, allowance, sign) {
  if (said.verdict === "illegal") return `Refused: ${said.reasons.map((each) => each.says).join("; ") || "the rules forbid it"}`;
  const used = allowance ? `${number(said.cost)}${sign} of ${number(allowance)}${sign}` : `${number(said.cost)}${sign}`;
  const why = said.events.find((event) => event.what === "stops short");
  const tests = said.tests.length ? `, ${said.tests.length === 1 ? "one test" : `${said.tests.length} tests`}` : "";
  return `${VERDICTS[said.verdict] ?? said.verdict}: ${used}${tests}${why ? `, ${why.why ?? ""}` : ""}`;
}

/** The head: the verdict, and how much of the allowance is used. */
export function verdict(said, allowance, sign) {
  const used = allowance ? Math.min(1, said.cost / allowance) : 0;
  const meter = el("div", { class: "meter", "aria-hidden": "true" }, el("span", { class: "meter-used" }));
  meter.firstChild.style.width = `${used * 100}%`;
  return el(
    "div",
    { class: `verdict ${said.verdict}` },
    el("strong", { class: "verdict-word", text: VERDICTS[said.verdict] ?? said.verdict }),
    el("span", { class: "verdict-cost", text: said.verdict === "illegal" ? "" : allowance ? `${number(said.cost)}${sign} of ${number(allowance)}${sign}` : `${number(said.cost)}${sign}` }),
    allowance && said.verdict !== "illegal" && meter,
  );
}

/** Every clause that is broken. */
export function reasons(said) {
  const stops = said.events.filter((event) => event.what === "stops short");
  if (!said.reasons.length && !stops.length) return null;
  return el(
    "ul",
    { class: "reasons", "aria-label": said.reasons.length ? "Why it is refused" : "Why it stops short" },
    ...said.reasons.map((each) => el("li", {}, el("span", { text: each.says }), clause(each.clause))),
    ...stops.map((each) => el("li", {}, el("span", { text: each.why || "It stops short." }), clauses(each.clauses))),
  );
}

/** What would be legal instead; one tap applies it. */
export function instead(offers, sign, apply) {
  if (!offers.length) return null;
  return el(
    "div",
    { class: "instead", role: "group", "aria-label": "What would be legal" },
    el("h3", { text: "Instead" }),
    ...offers.map((each) => {
      const price = each.cost === null || each.cost === undefined ? "" : ` · ${number(each.cost)}${sign}`;
      const risk = each.tests?.length ? ` · ${each.tests.map((test) => `${test.what} ${chance(test.odds)}`).join(", ")}` : "";
      return button(`${each.says}${price}${risk}`, () => apply(each.declaration), { class: "offer" });
    }),
  );
}

/** The last hair up to an edge: it shows as nothing and costs nothing. */
function isHair(line) {
  return number(line.length) === "0" && number(line.cost) === "0" && (line.from[2] ?? 0) === (line.to[2] ?? 0);
}

/** The ledger: stride by stride. */
export function ledger(lines, sign) {
  if (!lines.length) return null;
  return el(
    "ol",
    { class: "ledger", "aria-label": "What each stride costs" },
    ...lines.flatMap((line, index) =>
      isHair(line)
        ? []
        : el(
            "li",
            { class: `line ${trackOf(line.what)}`, data: { stride: index } },
            el("span", { class: "line-sign", "aria-hidden": "true" }),
            el("span", { class: "line-what", text: line.what }),
            el("span", { class: "line-sum", text: line.rate === 1 ? "" : `${number(line.length)} × ${number(line.rate)}` }),
            el("span", { class: "line-cost", text: `${number(line.cost)}${sign}` }),
            clause(line.clause),
          ),
    ),
  );
}

/** Tests that must be passed, each with its need, its modifiers and its odds. */
export function tests(list) {
  if (!list.length) return null;
  return el("ul", { class: "tests", "aria-label": "Tests" }, ...list.map(test));
}

/** One test: before it is rolled its odds, afterwards its dice. */
export function test(each) {
  const result = each.rolled ? el("span", { class: `rolled ${each.passed === false ? "failed" : each.passed ? "passed" : ""}`, text: `${each.rolled.join(" + ")}${each.passed === null || each.passed === undefined ? "" : each.passed ? ", passed" : ", failed"}` }) : null;
  return el(
    "li",
    { class: "test" },
    el("div", { class: "row" }, el("strong", { text: each.what }), el("span", { class: "soft", text: [each.dice, each.needs && `needs ${each.needs}`].filter(Boolean).join(", ") }), result),
    each.odds && odds(each.odds),
    aims(each.aims),
    modifiers(each.modifiers),
    clauses(each.clauses ?? [each.clause]),
  );
}

/** Further thresholds of a roll, each with its own chance: not to fall, to get as far as declared. */
export function aims(list) {
  if (!list?.length) return null;
  return el("ul", { class: "aims" }, ...list.map((each) => el("li", {}, el("span", { text: `${each.what}: ${each.needs}${each.met === true ? ", yes" : each.met === false ? ", no" : ""}` }), odds(each.odds))));
}

/** What changes a test, each with its clause. */
export function modifiers(list) {
  if (!list?.length) return null;
  return el("ul", { class: "modifiers" }, ...list.map((each) => el("li", {}, el("span", { text: `${each.value > 0 ? "+" : ""}${each.value} ${each.says}` }), clause(each.clause))));
}

/** A chance as a bar and in numbers. */
export function odds(value) {
  const bar = el("span", { class: "odds-bar", "aria-hidden": "true" }, el("span", { class: "odds-part" }));
  bar.firstChild.style.width = `${share(value) * 100}%`;
  return el("div", { class: "odds" }, bar, el("span", { class: "odds-text", text: chance(value) }));
}

/** How it can end, the likeliest first. */
export function ends(said) {
  if (!said.ends?.length) return null;
  const sorted = [...said.ends].sort((one, other) => share(other.odds) - share(one.odds)).slice(0, 6);
  return el("div", { class: "ends" }, el("h3", { text: "How it can end" }), el("ul", {}, ...sorted.map((each) => el("li", {}, el("span", { text: String(each.end) }), odds(each.odds)))));
}
