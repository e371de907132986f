// Outlines as SVG paths: straight from corner to corner, or smooth.

import { SCALE } from "./camera.js";

/** Corners closer to a straight line than this are left out before an outline is smoothed. */
const FLAT = 0.03;
/** No more than this is smoothed away, however rough an outline is. */
const COARSE = 0.15;
/** Edges longer than this stay straight; only their ends are rounded. */
const LONG = 1.2;

const drawn = ([x, y], depth) => `${(x * SCALE).toFixed(2)} ${((depth - y) * SCALE).toFixed(2)}`;

/** Points as the path of an SVG element. */
export function pathOf(points, depth, closed = true) {
  return points.map((point, i) => `${i ? "L" : "M"}${drawn(point, depth)}`).join("") + (closed ? "Z" : "");
}

/** A ring as a smooth path: saw teeth vanish, long edges stay straight. Where a reach is known only roughly, its teeth are larger. */
export function smoothPath(ring, depth, error = 0) {
  const kept = simplified(ring, Math.max(FLAT, Math.min(COARSE, error)));
  if (kept.length < 4) return pathOf(ring, depth);
  let round = kept;
  for (let pass = 0; pass < 2; pass += 1) round = round.flatMap((from, i) => cut(from, round[(i + 1) % round.length]));
  return pathOf(round, depth);
}

/** The edge between two corners without its ends. */
function cut(from, to) {
  const share = Math.hypot(to[0] - from[0], to[1] - from[1]) > LONG ? 0.08 : 0.25;
  const between = (part) => [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  return [between(share), between(1 - share)];
}

function simplified(ring, flat) {
  const open = ring.length > 1 && ring[0][0] === ring.at(-1)[0] && ring[0][1] === ring.at(-1)[1] ? ring.slice(0, -1) : ring;
  if (open.length < 8) return open;
  const half = open.length >> 1;
  return [...thinned(open.slice(0, half + 1), flat).slice(0, -1), ...thinned([...open.slice(half), open[0]], flat).slice(0, -1)];
}

/** Douglas and Peucker: the corners that matter. */
function thinned(points, flat) {
  if (points.length < 3) return points;
  const [first, last] = [points[0], points.at(-1)];
  let [most, where] = [0, 0];
  for (let i = 1; i < points.length - 1; i += 1) {
    const far = offLine(points[i], first, last);
    if (far > most) [most, where] = [far, i];
  }
  return most > flat ? [...thinned(points.slice(0, where + 1), flat).slice(0, -1), ...thinned(points.slice(where), flat)] : [first, last];
}

function offLine([x, y], [ax, ay], [bx, by]) {
  const long = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = long ? Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long)) : 0;
  return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
}
