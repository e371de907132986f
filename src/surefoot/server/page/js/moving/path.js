// Draws the declared path: each stride with its cost, where it is illegal, and the base at its end.

import { fill, svg } from "../dom.js";
import { length, number, plain, sentence } from "../format.js";
import { SCALE } from "../table/camera.js";
import { baseReach } from "../table/decode.js";
import { trackOf } from "../table/looks.js";
import { placedPlate, plateOf, pricePlate, priceText, tapePiece } from "../table/tape.js";
import { figure, placed, standing } from "../table/tokens.js";
import { t } from "../words.js";
import { dial } from "./dial.js";
import { poseAfter } from "./drive.js";
import { furthestOf, usedText } from "./ledger.js";
import { legEnd } from "./legs.js";

/** A walk that is shorter on the plan has no price of its own: the plate would hide it. */
const SHORTEST = 0.9;

/** How far a stride goes on the plan. */
const span = ({ from, to }) => Math.hypot(to[0] - from[0], to[1] - from[1]);

/** Strides of one kind that follow each other, with the longest of them and its way of moving. */
function runsOf(ledger) {
  const runs = [];
  for (const line of ledger) {
    const last = runs.at(-1);
    if (last && last[0].what === line.what && last[0].clause === line.clause) last.push(line);
    else runs.push([line]);
  }
  return runs.map((lines) => {
    const longest = lines.reduce((most, line) => (span(line) > span(most) ? line : most));
    return { lines, longest, track: trackOf(longest.what) };
  });
}

export class PathOverlay {
  /** @param {import("./mover.js").Mover} mover @param {import("../table/view.js").TableView} view */
  constructor(mover, view) {
    this.mover = mover;
    this.view = view;
    mover.on("changed", () => this.again());
    // Plates keep their size on the screen: at another zoom they stand elsewhere.
    view.zoomed = () => mover.ready && this.again();
  }

  again() {
    if (!this.view.table) return;
    // The parts that names leave free.
    this.taken = [];
    this.draw();
    this.view.names.avoid(this.taken);
  }

  draw() {
    const { mover, view } = this;
    if (!mover.game.question) this.inPlay = mover.preview ?? (mover.ready ? this.inPlay : null);
    else if (this.inPlay) return this.drawInPlay(this.inPlay);
    if (mover.waiting || !mover.ready) {
      fill(view.layers.path, ...(mover.waiting ? this.followed(mover.waiting) : [this.dial()]));
      fill(view.layers.prices);
      return;
    }
    const said = mover.preview;
    const parts = [this.dial()];
    const legs = mover.said?.path ?? mover.legs;
    const from = mover.start();
    const declared = from ? [[from.x, from.y], ...legs.map(legEnd).filter(Boolean)] : [];
    const refused = said?.verdict === "illegal";
    if (declared.length > 1) parts.push(svg("path", { class: `declared${refused ? " refused" : ""}`, d: view.track(declared) }));
    if (said) parts.push(...this.strides(said), ...this.onward(said));
    parts.push(...this.ghosts(said, from && poseAfter(from, legs.map((leg) => legEnd(leg) ?? leg)), refused));
    for (const reason of said?.reasons ?? []) if (reason.where) parts.push(this.refusal(reason));
    if (mover.snap) parts.push(this.snap(mover.snap));
    fill(view.layers.path, ...parts);
    // Prices stand above everything, or a model would hide them.
    fill(view.layers.prices, ...(said ? this.prices(said) : []));
  }

  /** While dice are asked for, the way that they decide on stays on the table, paler. */
  drawInPlay(said) {
    const { view } = this;
    const lines = said.ledger.filter((line) => !this.mover.unit && line.length > 0.01);
    fill(view.layers.path, svg("g", { class: "later" }, ...lines.flatMap((line) => tapePiece(view, line.from, line.to, trackOf(line.what)))));
    const risky = runsOf(lines).filter(({ track }) => track !== "walk");
    fill(view.layers.prices, ...risky.map(({ lines: run, longest, track }) => this.plate(longest, track, priceText(run, said.tests, view.table.sign))));
  }

