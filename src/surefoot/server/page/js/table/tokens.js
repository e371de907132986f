// Models as tokens: their bases to scale, focusable, each with a description for screen readers.

import { iconParts, svg } from "../dom.js";
import { length, listed, named, plain, position, thing } from "../format.js";
import { t } from "../words.js";
import { SCALE } from "./camera.js";
import { baseOutline, baseReach, inside } from "./decode.js";
import { hull, isHull } from "./hulls.js";
import { isDown } from "./looks.js";
import { pathOf } from "./outline.js";
import { LOOT, badgeOf, silhouette } from "./silhouettes.js";

/** The position and the statuses of a model, or null if it is not on the table. */
export function standing(model, state) {
  const now = state.models[model.id];
  if (!now?.place?.at) return null;
  const [x, y, z] = now.place.at;
  return { x, y, z, facing: now.place.facing ?? 0, on: now.place.on, is: now.place.is, statuses: now.status ?? [] };
}

/** On which piece a model stands and how high: on the catwalk (3″ up). */
export function heightOf(where, table) {
  if (!where) return t("off the table");
  const piece = where.on && where.on !== "board" ? thing(where.on) : "";
  const height = where.z > 1e-4 ? length(where.z, table.sign) : "";
  if (piece && height) return t("on {piece} ({height} up)", { piece, height });
  if (piece) return t("on {piece}", { piece });
  return height ? t("{height} up", { height }) : t("on the ground");
}

/** The statuses of a model as the rulebook writes them. */
export function statusesOf(where) {
  return (where?.statuses ?? []).map(named);
}

/** The description of a model: name, side, position, height, statuses. */
export function description(model, where, table) {
  const side = model.side && plain(model.side);
  const unit = model.unit && model.unit !== model.id && t("unit {unit}", { unit: named(model.unit) });
  const at = where && t("at {position}", { position: position([where.x, where.y]) });
  const details = [side, unit, at, heightOf(where, table), ...statusesOf(where)].filter(Boolean).join(", ");
  return t("{name}: {details}", { name: named(model.id), details });
}

/** Whether a piece above hides a position. */
export function covered(where, table) {
  return table.pieces.some((piece) => ["platform", "lift"].includes(piece.sort) && piece.z > where.z + 1e-4 && inside([where.x, where.y], piece.outline));
}

/** The shape of a base, centred on 0, 0. */
export function baseShape(model, facing, given = {}) {
  const outline = baseOutline(model.base, 0, 0, facing);
  if (!outline) return svg("circle", { r: (model.base.size[0] / 2) * SCALE, ...given });
  return svg("path", { d: pathOf(outline, 0), ...given });
}

/**
 * One model as an SVG group. Its transform holds its position, so that it can be animated.
 * @param {import("./decode.js").Figure} model
 * @param {any} where
 * @param {{number: number, facing: boolean, table: any, aboard?: number, acted?: boolean}} how
 */
export function token(model, where, how) {
  const down = isDown(where.statuses);
  const hidden = covered(where, how.table);
  return svg(
    "g",
    {
      class: `token side-${how.number}${down ? " down" : ""}${hidden ? " hidden" : ""}${how.acted ? " acted" : ""}`,
      transform: placed(where, how.table.depth),
      tabindex: -1,
      role: "button",
      "aria-label": description(model, where, how.table),
      "aria-pressed": "false",
      data: { model: model.id, z: where.z },
    },
    figure(model, where, how),
  );
}

/** What is seen of a model: its hull, or its base with ring, silhouette and facing; its badges. Never smaller than a finger can see. */
export function figure(model, where, how) {
  const reach = baseReach(model.base) * SCALE;
  const group = svg("g", { class: "figure" });
  group.style.setProperty("--reach", reach.toFixed(1));
  group.append(baseShape(model, where.facing, { class: "hit" }), baseShape(model, where.facing, { class: "picked-edge" }), baseShape(model, where.facing, { class: "halo" }));
  if (isHull(model)) group.append(hull(model, where.facing));
  else group.append(...based(model, where, how, reach));
  if (how.aboard) group.append(passengers(how.aboard, reach));
  group.append(...badges(where.statuses, reach));
  return group;
}

