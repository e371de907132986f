// The legend: what the colours, textures and marks on this table mean. It folds to a button.

import { button, el, fill, icon, svg } from "../dom.js";
import { named } from "../format.js";
import { t } from "../words.js";
import { SCALE } from "./camera.js";
import { baseReach } from "./decode.js";
import { kindOf } from "./looks.js";
import { figure } from "./tokens.js";

const GROUND = {
  difficult: t("Difficult ground"),
  "very-difficult": t("Very difficult ground"),
  hindering: t("Hindering ground"),
  treacherous: t("Treacherous ground"),
  variable: t("Variable ground"),
  dangerous: t("Dangerous ground"),
  impassable: t("Impassable"),
  water: t("Water"),
};
const FLOORS = { block: t("Building"), platform: t("Open floor: walk under it"), lift: t("Lift") };
const THINGS = { wall: t("Wall"), railing: t("Railing"), ladder: t("Ladder"), stairs: t("Stairs: the arrow points up"), ramp: t("Ramp: the arrow points up"), gap: t("Gap in a floor") };
const LEGS = [["walk", t("Walk")], ["climb", t("Climb")], ["leap", t("Leap")], ["drop", t("Drop")]];

/** A small picture of a texture, in the classes of the table. */
function swatch(...parts) {
  return svg("svg", { class: "legend-swatch", viewBox: "0 0 40 28", "aria-hidden": "true" }, ...parts);
}

const box = (kind, given = {}) => svg("rect", { x: 2, y: 2, width: 36, height: 24, rx: 3, class: kind, ...given });

const PICTURES = {
  difficult: () => [box("rough-fill"), svg("path", { class: "stone", d: "M8 8l6-2 3 5-5 4-5-2ZM22 14l6-2 4 4-4 5-6-2Z" }), box("rough-edge")],
  dangerous: () => [box("hazard-fill"), svg("circle", { class: "bubble", cx: 14, cy: 12, r: 4 }), svg("circle", { class: "bubble", cx: 26, cy: 17, r: 3 }), box("hazard-edge")],
  impassable: () => [box("impassable-fill"), box("texture", { fill: "url(#tx-cross)" }), box("impassable-edge")],
  water: () => [box("water-fill"), box("texture", { fill: "url(#tx-waves)" }), box("water-edge")],
  block: () => [box("body floor-3"), box("texture", { fill: "url(#tx-plate)" }), box("floor-edge strong")],
  platform: () => [box("body floor-2"), box("texture", { fill: "url(#tx-grate)" }), box("floor-edge")],
  lift: () => [box("body floor-2"), box("floor-edge")],
  wall: () => [box("body wall-body"), box("texture", { fill: "url(#tx-brick)" }), box("wall-edge")],
  railing: () => [svg("path", { d: "M2 14H38", stroke: "none" }), svg("rect", { x: 2, y: 12, width: 36, height: 4, class: "rail-body" }), svg("path", { class: "rail-line", d: "M2 14H38" }), svg("circle", { class: "rail-post", cx: 6, cy: 14, r: 4 }), svg("circle", { class: "rail-post", cx: 34, cy: 14, r: 4 })],
  ladder: () => [box("ladder-plate"), svg("path", { class: "ladder-rails", d: "M5 8H35M5 20H35" }), svg("path", { class: "ladder-rungs", d: "M10 8V20M20 8V20M30 8V20" })],
  stairs: () => [box("body floor-1"), svg("path", { class: "upward", d: "M8 14H30m-6-6l6 6-6 6" }), box("floor-edge")],
  gap: () => [box("body gap-body")],
};
for (const [kind, like] of [["very-difficult", "difficult"], ["hindering", "difficult"], ["treacherous", "difficult"], ["variable", "difficult"], ["ramp", "stairs"]]) PICTURES[kind] = PICTURES[like];

export class Legend {
  /** @param {import("./view.js").TableView} view */
  constructor(view) {
    this.view = view;
    this.list = el("div", { class: "legend", id: "legend", hidden: true, role: "region", "aria-label": t("Legend") });
    this.button = button("", () => this.toggle(), { class: "icon tool-legend", icon: "info", "aria-label": t("Legend"), title: t("Legend"), "aria-expanded": "false", "aria-controls": "legend" });
  }

  toggle() {
    this.list.hidden = !this.list.hidden;
    this.button.setAttribute("aria-expanded", String(!this.list.hidden));
    this.draw();
  }

  /** A model of a side, as it is on the table. */
  token(side, number) {
    const { table } = this.view;
    const model = [...table.models.values()].find((each) => each.side === side);
    const far = baseReach(model.base) * SCALE * 1.1;
    return svg("svg", { class: "legend-token", viewBox: `${-far} ${-far} ${2 * far} ${2 * far}`, "aria-hidden": "true" }, svg("g", { class: `token side-${number}` }, figure(model, { x: 0, y: 0, z: 0, facing: 0, statuses: [] }, { number, facing: false, table })));
  }

  /** What is on this table, and what is drawn over it. */
  draw() {
    if (this.list.hidden || !this.view.table) return;
    const kinds = new Set(this.view.table.pieces.map(kindOf));
    const names = { ...GROUND, ...FLOORS, ...THINGS };
    const key = (picture, text, from = "") => el("span", { class: "legend-key" }, picture, el("span", { text, data: from ? { from } : {} }));
    const leg = (kind) => swatch(svg("path", { class: "stride-edge", d: "M6 14H34" }), svg("path", { class: `stride ${kind}`, d: "M6 14H34" }));
    fill(
      this.list,
      ...[...this.view.sides].map(([side, number]) => key(this.token(side, number), named(side), "table")),
      ...Object.keys(names).filter((kind) => kinds.has(kind)).map((kind) => key(swatch(...PICTURES[kind]()), names[kind])),
      this.view.state?.goals?.goals.some((each) => each.zone?.length > 2) && key(swatch(box("goal-zone")), t("Zone of a goal")),
      ...LEGS.map(([kind, text]) => key(leg(kind), text)),
      key(swatch(box("band outer")), t("Reach on this level")),
      key(swatch(box("band outer other")), t("Reach on other levels")),
      key(icon("arrow-up", "small"), t("Floor height")),
    );
  }
}
