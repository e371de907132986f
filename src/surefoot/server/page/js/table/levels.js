// Tools at the edge of the table: the level switch and the measuring tape.

import { button, el, fill, icon, svg } from "../dom.js";
import { length, named } from "../format.js";
import { t } from "../words.js";
import { SCALE } from "./camera.js";
import { baseOutline, baseReach, inside } from "./decode.js";
import { standing } from "./tokens.js";

/** Buttons that show one level, or all. */
export class Levels {
  /** @param {import("./view.js").TableView} view @param {(text: string, from?: string) => void} announce */
  constructor(view, announce) {
    this.view = view;
    this.announce = announce;
    this.element = el("div", { class: "levels", role: "group", "aria-label": t("Level") });
  }

  /** The buttons, the highest level on top; a dot shows where the selected model stands. */
  draw() {
    const { view } = this;
    const { levels, sign } = view.table;
    if (levels.length < 2) return fill(this.element);
    const text = (height) => (height === null ? t("All") : length(height, sign));
    const one = (height) => {
      const made = button(text(height), () => this.press(height), { class: "level-button", "aria-pressed": String(view.height === height), "aria-label": this.label(height), title: this.label(height) });
      if (height !== null && height === this.standing) made.append(el("span", { class: "here" }));
      return made;
    };
    return fill(this.element, el("span", { class: "levels-sign", "aria-hidden": "true" }, icon("layers", "small")), ...[...levels].reverse().map(one), one(null));
  }

  /** On a phone only the shown level is there: pressing it opens the list, pressing one of the list chooses it. */
  press(height) {
    const open = this.element.classList.toggle("open", this.view.height === height && !this.element.classList.contains("open"));
    if (!open && this.view.height !== height) this.choose(height);
  }

  /** Show on which level the selected model stands. */
  stands(z) {
    const levels = this.view.table?.levels ?? [];
    const found = z === null ? null : levels.filter((level) => level <= z + 1e-4).at(-1) ?? null;
    if (found === this.standing) return;
    this.standing = found;
    this.draw();
  }

  label(height) {
    if (height === null) return t("All levels");
    return height ? t("Level {height}", { height: length(height, this.view.table.sign) }) : t("Ground level");
  }

  choose(height) {
    this.view.level(height);
    this.draw();
    this.announce(this.label(height));
  }

  /** Show the next level up or down. */
  step(by) {
    const all = [...this.view.table.levels, null];
    const next = all[Math.min(all.length - 1, Math.max(0, all.indexOf(this.view.height) + by))];
    this.choose(next);
  }
}

/** The measuring tape: measures between two taps, or along a drag. */
export class Measure {
  /** @param {import("./view.js").TableView} view @param {(text: string, from?: string) => void} announce */
  constructor(view, announce) {
    this.view = view;
    this.announce = announce;
    this.on = false;
    this.from = null;
    this.changed = () => {};
    this.button = button("", () => this.toggle(), { class: "icon tool-measure", icon: "ruler", "aria-pressed": "false", "aria-label": t("Measure"), title: t("Measure") });
  }

  toggle() {
    this.on = !this.on;
    this.from = null;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.changed();
    fill(this.view.layers.over);
    this.announce(this.on ? t("Measuring: tap two points or models") : t("Measuring off"));
  }

  /** Handle a tap; true if the tape used it. */
  tap(point) {
    if (!this.on) return false;
    if (this.from) {
      this.draw(this.from, point);
      this.announce(this.spoken(this.from, point));
      this.from = null;
    } else {
      this.from = point;
      this.draw(point, point);
      this.announce(t("Tap the second point"));
    }
    return true;
  }

  /** Handle a drag along the tape. */
  drag(start) {
    if (!this.on) return null;
    return (event, ended) => {
      const to = this.view.camera.at(event.clientX, event.clientY);
      this.draw(start, to);
      if (ended) this.announce(this.spoken(start, to));
      this.from = null;
    };
  }

