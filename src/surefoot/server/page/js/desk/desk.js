// The game master's desk: the calculators that rulesets offer, without a table. No game is known here.

import { head, paletteOf } from "../app.js";
import { button, el, fill, select } from "../dom.js";
import { once } from "../net.js";
import { go } from "../router.js";
import { t } from "../words.js";
import { feats } from "./feats.js";
import { journeys } from "./journeys.js";

const PARTS = { feats: [t("Feats"), feats], journeys: [t("Journeys"), journeys] };

/** @param {HTMLElement} host @param {string[]} rest the calculator and its ruleset */
export async function show(host, [chosen = "", wanted = ""]) {
  head(t("Game master’s desk"));
  const { rulesets } = await once("/v1/rulesets");
  const offers = rulesets.filter((each) => partsOf(each).length > 0);
  if (offers.length === 0) {
    fill(host, el("section", { class: "sheet" }, el("h2", { text: t("No installed ruleset has a calculator") })));
    return undefined;
  }
  const ruleset = offers.find((each) => each.name === wanted) ?? offers.find((each) => partsOf(each).includes(chosen)) ?? offers[0];
  const parts = partsOf(ruleset);
  const part = parts.includes(chosen) ? chosen : parts[0];
  paletteOf(ruleset.name);
  const open = (name, of) => go("desk", name, ...(of === offers[0].name ? [] : [of]));
  const body = el("div", { class: "desk-body" });
  const games = select(offers.map((each) => [each.name, each.title]), ruleset.name, (name) => open(part, name));
  games.setAttribute("aria-label", t("Game"));
  games.dataset.from = "table";
  const tabs = el(
    "nav",
    { class: "desk-tabs", "aria-label": t("Desk") },
    ...parts.map((name) => button(PARTS[name][0], () => open(name, ruleset.name), { class: name === part ? "chosen" : "quiet", "aria-current": name === part ? "page" : null })),
    offers.length > 1 && games,
  );
  fill(host, el("div", { class: "desk" }, tabs, body));
  return PARTS[part][1](body, ruleset.name, ruleset.calculators[part]);
}

/** The calculators of a ruleset that this desk can show. */
function partsOf(ruleset) {
  return Object.keys(PARTS).filter((name) => ruleset.calculators?.[name]);
}
