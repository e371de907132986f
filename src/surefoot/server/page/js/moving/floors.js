// Where floors lie above one another: which of them a model can reach.

import { inside } from "../table/decode.js";
import { surfacesAt } from "../table/terrain.js";

/** The floors at a point that a shown reach covers, the highest first; empty if there is no choice. */
export function floorsAt(table, shown, point) {
  const levels = shown?.levels ?? [];
  const covers = (id) => levels.some((level) => level.surfaces.includes(id) && level.bands.some((band) => inRings(point, band.rings)));
  const found = surfacesAt(table, point).filter((each) => covers(each.id));
  return found.length > 1 ? found : [];
}

/** Whether a point lies in the area inside some rings, of which inner ones are holes. */
function inRings(point, rings) {
  return rings.filter((ring) => inside(point, ring)).length % 2 === 1;
}
