// The cheapest ways to a place, as the planner of the server finds them.

import { spot } from "./legs.js";
import { pulledIn } from "./snap.js";

/** A second action for less than this is not used where a tap was pulled in from an edge. */
const LEAST = 0.5;

/**
 * The cheapest path to a point in at most this many actions; null if there is none, or if the action has no price list.
 * @param {import("./mover.js").Mover} mover
 */
export async function wayTo(mover, to, surface, actions) {
  try {
    const found = await mover.game.line.ask("route", { who: mover.who, action: mover.action?.name ?? "", to, actions, ...(surface ? { on: surface.id } : {}) });
    return found.found ? found : null;
  } catch {
    return null;
  }
}

/**
 * The cheapest path to a point that was tapped, in one action or the next two: where it ends, and what each action does.
 * @param {import("./mover.js").Mover} mover
 */
export async function wayToTap(mover, point, surface) {
  const cheapest = async (to) => (await wayTo(mover, to, surface, 1)) ?? (mover.action?.drives ? null : await wayTo(mover, to, surface, 2));
  const direct = await cheapest(spot(point));
  if (direct) return { point, outcomes: direct.outcomes };
  // A tap beside an edge or on a ladder moves the base to the nearest spot where it fits.
  const inside = pulledIn(mover, point, surface);
  const found = inside && (await cheapest(spot(inside)));
  if (!found) return { point, outcomes: [] };
  return { point: inside, outcomes: (found.outcomes[1]?.cost ?? Infinity) <= LEAST ? found.outcomes.slice(0, 1) : found.outcomes };
}
