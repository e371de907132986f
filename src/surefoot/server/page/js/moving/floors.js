// Where floors lie above one another: which of them a model can reach.

import { inside } from "../table/decode.js";
import { surfacesAt } from "../table/terrain.js";

/** The floors at a point that a shown reach covers, the highest first; empty if there is no choice. */
export function floorsAt(table, shown, point) {
  const found = surfacesAt(table, point).filter((surface) => covers(shown, { point, surface }));
  return found.length > 1 ? found : [];
}

/** The floors at the goal of a planned move, as far as they are known to be within reach; empty if there is no choice. */
export function floorsOf({ game, reach, goal, drawing, action }) {
  return goal && !drawing && !action?.drives ? floorsAt(game.table, reach.shown, goal.point) : [];
}

/** Whether a shown reach covers a place on one of the floors. @param {any} shown @param {{point: number[], surface: {id: string}} | null} goal */
export function covers(shown, goal) {
  if (!goal?.surface) return false;
  return (shown?.levels ?? []).some((level) => level.surfaces.includes(goal.surface.id) && level.bands.some((band) => inRings(goal.point, band.rings)));
}

/** Whether a point lies in the area inside some rings, of which inner ones are holes. */
function inRings(point, rings) {
  return rings.filter((ring) => inside(point, ring)).length % 2 === 1;
}
