// The last line of the log as the panel shows it: its dice, what happened, and the clauses behind it.

import { diceSettings } from "../dice/settings.js";
import { result, results, rolling } from "../dice/tray.js";
import { el } from "../dom.js";
import { capital } from "../format.js";
import { titleOf } from "../log/log.js";
import { reasons } from "../moving/ledger.js";
import { t } from "../words.js";

/** The number of events shown at once; the rest is folded. */
const NEWS = 6;

/**
 * @param {any} story the line, its outcome, what is new in it, and its dice
 * @param {{rolls: any, open: boolean, diceView: {failedFirst: boolean}, redraw: () => void}} how
 *   `rolls` is the test whose dice still roll, if any; `open` whether a question waits for an answer
 */
export function lastMove(story, { rolls, open, diceView, redraw }) {
  const { line, outcome, news, rolled, why, tests = [] } = story;
  if (!outcome) return el("p", { class: "note", text: titleOf({ kind: line.entry, reason: line.reason }) });
  const dice = rolled && tests.length === 1 ? result(rolled) : tests.length > 0 && [rolled && result(rolled), results(tests, diceView, redraw)];
  return el(
    "section",
    { class: "happened", "aria-label": t("Last move") },
    el("p", { class: "eyebrow", text: t("Last move") }),
    rolls ? rolling(rolls) : dice,
    !rolls && newsList(story, news),
    why && el("p", { class: "soft", text: why, data: { from: "referee" } }),
    !news.length && !rolled && el("p", { text: capital(titleOf({ kind: line.entry, outcome })), data: { from: "referee" } }),
    !open && reasons(outcome),
    tests.length > 0 && diceSettings(redraw),
  );
}

/** What happened, line by line. The lines appear once: drawn again, they go on from where they were. */
function newsList(story, news) {
  const item = (text) => el("li", { text, data: { from: "referee" } });
  const [first, rest] = news.length > NEWS ? [news.slice(0, NEWS - 1), news.slice(NEWS - 1)] : [news, []];
  const made = el("div", {}, el("ul", { class: "news" }, ...first.map(item)), rest.length > 0 && el("details", {}, el("summary", { text: t("and {n} more", { n: rest.length }) }), el("ul", { class: "news" }, ...rest.map(item))));
  story.since ??= performance.now();
  made.style.setProperty("--since", `${Math.round(story.since - performance.now())}ms`);
  return made;
}
