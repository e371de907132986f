// A complete client of a Surefoot server: asks the referee without a game, then plays a short one against itself.
//
//     node --experimental-websocket client.mjs http://127.0.0.1:8040
//
// It needs no package: Node 20 has fetch, and a WebSocket with that flag; Node 22 and every browser have it without.

import { createHash } from "node:crypto";

const CHANGING = ["declare", "answer", "undo", "finish", "consent", "override"];

// The server refused a request; problem.code is the stable reason.
export class Refused extends Error {
  constructor(problem) {
    super(`${problem.code}: ${problem.detail}`);
    this.problem = problem;
  }
}

// One request over HTTP; throws Refused with the problem details.
export async function ask(server, address, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(server + address, { method: "POST", headers, body: JSON.stringify(body) });
  const found = await answer.json();
  if (!answer.ok) throw new Refused(found);
  return found;
}

// Apply a JSON merge patch (RFC 7396): null removes, objects merge, everything else replaces.
export function merged(before, patch) {
  const mapping = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  if (!mapping(patch)) return patch;
  const found = mapping(before) ? { ...before } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete found[key];
    else found[key] = merged(found[key], value);
  }
  return found;
}

// A seat in a game: keeps the state up to date, and reconnects by itself.
export class Player {
  constructor(server, seat) {
    this.address = `ws${server.slice("http".length)}/v1/games/${seat.game}/socket`;
    this.token = seat.token;
    this.name = seat.seat.id;
    this.asked = 0;
    this.socket = null;
    this.seq = 0;
    this.hash = "";
    this.state = null;
    this.question = null;
    this.over = null;
  }

  // Connect and say hello; with a known state, get only the missed lines.
  async sitDown() {
    const socket = new WebSocket(this.address);
    const frames = [];
    const waiting = [];
    const give = (settle) => (waiting.length > 0 ? settle(waiting.shift()) : frames.push(settle));
    socket.onmessage = (event) => give(({ resolve }) => resolve(JSON.parse(event.data)));
    socket.onclose = (event) => give(({ reject }) => reject(new Error(`closed: ${event.code} ${event.reason}`)));
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error("no connection"));
    });
    socket.onerror = null;
    const take = () =>
      new Promise((resolve, reject) => {
        if (frames.length > 0) frames.shift()({ resolve, reject });
        else waiting.push({ resolve, reject });
      });
    this.socket = { send: (message) => socket.send(JSON.stringify(message)), take, close: () => socket.close() };
    this.socket.send({ kind: "hello", token: this.token, ...(this.state === null ? {} : { resume: this.seq }) });
    const welcome = await this.next();
    await this.hear(welcome.seq);
  }

  // Disconnect; the game continues, and the seat stays ours.
  getUp() {
    this.socket?.close();
    this.socket = null;
  }

  // Receive the next frame and apply it to the state.
  async next() {
    const frame = await this.socket.take();
    if (frame.kind === "welcome" && frame.state) {
      this.seq = frame.seq;
      this.hash = frame.hash;
      this.state = frame.state;
      this.question = frame.question ?? null;
    } else if (frame.kind === "over") {
      this.over = frame;
    }
    const news = frame.kind === "done" ? frame.announced : frame;
    if (news.kind === "announced" && news.seq === this.seq + 1) {
      this.state = news.state ?? merged(this.state, news.patch);
      this.seq = news.seq;
      this.hash = news.hash;
      this.question = news.question ?? null;
    }
    return frame;
  }

  // Receive frames up to a known line; a program with a screen receives all the time.
  async hear(seq) {
    while (this.seq < seq) await this.next();
  }

  // Send a request and wait for its answer. If the connection is lost, send it again with the same id: the server
  // answers it without executing it twice.
  async ask(kind, fields = {}) {
    // After reconnecting, first receive the missed lines.
    if (this.socket === null) await this.sitDown();
    this.asked += 1;
    const request = { kind, id: `${this.name}-${this.asked}`, ...fields };
    if (CHANGING.includes(kind)) request.seen = this.seq;
    for (;;) {
      let frame;
      try {
        if (this.socket === null) await this.sitDown();
        this.socket.send(request);
        do frame = await this.next();
        while (frame.id !== request.id);
      } catch (lost) {
        if (!lost.message.startsWith("closed:")) throw lost;
        this.socket = null;
        await new Promise((resolve) => setTimeout(resolve, 200));
        continue;
      }
      if (frame.kind === "refused") throw new Refused(frame.problem);
      return frame;
    }
  }

  // Declare a move, roll its dice, and return the last announced frame.
  async declare(declaration) {
    let frame = await this.ask("declare", { declaration });
    while (this.question !== null) {
      const how = this.question.kind === "roll" ? "roll" : "settled";
      frame = await this.ask("answer", { [how]: true });
    }
    return frame.announced;
  }
}

