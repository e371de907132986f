// Tools at the edge of the table: the level switch and the measuring tape.

import { button, el, fill, svg } from "../dom.js";
import { length } from "../format.js";
import { t } from "../words.js";
import { SCALE } from "./camera.js";

/** Buttons that show one level, or all. */
export class Levels {
  /** @param {import("./view.js").TableView} view @param {(text: string, from?: string) => void} announce */
  constructor(view, announce) {
    this.view = view;
    this.announce = announce;
    this.element = el("div", { class: "levels segments", role: "group", "aria-label": t("Level") });
  }

  draw() {
    const { view } = this;
    const { levels, sign } = view.table;
    if (levels.length < 2) return fill(this.element);
    const text = (height) => (height === null ? t("All") : height ? length(height, sign) : t("Ground"));
    const one = (height) => button(text(height), () => this.choose(height), { class: "small", "aria-pressed": String(view.height === height), "aria-label": this.label(height) });
    return fill(this.element, ...[...levels, null].map(one));
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
    this.button = button(t("Measure"), () => this.toggle(), { class: "small", "aria-pressed": "false" });
  }

  toggle() {
    this.on = !this.on;
    this.from = null;
    this.button.setAttribute("aria-pressed", String(this.on));
    fill(this.view.layers.over);
    this.announce(this.on ? t("Measuring: tap two points") : t("Measuring off"));
  }

  /** Handle a tap; true if the tape used it. */
  tap(point) {
    if (!this.on) return false;
    if (this.from) {
      this.draw(this.from, point);
      this.announce(t("Distance: {distance}", { distance: this.text(this.from, point) }));
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
      if (ended) this.announce(t("Distance: {distance}", { distance: this.text(start, to) }));
      this.from = null;
    };
  }

  text(from, to) {
    return length(Math.hypot(to[0] - from[0], to[1] - from[1]), this.view.table.sign);
  }

  draw(from, to) {
    const { depth } = this.view.table;
    const [x, y] = [((from[0] + to[0]) / 2) * SCALE, (depth - (from[1] + to[1]) / 2) * SCALE];
    const end = (point) => svg("circle", { class: "tape-end", cx: point[0] * SCALE, cy: (depth - point[1]) * SCALE, r: 4 });
    fill(this.view.layers.over, svg("path", { class: "tape", d: this.view.track([from, to]) }), end(from), end(to), svg("text", { class: "tape-text", x, y: y - 10 * this.view.camera.pixel, text: this.text(from, to) }));
  }
}
