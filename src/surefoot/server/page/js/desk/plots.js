// Bar charts of the desk, with words beside every bar, so that they can be read without colours.

import { el, svg } from "../dom.js";
import { chance, named, percent, share } from "../format.js";
import { t } from "../words.js";

/** One bar for each result, the best first; `rolled` marks the reading that was rolled. */
export function resultPlot(results, rolled = undefined) {
  return el(
    "ol",
    { class: "plot", "aria-label": t("Results and their odds") },
    ...results.map((result) => {
      const hit = rolled !== undefined && rolled !== null && rolled <= (result.best ?? 0) && rolled >= (result.worst ?? 0);
      const means = result.means.map(({ what, odds }) => (result.means.length > 1 ? t("{chance} of these: {result}", { chance: percent(share(odds)), result: what }) : what)).join(" · ");
      return el(
        "li",
        { class: `plot-row ${(result.best ?? 1) > 0 ? "good" : "bad"}${hit ? " hit" : ""}` },
        el("span", { class: "plot-name", text: result.says, data: { from: "referee" } }),
        bar(share(result.odds)),
        el("span", { class: "plot-share", text: percent(share(result.odds)), title: chance(result.odds) }),
        el("span", { class: "plot-means", text: means, data: { from: "referee" } }),
      );
    }),
  );
}

function bar(part) {
  return svg("svg", { class: "plot-bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { class: "plot-back", width: 100, height: 10, rx: 2 }), svg("rect", { class: "plot-part", width: Math.max(0.8, part * 100), height: 10, rx: 2 }));
}

/** The counter of each traveller on arrival: one bar each, divided by its value. */
export function arrivalPlot(arrivals, { counter, title }) {
  const values = [...new Set(arrivals.flatMap((each) => Object.keys(each[counter]).map(Number)))].sort((one, other) => one - other);
  const legend = el("ul", { class: "plot-legend", "aria-label": title, data: { from: "referee" } }, ...values.map((value) => el("li", { class: `tired-${Math.min(value, 5)}` }, `${title} ${value}`)));
  const rows = arrivals.map((each) => {
    let from = 0;
    const here = values.filter((value) => each[counter][value]);
    const parts = here.map((value) => {
      const part = share(each[counter][value]);
      const made = svg("rect", { class: `tired tired-${Math.min(value, 5)}`, x: from * 100, width: part * 100, height: 10 }, svg("title", { text: `${title} ${value}: ${chance(each[counter][value])}` }));
      from += part;
      return made;
    });
    const ends = here.map((value) => `${title} ${value}: ${percent(share(each[counter][value]))}`);
    if (share(each.drops) > 0) ends.push(t("Collapses on the way: {chance}", { chance: percent(each.drops) }));
    return el("li", { class: "plot-row arrival" }, el("span", { class: "plot-name", text: named(each.who), data: { from: "table" } }), svg("svg", { class: "plot-bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true", data: { from: "referee" } }, ...parts), el("span", { class: "plot-means", text: ends.join(" · "), data: { from: "referee" } }));
  });
  return el("div", { class: "arrivals" }, legend, el("ol", { class: "plot" }, ...rows));
}
