// The card of the selected model or unit: its token, its name, where it stands, its profile and the actions it has left.

import { button, el, svg } from "../dom.js";
import { capital, length, named, plain } from "../format.js";
import { SCALE } from "../table/camera.js";
import { baseReach } from "../table/decode.js";
import { figure, heightOf, standing, statusesOf } from "../table/tokens.js";
import { t, tn } from "../words.js";

/** Characteristics in the order of the rulebooks; others follow. */
const ORDER = ["M", "WS", "BS", "S", "T", "Ag", "I", "W", "Per", "WP", "Sv", "A", "front", "side", "rear", "hp", "handling"];
/** The most characteristics shown on a card. */
const MOST = 10;

/**
 * The card of the selected model or unit.
 * @param {import("./mover.js").Mover} mover
 * @param {import("../table/view.js").TableView} view
 * @param {{drop: () => void, log: () => void}} does deselects the model; turns to the log, where a phone hides the tabs
 * @param {number} [left] actions left, where the ruleset counts them
 */
export function card(mover, view, { drop, log }, left) {
  const { game } = mover;
  const model = game.table.models.get(mover.model);
  const where = model && standing(model, game.state);
  const side = view.sides.get(mover.side) ?? 4;
  const about = mover.unit ? [tn("{n} model", "{n} models", mover.unit.models.length)] : [heightOf(where, game.table), ...statusesOf(where)];
  const line = [mover.side && named(mover.side), ...about].filter(Boolean).join(" · ");
  const stats = profile(model?.profile ?? {}, game.table.sign);
  return el(
    "header",
    { class: `card side-${side}` },
    portrait(model, side, game.table),
    el("div", { class: "card-text" }, el("h2", {}, el("span", { text: named(mover.who), data: { from: "table" } }), left > 0 && dots(left)), el("p", { class: "soft", text: line, data: { from: "table" } })),
    stats.length > 0 && el("p", { class: "profile", data: { from: "table" } }, ...stats),
    el("div", { class: "card-tools" }, button("", log, { class: "quiet icon card-log", icon: "book-open", "aria-label": t("Show the log and the other tabs"), title: t("Show the log and the other tabs") }), button("", drop, { class: "quiet icon", icon: "x", "aria-label": t("Deselect {name}", { name: named(mover.who) }) })),
  );
}

/** The actions left, one dot for each. */
function dots(left) {
  const text = tn("{n} action left", "{n} actions left", left);
  return el("span", { class: "dots", role: "img", "aria-label": text, title: text }, ...Array.from({ length: left }, () => el("span", { class: "dot" })));
}

/** The characteristics of a model. A switch that is off is left out, one that is on is its name alone. */
function profile(values, sign) {
  const place = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  const shown = Object.entries(values).filter(([, value]) => typeof value !== "object" && value !== false);
  shown.sort(([one], [other]) => place(one) - place(other));
  const label = (name) => (name.length > 2 ? capital(plain(name)) : name === name.toLowerCase() ? name.toUpperCase() : name);
  const text = (name, value) => (name === "M" && typeof value === "number" ? length(value, sign) : String(value));
  return shown.slice(0, MOST).map(([name, value]) => el("span", { class: "stat" }, el("abbr", { text: label(name), title: name }), value !== true && " ", value !== true && el("b", { text: text(name, value) })));
}

/** The token of a model, as it is on the table but facing up. */
export function portrait(model, side, table) {
  if (!model) return el("span", { class: "card-sign", "aria-hidden": "true" });
  const far = baseReach(model.base) * SCALE * 1.12;
  const drawn = figure(model, { x: 0, y: 0, z: 0, facing: 0, statuses: [] }, { number: side, facing: false, table });
  return svg("svg", { class: "card-token", viewBox: `${-far} ${-far} ${2 * far} ${2 * far}`, "aria-hidden": "true" }, svg("g", { class: `token side-${side}` }, drawn));
}
