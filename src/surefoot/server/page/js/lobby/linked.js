// A table that came with a link: look at it, play it, or change it.

import { head } from "../app.js";
import { button, el, fill } from "../dom.js";
import { tableIn } from "../host/table_link.js";
import { ask } from "../net.js";
import { t } from "../words.js";
import { begin } from "./begin.js";
import { edit } from "./bring.js";
import { Pictures } from "./pictures.js";
import { tellProblems } from "./reading.js";

export async function show(host, [text = ""]) {
  head(t("A table from a link"));
  let scenario;
  try {
    scenario = await tableIn(text);
  } catch {
    fill(host, el("section", { class: "sheet narrow" }, el("h2", { text: t("This link is incomplete. Ask for it again") }), el("a", { class: "button", href: "#/" }, t("All games"))));
    return undefined;
  }
  const pictures = new Pictures();
  const wrong = el("div", { class: "wrong", role: "alert" });
  const picture = el("div", { class: "tile-picture", "aria-hidden": "true" });
  const play = async () => {
    fill(wrong);
    try {
      const sides = [...new Set([...Object.values(scenario.models ?? {}), ...Object.values(scenario.units ?? {})].map((each) => each.side))].filter(Boolean);
      await begin({ scenario, ...(sides.length ? { host: { sides }, invite: [] } : {}) });
    } catch (refused) {
      tellProblems(refused, wrong);
    }
  };
  fill(host, el("section", { class: "sheet narrow" }, el("h2", { text: scenario.name ?? t("A table"), data: { from: "table" } }), picture, el("div", { class: "row" }, button(t("Play"), play, { class: "strong" }), button(t("Edit the table"), () => edit(scenario))), wrong));
  const { table, state, problems } = await ask("/v1/table", { body: { scenario } });
  if (table) pictures.draw(picture, table, state);
  else tellProblems({ problem: { problems } }, wrong);
  return () => pictures.end();
}
