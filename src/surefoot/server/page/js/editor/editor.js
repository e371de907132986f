// The table editor: edit a table, see at once whether it is valid, save it, play on it.

import { announce, head, headNamed } from "../app.js";
import { button, el, fill } from "../dom.js";
import { capital, named } from "../format.js";
import { SORTS } from "../labels.js";
import { begin } from "../lobby/begin.js";
import { ask, once } from "../net.js";
import { bareName } from "../rulesets.js";
import { tableOf } from "../table/decode.js";
import { TableView } from "../table/view.js";
import { t, tn } from "../words.js";
import { Checking } from "./checking.js";
import { blank, Draft, newPiece } from "./draft.js";
import { Hand } from "./hand.js";
import { kindOf, Panel } from "./panel.js";
import { tidy } from "./shapes.js";

const KEPT = "surefoot.draft";
const TURN = 15;

/** @param {HTMLElement} host @param {string[]} rest the name of a bundled scenario, or nothing for the last draft */
export async function show(host, [name]) {
  head(t("Table editor"));
  const [schema, rulesets] = await Promise.all([once("/v1/schema/scenario"), once("/v1/rulesets")]);
  const editor = new Editor(host, schema, rulesets.rulesets);
  editor.open(name ? (await once(`/v1/scenarios/${encodeURIComponent(name)}`)).scenario : remembered() ?? blank(editor.usual));
  return () => editor.end();
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null");
  } catch {
    return null;
  }
}

class Editor {
  constructor(host, schema, rulesets) {
    this.schema = schema;
    this.rulesets = rulesets;
    // New tables use the first ruleset in inches.
    this.usual = (rulesets.find((each) => each.unit === "inch") ?? rulesets[0]).name;
    this.picked = "";
    this.problems = [];
    this.step = 0.5;
    this.space = null;
    this.draft = new Draft(blank(this.usual));
    this.hand = new Hand(this);
    this.view = new TableView({
      pick: (id) => this.pick(id),
      ground: (point, _surface, event) => this.pick(this.hand.pieceOf(event)),
      drag: (point, id, event) => this.hand.take(point, id, event),
      key: (event, id) => this.key(event, id),
      moved: () => this.hand.show(),
    });
    this.view.element.setAttribute("aria-label", t("Table. Select a piece or a model, then drag it or move it with the arrow keys."));
    this.panel = new Panel(this);
    this.tools = el("div", { class: "editor-tools", role: "group", "aria-label": t("Tools") });
    this.checking = new Checking((answer) => this.checked(answer), (wrong) => announce(wrong.message, wrong.from));
    this.stage = el("div", { class: "editor-stage" }, this.view.element);
    fill(host, el("div", { class: "editor" }, el("div", { class: "editor-table" }, this.tools, this.stage), this.panel.element));
    this.keys = (event) => this.global(event);
    addEventListener("keydown", this.keys);
  }

  open(scenario) {
    this.draft = new Draft(scenario);
    this.picked = "";
    this.changed();
  }

