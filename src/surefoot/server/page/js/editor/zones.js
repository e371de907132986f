// The zones in which sides set up, drawn on the ground.

import { svg } from "../dom.js";
import { SCALE } from "../table/camera.js";
import { pathOf } from "../table/outline.js";
import { corners } from "./shapes.js";

/** Draw zones on the board of a view, each in the colour of its side. @param {any} view @param {any[]} [zones] */
export function drawZones(view, zones = []) {
  for (const old of view.layers.board.querySelectorAll(".zone")) old.remove();
  const { depth } = view.table;
  for (const { name, side, zone } of zones) {
    const points = corners(zone);
    if (points.length < 3) continue;
    const [left, top] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([, y]) => y))];
    view.layers.board.append(svg("g", { class: `zone side-${view.sides?.get(side) ?? 4}`, data: { side: side ?? "" } }, svg("path", { d: pathOf(points, depth) }), svg("text", { x: (left + 0.3) * SCALE, y: (depth - top + 0.8) * SCALE, text: name ?? "", data: { from: "table" } })));
  }
}
