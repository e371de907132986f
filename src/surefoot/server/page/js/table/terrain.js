// Draws terrain to scale, the lowest pieces first.

import { svg } from "../dom.js";
import { capital, length, listed, named, plain } from "../format.js";
import { SORTS, labelOf } from "../labels.js";
import { t } from "../words.js";
import { SCALE } from "./camera.js";
import { inside } from "./decode.js";
import { AREAS, kindOf } from "./looks.js";

const RANKS = ["platform", "block", "lift", "gap", "area", "stairs", "ramp", "ductway", "deck"];
const DEEP = "M";

/** Points as the path of an SVG element. */
export function pathOf(points, depth, closed = true) {
  const steps = points.map(([x, y], i) => `${i ? "L" : DEEP}${(x * SCALE).toFixed(2)} ${((depth - y) * SCALE).toFixed(2)}`);
  return steps.join("") + (closed ? "Z" : "");
}

/** The fill patterns; their colours come from the style sheet. */
export function patterns() {
  const made = (id, size, ...marks) => svg("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, ...marks);
  const line = (d, kind) => svg("path", { d, class: `mark ${kind}` });
  const dot = (cx, cy, kind) => svg("circle", { cx, cy, r: 1.7, class: `dot ${kind}` });
  return svg(
    "defs",
    {},
    made("cross", 16, line("M0 0L16 16M16 0L0 16", "impassable")),
    made("stripes", 14, line("M-3 3L3 -3M0 14L14 0M11 17L17 11", "dangerous")),
    made("dots", 14, dot(3.5, 3.5, "difficult"), dot(10.5, 10.5, "difficult")),
    made("many-dots", 9, dot(2.2, 2.2, "difficult"), dot(6.7, 6.7, "difficult")),
    made("ticks", 14, line("M3 10L7 4", "difficult")),
    made("dashes", 14, line("M2 4H9", "difficult"), line("M7 11H14", "difficult")),
    made("waves", 20, line("M0 6Q5 1 10 6T20 6", "water"), line("M0 16Q5 11 10 16T20 16", "water")),
    svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" }, svg("path", { d: "M0 0L8 4L0 8Z", class: "arrowhead" })),
  );
}

/** The drawing order of a piece. */
function order(piece) {
  const kind = piece.sort;
  // Stairs are drawn below the models on them; a ductway is drawn above the wall that it passes through.
  const height = kind === "stairs" || kind === "ramp" ? piece.z : kind === "ductway" ? Infinity : piece.top;
  const rank = RANKS.indexOf(kind);
  return [height, rank < 0 ? RANKS.length : rank];
}

/** Pieces in drawing order. */
export function ordered(pieces) {
  return [...pieces].sort((one, other) => {
    const [a, b] = [order(one), order(other)];
    return a[0] - b[0] || a[1] - b[1];
  });
}

/** The description of a piece, for tooltips and the table as text. */
export function pieceTitle(piece, sign) {
  const fields = { name: named(piece.id), sort: labelOf(SORTS, piece.sort), from: length(piece.z, sign), height: length(piece.top, sign) };
  if (piece.sort === "area") {
    const ground = piece.tags.filter((tag) => !/[:=|]/.test(tag)).map(plain);
    return ground.length ? t("{name} · {kind} ground", { name: fields.name, kind: capital(listed(ground)) }) : t("{name} · Ground", fields);
  }
  if (piece.link) return t("{name} · {sort}, {from} to {height}", fields);
  return t("{name} · {sort}, {height} high", fields);
}

/**
 * Every piece as an SVG group.
 * @param {import("./decode.js").TableData} table
 */
export function terrain(table) {
  return ordered(table.pieces).map((piece) => drawn(piece, table)).filter(Boolean);
}

function drawn(piece, table) {
  const kind = kindOf(piece);
  const group = svg("g", { class: `piece ${piece.sort} ${kind}`, data: { piece: piece.id, z: piece.z, top: piece.top } });
  group.append(svg("title", { text: pieceTitle(piece, table.sign) }));
  if (piece.link) return link(group, piece, table);
  if (piece.outline.length < 3) return null;
  const d = pathOf(piece.outline, table.depth);
  const step = table.levels.filter((level) => level > 0 && level <= piece.top + 1e-4).length;
  if (piece.sort === "area") {
    const [, pattern] = AREAS[kind];
    group.append(svg("path", { d, class: "ground" }), svg("path", { d, class: "pattern", fill: pattern === "none" ? "none" : `url(#${pattern})` }));
    return group;
  }
  const raised = ["platform", "lift", "stairs", "ramp"].includes(piece.sort);
  if (raised) group.append(svg("path", { d, class: "cast" }));
  group.append(svg("path", { d, class: `body ${raised ? `level-${Math.min(4, Math.max(1, step))}` : ""}` }));
  if ((piece.sort === "stairs" || piece.sort === "ramp") && piece.line.length === 2) group.append(steps(piece, table));
  return group;
}

/** Treads across stairs, and an arrow that leads up. */
function steps(piece, table) {
  const [[x0, y0], [x1, y1]] = piece.line;
  return svg("path", { class: "upward", d: pathOf([[x0 + (x1 - x0) * 0.12, y0 + (y1 - y0) * 0.12], [x0 + (x1 - x0) * 0.88, y0 + (y1 - y0) * 0.88]], table.depth, false), "marker-end": "url(#arrow)" });
}

/** A ladder is drawn as two rails and rungs, a rope as a line between two ends. */
function link(group, piece, table) {
  const [[x0, y0], [x1, y1]] = piece.line;
  const long = Math.hypot(x1 - x0, y1 - y0);
  const at = [x0 * SCALE, (table.depth - y0) * SCALE];
  if (piece.sort.includes("ladder") || long < 0.2) {
    const rungs = [-10, -3.4, 3.4, 10].map((y) => `M-6 ${y}H6`).join("");
    const angle = ladderTurn(piece, table);
    group.append(
      svg("g", { transform: `translate(${at[0]} ${at[1]}) rotate(${angle})` }, svg("rect", { x: -11, y: -16, width: 22, height: 32, class: "hit" }), svg("path", { d: `M-6 -14V14M6 -14V14${rungs}`, class: "rails" })),
    );
    if (long >= 0.2) group.append(svg("path", { d: pathOf(piece.line, table.depth, false), class: "strand" }));
    return group;
  }
  group.append(svg("path", { d: pathOf(piece.line, table.depth, false), class: "strand" }), svg("circle", { cx: at[0], cy: at[1], r: 5, class: "knot" }));
  return group;
}

/** A ladder stands along the edge that it leads up to. */
function ladderTurn(piece, table) {
  const [x, y] = piece.line[0];
  let best = { far: 0.8, angle: 0 };
  for (const each of table.pieces) {
    if (each.sort !== "platform") continue;
    each.outline.forEach(([ax, ay], i) => {
      const [bx, by] = each.outline[(i + 1) % each.outline.length];
      const long = Math.hypot(bx - ax, by - ay);
      const along = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / (long * long)));
      const far = Math.hypot(ax + along * (bx - ax) - x, ay + along * (by - ay) - y);
      if (far < best.far) best = { far, angle: (Math.atan2(-(by - ay), bx - ax) * 180) / Math.PI };
    });
  }
  return best.angle;
}

