// What Surefoot says of a move in Foundry.

import { middleOf, tableOf } from "./table.js";

export class Judge {
  /** @param {(address: string, body: any) => Promise<any>} ask @param {{ruleset: string, action: string, square: number, profile: any}} settings */
  constructor(ask, settings) {
    this.ask = ask;
    this.settings = settings;
    /** Prices of the places that the token in hand can reach, asked for when it is taken. */
    this.prices = { token: "", bands: [] };
  }

  /** The verdict over a path of a token, given by its waypoints in pixels. */
  async check(scene, token, waypoints) {
    const { square, action } = this.settings;
    const scenario = await tableOf(this.ask, scene, this.settings);
    const path = waypoints.map((at) => middleOf(scene, square, token, at));
    const { outcomes } = await this.ask("/v1/check", { scenario, declare: { who: token.id.toLowerCase(), action, path } });
    return outcomes[0];
  }

  /** Ask ahead what every place costs that a token can reach. */
  async prepare(scene, token) {
    const scenario = await tableOf(this.ask, scene, this.settings);
    const found = await this.ask("/v1/reach", { scenario, who: token.id.toLowerCase(), action: this.settings.action, step: this.settings.square / 2 });
    const level = found.levels.find((each) => each.own) ?? found.levels[0];
    this.prices = { token: token.id, bands: level?.bands ?? [] };
    return this.prices;
  }

  /** The price of a place for the token in hand: that of the narrowest band round it; null if it is out of reach. */
  price(token, at) {
    if (this.prices.token !== token.id) return undefined;
    return this.prices.bands.find((band) => within(at, band.rings))?.level ?? null;
  }

  /**
   * The cost function of a movement action of Foundry. What is out of reach costs more than any token has: JSON and
   * Foundry's rulers carry no infinity.
   */
  costFunction(scene, token) {
    const { square } = this.settings;
    const at = ({ i, j }) => middleOf(scene, square, token, { x: j * scene.grid.size, y: i * scene.grid.size });
    return (baseCost, from, to) => {
      const [before, after] = [this.price(token, at(from)), this.price(token, at(to))];
      if (after === undefined) return baseCost;
      if (after === null) return 1e6;
      return Math.max(0, after - (before ?? 0)) * (scene.grid.distance / square);
    };
  }
}

/** Whether a point lies in rings, by the even-odd rule. */
function within([x, y], rings) {
  let inside = false;
  for (const ring of rings) {
    ring.forEach(([ax, ay], i) => {
      const [bx, by] = ring[(i + 1) % ring.length];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    });
  }
  return inside;
}
