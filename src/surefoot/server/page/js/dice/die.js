// Draws the face of a die: pips up to six, else the number.

import { svg } from "../dom.js";

const PIPS = {
  1: [[12, 12]],
  2: [[7, 7], [17, 17]],
  3: [[7, 7], [12, 12], [17, 17]],
  4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]],
  6: [[7, 7], [17, 7], [7, 12], [17, 12], [7, 17], [17, 17]],
};

/** One face of a die. */
export function dieFace(face, highest = 6, kind = "") {
  const pips = highest <= 6 ? PIPS[face] : null;
  const marks = pips ? pips.map(([cx, cy]) => svg("circle", { cx, cy, r: 2.1, class: "pip" })) : [svg("text", { x: 12, y: 12.5, class: "die-number", text: String(face) })];
  return svg("svg", { class: `die ${kind}`.trim(), viewBox: "0 0 24 24", width: 32, height: 32, "aria-hidden": "true" }, svg("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 5, class: "die-body" }), ...marks);
}
