// One game as this browser knows it: the table, its state line by line, and what is open.

import { Seat, merged } from "./net.js";
import { tableOf } from "./table/decode.js";

/**
 * Tells listeners that something has changed, once for each turn of the event loop.
 */
export class Told {
  constructor() {
    this.listeners = new Map();
  }

  /** @param {string} what @param {(value?: any) => void} listener */
  on(what, listener) {
    const known = this.listeners.get(what) ?? [];
    this.listeners.set(what, [...known, listener]);
    return () => this.listeners.set(what, (this.listeners.get(what) ?? []).filter((each) => each !== listener));
  }

  /** @param {string} what @param {any} [value] */
  tell(what, value) {
    for (const listener of this.listeners.get(what) ?? []) listener(value);
  }
}

/** A game at which one sits. Events: ready, changed, line, seats, proposal, connected, over. */
export class Game extends Told {
  /** @param {{game: string, token: string}} seat */
  constructor(seat) {
    super();
    this.seat = seat;
    this.id = seat.game;
    this.seq = -1;
    this.hash = "";
    this.state = null;
    this.table = null;
    this.question = null;
    this.proposal = null;
    this.over = false;
    this.welcome = null;
    this.seats = [];
    this.connected = false;
    this.why = "";
    /** Every line that was announced, by its number. */
    this.lines = [];
    this.line = new Seat(seat, {
      frame: (frame) => this.frame(frame),
      line: (connected, why) => {
        this.connected = connected;
        this.why = why;
        this.tell("connected");
      },
      known: () => (this.seq < 0 ? null : this.seq),
    });
  }

  get me() {
    return this.welcome?.seat ?? null;
  }

  /** Whether this seat may act for a side. */
  plays(side) {
    return this.me?.role === "referee" || (this.me?.sides ?? []).includes(side);
  }

  frame(frame) {
    if (frame.kind === "welcome") this.welcomed(frame);
    else if (frame.kind === "announced") this.announced(frame);
    else if (frame.kind === "done") this.announced(frame.announced);
    else if (frame.kind === "seats") {
      this.seats = frame.seats;
      this.tell("seats");
    } else if (frame.kind === "proposed") {
      this.proposal = frame.proposal;
      this.tell("proposal");
    } else if (frame.kind === "declined") {
      this.proposal = null;
      this.tell("proposal", frame);
    } else if (frame.kind === "over") {
      this.over = true;
      this.proposal = null;
      this.welcome = { ...this.welcome, seed: frame.seed, over: true };
      this.tell("over");
      this.tell("proposal");
    }
  }

  welcomed(frame) {
    const first = this.welcome === null;
    this.welcome = frame;
    this.seats = frame.seats;
    this.over = frame.over;
    this.proposal = frame.proposal ?? null;
    if (frame.state) {
      this.state = frame.state;
      this.seq = frame.seq;
      this.hash = frame.hash;
      this.question = frame.question ?? null;
    }
    if (first) this.open();
    else {
      this.tell("seats");
      this.tell("proposal");
      if (frame.state) this.refresh();
    }
  }

  async open() {
    await this.refresh();
    await this.past();
    this.tell("ready");
    this.tell("changed");
  }

  /** Everything that was announced before this browser came. */
  async past() {
    const before = this.seq;
    while (this.lines.length < before) {
      const known = this.lines.length;
      const found = await this.line.ask("replay", { after: known, limit: 500 });
      for (const each of found.announced ?? found) this.lines[each.seq - 1] = each;
      if (this.lines.length === known) break;
    }
  }

  /** The whole table again: terrain and bases. */
  async refresh() {
    const raw = await this.line.ask("table");
    this.table = tableOf(raw);
    this.tell("table");
    this.tell("changed");
  }

  announced(line) {
    if (line.seq !== this.seq + 1) return;
    const before = this.state;
    this.state = line.state ?? merged(this.state, line.patch ?? {});
    this.seq = line.seq;
    this.hash = line.hash;
    this.question = line.question ?? null;
    this.proposal = null;
    this.lines[line.seq - 1] = line;
    const terrain = line.state || line.patch?.pieces || line.patch?.objects;
    this.tell("line", { line, before });
    this.tell("proposal");
    this.tell("changed");
    if (terrain) this.refresh();
  }

  leave() {
    this.line.leave();
  }
}
