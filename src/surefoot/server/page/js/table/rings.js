// Rings on the table: round models at a distance of the player's choice, and how far each enemy could walk in a straight line.

import { button, el, fill, svg } from "../dom.js";
import { length, named } from "../format.js";
import { t } from "../words.js";
import { SCALE } from "./camera.js";
import { baseReach } from "./decode.js";
import { placed, standing } from "./tokens.js";

/** Distances that are offered, in the unit of the table. */
const FAR = [0, 1, 3, 6, 9, 12];

export class Rings {
  /** @param {import("../store.js").Game} game @param {import("./view.js").TableView} view */
  constructor(game, view) {
    Object.assign(this, { game, view });
    /** The distance of the ring round each model or unit, by its id. */
    this.round = new Map();
    this.threats = false;
    game.on("changed", () => this.draw());
  }

  draw() {
    const { game, view } = this;
    if (!view.table || !game.state) return;
    const found = [];
    for (const model of view.table.models.values()) {
      const here = standing(model, game.state);
      if (!here) continue;
      const far = this.round.get(model.unit || model.id) ?? 0;
      if (far) found.push(this.ring(model, here, far, "aura"));
      const moves = Number(model.profile?.M);
      if (this.threats && moves > 0 && !game.plays(model.side)) found.push(this.ring(model, here, moves, "threat"));
    }
    fill(view.layers.rings, ...found);
  }

  /** A ring at a distance from the base. */
  ring(model, here, far, kind) {
    const number = this.view.sides.get(model.side) ?? 4;
    const text = t("{name}: {distance}", { name: named(model.id), distance: length(far, this.view.table.sign) });
    return svg("g", { class: `ring-round ${kind} side-${number}`, transform: placed(here, this.view.table.depth) }, svg("circle", { r: (baseReach(model.base) + far) * SCALE }), svg("title", { text, data: { from: "table" } }));
  }

  /** The switches for the selected model or unit. @param {string} who @param {() => void} redraw */
  element(who, redraw) {
    const set = (change) => () => {
      change();
      this.draw();
      redraw();
    };
    const { sign } = this.view.table;
    const now = this.round.get(who) ?? 0;
    const one = (far) => button(far ? length(far, sign) : t("None"), set(() => this.round.set(who, far)), { class: "small", "aria-pressed": String(far === now) });
    const open = this.open || now > 0 || this.threats;
    return el(
      "details",
      { class: "rings", open, on: { toggle: (event) => (this.open = event.target.open) } },
      el("summary", { text: t("Rings") }),
      el("div", { class: "segments", role: "group", "aria-label": t("Ring round {name}", { name: named(who) }) }, ...FAR.map(one)),
      button(t("Movement of enemies"), set(() => (this.threats = !this.threats)), { class: "small", "aria-pressed": String(this.threats), title: t("How far each enemy could walk in a straight line") }),
    );
  }
}
