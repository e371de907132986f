// The reach of a model: outlines by cost or by chance on every level. It is loaded in advance, to be there when a model is selected.
// It comes in parts: what is known is drawn at once, and grows. The server continues only the search that was asked for last.

import { announce } from "../app.js";
import { el, fill, svg } from "../dom.js";
import { chance, length, percent, plain, share } from "../format.js";
import { LEGS, labelOf } from "../labels.js";
import { SCALE } from "../table/camera.js";
import { pathOf, smoothPath } from "../table/outline.js";
import { t } from "../words.js";

const BANDS = 4;
/** How much a band covers of what is under it. */
const BAND = 0.14;
// Loading in advance waits this many milliseconds after a move, as players often move again at once.
const WAIT = 700;

export class ReachOverlay {
  /** @param {import("../store.js").Game} game @param {import("../table/view.js").TableView} view */
  constructor(game, view) {
    this.game = game;
    this.view = view;
    this.layer = view.layers.reach;
    this.key = el("div", { class: "chance-key", role: "group", "aria-label": t("Chance to arrive unharmed") });
    this.cache = new Map();
    this.by = "cost";
    this.shown = null;
    // Whether more of the shown reach is still being looked for, whether any of it is awaited, and the search for it.
    this.looking = false;
    this.awaited = false;
    this.search = Promise.resolve();
    // Called when more of the shown reach is known.
    this.grew = () => {};
    game.on("line", () => {
      this.cache.clear();
      clearTimeout(this.later);
      this.later = setTimeout(() => this.warm(), WAIT);
    });
  }

  /** The search for the reach of a model, cached until the state changes: the first part, all of it, and what is known. */
  of(who, action, chances = false) {
    const key = `${who}\n${action}\n${chances}`;
    const known = this.cache.get(key);
    if (known) return known;
    const found = { known: null, grows: () => {}, first: null, whole: null };
    this.cache.set(key, found);
    found.first = new Promise((resolve, reject) => {
      const part = (answer) => {
        found.known = answer;
        resolve(answer);
        found.grows();
      };
      const fields = { who, action, step: this.step(who), partly: true, ...(chances ? { chances } : {}) };
      found.whole = this.game.line.ask("reach", fields, part).then((answer) => {
        // A search that was stopped is made again when it is needed.
        if (answer.stopped && this.cache.get(key) === found) this.cache.delete(key);
        if (answer.levels) part(answer);
        else if (!found.known) reject(new Stopped());
        return answer;
      });
      found.whole.catch((wrong) => {
        // A search that failed is made again when it is needed, too.
        if (this.cache.get(key) === found) this.cache.delete(key);
        reject(wrong);
      });
    });
    found.first.catch(() => {});
    return found;
  }

  step(who) {
    const M = Number(this.game.table.models.get(who)?.profile?.M);
    return M > 0 ? Math.max(1, Math.ceil(M / BANDS)) : 2;
  }

