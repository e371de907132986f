// A magnifier above the finger: what a hand hides while it drags.

import { el, fill, svg } from "../dom.js";

/** Pixels across, how much larger, and how far above the finger. */
const [SIZE, TIMES, ABOVE] = [132, 2, 96];

export class Magnifier {
  /** @param {import("./view.js").TableView} view @param {HTMLElement} host what it floats over */
  constructor(view, host) {
    this.view = view;
    this.drawing = svg("svg", { "aria-hidden": "true" });
    this.element = el("div", { class: "magnifier", hidden: true }, this.drawing);
    host.append(this.element);
  }

  /** Show what is under a finger. A mouse hides nothing. @param {PointerEvent} event */
  show(event) {
    if (event.pointerType !== "touch") return;
    const { view } = this;
    if (this.element.hidden) {
      // The same layers once more: they change as the table does.
      const layers = Object.entries(view.layers).filter(([name]) => !["frame", "rulers"].includes(name));
      fill(this.drawing, ...layers.map(([name, layer]) => svg("use", { href: `#${(layer.id ||= `${view.edge}-${name}`)}` })));
      this.element.hidden = false;
    }
    const { pixel } = view.camera;
    this.drawing.style.setProperty("--pixel", String(pixel / TIMES));
    const wide = (SIZE / TIMES) * pixel;
    const [x, y] = view.camera.at(event.clientX, event.clientY);
    const frame = this.element.parentElement.getBoundingClientRect();
    this.drawing.setAttribute("viewBox", `${x * 40 - wide / 2} ${(view.table.depth - y) * 40 - wide / 2} ${wide} ${wide}`);
    const left = Math.min(frame.width - SIZE, Math.max(0, event.clientX - frame.left - SIZE / 2));
    const up = event.clientY - frame.top - ABOVE - SIZE / 2;
    this.element.style.translate = `${left}px ${up > 0 ? up : event.clientY - frame.top + ABOVE - SIZE / 2}px`;
  }

  hide() {
    this.element.hidden = true;
    fill(this.drawing);
  }
}
