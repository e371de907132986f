// Requests to the host, a server or this browser itself, and the connection of a seat, which reconnects by itself.

import { host } from "./host/host.js";
import { t } from "./words.js";

const CHANGING = ["declare", "answer", "play", "undo", "finish", "consent", "override"];
const PATIENCE = [200, 500, 1000, 2000, 4000];

/** The server refused a request. `problem.code` is stable; `from` marks the message as the server's text. */
export class Refused extends Error {
  constructor(problem) {
    super(problem.detail || problem.title || problem.code);
    this.problem = problem;
    this.from = problem.code?.startsWith("page/") ? "" : "referee";
  }
}

/**
 * Send one request over HTTP; throws Refused with the problem details.
 * @param {string} address
 * @param {{method?: string, body?: any, token?: string, signal?: AbortSignal}} [given] a signal gives the request up: its work ends
 */
export async function ask(address, { method, body, token, signal } = {}) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await host.fetch(address, { method: method ?? (body === undefined ? "GET" : "POST"), headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
  } catch (wrong) {
    if (signal?.aborted) throw wrong;
    throw new Refused({ code: "page/offline", detail: t("Can't reach the server. Check your connection") });
  }
  if (answer.status === 204) return null;
  const found = await answer.json();
  if (!answer.ok) throw new Refused(found);
  return found;
}

const kept = new Map();

/** The answer to a GET request, cached: for data that does not change while a server runs. */
export function once(address) {
  if (!kept.has(address)) {
    const asked = ask(address);
    asked.catch(() => kept.delete(address));
    kept.set(address, asked);
  }
  return kept.get(address);
}

const mapping = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Apply a JSON merge patch (RFC 7396): null removes a key, mappings are merged, everything else replaces. */
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
 * The connection of a seat: one socket, which reconnects by itself and resumes. Requests without an answer are sent again
 * with the same id, so that none is lost and none is carried out twice.
 */
export class Seat {
  /**
   * @param {{game: string, token: string}} seat
   * @param {{frame: (frame: any) => void, line: (connected: boolean, why: string) => void, known: () => number | null}} handlers
   */
  constructor(seat, handlers) {
    this.seat = seat;
    this.handlers = handlers;
    this.open = new Map();
    this.number = 0;
    this.tries = 0;
    this.welcome = false;
    this.gone = false;
    // Request ids must differ from those of other windows on the same seat.
    this.mine = Array.from(crypto.getRandomValues(new Uint8Array(6)), (each) => each.toString(16).padStart(2, "0")).join("");
    this.connect();
  }

  connect() {
    const socket = host.socket(this.seat.game);
    this.socket = socket;
    socket.onopen = () => {
      const resume = this.handlers.known();
      socket.send(JSON.stringify({ kind: "hello", token: this.seat.token, ...(resume === null ? {} : { resume }) }));
    };
    socket.onmessage = (event) => this.received(JSON.parse(event.data));
    socket.onclose = (event) => this.lost(event);
  }

  received(frame) {
    if (frame.kind === "welcome") {
      this.welcome = true;
      this.tries = 0;
      this.handlers.frame(frame);
      this.handlers.line(true, "");
      for (const { request } of this.open.values()) this.send(request);
      return;
    }
    // The game is updated before the promise resolves, so that its waiter sees the new state.
    this.handlers.frame(frame);
    const waiting = this.open.get(frame.id);
    if (!waiting || frame.kind === "announced") return;
    if (frame.more) {
      waiting.part(frame.answer);
      return;
    }
    this.open.delete(frame.id);
    if (frame.kind === "refused") waiting.reject(new Refused(frame.problem));
    else waiting.resolve(frame.kind === "looked" ? frame.answer : frame);
  }

  lost(event) {
    this.welcome = false;
    if (this.gone) return;
    if (event.code === 4401 || event.code === 4404) {
      this.gone = true;
      this.handlers.line(false, event.reason || t("You were removed from this game"));
      for (const { reject } of this.open.values()) reject(new Refused({ code: "seat/unknown", detail: event.reason }));
      this.open.clear();
      return;
    }
    this.handlers.line(false, "");
    const wait = PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)];
    this.timer = setTimeout(() => this.connect(), wait);
  }

  send(request) {
    if (this.welcome && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(request));
  }

  /**
   * Send a request; resolves with the answer, rejects with Refused. `part` gets what is known before the whole answer.
   * @param {string} kind
   * @param {Record<string, any>} [fields]
   * @param {(answer: any) => void} [part]
   */
  ask(kind, fields = {}, part = () => {}) {
    this.number += 1;
    const request = { kind, id: `${this.mine}-${this.number}`, ...fields };
    if (CHANGING.includes(kind)) request.seen = this.handlers.known() ?? 0;
    return new Promise((resolve, reject) => {
      this.open.set(request.id, { request, resolve, reject, part });
      this.send(request);
    });
  }

  /** Close the connection. The seat stays and can be used again. */
  leave() {
    this.gone = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
