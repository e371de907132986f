// The table editor: edit a table, see at once whether it is valid, save it, play on it.

import { announce, head, headNamed } from "../app.js";
import { button, el, fill } from "../dom.js";
import { capital, named } from "../format.js";
import { linkOf } from "../host/table_link.js";
import { SORTS } from "../labels.js";
import { begin } from "../lobby/begin.js";
import { ask, once } from "../net.js";
import { bareName } from "../rulesets.js";
import { tableOf } from "../table/decode.js";
import { TableView } from "../table/view.js";
import { t, tn } from "../words.js";
import { advice } from "./advice.js";
import { align, mirror } from "./arrange.js";
import { Checking } from "./checking.js";
import { bringDialog } from "./bring.js";
import { blank, Draft, newPiece, sortOf } from "./draft.js";
import { Hand } from "./hand.js";
import { keepPiece } from "./own_pieces.js";
import { Palette } from "./palette.js";
import { Placing } from "./placing.js";
import { BoardPicture } from "./picture.js";
import { kindOf, Panel } from "./panel.js";
import { middle, moved, snapped, tidy } from "./shapes.js";
import { Tray } from "./tray.js";
import { drawZones } from "./zones.js";

const KEPT = "surefoot.draft";
const TURN = 15;
/** New models are put so far apart. */
const APART = 2;

/** @param {HTMLElement} host @param {string[]} rest the name of a bundled scenario, or nothing for the last draft */
export async function show(host, [name]) {
  head(t("Table editor"));
  const [schema, rulesets] = await Promise.all([once("/v1/schema/scenario"), once("/v1/rulesets")]);
  const editor = new Editor(host, schema, rulesets.rulesets);
  const kept = name ? (await once(`/v1/scenarios/${encodeURIComponent(name)}`)).scenario : remembered();
  editor.open({ ...blank(editor.usual), ...kept });
  if (!kept?.ruleset) editor.startBlank(kept ?? {});
  return () => editor.end();
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null");
  } catch {
    return null;
  }
}

/** The fields of a unit whose models are like a model. */
function unitOf(model) {
  const { id, counters: _counters, decks: _decks, ...rest } = model;
  return { ...rest, of: String(id) };
}

class Editor {
  constructor(host, schema, rulesets) {
    this.schema = schema;
    this.rulesets = rulesets;
    // New tables use the first ruleset in inches.
    this.usual = (rulesets.find((each) => each.unit === "inch") ?? rulesets[0]).name;
    this.picked = "";
    /** Further selected entries, besides the picked one. */
    this.also = new Set();
    /** Whether every tap selects one more, for those who have no Shift key. */
    this.more = false;
    this.palette = new Palette(this);
    this.placing = new Placing(this);
    this.picture = new BoardPicture(this);
    this.problems = [];
    this.step = 0.5;
    this.space = null;
    this.draft = new Draft(blank(this.usual));
    this.hand = new Hand(this);
    this.view = new TableView({
      pick: (id, event) => (event?.clientX !== undefined && this.placing.tap(event)) || this.tapped(id, event),
      ground: (point, _surface, event) => this.picture.tap(point) || this.placing.tap(event) || this.tapped(this.hand.pieceOf(event), event),
      drag: (point, id, event) => this.hand.take(point, id, event),
      key: (event, id) => this.key(event, id),
      moved: () => this.hand.show(),
    });
    this.view.element.setAttribute("aria-label", t("Table. Select a piece or a model, then drag it or move it with the arrow keys."));
    this.panel = new Panel(this);
    this.tools = el("div", { class: "editor-tools", role: "group", "aria-label": t("Tools") });
    this.checking = new Checking((answer) => this.checked(answer), (wrong) => announce(wrong.message, wrong.from));
    this.checking.waits = (waits) => this.panel.waits(waits);
    this.tray = new Tray(this);
    this.stage = el("div", { class: "editor-stage" }, this.view.element, this.placing.element);
    fill(host, el("div", { class: "editor" }, this.palette.column, el("div", { class: "editor-table" }, this.tools, this.stage, this.tray.element), this.panel.element));
    this.keys = (event) => this.global(event);
    addEventListener("keydown", this.keys);
  }

  open(scenario) {
    this.draft = new Draft(scenario);
    this.picked = "";
    this.fits = true;
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
    this.tray.draw();
    this.checking.soon(() => this.draft.rules);
  }

  /** Change the draft in one step that can be undone. */
  change(what) {
    this.draft.keep();
    what(this.draft);
    this.changed();
  }

