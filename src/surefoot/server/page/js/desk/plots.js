// Bar charts of the desk, with words beside every bar, so that they can be read without colours.

import { el, svg } from "../dom.js";
import { chance, named, percent, share } from "../format.js";
import { t, tn } from "../words.js";

/**
 * Neighbouring degrees with the same meaning, merged.
 * @param {{degrees: number | null, odds: string, means: {what: string, odds: string}[]}[]} degrees
 */
export function spans(degrees) {
  const found = [];
  for (const each of degrees) {
    const whole = share(each.odds);
    const means = each.means.map(({ what, odds }) => ({ what, part: share(odds) / whole }));
    const key = JSON.stringify([means.map(({ what, part }) => [what, part.toFixed(6)]), (each.degrees ?? 0) > 0]);
    const last = found.at(-1);
    if (last?.key === key) {
      last.worst = each.degrees;
      last.odds.push(each.odds);
      last.share += whole;
    } else found.push({ key, best: each.degrees, worst: each.degrees, odds: [each.odds], share: whole, means });
  }
  return found;
}

/** Degrees in words: 2 to 4 degrees of success. */
export function degreeWords(best, worst) {
  if (best === null || best === undefined) return t("No test");
  const [low, high] = [Math.abs(best), Math.abs(worst)].sort((one, other) => one - other);
  if (low === high) return best > 0 ? tn("{n} degree of success", "{n} degrees of success", low) : tn("{n} degree of failure", "{n} degrees of failure", low);
  return best > 0 ? t("{low} to {high} degrees of success", { low, high }) : t("{low} to {high} degrees of failure", { low, high });
}

/** One bar for each meaning, the best first; `rolled` marks the degree that was rolled. */
export function degreePlot(degrees, rolled = undefined) {
  return el(
    "ol",
    { class: "plot", "aria-label": t("Results and their odds") },
    ...spans(degrees).map((span) => {
      const hit = rolled !== undefined && rolled !== null && rolled <= (span.best ?? 0) && rolled >= (span.worst ?? 0);
      const means = span.means.map(({ what, part }) => (span.means.length > 1 ? t("{chance} of these: {result}", { chance: percent(part), result: what }) : what)).join(" · ");
      return el(
        "li",
        { class: `plot-row ${(span.best ?? 1) > 0 ? "good" : "bad"}${hit ? " hit" : ""}` },
        el("span", { class: "plot-name", text: degreeWords(span.best, span.worst) }),
        bar(span.share),
        el("span", { class: "plot-share", text: percent(span.share), title: span.odds.length === 1 ? chance(span.odds[0]) : "" }),
        el("span", { class: "plot-means", text: means, data: { from: "referee" } }),
      );
    }),
  );
}

function bar(part) {
  return svg("svg", { class: "plot-bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { class: "plot-back", width: 100, height: 10, rx: 2 }), svg("rect", { class: "plot-part", width: Math.max(0.8, part * 100), height: 10, rx: 2 }));
}

/** The Fatigue of each traveller on arrival: one bar each, divided by level. */
export function arrivalPlot(arrivals) {
  const levels = [...new Set(arrivals.flatMap((each) => Object.keys(each.fatigue).map(Number)))].sort((one, other) => one - other);
  const legend = el("ul", { class: "plot-legend", "aria-label": t("Fatigue") }, ...levels.map((level) => el("li", { class: `tired-${Math.min(level, 5)}` }, t("{n} Fatigue", { n: level }))));
  const rows = arrivals.map((each) => {
    let from = 0;
    const parts = levels.filter((level) => each.fatigue[level]).map((level) => {
      const part = share(each.fatigue[level]);
      const made = svg("rect", { class: `tired tired-${Math.min(level, 5)}`, x: from * 100, width: part * 100, height: 10 }, svg("title", { text: t("{n} Fatigue: {chance}", { n: level, chance: chance(each.fatigue[level]) }) }));
      from += part;
      return made;
    });
    const ends = levels.filter((level) => each.fatigue[level]).map((level) => t("{n} Fatigue: {chance}", { n: level, chance: percent(each.fatigue[level]) }));
    if (share(each.drops) > 0) ends.push(t("Collapses on the way: {chance}", { chance: percent(each.drops) }));
    return el("li", { class: "plot-row arrival" }, el("span", { class: "plot-name", text: named(each.who), data: { from: "table" } }), svg("svg", { class: "plot-bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, ...parts), el("span", { class: "plot-means", text: ends.join(" · ") }));
  });
  return el("div", { class: "arrivals" }, legend, el("ol", { class: "plot" }, ...rows));
}

