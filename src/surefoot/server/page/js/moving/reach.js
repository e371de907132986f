// Where a model can go: outlines by cost or by chance on every level, asked for ahead so that they are there when it is picked.

import { fill, svg } from "../dom.js";
import { chance, number, share } from "../table/looks.js";
import { SCALE } from "../table/camera.js";
import { pathOf } from "../table/terrain.js";

const BANDS = 4;
// Whoever has just moved often moves on: what is asked ahead waits so many milliseconds.
const WAIT = 700;

export class ReachOverlay {
  /** @param {import("../store.js").Game} game @param {import("../table/view.js").TableView} view */
  constructor(game, view) {
    this.game = game;
    this.view = view;
    this.layer = view.layers.reach;
    this.cache = new Map();
    this.by = "cost";
    this.shown = null;
    game.on("line", () => {
      this.cache.clear();
      clearTimeout(this.later);
      this.later = setTimeout(() => this.warm(), WAIT);
    });
  }

  /** The reach of somebody, asked for once for each state. */
  of(who, action, chances = false) {
    const key = `${who}\n${action}\n${chances}`;
    if (!this.cache.has(key)) {
      const asked = this.game.line.ask("reach", { who, action, step: this.step(who), ...(chances ? { chances } : {}) });
      asked.catch(() => {});
      this.cache.set(key, asked);
    }
    return this.cache.get(key);
  }

  step(who) {
    const M = Number(this.game.table.models.get(who)?.profile?.M);
    return M > 0 ? Math.max(1, Math.ceil(M / BANDS)) : 2;
  }

  /** Ask ahead for somebody who is pointed at. */
  ahead(who, action) {
    if (who && this.game.plays(this.game.table.models.get(who)?.side)) this.of(who, action);
  }

  /** Ask ahead for everybody of ours, one after another, as long as nothing happens. */
  async warm() {
    const { game } = this;
    const seq = game.seq;
    const first = new Map();
    for (const model of game.table.models.values()) {
      const turn = !game.state.clock.side || game.state.clock.side === model.side;
      if (turn && game.plays(model.side) && game.state.models[model.id]?.place?.at) first.set(model.unit || model.id, first.get(model.unit) ?? model.id);
    }
    for (const who of first.values()) {
      if (game.seq !== seq || game.question || game.over || !game.connected) return;
      await this.of(who, "").catch(() => {});
    }
  }

  /** Show where somebody can go; resolves with the answer, or null if there is none. */
  async show(who, action) {
    const token = (this.token = {});
    let found = null;
    try {
      found = await this.of(who, action, this.by === "chance");
    } catch {
      found = null;
    }
    if (this.token !== token) return null;
    this.shown = found;
    this.draw();
    return found;
  }

  /** Nobody is picked. */
  clear() {
    this.token = null;
    this.shown = null;
    fill(this.layer);
  }

  draw() {
    const found = this.shown;
    if (!found) return fill(this.layer);
    const depth = this.view.table.depth;
    const rings = (each) => each.rings.map((ring) => pathOf(ring, depth)).join("");
    const parts = [];
    found.levels.forEach((level, index) => {
      const chances = (this.by === "chance" && level.chances) || [];
      for (const each of chances) {
        parts.push(svg("path", { class: "band chance", d: rings(each), "fill-opacity": 0.08 + 0.26 * share(each.chance), data: { chance: each.chance } }, svg("title", { text: `unharmed: ${chance(each.chance)}` })));
      }
      const bands = chances.length ? [] : level.bands;
      bands.forEach((band, number_) => {
        const last = number_ === bands.length - 1;
        parts.push(svg("path", { class: `band${last ? " outer" : ""}${index ? " other" : ""}`, d: rings(band), data: { level: band.level, height: level.height } }));
      });
      for (const link of level.links) parts.push(this.link(link, depth));
    });
    return fill(this.layer, ...parts);
  }

  link(link, depth) {
    const risky = share(link.chance) < 1;
    const at = link.from ?? link.to;
    const text = `${number(link.cost)}${risky ? ` · ${Math.round(100 * share(link.chance))} %` : ""}`;
    const title = `${link.along || link.by}: ${link.by}, costs ${number(link.cost)}${risky ? `, succeeds ${chance(link.chance)}` : ""}`;
    return svg(
      "g",
      { class: `gate${risky ? " risky" : ""}` },
      svg("path", { class: "gate-line", d: pathOf([link.from, link.to], depth, false) }),
      svg("text", { class: "gate-cost", x: at[0] * SCALE, y: (depth - at[1]) * SCALE, text }),
      svg("title", { text: title }),
    );
  }
}