  /** Show the answer of the server. */
  checked({ table, state, problems, advice: hints = [] }) {
    const before = this.problems.length;
    this.problems = [...problems, ...hints.map((says) => ({ where: "", says, stops: false })), ...advice(this.draft, this.table?.sign)];
    if (table?.board) {
      this.table = tableOf(table);
      this.view.setTable(this.table);
      this.picture.draw();
      drawZones(this.view, this.draft.data.zones);
      this.tray.draw();
      this.view.place(state);
      this.view.mark(this.troopers());
      this.space?.setTable({ ...this.table, picture: this.picture.shown }, state);
      // An answer on an older draft is followed by one on the newest.
      if (this.fits && !this.checking.next) {
        this.fits = false;
        requestAnimationFrame(() => this.view.camera.fit());
      }
    }
    this.hand.show();
    this.panel.judged();
    const now = this.problems;
    // A table that is just begun has nothing on it yet, and a dialog asks for its rules.
    if (now.length !== before && !document.querySelector("dialog[open]")) announce(now.length ? tn("{n} problem: {first}", "{n} problems: {first}", now.length, { first: capital(now[0].says) }) : t("Ready to play"));
  }

  troopers() {
    return [...this.view.tokens.keys()].filter((id) => this.picked && this.chosen.includes(String(this.draft.find(id)?.entry.id)));
  }

  bar() {
    headNamed(
      this.draft.data.name || t("Table"),
      button(t("Bring a list or a map"), () => bringDialog(this), { class: "small bring-button", icon: "clipboard-paste", "aria-label": t("Bring a list or a map") }),
      button(t("Save"), () => this.save(), { class: "small", icon: "download", "aria-label": t("Save") }),
      button(t("Copy link"), () => this.share(), { class: "small", icon: "link", title: t("A link that holds the whole table"), "aria-label": t("Copy link") }),
      button(t("Play, both sides"), () => this.play("here"), { class: "small strong", icon: "play", "aria-label": t("Play, both sides") }),
    );
    fill(
      this.tools,
      button("", () => this.back("undo"), { class: "quiet icon", icon: "undo-2", "aria-label": t("Undo"), title: t("Undo"), disabled: !this.draft.past.length }),
      button("", () => this.back("redo"), { class: "quiet icon", icon: "redo-2", "aria-label": t("Redo"), title: t("Redo"), disabled: !this.draft.future.length }),
      button("", () => this.view.camera.zoom(1.4), { class: "quiet icon", icon: "zoom-in", "aria-label": t("Zoom in") }),
      button("", () => this.view.camera.zoom(1 / 1.4), { class: "quiet icon", icon: "zoom-out", "aria-label": t("Zoom out") }),
      button("", () => this.view.camera.fit(), { class: "quiet icon", icon: "maximize", "aria-label": t("Show the whole table") }),
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
      this.space = show3d(this.stage, { ...this.table, picture: this.picture.shown }, this.view.state);
    }
    this.view.element.toggleAttribute("hidden", Boolean(this.space));
    this.bar();
  }

  back(which) {
    if (!this.draft[which]()) return;
    if (!this.draft.find(this.picked)) this.picked = "";
    this.changed();
  }

  /** The ids of everything that is selected. */
  get chosen() {
    return [...new Set([this.picked, ...this.also])].filter((id) => id && this.draft.find(id));
  }

  /** A tap on the table: what is there is selected, and shown in the panel. */
  tapped(id, event) {
    this.pick(id, event?.shiftKey || (this.more && Boolean(id)));
    this.panel.turn(this.picked ? "edit" : "");
  }

  /** Select an entry, or add it to the selected ones. */
  pick(id, more = false) {
    const thing = id ? this.draft.find(id) : undefined;
    if (more && thing && this.picked) {
      const name = String(thing.entry.id);
      if (this.also.has(name)) this.also.delete(name);
      else if (name !== this.picked) this.also.add(name);
      this.view.mark(this.troopers());
      this.hand.show();
      this.panel.show();
      announce(t("{n} selected", { n: this.chosen.length }));
      return;
    }
    // The first press selects a whole unit, the next one a model of it.
    const mates = thing?.entry.unit && !this.chosen.includes(String(thing.entry.id)) ? this.draft.data.models.filter((each) => each.unit === thing.entry.unit && each.at).map((each) => String(each.id)) : [];
    this.also = new Set(mates);
    if (!thing) this.more = false;
    this.picked = thing ? String(thing.entry.id) : "";
    this.view.mark(this.troopers());
    this.hand.show();
    this.panel.show();
    if (thing) announce(t("{name} · {kind}", { name: named(this.picked), kind: kindOf(thing) }));
  }

