// Movement is a tape measure: one piece for each stride, with a tick for every unit; a leap is an arc. Widths keep their size on the screen.

import { svg } from "../dom.js";
import { capital, length } from "../format.js";
import { SCALE } from "./camera.js";
import { trackOf } from "./looks.js";

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

/**
 * What strides of one kind cost, and what the die of their test has to show: Leap 3″ · 4+. A walk has its length alone.
 * @param {{what: string, who?: string, cost: number}[]} lines
 * @param {{what: string, who?: string, needs?: string}[]} tests
 * @param {string} sign
 */
export function priceText(lines, tests, sign) {
  const [first] = lines;
  const cost = length(lines.reduce((sum, line) => sum + line.cost, 0), sign);
  if (trackOf(first.what) === "walk") return cost;
  const test = tests.find((each) => each.what === first.what && each.needs && (!each.who || each.who === first.who));
  return [`${capital(first.what.split(" ")[0])} ${cost}`, test?.needs].filter(Boolean).join(" · ");
}

const plateWidth = (text) => text.length * 6.5 + 14;

/** The place of a plate: its middle on the table, its size and its shift in pixels, for names that make room. */
export function plateOf(view, from, to, track, text) {
  const [x, y] = bend(view, from, to, inAir(track) ? RISE / 2 : 0);
  return { at: [x / SCALE, view.table.depth - y / SCALE], wide: plateWidth(text), high: HIGH, across: 0, down: -ABOVE };
}

/** Where a plate may stand beside the middle of its stride, in pixels, the best place first: above, below, further away, aside. */
const shifts = (wide) => [[0, -ABOVE], [0, ABOVE], [0, -ABOVE - HIGH - 2], [0, ABOVE + HIGH + 2], [wide / 2 + 8, -ABOVE], [-wide / 2 - 8, -ABOVE], [wide / 2 + 8, ABOVE], [-wide / 2 - 8, ABOVE], [0, -ABOVE - 2 * HIGH - 4]];

/**
 * The first place of a plate that hides nothing; above its stride if there is none.
 * @param {ReturnType<typeof plateOf>} plate
 * @param {(plate: ReturnType<typeof plateOf>) => boolean} free
 */
export function placedPlate(plate, free) {
  const tried = shifts(plate.wide).map(([across, down]) => ({ ...plate, across, down }));
  return tried.find(free) ?? plate;
}

/** What a stride costs, on a plate beside its middle. */
export function pricePlate(view, { at: [x, y], wide, across, down }, track, text) {
  const plate = svg("g", { class: "price-plate" }, svg("rect", { x: -wide / 2, y: -HIGH / 2, width: wide, height: HIGH, rx: 7 }), svg("text", { text }));
  plate.style.setProperty("--across", `${across}px`);
  plate.style.setProperty("--down", `${down}px`);
  return svg("g", { class: `price ${track}`, transform: `translate(${(x * SCALE).toFixed(1)} ${((view.table.depth - y) * SCALE).toFixed(1)})`, data: { from: "referee" } }, plate);
}
