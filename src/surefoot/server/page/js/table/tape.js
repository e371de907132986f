// Movement is a tape measure: one piece for each stride, with a tick for every unit; a leap is an arc. Widths keep their size on the screen.

import { svg } from "../dom.js";
import { SCALE } from "./camera.js";

/** How high an arc rises beside its length. */
const RISE = 0.28;

/**
 * A stride as a piece of tape.
 * @param {import("./view.js").TableView} view
 * @param {number[]} from
 * @param {number[]} to
 * @param {string} track its kind: walk, climb, leap …
 * @param {{run?: number, given?: any, title?: Node}} [more] units that the tape has run before; attributes of the piece; its title
 */
export function tapePiece(view, from, to, track, { run = 0, given = {}, title } = {}) {
  const d = way(view, from, to, track);
  const ticks = track === "walk" ? svg("path", { class: "stride-ticks", d, "stroke-dashoffset": (run * SCALE).toFixed(1) }) : null;
  return [svg("path", { class: "stride-edge", d }), svg("path", { class: `stride ${track}`, d, ...given }, title), ticks].filter(Boolean);
}

/** The way of a stride: straight, or an arc through the air. */
function way(view, from, to, track) {
  if (!inAir(track)) return view.track([from, to]);
  const { depth } = view.table;
  const [x, y] = bend(view, from, to, RISE);
  return `M${from[0] * SCALE} ${(depth - from[1]) * SCALE}Q${x.toFixed(1)} ${y.toFixed(1)} ${to[0] * SCALE} ${(depth - to[1]) * SCALE}`;
}

const inAir = (track) => track === "leap" || track === "fly";

/** The middle of a stride, moved aside by a share of its length: upwards where it runs east or west. */
function bend(view, from, to, share) {
  const { depth } = view.table;
  const [x0, y0, x1, y1] = [from[0] * SCALE, (depth - from[1]) * SCALE, to[0] * SCALE, (depth - to[1]) * SCALE];
  const side = x1 >= x0 ? share : -share;
  return [(x0 + x1) / 2 + (y1 - y0) * side, (y0 + y1) / 2 - (x1 - x0) * side];
}

/** Pixels by which the plate of a price stands above the middle of its stride, and its height. */
const [ABOVE, HIGH] = [20, 22];

const plateWidth = (text) => text.length * 6.5 + 14;

/** The place that the plate of a price takes, for names that make room. */
export function plateOf(view, from, to, track, text) {
  const [x, y] = bend(view, from, to, inAir(track) ? RISE / 2 : 0);
  return { at: [x / SCALE, view.table.depth - y / SCALE], wide: plateWidth(text), high: HIGH, down: -ABOVE };
}

/** What a stride costs, on a plate above its middle. */
export function pricePlate(view, from, to, track, text) {
  const [x, y] = bend(view, from, to, inAir(track) ? RISE / 2 : 0);
  const wide = plateWidth(text);
  return svg("g", { class: `price ${track}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, data: { from: "referee" } }, svg("g", { class: "price-plate" }, svg("rect", { x: -wide / 2, y: -HIGH / 2, width: wide, height: HIGH, rx: 7 }), svg("text", { text })));
}