  /** Select several entries. */
  choose(ids) {
    [this.picked = ""] = ids;
    this.also = new Set(ids.slice(1));
    this.view.mark(this.troopers());
    this.hand.show();
    this.panel.show();
    this.panel.turn("edit");
  }

  /** The middle of the visible part of the table. */
  middle() {
    const { x, y, w, h } = this.view.camera.box;
    const { width, depth } = this.draft.board;
    const seen = this.table ? [(x + w / 2) / 40, depth - (y + h / 2) / 40] : [width / 2, depth / 2];
    return [Math.min(width, Math.max(0, tidy(Math.round(seen[0])))), Math.min(depth, Math.max(0, tidy(Math.round(seen[1]))))];
  }

  /** A spot beside every model, as near to a point as the row to its right has room. */
  free([x, y]) {
    const taken = this.draft.data.models.map((each) => each.at).filter(Boolean);
    let spot = [x, y];
    while (taken.some(([a, b]) => Math.hypot(a - spot[0], b - spot[1]) < APART)) spot = spot[0] + APART < this.draft.board.width ? [tidy(spot[0] + APART), spot[1]] : [x, tidy(spot[1] + APART)];
    return spot;
  }

  /** Whether a pointer is over the table. */
  isOver(event) {
    const frame = this.view.element.getBoundingClientRect();
    const inside = event.clientX > frame.left && event.clientX < frame.right && event.clientY > frame.top && event.clientY < frame.bottom;
    return inside && this.view.table && this.view.onBoard(this.view.camera.at(event.clientX, event.clientY));
  }

  /** The point of the table under a pointer, on the grid. */
  pointAt(event) {
    return snapped(this.view.camera.at(event.clientX, event.clientY), this.step);
  }

  /** Add a piece at a point, or in the middle of what is shown. */
  addPiece(sort, at = null, high = 3, given = {}) {
    const { width, depth } = this.draft.board;
    const size = Math.max(2, Math.round(Math.max(width, depth) / 8));
    const entry = { ...newPiece(sort, at ?? this.middle(), size, high), ...given };
    this.change((draft) => {
      this.picked = draft.add("terrain", { id: sort, ...entry });
    });
    this.panel.focusName();
    announce(at ? t("{kind} added", { kind: SORTS[sort] }) : t("{kind} added in the middle", { kind: SORTS[sort] }));
  }

  /** Keep the selected pieces for other tables. */
  keepOwn() {
    const entries = this.chosen.map((id) => this.draft.find(id)).filter((each) => each.section === "terrain").map((each) => each.entry);
    const name = entries.length > 1 ? t("{name} and {n} more", { name: named(entries[0].id), n: entries.length - 1 }) : String(entries[0].id);
    announce(keepPiece(name, entries) ? t("{name} was added to your pieces", { name: named(name) }) : t("This browser allows no storage"));
    this.panel.show();
  }

  /** Add kept pieces, their middle at a point. */
  addOwn(name, entries, at = null) {
    const [x, y] = at ?? this.middle();
    const [mx, my] = middle(entries.flatMap((entry) => [middle(entry[sortOf(entry)])]));
    const names = new Map();
    this.change((draft) => {
      for (const entry of entries) {
        const sort = sortOf(entry);
        const made = { ...structuredClone(entry), [sort]: moved(entry[sort], tidy(x - mx), tidy(y - my)) };
        for (const key of ["on", "from", "to"]) if (names.has(made[key])) made[key] = names.get(made[key]);
        names.set(String(entry.id), draft.add("terrain", made));
      }
    });
    this.choose([...names.values()]);
    announce(t("{kind} added", { kind: named(name) }));
  }

  /** Add a model or a unit like the selected one, the last one, or one of a bundled scenario with the same ruleset. */
  async addModel(at = null, { base = null, count = 1, side = "" } = {}) {
    const { models, units } = this.draft.data;
    const picked = this.draft.find(this.picked);
    // A model with a hull drives; its profile fits no base.
    const like = [picked?.section === "models" ? picked.entry : null, models.findLast((each) => !each.hull)].find((each) => each && !each.hull) ?? (await this.sample());
    const { on: _on, place: _place, unit: _unit, ...entry } = structuredClone(like ?? { id: "model", base: 25, profile: {} });
    const place = at ?? this.free(this.middle());
    const sides = [...new Set([...models, ...units].map((each) => each.side).filter(Boolean))];
    const made = { ...entry, ...(base ? { base } : {}), side: side || entry.side || sides[0] || "blue", at: place };
    if (count === 1 && this.view.table) this.hand.setDown(made);
    this.change((draft) => {
      if (count > 1) this.picked = draft.add("units", { ...unitOf(made), id: "unit", count, formation: [Math.ceil(count / 2), 2], gap: 0.4 });
      else this.picked = draft.add("models", made);
    });
    this.panel.focusName();
    announce(at ? t("{kind} added", { kind: named(this.picked) }) : t("{kind} added in the middle", { kind: named(this.picked) }));
  }

