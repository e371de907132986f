// <surefoot-table src="table.json">: a table with its referee, for other pages. See surefoot-table.d.ts for its types.

import { el, fill, svg } from "../dom.js";
import { merged } from "../net.js";
import { tableOf } from "../table/decode.js";
import { smoothPath } from "../table/outline.js";
import { TableView } from "../table/view.js";
import { t } from "../words.js";
import { hostAt } from "./hosts.js";

const STYLES = ["tokens", "page", "parts", "table", "overlay"];

/** The referee refused a request; `problem.code` is stable. */
export class SurefootProblem extends Error {
  constructor(problem) {
    super(problem.detail || problem.title || problem.code);
    this.name = "SurefootProblem";
    this.problem = problem;
  }
}

export class SurefootTable extends HTMLElement {
  static observedAttributes = ["src"];

  #host = null;
  #seat = null;
  #state = null;
  #picked = "";
  #number = 0;
  #asked = null;

  constructor() {
    super();
    this.view = new TableView({ pick: (id) => this.pick(id), ground: (point) => this.#aimed(point) });
    this.status = el("p", { class: "status-line", role: "status" });
    const styles = STYLES.map((name) => el("link", { rel: "stylesheet", href: new URL(`../../css/${name}.css`, import.meta.url).href }));
    const own = el("link", { rel: "stylesheet", href: new URL("../../css/embedded.css", import.meta.url).href });
    this.attachShadow({ mode: "open" }).append(...styles, own, el("div", { class: "play embedded" }, this.view.element, this.status));
  }

  /** The state of the table: where everything stands, the clock, the open question. */
  get state() {
    return this.#state;
  }

  /** The model that is selected; empty if there is none. */
  get picked() {
    return this.#picked;
  }

  attributeChangedCallback(_name, before, now) {
    if (now && now !== before) this.#load(now);
  }

  disconnectedCallback() {
    this.#asked?.abort();
  }

  async #load(address) {
    try {
      const answer = await fetch(new URL(address, document.baseURI));
      if (!answer.ok) throw new SurefootProblem({ code: "page/not-found", detail: t("{file} can’t be loaded", { file: address }) });
      await this.setTable(await answer.text());
    } catch (wrong) {
      this.#tellProblem(wrong);
    }
  }

  /** Set up a scenario, as text or as data; resolves with the state, rejects with a SurefootProblem. */
  async setTable(scenario) {
    this.#say(t("Setting up the table …"));
    this.#host ??= await hostAt(this.getAttribute("server"), this.getAttribute("engine"));
    const drafted = await this.#ask("POST", "/v1/table", { scenario });
    if (!drafted.table) throw new SurefootProblem({ code: "file/invalid", detail: drafted.problems.map((each) => each.says).join("; "), problems: drafted.problems });
    const table = tableOf(drafted.table);
    const sides = [...new Set([...table.models.values()].map((model) => model.side))].filter(Boolean);
    const begun = await this.#ask("POST", "/v1/games", { scenario, mode: this.getAttribute("mode") ?? "enforce", dice: this.getAttribute("dice") ?? "server", ...(sides.length ? { host: { sides }, invite: [] } : {}) });
    this.#seat = { game: begun.game, token: begun.token };
    this.#state = drafted.state;
    this.#picked = "";
    this.view.setTable(table);
    this.view.place(this.#state);
    this.#seq = 0;
    this.#say("");
    this.#tell("surefoot-ready", { state: this.#state, sides });
    return this.#state;
  }

  #seq = 0;

  /** What the referee says of a declaration; nothing changes. */
  async check(declaration) {
    const verdict = await this.#request("preview", { declaration });
    this.#tell("surefoot-verdict", { declaration, verdict });
    return verdict;
  }

  /** Make a declaration; resolves with its outcome. Open questions are in `state` and in the event. */
  declare(declaration) {
    return this.#change("declare", { declaration });
  }

  /** Answer the open question: {roll: true}, {faces: [4]} or {value: "leap"}. */
  answer(given) {
    return this.#change("answer", given);
  }

  /** Undo the last declaration. */
  undo() {
    return this.#change("undo", {});
  }

  /** Where a model can end its move; drawn on the table. */
  async reach(who, action = "") {
    this.#asked?.abort();
    this.#asked = new AbortController();
    const found = await this.#request("reach", { who, action }, this.#asked.signal);
    const { depth } = this.view.table;
    const bands = found.levels.flatMap((level) => level.bands.map((band, i) => svg("path", { class: `band${i === level.bands.length - 1 ? " outer" : ""}`, d: band.rings.map((ring) => smoothPath(ring, depth)).join("") })));
    fill(this.view.layers.reach, ...bands);
    return found;
  }

  /** The cheapest path of a model to a place, judged. */
  route(who, to, action = "") {
    return this.#request("route", { who, to, action });
  }

  /** Select a model: its reach is shown. */
  async pick(who) {
    this.#picked = who;
    this.#tell("surefoot-pick", { who });
    fill(this.view.layers.reach);
    if (!who) return;
    try {
      await this.reach(who);
    } catch (wrong) {
      if (wrong.name !== "AbortError") this.#tellProblem(wrong);
    }
  }

  /** A tap on the ground with a model selected: the cheapest way there, as a verdict. */
  async #aimed(to) {
    if (!this.#picked) return;
    try {
      const found = await this.route(this.#picked, to);
      this.#tell("surefoot-aim", { who: this.#picked, to, route: found });
      const verdict = found.outcome ?? found.outcomes?.[0];
      if (verdict) this.#tell("surefoot-verdict", { declaration: verdict.declaration, verdict });
    } catch (wrong) {
      this.#tellProblem(wrong);
    }
  }

  async #change(kind, fields) {
    const done = await this.#request(kind, { ...fields, seen: this.#seq });
    const line = done.announced ?? done;
    this.#seq = line.seq;
    this.#state = line.state ?? merged(this.#state, line.patch ?? {});
    this.view.place(this.#state);
    fill(this.view.layers.reach);
    this.#tell("surefoot-change", { entry: line.entry, outcome: line.outcome, question: line.question ?? null, state: this.#state });
    return line;
  }

  async #request(kind, fields, signal = null) {
    if (!this.#seat) throw new SurefootProblem({ code: "state/not-now", detail: t("Set a table first") });
    this.#number += 1;
    const frame = await this.#ask("POST", `/v1/games/${this.#seat.game}/requests`, { kind, id: `embedded-${this.#number}`, ...fields }, signal);
    return frame.kind === "looked" ? frame.answer : frame;
  }

  async #ask(method, address, body, signal = null) {
    const headers = { "Content-Type": "application/json", ...(this.#seat ? { Authorization: `Bearer ${this.#seat.token}` } : {}) };
    const answer = await this.#host.fetch(address, { method, headers, body: JSON.stringify(body), signal });
    const found = answer.status === 204 ? null : await answer.json();
    if (!answer.ok) throw new SurefootProblem(found);
    return found;
  }

  #say(text) {
    this.status.textContent = text;
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  #tellProblem(wrong) {
    this.#say(wrong.message);
    this.#tell("surefoot-problem", { problem: wrong.problem ?? { code: "page/failed", detail: String(wrong.message ?? wrong) } });
  }
}

export { hostAt };

customElements.define("surefoot-table", SurefootTable);
