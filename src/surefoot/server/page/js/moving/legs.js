// Legs of a declared path.

const round = (value) => Math.round(value * 1000) / 1000;

/** A point as exact as the table is: models in contact must not be rounded into each other. */
export const exactly = ([x, y]) => [Math.round(x * 1e6) / 1e6, Math.round(y * 1e6) / 1e6];

/** A point as it is declared, to thousandths; one that has snapped to something as exact as the table is. */
export const spot = (point) => (point.exact ? exactly(point) : [round(point[0]), round(point[1])]);

/** The end of a leg, or null if only the server knows it. */
export function legEnd(leg) {
  if (Array.isArray(leg)) return leg;
  for (const key of ["to", "climb", "leap", "jump", "fly", "swim", "walk"]) if (Array.isArray(leg?.[key])) return leg[key];
  return null;
}

/** A leg to a place in a mode; the floor is named only if it differs from the one at the start. */
export function legTo(from, point, surface, by) {
  const to = spot(point);
  const on = surface && surface.id !== from?.on ? { on: surface.id } : {};
  return by === "walk" ? (on.on ? { to, ...on } : to) : { [by]: to, ...on };
}

/** The distance from a model's middle, in units of the table, within which a ladder is at hand. */
const AT_HAND = 1.5;

/** The ladder or rope beside a model that leads to a surface, up or down; undefined if there is none. */
function linkAt(table, here, surface) {
  if (!here || !surface) return undefined;
  const near = (piece) => Math.min(...piece.line.map(([x, y]) => Math.hypot(x - here.x, y - here.y))) <= AT_HAND;
  const leads = (piece) => [piece.z, piece.top].some((height) => Math.abs(height - surface.z) < 0.01) && Math.abs(surface.z - (here.z ?? 0)) > 0.01;
  return table.pieces.find((piece) => piece.link && near(piece) && leads(piece));
}

/** The leg to a place before a path is known: a walk, or what the action is for. A climb takes the ladder at hand. @param {import("./mover.js").Mover} mover */
export function firstLeg(mover, point, surface) {
  const modes = mover.action.legs ?? [];
  const link = modes.includes("link") && linkAt(mover.game.table, mover.start(), surface);
  return link ? { ladder: link.id } : legTo(mover.start(), point, surface, modes.find((mode) => mode !== "link") ?? "walk");
}
