// Names on the table: each keeps its size on the screen and is left out where there is no room.

import { fill, svg } from "../dom.js";
import { named } from "../format.js";
import { SCALE } from "./camera.js";
import { baseOutline, baseReach } from "./decode.js";
import { pieceLabels } from "./terrain.js";
import { standing } from "./tokens.js";

const LETTER = 6.4;
const LINE = 15;

export class Names {
  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.layer = layer;
    layer.setAttribute("aria-hidden", "true");
    layer.dataset.from = "table";
    this.terrain = [];
    this.figures = [];
    this.next = Infinity;
  }

  /** Set the names of the terrain. */
  pieces(table) {
    this.terrain = pieceLabels(table).map((label) => ({ ...label, kind: "piece-name", height: label.link || label.sort !== "platform" ? label.z : label.top }));
  }

  /** Set the names of the models; a unit has one name for all its models. */
  models(table, state) {
    const found = [];
    const units = new Map();
    for (const model of table.models.values()) {
      const where = standing(model, state);
      if (!where) continue;
      const reach = baseReach(model.base);
      const corners = baseOutline(model.base, where.x, where.y, where.facing) ?? [[where.x - reach, where.y - reach], [where.x + reach, where.y + reach]];
      const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
      const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      if (!model.unit || model.unit === model.id) found.push({ id: model.id, text: named(model.id), box, kind: "model-name", height: where.z });
      else {
        const unit = units.get(model.unit) ?? { id: model.unit, text: named(model.unit), box, kind: "model-name", height: where.z };
        unit.box = [Math.min(unit.box[0], box[0]), Math.min(unit.box[1], box[1]), Math.max(unit.box[2], box[2]), Math.max(unit.box[3], box[3])];
        units.set(model.unit, unit);
      }
    }
    this.figures = [...found, ...units.values()];
    this.bodies = found.map((each) => each.box);
    this.again();
  }

  /** Leave out the names of everything at or above a height. */
  level(next) {
    this.next = next;
    this.again();
  }

  again() {
    if (this.camera) this.arrange(this.camera, this.table);
  }

  /** Place every name for which there is room at this zoom: models first, then terrain. */
  arrange(camera, table) {
    if (!table) return;
    this.camera = camera;
    this.table = table;
    const pixel = camera.pixel ?? 1;
    const taken = (this.bodies ?? []).map((box) => this.drawn(box));
    const shown = [];
    for (const label of [...this.figures, ...this.terrain]) {
      if (label.height >= this.next - 1e-4) continue;
      const wide = label.text.length * LETTER * pixel;
      const high = LINE * pixel;
      const [x, y, w, h] = this.drawn(label.box);
      if (label.kind === "piece-name" && !label.link && (w < wide * 0.6 && h < wide * 0.6)) continue;
      const onBoard = ([sx]) => sx >= wide / 2 && sx <= table.width * SCALE - wide / 2;
      const free = spots(label, [x, y, w, h], wide, high, pixel).filter(onBoard).find(([sx, sy]) => !taken.some((box) => overlap(box, [sx - wide / 2, sy - high / 2, wide, high])));
      if (!free) continue;
      taken.push([free[0] - wide / 2, free[1] - high / 2, wide, high]);
      shown.push(svg("text", { class: label.kind, x: free[0], y: free[1], text: label.text }));
    }
    fill(this.layer, ...shown);
  }

  drawn([x0, y0, x1, y1]) {
    return [x0 * SCALE, (this.table.depth - y1) * SCALE, (x1 - x0) * SCALE, (y1 - y0) * SCALE];
  }
}

/** Possible positions of a name: below, above or beside a model; inside a piece, at its top or bottom. */
function spots(label, [x, y, w, h], wide, high, pixel) {
  const [mx, my] = [x + w / 2, y + h / 2];
  const near = 4 * pixel + high / 2;
  if (label.kind === "model-name") return [[mx, y + h + near], [mx, y - near], [x + w + wide / 2 + 5 * pixel, my], [x - wide / 2 - 5 * pixel, my]];
  if (label.link) return [[x + wide / 2 + 14, y], [x - wide / 2 - 14, y], [mx, y + 24 + high / 2], [mx, y - 24 - high / 2]];
  const edge = high * 0.8;
  return [[mx, y + edge], [mx, y + h - edge], [mx, my], [x + wide / 2 + edge, y + edge], [x + w - wide / 2 - edge, y + h - edge]];
}

function overlap([ax, ay, aw, ah], [bx, by, bw, bh]) {
  return ax < bx + bw && bx < ax + aw && ay < by + bh && by < ay + ah;
}
