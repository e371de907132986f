// The page's side of a host that is a worker in this browser: requests and sockets as messages.

/** Answers that never change are files, written by `make static`: they are there before Python is. */
const KEPT = /^\/v1\/(scenarios|rulesets|schema)\b/;

/** Start the worker; the host is there at once, and answers when it is ready. */
export function started(engine) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "surefoot" });
  return new BrowserHost(worker, engine);
}

/** A connection to a game, as a WebSocket has it. */
class Line {
  constructor(host, game, number) {
    Object.assign(this, { host, number, readyState: WebSocket.CONNECTING, onopen: null, onmessage: null, onclose: null });
    host.post({ kind: "open", id: number, game });
  }

  opened() {
    this.readyState = WebSocket.OPEN;
    this.onopen?.({});
  }

  send(text) {
    this.host.post({ kind: "say", id: this.number, text });
  }

  close() {
    this.readyState = WebSocket.CLOSED;
    this.host.post({ kind: "close", id: this.number });
    this.host.open.delete(this.number);
  }
}

class BrowserHost {
  constructor(worker, engine) {
    this.alone = true;
    this.worker = worker;
    this.engine = engine;
    this.number = 0;
    /** What waits for an answer, and open connections, by number. */
    this.open = new Map();
    /** Called with what the host says about itself: {step, of}, {ready: true}, {volatile: true}, {failed: "…"}. */
    this.listeners = [];
    this.told = [];
    worker.onmessage = (event) => this.received(event.data);
    worker.onerror = (event) => this.received({ kind: "state", failed: event.message || "worker", late: this.told.some((each) => each.ready) });
    worker.postMessage({ kind: "start", engine: engine.href, role: "host" });
  }

  /** Hear how the host is doing, from the beginning. */
  listen(tell) {
    for (const each of this.told) tell(each);
    this.listeners.push(tell);
  }

  post(message) {
    this.worker.postMessage(message);
  }

  received(message) {
    if (message.kind === "state") {
      this.told.push(message);
      for (const tell of this.listeners) tell(message);
      return;
    }
    const waiting = this.open.get(message.id);
    if (!waiting) return;
    if (message.kind === "answer") {
      this.open.delete(message.id);
      waiting.resolve(new Response(message.status === 204 ? null : message.text, { status: message.status, headers: { "Content-Type": message.type } }));
    } else if (message.kind === "opened") waiting.opened();
    else if (message.kind === "frame") waiting.onmessage?.({ data: message.text });
    else if (message.kind === "closed") {
      this.open.delete(message.id);
      waiting.readyState = WebSocket.CLOSED;
      waiting.onclose?.({ code: message.code, reason: message.reason });
    }
  }

  /** @param {string} address @param {RequestInit} [asked] */
  async fetch(address, { method = "GET", headers = {}, body = "", signal = null } = {}) {
    if (method === "GET" && KEPT.test(address)) {
      const found = await fetch(new URL(`answers${address}.json`, this.engine)).catch(() => null);
      if (found?.ok) return found;
    }
    const id = ++this.number;
    const token = (headers.Authorization ?? "").replace("Bearer ", "");
    return new Promise((resolve, reject) => {
      const aborted = () => {
        this.open.delete(id);
        this.post({ kind: "abort", id });
        reject(signal.reason);
      };
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener("abort", aborted, { once: true });
      this.open.set(id, { resolve });
      this.post({ kind: "ask", id, method, address, body, token });
    });
  }

  /** @param {string} game */
  socket(game) {
    const id = ++this.number;
    const line = new Line(this, game, id);
    this.open.set(id, line);
    return line;
  }
}
