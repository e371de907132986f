// How each kind of terrain is drawn from above: to scale, higher floors lighter and with longer shadows.

import { svg } from "../dom.js";
import { SCALE } from "./camera.js";
import { inside } from "./decode.js";
import { pathOf } from "./outline.js";
import { scatter, seedOf } from "./textures.js";

/** Shadow per unit of height. */
const SHADOW = 0.075;
/** Stones or bubbles of one piece, at most. */
const MOST = 220;
let clips = 0;

/** The step of a floor's lightness, 1 to 4, by its height. */
export function floorStep(z) {
  return z < 2.5 ? 1 : z < 4 ? 2 : z < 6.5 ? 3 : 4;
}

const shape = (d, kind, given = {}) => svg("path", { d, class: kind, ...given });

/** The shadow of something so high: a few copies, further and further away. */
function cast(d, height) {
  const far = SCALE * Math.min(height, 9) * SHADOW;
  return svg("g", { class: "casts" }, ...[1, 0.66, 0.33].map((part) => shape(d, "cast", { transform: `translate(${(far * part * 0.9).toFixed(1)} ${(far * part).toFixed(1)})` })));
}

/** A band along the inside of an outline. */
function rim(d, width, kind) {
  const id = `rim-${(clips += 1)}`;
  return [svg("clipPath", { id }, svg("path", { d })), shape(d, `rim ${kind}`, { "clip-path": `url(#${id})`, "stroke-width": width * 2 })];
}

function bounds(outline) {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Positions strewn over an outline, so many to a square unit. */
function strewn(piece, dense, margin = 0) {
  const next = scatter(seedOf(piece.id));
  const [x0, y0, x1, y1] = bounds(piece.outline);
  const n = Math.min(MOST, Math.round((x1 - x0) * (y1 - y0) * dense));
  const found = [];
  for (let i = 0; i < n; i += 1) {
    const at = [x0 + next() * (x1 - x0), y0 + next() * (y1 - y0)];
    const [size, turn] = [next(), next()];
    if (inside(at, piece.outline) && (!margin || roomAt(at, piece.outline) > margin)) found.push({ at, size, turn, i });
  }
  return found;
}

function roomAt([x, y], outline) {
  let near = Infinity;
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length];
    const long = (bx - ax) ** 2 + (by - ay) ** 2;
    const along = long ? Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long)) : 0;
    near = Math.min(near, Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)));
  });
  return near;
}

