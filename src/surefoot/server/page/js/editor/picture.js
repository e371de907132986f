// A picture under the table: a map or a photo. Two points whose distance is known set its scale. It belongs to the table.

import { announce } from "../app.js";
import { button, el, field, svg } from "../dom.js";
import { SCALE } from "../table/camera.js";
import { fitted, shrunk } from "../table/photos.js";
import { imageOf } from "../table/scenery.js";
import { t } from "../words.js";
import { tidy } from "./shapes.js";

export class BoardPicture {
  /** @param {any} editor */
  constructor(editor) {
    this.editor = editor;
    this.opacity = 0.7;
    /** Points that were tapped to set the scale; null if it is not being set. */
    this.points = null;
  }

  /** The picture of the table and where it lies; null if it has none. */
  get shown() {
    const { picture } = this.editor.draft.data;
    return picture?.data && picture.area?.rect ? { data: picture.data, rect: picture.area.rect } : null;
  }

  /** Take a picture, or none. @param {File | null} file */
  async choose(file) {
    const image = file && (await shrunk(file));
    if (file && !image) return announce(t("This file is not a picture"));
    this.points = null;
    return this.editor.change((draft) => {
      if (image) draft.data.picture = fitted(image, draft.board);
      else delete draft.data.picture;
    });
  }

  /** Put the picture elsewhere. @param {number[]} rect */
  lay(rect) {
    const { data } = this.shown;
    this.editor.change((draft) => {
      draft.data.picture = { data, area: { rect: rect.map(tidy) } };
    });
  }

  redraw() {
    this.draw();
    this.editor.panel.show();
  }

  draw(rect = this.shown?.rect) {
    const { view, draft } = this.editor;
    const { depth } = draft.board;
    for (const old of view.layers.board.querySelectorAll(".board-picture, .scale-point")) old.remove();
    if (!this.shown) return;
    view.layers.board.append(imageOf({ data: this.shown.data, rect }, depth, { opacity: this.opacity }));
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
    const grown = distance / now;
    const [x, y, w, h] = this.shown.rect;
    this.points = null;
    this.lay([ax - (ax - x) * grown, ay - (ay - y) * grown, w * grown, h * grown]);
  }

  /** Make the board as large as the picture. */
  fit() {
    const { data, rect: [, , w, h] } = this.shown;
    this.editor.fits = true;
    this.editor.change((draft) => {
      draft.board = { width: tidy(w), depth: tidy(h) };
      draft.data.picture = { data, area: { rect: [0, 0, tidy(w), tidy(h)] } };
    });
  }

  /** The part of the panel: the picture, its scale, its opacity and where it lies. */
  element() {
    const { shown } = this;
    const input = el("input", { type: "file", class: "quietly", accept: "image/*", "aria-label": t("Background picture"), on: { change: () => input.files[0] && this.choose(input.files[0]) } });
    return el(
      "section",
      { class: "editor-picture" },
      el("h2", { text: t("Background picture") }),
      el("div", { class: "row" }, el("label", { class: "button small editor-file" }, t("Choose a picture"), input), shown && button(t("Remove"), () => this.choose(null), { class: "small" })),
      shown && this.scaling(),
      shown && el("div", { class: "row" }, button(t("Make the board as large as the picture"), () => this.fit(), { class: "small", icon: "maximize" })),
      shown && this.sliders(),
    );
  }

  sliders() {
    const [x, y, w, h] = this.shown.rect;
    const slider = (label, value, [min, max, step], moved, done) => field(label, el("input", { class: "slider", type: "range", min, max, step, value, on: { input: ({ target }) => moved(Number(target.value)), change: ({ target }) => done?.(Number(target.value)) } }));
    const laid = (label, value, range, rect) => slider(label, value, range, (given) => this.draw(rect(given)), (given) => this.lay(rect(given)));
    const opacity = (given) => {
      this.opacity = given;
      this.draw();
    };
    return el(
      "div",
      { class: "editor-numbers" },
      slider(t("Opacity"), this.opacity, [0.1, 1, 0.05], opacity),
      laid(t("Size"), 1, [0.2, 3, 0.01], (by) => [x, y, w * by, h * by]),
      laid(t("Left"), x, [-20, 20, 0.1], (left) => [left, y, w, h]),
      laid(t("Bottom"), y, [-20, 20, 0.1], (bottom) => [x, bottom, w, h]),
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
    return el("form", { class: "scale-form", on: { submit: (event) => {
      event.preventDefault();
      this.stretch(Number(given.value));
    } } }, field(t("Distance between the points"), given), button(t("Apply"), () => {}, { type: "submit", class: "strong" }));
  }
}
