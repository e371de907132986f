// The view of a table: terrain, models and overlays. It draws, and passes input to its handlers.

import { fill, svg } from "../dom.js";
import { length } from "../format.js";
import { t } from "../words.js";
import { Camera, SCALE } from "./camera.js";
import { baseOutline, baseReach, inside } from "./decode.js";
import { sideNumbers } from "./looks.js";
import { drawGoals } from "./goals.js";
import { Names } from "./names.js";
import { pathOf } from "./outline.js";
import { Rulers } from "./rulers.js";
import { imageOf, markerOf } from "./scenery.js";
import { surfacesAt, terrain } from "./terrain.js";
import { patches, textures } from "./textures.js";
import { description, objectToken, placed, standing, token } from "./tokens.js";

const LAYERS = ["frame", "board", "terrain", "goals", "reach", "rings", "last", "hindsight", "objects", "path", "under", "tokens", "names", "prices", "over", "rulers"];
/** Pixels within which a tap beside a model means the model, while none is selected. */
const NEAR = 22;
let views = 0;

export class TableView {
  /**
   * @param {{pick?: (id: string, event: any) => void, ground?: (point: [number, number], surface: {id: string, z: number}, event: any) => void,
   *   drag?: (point: [number, number], id: string, event: any) => any, key?: (event: KeyboardEvent, id: string) => boolean, moved?: () => void}} handlers
   */
  constructor(handlers) {
    this.handlers = handlers;
    this.tokens = new Map();
    this.edge = `board-edge-${(views += 1)}`;
    this.height = null;
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]));
    this.element = svg(
      "svg",
      { class: "table", role: "application", "aria-roledescription": t("table"), "aria-label": t("Table. Press Tab to go to the models and Enter to select one."), tabindex: 0, preserveAspectRatio: "xMidYMid meet" },
      textures(),
      ...Object.values(this.layers),
    );
    this.names = new Names(this.layers.names);
    this.rulers = new Rulers(this.layers.frame, this.layers.rulers);
    this.names.free = () => this.rulers.scaleBox;
    this.rulers.map = () => this.overview?.place() ?? null;
    this.camera = new Camera(this.element, { tap: (event) => this.tapped(event), drag: (event) => this.dragged(event), moved: () => this.viewChanged() });
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Set the table, and draw its terrain.
   * @param {import("./decode.js").TableData} table
   */
  setTable(table) {
    const same = this.table && this.table.width === table.width && this.table.depth === table.depth;
    this.table = table;
    const sides = [...new Set([...table.models.values()].map((model) => model.side))];
    this.sides = sideNumbers(sides);
    fill(this.layers.board, ...this.ground());
    fill(this.layers.terrain, ...terrain(table));
    if (!same) this.camera.board(table.width, table.depth);
    this.fresh = !same && Boolean(this.handlers.pick);
    this.names.pieces(table);
    this.showLevel();
  }

  ground() {
    const { width, depth } = this.table;
    const far = Math.max(width, depth) > 80 ? 10 : 1;
    const big = far === 1 ? 6 : 50;
    const lines = ["", ""];
    for (let x = far; x < width; x += far) lines[x % big ? 0 : 1] += `M${x * SCALE} 0V${depth * SCALE}`;
    for (let y = far; y < depth; y += far) lines[y % big ? 0 : 1] += `M0 ${(depth - y) * SCALE}H${width * SCALE}`;
    return [
      svg("rect", { class: "board", width: width * SCALE, height: depth * SCALE, fill: "url(#tx-ground)" }),
      svg("clipPath", { id: this.edge }, svg("rect", { width: width * SCALE, height: depth * SCALE })),
      svg("g", { class: "patches", "clip-path": `url(#${this.edge})` }, ...patches(width, depth), this.table.picture && imageOf(this.table.picture, depth)),
      svg("path", { class: "grid", d: lines[0] }),
      svg("path", { class: "grid six", d: lines[1] }),
      ...this.table.markers.map((each) => markerOf(each, depth)),
    ];
  }

  /** Put every model where the state says. */
  place(state) {
    this.state = state;
    const facing = [...this.table.models.values()].some((model) => (standing(model, state)?.facing ?? 0) !== 0);
    const seen = new Set();
    const aboard = riders(state);
    for (const model of this.table.models.values()) {
      const where = standing(model, state);
      if (!where) continue;
      seen.add(model.id);
      const acted = Boolean(state.notes?.[`activated:${model.id}`]?.value) && state.clock?.active !== model.id;
      const how = { number: this.sides.get(model.side) ?? 4, facing, table: this.table, acted, aboard: aboard.get(model.id) ?? 0 };
      const made = token(model, where, how);
      const known = this.tokens.get(model.id);
      if (known) renewed(known, made);
      else {
        this.tokens.set(model.id, made);
        this.layers.tokens.append(made);
      }
    }
    for (const [id, group] of this.tokens) {
      if (seen.has(id)) continue;
      group.remove();
      this.tokens.delete(id);
    }
    fill(this.layers.objects, ...Object.entries(state.objects ?? {}).map(([name, each]) => objectToken(name, each, this.table.depth)));
    if (this.fresh) this.first();
    this.overview?.draw();
    drawGoals(this, state.goals?.goals ?? []);
    this.names.models(this.table, state);
    this.rulers.bodies = this.names.bodies;
    this.mark(this.picked ?? []);
    this.showLevel();
    this.rove();
  }

  /** The first view: round the middle of the models, of one's own if there are any, and of those whose turn it is. */
  first() {
    this.fresh = false;
    const models = [...this.table.models.values()];
    const own = models.filter((model) => this.handlers.own?.(model.side));
    const now = own.filter((model) => model.side === this.state.clock?.side);
    const places = ([now, own].find((each) => each.length) ?? models).map((model) => standing(model, this.state)).filter(Boolean);
    const middle = (axis, usual) => (places.length ? places.reduce((sum, each) => sum + each[axis], 0) / places.length : usual);
    this.camera.open([middle("x", this.table.width / 2), middle("y", this.table.depth / 2)]);
  }

  /** All models on the table in reading order: row by row from the top left. */
  inOrder() {
    const found = [...this.tokens.keys()].map((id) => ({ id, where: standing(this.table.models.get(id), this.state) }));
    return found.filter((each) => each.where).sort((one, other) => Math.round(other.where.y - one.where.y) || one.where.x - other.where.x).map((each) => each.id);
  }

  /** Make one token the tab stop; arrow keys go from it to the others. */
  rove(focus = "") {
    const here = focus || (this.roving && this.tokens.has(this.roving) ? this.roving : this.inOrder()[0]);
    this.roving = here;
    for (const [id, group] of this.tokens) group.setAttribute("tabindex", id === here ? "0" : "-1");
    if (focus) this.tokens.get(focus)?.focus({ preventScroll: true });
  }

  /** Mark the selected models. */
  mark(ids) {
    this.picked = ids;
    for (const [id, group] of this.tokens) {
      group.classList.toggle("picked", ids.includes(id));
      group.setAttribute("aria-pressed", String(ids.includes(id)));
    }
    this.names.pick(ids);
    const first = ids.length ? this.table?.models.get(ids[0]) : null;
    const where = first && this.state ? standing(first, this.state) : null;
    this.rulers.mark(where ? [where.x, where.y] : null);
  }

  /**
   * Mark the last move: where it began, its way and its length.
   * @param {Map<string, number[][]>} tracks the positions of each model that moved
   */
  lastMove(tracks) {
    const parts = [];
    for (const points of tracks.values()) {
      const [x, y] = points[0];
      const far = points.slice(1).reduce((sum, point, i) => sum + Math.hypot(point[0] - points[i][0], point[1] - points[i][1], (point[2] ?? 0) - (points[i][2] ?? 0)), 0);
      if (far < 0.05) continue;
      parts.push(svg("path", { class: "last-way", d: this.track(points) }), svg("circle", { class: "last-from", cx: x * SCALE, cy: (this.table.depth - y) * SCALE, r: SCALE * 0.4 }, svg("title", { text: t("Last move: {distance}", { distance: length(far, this.table.sign) }) })));
    }
    fill(this.layers.last, ...parts);
    for (const [id, group] of this.tokens) group.classList.toggle("last", tracks.has(id));
  }

  /** Show one level: higher pieces fade, lower ones stay visible. Null shows all levels. */
  level(height) {
    this.height = height;
    this.showLevel();
  }

  showLevel() {
    if (!this.table) return;
    const { levels } = this.table;
    const next = this.height === null ? Infinity : levels.find((level) => level > this.height + 1e-4) ?? Infinity;
    const off = (height) => this.height !== null && (height >= next - 1e-4 || height < this.height - 1e-4);
    for (const group of this.layers.terrain.children) {
      const flat = ["platform", "lift", "area"].some((sort) => group.classList.contains(sort));
      const foot = Number(flat ? group.dataset.top : group.dataset.z);
      group.classList.toggle("above", foot >= next - 1e-4);
      // Lower terrain lies under a veil, except the ground itself.
      group.classList.toggle("below", this.height !== null && this.height > 0 && foot < this.height - 1e-4);
    }
    for (const group of this.tokens.values()) {
      group.classList.toggle("above", Number(group.dataset.z) >= next - 1e-4);
      group.classList.toggle("clear", this.height !== null);
    }
    for (const band of this.layers.reach.querySelectorAll("[data-height]")) band.classList.toggle("off-level", off(Number(band.dataset.height)));
    this.element.classList.toggle("one-level", this.height !== null && this.height > 0);
    this.names.level(next);
  }

  /** The highest visible surface at a position. */
  surfaceAt(point) {
    const found = surfacesAt(this.table, point);
    if (this.height === null) return found[0];
    return found.find((surface) => surface.z <= this.height + 1e-4) ?? found[found.length - 1];
  }

  viewChanged() {
    this.overview?.moved();
    this.rulers.draw(this.camera, this.table);
    this.names.arrange(this.camera, this.table);
    if (this.camera.pixel !== this.scaled) this.zoomed?.();
    this.scaled = this.camera.pixel;
    this.handlers.moved?.();
  }

  tokenOf(event) {
    const group = event.target.closest?.(".token");
    return group && !group.classList.contains("above") ? group.dataset.model : "";
  }

  /** The model whose base covers a position, the highest first. */
  modelAt([x, y]) {
    let best = { z: -Infinity, id: "" };
    for (const [id, group] of this.tokens) {
      const model = this.table.models.get(id);
      const where = standing(model, this.state);
      if (group.classList.contains("above") || !where || where.z < best.z) continue;
      const outline = baseOutline(model.base, where.x, where.y, where.facing);
      if (outline ? inside([x, y], outline) : Math.hypot(x - where.x, y - where.y) <= baseReach(model.base)) best = { z: where.z, id };
    }
    return best.id;
  }

  /** The model nearest to a tap that missed all of them by less than the width of a finger. */
  tokenNear(event) {
    const [x, y] = this.camera.at(event.clientX, event.clientY);
    let best = { far: (NEAR * this.camera.pixel) / SCALE, id: "" };
    for (const [id, group] of this.tokens) {
      if (group.classList.contains("above")) continue;
      const model = this.table.models.get(id);
      const where = standing(model, this.state);
      const far = Math.max(0, Math.hypot(where.x - x, where.y - y) - baseReach(model.base));
      if (far < best.far) best = { far, id };
    }
    return best.id;
  }

  tapped(event) {
    // With a model selected, a tap beside another one aims there; without, it means the model.
    const id = this.tokenOf(event) || (this.picked?.length ? "" : this.tokenNear(event));
    const point = this.camera.at(event.clientX, event.clientY);
    if (id && !this.handlers.through?.(id)) {
      this.rove(id);
      this.handlers.pick?.(id, event);
    } else if (this.onBoard(point)) this.handlers.ground?.(point, this.surfaceAt(point), event);
  }

  dragged(event) {
    return this.handlers.drag?.(this.camera.at(event.clientX, event.clientY), this.tokenOf(event), event) ?? null;
  }

  onBoard([x, y]) {
    return x >= 0 && y >= 0 && x <= this.table.width && y <= this.table.depth;
  }

  key(event) {
    if (!this.table) return;
    const id = event.target.closest?.(".token")?.dataset.model ?? "";
    if (this.handlers.key?.(event, id)) {
      event.preventDefault();
      return;
    }
    if (this.camera.key(event)) return;
    if (id && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      this.handlers.pick?.(id, event);
      return;
    }
    if (id && event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.step(id, event.key);
    }
  }

  /** Move the focus to the nearest token in a direction. */
  step(id, key) {
    const from = standing(this.table.models.get(id), this.state);
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
    let best = { far: Infinity, id: "" };
    for (const other of this.tokens.keys()) {
      const to = standing(this.table.models.get(other), this.state);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (along > 1e-6 && along + 2 * aside < best.far) best = { far: along + 2 * aside, id: other };
    }
    if (!best.id) return;
    this.rove(best.id);
    const to = standing(this.table.models.get(best.id), this.state);
    this.camera.reveal([to.x, to.y]);
  }

  /** The description of a model. */
  describe(id) {
    const model = this.table.models.get(id);
    return description(model, standing(model, this.state), this.table);
  }

  /** Show a token at a position for a moment; its state does not change. */
  show(id, where) {
    this.tokens.get(id)?.setAttribute("transform", placed(where, this.table.depth));
  }

  /** A line through positions, as an SVG path. */
  track(points) {
    return pathOf(points, this.table.depth, false);
  }

  end() {
    this.camera.end();
  }
}

/** How many models stand on or sit in each model. */
function riders(state) {
  const found = new Map();
  for (const each of Object.values(state.models)) {
    const on = each.place?.on ?? "";
    const carrier = on in state.models ? on : on.split(".")[0];
    if (on && carrier in state.models) found.set(carrier, (found.get(carrier) ?? 0) + 1);
  }
  return found;
}

/** Update a token in place, as it may have the focus. */
function renewed(known, made) {
  for (const { name, value } of made.attributes) {
    if (name !== "tabindex" && name !== "aria-pressed") known.setAttribute(name, value);
  }
  known.replaceChildren(...made.childNodes);
}
