// The games by the names that players know, each with the beginning of its rulesets' names and the table of its first move.

import { bareName } from "../rulesets.js";
import { t } from "../words.js";

/** @typedef {{id: string, name: string, about: string, begins: string, demo: string}} Family */

/** @type {Family[]} */
const KNOWN = [
  { id: "necromunda", name: t("Necromunda"), about: t("Classic and 2023 · fighters and vehicles"), begins: "necromunda", demo: "gantry" },
  { id: "wh40k", name: t("Warhammer 40,000"), about: t("10th edition · units and transports"), begins: "wh40k", demo: "causeway" },
  { id: "dark-heresy", name: t("Dark Heresy"), about: t("2nd edition · chases, climbs, journeys"), begins: "dark-heresy", demo: "manufactorum" },
  { id: "gemini", name: t("Gemini"), about: t("ARAP house rules · Action Points"), begins: "gemini", demo: "outpost" },
];

/** The games that have tables, each with them; rulesets that no game here knows are games of their own. */
export function families(scenarios) {
  const rest = new Map(scenarios.map((each) => [bareName(each.ruleset), each.game]).filter(([name]) => !KNOWN.some((each) => name.startsWith(each.begins))));
  const others = [...rest].map(([id, name]) => ({ id, name, about: "", begins: id, demo: "" }));
  return [...KNOWN, ...others].map((family) => {
    const tables = scenarios.filter((each) => bareName(each.ruleset).startsWith(family.begins));
    return { ...family, tables, demo: tables.find((each) => each.name === family.demo)?.name ?? tables[0]?.name ?? "" };
  }).filter((family) => family.tables.length);
}
