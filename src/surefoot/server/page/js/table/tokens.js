// Models on their bases, to scale, each of them a thing that can be focused and speaks for itself.

import { svg } from "../dom.js";
import { SCALE } from "./camera.js";
import { baseOutline, baseReach, inside } from "./decode.js";
import { isDown, number } from "./looks.js";
import { pathOf } from "./terrain.js";

/** Where a model is drawn, or null if it is not on the table. */
export function standing(model, state) {
  const now = state.models[model.id];
  if (!now?.place?.at) return null;
  const [x, y, z] = now.place.at;
  return { x, y, z, facing: now.place.facing ?? 0, on: now.place.on, is: now.place.is, statuses: now.status ?? [] };
}

/** What is said of a model: who, whose, where, how. */
export function spoken(model, where, table) {
  const parts = [model.id, model.side && `side ${model.side}`, model.unit && model.unit !== model.id && `unit ${model.unit}`];
  if (!where) return [...parts, "not on the table"].filter(Boolean).join(", ");
  parts.push(`at ${number(where.x)}, ${number(where.y)}`);
  if (where.z > 1e-4) parts.push(`${number(where.z)}${table.sign} up${where.on && where.on !== "board" ? ` on ${where.on}` : ""}`);
  if (where.statuses.length) parts.push(where.statuses.join(", "));
  return parts.filter(Boolean).join(", ");
}

/** Whether something above hides a place. */
export function covered(where, table) {
  return table.pieces.some((piece) => ["platform", "lift"].includes(piece.sort) && piece.z > where.z + 1e-4 && inside([where.x, where.y], piece.outline));
}

/** The shape of a base around 0, 0. */
export function baseShape(model, facing, given = {}) {
  const outline = baseOutline(model.base, 0, 0, facing);
  if (!outline) return svg("circle", { r: (model.base.size[0] / 2) * SCALE, ...given });
  return svg("path", { d: pathOf(outline, 0), ...given });
}

/**
 * One model as a group; placed by its transform, so that it can be animated.
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
    "aria-label": spoken(model, where, how.table),
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
  group.append(svg("text", { class: "initial", text: how.name, "font-size": Math.min(18, reach * (how.name.length > 2 ? 0.72 : 0.95)) }));
  if (where.z > 1e-4) group.append(svg("text", { class: "up", y: reach + 12, text: `↑${number(where.z)}` }));
  if (where.statuses.length) {
    group.append(svg("text", { class: "statuses", y: -reach - 6, text: where.statuses.join(", ") }));
  }
  return group;
}

/** The transform that puts something at a place. */
export function placed({ x, y }, depth) {
  return `translate(${x * SCALE} ${(depth - y) * SCALE})`;
}

/** Short names that fit on a base: the first letters, or the number in a unit. */
export function shortNames(models) {
  const found = new Map();
  for (const model of models) {
    const tail = /(\d+)$/.exec(model.id);
    found.set(model.id, model.unit && tail ? tail[1] : [...model.id].slice(0, 3).join(""));
  }
  return found;
}
