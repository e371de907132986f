// Says where the pointer is: its position, and on which level a tap would land.

import { el } from "../dom.js";
import { length, position, thing } from "../format.js";
import { t } from "../words.js";
import { surfacesAt } from "./terrain.js";

/** A surface at a position in words: on the catwalk, 3″ up; under the catwalk; on the ground. */
export function levelText(table, point, surface) {
  const over = surfacesAt(table, point).filter((each) => each.z > surface.z + 1e-4).at(-1);
  if (surface.id !== "board") return surface.z > 1e-4 ? t("on {piece}, {height} up", { piece: thing(surface.id), height: length(surface.z, table.sign) }) : t("on {piece}", { piece: thing(surface.id) });
  return over ? t("under {piece}", { piece: thing(over.id) }) : t("on the ground");
}

export class PointerPlace {
  /** @param {import("./view.js").TableView} view */
  constructor(view) {
    this.view = view;
    this.element = el("p", { class: "pointer-place", "aria-hidden": "true", data: { from: "table" } });
    view.element.addEventListener("pointermove", (event) => this.moved(event));
    view.element.addEventListener("pointerleave", () => (this.element.textContent = ""));
  }

  /** Once a frame at most. */
  moved(event) {
    this.latest = event;
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.show(this.latest);
    });
  }

  show({ clientX, clientY }) {
    const { view } = this;
    if (!view.table) return;
    const point = view.camera.at(clientX, clientY);
    this.element.textContent = view.onBoard(point) ? t("{position} · {level}", { position: position(point), level: levelText(view.table, point, view.surfaceAt(point)) }) : "";
  }
}