  /** Copy terrain to the other half of the table. */
  mirror(how) {
    let copies = [];
    this.change((draft) => {
      copies = mirror(draft, this.chosen, how);
    });
    announce(tn("{n} piece mirrored", "{n} pieces mirrored", copies.length));
  }

  align(edge) {
    this.change((draft) => align(draft, this.chosen, edge));
  }

  /** A new table begins with the question by which rules it is played. `given` is what it has already. */
  startBlank(given = {}) {
    const dialog = el(
      "dialog",
      { class: "dialog", "aria-labelledby": "new-table" },
      el("h2", { id: "new-table", text: t("Which game is the table for?") }),
      el("div", { class: "choices" }, ...this.rulesets.map((each) => button(each.title, () => {
        dialog.close();
        this.open({ ...blank(each.name), ...given, ...(each.unit === "metre" ? { scale: 1 } : {}), ...(each.options?.some((option) => option.name === "premeasure") ? { options: { premeasure: true } } : {}) });
      }, { class: "wide", data: { from: "table", ruleset: each.name } }))),
      el("div", { class: "row end" }, button(t("Cancel"), () => dialog.close())),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  /** A model on foot from a bundled table of the same ruleset, for its profile; null if there is none. */
  async sample() {
    const { scenarios } = await once("/v1/scenarios");
    const ruleset = bareName(this.draft.data.ruleset);
    for (const { name } of scenarios.filter((each) => each.ruleset === ruleset)) {
      const whole = new Draft((await once(`/v1/scenarios/${encodeURIComponent(name)}`)).scenario);
      const found = whole.data.models.find((each) => !each.hull);
      if (found) return { ...found, id: "model" };
    }
    return null;
  }

  remove() {
    const gone = this.chosen;
    if (!gone.length) return;
    this.change((draft) => gone.forEach((id) => draft.remove(id)));
    this.pick("");
    announce(gone.length > 1 ? t("{n} removed", { n: gone.length }) : t("{name} removed", { name: named(gone[0]) }));
  }

  copy() {
    if (!this.picked) return;
    this.change((draft) => {
      this.picked = draft.copy(this.picked);
    });
  }

  turn(degrees) {
    const { chosen } = this;
    if (chosen.length) this.change((draft) => chosen.forEach((id) => draft.turn(id, degrees)));
  }

  nudge(dx, dy) {
    const { chosen } = this;
    this.change((draft) => chosen.forEach((id) => draft.move(id, dx, dy)));
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
    else if (event.key === "Escape") {
      this.placing.drop();
      this.pick("");
    }
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

  /** Copy a link that holds the whole table. */
  async share() {
    const link = await linkOf(this.draft.scenario);
    if (!link) return announce(t("This table is too large for a link: save it as a file"));
    try {
      await navigator.clipboard.writeText(link);
      return announce(t("Link copied"));
    } catch {
      location.hash = new URL(link).hash;
      return announce(t("The address of this page now holds the table: copy it"));
    }
  }

  /** Play on the table: alone for all sides, or with others by invitation. */
  async play(players) {
    const stop = this.problems.find((each) => each.stops);
    if (stop) {
      announce(stop.says);
      return;
    }
    const { models, units } = this.draft.data;
    const sides = [...new Set([...models, ...units].map((each) => each.side).filter(Boolean).map(String))];
    try {
      await begin({ scenario: this.draft.scenario, ...(players === "here" && sides.length ? { host: { sides }, invite: [] } : {}) });
    } catch (wrong) {
      const listed = wrong.problem?.problems ?? [];
      announce(listed.length ? listed.map((each) => capital(each.says)).join("; ") : wrong.message, wrong.from);
    }
  }

  end() {
    removeEventListener("keydown", this.keys);
    this.checking.end();
    this.palette.end();
    this.space?.end();
    this.view.end();
  }
}
