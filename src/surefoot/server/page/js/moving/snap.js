// Where a hand lets a base snap while it drags: against another base, at the foot of a ladder, flush with an edge, in line with its unit.
// Alt, held down, leaves the base where the hand is. The referee judges every place; this only makes good places easy to hit.

import { inside } from "../table/decode.js";
import { SCALE } from "../table/camera.js";
import { standing } from "../table/tokens.js";

/** The distance at which a place attracts a dragged base: in pixels, and at most this far on the table. */
const [PIXELS, FURTHEST] = [10, 0.3];
/** Heights that differ by less are one level. */
const LEVEL = 0.01;

/** @typedef {[number, number]} Point */
/** @typedef {{point: Point, kind: "" | "contact" | "ladder" | "edge" | "line", at?: Point}} Snap where the base goes, why, and what it touches */

/**
 * The place to which a dragged base snaps, or the point itself.
 * @param {import("./mover.js").Mover} mover
 * @param {import("../table/view.js").TableView} view
 * @param {Point} point
 * @param {{id: string, z: number}} surface
 * @param {string} id the model in hand
 * @returns {Snap}
 */
export function snapped(mover, view, point, surface, id) {
  const model = view.table.models.get(id);
  if (!model || mover.action?.drives || model.base.kind !== "round") return { point, kind: "" };
  const near = Math.min(FURTHEST, (PIXELS * view.camera.pixel) / SCALE);
  const reach = model.base.size[0] / 2;
  const block = mover.shifts && !mover.alone;
  if (block) return inLine(point, [here(mover, id)], near);
  return contact(mover, view, point, surface, { id, reach, near }) ?? ladder(view, point, surface, { reach, near }) ?? (mover.alone ? inLine(point, mates(mover, id), near) : flush(view.table, point, surface, { reach, near }));
}

/**
 * Where a tap means a base that would hang over the edge of a floor: flush with that edge. Null if the base does not hang over.
 * @param {import("./mover.js").Mover} mover
 * @param {Point} point
 * @param {{id: string, z: number} | undefined} surface
 * @returns {Point | null}
 */
export function pulledIn(mover, point, surface) {
  const model = mover.game.table.models.get(mover.who);
  if (!surface || !model || mover.action?.drives || model.base.kind !== "round") return null;
  const reach = model.base.size[0] / 2;
  const found = flush(mover.game.table, point, surface, { reach, near: reach, beyond: 0 });
  return found.kind ? found.point : null;
}

/** A point as it is declared: what touches something must not be rounded off it. */
const exact = (point) => Object.assign(point, { exact: true });

const far = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** The point at a distance from another, on the way to a third. */
const towards = (from, to, distance) => [from[0] + ((to[0] - from[0]) * distance) / far(from, to), from[1] + ((to[1] - from[1]) * distance) / far(from, to)];

function here(mover, id) {
  const found = standing(mover.game.table.models.get(id), mover.game.state);
  return found ? [found.x, found.y] : null;
}

/** Against the base of another model on the same level. */
function contact(mover, view, point, surface, { id, reach, near }) {
  let best = null;
  for (const other of view.table.models.values()) {
    if (mover.models.includes(other.id) || other.id === id || other.base.kind !== "round") continue;
    const at = standing(other, mover.game.state);
    if (!at || Math.abs((at.z ?? 0) - surface.z) > LEVEL) continue;
    const apart = far([at.x, at.y], point);
    const off = Math.abs(apart - reach - other.base.size[0] / 2);
    if (apart > 1e-6 && off < (best?.off ?? near)) best = { off, at: [at.x, at.y], size: reach + other.base.size[0] / 2 };
  }
  return best && { point: exact(towards(best.at, point, best.size)), kind: "contact", at: towards(best.at, point, best.size - reach) };
}

/** At the foot or the head of a ladder that begins on this level, on the side of the hand. */
function ladder(view, point, surface, { reach, near }) {
  for (const piece of view.table.pieces) {
    if (!piece.link || ![piece.z, piece.top].some((height) => Math.abs(height - surface.z) < LEVEL)) continue;
    const foot = piece.line.reduce((sum, [x, y]) => [sum[0] + x / piece.line.length, sum[1] + y / piece.line.length], [0, 0]);
    const apart = far(foot, point);
    if (apart > 1e-6 && Math.abs(apart - reach) < near) return { point: exact(towards(foot, point, reach)), kind: "ladder", at: foot };
  }
  return null;
}

/**
 * Flush with the edges of the floor under the hand: the whole base stands on it, and touches the edge. A base that hangs over is pulled in
 * by at most `near`, one that stands on the floor moves towards the edge by at most `beyond`.
 */
function flush(table, point, surface, { reach, near, beyond = near }) {
  const piece = table.pieces.find((each) => each.id === surface.id);
  const outline = piece?.outline ?? [[0, 0], [table.width, 0], [table.width, table.depth], [0, table.depth]];
  let [found, at] = [point, null];
  for (const [i, from] of outline.entries()) {
    const to = outline[(i + 1) % outline.length];
    const long = far(from, to);
    if (long < 1e-6) continue;
    const [ux, uy] = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
    const along = (found[0] - from[0]) * ux + (found[1] - from[1]) * uy;
    const foot = [from[0] + ux * along, from[1] + uy * along];
    const apart = far(foot, found);
    if (along < 0 || along > long || apart < 1e-6 || reach - apart > near || apart - reach > beyond) continue;
    found = towards(foot, found, reach);
    at ??= foot;
  }
  return at && inside(found, outline) ? { point: exact(found), kind: "edge", at } : { point, kind: "" };
}

/** Where the other models of the unit will stand. */
function mates(mover, id) {
  const ends = new Map();
  for (const event of mover.answer?.verdict?.events ?? []) if (event.to?.at) ends.set(event.who, event.to.at.slice(0, 2));
  return mover.models.filter((each) => each !== id).map((each) => mover.places?.[each] ?? ends.get(each) ?? here(mover, each));
}

/** In line with other places: straight above, below or beside one of them. */
function inLine(point, others, near) {
  const found = [...point];
  let at = null;
  for (const axis of [0, 1]) {
    const known = others.filter((each) => each && Math.abs(each[axis] - point[axis]) < near).sort((one, other) => Math.abs(one[axis] - point[axis]) - Math.abs(other[axis] - point[axis]));
    if (!known.length) continue;
    found[axis] = known[0][axis];
    at ??= known[0];
  }
  return at ? { point: found, kind: "line", at } : { point, kind: "" };
}
