// The paths of a reviewed move on the table: as it was played, and those that were surer or cheaper.

import { fill, svg } from "../dom.js";
import { length, percent } from "../format.js";
import { legEnd } from "../moving/legs.js";
import { plateOf, pricePlate } from "../table/tape.js";
import { t } from "../words.js";

/** The largest number of other paths that are drawn. */
const MOST = 2;

/** The points of declared paths, one after another; a ladder leads from its nearer end to its other one. */
function pointsOf(table, from, declarations) {
  const found = [from];
  for (const leg of declarations.flatMap((each) => each.path ?? [])) {
    const end = legEnd(leg);
    const line = !end && table.pieces.find((piece) => piece.id === (leg.link ?? leg.ladder))?.line;
    const [x, y] = found.at(-1);
    if (end) found.push(end);
    else if (line) found.push(...[...line].sort((one, other) => Math.hypot(one[0] - x, one[1] - y) - Math.hypot(other[0] - x, other[1] - y)));
  }
  return found;
}

/**
 * Draw the paths of a moment that the table shows; null takes them away.
 * @param {import("./review.js").Review} review
 * @param {any} moment
 */
export async function pathsOf(review, moment) {
  const { view, replay } = review;
  review.drawn = moment;
  if (!moment?.declaration?.path || !moment.paths) return void fill(view.layers.hindsight);
  const states = await replay.states();
  const from = states[moment.n - 1]?.models[moment.declaration.who]?.place?.at;
  if (review.drawn !== moment || !from) return;
  const { table } = view;
  const played = pointsOf(table, from, [moment.declaration]);
  const others = moment.paths.filter((each) => JSON.stringify(each.declarations) !== JSON.stringify([moment.declaration])).slice(0, MOST);
  const parts = [svg("path", { class: "hindsight played", d: view.track(played) })];
  for (const each of others) {
    const points = pointsOf(table, from, each.declarations);
    if (points.length < 2) continue;
    const text = each.chance.about === 1 ? t("{cost}, certain", { cost: length(each.cost, table.sign) }) : t("{cost}, {chance}", { cost: length(each.cost, table.sign), chance: percent(each.chance.about) });
    const middle = Math.max(1, Math.floor(points.length / 2));
    parts.push(svg("path", { class: "hindsight other", d: view.track(points) }), pricePlate(view, plateOf(view, points[middle - 1], points[middle], "walk", text), "other", text));
  }
  fill(view.layers.hindsight, ...parts);
}
