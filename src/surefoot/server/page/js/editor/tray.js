// The tray: models and units that wait beside the table. They are dragged to it, or a press sets them up in their zone.

import { announce } from "../app.js";
import { button, el, fill, svg } from "../dom.js";
import { named } from "../format.js";
import { ask } from "../net.js";
import { SCALE } from "../table/camera.js";
import { baseReach } from "../table/decode.js";
import { figure, placed } from "../table/tokens.js";
import { t, tn } from "../words.js";
import { draggable, wasDragged } from "./dragging.js";
import { tidy } from "./shapes.js";

/** The ghost of a unit has ranks of so many, this far apart. */
const [WIDE, GAP] = [5, 0.2];

/** Whether a model waits beside the table. */
export const waits = (entry) => entry.place?.kind === "off";

export class Tray {
  /** @param {any} editor */
  constructor(editor) {
    this.editor = editor;
    this.notes = [];
    /** The units for which room is being looked for. */
    this.busy = new Set();
    this.element = el("section", { class: "tray", "aria-label": t("Tray") });
  }

  /** The units that wait, each with its models, in the order of the list. */
  groups() {
    const found = new Map();
    for (const entry of this.editor.draft.data.models.filter(waits)) {
      const key = entry.unit ? String(entry.unit) : String(entry.id);
      found.set(key, { key, side: entry.side ?? "", entries: [...(found.get(key)?.entries ?? []), entry] });
    }
    return [...found.values()];
  }

  draw() {
    const groups = this.groups();
    // Drawn again only if it differs: a unit may just be dragged from it.
    const key = JSON.stringify([groups, this.notes, groups.map(({ entries }) => this.editor.table?.models.has(String(entries[0].id)))]);
    if (key === this.key) return;
    this.key = key;
    this.element.hidden = !groups.length && !this.notes.length;
    const focus = document.activeElement?.dataset?.waiting;
    const told = this.notes.length > 0 && el("details", { class: "tray-notes" }, el("summary", { text: t("What was assumed ({n})", { n: this.notes.length }) }), el("ul", {}, ...this.notes.map((text) => el("li", { text, data: { from: "referee" } }))));
    const head = groups.length ? tn("{n} unit waits beside the table", "{n} units wait beside the table", groups.length) : t("All units are on the table");
    fill(
      this.element,
      el("div", { class: "tray-head" }, el("h2", { text: head }), told, groups.length > 0 && button(t("Set up all"), () => this.setUp(groups), { class: "small strong", icon: "users" })),
      groups.length > 0 && el("p", { class: "soft", text: t("Drag a unit to its zone, or press it.") }),
      groups.length > 0 && el("div", { class: "tray-items", role: "group", "aria-label": t("Units in the tray") }, ...groups.map((group) => this.item(group))),
    );
    // Where all have room nothing scrolls, and a finger drags in every direction.
    const items = this.element.querySelector(".tray-items");
    items?.classList.toggle("scrolls", items.scrollWidth > items.clientWidth || items.scrollHeight > items.clientHeight);
    if (focus) (this.element.querySelector(`[data-waiting="${CSS.escape(focus)}"]`) ?? this.element.querySelector("[data-waiting]"))?.focus();
  }

  /** A unit: its token, its name, how many. */
  item(group) {
    const { editor } = this;
    const { key, entries } = group;
    const [first] = entries;
    const model = editor.table?.models.get(String(first.id));
    const number = editor.view.sides?.get(group.side) ?? 4;
    const made = button("", () => !wasDragged(made) && this.setUp([group]), { class: `tray-item side-${number}`, data: { waiting: key }, "aria-label": tn("Set up {name}, {n} model", "Set up {name}, {n} models", entries.length, { name: named(key) }) });
    if (model) {
      const far = baseReach(model.base) * SCALE * 1.15;
      made.append(svg("svg", { class: "tray-token", viewBox: `${-far} ${-far} ${2 * far} ${2 * far}`, "aria-hidden": "true" }, svg("g", { class: `token side-${number}` }, figure(model, { x: 0, y: 0, z: 0, facing: 0, statuses: [] }, { number, facing: false, table: editor.table }))));
    }
    made.append(el("b", { text: named(key), data: { from: "table" } }), el("span", { class: "soft", text: entries.length > 1 ? `× ${entries.length}` : "" }));
    return draggable(made, editor, { put: (event) => this.drop(group, event), over: (event) => this.ghost(group, event) });
  }

