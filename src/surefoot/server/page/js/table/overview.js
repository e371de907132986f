// A small map in the corner, while only a part of the table is seen: floors, models, and which part it is. A tap goes there.

import { fill, svg } from "../dom.js";
import { t } from "../words.js";
import { SCALE } from "./camera.js";
import { standing } from "./tokens.js";

const WIDE = 88;
/** With this share of the table in view, the map is hidden. */
const NEARLY = 0.8;

export class Overview {
  /** @param {import("./view.js").TableView} view */
  constructor(view) {
    this.view = view;
    this.part = svg("rect", { class: "overview-part" });
    this.land = svg("g", {});
    this.element = svg("svg", { class: "overview", role: "img", "aria-label": t("Map of the whole table"), hidden: true }, this.land, this.part);
    this.element.addEventListener("click", (event) => this.jump(event));
    view.overview = this;
  }

  /** Draw the table again: terrain or models have changed. */
  draw() {
    const { table, state, sides } = this.view;
    if (!table || !state) return;
    const { width, depth } = table;
    this.element.setAttribute("viewBox", `0 0 ${width} ${depth}`);
    this.element.setAttribute("width", String(WIDE));
    this.element.setAttribute("height", String(Math.round((WIDE * depth) / width)));
    const r = width / 34;
    fill(
      this.land,
      svg("rect", { class: "overview-ground", width, height: depth }),
      ...table.pieces.filter((piece) => piece.outline.length > 2).map((piece) => svg("path", { class: `overview-piece ${piece.sort}`, d: `M${piece.outline.map(([x, y]) => `${x} ${depth - y}`).join("L")}Z` })),
      ...[...table.models.values()].map((model) => [model, standing(model, state)]).filter(([, where]) => where).map(([model, where]) => svg("circle", { class: `overview-model side-${sides.get(model.side) ?? 4}`, cx: where.x, cy: depth - where.y, r })),
    );
    this.moved();
  }

  /** The part that is seen. */
  moved() {
    const { table, camera } = this.view;
    if (!table) return;
    const { x, y, w, h } = camera.box;
    const seen = (from, size, long) => Math.max(0, Math.min(from + size, long * SCALE) - Math.max(from, 0)) / (long * SCALE);
    this.element.toggleAttribute("hidden", Boolean(camera.whole) || seen(x, w, table.width) * seen(y, h, table.depth) > NEARLY);
    for (const [name, value] of Object.entries({ x: x / SCALE, y: y / SCALE, width: w / SCALE, height: h / SCALE })) this.part.setAttribute(name, String(value));
  }

  /** Where the map stands in the view, in pixels of it: left, top, right and bottom; null while it is hidden. */
  place() {
    const { drawing } = this.view.camera;
    if (this.element.hasAttribute("hidden")) return null;
    // Only another size of the view or of the map moves it: measuring it in every frame would be slow.
    const key = `${drawing.clientWidth} ${drawing.clientHeight} ${this.element.getAttribute("height")}`;
    if (this.measured?.key !== key) {
      const [frame, map] = [drawing.getBoundingClientRect(), this.element.getBoundingClientRect()];
      // Another part of the page may hide it for a while.
      if (!map.width) return null;
      this.measured = { key, box: [map.left - frame.left, map.top - frame.top, map.right - frame.left, map.bottom - frame.top] };
    }
    return this.measured.box;
  }

  jump(event) {
    const { table, camera } = this.view;
    const frame = this.element.getBoundingClientRect();
    camera.centre([((event.clientX - frame.left) / frame.width) * table.width, (1 - (event.clientY - frame.top) / frame.height) * table.depth]);
  }
}