  /** Load the reach of a model in advance. */
  ahead(who, action) {
    if (!this.looking && !this.awaited && who && this.game.plays(this.game.table.models.get(who)?.side)) this.of(who, action);
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
      await this.idle();
      await this.of(who, "").whole.catch(() => {});
    }
  }

  /** Wait until nothing is being looked for that was asked for, nor anything that was asked for meanwhile. */
  async idle() {
    let search = null;
    while (search !== this.search) {
      search = this.search;
      await search;
    }
  }

  /** Show the reach of a model; resolves with what is known of it first, or with null if there is none. */
  async show(who, action) {
    const token = (this.token = {});
    const found = this.of(who, action, this.by === "chance");
    // Nothing is loaded in advance meanwhile: that would stop this search before it has found anything.
    this.awaited = true;
    this.search = found.whole.then(() => {}, () => {});
    const drawn = (looking) => {
      if (this.token !== token) return;
      this.shown = found.known;
      this.looking = looking;
      this.draw();
      this.grew();
    };
    let known = null;
    try {
      known = await found.first;
    } catch (wrong) {
      // A search for another model had begun just before: this one is made again.
      if (this.token === token && wrong instanceof Stopped) return this.show(who, action);
      // Whether a model can move at all is told by its actions; that the server could not search is told here.
      if (this.token === token && /^(limit|server|store)\//.test(wrong.problem?.code ?? "")) announce(wrong.message, wrong.from);
    }
    if (this.token !== token) return null;
    this.awaited = false;
    let whole = false;
    this.search = found.whole.then(
      (answer) => {
        // A search for another model stopped this one half-way: it is made again, and what is drawn stays.
        if (answer.stopped && this.token === token) return this.show(who, action);
        whole = true;
        return drawn(false);
      },
      (wrong) => {
        whole = true;
        drawn(false);
        if (known && this.token === token) announce(wrong.message, wrong.from);
      },
    );
    found.grows = () => drawn(!whole);
    // One turn of the loop later it is known whether this was all.
    await Promise.race([this.search, new Promise((resolve) => setTimeout(resolve))]);
    drawn(!whole);
    return this.token === token ? known : null;
  }

  /** Remove the reach: no model is selected. */
  clear() {
    this.token = null;
    this.shown = null;
    this.looking = false;
    this.awaited = false;
    this.draw();
  }

  /** Tell what the colours mean while chances are shown: each chance on the table beside its colour. */
  drawKey() {
    const drawn = this.by === "chance" && this.shown ? this.shown.levels.flatMap((level) => level.chances ?? []) : [];
    const known = [...new Set(drawn.map((each) => each.chance))].sort((one, other) => share(other) - share(one));
    if (!known.length) return fill(this.key);
    const shades = new Map();
    for (const each of known) shades.set(shade(each), [...(shades.get(shade(each)) ?? []), percent(each)]);
    const swatch = (number) => svg("svg", { class: "legend-swatch", viewBox: "0 0 40 28", "aria-hidden": "true" }, svg("rect", { x: 2, y: 2, width: 36, height: 24, rx: 3, class: `band chance chance-${number}` }));
    const text = (some) => (some.length > 1 ? t("{least} to {most}", { least: some.at(-1), most: some[0] }) : some[0]);
    return fill(this.key, el("span", { class: "soft", text: t("Arrives unharmed:") }), ...[...shades].map(([number, some]) => el("span", { class: "legend-key" }, swatch(number), el("span", { text: text(some) }))));
  }

  draw() {
    const found = this.shown;
    this.drawKey();
    if (!found) return fill(this.layer);
    const depth = this.view.table.depth;
    const rings = (each) => each.rings.map((ring) => smoothPath(ring, depth, found.error ?? 0)).join("");
    const parts = [];
    // Many bands lie on one another: together they are no darker than a few.
    const most = Math.max(1, ...found.levels.map((level) => level.bands.length));
    this.layer.style.setProperty("--band-depth", String(Math.min(BAND, (BAND * BANDS) / most)));
    found.levels.forEach((level, index) => {
      const chances = (this.by === "chance" && level.chances) || [];
      for (const each of chances) {
        parts.push(svg("path", { class: `band chance chance-${shade(each.chance)}`, d: rings(each), data: { chance: each.chance, height: level.height } }, svg("title", { text: t("Arrives unharmed: {chance}", { chance: chance(each.chance) }) })));
      }
      const bands = chances.length ? [] : level.bands;
      bands.forEach((band, number_) => {
        const last = number_ === bands.length - 1;
        const grows = last && this.looking;
        // A photo may have any colour: a pale line beside the edge shows on dark ones.
        if (last && !index && this.view.table.picture) parts.push(svg("path", { class: "reach-rim", d: rings(band), data: { height: level.height } }));
        parts.push(svg("path", { class: `band${last ? " outer" : ""}${index ? " other" : ""}`, d: rings(band), data: { level: band.level, height: level.height, ...(grows ? { grows: "" } : {}) } }, ...(grows ? [svg("title", { text: t("Still looking for more places") })] : [])));
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

/** The number of the colour of a chance, from 1 to 6. */
const shade = (odds) => Math.max(1, Math.ceil(share(odds) * 6 - 1e-9));

/** A search that was stopped, for another one, before anything was found. */
class Stopped extends Error {}
