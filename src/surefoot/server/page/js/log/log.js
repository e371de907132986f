// Everything that happened: one entry for each declaration, foldable, every event with its clause.

import { el, fill } from "../dom.js";
import { ledger, reasons, tests } from "../moving/ledger.js";
import { clauses } from "./clause.js";

const VERDICTS = { legal: "", illegal: "insisted on", "stopped-short": "stops short" };

/**
 * Lines of the log put together: a declaration with all its answers is one entry.
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
      found.push({ from: line.seq, to: line.seq, kind: line.entry, by: line.by, outcome: line.outcome ?? null, reason: line.reason ?? "", open: line.question });
    }
  }
  return found;
}

/** What an entry is called. */
export function titleOf(entry) {
  if (entry.kind === "undo") return "Taken back";
  if (entry.kind === "override") return `Set right: ${entry.reason}`;
  return entry.outcome?.declared ?? entry.kind;
}

/** What happened in an entry, in sentences, without the books. */
export function happenings(outcome) {
  return (outcome?.events ?? []).filter((event) => !event.books);
}

/** The log as a list that keeps what was unfolded. */
export class Log {
  /** @param {import("../store.js").Game} game */
  constructor(game) {
    this.game = game;
    this.list = el("ol", { class: "log", "aria-label": "What happened, the newest first" });
    this.empty = el("p", { class: "soft", text: "Nothing has happened yet." });
    this.element = el("div", {}, this.empty, this.list);
    this.known = new Map();
  }

  draw() {
    const entries = entriesOf(this.game.lines.filter(Boolean));
    this.empty.hidden = entries.length > 0;
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
    const verdict = outcome ? VERDICTS[outcome.verdict] : "";
    const who = entry.by?.name || entry.by?.role || "";
    const head = [el("span", { class: "log-title", text: titleOf(entry) }), el("span", { class: "log-by soft", text: [verdict, who].filter(Boolean).join(" · ") })];
    if (!outcome) return el("li", { class: `entry ${entry.kind}` }, el("div", { class: "entry-head" }, ...head));
    return el(
      "li",
      { class: `entry ${entry.kind} ${outcome.verdict}` },
      el("details", {}, el("summary", { class: "entry-head" }, ...head), ledger(outcome.ledger, sign), tests(outcome.tests), reasons(outcome), events(outcome.events)),
    );
  }
}

/** Events with their clauses; the books are folded away. */
export function events(list) {
  const told = list.filter((event) => !event.books);
  const books = list.filter((event) => event.books);
  const one = (event) => el("li", {}, el("span", { text: event.says ?? event.what }), clauses(event.clauses));
  return el(
    "div",
    { class: "events" },
    told.length > 0 && el("ul", { "aria-label": "What happened" }, ...told.map(one)),
    books.length > 0 && el("details", { class: "books" }, el("summary", { text: `Books: ${books.length}` }), el("ul", {}, ...books.map(one))),
  );
}
