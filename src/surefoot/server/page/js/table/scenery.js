// What lies on the ground and no rule reads: the picture under the table, marked spots.

import { svg } from "../dom.js";
import { SCALE } from "./camera.js";

/** A picture where it lies on a table. @param {{data: string, rect: number[]}} picture @param {number} depth the depth of the table */
export function imageOf({ data, rect: [x, y, w, h] }, depth, more = {}) {
  return svg("image", { class: "board-picture", href: data, x: x * SCALE, y: (depth - y - h) * SCALE, width: w * SCALE, height: h * SCALE, preserveAspectRatio: "none", ...more });
}

/** A marked spot with its name. @param {{name: string, at: number[]}} marker @param {number} depth */
export function markerOf({ name, at: [x, y] }, depth) {
  const [cx, cy] = [x * SCALE, (depth - y) * SCALE];
  return svg("g", { class: "marker" }, svg("circle", { cx, cy, r: SCALE * 0.35 }), svg("circle", { class: "marker-middle", cx, cy, r: SCALE * 0.1 }), svg("text", { x: cx, y: cy - SCALE * 0.5, "text-anchor": "middle", text: name, data: { from: "table" } }));
}
