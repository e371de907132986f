// Models as tokens: their bases to scale, focusable, each with a description for screen readers.

import { svg } from "../dom.js";
import { length, named, number, plain, position, thing } from "../format.js";
import { t } from "../words.js";
import { SCALE } from "./camera.js";
import { baseOutline, baseReach, inside } from "./decode.js";
import { isDown } from "./looks.js";
import { pathOf } from "./terrain.js";

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
 * @param {{number: number, facing: boolean, table: any, name: string}} how
 */
export function token(model, where, how) {
  const reach = baseReach(model.base) * SCALE;
  const down = isDown(where.statuses);
  const hidden = covered(where, how.table);
  const group = svg("g", {
    class: `token side-${how.number}${down ? " down" : ""}${hidden ? " hidden" : ""}`,
    transform: placed(where, how.table.depth),
    tabindex: -1,
    role: "button",
    "aria-label": description(model, where, how.table),
    "aria-pressed": "false",
    data: { model: model.id, z: where.z },
  });
  group.append(svg("circle", { r: Math.max(reach + 6, 18), class: "hit" }));
  group.append(baseShape(model, where.facing, { class: "halo" }), baseShape(model, where.facing, { class: "base" }));
  if (how.facing || model.base.kind !== "round") {
    const turn = (where.facing * Math.PI) / 180;
    const [dx, dy] = [Math.sin(turn), -Math.cos(turn)];
    const ahead = SCALE * Math.max(...(baseOutline(model.base, 0, 0, where.facing) ?? [[dx * (reach / SCALE), -dy * (reach / SCALE)]]).map(([x, y]) => x * dx - y * dy));
    group.append(svg("path", { class: "facing", d: `M${dx * ahead * 0.5} ${dy * ahead * 0.5}L${dx * ahead * 0.95} ${dy * ahead * 0.95}` }));
  }
  group.append(svg("text", { class: "initial", text: how.name, data: { from: "table" }, "font-size": Math.min(18, reach * (how.name.length > 2 ? 0.72 : 0.95)) }));
  if (where.z > 1e-4) group.append(svg("text", { class: "up", y: reach + 12, text: `↑${number(where.z, 1)}` }));
  if (where.statuses.length) {
    group.append(svg("text", { class: "statuses", y: -reach - 6, text: statusesOf(where).join(", "), data: { from: "table" } }));
  }
  return group;
}

/** The SVG transform of a position. */
export function placed({ x, y }, depth) {
  return `translate(${x * SCALE} ${(depth - y) * SCALE})`;
}

/** Short names that fit on a base: the number of a model in its unit, else the first three letters. */
export function shortNames(models) {
  const found = new Map();
  for (const model of models) {
    const tail = /(\d+)$/.exec(model.id);
    found.set(model.id, model.unit && tail ? tail[1] : [...named(model.id)].slice(0, 3).join("").trim());
  }
  return found;
}
