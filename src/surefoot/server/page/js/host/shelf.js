// Games in the browser's own storage (IndexedDB): the rows of a server's database, in three stores.

import { MemoryShelf } from "./memory_shelf.js";

const NAME = "surefoot";
const VERSION = 1;
const STORES = ["games", "seats", "entries"];

/**
 * Open the storage; `heard` is called with the id of a game that another window has changed, `makeRoom` when the storage is full:
 * it returns whether it has removed something.
 */
export async function openedShelf(heard, makeRoom = async () => false) {
  let found;
  try {
    found = new Shelf(await database(NAME));
  } catch {
    // Refused, as in some private windows: everything works, and is gone with the window.
    return new MemoryShelf();
  }
  found.channel.onmessage = ({ data }) => heard(data);
  found.makeRoom = makeRoom;
  return found;
}

/** The database. Requests and answers are JSON; Python has `server/in_browser/store.py` on its side. */
class Shelf {
  constructor(database) {
    this.database = database;
    /** Whether nothing outlives this window. */
    this.volatile = false;
    this.channel = new BroadcastChannel("surefoot-games");
  }

  async read(request) {
    const { store, key, index, at, of, after = 0, limit = null, last = false } = JSON.parse(request);
    try {
      const within = this.database.transaction(store).objectStore(store);
      let rows;
      if (key !== undefined) rows = [await settled(within.get(key))].filter(Boolean);
      else if (index) rows = await settled(within.index(index).getAll(at));
      else if (last) rows = [(await settled(within.openCursor(lines(of, 0), "prev")))?.value].filter(Boolean);
      else rows = await settled(within.getAll(lines(of, after), limit ?? undefined));
      return JSON.stringify({ rows });
    } catch (error) {
      return JSON.stringify({ failed: failure(error) });
    }
  }

  /** All changes or none. Returns an empty text when they are on disk, else the name of the error. */
  async write(request) {
    const failed = await this.tried(request);
    return failed === "QuotaExceededError" && (await this.makeRoom()) ? this.tried(request) : failed;
  }

  async tried(request) {
    const { game, changes } = JSON.parse(request);
    try {
      const transaction = this.database.transaction(STORES, "readwrite", { durability: "strict" });
      const done = finished(transaction);
      try {
        for (const change of changes) apply(transaction, change);
      } catch (error) {
        // What was begun is taken back.
        transaction.abort();
        await done.catch(() => {});
        throw error;
      }
      await done;
    } catch (error) {
      return failure(error);
    }
    this.channel.postMessage(game);
    return "";
  }
}

const failure = (error) => error?.name || String(error) || "failed";

/** The lines of a game behind a number. */
const lines = (game, after) => IDBKeyRange.bound([game, after], [game, Infinity], true, true);

function apply(transaction, change) {
  if (change.how === "add") transaction.objectStore(change.store).add(change.row);
  else if (change.how === "change") {
    const store = transaction.objectStore(change.store);
    store.get(change.key).onsuccess = ({ target }) => {
      const row = target.result;
      if (row && Object.entries(change.only).every(([name, value]) => row[name] === value)) store.put({ ...row, ...change.values });
    };
  } else {
    transaction.objectStore("games").delete(change.game);
    transaction.objectStore("entries").delete(lines(change.game, -1));
    transaction.objectStore("seats").index("game").openCursor(change.game).onsuccess = ({ target }) => {
      target.result?.delete();
      target.result?.continue();
    };
  }
}

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const finished = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });

function database(name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, VERSION);
    request.onupgradeneeded = () => {
      const made = request.result;
      made.createObjectStore("games", { keyPath: "id" });
      const seats = made.createObjectStore("seats", { keyPath: "id" });
      seats.createIndex("game", "game");
      seats.createIndex("token", "token");
      made.createObjectStore("entries", { keyPath: ["game", "number"] }).createIndex("request", ["game", "seat", "request"], { unique: true });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
  });
}