  /** The unit under the pointer, in ranks. */
  ghost(group, event) {
    const { view } = this.editor;
    if (!event) return fill(view.layers.path);
    const [x, y] = view.camera.at(event.clientX, event.clientY);
    const number = view.sides?.get(group.side) ?? 4;
    const parts = this.ranks(group).map(([dx, dy, model]) => svg("g", { class: `ghost token side-${number}`, transform: placed({ x: x + dx, y: y + dy }, view.table.depth) }, figure(model, { x: 0, y: 0, z: 0, facing: 0, statuses: [] }, { number, facing: false, table: view.table })));
    return fill(view.layers.path, ...parts);
  }

  /** Where the models of a unit stand round its middle. */
  ranks({ entries }) {
    const models = entries.map((entry) => this.editor.table.models.get(String(entry.id))).filter(Boolean);
    const step = 2 * Math.max(...models.map((model) => baseReach(model.base))) + GAP * Number(this.editor.draft.data.scale ?? 1);
    const wide = Math.min(WIDE, models.length);
    const rows = Math.ceil(models.length / wide);
    return models.map((model, i) => [((i % wide) - (wide - 1) / 2) * step, ((rows - 1) / 2 - Math.floor(i / wide)) * step, model]);
  }

  /** Let go over the table: on the ground the server finds room near that point, on a floor they stand as drawn. */
  drop(group, event) {
    const { view } = this.editor;
    const point = view.camera.at(event.clientX, event.clientY);
    const surface = view.surfaceAt(point);
    if (surface.id === "board") return this.setUp([group], point);
    const spots = new Map(this.ranks(group).map(([dx, dy, model]) => [model.id, [tidy(point[0] + dx), tidy(point[1] + dy)]]));
    return this.put([group], spots, new Map(), surface.id);
  }

  /** Set units up in their zones, near a point if one was chosen. */
  async setUp(wanted, near = null) {
    const { draft } = this.editor;
    const groups = wanted.filter(({ key, entries }) => entries.every(waits) && !this.busy.has(key));
    if (!groups.length) return;
    for (const { key } of groups) this.busy.add(key);
    let found;
    try {
      found = await ask("/v1/deploy", { body: { scenario: draft.rules, groups: groups.map(({ entries }) => entries.map((entry) => String(entry.id))), ...(near ? { near: near.map(tidy) } : {}) } });
    } catch (refused) {
      announce(refused.problem?.problems?.[0]?.says ?? refused.message, refused.from);
      return;
    } finally {
      for (const { key } of groups) this.busy.delete(key);
    }
    const full = groups.filter(({ entries }) => !found.places[String(entries[0].id)]);
    this.put(groups.filter((each) => !full.includes(each)), new Map(Object.entries(found.places)), new Map(Object.entries(found.facings)));
    if (full.length) announce(t("There is no room in the zone for {names}", { names: full.map(({ key }) => named(key)).join(", ") }));
  }

  put(groups, places, facings, on = "") {
    const { editor } = this;
    if (!groups.length) return;
    const entries = groups.flatMap((each) => each.entries);
    editor.change(() => {
      for (const entry of entries) {
        delete entry.place;
        entry.at = places.get(String(entry.id));
        if (facings.get(String(entry.id))) entry.facing = facings.get(String(entry.id));
        if (on) entry.on = on;
      }
    });
    editor.choose(entries.map((entry) => String(entry.id)));
    announce(groups.length > 1 ? tn("{n} unit set up", "{n} units set up", groups.length) : t("{name} is on the table. Drag it, or move it with the arrow keys", { name: named(groups[0].key) }));
  }

  /** Take models off the table, with the rest of their units. */
  takeBack(ids) {
    const { editor } = this;
    const units = new Set(ids.map((id) => editor.draft.find(id)?.entry.unit).filter(Boolean));
    editor.change((draft) => {
      for (const entry of draft.data.models) if (ids.includes(String(entry.id)) || units.has(entry.unit)) toTray(entry);
    });
    editor.pick("");
  }
}

/** Let a model wait beside the table. */
export function toTray(entry) {
  for (const key of ["at", "on", "facing"]) delete entry[key];
  entry.place = { kind: "off" };
}
