// A picture under the table: a map or a photo. Two points whose distance is known set its scale. It stays in this browser.

import { announce } from "../app.js";
import { button, el, field, svg } from "../dom.js";
import { SCALE } from "../table/camera.js";
import { t } from "../words.js";
import { tidy } from "./shapes.js";

export class BoardPicture {
  /** @param {any} editor */
  constructor(editor) {
    this.editor = editor;
    this.shown = null;
    /** Points that were tapped to set the scale; null if it is not being set. */
    this.points = null;
  }

  /** Show a picture stretched over the board; null removes it. @param {File | null} file */
  async choose(file) {
    const image = file ? await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsDataURL(file);
    }) : "";
    this.shown = image ? { image, opacity: 0.6, scale: 1, x: 0, y: 0 } : null;
    this.points = null;
    this.redraw();
  }

  redraw() {
    this.draw();
    this.editor.panel.show();
  }

  draw() {
    const { view, draft } = this.editor;
    const { width, depth } = draft.board;
    for (const old of view.layers.board.querySelectorAll(".board-picture, .scale-point")) old.remove();
    if (!this.shown) return;
    const { image, opacity, scale, x, y } = this.shown;
    view.layers.board.append(svg("image", { class: "board-picture", href: image, x: x * SCALE, y: (depth - depth * scale - y) * SCALE, width: width * scale * SCALE, height: depth * scale * SCALE, preserveAspectRatio: "xMinYMax meet", opacity }));
    for (const [px, py] of this.points ?? []) view.layers.board.append(svg("circle", { class: "scale-point", cx: px * SCALE, cy: (depth - py) * SCALE, r: SCALE / 4 }));
  }

  /** A tap while the scale is set; true if it was used. */
  tap(point) {
    if (!this.points || this.points.length > 1) return false;
    this.points.push(point);
    announce(this.points.length < 2 ? t("Now the second point") : t("Enter the distance between the points"));
    this.redraw();
    if (this.points.length > 1) document.getElementById("scale-distance")?.focus();
    return true;
  }

  /** Stretch the picture so that its two points are this far apart; the first stays where it is. */
  stretch(distance) {
    const [[ax, ay], [bx, by]] = this.points;
    const now = Math.hypot(bx - ax, by - ay);
    if (!(distance > 0) || !(now > 0)) return;
    const by_ = distance / now;
    Object.assign(this.shown, { scale: this.shown.scale * by_, x: tidy(ax - (ax - this.shown.x) * by_), y: tidy(ay - (ay - this.shown.y) * by_) });
    this.points = null;
    this.redraw();
  }

  /** The part of the panel: the picture, its scale, its opacity and where it lies. */
  element() {
    const { shown } = this;
    const input = el("input", { type: "file", class: "quietly", accept: "image/*", "aria-label": t("Background picture"), on: { change: () => input.files[0] && this.choose(input.files[0]) } });
    const slider = (label, name, min, max, step) => {
      const made = el("input", { class: "slider", type: "range", min, max, step, value: shown[name], on: { input: () => {
        shown[name] = Number(made.value);
        this.draw();
      } } });
      return field(label, made);
    };
    return el(
      "section",
      {},
      el("h2", { text: t("Background picture") }),
      el("div", { class: "row" }, el("label", { class: "button small editor-file" }, t("Choose a picture"), input), shown && button(t("Remove"), () => this.choose(null), { class: "small" })),
      shown && this.scaling(),
      shown && el("div", { class: "editor-numbers" }, slider(t("Opacity"), "opacity", 0.1, 1, 0.05), slider(t("Size"), "scale", 0.2, 3, 0.01), slider(t("Left"), "x", -20, 20, 0.1), slider(t("Bottom"), "y", -20, 20, 0.1)),
    );
  }

  scaling() {
    const begin = () => {
      this.points = [];
      announce(t("Tap two points of the picture whose distance you know"));
      this.redraw();
    };
    if (!this.points) return button(t("Set the scale by two points"), begin, { class: "small", icon: "ruler" });
    if (this.points.length < 2) return el("p", { class: "soft", text: t("Tap two points of the picture whose distance you know") });
    const given = el("input", { class: "input", id: "scale-distance", type: "number", min: 0.1, step: "any" });
    return el("form", { class: "row nowrap", on: { submit: (event) => {
      event.preventDefault();
      this.stretch(Number(given.value));
    } } }, field(t("Distance between the points"), given), button(t("Apply"), () => {}, { type: "submit", class: "small strong" }));
  }
}
