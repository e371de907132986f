// The terrain of a table: the order in which it is drawn, its names, and the surfaces at a position.

import { svg } from "../dom.js";
import { capital, length, listed, named, plain } from "../format.js";
import { SORTS, labelOf } from "../labels.js";
import { t } from "../words.js";
import { inside } from "./decode.js";
import { kindOf } from "./looks.js";
import { floor, ground, link, obstacle, other, railing, stairs, wall } from "./pieces.js";

export { pathOf } from "./outline.js";

const RANKS = ["platform", "block", "lift", "gap", "area", "stairs", "ramp", "ductway", "deck"];

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
  const flat = piece.outline.length < 3;
  if (flat && !piece.link) return null;
  const parts = piece.link ? link(piece, table) : shapes(piece, kind, table);
  return svg("g", { class: `piece ${piece.sort} ${kind}`, data: { piece: piece.id, z: piece.z, top: piece.top } }, svg("title", { text: pieceTitle(piece, table.sign) }), ...parts);
}

/** The shapes of a piece of one kind. */
function shapes(piece, kind, { depth }) {
  if (piece.sort === "area") return ground(piece, kind, depth);
  if (piece.sort === "platform" || piece.sort === "lift") return floor(piece, depth);
  if (piece.sort === "stairs" || piece.sort === "ramp") return stairs(piece, depth);
  if (piece.sort === "wall") return wall(piece, depth);
  if (piece.sort === "railing") return railing(piece, depth);
  if (piece.sort === "obstacle") return obstacle(piece, depth);
  return other(piece, kind, depth);
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

/** The names on the table: every floor with its height, every ground with its kind. Other pieces tell theirs when they are pointed at. */
export function pieceLabels(table) {
  const labels = [];
  for (const piece of table.pieces) {
    const raised = ["platform", "lift"].includes(piece.sort) && piece.top > 1e-4;
    if (!raised && piece.sort !== "area") continue;
    const kind = kindOf(piece);
    const text = raised ? t("{name} {height}", { name: named(piece.id), height: length(piece.top, table.sign) }) : kind === "area" || kind === "water" ? named(piece.id) : t("{name} · {kind}", { name: named(piece.id), kind: plain(kind) });
    const [xs, ys] = [piece.outline.map(([x]) => x), piece.outline.map(([, y]) => y)];
    labels.push({ id: piece.id, text, raised, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], z: piece.z, top: piece.top });
  }
  return labels;
}
