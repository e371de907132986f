// A typed client of a Surefoot server. `api.ts` is generated from its OpenAPI description by `make client`.

import type { components, operations } from "./api.js";

export type Schemas = components["schemas"];
export type Outcome = Schemas["Outcome"];
export type Question = Schemas["Question"];
export type State = Schemas["State"];
export type Problem = Schemas["Problem"];
export type Announced = Schemas["Announced"];
export type Request = operations["sendRequest"]["requestBody"]["content"]["application/json"];
export type Frame =
  | Schemas["Welcome"]
  | Announced
  | Schemas["Done"]
  | Schemas["Looked"]
  | Schemas["Refused"]
  | Schemas["Proposed"]
  | Schemas["Declined"]
  | Schemas["Over"]
  | Schemas["Seats"];

type Asked = "check" | "move" | "reach" | "route" | "odds" | "ask" | "table" | "feat" | "travel";
type Body<Id extends keyof operations> = operations[Id] extends {
  requestBody: { content: { "application/json": infer Sent } };
}
  ? Sent
  : never;
type Told<Id extends keyof operations> = operations[Id] extends {
  responses: { 200: { content: { "application/json": infer Found } } };
}
  ? Found
  : never;
type Begun = operations["createGame"]["responses"] extends { 201: { content: { "application/json": infer Found } } }
  ? Found
  : Told<"createGame">;
type Joined = operations["joinGame"]["responses"] extends { 201: { content: { "application/json": infer Found } } }
  ? Found
  : Told<"joinGame">;

// The server refused a request; problem.code is the stable reason.
export class Refused extends Error {
  constructor(readonly problem: { code: string; detail: string }) {
    super(`${problem.code}: ${problem.detail}`);
  }
}

export class Surefoot {
  constructor(readonly server: string) {}

  // A question without a game: check, move, reach, route, odds, ask …
  ask<Kind extends Asked>(kind: Kind, body: Body<Kind>): Promise<Told<Kind>> {
    return this.post(`/v1/${kind}`, body);
  }

  createGame(body: Body<"createGame">): Promise<Begun> {
    return this.post("/v1/games", body);
  }

  joinGame(body: Body<"joinGame">): Promise<Joined> {
    return this.post("/v1/join", body);
  }

  rulesets(): Promise<Told<"listRulesets">> {
    return this.request("/v1/rulesets");
  }

  // Sit down at a game with the answer of createGame or joinGame.
  async sitDown(seat: { game: string; token: string; seat: { id: string } }): Promise<Player> {
    const player = new Player(this.server, seat);
    await player.connect();
    return player;
  }

  private post<Found>(address: string, body: unknown): Promise<Found> {
    const headers = { "Content-Type": "application/json" };
    return this.request(address, { method: "POST", headers, body: JSON.stringify(body) });
  }

  private async request<Found>(address: string, init?: RequestInit): Promise<Found> {
    const answer = await fetch(this.server + address, init);
    const found: unknown = await answer.json();
    if (!answer.ok) throw new Refused(found as Problem);
    return found as Found;
  }
}

// Apply a JSON merge patch (RFC 7396): null removes, objects merge, everything else replaces.
export function merged(before: unknown, patch: unknown): unknown {
  const mapping = (value: unknown): value is Record<string, unknown> =>
    value !== null && typeof value === "object" && !Array.isArray(value);
  if (!mapping(patch)) return patch;
  const found: Record<string, unknown> = mapping(before) ? { ...before } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete found[key];
    else found[key] = merged(found[key], value);
  }
  return found;
}

type Without<Message> = Message extends { id: string } ? Omit<Message, "id" | "seen"> : never;

// A seat in a game: it keeps the state up to date.
export class Player {
  seq = 0;
  hash = "";
  state: State | null = null;
  question: Question | null = null;
  private asked = 0;
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<string, { resolve: (frame: Frame) => void; reject: (error: Error) => void }>();
  private listeners: (() => void)[] = [];
  private welcomed: ((frame: Frame) => void) | null = null;
  // Called with every frame.
  heard: (frame: Frame) => void = () => {};

  constructor(
    private readonly server: string,
    private readonly seat: { game: string; token: string; seat: { id: string } },
  ) {}

  async connect(): Promise<void> {
    const socket = new WebSocket(`ws${this.server.slice("http".length)}/v1/games/${this.seat.game}/socket`);
    this.socket = socket;
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve();
      socket.onerror = () => reject(new Error("no connection"));
    });
    socket.onmessage = (event) => this.take(JSON.parse(String(event.data)) as Frame);
    socket.onclose = (event) => {
      for (const each of this.waiting.values()) each.reject(new Error(`closed: ${event.code} ${event.reason}`));
      this.waiting.clear();
    };
    const welcome = new Promise<Frame>((resolve) => (this.welcomed = resolve));
    socket.send(JSON.stringify({ kind: "hello", token: this.seat.token }));
    await welcome;
  }

  // Wait until a line of the game has arrived.
  async hear(seq: number): Promise<void> {
    while (this.seq < seq) await new Promise<void>((resolve) => this.listeners.push(resolve));
  }

  close(): void {
    this.socket?.close();
  }

  // Send a request and wait for its answer; throws Refused.
  async ask(request: Without<Request>): Promise<Frame> {
    this.asked += 1;
    const id = `${this.seat.seat.id}-${this.asked}`;
    const changing = ["declare", "answer", "undo", "finish", "consent", "override"].includes(request.kind);
    const answer = new Promise<Frame>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.socket?.send(JSON.stringify({ ...request, id, ...(changing ? { seen: this.seq } : {}) }));
    const frame = await answer;
    if (frame.kind === "refused") throw new Refused(frame.problem);
    return frame;
  }

  // Declare an action and let the server roll; returns the outcome once no question is open.
  async declare(declaration: Schemas["DeclareForm"]): Promise<Outcome> {
    let frame = await this.ask({ kind: "declare", declaration });
    while (this.question !== null) {
      frame = await this.ask(
        this.question.kind === "roll" ? { kind: "answer", roll: true } : { kind: "answer", settled: true },
      );
    }
    if (frame.kind !== "done" || !frame.announced.outcome) throw new Error(`unexpected ${frame.kind}`);
    return frame.announced.outcome;
  }

  private take(frame: Frame): void {
    const news = frame.kind === "done" ? frame.announced : frame;
    if (frame.kind === "welcome") {
      this.seq = frame.seq;
      this.hash = frame.hash;
      this.state = frame.state ?? null;
      this.question = frame.question ?? null;
      this.welcomed?.(frame);
    } else if (news.kind === "announced" && news.seq === this.seq + 1) {
      this.state = news.state ?? (merged(this.state, news.patch) as State);
      this.seq = news.seq;
      this.hash = news.hash;
      this.question = news.question ?? null;
    }
    this.heard(frame);
    for (const each of this.listeners.splice(0)) each();
    const id = "id" in frame ? frame.id : undefined;
    const asked = id ? this.waiting.get(id) : undefined;
    if (id && asked) {
      this.waiting.delete(id);
      asked.resolve(frame);
    }
  }
}
