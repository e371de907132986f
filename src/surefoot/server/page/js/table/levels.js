// Which level one looks at, how near, and the measure: the tools at the edge of the table.

import { button, el, fill, svg } from "../dom.js";
import { SCALE } from "./camera.js";
import { number } from "./looks.js";

/** Buttons for every level, from above. */
export class Levels {
  /** @param {import("./view.js").TableView} view @param {(text: string) => void} say */
  constructor(view, say) {
    this.view = view;
    this.say = say;
    this.element = el("div", { class: "levels segments", role: "group", "aria-label": "Level" });
  }

  draw() {
    const { view } = this;
    const { levels, sign } = view.table;
    if (levels.length < 2) return fill(this.element);
    const one = (text, height, label) => button(text, () => this.choose(height, label), { class: "small", "aria-pressed": String(view.height === height), "aria-label": label });
    return fill(this.element, ...levels.map((height) => one(height ? `${number(height)}${sign}` : "ground", height, height ? `Level ${number(height)}${sign}` : "The ground")), one("all", null, "All levels"));
  }

  choose(height, label) {
    this.view.level(height);
    this.draw();
    this.say(label);
  }

  /** The next level up or down. */
  step(by) {
    const all = [...this.view.table.levels, null];
    const next = all[Math.min(all.length - 1, Math.max(0, all.indexOf(this.view.height) + by))];
    this.choose(next, next === null ? "All levels" : next ? `Level ${number(next)}${this.view.table.sign}` : "The ground");
  }
}

/** A tape: from one tap or drag to the next, from base to base where there are bases. */
export class Measure {
  /** @param {import("./view.js").TableView} view @param {(text: string) => void} say */
  constructor(view, say) {
    this.view = view;
    this.say = say;
    this.on = false;
    this.from = null;
    this.button = button("Measure", () => this.toggle(), { class: "small", "aria-pressed": "false" });
  }

  toggle() {
    this.on = !this.on;
    this.from = null;
    this.button.setAttribute("aria-pressed", String(this.on));
    fill(this.view.layers.over);
    this.say(this.on ? "Measure: tap two places" : "The tape is put away");
  }

  /** A place was tapped; true if the tape took it. */
  tap(point) {
    if (!this.on) return false;
    if (this.from) {
      this.draw(this.from, point);
      this.say(`${this.text(this.from, point)} between the two places`);
      this.from = null;
    } else {
      this.from = point;
      this.draw(point, point);
      this.say("Now the other place");
    }
    return true;
  }

  /** A pointer that draws the tape. */
  drag(start) {
    if (!this.on) return null;
    return (event, ended) => {
      const to = this.view.camera.at(event.clientX, event.clientY);
      this.draw(start, to);
      if (ended) this.say(`${this.text(start, to)} between the two places`);
      this.from = null;
    };
  }

  text(from, to) {
    return `${number(Math.hypot(to[0] - from[0], to[1] - from[1]))}${this.view.table.sign}`;
  }

  draw(from, to) {
    const { depth } = this.view.table;
    const [x, y] = [((from[0] + to[0]) / 2) * SCALE, (depth - (from[1] + to[1]) / 2) * SCALE];
    const end = (point) => svg("circle", { class: "tape-end", cx: point[0] * SCALE, cy: (depth - point[1]) * SCALE, r: 4 });
    fill(this.view.layers.over, svg("path", { class: "tape", d: this.view.track([from, to]) }), end(from), end(to), svg("text", { class: "tape-text", x, y: y - 10 * this.view.camera.pixel, text: this.text(from, to) }));
  }
}
