// What the scenario reader accepts and a player would still stumble over: a table without models, a ladder beside its floor.

import { length, named } from "../format.js";
import { t } from "../words.js";
import { sortOf } from "./draft.js";
import { corners } from "./shapes.js";

/** A ladder may stand this far from the edge of its floor. */
const NEAR = 1;

/** @param {import("./draft.js").Draft} draft @returns {{where: string, says: string, stops: boolean, fix?: () => void}[]} */
export function advice(draft, sign = "″") {
  const { models, units } = draft.data;
  const found = [];
  if (!models.length && !units.length) found.push({ where: "", says: t("Add at least one model: there is nothing to move yet"), stops: true });
  else if (![...models, ...units].some((entry) => entry.side)) found.push({ where: "", says: t("Give the models a side"), stops: true });
  for (const entry of draft.data.terrain) {
    if (!["ladder", "rope"].includes(sortOf(entry)) || typeof entry.to !== "string") continue;
    const floor = draft.data.terrain.find((each) => String(each.id) === entry.to);
    const [foot] = corners(entry[sortOf(entry)]);
    const edge = floor && foot && nearest(foot, corners(floor[sortOf(floor)]));
    if (!edge || edge.far <= NEAR) continue;
    found.push({ where: `terrain.${entry.id}`, says: t("{ladder} is {distance} away from {floor}", { ladder: named(entry.id), distance: length(edge.far, sign), floor: named(entry.to) }), stops: true, fix: () => (entry[sortOf(entry)] = edge.at) });
  }
  return found;
}

/** The nearest point of an outline. */
function nearest([x, y], outline) {
  let best = null;
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length];
    const long = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = long ? Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long)) : 0;
    const at = [ax + share * (bx - ax), ay + share * (by - ay)];
    const far = Math.hypot(at[0] - x, at[1] - y);
    if (!best || far < best.far) best = { at: at.map((each) => Math.round(each * 1000) / 1000), far };
  });
  return best;
}
