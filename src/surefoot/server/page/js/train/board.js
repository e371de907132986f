// The table of a lesson or a puzzle: its models, the declared paths, and places to answer with, by tap or by moving the model.

import { el, fill, svg } from "../dom.js";
import { SCALE } from "../table/camera.js";
import { tableOf } from "../table/decode.js";
import { trackOf } from "../table/looks.js";
import { tapePiece } from "../table/tape.js";
import { standing } from "../table/tokens.js";
import { TableView } from "../table/view.js";
import { t } from "../words.js";

/** The least width of the view, and the room around everything that matters, in units of the table. */
const LEAST = 12;
const AROUND = 2;
/** Pixels within which a tap means a place. */
const NEAR = 44;
/** A phone held upright: the table stands above the question, with little room for both. */
export const UPRIGHT = matchMedia("(max-width: 56rem) and (orientation: portrait), (max-width: 37.5rem)");
/** The letter of each place or path. */
export const LETTERS = "ABCDEFGH";

export class Board {
  /** @param {{table: any, state: any}} shown @param {(index: number) => void} answer called with the number of the place that was chosen */
  constructor({ table, state }, answer = () => {}) {
    this.answer = answer;
    this.pins = [];
    this.who = "";
    this.view = new TableView({ ground: (point) => this.tapped(point), pick: (id, event) => this.tapped(this.view.camera.at(event.clientX, event.clientY)), drag: (point, id) => this.dragged(id) });
    this.view.element.setAttribute("aria-label", t("Table. The answers below name its places."));
    this.element = el("div", { class: "train-board" }, this.view.element);
    this.view.setTable(tableOf(table));
    this.view.place(state);
  }

  /** Mark the model that acts, and look at it, at the paths and at the places. */
  look(who, paths = [], pins = []) {
    this.view.mark(who.filter((id) => this.view.tokens.has(id)));
    const { table, state } = this.view;
    const models = [...table.models.values()].map((model) => standing(model, state)).filter(Boolean).map((each) => [each.x, each.y]);
    const all = [...models, ...paths.flatMap((each) => each.points), ...pins.map((each) => each.spot)];
    const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
    const wide = Math.max(...xs) - Math.min(...xs) + 2 * AROUND;
    const tall = Math.max(...ys) - Math.min(...ys) + 2 * AROUND;
    if (!all.length) return;
    const middle = [(Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2];
    requestAnimationFrame(() => this.view.camera.closeUp(middle, Math.max(LEAST, wide), tall));
  }

  /** Draw paths as tape; those that are answers carry their letter. */
  draw(paths) {
    const tape = (path) => path.points.slice(1).flatMap((to, i) => tapePiece(this.view, path.points[i], to, trackOf(path.tracks?.[i] ?? "walk")));
    fill(this.view.layers.path, ...paths.map((path, number) => svg("g", { class: "drawn-path", "data-path": number }, ...tape(path))));
  }

  /** Offer places; with `who`, that model can be moved to one of them. */
  offer(pins, who = "") {
    this.pins = pins;
    this.who = who;
    fill(this.view.layers.over, ...pins.map((each, i) => this.pin(each, i)));
  }

  pin({ spot }, i) {
    const [x, y] = [spot[0] * SCALE, (this.view.table.depth - spot[1]) * SCALE];
    return svg("g", { class: "pin", transform: `translate(${x} ${y})`, "data-pin": i }, svg("g", { class: "pin-plate" }, svg("path", { d: "M0 0 L-7 -12 A13 13 0 1 1 7 -12 Z" }), svg("text", { y: -18, text: LETTERS[i] })));
  }

  /** Draw flags at the goals. */
  flags(goals) {
    const { depth } = this.view.table;
    fill(this.view.layers.under, ...goals.map(({ spot }) => svg("g", { class: "goal-flag", transform: `translate(${spot[0] * SCALE} ${(depth - spot[1]) * SCALE})` }, svg("g", { class: "pin-plate" }, svg("path", { d: "M0 0 V-26 L18 -20 L0 -13" })))));
  }

  /** Let one path stand out. */
  pick(index) {
    for (const each of this.view.layers.path.querySelectorAll("[data-path]")) each.classList.toggle("faded", Number(each.dataset.path) !== index);
  }

  /** Show which place was right, and which one was chosen. */
  reveal(right, chosen) {
    for (const each of this.view.layers.over.querySelectorAll("[data-pin]")) {
      each.classList.toggle("right", Number(each.dataset.pin) === right);
      each.classList.toggle("wrong", Number(each.dataset.pin) === chosen && chosen !== right);
    }
    this.pins = [];
    this.who = "";
    this.pick(right);
  }

  /** The place nearest to a point, if it is near enough for a finger. */
  nearest([x, y]) {
    const far = ({ spot }) => Math.hypot(spot[0] - x, spot[1] - y);
    const best = this.pins.reduce((one, each, i) => (one < 0 || far(each) < far(this.pins[one]) ? i : one), -1);
    return best >= 0 && far(this.pins[best]) <= (NEAR * this.view.camera.pixel) / SCALE ? best : -1;
  }

  tapped(point) {
    const found = this.nearest(point);
    if (found >= 0) this.answer(found);
  }

  /** A drag of the model in question carries it along; where it is put down is the answer. */
  dragged(id) {
    if (!this.who || id !== this.who) return null;
    const { view } = this;
    const start = standing(view.table.models.get(id), view.state);
    return (event, ended) => {
      const [x, y] = view.camera.at(event.clientX, event.clientY);
      const found = ended ? this.nearest([x, y]) : -1;
      view.show(id, ended && found < 0 ? start : { ...start, x, y });
      if (found >= 0) this.answer(found);
    };
  }

  end() {
    this.view.end();
  }
}
