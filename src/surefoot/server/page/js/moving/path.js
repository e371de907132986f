// Draws the declared path: each stride with its cost, where it is illegal, and the base at its end.

import { fill, svg } from "../dom.js";
import { capital, length, number, sentence } from "../format.js";
import { SCALE } from "../table/camera.js";
import { trackOf } from "../table/looks.js";
import { baseShape, placed, standing } from "../table/tokens.js";
import { legEnd } from "./mover.js";

export class PathOverlay {
  /** @param {import("./mover.js").Mover} mover @param {import("../table/view.js").TableView} view */
  constructor(mover, view) {
    this.mover = mover;
    this.view = view;
    mover.on("changed", () => this.draw());
  }

  draw() {
    const { mover, view } = this;
    if (!view.table || !mover.ready) {
      fill(view.layers.path);
      return;
    }
    const said = mover.preview;
    const parts = [];
    const legs = mover.said?.path ?? mover.legs;
    const from = mover.start();
    const declared = from ? [[from.x, from.y], ...legs.map(legEnd).filter(Boolean)] : [];
    const refused = said?.verdict === "illegal";
    if (declared.length > 1) parts.push(svg("path", { class: `declared${refused ? " refused" : ""}`, d: view.track(declared) }));
    if (said) parts.push(...this.strides(said));
    parts.push(...this.ghosts(said, declared.at(-1), refused));
    for (const reason of said?.reasons ?? []) if (reason.where) parts.push(this.refusal(reason));
    fill(view.layers.path, ...parts);
  }

  strides(said) {
    const { view } = this;
    const { sign } = view.table;
    const found = [];
    for (const [index, line] of said.ledger.entries()) {
      const track = trackOf(line.what);
      const [a, b] = [line.from, line.to];
      found.push(svg("path", { class: `stride ${track}`, d: view.track([a, b]), data: { stride: index } }, svg("title", { text: `${sentence(line)}: ${length(line.length, sign)} × ${number(line.rate)} = ${length(line.cost, sign)}`, data: { from: "referee" } })));
      const same = Math.hypot(b[0] - a[0], b[1] - a[1]) < 0.9;
      if (same && track === "walk") continue;
      const [x, y] = [((a[0] + b[0]) / 2) * SCALE, (view.table.depth - (a[1] + b[1]) / 2) * SCALE];
      const text = `${track === "walk" ? "" : `${capital(line.what.split(" ")[0])} `}${length(line.cost, sign)}`;
      found.push(svg("g", { class: `price ${track}`, transform: `translate(${x} ${y})`, data: { from: "referee" } }, svg("text", { text })));
    }
    return found;
  }

  ghosts(said, declaredEnd, refused) {
    const { mover, view } = this;
    const kind = refused ? "ghost refused" : said?.verdict === "stopped-short" ? "ghost short" : "ghost";
    const goes = new Map();
    for (const event of said?.events ?? []) if (event.what === "goes" && event.to?.at) goes.set(event.who, event.to);
    const found = [];
    for (const id of mover.models) {
      const model = view.table.models.get(id);
      const here = model && standing(model, mover.game.state);
      if (!here) continue;
      let to = goes.get(id) ? { x: goes.get(id).at[0], y: goes.get(id).at[1], facing: goes.get(id).facing } : null;
      if (!to && mover.shift) {
        const alone = mover.except[id]?.at(-1);
        to = alone ? { x: alone[0], y: alone[1], facing: here.facing } : { x: here.x + mover.shift[0], y: here.y + mover.shift[1], facing: here.facing };
        found.push(svg("path", { class: "declared", d: view.track([[here.x, here.y], [to.x, to.y]]) }));
      }
      if (!to && declaredEnd) to = { x: declaredEnd[0], y: declaredEnd[1], facing: here.facing };
      if (!to) continue;
      const side = view.sides.get(model.side) ?? 4;
      found.push(svg("g", { class: `${kind} token side-${side}`, transform: placed(to, view.table.depth), data: { ghost: id } }, svg("circle", { class: "hit", r: 22 }), baseShape(model, to.facing ?? 0, { class: "base" })));
    }
    return found;
  }

  refusal(reason) {
    const [x, y] = reason.where;
    const at = `translate(${x * SCALE} ${(this.view.table.depth - y) * SCALE})`;
    return svg("g", { class: "refusal", transform: at }, svg("circle", { r: 9 }), svg("path", { d: "M-4 -4L4 4M4 -4L-4 4" }), svg("title", { text: sentence(reason), data: { from: "referee" } }));
  }
}
