// Plots of what the desk is told: bars with words, so that nothing depends on seeing colours.

import { el, svg } from "../dom.js";
import { chance, share } from "../table/looks.js";


/**
 * Degrees next to each other that mean the same, together.
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

/** Results in words: 2 to 4 degrees of success. */
export function degreeWords(best, worst) {
  if (best === null || best === undefined) return "no test";
  const what = best > 0 ? "success" : "failure";
  const [low, high] = [Math.abs(best), Math.abs(worst)].sort((one, other) => one - other);
  return low === high ? `${low} degree${low === 1 ? "" : "s"} of ${what}` : `${low} to ${high} degrees of ${what}`;
}

/** Percent without false precision. */
export function percent(part) {
  if (part > 0 && part < 0.01) return "under 1 %";
  if (part < 1 && part > 0.99) return "over 99 %";
  return `${Math.round(part * 100)} %`;
}

/** One bar for each meaning, the best on top; `rolled` marks the degree that the dice showed. */
export function degreePlot(degrees, rolled = undefined) {
  return el(
    "ol",
    { class: "plot", "aria-label": "How likely each result is, and what it means" },
    ...spans(degrees).map((span) => {
      const hit = rolled !== undefined && rolled !== null && rolled <= (span.best ?? 0) && rolled >= (span.worst ?? 0);
      const means = span.means.map(({ what, part }) => (span.means.length > 1 ? `${percent(part)} of it: ${what}` : what)).join(" · ");
      return el(
        "li",
        { class: `plot-row ${(span.best ?? 1) > 0 ? "good" : "bad"}${hit ? " hit" : ""}` },
        el("span", { class: "plot-name", text: degreeWords(span.best, span.worst) }),
        bar(span.share),
        el("span", { class: "plot-share", text: percent(span.share), title: span.odds.length === 1 ? chance(span.odds[0]) : "" }),
        el("span", { class: "plot-means", text: means }),
      );
    }),
  );
}

function bar(part) {
  return svg("svg", { class: "plot-bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { class: "plot-back", width: 100, height: 10, rx: 2 }), svg("rect", { class: "plot-part", width: Math.max(0.8, part * 100), height: 10, rx: 2 }));
}

/** With how much Fatigue everybody arrives: one bar for each traveller, cut by levels. */
export function arrivalPlot(arrivals) {
  const levels = [...new Set(arrivals.flatMap((each) => Object.keys(each.fatigue).map(Number)))].sort((one, other) => one - other);
  const legend = el("ul", { class: "plot-legend", "aria-label": "Fatigue" }, ...levels.map((level) => el("li", { class: `tired-${Math.min(level, 5)}` }, `${level} Fatigue`)));
  const rows = arrivals.map((each) => {
    let from = 0;
    const parts = levels.filter((level) => each.fatigue[level]).map((level) => {
      const part = share(each.fatigue[level]);
      const made = svg("rect", { class: `tired tired-${Math.min(level, 5)}`, x: from * 100, width: part * 100, height: 10 }, svg("title", { text: `${level} Fatigue: ${chance(each.fatigue[level])}` }));
      from += part;
      return made;
    });
    const told = levels.filter((level) => each.fatigue[level]).map((level) => `${level} Fatigue ${percent(share(each.fatigue[level]))}`);
    if (share(each.drops) > 0) told.push(`drops on the way ${percent(share(each.drops))}`);
    return el("li", { class: "plot-row arrival" }, el("span", { class: "plot-name", text: each.who }), svg("svg", { class: "plot-bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, ...parts), el("span", { class: "plot-means", text: told.join(" · ") }));
  });
  return el("div", { class: "arrivals" }, legend, el("ol", { class: "plot" }, ...rows));
}

