// Dragging in the editor: models, the selected piece, and its corners.

import { fill, svg } from "../dom.js";
import { SCALE } from "../table/camera.js";
import { pathOf } from "../table/terrain.js";
import { sortOf } from "./draft.js";
import { closed, corners, snapped, tidy, withCorner } from "./shapes.js";

const GRIP = 7;
const REACH = 20;

export class Hand {
  constructor(editor) {
    this.editor = editor;
  }

  /** The piece under a pointer. */
  pieceOf(event) {
    return event.target.closest?.(".piece, .grip-shape")?.dataset.piece ?? "";
  }

  /** The shape of the selected piece, or null. */
  get shape() {
    const thing = this.editor.draft.find(this.editor.picked);
    return thing?.section === "terrain" ? thing.entry[sortOf(thing.entry)] : null;
  }

  /** Draw the outline and the grips of the selected piece. */
  show() {
    const { view, draft, picked } = this.editor;
    const layer = view.layers.over;
    const shape = this.shape;
    if (!shape || !corners(shape).length) return fill(layer);
    const { depth } = draft.board;
    const entry = draft.find(picked).entry;
    const pixel = view.camera.pixel ?? 1;
    const points = corners(shape);
    const outline = svg("path", { class: `grip-shape${closed(shape, entry.width) ? " closed" : ""}`, d: pathOf(points, depth, closed(shape, entry.width)), data: { piece: picked } });
    // Large enough for a finger, but small enough that the piece itself can still be dragged.
    const reach = Math.max(GRIP * pixel, Math.min(REACH * pixel, (apart(points) * SCALE) / 3));
    const grips = points.map(([x, y], index) => {
      const at = { cx: x * SCALE, cy: (depth - y) * SCALE };
      return svg("g", { class: "grip", data: { corner: index } }, svg("circle", { ...at, r: reach, class: "grip-reach" }), svg("circle", { ...at, r: GRIP * pixel, class: "grip-dot" }));
    });
    return fill(layer, outline, ...grips);
  }

  /** Start a drag; returns its handler, or null if the view is to be panned. */
  take(from, id, event) {
    const { editor } = this;
    const corner = event.target.closest?.(".grip")?.dataset.corner;
    if (corner !== undefined && this.shape) return this.resize(Number(corner));
    if (id) return this.carry(from, id);
    const piece = this.pieceOf(event);
    return piece && editor.chosen.includes(piece) ? this.carry(from, piece) : null;
  }

  resize(corner) {
    const { editor } = this;
    const { draft, picked } = editor;
    const entry = draft.find(picked).entry;
    const sort = sortOf(entry);
    const before = entry[sort];
    draft.keep();
    return (event) => {
      const point = snapped(editor.view.camera.at(event.clientX, event.clientY), editor.step);
      entry[sort] = withCorner(before, corner, point);
      this.followed();
    };
  }

  /** Drag an entry; a model stands on the surface over which it is dropped. */
  carry(from, id) {
    const { editor } = this;
    const { draft } = editor;
    const thing = draft.find(id);
    const start = thing && draft.where(String(thing.entry.id));
    if (!start) return null;
    if (!editor.chosen.includes(String(thing.entry.id))) editor.pick(id);
    draft.keep();
    const name = String(thing.entry.id);
    return (event, ended) => {
      const now = editor.view.camera.at(event.clientX, event.clientY);
      const goal = [start[0] + now[0] - from[0], start[1] + now[1] - from[1]];
      const here = draft.where(name);
      const to = thing.section === "terrain" ? here.map((each, i) => tidy(each + shifted(goal[i] - start[i], editor.step) - (each - start[i]))) : snapped(goal, editor.step);
      for (const each of editor.chosen.includes(name) ? editor.chosen : [name]) draft.move(each, to[0] - here[0], to[1] - here[1]);
      if (thing.section === "models" && ended) this.setDown(thing.entry);
      if (thing.section === "models") editor.view.show(name, { x: to[0], y: to[1] });
      this.followed();
    };
  }

  /** A model that is dropped over a platform stands on it. */
  setDown(entry) {
    const surface = this.editor.view.surfaceAt(entry.at);
    if (surface.id === "board") delete entry.on;
    else entry.on = surface.id;
  }

  followed() {
    this.editor.changed();
  }
}

/** The distance between the two nearest corners. */
function apart(points) {
  const far = points.flatMap(([x, y], i) => points.slice(i + 1).map(([ox, oy]) => Math.hypot(x - ox, y - oy)));
  return far.length ? Math.min(...far) : Infinity;
}

/** A distance rounded to a grid. */
function shifted(far, step) {
  return step ? Math.round(far / step) * step : far;
}
