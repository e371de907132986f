// Names on the table: each keeps its size on the screen and is left out where there is no room.

import { fill, svg } from "../dom.js";
import { named } from "../format.js";
import { SCALE } from "./camera.js";
import { baseOutline, baseReach } from "./decode.js";
import { pieceLabels } from "./terrain.js";
import { standing } from "./tokens.js";

/** Pixels of a letter, of a line and of the plate round it. */
const LETTER = 6.35;
const SMALL = 5.4;
const LINE = 18;
/** The smallest token in pixels, with its ring. */
const TOKEN = 24;
/** Pixels from dot to dot. */
const DOT = 10;

export class Names {
  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.layer = layer;
    layer.setAttribute("aria-hidden", "true");
    layer.dataset.from = "table";
    this.terrain = [];
    this.zones = [];
    this.figures = [];
    this.next = Infinity;
    this.picked = [];
    /** The actions that models have left, as dots on their plates. */
    this.left = new Map();
    /** What is drawn of a planned move, which names leave free. */
    this.over = [];
    /** Says which part of the drawing the scale takes. @type {(() => number[] | null) | null} */
    this.free = null;
  }

  /**
   * Leave the parts of a planned move free: ghosts and prices.
   * @param {{at: number[], reach?: number, wide?: number, high?: number, across?: number, down?: number}[]} parts
   *   each with its middle; `reach` is in units of the table, the other sizes and the shifts to the right and downwards in pixels
   */
  avoid(parts) {
    if (JSON.stringify(parts) === JSON.stringify(this.over)) return;
    this.over = parts;
    this.again();
  }

  setLeft(left) {
    this.left = left;
    this.again();
  }

  /** Set the names of the terrain. */
  pieces(table) {
    this.terrain = pieceLabels(table).map((label) => ({ ...label, kind: label.raised ? "floor-tag" : "piece-name", height: label.raised ? label.top : label.z }));
  }

  /** Set the names of the zones of goals. @param {{id: string, on: string, zone: number[][]}[]} zones @param {(on: string) => number} height of a piece */
  goals(zones, height) {
    this.zones = zones.map(({ id, on, zone }) => {
      const [xs, ys] = [zone.map(([x]) => x), zone.map(([, y]) => y)];
      return { id, text: named(id), box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], kind: "goal-name", height: height(on) };
    });
  }

  /** Set the names of the models; a unit has one name for all its models. */
  models(table, state) {
    const found = [];
    const bodies = [];
    const units = new Map();
    for (const model of table.models.values()) {
      const where = standing(model, state);
      if (!where) continue;
      const reach = baseReach(model.base);
      const corners = baseOutline(model.base, where.x, where.y, where.facing) ?? [[where.x - reach, where.y - reach], [where.x + reach, where.y + reach]];
      const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
      const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      bodies.push(box);
      if (!model.unit || model.unit === model.id) found.push({ id: model.id, models: [model.id], text: named(model.id), box, kind: "model-name", height: where.z });
      else {
        const unit = units.get(model.unit) ?? { id: model.unit, models: [], box, kind: "model-name", height: where.z };
        unit.models.push(model.id);
        unit.text = `${named(model.unit)} · ${unit.models.length}`;
        unit.box = [Math.min(unit.box[0], box[0]), Math.min(unit.box[1], box[1]), Math.max(unit.box[2], box[2]), Math.max(unit.box[3], box[3])];
        units.set(model.unit, unit);
      }
    }
    this.figures = [...found, ...units.values()];
    this.bodies = bodies;
    this.again();
  }

  /** Leave out the names of everything at or above a height. */
  level(next) {
    this.next = next;
    this.again();
  }

  /** The selected models get their names first. */
  pick(ids) {
    this.picked = ids;
    this.again();
  }

  again() {
    if (this.camera) this.arrange(this.camera, this.table);
  }

  /** Place every name for which there is room at this zoom: selected models first, then other models, goals, terrain. */
  arrange(camera, table) {
    if (!table) return;
    this.camera = camera;
    this.table = table;
    const pixel = camera.pixel ?? 1;
    const taken = [...(this.bodies ?? []).map((box) => this.drawn(box)), ...this.over.map((part) => this.covered(part, pixel)), ...[this.free?.()].filter(Boolean)];
    const shown = [];
    const isPicked = (label) => label.models?.some((id) => this.picked.includes(id)) ?? false;
    const first = this.figures.filter(isPicked);
    for (const label of [...first, ...this.figures.filter((each) => !first.includes(each)), ...this.zones, ...this.terrain]) {
      if (label.height >= this.next - 1e-4) continue;
      const tag = label.kind === "floor-tag";
      const dots = label.models?.length === 1 ? this.left.get(label.models[0]) ?? 0 : 0;
      const wide = (label.text.length * (label.kind === "model-name" ? LETTER : SMALL) + (tag ? 24 : 14) + dots * DOT) * pixel;
      const high = LINE * pixel;
      const [x, y, w, h] = this.drawn(label.box);
      // A name that is much larger than its piece would stand for others too.
      if (label.kind !== "model-name" && w < wide * 0.7 && h < wide * 0.7) continue;
      const onBoard = ([sx, sy]) => sx >= wide / 2 - 2 && sx <= table.width * SCALE - wide / 2 + 2 && sy >= high / 2 && sy <= table.depth * SCALE - high / 2 + 4 * pixel;
      const free = spots(label, [x, y, w, h], wide, high, pixel, isPicked(label)).filter(onBoard).find(([sx, sy]) => !taken.some((box) => overlap(box, [sx - wide / 2, sy - high / 2, wide, high])));
      if (!free) continue;
      taken.push([free[0] - wide / 2, free[1] - high / 2, wide, high]);
      shown.push(plate({ ...label, dots }, free, wide / pixel, pixel, isPicked(label)));
    }
    fill(this.layer, ...shown);
  }

  /** The part of the drawing that a part of a planned move covers. */
  covered({ at: [x, y], reach = 0, wide = 0, high = 0, across = 0, down = 0 }, pixel) {
    const [w, h] = [2 * reach * SCALE + wide * pixel, 2 * reach * SCALE + high * pixel];
    return [x * SCALE + across * pixel - w / 2, (this.table.depth - y) * SCALE + down * pixel - h / 2, w, h];
  }

  /** Whether a part of a planned move hides no model and none of the other parts. */
  clear(part, others) {
    const pixel = this.camera?.pixel ?? 1;
    const own = this.covered(part, pixel);
    // A token is never drawn smaller than it can be seen.
    const seen = ([x, y, w, h]) => {
      const [more, deeper] = [Math.max(0, TOKEN * pixel - w) / 2, Math.max(0, TOKEN * pixel - h) / 2];
      return [x - more, y - deeper, w + 2 * more, h + 2 * deeper];
    };
    return ![...(this.bodies ?? []).map((box) => seen(this.drawn(box))), ...others.map((each) => this.covered(each, pixel))].some((box) => overlap(box, own));
  }

  drawn([x0, y0, x1, y1]) {
    return [x0 * SCALE, (this.table.depth - y1) * SCALE, (x1 - x0) * SCALE, (y1 - y0) * SCALE];
  }
}

