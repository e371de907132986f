// The dial round a vehicle: how far it may turn before it drives, with a tick for every 15 degrees, and the turn that is drawn.

import { svg } from "../dom.js";
import { named, number } from "../format.js";
import { SCALE } from "../table/camera.js";
import { baseReach } from "../table/decode.js";
import { placed } from "../table/tokens.js";
import { t } from "../words.js";
import { STEP, bearing, wrapped } from "./drive.js";

/** How long ticks are, and how far outside the hull they stand. */
const [SHORT, LONG, APART] = [6, 12, 10];
/** A heading within this many degrees of a target leads to it. */
const SAME = 0.05;

/**
 * @param {import("../table/view.js").TableView} view
 * @param {any} model
 * @param {{x: number, y: number, facing: number}} from
 * @param {{turns: number | null, widest: number}} drives
 * @param {any[]} legs
 * @param {{id: string, at: [number, number]}[]} marks what its heading may snap to
 */
export function dial(view, model, from, drives, legs, marks) {
  const widest = drives.turns === 0 ? 0 : Math.min(180, drives.widest);
  if (!widest) return null;
  const radius = baseReach(model.base) * SCALE + APART;
  const at = (degrees, far) => [far * Math.sin((degrees * Math.PI) / 180), -far * Math.cos((degrees * Math.PI) / 180)].map((each) => each.toFixed(1)).join(" ");
  const [first, last] = [from.facing - widest, from.facing + widest];
  const ticks = [];
  for (let each = Math.ceil(first / STEP) * STEP; each <= last; each += STEP) ticks.push(`M${at(each, radius)}L${at(each, radius + (each % 45 ? SHORT : LONG))}`);
  const arc = widest >= 180 ? "" : `M${at(first, radius)}A${radius} ${radius} 0 ${widest > 90 ? 1 : 0} 1 ${at(last, radius)}`;
  const turn = legs.find((leg) => typeof leg?.turn === "number")?.turn ?? 0;
  const heading = from.facing + turn;
  const parts = [svg("path", { class: "dial-ring", d: `${arc}${ticks.join("")}` })];
  if (legs.length) {
    const met = marks.find((each) => Math.abs(wrapped(bearing([from.x, from.y], each.at) - heading)) < SAME);
    parts.push(svg("path", { class: "dial-hand", d: `M${at(heading, radius - APART / 2)}L${at(heading, radius + LONG)}` }));
    const text = labelOf(turn, met);
    const wide = text.length * 6.5 + 14;
    // Above the vehicle, whose name is below; at the far edge of the table below the name.
    const { pixel } = view.camera;
    const above = radius + LONG + pixel * 18;
    const fits = (view.table.depth - from.y) * SCALE > above;
    parts.push(svg("g", { class: "dial-label", transform: `translate(0 ${(fits ? -above : above + pixel * 26).toFixed(1)})`, data: { from: "table" } }, svg("g", { class: "dial-plate" }, svg("rect", { x: -wide / 2, y: -11, width: wide, height: 22, rx: 7 }), svg("text", { text }))));
  }
  return svg("g", { class: "dial", transform: placed(from, view.table.depth) }, ...parts);
}

/** The turn in words: 27° left, onto the van. */
function labelOf(turn, met) {
  const size = number(Math.abs(turn), 0);
  const text = Math.abs(turn) < SAME ? t("Straight on") : turn < 0 ? t("{degrees}° left", { degrees: size }) : t("{degrees}° right", { degrees: size });
  return met ? t("{turn} · at {name}", { turn: text, name: named(met.id) }) : text;
}
