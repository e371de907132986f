// Colours, marks and patterns by kind of terrain and by side.

import { svg } from "../dom.js";

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

/** Words in the name of a side that name its colour. */
const SIDE_NAMES = {
  ...{ blue: 0, azure: 0, navy: 0, orange: 1, amber: 1, copper: 1, green: 2, teal: 2, emerald: 2, pink: 3, rose: 3, magenta: 3 },
  ...{ grey: 4, gray: 4, black: 4, white: 4, silver: 4, iron: 4, steel: 4, red: 5, crimson: 5, scarlet: 5, purple: 6, violet: 6, yellow: 7, gold: 7 },
};
/** The colours for sides that are not named after one, in this order. */
const FREE = [0, 1, 2, 3, 5, 6, 7];
const OTHER = 4;
/** The mark of each side on a field of 14 × 14: colour and mark say the same. */
const MARKS = [
  "M1 7a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z",
  "M7 .4L13.6 7L7 13.6L.4 7Z",
  "M7 .8L13.6 12.8H.4Z",
  "M1.2 1.2H12.8V12.8H1.2Z",
  "M1 4.5H13V9.5H1Z",
  "M7 .6L8.9 5L13.6 5.4L10 8.5L11.1 13.2L7 10.7L2.9 13.2L4 8.5L.4 5.4L5.1 5Z",
  "M4.2 .8H9.8L13.2 7L9.8 13.2H4.2L.8 7Z",
  "M.4 1.2H13.6L7 13.2Z",
];
const DOWN = ["down", "fallen", "knocked-down", "knocked-out", "pinned", "prone", "seriously-injured", "stunned", "unconscious"];

/** The kind of ground by its tags and labels. A tag may carry more words, as in `difficult:marsh`. */
export function groundKind(tags) {
  const words = tags.flatMap((tag) => tag.split(/[:=|]/));
  const wet = words.some((word) => word === "pool" || word === "river" || word.endsWith("-water"));
  return Object.keys(AREAS).find((kind) => words.includes(kind) || (kind === "water" && wet)) ?? "area";
}

/** The colour number of each side: that of a colour in its name, else the first free one. */
export function sideNumbers(names) {
  const found = new Map();
  for (const name of names) {
    const word = String(name).toLowerCase().split(/[^a-z]+/).find((each) => each in SIDE_NAMES);
    if (word && ![...found.values()].includes(SIDE_NAMES[word])) found.set(name, SIDE_NAMES[word]);
  }
  const free = FREE.filter((number) => ![...found.values()].includes(number));
  for (const name of names) if (!found.has(name)) found.set(name, free.shift() ?? OTHER);
  return found;
}

/** The mark of a side, in its colour. */
export function sideMark(number) {
  return svg("svg", { class: `side-mark side-${number}`, viewBox: "0 0 14 14", "aria-hidden": "true" }, svg("path", { d: MARKS[number] ?? MARKS[OTHER] }));
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

