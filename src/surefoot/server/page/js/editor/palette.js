// What can be put on the table, by kind, with pictures. A press adds a piece in the middle; dragged onto the table, it is put there.

import { button, el, fill, svg } from "../dom.js";
import { named } from "../format.js";
import { SORTS } from "../labels.js";
import { bareName } from "../rulesets.js";
import { SCALE } from "../table/camera.js";
import { terrain } from "../table/terrain.js";
import { t } from "../words.js";
import { newPiece, sortOf } from "./draft.js";
import { draggable, wasDragged } from "./dragging.js";
import { forget, mine } from "./own_pieces.js";
import { byFinger } from "./placing.js";
import { corners } from "./shapes.js";

/** Pieces by kind, in the order in which they are offered. A piece with tags is offered where the ruleset knows one of them. */
const KINDS = [
  [t("Ground"), [["area", t("Rubble"), ["difficult"]], ["area", t("Water"), ["water", "shallow-water"]], ["area", t("Hazard"), ["dangerous"]], ["gap"]]],
  [t("Floors and ways up"), [["platform"], ["platform", t("Open floor"), null, { under: "open" }], ["stairs"], ["ramp"], ["ladder"], ["lift"], ["rope"], ["grapple"], ["portable-ladder"]]],
  [t("Barriers"), [["wall"], ["obstacle"], ["railing"], ["door"], ["window"], ["ductway"]]],
];
/** Heights of new pieces that can be chosen, in the unit of the table. */
const HEIGHTS = [1, 2, 3, 4, 5, 6];
/** Round bases as the shops have them, in millimetres. */
export const BASES = [25, 28.5, 32, 40, 50, 60];
const UNITS = [1, 5, 10];
/** The sides of a table that has none yet. */
const USUAL = ["orange", "blue"];
/** Where there is room for a column of its own. */
const WIDE = matchMedia("(min-width: 72rem)");
/** The pictures show a ground of so many units; those of a single spot less of it. */
const [ACROSS, DEEP] = [4, 3];
const CLOSE = 0.45;
/** Ropes are drawn from end to end, as a new one at a spot would look like a ladder. */
const HANGS = { rope: [[1.2, 1], [2.8, 2]], grapple: [[1, 1.5], [3, 1.5]] };

export class Palette {
  /** @param {any} editor */
  constructor(editor) {
    this.editor = editor;
    this.height = 3;
    this.base = 32;
    this.size = 1;
    this.side = "";
    this.column = el("aside", { class: "editor-palette", "aria-label": t("Add") });
    this.resized = () => editor.panel.show();
    WIDE.addEventListener("change", this.resized);
  }

  /** The palette for the panel; null where it has a column of its own, which is filled instead. */
  shown() {
    this.column.hidden = !WIDE.matches;
    if (!WIDE.matches) return this.element();
    // Drawn again only if it differs: something may just be dragged from it.
    const { draft, table } = this.editor;
    const key = JSON.stringify([this.height, this.base, this.size, this.chosenSide(), this.sides(), draft.data.ruleset, table?.sign, mine().map((each) => each.name)]);
    if (key === this.key) return null;
    this.key = key;
    const { scrollTop } = this.column;
    const focus = this.column.contains(document.activeElement) ? [...this.column.querySelectorAll("button")].indexOf(document.activeElement) : -1;
    fill(this.column, this.element());
    this.column.scrollTop = scrollTop;
    if (focus >= 0) this.column.querySelectorAll("button")[focus]?.focus({ preventScroll: true });
    return null;
  }

  /** @param {"terrain" | "models" | ""} part one part of it, or all */
  element(part = "") {
    const { editor } = this;
    const choice = (label, values, name, text = String) => el("div", { class: "palette-choice" }, el("span", { class: "field-name", text: label }), el("div", { class: "segments", role: "group", "aria-label": label }, ...values.map((value) => button(text(value), () => this.set(name, value), { class: "small", "aria-pressed": String(this[name] === value) }))));
    const own = mine();
    const title = (text) => el(part ? "h2" : "h3", { class: "palette-title", text });
    return el(
      "section",
      { class: "palette", "aria-label": t("Add") },
      !part && el("h2", { text: t("Add") }),
      el("p", { class: "soft", text: part ? t("Tap what you want, then its place on the table.") : t("Drag a piece onto the table, or press it to add it in the middle.") }),
      ...(part === "models" ? [] : [
        ...KINDS.map(([kind, items]) => el("div", {}, title(kind), el("div", { class: "palette-items" }, ...items.map((item) => this.piece(item))))),
        own.length > 0 && el("div", {}, title(t("My pieces")), el("div", { class: "palette-items" }, ...own.map((each) => this.own(each)))),
        choice(t("Height of new pieces"), HEIGHTS, "height", (each) => `${each}${editor.table?.sign ?? "″"}`),
      ]),
      ...(part === "terrain" ? [] : [
        title(t("Models and units")),
        el("div", { class: "palette-choice" }, el("span", { class: "field-name", text: t("Side") }), el("div", { class: "segments", role: "group", "aria-label": t("Side") }, ...this.sides().map((side) => button(named(side), () => this.set("side", side), { class: "small", "aria-pressed": String(this.chosenSide() === side), data: { from: "table" } })))),
        choice(t("Base in mm"), BASES, "base"),
        choice(t("Models"), UNITS, "size", (each) => (each === 1 ? t("One") : t("Unit of {n}", { n: each }))),
        el("div", { class: "editor-add" }, this.item(this.size === 1 ? t("Model") : t("Unit of {n}", { n: this.size }), (at) => editor.addModel(at, { base: this.base, count: this.size, side: this.chosenSide() }), { kind: "strong", name: t("Model") })),
      ]),
    );
  }

