// Legs of a declared path.

const round = (value) => Math.round(value * 1000) / 1000;

/** A point as it is declared, to thousandths. */
export const spot = ([x, y]) => [round(x), round(y)];

/** A point as exact as the table is: models in contact must not be rounded into each other. */
export const exactly = ([x, y]) => [Math.round(x * 1e6) / 1e6, Math.round(y * 1e6) / 1e6];

/** The end of a leg, or null if only the server knows it. */
export function legEnd(leg) {
  if (Array.isArray(leg)) return leg;
  for (const key of ["to", "climb", "leap", "jump", "fly", "swim", "walk"]) if (Array.isArray(leg?.[key])) return leg[key];
  return null;
}
