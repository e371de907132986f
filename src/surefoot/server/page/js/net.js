// The server: questions over HTTP, and a seat at a game that never loses anything.

const CHANGING = ["declare", "answer", "undo", "finish", "consent", "override"];
const PATIENCE = [200, 500, 1000, 2000, 4000];

/** The server refused something; `problem.code` says why and never changes its meaning. */
export class Refused extends Error {
  constructor(problem) {
    super(problem.detail || problem.title || problem.code);
    this.problem = problem;
  }
}

/**
 * One request over HTTP; throws Refused with the problem details.
 * @param {string} address
 * @param {{method?: string, body?: any, token?: string}} [given]
 */
export async function ask(address, { method, body, token } = {}) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(address, { method: method ?? (body === undefined ? "GET" : "POST"), headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused({ code: "page/offline", detail: "The server cannot be reached." });
  }
  if (answer.status === 204) return null;
  const found = await answer.json();
  if (!answer.ok) throw new Refused(found);
  return found;
}

const kept = new Map();

/** What does not change while a server runs is asked for once. */
export function once(address) {
  if (!kept.has(address)) {
    const asked = ask(address);
    asked.catch(() => kept.delete(address));
    kept.set(address, asked);
  }
  return kept.get(address);
}

const mapping = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** A JSON merge patch applied (RFC 7396): null takes away, mappings go deeper, everything else replaces. */
export function merged(before, patch) {
  if (!mapping(patch)) return patch;
  const found = mapping(before) ? { ...before } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete found[key];
    else found[key] = merged(found[key], value);
  }
  return found;
}

/**
 * A seat at a game: one socket, which comes back by itself and resumes; what was asked and not answered is asked again with
 * the same id, so that nothing is made twice and nothing is lost.
 */
export class Seat {
  /**
   * @param {{game: string, token: string}} seat
   * @param {{frame: (frame: any) => void, line: (connected: boolean, why: string) => void, known: () => number | null}} told
   */
  constructor(seat, told) {
    this.seat = seat;
    this.told = told;
    this.open = new Map();
    this.number = 0;
    this.tries = 0;
    this.welcome = false;
    this.gone = false;
    // Unlike the ids of any other window that sits on the same seat.
    this.mine = Array.from(crypto.getRandomValues(new Uint8Array(6)), (each) => each.toString(16).padStart(2, "0")).join("");
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/v1/games/${encodeURIComponent(this.seat.game)}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      const resume = this.told.known();
      socket.send(JSON.stringify({ kind: "hello", token: this.seat.token, ...(resume === null ? {} : { resume }) }));
    };
    socket.onmessage = (event) => this.heard(JSON.parse(event.data));
    socket.onclose = (event) => this.lost(event);
  }

  heard(frame) {
    if (frame.kind === "welcome") {
      this.welcome = true;
      this.tries = 0;
      this.told.frame(frame);
      this.told.line(true, "");
      for (const { request } of this.open.values()) this.send(request);
      return;
    }
    // What a request came to is told before its promise is kept, so that whoever waits sees the state that it led to.
    this.told.frame(frame);
    const waiting = this.open.get(frame.id);
    if (!waiting || frame.kind === "announced") return;
    this.open.delete(frame.id);
    if (frame.kind === "refused") waiting.reject(new Refused(frame.problem));
    else waiting.resolve(frame.kind === "looked" ? frame.answer : frame);
  }

  lost(event) {
    this.welcome = false;
    if (this.gone) return;
    if (event.code === 4401 || event.code === 4404) {
      this.gone = true;
      this.told.line(false, event.reason || "This seat is not yours any more.");
      for (const { reject } of this.open.values()) reject(new Refused({ code: "seat/unknown", detail: event.reason }));
      this.open.clear();
      return;
    }
    this.told.line(false, "");
    const wait = PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)];
    this.timer = setTimeout(() => this.connect(), wait);
  }

  send(request) {
    if (this.welcome && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(request));
  }

  /**
   * Ask for something; resolves with the answer, rejects with Refused.
   * @param {string} kind
   * @param {Record<string, any>} [fields]
   */
  ask(kind, fields = {}) {
    this.number += 1;
    const request = { kind, id: `${this.mine}-${this.number}`, ...fields };
    if (CHANGING.includes(kind)) request.seen = this.told.known() ?? 0;
    return new Promise((resolve, reject) => {
      this.open.set(request.id, { request, resolve, reject });
      this.send(request);
    });
  }

  /** Leave; the game goes on, and one can come back. */
  leave() {
    this.gone = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Break the connection as a bad network would; it comes back by itself. */
  drop() {
    this.socket?.close();
  }
}
