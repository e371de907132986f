// The button that switches a game between the 2D and the 3D view. The 3D view is loaded when it is first opened.

import { button, el } from "../dom.js";
import { t } from "../words.js";

export class View3d {
  constructor(screen, announce) {
    this.screen = screen;
    this.announce = announce;
    this.button = button(t("3D"), () => this.toggle(), { class: "tool-3d", "aria-pressed": "false", title: t("3D view") });
    this.host = el("div", { class: "view3d", hidden: true });
    screen.mover.on("changed", () => this.overlay());
    // Escape leaves the 3D view.
    this.host.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.toggle();
      this.button.focus();
    });
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
    view.element.after(this.host);
    const { show3d } = await import("../three/view.js");
    if (!this.host.hidden && !this.shown) {
      this.shown = show3d(this.host, game.table, game.state, view.handlers);
      this.overlay();
      this.shown.canvas.focus({ preventScroll: true });
    }
    this.announce(t("3D view. Drag to look around"));
  }

  /** What zooms: the 3D view while it is shown, else the plan. */
  get camera() {
    return this.shown?.orbit ?? this.screen.view.camera;
  }

  /** Reach, path and selection, as on the plan. */
  overlay() {
    const { mover, reach } = this.screen;
    this.shown?.overlay({ reach: mover.who ? reach.shown : null, preview: mover.ready ? mover.preview : null, picked: mover.models });
  }

  place(state) {
    this.shown?.place(state);
  }

  end() {
    this.shown?.end();
  }
}
