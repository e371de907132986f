// The keyboard cursor on the table: arrows move it, Enter chooses its position.

import { fill, svg } from "../dom.js";
import { position, thing } from "../format.js";
import { t } from "../words.js";
import { SCALE } from "./camera.js";

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Cursor {
  /** @param {import("./view.js").TableView} view @param {(text: string, from?: string) => void} announce */
  constructor(view, announce) {
    this.view = view;
    this.announce = announce;
    this.at = null;
  }

  /** Show the cursor at a position. */
  begin([x, y]) {
    this.at = [x, y];
    this.draw();
  }

  end() {
    this.at = null;
    fill(this.view.layers.under);
  }

  /** Handle arrow keys, with Alt in steps of a quarter; true if it was one. */
  key(event) {
    const move = MOVES[event.key];
    if (!this.at || !move || event.shiftKey) return false;
    const far = event.altKey ? 0.25 : 1;
    const { width, depth } = this.view.table;
    this.at = [Math.min(width, Math.max(0, this.at[0] + move[0] * far)), Math.min(depth, Math.max(0, this.at[1] + move[1] * far))];
    this.draw();
    this.view.camera.reveal(this.at);
    const on = this.view.surfaceAt(this.at);
    const at = position(this.at);
    this.announce(on && on.id !== "board" ? t("{position} on {piece}", { position: at, piece: thing(on.id) }) : at);
    return true;
  }

  draw() {
    const [x, y] = [this.at[0] * SCALE, (this.view.table.depth - this.at[1]) * SCALE];
    fill(this.view.layers.under, svg("g", { class: "cursor", transform: `translate(${x} ${y})` }, svg("circle", { r: 12 }), svg("path", { d: "M-20 0H20M0 -20V20" })));
  }
}