  /** The dial of a vehicle that is about to drive. */
  dial() {
    const { mover, view } = this;
    const from = mover.action?.drives && mover.mine && mover.start();
    return from ? dial(view, view.table.models.get(mover.model), from, mover.action.drives, mover.legs, mover.marks) : null;
  }

  /** A model that is dragged before its actions are known. */
  followed({ point, model }) {
    const { mover, view } = this;
    const found = view.table.models.get(model);
    const here = found && standing(found, mover.game.state);
    if (!here) return [];
    const to = { x: point[0], y: point[1], facing: here.facing };
    return [svg("path", { class: "declared", d: view.track([[here.x, here.y], point]) }), this.ghost(found, to, "ghost checking")];
  }

  /** The later actions of a way that takes several: paler, with their numbers. */
  onward(said) {
    const { mover, view } = this;
    if (!mover.plan || said.verdict === "illegal") return [];
    return mover.plan.outcomes.slice(1).flatMap((outcome, index) => {
      const lines = outcome.ledger.filter((line) => line.length > 0.01);
      if (!lines.length) return [];
      const pieces = lines.flatMap((line) => tapePiece(view, line.from, line.to, trackOf(line.what)));
      const at = { x: lines[0].from[0], y: lines[0].from[1] };
      const sign = svg("g", { class: "later-number", transform: placed(at, view.table.depth) }, svg("g", { class: "price-plate" }, svg("circle", { r: 10 }), svg("text", { text: String(index + 2) })));
      return [svg("g", { class: "later" }, ...pieces), sign];
    });
  }

  /** The strides as a tape. Of a unit the model in hand has the tape, the others a thin line each. */
  strides(said) {
    const { view, mover } = this;
    const { sign } = view.table;
    const found = [];
    const lead = this.lead(said);
    let run = 0;
    for (const [index, line] of said.ledger.entries()) {
      const [a, b] = [line.from, line.to];
      if (mover.unit && line.who !== lead) {
        found.push(svg("path", { class: "declared", d: view.track([a, b]) }));
        continue;
      }
      const title = svg("title", { text: `${sentence(line)}: ${length(line.length, sign)} × ${number(line.rate)} = ${length(line.cost, sign)}`, data: { from: "referee" } });
      found.push(...tapePiece(view, a, b, trackOf(line.what), { run, given: { data: { stride: index } }, title }));
      run += span(line);
    }
    return found;
  }

  /** The model of a unit that carries its tape: the one in hand if it moves. */
  lead(said) {
    const { mover } = this;
    if (!mover.unit) return "";
    return said.ledger.some((line) => line.who === mover.model) ? mover.model : furthestOf(said.ledger);
  }

  /** What each stride costs; of a unit how far each of its models goes. Of later actions only what is not walked. */
  prices(said) {
    const { mover, view } = this;
    const { sign } = view.table;
    const lead = this.lead(said);
    const own = runsOf(said.ledger.filter((line) => !lead || line.who === lead));
    if (lead) return own.slice(0, 1).map(({ longest, track }) => this.plate(longest, track, usedText(said, mover.budget, sign)));
    const struck = said.events.filter((event) => event.struck && event.with).map((event) => this.struck(event)).filter(Boolean);
    const later = mover.plan && said.verdict !== "illegal" ? mover.plan.outcomes.slice(1) : [];
    const strides = [said, ...later].flatMap((outcome, index) =>
      runsOf(outcome.ledger)
        .filter(({ longest, track }) => track !== "walk" || (!index && span(longest) >= SHORTEST))
        .map(({ lines, longest, track }) => this.plate(longest, track, priceText(lines, outcome.tests, sign))),
    );
    return [...struck, ...strides];
  }

  /** The facing of a model that a collision strikes, beside it. */
  struck(event) {
    const { mover, view } = this;
    const model = view.table.models.get(event.with);
    const here = model && standing(model, mover.game.state);
    return here ? this.plate({ from: [here.x, here.y], to: [here.x, here.y] }, "drop", t("Struck {side}", { side: plain(event.struck) })) : null;
  }

  /** A plate beside a stride, where it hides neither a model nor another plate. */
  plate(stride, track, text) {
    const { view } = this;
    const plate = placedPlate(plateOf(view, stride.from, stride.to, track, text), (each) => view.names.clear(each, this.taken));
    this.taken.push(plate);
    return pricePlate(view, plate, track, text);
  }

