// The log: one foldable entry for each declaration, every event with its clauses.

import { facesOf } from "../dice/tray.js";
import { el, fill } from "../dom.js";
import { sentence } from "../format.js";
import { ROLES, VERDICTS } from "../labels.js";
import { ledger, reasons, tests } from "../moving/ledger.js";
import { t } from "../words.js";
import { clauses } from "./clause.js";

/** The most tests whose dice are shown beside an entry. */
const DICE = 6;

/**
 * The entries of a log: a declaration with all its answers is one entry.
 * @param {any[]} lines
 */
export function entriesOf(lines) {
  const found = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (line.entry === "answer" && last?.outcome) {
      last.outcome = line.outcome ?? last.outcome;
      last.to = line.seq;
      last.open = line.question;
    } else {
      found.push({ from: line.seq, to: line.seq, kind: line.entry, by: line.by, outcome: line.outcome ?? null, reason: line.reason ?? "", why: line.why ?? "", open: line.question });
    }
  }
  return found;
}

/** The entries that still stand: each undo takes the last of them away. */
export function standingOf(lines) {
  const found = [];
  for (const entry of entriesOf(lines)) {
    if (entry.kind === "undo") found.pop();
    else found.push(entry);
  }
  return found;
}

/** The title of an entry. */
export function titleOf(entry) {
  if (entry.kind === "undo") return t("Undone");
  if (entry.kind === "override") return t("Referee correction: {reason}", { reason: entry.reason });
  return entry.outcome?.says || entry.outcome?.declared || entry.kind;
}

/** The events of an outcome without bookkeeping. */
export function happenings(outcome) {
  return (outcome?.events ?? []).filter((event) => !event.books);
}

/** The log as a list. Entries are kept, so that open ones stay open. */
export class Log {
  /** @param {import("../store.js").Game} game */
  constructor(game) {
    this.game = game;
    this.list = el("ol", { class: "log", "aria-label": t("Log, newest first") });
    this.element = el("div", {}, this.list);
    this.known = new Map();
  }

  draw() {
    const entries = entriesOf(this.game.lines.filter(Boolean));
    const items = entries.map((entry) => {
      const key = `${entry.from}-${entry.to}`;
      if (!this.known.has(key)) this.known.set(key, this.item(entry));
      return this.known.get(key);
    });
    if (items.length !== this.list.children.length || items.at(-1) !== this.list.firstChild) fill(this.list, ...items.reverse());
  }

  item(entry) {
    const { outcome } = entry;
    const sign = this.game.table.sign;
    // An illegal move gets into the log only if the referee let it through.
    const verdict = !outcome || outcome.verdict === "legal" ? "" : outcome.verdict === "illegal" ? t("Illegal, but allowed") : VERDICTS[outcome.verdict];
    const who = entry.by?.name || ROLES[entry.by?.role] || "";
    const head = [el("span", { class: "log-number", text: String(entry.from) }), el("span", { class: "log-title", text: titleOf(entry), data: outcome ? { from: "referee" } : {} }), el("span", { class: "log-by soft" }, verdict, verdict && who && " · ", el("span", { text: who, data: { from: "table" } }))];
    if (entry.why) head.push(el("span", { class: "log-why soft" }, t("Computer"), ": ", el("span", { text: entry.why, data: { from: "referee" } })));
    const rolled = (outcome?.tests ?? []).filter((each) => each.rolled?.length);
    if (rolled.length) head.push(el("span", { class: "log-dice" }, ...rolled.slice(0, DICE).flatMap((each) => facesOf(each, each.passed === false ? "failed" : "")), rolled.length > DICE && el("span", { class: "soft", text: t("and {n} more", { n: rolled.length - DICE }) })));
    if (!outcome) return el("li", { class: `entry ${entry.kind}` }, el("div", { class: "entry-head" }, ...head));
    return el(
      "li",
      { class: `entry ${entry.kind} ${outcome.verdict}` },
      el("details", {}, el("summary", { class: "entry-head" }, ...head), ledger(outcome.ledger, sign), tests(outcome.tests), reasons(outcome), events(outcome.events)),
    );
  }
}

/** Events with their clauses; bookkeeping is folded. */
export function events(list) {
  const told = list.filter((event) => !event.books);
  const books = list.filter((event) => event.books);
  const one = (event) => el("li", {}, el("span", { text: sentence(event), data: { from: "referee" } }), clauses(event.clauses));
  return el(
    "div",
    { class: "events" },
    told.length > 0 && el("ul", { "aria-label": t("Events") }, ...told.map(one)),
    books.length > 0 && el("details", { class: "books" }, el("summary", { text: t("Bookkeeping ({n})", { n: books.length }) }), el("ul", {}, ...books.map(one))),
  );
}
