// Pieces that a player has kept for other tables: one piece of terrain or several together, in this browser.

const KEY = "surefoot.pieces";
/** No more than this are kept. */
const MOST = 24;

/** @returns {{name: string, entries: any[]}[]} */
export function mine() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

function store(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
    return true;
  } catch {
    // There is no storage, or it is full.
    return false;
  }
}

/** Keep pieces under a name; false if this browser keeps nothing. */
export function keepPiece(name, entries) {
  return store([{ name, entries: structuredClone(entries) }, ...mine().filter((each) => each.name !== name)].slice(0, MOST));
}

export function forget(name) {
  store(mine().filter((each) => each.name !== name));
}