  /** The sides of the table; a game needs two. */
  sides() {
    const held = this.editor.panel.sides();
    return [...held, ...USUAL.filter((side) => !held.includes(side))].slice(0, Math.max(2, held.length));
  }

  /** The side of new models: as chosen, else that of the last model. */
  chosenSide() {
    const sides = this.sides();
    return sides.includes(this.side) ? this.side : sides.find((side) => side === this.editor.draft.data.models.at(-1)?.side) ?? sides[0];
  }

  set(name, value) {
    this[name] = value;
    this.editor.panel.show();
  }

  /** A piece of the list; null if the ruleset knows none of its tags. */
  piece([sort, label = SORTS[sort], tags = null, more = {}]) {
    const { editor } = this;
    const known = tags && this.known(tags);
    if (tags && !known) return null;
    const given = { ...more, ...(known ? { tags: [known] } : {}) };
    const shown = HANGS[sort] ? { [sort]: HANGS[sort] } : newPiece(sort, [ACROSS / 2, DEEP / 2], 2.4, 2);
    return this.item(label, (at) => editor.addPiece(sort, at, this.height, given), { picture: pictureOf([{ id: sort, ...shown, ...given }]) });
  }

  /** The first of some tags that the ruleset of the table knows. */
  known(tags) {
    const { draft, rulesets } = this.editor;
    const words = rulesets.find((each) => each.name === bareName(draft.data.ruleset))?.words?.tags ?? [];
    return tags.find((tag) => words.some((each) => each.name === tag));
  }

  /** A piece that was kept, with a button to forget it. */
  own({ name, entries }) {
    const put = (at) => this.editor.addOwn(name, entries, at);
    const gone = () => {
      forget(name);
      this.editor.panel.show();
    };
    return el("div", { class: "palette-own" }, this.item(named(name), put, { picture: pictureOf(entries) }), button("", gone, { class: "quiet icon small", icon: "x", "aria-label": t("Forget {name}", { name: named(name) }) }));
  }

  /** A button that can be pressed or dragged onto the table. */
  item(label, put, { kind = "", picture = null, name = "" } = {}) {
    const { editor } = this;
    const press = (event) => {
      if (wasDragged(made)) return;
      if (byFinger(event)) editor.placing.take(label, put);
      else put(null);
    };
    const made = button(picture ? "" : label, press, { class: `small palette-item ${kind}`, ...(name ? { "aria-label": name } : {}) });
    if (picture) made.append(picture, el("span", { text: label, data: { from: "table" } }));
    return draggable(made, editor, { put: (event) => put(editor.pointAt(event)) });
  }

  end() {
    WIDE.removeEventListener("change", this.resized);
  }
}

/** Entries of terrain as a small picture, as they look on the table. */
function pictureOf(entries) {
  const pieces = entries.map(drawable);
  const points = pieces.flatMap((each) => [...each.outline, ...each.line]);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [mx, my] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  const far = Math.max(CLOSE, (Math.max(...xs) - Math.min(...xs)) / (ACROSS - 1), (Math.max(...ys) - Math.min(...ys)) / (DEEP - 1));
  const [w, h] = [ACROSS * SCALE * far, DEEP * SCALE * far];
  const depth = 2 * my;
  const shapes = terrain({ pieces, depth, sign: "" });
  // They are pictures of pieces, and not on the table.
  for (const each of shapes) {
    each.querySelector("title")?.remove();
    each.classList.remove("piece");
    for (const key of Object.keys(each.dataset)) delete each.dataset[key];
  }
  return svg("svg", { class: "palette-picture", viewBox: `${mx * SCALE - w / 2} ${my * SCALE - h / 2} ${w} ${h}`, "aria-hidden": "true" }, svg("rect", { x: mx * SCALE - w / 2, y: my * SCALE - h / 2, width: w, height: h, fill: "url(#tx-ground)" }), ...shapes);
}

/** An entry in the form in which pieces are drawn. */
function drawable(entry) {
  const sort = sortOf(entry);
  const held = entry[sort];
  const points = corners(held);
  const wide = Number(entry.width ?? { wall: 0.4, railing: 0.15, door: 0.4, window: 0.4 }[sort] ?? 1);
  const link = ["ladder", "rope", "grapple", "portable-ladder"].includes(sort);
  const z = Number(entry.z ?? 0);
  const line = held?.rect || points.length > 2 ? [] : link && points.length === 1 ? [points[0], points[0]] : points;
  return { id: String(entry.id), sort, outline: link ? [] : line.length === 2 ? thick(line, wide) : points, line, z, top: z + Number(entry.height ?? 0), on: "", tags: [entry.tags ?? []].flat(), state: [entry.state ?? []].flat(), solid: entry.under === "solid", link };
}

/** The outline of a line of some width. */
function thick([[ax, ay], [bx, by]], wide) {
  const long = Math.hypot(bx - ax, by - ay) || 1;
  const [dx, dy] = [((by - ay) / long) * (wide / 2), ((ax - bx) / long) * (wide / 2)];
  return [[ax + dx, ay + dy], [bx + dx, by + dy], [bx - dx, by - dy], [ax - dx, ay - dy]];
}