/** Loose stones. */
function stones(piece, depth) {
  const each = strewn(piece, 5).map(({ at: [x, y], size, turn, i }) => {
    const corners = 4 + Math.floor(turn * 3);
    const r = 0.08 + size * 0.2;
    return pathOf(Array.from({ length: corners }, (_, j) => {
      const angle = turn * 6.28 + (j / corners) * 6.28;
      const far = r * (0.7 + ((i * 7 + j * 13) % 10) / 20);
      return [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
    }), depth);
  });
  const d = each.join("");
  return [shape(d, "stone-cast", { transform: "translate(2 2.4)" }), shape(d, "stone")];
}

/** Tufts of growth. */
function growth(piece, depth) {
  const d = strewn(piece, 3.2).map(({ at: [x, y], size }) => {
    const [px, py, h] = [x * SCALE, (depth - y) * SCALE, 6 + size * 7];
    return `M${px.toFixed(1)} ${py.toFixed(1)}l-4 ${(-h * 0.8).toFixed(1)}M${px.toFixed(1)} ${py.toFixed(1)}v${(-h).toFixed(1)}M${px.toFixed(1)} ${py.toFixed(1)}l4 ${(-h * 0.8).toFixed(1)}`;
  });
  return [shape(d.join(""), "tuft")];
}

function bubbles(piece, depth) {
  return strewn(piece, 4, 0.28).map(({ at: [x, y], size }) => svg("circle", { class: "bubble", cx: (x * SCALE).toFixed(1), cy: ((depth - y) * SCALE).toFixed(1), r: ((0.05 + size * 0.13) * SCALE).toFixed(1) }));
}

const GREEN = /thicket|jungle|fern|wood|forest|grass|bush|hedge|moss|vine/;

/** Ground of one kind. */
export function ground(piece, kind, depth) {
  const d = pathOf(piece.outline, depth);
  if (kind === "water") return [shape(d, "water-fill"), shape(d, "texture", { fill: "url(#tx-waves)" }), shape(d, "water-edge")];
  if (kind === "dangerous") return [shape(d, "hazard-rim", { stroke: "url(#tx-hazard)" }), shape(d, "hazard-fill"), ...bubbles(piece, depth), shape(d, "hazard-edge")];
  if (kind === "impassable") return [shape(d, "impassable-fill"), shape(d, "texture", { fill: "url(#tx-cross)" }), shape(d, "impassable-edge")];
  if (kind === "area") return [shape(d, "area-fill"), shape(d, "area-edge")];
  const marks = { treacherous: "tx-ticks", variable: "tx-dashes", "very-difficult": "tx-dots" }[kind];
  const strew = GREEN.test(piece.id) ? growth(piece, depth) : stones(piece, depth);
  return [shape(d, "rough-fill"), marks && shape(d, "texture", { fill: `url(#${marks})` }), ...strew, shape(d, "rough-edge")].filter(Boolean);
}

/** A floor: an open one that people walk under has a grating and posts, a solid one plates and a parapet. */
export function floor(piece, depth) {
  const d = pathOf(piece.outline, depth);
  const step = floorStep(piece.top);
  const body = shape(d, `body floor-${step}`);
  if (piece.solid) return [cast(d, piece.top - (piece.below ?? 0)), body, shape(d, "texture", { fill: "url(#tx-plate)" }), ...rim(d, 7, "parapet"), shape(d, "floor-edge strong")];
  const posts = piece.outline.map(([x, y]) => svg("rect", { class: "post", x: (x * SCALE - 4.5).toFixed(1), y: ((depth - y) * SCALE - 4.5).toFixed(1), width: 9, height: 9 }));
  return [cast(d, piece.top), body, shape(d, "texture", { fill: "url(#tx-grate)" }), ...rim(d, 6, "lip"), shape(d, "floor-edge"), ...posts];
}

/** Stairs and ramps: treads across, and an arrow that leads up. */
export function stairs(piece, depth) {
  const d = pathOf(piece.outline, depth);
  const found = [cast(d, piece.top * 0.5), shape(d, "body floor-1"), shape(d, "floor-edge")];
  if (piece.line.length !== 2) return found;
  const [[x0, y0], [x1, y1]] = piece.line;
  const long = Math.hypot(x1 - x0, y1 - y0) || 1;
  const id = `rim-${(clips += 1)}`;
  const [ux, uy] = [(x1 - x0) / long, (y1 - y0) / long];
  const treads = [];
  if (piece.sort === "stairs") {
    for (let s = 0.35; s < long; s += 0.35) treads.push(pathOf([[x0 + ux * s - uy * 9, y0 + uy * s + ux * 9], [x0 + ux * s + uy * 9, y0 + uy * s - ux * 9]], depth, false));
  }
  const arrow = pathOf([[x0 + ux * long * 0.14, y0 + uy * long * 0.14], [x0 + ux * long * 0.86, y0 + uy * long * 0.86]], depth, false);
  return [...found.slice(0, 2), svg("clipPath", { id }, svg("path", { d })), shape(treads.join(""), "treads", { "clip-path": `url(#${id})` }), found[2], shape(arrow, "upward", { "marker-end": "url(#arrow)" })];
}

export function wall(piece, depth) {
  const d = pathOf(piece.outline, depth);
  return [cast(d, (piece.top - piece.z) * 0.8), shape(d, "body wall-body"), shape(d, "texture", { fill: "url(#tx-brick)" }), shape(d, "wall-edge")];
}

export function railing(piece, depth) {
  const d = pathOf(piece.outline, depth);
  const ends = piece.line.length > 1 ? piece.line : [];
  const posts = ends.slice(1).flatMap(([x1, y1], i) => {
    const [x0, y0] = ends[i];
    const n = Math.max(1, Math.round(Math.hypot(x1 - x0, y1 - y0)));
    return Array.from({ length: n + 1 }, (_, k) => svg("circle", { class: "rail-post", cx: ((x0 + ((x1 - x0) * k) / n) * SCALE).toFixed(1), cy: ((depth - y0 - ((y1 - y0) * k) / n) * SCALE).toFixed(1), r: 4 }));
  });
  return [shape(d, "rail-body"), ...(ends.length ? [shape(pathOf(ends, depth, false), "rail-line")] : []), ...posts];
}

/** Something in the way, drawn by its name: pipe, barrel, crate, container; else a plain block. */
export function obstacle(piece, depth) {
  const d = pathOf(piece.outline, depth);
  const shadow = cast(d, Math.max(0.6, piece.top - piece.z));
  const word = piece.id.toLowerCase();
  const [x0, y0, x1, y1] = bounds(piece.outline);
  const [w, h] = [x1 - x0, y1 - y0];
  if (/pipe|conduit|duct|main|log|beam/.test(word) && piece.line.length === 2) return [shadow, ...pipe(piece, depth)];
  if (/barrel|drum|tank|vat|silo/.test(word) && Math.max(w, h) < 6) return [shadow, ...barrels(piece, depth)];
  if (/container|truck|wagon|car\b/.test(word)) return [shadow, shape(d, "body metal-body"), ...ribs(piece, depth), ...rim(d, 4, "metal-rim"), shape(d, "metal-edge")];
  if (piece.outline.length === 4) {
    const [a, b, c, e] = piece.outline;
    return [shadow, shape(d, "body crate-body"), shape(pathOf([a, c], depth, false) + pathOf([b, e], depth, false), "crate-lines"), ...rim(d, 5, "crate-rim"), shape(d, "crate-edge")];
  }
  return [shadow, shape(d, "body crate-body"), ...rim(d, 5, "crate-rim"), shape(d, "crate-edge")];
}

function pipe(piece, depth) {
  const [[x0, y0], [x1, y1]] = piece.line;
  const long = Math.hypot(x1 - x0, y1 - y0) * SCALE;
  const wide = Math.max(0.2, 2 * roomAt([(x0 + x1) / 2, (y0 + y1) / 2], piece.outline)) * SCALE;
  const turn = (-Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
  const n = Math.max(1, Math.round(long / SCALE / 2.5));
  const collars = Array.from({ length: n + 1 }, (_, i) => svg("rect", { class: "collar", x: ((i * long) / n - 4).toFixed(1), y: (-wide / 2 - 3).toFixed(1), width: 8, height: (wide + 6).toFixed(1), rx: 2 }));
  return [svg("g", { transform: `translate(${(x0 * SCALE).toFixed(1)} ${((depth - y0) * SCALE).toFixed(1)}) rotate(${turn.toFixed(1)})` }, svg("rect", { class: "pipe-body", y: (-wide / 2).toFixed(1), width: long.toFixed(1), height: wide.toFixed(1), fill: "url(#tx-pipe)" }), ...collars)];
}

/** As many barrels as find room. */
function barrels(piece, depth) {
  const d = pathOf(piece.outline, depth);
  const [x0, y0, x1, y1] = bounds(piece.outline);
  const size = Math.max(0.5, Math.min(x1 - x0, y1 - y0, 1.4));
  const [nx, ny] = [Math.max(1, Math.floor((x1 - x0) / size + 0.01)), Math.max(1, Math.floor((y1 - y0) / size + 0.01))];
  const found = [];
  for (let i = 0; i < nx; i += 1) {
    for (let j = 0; j < ny; j += 1) {
      const [x, y] = [x0 + ((i + 0.5) * (x1 - x0)) / nx, y0 + ((j + 0.5) * (y1 - y0)) / ny];
      const r = (size * SCALE) / 2 - 1;
      found.push(svg("circle", { class: "barrel", cx: x * SCALE, cy: (depth - y) * SCALE, r }), svg("circle", { class: "barrel-lid", cx: x * SCALE, cy: (depth - y) * SCALE, r: r * 0.7 }));
    }
  }
  return [shape(d, "barrel-ground"), ...found];
}

function ribs(piece, depth) {
  const [x0, y0, x1, y1] = bounds(piece.outline);
  const id = `rim-${(clips += 1)}`;
  let d = "";
  if (x1 - x0 > y1 - y0) for (let x = x0 + 0.25; x < x1; x += 0.25) d += pathOf([[x, y0], [x, y1]], depth, false);
  else for (let y = y0 + 0.25; y < y1; y += 0.25) d += pathOf([[x0, y], [x1, y]], depth, false);
  return [svg("clipPath", { id }, svg("path", { d: pathOf(piece.outline, depth) })), shape(d, "metal-ribs", { "clip-path": `url(#${id})` })];
}

/** Doors, windows, gaps, ductways and whatever else stands about. */
export function other(piece, kind, depth) {
  const d = pathOf(piece.outline, depth);
  if (kind === "gap") return [shape(d, "body gap-body"), ...rim(d, 6, "gap-rim"), shape(d, "floor-edge")];
  return [shape(d, `body ${kind}-body`)];
}

/** A ladder lies across the edge that it leads up to; a rope is a line between its ends. */
export function link(piece, table) {
  const { depth } = table;
  const [[x0, y0], [x1, y1]] = piece.line;
  const long = Math.hypot(x1 - x0, y1 - y0);
  const at = [x0 * SCALE, (depth - y0) * SCALE];
  if (!piece.sort.includes("ladder") && long >= 0.2) {
    return [shape(pathOf(piece.line, depth, false), "strand-edge"), shape(pathOf(piece.line, depth, false), "strand"), svg("circle", { cx: at[0], cy: at[1], r: 5, class: "knot" })];
  }
  const [half, wide] = [SCALE * 0.5, SCALE * 0.24];
  const rungs = [0, 1, 2, 3, 4].map((i) => `M${(-half + (i * half) / 2).toFixed(1)} ${-wide}V${wide}`).join("");
  return [
    svg(
      "g",
      { transform: `translate(${at[0]} ${at[1]}) rotate(${ladderTurn(piece, table) + 90})` },
      svg("rect", { x: -half - 6, y: -wide - 6, width: 2 * half + 12, height: 2 * wide + 12, class: "hit" }),
      svg("rect", { x: -half - 3, y: -wide - 3, width: 2 * half + 6, height: 2 * wide + 6, rx: 4, class: "ladder-plate" }),
      shape(`M${-half} ${-wide}H${half}M${-half} ${wide}H${half}`, "ladder-rails"),
      shape(rungs, "ladder-rungs"),
    ),
    ...(long >= 0.2 ? [shape(pathOf(piece.line, depth, false), "strand")] : []),
  ];
}

/** The angle of the edge that a ladder leads up to. */
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