/** A name on its plate, in pixels round its middle. */
function plate(label, [x, y], wide, pixel, picked) {
  const tag = label.kind === "floor-tag";
  const bare = label.kind === "piece-name" || label.kind === "goal-name";
  return svg(
    "g",
    { class: `${label.kind}${picked ? " picked" : ""}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${pixel.toFixed(4)})` },
    !bare && svg("rect", { class: "plate", x: -wide / 2, y: -LINE / 2, width: wide, height: LINE, rx: tag ? 4 : 5 }),
    tag && svg("path", { class: "plate-arrow", d: `M${6 - wide / 2} 4V-4m0 0l-3 3m3 -3l3 3`, transform: "translate(3 0)" }),
    svg("text", { class: "plate-text", x: tag ? 6 : (-label.dots * DOT) / 2, text: label.text }),
    ...Array.from({ length: label.dots }, (_, i) => svg("circle", { class: "plate-dot", cx: wide / 2 - 8 - i * DOT, r: 3.6 })),
  );
}

/** Possible positions of a name: below, above or beside a model; in a corner of a floor; inside or below ground. */
function spots(label, [x, y, w, h], wide, high, pixel, picked) {
  const [mx, my] = [x + w / 2, y + h / 2];
  const near = (picked ? 10 : 4) * pixel + high / 2;
  if (label.kind === "model-name") return [[mx, y + h + near], [mx, y - near], [x + w + wide / 2 + near - high / 2, my], [x - wide / 2 - near + high / 2, my]];
  const edge = 5 * pixel;
  if (label.kind === "floor-tag") {
    const [l, r, top, foot] = [x + wide / 2 + edge, x + w - wide / 2 - edge, y + high / 2 + edge, y + h - high / 2 - edge];
    return [[l, foot], [l, top], [r, top], [r, foot], [mx, foot], [mx, top]];
  }
  if (w < wide) return [[mx, y + h + high * 0.8], [mx, y - high * 0.8], [mx, my]];
  return [[mx, my], [mx, y + h + high * 0.6], [mx, y - high * 0.6], [mx, y + high], [mx, y + h - high]];
}

function overlap([ax, ay, aw, ah], [bx, by, bw, bh]) {
  return ax < bx + bw && bx < ax + aw && ay < by + bh && by < ay + ah;
}
