// The same table in three dimensions: loaded when it is wanted, put away when it is not.

import { button, el } from "../dom.js";

export class Solid {
  constructor(screen, say) {
    this.screen = screen;
    this.say = say;
    this.button = button("3D", () => this.toggle(), { class: "small", "aria-pressed": "false" });
    this.host = el("div", { class: "solid-view", hidden: true });
  }

  async toggle() {
    const { game, view, stage } = this.screen;
    const on = this.host.hidden;
    this.button.setAttribute("aria-pressed", String(on));
    this.host.hidden = !on;
    view.element.toggleAttribute("hidden", on);
    if (!on) {
      this.shown?.end();
      this.shown = null;
      this.say("The table from above");
      return;
    }
    stage.append(this.host);
    const { show3d } = await import("../three/view.js");
    if (!this.host.hidden && !this.shown) this.shown = show3d(this.host, game.table, game.state);
    this.say("The table in three dimensions; drag to look around");
  }

  place(state) {
    this.shown?.place(state);
  }

  end() {
    this.shown?.end();
  }
}
