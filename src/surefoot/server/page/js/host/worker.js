// A worker that runs Python. As "host" it holds the games; it starts a second one, the "lane", which answers questions
// and can be stopped while it computes.

import { forget, remember, remembered } from "./memory.js";
import { memoryOf, openedPython } from "./python.js";
import { openedShelf } from "./shelf.js";

let python = null;
let host = null;
/** Connections of the page, by their number. */
const lines = new Map();
/** Messages that came before Python was ready. */
let early = [];

/** Milliseconds between two parts of background work, so that questions go first. */
const PAUSE = 50;
/** Whether this worker has done a job of the page. */
let worked = false;

onmessage = ({ data }) => {
  if (data.kind === "start") start(data).catch((error) => postMessage({ kind: "state", failed: String(error) }));
  else if (!python) early.push(data);
  else received(data);
};

function step(number) {
  postMessage({ kind: "state", step: number, of: 3 });
}

async function start({ engine, role }) {
  const lane = role === "host" ? new Lane(engine) : null;
  const { found, kept } = await pythonOf(engine);
  const module = found.pyimport("surefoot.server.in_browser.host");
  module.prepare();
  // Before it holds anything of this visit.
  const memory = lane && !kept ? taken(found) : null;
  if (lane) {
    // Games are worth more than a quick start.
    const makeRoom = () => forget(engine).catch(() => false);
    const shelf = await openedShelf((game) => host?.heard(game), makeRoom);
    host = module.Host(shelf, lane);
    if (shelf.volatile) postMessage({ kind: "state", volatile: true });
  } else host = module;
  python = found;
  postMessage({ kind: "state", ready: true });
  for (const each of early) received(each);
  early = [];
  if (memory) await remember(engine, memory, false);
  if (lane) lane.begin();
  else if (kept && !kept.warm) await warm(engine).catch((error) => console.warn(error));
}

/** Python, and the memory that it goes on from, if there is one that can be used. */
async function pythonOf(engine) {
  const kept = await remembered(engine);
  if (kept) {
    try {
      return { found: await openedPython(engine, fetched, { step, memory: kept.bytes }), kept };
    } catch {
      await forget(engine);
    }
  }
  return { found: await openedPython(engine, fetched, { step }), kept: null };
}

/** The memory of Python; null if it can't be taken, which only makes later visits slower. */
function taken(found) {
  try {
    return memoryOf(found);
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** Load every ruleset while the worker is idle, and save its memory for later visits. The memory must hold nothing of a game. */
async function warm(engine) {
  const warming = python.pyimport("surefoot.server.in_browser.warming");
  for (const name of warming.tables().toJs()) {
    await new Promise((go) => setTimeout(go, PAUSE));
    if (worked) return;
    warming.warm(name);
  }
  warming.destroy();
  const memory = taken(python);
  if (memory) await remember(engine, memory, true);
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return new Uint8Array(await answer.arrayBuffer());
}

function received(data) {
  if (data.kind === "job") return job(data);
  if (data.kind === "ask") return asked(data);
  if (data.kind === "abort") return host.give_up(data.id);
  if (data.kind === "open") return opened(data);
  if (data.kind === "say") return host.received(lines.get(data.id), data.text);
  if (data.kind === "close") {
    const line = lines.get(data.id);
    lines.delete(data.id);
    if (line) host.left(line);
  }
  return null;
}

function job({ id, payload }) {
  worked = true;
  const bytes = host.work(python.toPy(payload));
  const answer = bytes.toJs();
  bytes.destroy?.();
  postMessage({ kind: "done", id, answer });
}

async function asked({ id, method, address, body, token }) {
  try {
    const answer = await host.asked(id, method, address, body, token);
    postMessage({ kind: "answer", id, status: answer.status, text: answer.text, type: answer.type });
    answer.destroy();
  } catch {
    // It was given up: the page no longer waits for an answer.
  }
}

function opened({ id, game }) {
  const send = (text) => postMessage({ kind: "frame", id, text });
  const close = (code, reason) => postMessage({ kind: "closed", id, code, reason });
  lines.set(id, host.opened(game, send, close));
  postMessage({ kind: "opened", id });
}

/** The second worker. Its jobs are bytes, and so are their answers; one runs at a time. */
class Lane {
  constructor(engine) {
    this.engine = engine;
    this.number = 0;
    this.waiting = null;
    /** Until it is there for the first time, the host answers questions itself. */
    this.missing = true;
  }

  begin() {
    this.worker = new Worker(import.meta.url, { type: "module", name: "surefoot-lane" });
    this.waiting = null;
    this.worker.onmessage = ({ data }) => {
      if (data.kind === "done" && data.id === this.number) this.waiting?.resolve(data.answer);
      else if (data.ready) this.missing = false;
      else if (data.failed) this.waiting?.reject(new Error(data.failed));
    };
    this.worker.postMessage({ kind: "start", engine: this.engine, role: "lane" });
  }

  /** Run a job. */
  run(payload) {
    const bytes = payload.toJs ? payload.toJs() : payload;
    this.number += 1;
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.worker.postMessage({ kind: "job", id: this.number, payload: bytes });
    });
  }

  /** Stop what runs: the worker ends, and another one starts. */
  stop() {
    this.worker.terminate();
    this.waiting?.reject(new Error("stopped"));
    this.begin();
  }
}
