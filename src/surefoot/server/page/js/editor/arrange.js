// Arranges pieces: mirrors them to the other half of the table, and aligns them. No page, no rules.

import { sortOf } from "./draft.js";
import { corners, mirrored, middle, tidy } from "./shapes.js";

/** Ways to mirror: turned about the middle, or folded over the middle line from left to right or from bottom to top. */
export const MIRRORS = {
  turned: ([x, y], { width, depth }) => [width - x, depth - y],
  across: ([x, y], { width }) => [width - x, y],
  along: ([x, y], { depth }) => [x, depth - y],
};

/**
 * Copy terrain to the other half of the table. What lies on the middle line already stays as it is.
 * @param {import("./draft.js").Draft} draft
 * @param {string[]} ids the pieces; all if empty
 * @param {"turned" | "across" | "along"} how
 * @returns {string[]} the ids of the copies
 */
export function mirror(draft, ids, how) {
  const { board } = draft;
  const put = (point) => MIRRORS[how](point, board).map(tidy);
  const chosen = draft.data.terrain.filter((entry) => !ids.length || ids.includes(String(entry.id)));
  const pairs = chosen.flatMap((entry) => {
    const sort = sortOf(entry);
    const [x, y] = middle(entry[sort]);
    const [mx, my] = put([x, y]);
    return Math.hypot(mx - x, my - y) < 0.05 ? [] : [{ entry, sort }];
  });
  const renamed = new Map();
  const copies = pairs.map(({ entry, sort }) => {
    const name = draft.add("terrain", { ...structuredClone(entry), [sort]: mirrored(entry[sort], put) });
    renamed.set(String(entry.id), name);
    return name;
  });
  // What stands on a piece, or leads to one, belongs to the copy of that piece.
  for (const name of copies) {
    const { entry } = draft.find(name);
    for (const key of ["on", "from", "to"]) if (renamed.has(entry[key])) entry[key] = renamed.get(entry[key]);
  }
  return copies;
}

/** Align entries along their left, right, lower or upper edges, or their middles. */
export function align(draft, ids, edge) {
  const boxes = ids.map((id) => ({ id, box: boxOf(draft, id) })).filter(({ box }) => box);
  if (boxes.length < 2) return;
  const all = boxes.map(({ box }) => box);
  const [left, right] = [Math.min(...all.map((box) => box[0])), Math.max(...all.map((box) => box[2]))];
  const [low, high] = [Math.min(...all.map((box) => box[1])), Math.max(...all.map((box) => box[3]))];
  for (const { id, box } of boxes) {
    const by = {
      left: [left - box[0], 0],
      right: [right - box[2], 0],
      bottom: [0, low - box[1]],
      top: [0, high - box[3]],
      column: [(left + right) / 2 - (box[0] + box[2]) / 2, 0],
      row: [0, (low + high) / 2 - (box[1] + box[3]) / 2],
    }[edge];
    draft.move(id, ...by);
  }
}

/** The bounding box of an entry: left, bottom, right, top. */
function boxOf(draft, id) {
  const thing = draft.find(id);
  if (!thing) return null;
  const points = thing.section === "terrain" ? corners(thing.entry[sortOf(thing.entry)]) : thing.entry.at ? [thing.entry.at] : [];
  if (!points.length) return null;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
