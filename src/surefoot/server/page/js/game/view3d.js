// The button that switches a game between the 2D and the 3D view. The 3D view is loaded when it is first opened.

import { button, el } from "../dom.js";
import { t } from "../words.js";

export class View3d {
  constructor(screen, announce) {
    this.screen = screen;
    this.announce = announce;
    this.button = button(t("3D"), () => this.toggle(), { class: "small", "aria-pressed": "false" });
    this.host = el("div", { class: "view3d", hidden: true });
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
      this.announce(t("2D view"));
      return;
    }
    stage.append(this.host);
    const { show3d } = await import("../three/view.js");
    if (!this.host.hidden && !this.shown) this.shown = show3d(this.host, game.table, game.state);
    this.announce(t("3D view. Drag to look around"));
  }

  place(state) {
    this.shown?.place(state);
  }

  end() {
    this.shown?.end();
  }
}
