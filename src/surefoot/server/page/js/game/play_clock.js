// A clock for those who want one: how long each side has had the turn, as this browser saw it. Kept while the page is closed.

import { el, fill } from "../dom.js";
import { named } from "../format.js";
import { t } from "../words.js";

const KEY = "surefoot.clock.";

/** Minutes and seconds, and hours if there are any. */
export function lasted(ms) {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value) => String(value).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export class PlayClock {
  /** @param {import("../store.js").Game} game @param {() => Map<string, number>} colours the colour of each side @param {() => void} switched called when it was shown or hidden */
  constructor(game, colours, switched) {
    this.game = game;
    this.colours = colours;
    this.switched = switched;
    this.element = el("span", { class: "play-clock", role: "timer", hidden: true });
    /** Milliseconds of each side so far. @type {Record<string, number>} */
    this.used = {};
    this.on = false;
    this.since = Date.now();
    try {
      const kept = JSON.parse(localStorage.getItem(KEY + game.id) ?? "null");
      if (kept) Object.assign(this, { on: Boolean(kept.on), used: kept.used ?? {} });
    } catch {
      // Without storage it begins at nought.
    }
    this.timer = setInterval(() => this.tick(), 1000);
  }

  /** Whose time runs: the side that has the turn, or that of the active model; none while the game is over or a question waits for consent. */
  get side() {
    const { state, table, over, proposal } = this.game;
    if (!state || over || proposal) return "";
    return state.clock.side || table?.models.get(state.clock.active)?.side || "";
  }

  /** Show the clock, or hide it; hidden it stands still. */
  toggle() {
    this.on = !this.on;
    this.since = Date.now();
    this.keep();
    this.draw();
    this.switched();
  }

  tick() {
    const now = Date.now();
    const { side } = this;
    if (this.on && side && this.game.connected !== false) {
      this.used[side] = (this.used[side] ?? 0) + now - this.since;
      this.keep();
    }
    this.since = now;
    if (this.on) this.draw();
  }

  keep() {
    try {
      localStorage.setItem(KEY + this.game.id, JSON.stringify({ on: this.on, used: this.used }));
    } catch {
      // It goes on without being remembered.
    }
  }

  draw() {
    this.element.toggleAttribute("hidden", !this.on);
    const sides = [...new Set([...(this.game.table?.models.values() ?? [])].map((model) => model.side))].filter(Boolean);
    const part = (side) => el("span", { class: `side-${this.colours().get(side) ?? 4}${side === this.side ? " runs" : ""}`, text: t("{side} {time}", { side: named(side), time: lasted(this.used[side] ?? 0) }), data: { from: "table" } });
    fill(this.element, ...sides.map(part));
  }

  end() {
    clearInterval(this.timer);
  }
}
