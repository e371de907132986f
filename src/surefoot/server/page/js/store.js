// One game as this browser knows it: the table, its state after each line of the log, and the open question.

import { addSecret } from "./game/secret.js";
import { Seat, merged } from "./net.js";
import { tableOf } from "./table/decode.js";

/** Calls listeners by the name of an event, at once and in the order in which they were added. */
export class Emitter {
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
  emit(what, value) {
    for (const listener of this.listeners.get(what) ?? []) listener(value);
  }
}

/** A game that this browser has joined. Events: ready, changed, line, seats, talked, proposal, connected, over. */
export class Game extends Emitter {
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
    /** Every line of the log, at its number minus one. */
    this.lines = [];
    this.line = new Seat(seat, {
      frame: (frame) => this.frame(frame),
      line: (connected, why) => {
        this.connected = connected;
        this.why = why;
        this.emit("connected");
      },
      known: () => (this.seq < 0 ? null : this.seq),
    });
  }

  get me() {
    return this.welcome?.seat ?? null;
  }

  /** Whether the person at this seat acts for a side: not where the computer does. */
  plays(side) {
    if (side && side === this.seat.computer?.side) return false;
    return this.me?.role === "referee" || (this.me?.sides ?? []).includes(side);
  }

  frame(frame) {
    if (frame.kind === "welcome") this.welcomed(frame);
    else if (frame.kind === "announced") this.announced(frame);
    else if (frame.kind === "done") this.announced(frame.announced);
    else if (frame.kind === "seats") {
      this.seats = frame.seats;
      this.emit("seats");
      addSecret(this);
    } else if (frame.kind === "talked") this.emit("talked", frame);
    else if (frame.kind === "proposed") {
      this.proposal = frame.proposal;
      this.emit("proposal");
    } else if (frame.kind === "declined") {
      const withdrawn = this.proposal?.by === frame.by;
      this.proposal = null;
      this.emit("proposal", { ...frame, withdrawn });
    } else if (frame.kind === "over") {
      this.over = true;
      this.proposal = null;
      this.welcome = { ...this.welcome, seed: frame.seed, over: true };
      this.emit("over");
      this.emit("proposal");
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
    addSecret(this);
    if (first) this.open();
    else {
      this.emit("seats");
      this.emit("proposal");
      if (frame.state) this.refresh();
    }
  }

  async open() {
    await this.refresh();
    await this.past();
    this.emit("ready");
    this.emit("changed");
  }

  /** Load the lines of the log that were written before this browser joined. */
  async past() {
    const before = this.seq;
    while (this.lines.length < before) {
      const known = this.lines.length;
      const found = await this.line.ask("replay", { after: known, limit: 500 });
      for (const each of found.announced ?? found) this.lines[each.seq - 1] = each;
      if (this.lines.length === known) break;
    }
  }

  /** Load the whole table again: terrain and bases. */
  async refresh() {
    const raw = await this.line.ask("table");
    this.table = tableOf(raw);
    this.emit("table");
    this.emit("changed");
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
    this.emit("line", { line, before });
    this.emit("proposal");
    this.emit("changed");
    if (terrain) this.refresh();
  }

  leave() {
    this.line.leave();
  }
}
