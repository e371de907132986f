// Vehicles seen from above: the hull to scale with nose, wheels or tracks, pointing ahead.

import { svg } from "../dom.js";
import { SCALE } from "./camera.js";
import { baseOutline } from "./decode.js";
import { pathOf } from "./outline.js";

/** Whether a model is drawn as a hull. */
export function isHull(model) {
  return model.base.kind === "hull" || (model.base.kind === "rectangle" && !/infantry|beast|cavalry/i.test((model.keywords ?? []).join(" ")));
}

const TRACKED = /track|tank|transport|carrier|apc|crawler|dozer|hauler|rhino|chimera/;
const RAMMING = /grinder|ram|dozer|plough|breaker/;

/**
 * A hull at 0, 0, ahead along its facing. All lengths are of its own outline.
 * @param {import("./decode.js").Figure} model
 * @param {number} facing in degrees, clockwise from north
 */
export function hull(model, facing) {
  const outline = baseOutline(model.base, 0, 0, 0);
  const [xs, ys] = [outline.map(([x]) => x * SCALE), outline.map(([, y]) => -y * SCALE)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [W, L] = [right - left, bottom - top];
  // A place inside the hull: across from the left (0) to the right (1), along from the nose (0) to the tail (1).
  const at = (across, along) => `${(left + across * W).toFixed(1)} ${(top + along * L).toFixed(1)}`;
  const area = (points, kind) => svg("path", { class: kind, d: `M${points.map(([a, b]) => at(a, b)).join("L")}Z` });
  const words = `${model.id} ${(model.keywords ?? []).join(" ")}`.toLowerCase();
  const tracked = TRACKED.test(words);
  const parts = [svg("path", { class: "hull-cast", d: pathOf(outline, 0), transform: "translate(4 6)" })];
  parts.push(svg("path", { class: "base hull-body", d: pathOf(outline, 0) }));
  if (tracked) parts.push(...tracks(at, area), area([[0.28, 0.06], [0.72, 0.06], [0.8, 0.2], [0.8, 0.97], [0.2, 0.97], [0.2, 0.2]], "hull-deck"));
  else {
    for (const [a, b] of [[-0.04, 0.1], [0.9, 0.1], [-0.04, 0.7], [0.9, 0.7]]) parts.push(area([[a, b], [a + 0.14, b], [a + 0.14, b + 0.2], [a, b + 0.2]], "wheel"));
    parts.push(area([[0.14, 0.03], [0.86, 0.03], [0.92, 0.12], [0.92, 0.97], [0.08, 0.97], [0.08, 0.12]], "hull-deck"));
  }
  if (RAMMING.test(words)) parts.push(area([[0, 0.12], [0.38, 0], [0.62, 0], [1, 0.12], [0.9, 0.17], [0.1, 0.17]], "hull-ram"));
  // The windscreen shows where it looks, the bed what it carries.
  parts.push(area([[0.2, 0.27], [0.8, 0.27], [0.72, 0.36], [0.28, 0.36]], "hull-glass"));
  parts.push(area([[0.22, 0.5], [0.78, 0.5], [0.78, 0.92], [0.22, 0.92]], "hull-bed"));
  parts.push(svg("path", { class: "hull-line", d: `M${at(0.22, 0.64)}L${at(0.78, 0.64)}M${at(0.22, 0.78)}L${at(0.78, 0.78)}` }));
  parts.push(svg("path", { class: "hull-nose", d: `M${at(0.5, -0.08)}L${at(0.36, 0.05)}L${at(0.64, 0.05)}Z` }));
  return svg("g", { class: "hull", transform: `rotate(${facing})` }, ...parts);
}

function tracks(at, area) {
  const found = [area([[0, 0.02], [0.2, 0.02], [0.2, 0.98], [0, 0.98]], "track"), area([[0.8, 0.02], [1, 0.02], [1, 0.98], [0.8, 0.98]], "track")];
  let d = "";
  for (let i = 1; i < 14; i += 1) d += `M${at(0, 0.02 + (i * 0.96) / 14)}L${at(0.2, 0.02 + (i * 0.96) / 14)}M${at(0.8, 0.02 + (i * 0.96) / 14)}L${at(1, 0.02 + (i * 0.96) / 14)}`;
  return [...found, svg("path", { class: "track-links", d })];
}
