// Colours and patterns by kind of terrain and by side, the same as in the printed pictures.

/** Colour and pattern of ground by its first tag in this list; either is enough to tell them apart. */
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

/** The kind of ground by its tags and labels. A tag may carry more words, as in `difficult:marsh`. */
export function groundKind(tags) {
  const words = tags.flatMap((tag) => tag.split(/[:=|]/));
  const wet = words.some((word) => word === "pool" || word === "river" || word.endsWith("-water"));
  return Object.keys(AREAS).find((kind) => words.includes(kind) || (kind === "water" && wet)) ?? "area";
}

/** The colour number of each side: that of the colour it is named after, else the first free one. */
export function sideNumbers(names) {
  const found = new Map(names.filter((name) => name.toLowerCase() in SIDE_NAMES).map((name) => [name, SIDE_NAMES[name.toLowerCase()]]));
  const free = [0, 1, 2, 3].filter((number) => ![...found.values()].includes(number));
  for (const name of names) if (!found.has(name)) found.set(name, free.shift() ?? SIDES - 1);
  return found;
}

/** Whether a model with these statuses is drawn as lying down. */
export function isDown(statuses) {
  return statuses.some((status) => DOWN.includes(status));
}

/** The kind of a piece: its CSS class. */
export function kindOf(piece) {
  if (piece.sort === "area") return groundKind([...piece.tags, ...(piece.labels ?? [])]);
  if (piece.sort === "door") return piece.state.includes("open") ? "door-open" : "door-closed";
  if (piece.sort === "platform" && piece.solid) return "block";
  if (piece.link) return piece.sort.includes("ladder") ? "ladder" : "rope";
  return piece.sort;
}

/** The CSS class of a stride, by the words of its ledger line. */
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