/** The surfaces at a position, the highest first. */
export function surfacesAt(table, point) {
  const found = table.pieces
    .filter((piece) => ["platform", "lift", "stairs", "ramp"].includes(piece.sort) && inside(point, piece.outline))
    .map((piece) => ({ id: piece.id, z: piece.top }));
  const gaps = table.pieces.filter((piece) => piece.sort === "gap" && inside(point, piece.outline)).map((piece) => piece.on || "board");
  const whole = [...found.sort((one, other) => other.z - one.z), { id: "board", z: 0 }];
  return whole.filter((surface) => !gaps.includes(surface.id) || surface.id === "board");
}

/** The labels of the pieces, with their heights. */
export function pieceLabels(table) {
  const labels = [];
  for (const piece of table.pieces) {
    if (piece.sort === "railing" || piece.sort === "window") continue;
    const flat = ["area", "gap", "ductway", "door"].includes(piece.sort) || piece.top <= 1e-4;
    const text = flat ? named(piece.id) : `${named(piece.id)} ↑${length(piece.top, table.sign)}`;
    const corners = piece.outline.length ? piece.outline : piece.line;
    if (!corners.length) continue;
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    labels.push({ id: piece.id, text, box, z: piece.z, top: piece.top, link: piece.link, sort: piece.sort });
  }
  return labels;
}
