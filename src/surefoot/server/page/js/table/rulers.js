// The frame of the table: rulers with coordinates on all sides, the scale, and marks for the selected model. Zoomed in, rulers stay at the edge of the view.

import { fill, svg } from "../dom.js";
import { length, number } from "../format.js";
import { SCALE } from "./camera.js";

/** Pixels of the frame. */
const WIDE = 22;
/** Pixels between two numbers, at least. */
const APART = 30;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200];

export class Rulers {
  /** @param {SVGGElement} under the layer below the board @param {SVGGElement} over the layer above everything */
  constructor(under, over) {
    this.under = under;
    this.over = over;
    over.setAttribute("aria-hidden", "true");
    over.dataset.from = "table";
    this.at = null;
    /** The boxes round the models, which the scale should not cover. */
    this.bodies = [];
    /** Where the small map stands in the view, in pixels; null if it is not shown. @type {() => number[] | null} */
    this.map = () => null;
    /** Where the scale stands, as it is drawn: x, y, width and height. @type {number[] | null} */
    this.scaleBox = null;
  }

  /** Mark a position on the rulers, or none. */
  mark(at) {
    this.at = at;
    this.draw(this.camera, this.table);
  }

  draw(camera, table) {
    if (!table || !camera?.pixel) return;
    Object.assign(this, { camera, table });
    const px = camera.pixel;
    const [w, h, wide] = [table.width * SCALE, table.depth * SCALE, WIDE * px];
    fill(this.under, svg("rect", { class: "mat-cast", x: -wide, y: -wide, width: w + 2 * wide, height: h + 2 * wide, rx: 10 * px, transform: `translate(${3 * px} ${6 * px})` }), svg("rect", { class: "mat", x: -wide, y: -wide, width: w + 2 * wide, height: h + 2 * wide, rx: 10 * px }));
    const { x, y, w: bw, h: bh } = camera.box;
    // Where the left and the lower ruler are: beside the board, or at the edge of the view if the board goes on beyond it.
    const left = Math.max(0, x + wide);
    const foot = Math.min(h, y + bh - wide - camera.below() * px);
    const parts = [];
    if (left > 0) parts.push(svg("rect", { class: "ruler-strip", x, y: Math.max(y, -wide), width: wide, height: foot - Math.max(y, -wide) }));
    if (foot < h) parts.push(svg("rect", { class: "ruler-strip", x, y: foot, width: bw, height: bh - (foot - y) }));
    const step = STEPS.find((each) => (each * SCALE) / px >= APART) ?? STEPS.at(-1);
    const fine = step === 1 ? 0.5 : step / (step % 5 ? 2 : 5);
    let ticks = "";
    const texts = [];
    const text = (tx, ty, value, anchor) => texts.push(svg("text", { class: "ruler-text", x: tx, y: ty, "text-anchor": anchor, text: number(value, 0) }));
    for (let i = 0; i <= table.width + 1e-6; i += fine) {
      const whole = Math.abs(i / step - Math.round(i / step)) < 1e-6;
      const long = (whole ? 7 : 4) * px;
      const at = i * SCALE;
      if (at < left - 1e-6) continue;
      ticks += `M${at} ${foot}v${long}${foot < h ? "" : `M${at} 0v${-long}`}`;
      if (!whole) continue;
      text(at, foot + 17 * px, i, "middle");
      text(at, -10 * px, i, "middle");
    }
    for (let i = 0; i <= table.depth + 1e-6; i += fine) {
      const whole = Math.abs(i / step - Math.round(i / step)) < 1e-6;
      const long = (whole ? 7 : 4) * px;
      const at = (table.depth - i) * SCALE;
      if (at > foot + 1e-6) continue;
      ticks += `M${left} ${at}h${-long}M${w} ${at}h${long}`;
      if (!whole) continue;
      text(left - 9 * px, at + 3.5 * px, i, "end");
      text(w + 9 * px, at + 3.5 * px, i, "start");
    }
    parts.push(svg("path", { class: "ruler-ticks", d: ticks }), svg("path", { class: "ruler-edge", d: `M${left} ${Math.max(0, y)}V${foot}H${Math.min(w, x + bw)}` }));
    if (this.at) parts.push(this.pointers(left, foot, w, px));
    fill(this.over, ...parts, ...texts, this.scale(left, foot, w, px));
  }

  /** Triangles that point at the selected model from the rulers. */
  pointers(left, foot, w, px) {
    const [mx, my] = [this.at[0] * SCALE, (this.table.depth - this.at[1]) * SCALE];
    const [a, b] = [6 * px, 9 * px];
    return svg("path", { class: "ruler-mark", d: `M${mx} ${foot}l${a} ${b}h${-2 * a}ZM${mx} 0l${a} ${-b}h${-2 * a}ZM${left} ${my}l${-b} ${a}v${-2 * a}ZM${w} ${my}l${b} ${a}v${-2 * a}Z` });
  }

  /** Whether a model stands in a part of the board. */
  covers(x, y, wide, high) {
    const { depth } = this.table;
    return this.bodies.some(([x0, y0, x1, y1]) => x0 * SCALE < x + wide && x1 * SCALE > x && (depth - y1) * SCALE < y + high && (depth - y0) * SCALE > y);
  }

  /** The scale at the lower right of what is seen of the board, left of the small map; or at its lower left if a model stands there. */
  scale(left, foot, w, px) {
    const { x, y, w: bw } = this.camera.box;
    const n = STEPS.flatMap((each) => [each, each * 3]).sort((one, other) => one - other).find((each) => (each * SCALE) / px >= 84) ?? 10;
    const long = n * SCALE;
    const top = foot - 14 * px;
    const map = this.map();
    const beside = map && y + map[1] * px < top + 10 * px && y + map[3] * px > top - 16 * px ? x + (map[0] - 4) * px : Infinity;
    const right = Math.min(w, x + bw - this.camera.inset()[1] * px, beside) - 12 * px;
    this.scaleBox = null;
    if (right - long < left) return svg("g", {});
    const part = long / 4;
    const hides = (at) => this.covers(at - 8 * px, top - 16 * px, long + 16 * px, 26 * px);
    const at = hides(right - long) && !hides(left + 12 * px) ? left + 12 * px : right - long;
    this.scaleBox = [at - 8 * px, top - 16 * px, long + 16 * px, 26 * px];
    return svg(
      "g",
      { class: "scale-bar", transform: `translate(${at} ${top})` },
      svg("rect", { class: "scale-plate", x: -8 * px, y: -16 * px, width: long + 16 * px, height: 26 * px, rx: 5 * px }),
      ...[0, 1, 2, 3].map((i) => svg("rect", { class: i % 2 ? "scale-pale" : "scale-full", x: i * part, y: 0, width: part, height: 5 * px })),
      svg("text", { class: "ruler-text", x: 0, y: -4 * px, text: "0" }),
      svg("text", { class: "ruler-text", x: long, y: -4 * px, "text-anchor": "end", text: length(n, this.table.sign) }),
    );
  }
}