  /** What lies at an end of the tape: a model's base, or a position on the surface that is shown there. */
  end(point) {
    const id = this.view.modelAt(point);
    if (!id) return { at: point, z: this.view.surfaceAt(point)?.z ?? 0, outline: [point], name: "" };
    const model = this.view.table.models.get(id);
    const where = standing(model, this.view.state);
    return { at: [where.x, where.y], z: where.z, outline: rimOf(model.base, where), name: named(id) };
  }

  /** Distance over the table between two ends, from base to base, and the difference in height. */
  measured(from, to) {
    const [one, other] = [this.end(from), this.end(to)];
    const flat = one.name && one.name === other.name ? 0 : between(one.outline, other.outline);
    const up = other.z - one.z;
    return { one, other, flat, up, far: Math.hypot(flat, up) };
  }

  text(from, to) {
    const { sign } = this.view.table;
    const { far, up } = this.measured(from, to);
    if (Math.abs(up) < 1e-4) return length(far, sign);
    const height = length(Math.abs(up), sign);
    return up > 0 ? t("{distance} · {height} up", { distance: length(far, sign), height }) : t("{distance} · {height} down", { distance: length(far, sign), height });
  }

  spoken(from, to) {
    const { one, other } = this.measured(from, to);
    const distance = this.text(from, to);
    if (one.name && other.name) return t("{one} to {other}, base to base: {distance}", { one: one.name, other: other.name, distance });
    return t("Distance: {distance}", { distance });
  }

  /** A yellow tape with a tick for every unit, and its length on a plate. */
  draw(from, to) {
    const { depth } = this.view.table;
    const { one, other, flat } = this.measured(from, to);
    const pixel = this.view.camera.pixel;
    const way = this.view.track([one.at, other.at]);
    const far = Math.hypot(other.at[0] - one.at[0], other.at[1] - one.at[1]);
    const [ux, uy] = far ? [(other.at[0] - one.at[0]) / far, (other.at[1] - one.at[1]) / far] : [0, 0];
    const start = one.name ? Math.max(0, (far - flat) / 2) : 0;
    let ticks = "";
    for (let s = 1; s < far - start; s += 1) {
      const [x, y] = [one.at[0] + ux * (s + start), one.at[1] + uy * (s + start)];
      const wide = (4 * pixel) / SCALE;
      ticks += this.view.track([[x - uy * wide, y + ux * wide], [x + uy * wide, y - ux * wide]]);
    }
    const [mx, my] = [((one.at[0] + other.at[0]) / 2) * SCALE, (depth - (one.at[1] + other.at[1]) / 2) * SCALE];
    const text = this.text(from, to);
    const wide = text.length * 6.6 + 16;
    fill(
      this.view.layers.over,
      svg("path", { class: "tape-rim", d: way }),
      svg("path", { class: "tape", d: way }),
      svg("path", { class: "tape-ticks", d: ticks }),
      svg("g", { transform: `translate(${mx} ${my - 20 * pixel}) scale(${pixel})` }, svg("rect", { class: "tape-plate", x: -wide / 2, y: -11, width: wide, height: 22, rx: 7 }), svg("text", { class: "tape-text", text })),
    );
  }
}

/** Points along the edge of a base. */
function rimOf(base, { x, y, facing }) {
  const r = baseReach(base);
  return baseOutline(base, x, y, facing) ?? Array.from({ length: 72 }, (_, i) => [x + r * Math.cos((i * Math.PI) / 36), y + r * Math.sin((i * Math.PI) / 36)]);
}

/** The shortest distance between two outlines, each given by its corners; 0 if they overlap. */
function between(one, other) {
  if ((other.length > 2 && one.some((point) => inside(point, other))) || (one.length > 2 && other.some((point) => inside(point, one)))) return 0;
  const edges = (points) => (points.length > 1 ? points.map((point, i) => [point, points[(i + 1) % points.length]]) : [[points[0], points[0]]]);
  const off = ([x, y], [[ax, ay], [bx, by]]) => {
    const long = (bx - ax) ** 2 + (by - ay) ** 2;
    const along = long ? Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long)) : 0;
    return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
  };
  const least = (points, sides) => Math.min(...points.map((point) => Math.min(...sides.map((side) => off(point, side)))));
  return Math.min(least(one, edges(other)), least(other, edges(one)));
}
