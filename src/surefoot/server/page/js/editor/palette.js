// What can be put on the table, by kind. A button adds a piece in the middle; dragged onto the table, it is put there.

import { button, el } from "../dom.js";
import { SORTS } from "../labels.js";
import { t } from "../words.js";

/** Sorts of terrain by kind, in the order in which they are offered. */
const KINDS = [
  [t("Ground"), ["area", "gap"]],
  [t("Floors and ways up"), ["platform", "stairs", "ramp", "ladder", "lift", "rope", "grapple", "portable-ladder"]],
  [t("Barriers"), ["wall", "obstacle", "railing", "door", "window", "ductway"]],
];
/** Heights of new pieces that can be chosen, in the unit of the table. */
const HEIGHTS = [1, 2, 3, 4, 5, 6];
/** Round bases as the shops have them, in millimetres. */
export const BASES = [25, 28.5, 32, 40, 50, 60];
/** A press that moved less than this is a click. */
const SLOP = 8;
const UNITS = [1, 5, 10];

export class Palette {
  /** @param {any} editor */
  constructor(editor) {
    this.editor = editor;
    this.height = 3;
    this.base = 32;
    this.size = 1;
  }

  element() {
    const { editor } = this;
    const choice = (label, values, name, text = String) => el("div", { class: "palette-choice" }, el("span", { class: "field-name", text: label }), el("div", { class: "segments", role: "group", "aria-label": label }, ...values.map((value) => button(text(value), () => this.set(name, value), { class: "small", "aria-pressed": String(this[name] === value) }))));
    return el(
      "section",
      { class: "palette", "aria-label": t("Add") },
      el("h2", { text: t("Add") }),
      el("p", { class: "soft", text: t("Drag onto the table, or press to add in the middle.") }),
      ...KINDS.map(([kind, sorts]) => el("div", {}, el("h3", { text: kind }), el("div", { class: "editor-add" }, ...sorts.map((sort) => this.item(SORTS[sort], (at) => editor.addPiece(sort, at, this.height)))))),
      choice(t("Height of new pieces"), HEIGHTS, "height", (each) => `${each}${editor.table?.sign ?? "″"}`),
      el("h3", { text: t("Models and units") }),
      choice(t("Base in mm"), BASES, "base"),
      choice(t("Models"), UNITS, "size", (each) => (each === 1 ? t("One") : t("Unit of {n}", { n: each }))),
      el("div", { class: "editor-add" }, this.item(t("Model"), (at) => editor.addModel(at, { base: this.base, count: this.size }), "strong")),
    );
  }

  set(name, value) {
    this[name] = value;
    this.editor.panel.show();
  }

  /** A button that can be pressed or dragged onto the table. */
  item(label, put, kind = "") {
    const { editor } = this;
    const made = button(label, (event) => {
      // A drag that has put something ends in a click as well.
      if (made.dataset.dragged) delete made.dataset.dragged;
      else if (event) put(null);
    }, { class: `small palette-item ${kind}` });
    made.addEventListener("pointerdown", (down) => {
      const over = (event) => {
        const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > SLOP;
        editor.stage.classList.toggle("receives", far && editor.isOver(event));
      };
      const up = (event) => {
        removeEventListener("pointermove", over);
        editor.stage.classList.remove("receives");
        if (event.type !== "pointerup" || !editor.isOver(event)) return;
        made.dataset.dragged = "yes";
        setTimeout(() => delete made.dataset.dragged);
        put(editor.pointAt(event));
      };
      addEventListener("pointermove", over);
      for (const end of ["pointerup", "pointercancel"]) addEventListener(end, up, { once: true });
    });
    return made;
  }
}
