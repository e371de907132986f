// Legal alternatives to a refused move, and the ways out for a model that is stuck. The referee judges every one of them.

import { t } from "../words.js";
import { legEnd, spot } from "./legs.js";
import { wayTo } from "./ways.js";

/** The modes that are offered instead of walking. */
const MODES = { climb: t("Climb instead"), leap: t("Leap instead"), jump: t("Jump down instead") };
/** What a model that hangs on a wall or a ladder can type to get off it. */
const OFF = { up: t("Climb up"), down: t("Climb down") };

/**
 * Find legal alternatives to a refused declaration; each is offered as soon as it is known.
 * @param {import("./mover.js").Mover} mover
 * @param {any} declaration
 * @param {any} answer the verdict on it
 * @param {(rank: number, says: string, declaration: any, cost: number | null, tests?: any[]) => void} offer
 */
export async function alternatives(mover, declaration, answer, offer) {
  if (answer.nearest) offer(0, t("Go as far as allowed"), answer.nearest, null);
  if (mover.hangs) {
    await waysOff(mover, offer);
    return;
  }
  const legs = declaration.path ?? [];
  const last = legs.at(-1);
  const to = legEnd(last);
  if (!to || mover.shifts) return;
  const { surface } = mover.goal ?? {};
  const tries = (offer) => (mover.action?.drives ? [] : Object.keys(MODES).filter((mode) => !last[mode]).map((mode) => otherMode(mover, { declaration, legs, to, surface, mode }, offer)));
  const counts = mover.action?.drives ? [1] : [1, 2];
  const ways = (offer) => counts.map(async (actions) => {
    const way = await wayTo(mover, to, surface, actions);
    const [first] = way?.outcomes ?? [];
    if (first) offer(1, way.outcomes.length === 1 ? t("Take the cheapest path") : firstOf(way.outcomes.length), first.declaration, first.cost, first.tests);
  });
  let offered = answer.nearest ? 1 : 0;
  const counted = (...given) => {
    offered += 1;
    offer(...given);
  };
  await Promise.all([...tries(counted), ...ways(counted)]);
  if (!offered) await closest(mover, to, offer);
}

/** So far inside the outline of the reach a model is sent, as outlines are rounded. */
const INSIDE = 0.05;

/** The way to the place in the shown reach that is closest to where the move was to end. */
async function closest(mover, goal, offer) {
  const from = mover.start();
  const places = (mover.reach.shown?.levels ?? []).flatMap((level) => {
    const rings = level.bands.at(-1)?.rings ?? [];
    const nearest = rings.flatMap((ring) => ring.map((point, i) => onSegment(goal, point, ring[(i + 1) % ring.length])));
    const [best] = nearest.sort((one, other) => far(goal, one) - far(goal, other));
    return best ? [{ at: best, surface: { id: level.surfaces[0], z: level.height } }] : [];
  });
  places.sort((one, other) => far(goal, one.at) - far(goal, other.at));
  for (const { at, surface } of places.slice(0, 2)) {
    const back = far(at, [from.x, from.y]);
    const share = back > INSIDE ? INSIDE / back : 0;
    const inside = spot([at[0] + (from.x - at[0]) * share, at[1] + (from.y - at[1]) * share]);
    const way = await wayTo(mover, inside, surface, 1);
    const [first] = way?.outcomes ?? [];
    if (first && moves(first)) {
      offer(3, t("Go as close as possible"), first.declaration, first.cost, first.tests);
      return;
    }
  }
}

const far = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** The point of a segment that is closest to another point. */
function onSegment([x, y], [ax, ay], [bx, by]) {
  const long = (bx - ax) ** 2 + (by - ay) ** 2;
  const share = long ? Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long)) : 0;
  return [ax + share * (bx - ax), ay + share * (by - ay)];
}

async function otherMode(mover, { declaration, legs, to, surface, mode }, offer) {
  const tried = { ...declaration, path: [...legs.slice(0, -1), { [mode]: to, ...(surface ? { on: surface.id } : {}) }] };
  const said = await judged(mover, tried);
  if (!said || said.verdict === "illegal" || !moves(said)) return;
  const partly = said.verdict === "stopped-short";
  offer(2, partly ? t("{move}, part of the way", { move: MODES[mode] }) : MODES[mode], tried, said.cost, said.tests);
}

/** The ways off a wall or a ladder: as it was planned before the climb, up, or down. */
export async function waysOff(mover, offer, planned = null) {
  const tried = async (rank, says, declaration) => {
    const said = declaration && (await judged(mover, declaration));
    if (said && said.verdict !== "illegal" && moves(said)) offer(rank, says, declaration, said.cost, said.tests);
  };
  const found = Object.entries(OFF).map(async ([way, says], rank) => tried(rank, says, await heard(mover, `${mover.who} climb ${way}`)));
  await Promise.all([...found, tried(-1, t("Go on as planned"), planned)]);
}

/** Whether anything changes its place in a judged move: what only spends an action is no way out. */
function moves(said) {
  return said.cost > 1e-4 || said.events.some((event) => event.to?.at);
}

async function heard(mover, line) {
  try {
    const read = await mover.game.line.ask("heard", { line });
    return read.heard === "declaration" ? read.declaration : null;
  } catch {
    return null;
  }
}

/** The verdict on a declaration; null if this model can't make it. */
async function judged(mover, declaration) {
  try {
    return await mover.game.line.ask("preview", { declaration, brief: true });
  } catch {
    return null;
  }
}

/** The offer to do the first of several actions. */
function firstOf(n) {
  return n === 2 ? t("Takes two actions: do the first") : t("Takes {n} actions: do the first", { n });
}
