// Placing with a finger: a press in the palette takes a piece, the next tap on the table puts it there.

import { button, el, fill } from "../dom.js";
import { t } from "../words.js";

/** Where the pointer is a finger. */
const COARSE = matchMedia("(pointer: coarse)");

/** Whether a press came from a finger. Keys and mice press otherwise. */
export function byFinger(event) {
  return event.pointerType ? event.pointerType === "touch" : COARSE.matches && event.detail > 0;
}

/** Whether fields are filled in with a keyboard on the screen, which must not open by itself. */
export const typesOnScreen = () => COARSE.matches;

export class Placing {
  /** @param {any} editor */
  constructor(editor) {
    this.editor = editor;
    this.held = null;
    this.element = el("div", { class: "placing", role: "status", hidden: true });
  }

  /** Take a piece: the next tap puts it down. */
  take(label, put) {
    this.held = { label, put };
    this.draw();
  }

  drop() {
    this.held = null;
    this.draw();
  }

  /** A tap on the table; true if it put something down. */
  tap(event) {
    if (!this.held) return false;
    const { put } = this.held;
    this.drop();
    put(this.editor.pointAt(event));
    return true;
  }

  draw() {
    this.element.hidden = !this.held;
    if (this.held) fill(this.element, el("p", {}, t("Tap the table to place:"), " ", el("b", { text: this.held.label, data: { from: "table" } })), button(t("Cancel"), () => this.drop(), { class: "small" }));
  }
}
