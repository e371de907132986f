// The zones of the goals of a scenario: where models get points.

import { fill, svg } from "../dom.js";
import { capital } from "../format.js";
import { pathOf } from "./outline.js";

/** Draw the zones of all goals, each in the colour of its side. @param {any} view @param {any[]} goals as the state lists them */
export function drawGoals(view, goals) {
  const zones = goals.filter((each) => each.zone?.length > 2);
  const one = ({ side, says, zone }) => svg("path", { class: `goal-zone${side ? ` side-${view.sides?.get(side) ?? 4}` : ""}`, d: pathOf(zone, view.table.depth) }, svg("title", { text: capital(says), data: { from: "referee" } }));
  fill(view.layers.goals, ...zones.map(one));
  view.names.goals(zones, (on) => view.table.pieces.find((piece) => piece.id === on)?.top ?? 0);
}