  /** Every model that the move puts somewhere else, as it will stand; until the verdict is there, as declared. */
  ghosts(said, declared, refused) {
    const { mover, view } = this;
    const kind = refused ? "ghost refused" : said?.verdict === "stopped-short" ? "ghost short" : said ? "ghost" : "ghost checking";
    const ends = new Map();
    for (const event of said?.events ?? []) if (event.to?.at && event.who) ends.set(event.who, event.to);
    const found = [];
    for (const id of mover.models) {
      const model = view.table.models.get(id);
      const here = model && standing(model, mover.game.state);
      const end = ends.get(id);
      if (!here && !end && !mover.places?.[id]) continue;
      let to = end ? { x: end.at[0], y: end.at[1], z: end.at[2], facing: end.facing, on: end.on } : null;
      ends.delete(id);
      const set = mover.places?.[id];
      if (!to && set) to = { x: set[0], y: set[1], facing: 0 };
      if (!to && mover.shift && here) {
        const alone = mover.except[id]?.at(-1);
        to = alone ? { x: alone[0], y: alone[1], facing: here.facing } : { x: here.x + mover.shift[0], y: here.y + mover.shift[1], facing: here.facing };
        found.push(svg("path", { class: "declared", d: view.track([[here.x, here.y], [to.x, to.y]]) }));
      }
      if (!to && declared && !mover.unit && (mover.legs.length || mover.said?.path)) to = declared;
      // What is refused is drawn where it was meant to end.
      if (to && refused && mover.goal?.surface && !mover.unit) to = { ...to, z: mover.goal.surface.z };
      if (to) found.push(this.ghost(model, to, kind));
    }
    // Models that are pushed, knocked aside or carried along.
    for (const [id, end] of ends) {
      const model = view.table.models.get(id);
      const here = model && standing(model, mover.game.state);
      if (!here || Math.hypot(end.at[0] - here.x, end.at[1] - here.y) < 0.02) continue;
      found.push(svg("path", { class: "declared pushed", d: view.track([[here.x, here.y], [end.at[0], end.at[1]]]) }));
      found.push(this.ghost(model, { x: end.at[0], y: end.at[1], facing: end.facing ?? here.facing }, "ghost pushed", false));
    }
    return found;
  }

  ghost(model, to, kind, own = true) {
    const { view } = this;
    const side = view.sides.get(model.side) ?? 4;
    const reach = baseReach(model.base);
    const height = to.z > 1e-4 ? t("{height} up", { height: length(to.z, view.table.sign) }) : "";
    const level = height && svg("text", { class: "ghost-level", y: reach * SCALE + 14, text: height });
    this.taken.push({ at: [to.x, to.y], reach });
    if (height) this.taken.push({ at: [to.x, to.y - reach - 14 / SCALE], wide: 6.5 * height.length, high: 16, down: 8 });
    const shape = figure(model, { x: to.x, y: to.y, z: 0, facing: to.facing ?? 0, statuses: [] }, { number: side, facing: Boolean(to.facing), table: view.table });
    return svg("g", { class: `${kind} token side-${side}`, transform: placed(to, view.table.depth), data: own ? { ghost: model.id } : {} }, own && svg("circle", { class: "hit", r: 22 }), shape, level);
  }

  /** What a dragged base has snapped to: a mark where they touch, or a line to what it is in line with. */
  snap({ point, kind, at }) {
    const line = kind === "line" ? svg("path", { class: "snap-line", d: this.view.track([point, at]) }) : null;
    const mark = svg("circle", { class: "snap-mark", cx: at[0] * SCALE, cy: (this.view.table.depth - at[1]) * SCALE, r: 5 * this.view.camera.pixel });
    return svg("g", { class: "snap", data: { snap: kind } }, line, mark);
  }

  refusal(reason) {
    const [x, y] = reason.where;
    const at = `translate(${x * SCALE} ${(this.view.table.depth - y) * SCALE})`;
    return svg("g", { class: "refusal", transform: at }, svg("circle", { r: 9 }), svg("path", { d: "M-4 -4L4 4M4 -4L-4 4" }), svg("title", { text: sentence(reason), data: { from: "referee" } }));
  }
}