/** A base with its ring in the pattern of its side, the silhouette of its kind and its facing. */
function based(model, where, how, reach) {
  const wide = Math.max(3.4, reach * 0.22);
  const [rx, ry] = model.base.kind === "round" ? [reach, reach] : [(model.base.size[1] / 2) * SCALE, (model.base.size[0] / 2) * SCALE];
  const turned = { transform: `rotate(${where.facing})` };
  const oval = (less, kind, given = {}) => svg("ellipse", { rx: (rx - less).toFixed(1), ry: (ry - less).toFixed(1), class: kind, ...(rx === ry ? {} : turned), ...given });
  const parts = [svg("ellipse", { class: "base-cast", rx, ry, transform: `translate(${(2 + where.z * 0.8).toFixed(1)} ${(3 + where.z * 0.8).toFixed(1)})${rx === ry ? "" : ` rotate(${where.facing})`}` })];
  if (how.facing || rx !== ry) parts.push(svg("path", { class: "notch", ...turned, d: `M0 ${(-ry - Math.max(6, ry * 0.36)).toFixed(1)}L${(rx * 0.42).toFixed(1)} ${(-ry * 0.82).toFixed(1)}H${(-rx * 0.42).toFixed(1)}Z` }));
  parts.push(oval(0, "base"), ...ring(how.number, rx, ry, wide, rx === ry ? {} : turned), oval(wide, "face"));
  const size = ((Math.min(rx, ry) - wide) * 1.86) / 100;
  parts.push(svg("path", { class: "silhouette", transform: `scale(${size.toFixed(3)}) translate(-50 -50)`, d: silhouette(model) }));
  return parts;
}

/** The ring of a side has a pattern of its own, so that nobody has to tell colours apart. */
function ring(number, rx, ry, wide, turned) {
  const middle = { rx: (rx - wide / 2).toFixed(1), ry: (ry - wide / 2).toFixed(1), ...turned };
  const round = 2 * Math.PI * (rx - wide / 2);
  const dashes = (on, count) => `${on.toFixed(1)} ${(round / count - on).toFixed(1)}`;
  if (number === 1) return [svg("ellipse", { class: "ring dark", ...middle, "stroke-width": wide * 0.9, "stroke-dasharray": dashes(wide * 0.28, 8) })];
  if (number === 2) return [svg("ellipse", { class: "ring light", ...middle, "stroke-width": wide * 0.24 })];
  if (number === 3) return [svg("ellipse", { class: "ring light round", ...middle, "stroke-width": wide * 0.5, "stroke-dasharray": `0 ${(round / 14).toFixed(1)}` })];
  if (number === 5) return [svg("ellipse", { class: "ring light", ...middle, "stroke-width": wide * 0.9, "stroke-dasharray": dashes(wide * 0.3, 5) })];
  if (number === 6) return [svg("ellipse", { class: "ring light", ...middle, "stroke-width": wide * 0.3, "stroke-dasharray": dashes(round / 24, 12) })];
  if (number === 7) return [svg("ellipse", { class: "ring dark", ...middle, "stroke-width": wide * 0.28 })];
  return [];
}

/** Badges from two o'clock on; more than two become a number. */
function badges(statuses, reach) {
  const shown = statuses.slice(0, statuses.length > 2 ? 1 : 2).map((status) => ({ ...badgeOf(status), status }));
  if (statuses.length > 2) shown.push({ text: `+${statuses.length - 1}`, colour: "soft", status: statuses.slice(1).join(", ") });
  return shown.map(({ icon: sign, text, colour }, i) => {
    const angle = -0.75 + i * 0.95;
    const size = Math.max(9, reach * 0.46);
    const group = svg("g", { class: `badge ${colour}`, transform: `translate(${(Math.cos(angle) * (reach + 1)).toFixed(1)} ${(Math.sin(angle) * (reach + 1)).toFixed(1)})` }, svg("circle", { r: size.toFixed(1) }));
    if (text) group.append(svg("text", { text, "font-size": (size * 1.1).toFixed(1), data: { from: "table" } }));
    else group.append(svg("g", { class: "badge-icon", transform: `scale(${((size * 1.25) / 24).toFixed(3)}) translate(-12 -12)` }, ...iconParts(sign)));
    return group;
  });
}

/** How many are aboard. */
function passengers(count, reach) {
  return svg("g", { class: "aboard", transform: `translate(${(reach * 0.7).toFixed(1)} ${(-reach * 0.7).toFixed(1)})` }, svg("rect", { x: -14, y: -11, width: 28, height: 22, rx: 6 }), svg("text", { text: String(count), data: { from: "table" } }));
}

/** Loot and other things that lie on the table or are carried. */
export function objectToken(name, thing, depth) {
  const [x, y] = thing.place?.at ?? [];
  if (x === undefined) return null;
  const carried = thing.holders?.length > 0;
  const title = carried ? t("{thing}, carried by {names}", { thing: named(name), names: listed(thing.holders.map(named)) }) : t("{thing} · {sort}", { thing: named(name), sort: plain(thing.sort) });
  return svg(
    "g",
    { class: `object${carried ? " carried" : ""}`, transform: placed({ x, y }, depth), data: { object: name } },
    svg("title", { text: title }),
    svg("rect", { class: "object-plate", x: -13, y: -13, width: 26, height: 26, rx: 6 }),
    svg("path", { class: "silhouette", d: LOOT, transform: "scale(0.24) translate(-50 -54)" }),
  );
}

/** The SVG transform of a position. */
export function placed({ x, y }, depth) {
  return `translate(${x * SCALE} ${(depth - y) * SCALE})`;
}
