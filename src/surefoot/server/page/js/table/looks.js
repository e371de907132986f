// How things look: the same colours and patterns as our printed pictures, by what a piece says that it is.

/** Ground by its first tag that has a look of its own: colour and pattern together, so that either is enough. */
export const AREAS = {
  impassable: ["impassable", "cross"],
  dangerous: ["dangerous", "stripes"],
  "very-difficult": ["difficult", "many-dots"],
  difficult: ["difficult", "dots"],
  hindering: ["difficult", "dots"],
  treacherous: ["difficult", "ticks"],
  variable: ["difficult", "dashes"],
  water: ["water", "waves"],
  area: ["soft", "none"],
};

const SIDE_NAMES = { blue: 0, orange: 1, yellow: 1, gold: 1, green: 2, pink: 3, purple: 3, grey: 4 };
const SIDES = 5;
const DOWN = ["down", "fallen", "knocked-down", "knocked-out", "pinned", "prone", "seriously-injured", "stunned", "unconscious"];

/** What ground looks like by its tags and labels; rulesets may say more in one, as `difficult:marsh` does. */
export function groundKind(tags) {
  const words = tags.flatMap((tag) => tag.split(/[:=|]/));
  const wet = words.some((word) => word === "pool" || word === "river" || word.endsWith("-water"));
  return Object.keys(AREAS).find((kind) => words.includes(kind) || (kind === "water" && wet)) ?? "area";
}

/** The number under which each side is drawn: that of its colour if it is called after one, else the first free one. */
export function sideNumbers(names) {
  const found = new Map(names.filter((name) => name.toLowerCase() in SIDE_NAMES).map((name) => [name, SIDE_NAMES[name.toLowerCase()]]));
  const free = [0, 1, 2, 3].filter((number) => ![...found.values()].includes(number));
  for (const name of names) if (!found.has(name)) found.set(name, free.shift() ?? SIDES - 1);
  return found;
}

/** Whether somebody lies on the ground. */
export function isDown(statuses) {
  return statuses.some((status) => DOWN.includes(status));
}

/** The kind of a piece: the class under which it is drawn. */
export function kindOf(piece) {
  if (piece.sort === "area") return groundKind([...piece.tags, ...(piece.labels ?? [])]);
  if (piece.sort === "door") return piece.state.includes("open") ? "door-open" : "door-closed";
  if (piece.sort === "platform" && piece.solid) return "block";
  if (piece.link) return piece.sort.includes("ladder") ? "ladder" : "rope";
  return piece.sort;
}

/** How a stride is drawn: the name of its colour and dashes. */
export function trackOf(what) {
  const word = what.toLowerCase();
  if (/ladder|rope|grapple|rungs/.test(word)) return "by-ladder";
  if (/climb|scale/.test(word)) return "climb";
  if (/leap|gap|long jump|hop/.test(word)) return "leap";
  if (/jump|drop|fall/.test(word)) return "drop";
  if (/fly|air/.test(word)) return "fly";
  if (/swim/.test(word)) return "swim";
  if (/lift/.test(word)) return "by-lift";
  return "walk";
}

/** A number as people write it: at most two decimals, no zeros that say nothing. */
export function number(value) {
  return String(Math.round(Number(value) * 100) / 100);
}

/** A fraction such as 5/6 as people read it. */
export function chance(odds) {
  if (odds === null || odds === undefined || odds === "") return "";
  const [top, bottom = "1"] = String(odds).split("/");
  const share = (100 * Number(top)) / Number(bottom);
  const shown = share > 0 && share < 1 ? "under 1 %" : share < 100 && share > 99 ? "over 99 %" : `${Math.round(share)} %`;
  return bottom === "1" ? shown : `${top}/${bottom} · ${shown}`;
}

/** A fraction such as 5/6 as a number. */
export function share(odds) {
  const [top, bottom = "1"] = String(odds ?? "0").split("/");
  return Number(top) / Number(bottom);
}