  /** The draft has changed: store it, show it and check it. */
  changed() {
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.draft.scenario));
    } catch {
      // Without storage the draft can still be saved to a file.
    }
    this.bar();
    this.panel.show();
    this.hand.show();
    this.checking.soon(() => this.draft.scenario);
  }

  /** Change the draft in one step that can be undone. */
  change(what) {
    this.draft.keep();
    what(this.draft);
    this.changed();
  }

  /** Show the answer of the server. */
  checked({ table, state, problems }) {
    const before = this.problems.length;
    this.problems = problems;
    if (table?.board) {
      this.table = tableOf(table);
      this.view.setTable(this.table);
      this.view.place(state);
      this.view.mark(this.troopers());
      this.space?.setTable(this.table, state);
    }
    this.hand.show();
    this.panel.judged();
    if (problems.length !== before) announce(problems.length ? tn("{n} problem: {first}", "{n} problems: {first}", problems.length, { first: capital(problems[0].says) }) : t("Ready to play"));
  }

  troopers() {
    return [...this.view.tokens.keys()].filter((id) => this.picked && this.draft.find(id)?.entry.id === this.picked);
  }

  bar() {
    headNamed(
      this.draft.data.name || t("Table"),
      button(t("Save"), () => this.save(), { class: "small" }),
      button(t("Play"), () => this.play(), { class: "small strong" }),
    );
    fill(
      this.tools,
      button("↶", () => this.back("undo"), { class: "quiet icon", "aria-label": t("Undo"), disabled: !this.draft.past.length }),
      button("↷", () => this.back("redo"), { class: "quiet icon", "aria-label": t("Redo"), disabled: !this.draft.future.length }),
      button(t("3D"), () => this.toggle3d(), { class: "small", "aria-pressed": String(Boolean(this.space)) }),
    );
  }

  /** Switch between the 2D and the 3D view. */
  async toggle3d() {
    if (this.space) {
      this.space.end();
      this.space = null;
    } else if (this.table) {
      const { show3d } = await import("../three/view.js");
      this.space = show3d(this.stage, this.table, this.view.state);
    }
    this.view.element.toggleAttribute("hidden", Boolean(this.space));
    this.bar();
  }

  back(which) {
    if (!this.draft[which]()) return;
    if (!this.draft.find(this.picked)) this.picked = "";
    this.changed();
  }

  pick(id) {
    const thing = id ? this.draft.find(id) : undefined;
    this.picked = thing ? String(thing.entry.id) : "";
    this.view.mark(this.troopers());
    this.hand.show();
    this.panel.show();
    if (thing) announce(t("{name} · {kind}", { name: named(this.picked), kind: kindOf(thing) }));
  }

  /** The middle of the visible part of the table. */
  middle() {
    const { x, y, w, h } = this.view.camera.box;
    const { width, depth } = this.draft.board;
    const seen = this.table ? [(x + w / 2) / 40, depth - (y + h / 2) / 40] : [width / 2, depth / 2];
    return [Math.min(width, Math.max(0, tidy(Math.round(seen[0])))), Math.min(depth, Math.max(0, tidy(Math.round(seen[1]))))];
  }

  addPiece(sort) {
    const { width, depth } = this.draft.board;
    const size = Math.max(2, Math.round(Math.max(width, depth) / 8));
    const entry = newPiece(sort, this.middle(), size);
    this.change((draft) => {
      this.picked = draft.add("terrain", { id: sort, ...entry });
    });
    announce(t("{kind} added in the middle", { kind: SORTS[sort] }));
  }

  /** Add a model like the selected one, the last one, or one of a bundled scenario with the same ruleset. */
  async addModel() {
    const { models } = this.draft.data;
    const like = this.draft.find(this.picked)?.section === "models" ? this.draft.find(this.picked).entry : models.at(-1) ?? (await this.sample());
    const { on: _on, place: _place, unit: _unit, ...entry } = structuredClone(like ?? { id: "model", base: 25, profile: {} });
    this.change((draft) => {
      this.picked = draft.add("models", { ...entry, at: this.middle() });
    });
    announce(t("{kind} added in the middle", { kind: named(this.picked) }));
  }

  async sample() {
    const { scenarios } = await once("/v1/scenarios");
    const ruleset = bareName(this.draft.data.ruleset);
    const found = scenarios.find((each) => each.ruleset === ruleset);
    if (!found) return null;
    const whole = new Draft((await once(`/v1/scenarios/${encodeURIComponent(found.name)}`)).scenario);
    return whole.data.models[0] ?? null;
  }

  remove() {
    const gone = this.picked;
    if (!gone) return;
    this.change((draft) => draft.remove(gone));
    this.pick("");
    announce(t("{name} removed", { name: named(gone) }));
  }

  copy() {
    if (!this.picked) return;
    this.change((draft) => {
      this.picked = draft.copy(this.picked);
    });
  }

  turn(degrees) {
    if (this.picked) this.change((draft) => draft.turn(this.picked, degrees));
  }

  nudge(dx, dy) {
    this.change((draft) => draft.move(this.picked, dx, dy));
  }

  key(event, id) {
    const own = !id || this.draft.find(id)?.entry.id === this.picked;
    return Boolean(this.picked) && own && this.handled(event);
  }

  /** Handle keys for the selected entry; true if it was one of them. */
  handled(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    const far = this.step || 0.1;
    const moves = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, far], ArrowDown: [0, -far] };
    if (moves[event.key]) this.nudge(...moves[event.key]);
    else if (event.key === "," || event.key === ".") this.turn(event.key === "." ? TURN : -TURN);
    else if (event.key === "Delete" || event.key === "Backspace") this.remove();
    else if (event.key === "Escape") this.pick("");
    else return false;
    return true;
  }

  global(event) {
    if (event.target.closest?.("input, select, textarea")) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      this.back(event.shiftKey ? "redo" : "undo");
    } else if (event.target.closest?.(".editor-things") && this.picked && this.handled(event)) event.preventDefault();
  }

  async openFile(file) {
    try {
      const { scenario } = await ask("/v1/table", { body: { scenario: await file.text() } });
      if (!scenario || typeof scenario !== "object") throw new Error(t("This file is not a scenario"));
      this.open(scenario);
      announce(t("Opened {file}", { file: file.name }));
    } catch (wrong) {
      announce(wrong.problem?.problems?.[0]?.says ?? wrong.message, wrong.from);
    }
  }

  save() {
    const name = String(this.draft.data.name || "table").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "table";
    const file = `${name}.json`;
    const address = URL.createObjectURL(new Blob([`${JSON.stringify(this.draft.scenario, null, 2)}\n`], { type: "application/json" }));
    el("a", { href: address, download: file }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
    announce(t("Saved as {file}", { file }));
  }

  async play() {
    try {
      await begin({ scenario: this.draft.scenario });
    } catch (wrong) {
      const listed = wrong.problem?.problems ?? [];
      announce(listed.length ? listed.map((each) => capital(each.says)).join("; ") : wrong.message, wrong.from);
    }
  }

  end() {
    removeEventListener("keydown", this.keys);
    this.checking.end();
    this.space?.end();
    this.view.end();
  }
}
