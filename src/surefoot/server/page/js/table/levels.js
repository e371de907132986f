// Tools at the edge of the table: the level switch and the measuring tape.

import { button, el, fill, icon, svg } from "../dom.js";
import { length } from "../format.js";
import { t } from "../words.js";
import { SCALE } from "./camera.js";

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
