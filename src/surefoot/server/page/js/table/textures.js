// Textures of the table: ground, gratings, plates, bricks, waves, stripes. Their colours come from the style sheet.

import { svg } from "../dom.js";
import { SCALE } from "./camera.js";

/** Numbers that look random and are the same every time, so that a table looks the same to everybody. */
export function scatter(seed) {
  let now = seed >>> 0;
  return () => ((now = (now * 1664525 + 1013904223) >>> 0) / 4294967296);
}

/** A number made of a name. */
export function seedOf(name) {
  return [...String(name)].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) >>> 0, 7);
}

const fixed = (value) => value.toFixed(1);

/** Specks and cracks of the ground, on a tile that repeats. */
function groundTile(size) {
  const next = scatter(7);
  const specks = { dark: ["", ""], light: ["", ""] };
  for (let i = 0; i < 90; i += 1) {
    const at = `M${fixed(next() * size)} ${fixed(next() * size)}h0`;
    specks[next() < 0.55 ? "dark" : "light"][next() > 0.5 ? 1 : 0] += at;
  }
  let cracks = "";
  for (let i = 0; i < 3; i += 1) {
    cracks += `M${fixed(next() * size * 0.7)} ${fixed(next() * size * 0.7)}`;
    for (let k = 0; k < 4; k += 1) cracks += `l${fixed((next() - 0.3) * SCALE * 0.4)} ${fixed((next() - 0.4) * SCALE * 0.35)}`;
  }
  const dots = ["dark", "light"].flatMap((tone) => specks[tone].map((d, large) => svg("path", { d, class: `speck ${tone}`, "stroke-width": large ? 3.4 : 1.9 })));
  return [svg("rect", { width: size, height: size, class: "tile-ground" }), ...dots, svg("path", { d: cracks, class: "crack" })];
}

/** The fill patterns, gradients and the arrow of stairs. */
export function textures() {
  const tile = (id, width, height, turn, ...marks) => svg("pattern", { id, width, height, patternUnits: "userSpaceOnUse", ...(turn ? { patternTransform: `rotate(${turn})` } : {}) }, ...marks);
  const line = (d, kind) => svg("path", { d, class: `tx ${kind}` });
  const box = (width, height, kind) => svg("rect", { width, height, class: kind });
  const dot = (cx, cy, r, kind) => svg("circle", { cx, cy, r, class: kind });
  const S = SCALE;
  const size = S * 3;
  return svg(
    "defs",
    {},
    tile("tx-ground", size, size, 0, ...groundTile(size)),
    tile("tx-grate", 8, 8, 45, line("M0 0H8M0 0V8", "floor-lines")),
    tile("tx-plate", S, S, 0, line(`M0 0H${S}M0 0V${S}`, "floor-lines thin"), ...[[4, 4], [S - 4, 4], [4, S - 4], [S - 4, S - 4]].map(([x, y]) => dot(x, y, 1.4, "rivet"))),
    tile("tx-brick", 14, 11, 0, line("M0 0H14M0 5.5H14M3.5 0V5.5M10.5 5.5V11", "brick-lines")),
    tile("tx-waves", 36, 18, 0, line("M0 5q4.5-4 9 0t9 0 9 0 9 0M-9 14q4.5-4 9 0t9 0 9 0 9 0 9 0", "wave-lines")),
    tile("tx-hazard", 16, 16, 45, box(16, 16, "stripe-yellow"), box(8, 16, "stripe-black")),
    tile("tx-cross", 16, 16, 0, line("M0 0L16 16M16 0L0 16", "impassable-lines")),
    tile("tx-ticks", 14, 14, 0, line("M3 10L7 4", "difficult-lines")),
    tile("tx-dashes", 14, 14, 0, line("M2 4H9M7 11H14", "difficult-lines")),
    tile("tx-dots", 14, 14, 0, dot(3.5, 3.5, 1.7, "difficult-dot"), dot(10.5, 10.5, 1.7, "difficult-dot")),
    tile("tx-far", 7, 7, 0, dot(2, 2, 1.4, "far-dot")),
    tile("tx-slim", 11, 11, 45, svg("rect", { width: 6, height: 11, class: "slim-stripe" })),
    tile("tx-zone", 10, 10, 45, line("M0 0V10", "zone-lines")),
    svg("linearGradient", { id: "tx-pipe", x2: 0, y2: 1 }, svg("stop", { offset: 0, class: "pipe-edge" }), svg("stop", { offset: 0.35, class: "pipe-shine" }), svg("stop", { offset: 1, class: "pipe-dark" })),
    svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" }, svg("path", { d: "M0 0L8 4L0 8Z", class: "arrowhead" })),
  );
}

/** Large pale and dark patches, so that the ground is not the same everywhere. */
export function patches(width, depth) {
  const next = scatter(Math.round(width * 31 + depth));
  return Array.from({ length: 14 }, (_, i) => {
    const [w, h] = [width * SCALE, depth * SCALE];
    return svg("ellipse", { class: `patch ${i % 2 ? "light" : "dark"}`, cx: fixed(next() * w), cy: fixed(next() * h), rx: fixed(w * (0.05 + next() * 0.1)), ry: fixed(h * (0.04 + next() * 0.12)) });
  });
}
