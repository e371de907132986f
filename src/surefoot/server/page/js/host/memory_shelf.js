// What stands in for the browser's storage where a browser refuses it: the same requests, answered from memory.

const fits = (row, only) => Object.entries(only).every(([name, value]) => row[name] === value);

/** The indexes of the stores: the fields by which rows are found. */
const INDEXES = { game: (row) => row.game, token: (row) => row.token, request: (row) => JSON.stringify([row.game, row.seat, row.request]) };

/** As `Shelf` of shelf.js, without a disk. */
export class MemoryShelf {
  constructor() {
    this.volatile = true;
    this.stores = { games: [], seats: [], entries: [] };
  }

  async read(request) {
    const { store, key, index, at, of, after = 0, limit = null, last = false } = JSON.parse(request);
    const all = this.stores[store];
    let rows;
    if (Array.isArray(key)) rows = all.filter((row) => row.game === key[0] && row.number === key[1]);
    else if (key !== undefined) rows = all.filter((row) => row.id === key);
    else if (index) rows = all.filter((row) => INDEXES[index](row) === (Array.isArray(at) ? JSON.stringify(at) : at));
    else rows = all.filter((row) => row.game === of && row.number > after).sort((one, other) => one.number - other.number);
    return JSON.stringify({ rows: last ? rows.slice(-1) : rows.slice(0, limit ?? undefined) });
  }

  async write(request) {
    const { changes } = JSON.parse(request);
    const lines = changes.filter((each) => each.how === "add" && each.store === "entries").map((each) => each.row);
    if (lines.some((line) => this.stores.entries.some((row) => (row.game === line.game && row.number === line.number) || INDEXES.request(row) === INDEXES.request(line)))) return "ConstraintError";
    for (const change of changes) {
      if (change.how === "add") this.stores[change.store].push(change.row);
      else if (change.how === "change") this.stores[change.store] = this.stores[change.store].map((row) => (row.id === change.key && fits(row, change.only) ? { ...row, ...change.values } : row));
      else for (const [name, rows] of Object.entries(this.stores)) this.stores[name] = rows.filter((row) => (row.game ?? row.id) !== change.game);
    }
    return "";
  }
}