// ---------------------------------------------------------------------- the demonstration

const GAP = {
  ruleset: "necromunda-classic",
  board: [16, 8],
  terrain: {
    "near-roof": { platform: { rect: [1, 2, 5, 4] }, z: 3 },
    "far-roof": { platform: { rect: [8, 2, 5, 4] }, z: 3 },
  },
  models: {
    kal: { base: 25.4, at: [4, 4], on: "near-roof", side: "blue", profile: { M: 6, I: 4, T: 3, W: 1 } },
  },
};
const LEAP = { who: "kal", action: "move", path: [{ leap: [8.5, 4] }] };

async function refusal(work) {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refused) return error.problem;
    throw error;
  }
  throw new Error("this should have been refused");
}

// Questions without a game: the cost of a move, its exact odds, and the errors of a bad one.
async function withoutAGame(server) {
  const { outcomes } = await ask(server, "/v1/check", { scenario: GAP, declare: LEAP });
  console.log(`leap: ${outcomes[0].verdict}, costs ${outcomes[0].cost} inches`);
  for (const line of outcomes[0].ledger) console.log(`  ${line.what} ${line.length} [${line.clause}]`);
  const { odds } = await ask(server, "/v1/odds", { scenario: GAP, declare: LEAP, ask: "status" });
  for (const each of odds[0].answers) console.log(`  ${each.odds.padStart(5)} ${each.answer}`);
  const declare = { who: "kla", action: "move", path: [[5, 4]] };
  const problem = await refusal(() => ask(server, "/v1/check", { scenario: GAP, declare }));
  console.log(`refused: ${problem.code}: ${problem.problems[0].says}`);
}

// Play a short game with two seats.
async function aShortGame(server) {
  const begun = await ask(server, "/v1/games", { bundled: "gantry" });
  const joined = await ask(server, "/v1/join", { invitation: begun.invitations[0].invitation, name: "Bo" });
  const orange = new Player(server, begun);
  const green = new Player(server, joined);
  await orange.sitDown();
  await green.sitDown();

  let told = await orange.declare({ who: "vex", action: "move", path: [[11.5, 11.5]] });
  console.log(`vex crosses the vat: ${told.outcome.verdict}, line ${orange.seq}`);
  green.getUp();
  await orange.declare({ who: "kal", action: "move", path: [[8.5, 6], { ladder: "rungs" }] });
  console.log(`kal climbs the ladder, line ${orange.seq}; green has missed it`);
  told = await green.declare({ who: "grix", action: "move", path: [[20.2, 6.4]] });
  console.log(`grix moves: ${told.outcome.verdict}, line ${green.seq}`);
  const problem = await refusal(() => green.declare({ who: "kal", action: "move", path: [[9, 9]] }));
  console.log(`refused: ${problem.code}`);

  // A request that has not seen the last line is refused as stale.
  await orange.hear(green.seq);
  await orange.ask("finish");
  await green.ask("finish");
  while (orange.over === null) await orange.next();
  if (orange.hash !== green.hash) throw new Error("both players stand at the same state");
  // The server committed to its dice before the first roll.
  const promised = createHash("sha256").update(orange.over.seed).digest("hex");
  if (promised !== begun.commitment) throw new Error("these are not the dice that were promised");
  console.log(`the game is over at ${orange.hash}, and the dice were those that were promised`);
  orange.getUp();
  green.getUp();
}

const where = (process.argv[2] ?? "http://127.0.0.1:8040").replace(/\/$/, "");
await withoutAGame(where);
await aShortGame(where);
