// The reach of a model: outlines by cost or by chance on every level. It is loaded in advance, to be there when a model is selected.

import { fill, svg } from "../dom.js";
import { chance, length, percent, plain, share } from "../format.js";
import { LEGS, labelOf } from "../labels.js";
import { SCALE } from "../table/camera.js";
import { pathOf, smoothPath } from "../table/outline.js";
import { t } from "../words.js";

const BANDS = 4;
// Loading in advance waits this many milliseconds after a move, as players often move again at once.
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

  /** The reach of a model, cached until the state changes. */
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

  /** Load the reach of a model in advance. */
  ahead(who, action) {
    if (who && this.game.plays(this.game.table.models.get(who)?.side)) this.of(who, action);
  }

  /** Load the reach of all our models in advance, one after another, until the state changes. */
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

  /** Show the reach of a model; resolves with it, or with null if there is none. */
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

  /** Remove the reach: no model is selected. */
  clear() {
    this.token = null;
    this.shown = null;
    fill(this.layer);
  }

  draw() {
    const found = this.shown;
    if (!found) return fill(this.layer);
    const depth = this.view.table.depth;
    const rings = (each) => each.rings.map((ring) => smoothPath(ring, depth)).join("");
    const parts = [];
    found.levels.forEach((level, index) => {
      const chances = (this.by === "chance" && level.chances) || [];
      for (const each of chances) {
        parts.push(svg("path", { class: `band chance chance-${Math.max(1, Math.ceil(share(each.chance) * 6 - 1e-9))}`, d: rings(each), data: { chance: each.chance, height: level.height } }, svg("title", { text: t("Arrives unharmed: {chance}", { chance: chance(each.chance) }) })));
      }
      const bands = chances.length ? [] : level.bands;
      bands.forEach((band, number_) => {
        const last = number_ === bands.length - 1;
        parts.push(svg("path", { class: `band${last ? " outer" : ""}${index ? " other" : ""}`, d: rings(band), data: { level: band.level, height: level.height } }));
      });
      for (const link of level.links) parts.push(this.link(link, depth));
    });
    fill(this.layer, ...parts);
    // What is not on the shown level fades with its reach.
    this.view.showLevel();
    return this.layer;
  }

  link(link, depth) {
    const risky = share(link.chance) < 1;
    const at = link.from ?? link.to;
    const cost = length(link.cost, this.view.table.sign);
    const text = risky ? `${cost} · ${percent(link.chance)}` : cost;
    const fields = { mode: labelOf(LEGS, link.by), piece: plain(link.along || link.by), cost, chance: chance(link.chance) };
    const title = risky ? t("{mode} ({piece}): costs {cost}, succeeds {chance}", fields) : t("{mode} ({piece}): costs {cost}", fields);
    return svg(
      "g",
      { class: `gate${risky ? " risky" : ""}` },
      svg("path", { class: "gate-line", d: pathOf([link.from, link.to], depth, false) }),
      svg("text", { class: "gate-cost", x: at[0] * SCALE, y: (depth - at[1]) * SCALE, text }),
      svg("title", { text: title }),
    );
  }
}
