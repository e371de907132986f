// What the scenario reader accepts and a player would still stumble over: a table without models, a ladder beside its floor.

import { length, named } from "../format.js";
import { t } from "../words.js";
import { sortOf } from "./draft.js";
import { corners } from "./shapes.js";

/** A ladder may stand this far from the edge of its floor. */
const NEAR = 1;

/** What a ladder can lead to. */
const FLOORS = ["platform", "lift", "obstacle", "ramp", "stairs", "wall"];

/** @param {import("./draft.js").Draft} draft @returns {{where: string, says: string, stops: boolean, fix?: () => void}[]} */
export function advice(draft, sign = "″") {
  const { models, units } = draft.data;
  const found = [];
  if (!models.length && !units.length) found.push({ where: "", says: t("Add at least one model: there is nothing to move yet"), stops: true });
  else if (![...models, ...units].some((entry) => entry.side)) found.push({ where: "", says: t("Give the models a side"), stops: true });
  for (const entry of draft.data.terrain) {
    if (!["ladder", "rope"].includes(sortOf(entry))) continue;
    const [foot] = corners(entry[sortOf(entry)]);
    const byName = typeof entry.to === "string";
    const floors = draft.data.terrain.filter((each) => (byName ? String(each.id) === entry.to : FLOORS.includes(sortOf(each))));
    const edge = foot && closest(foot, floors);
    if (edge ? edge.far <= NEAR : byName || !foot) continue;
    const distance = edge && length(edge.far, sign);
    const says = edge ? t("{ladder} is {distance} away from {floor}", { ladder: named(entry.id), distance, floor: named(edge.floor.id) }) : t("{ladder} leads to no floor: add a platform beside it", { ladder: named(entry.id) });
    const fix = edge && (() => Object.assign(entry, { [sortOf(entry)]: edge.at, to: String(edge.floor.id) }));
    found.push({ where: `terrain.${entry.id}`, says, stops: true, ...(fix ? { fix } : {}) });
  }
  return found;
}

/** The nearest point on the edge of several pieces, with its piece; null if there are none. */
function closest(foot, floors) {
  const edges = floors.map((floor) => ({ floor, ...nearest(foot, corners(floor[sortOf(floor)])) })).filter((each) => each.at);
  return edges.length ? edges.reduce((best, each) => (each.far < best.far ? each : best)) : null;
}

/** How far an outline is, and a point near the nearest one of it that is no corner. */
function nearest([x, y], outline) {
  let best = null;
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length];
    const long = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = long ? Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long)) : 0;
    const on = (part) => [ax + part * (bx - ax), ay + part * (by - ay)];
    const [px, py] = on(share);
    const far = Math.hypot(px - x, py - y);
    // A ladder at a corner would have no room beside it.
    const margin = Math.min(0.5, NEAR / 2 / Math.sqrt(long));
    if (!best || far < best.far) best = { at: on(Math.max(margin, Math.min(1 - margin, share))).map((each) => Math.round(each * 1000) / 1000), far };
  });
  return best;
}
