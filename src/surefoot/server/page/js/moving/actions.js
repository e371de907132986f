// The selected model or unit: its actions, and the tools for its path and its reach.

import { button, el, field, icon, select, svg } from "../dom.js";
import { capital, length, named, plain, sentence, thing } from "../format.js";
import { LEGS } from "../labels.js";
import { clause } from "../log/clause.js";
import { groundKind } from "../table/looks.js";
import { t, tn } from "../words.js";
import { floorsOf } from "./floors.js";

/** Icons of actions, by what their names say. */
const ICONS = [
  [/charge|fight/, "swords"],
  [/ram|throttle/, "zap"],
  [/climb|pull-up|ladder|jump-up|jump up/, "arrow-up-from-line"],
  [/leap/, "corner-up-right"],
  [/jump|drop|let-go|abseil/, "arrow-down-to-line"],
  [/run|advance|double/, "rabbit"],
  [/cover/, "shield"],
  [/stand|get-up/, "person-standing"],
  [/disembark/, "log-out"],
  [/embark|aboard/, "log-in"],
  [/manoeuvre|spin|drift|turn/, "rotate-cw"],
  [/stationary|stay|end-activation/, "anchor"],
  [/swim|water/, "waves"],
  [/door|window/, "door-open"],
  [/fall-back|retreat/, "undo-2"],
  [/fire|shoot/, "crosshair"],
];

const iconOf = (action) => ICONS.find(([words]) => words.test(action.name))?.[1] ?? (action.drives ? "car" : action.path === "none" ? "hand" : "footprints");

const moves = (action) => action.path !== "none" || action.details.some((each) => each.kind === "plan");

/** Actions that move the model come first: each group in the order of the ruleset. */
export function movesFirst(actions) {
  return [...actions.filter(moves), ...actions.filter((each) => !moves(each))];
}

/** So many actions are shown at once; the others are under More. */
const SHOWN = 5;

/** The reason that all actions have in common why they can't be done now, such as the phase; "" if there is none. */
function inCommon(unable) {
  const [first, ...others] = unable.map((each) => each.why_not.map((why) => sentence(why)));
  return first?.find((why) => others.every((each) => each.includes(why))) ?? "";
}

/** The available actions; those beyond the first few, and the unavailable ones with their reasons, are folded. */
export function actions(mover) {
  if (!mover.actions) return el("p", { class: "soft waiting", text: t("Loading actions …") });
  const able = mover.actions.filter((each) => each.allowed);
  const unable = mover.actions.filter((each) => !each.allowed);
  const first = able.slice(0, SHOWN);
  if (mover.action && able.includes(mover.action) && !first.includes(mover.action)) first.splice(SHOWN - 1, 1, mover.action);
  const rest = able.filter((each) => !first.includes(each));
  const one = (each) => tile(each, mover, able.indexOf(each) + 1);
  const common = able.length ? "" : inCommon(unable);
  const folded = el("summary", { text: rest.length ? t("More actions ({n})", { n: rest.length + unable.length }) : t("Unavailable ({n})", { n: unable.length }) });
  // Only the player's own press is remembered; a list that opens by itself stays with its model.
  folded.addEventListener("click", () => (mover.moreOpen = !folded.parentElement.open));
  return el(
    "section",
    { class: "actions", "aria-label": t("Actions") },
    first.length > 0 && el("div", { class: "action-tiles", role: "group", "aria-label": t("Available actions") }, ...first.map(one)),
    !able.length && el("p", { class: "soft", text: common || t("No actions left"), data: { from: "referee" } }),
    rest.length + unable.length > 0 &&
      el(
        "details",
        { class: "unable", open: mover.moreOpen ?? (!able.length && !common) },
        folded,
        rest.length > 0 && el("div", { class: "action-tiles" }, ...rest.map(one)),
        el("ul", {}, ...unable.map((each) => el("li", {}, button(each.title, () => {}, { class: "action", "aria-disabled": "true", disabled: true, data: { from: "referee" } }), ...each.why_not.map((why) => el("p", {}, el("span", { text: sentence(why), data: { from: "referee" } }), " ", clause(why.clause)))))),
      ),
  );
}

/** An action as a tile: its icon, its name, below it what it takes, and its hotkey in the corner. */
function tile(action, mover, number) {
  const [, name, takes] = /^(.*?)\s*\(([^()]*)\)$/.exec(action.title) ?? [];
  const words = name ? [el("span", { class: "action-name", text: `${name} ` }), el("small", { class: "action-note", text: `(${takes})` })] : [el("span", { class: "action-name", text: action.title })];
  return el(
    "button",
    { type: "button", class: "button action", "aria-pressed": String(mover.action?.name === action.name), data: { action: action.name, from: "referee" }, on: { click: () => mover.press(action.name) } },
    icon(iconOf(action)),
    ...words,
    number <= SHOWN && el("span", { class: "action-key", "aria-hidden": "true", text: String(number) }),
  );
}

/** The most reasons shown for why the nearest model can’t be the target. */
const MOST_REASONS = 3;

/** What the chosen action still needs, in one line; null if nothing. */
export function missing(mover) {
  if (!mover.action || !mover.actions) return null;
  const what = mover.missing;
  const name = named(mover.who);
  const action = mover.action.title;
  const texts = {
    detail: () => t("{action}: fill in the fields marked “needed”.", { action }),
    target: () => (mover.targets && !mover.targets.length ? t("{action} has no target in reach now.", { action }) : t("{action}: tap the target on the table.", { action })),
    path: () => (mover.action.drives ? t("Tap a destination, or tap an enemy to drive at it.") : mover.drawing ? t("Tap the end of each leg. Tap a ladder to climb it.") : t("Tap a destination, or drag {name} there.", { name })),
  };
  if (!texts[what]) return null;
  const why = what === "target" && !mover.targets?.length ? (mover.nearest?.reasons ?? []).slice(0, MOST_REASONS) : [];
  return el("div", { class: "soft needs" }, el("p", { text: texts[what]() }), ...why.map(({ says }) => el("p", { text: says, data: { from: "referee" } })));
}

/** The passengers of a transport, each to be picked; empty if there are none. */
export function passengers(mover, pick) {
  const { game } = mover;
  const inside = new Map();
  for (const model of game.table.models.values()) {
    const place = game.state.models[model.id]?.place;
    if (place?.is !== "aboard" || !mover.models.includes(place.on)) continue;
    const key = model.unit || model.id;
    inside.set(key, [...(inside.get(key) ?? []), model.id]);
  }
  if (!inside.size) return null;
  const count = [...inside.values()].reduce((sum, each) => sum + each.length, 0);
  const one = ([key, models]) => button(models.length > 1 ? t("{unit} ({n})", { unit: named(key), n: models.length }) : named(key), () => pick(models[0]), { class: "small passenger", data: { from: "table", passenger: key }, "aria-label": t("Select {name}, aboard", { name: named(key) }) });
  return el("section", { class: "passengers", "aria-label": t("Passengers") }, el("h3", { text: tn("{n} aboard", "{n} aboard", count) }), el("div", { class: "chips" }, ...[...inside].map(one)));
}

/** The fields of an action besides its path: its target and its details. */
export function details(mover, ask) {
  const { action } = mover;
  if (!action) return null;
  const rows = [];
  if (action.target !== "none") {
    const names = mover.targets ?? [];
    const none = !mover.targets ? t("Loading targets …") : !names.length ? t("No target in reach") : action.target === "required" ? t("Tap a target, or choose …") : t("No target");
    const options = [["", none], ...[...new Set([...names, mover.target].filter(Boolean))].map((name) => [name, named(name)])];
    const list = select(options, mover.target, (value) => ask(() => (mover.target = value)));
    list.dataset.from = "table";
    rows.push(field(t("Target"), list));
  }
  for (const detail of action.details) {
    if (detail.kind === "plan" && (mover.shifts || mover.sets)) continue;
    rows.push(detailField(detail, input(detail, mover, ask)));
  }
  if (!rows.length) return null;
  const wanted = action.target === "required" || action.details.some((each) => each.required);
  return wanted ? el("div", { class: "details-given" }, ...rows) : el("details", { class: "details-given" }, el("summary", { text: t("More options") }), ...rows);
}

/** A detail with its label and a hint. A detail that is written as a question has the question as its label. */
function detailField(detail, control) {
  const [, question, rest] = /^(.*?\?)\s*(.*)$/s.exec(detail.says) ?? [];
  const needed = detail.required ? t("needed") : "";
  const hint = [needed, question ? rest : capital(detail.says)].filter(Boolean).join(" · ");
  const made = field(question || capital(plain(detail.name)), control, hint);
  for (const each of made.querySelectorAll("span, small")) each.dataset.from = "referee";
  return made;
}

function input(detail, mover, ask) {
  const given = mover.details[detail.name];
  const set = (value) => ask(() => {
    const rest = { ...mover.details };
    delete rest[detail.name];
    mover.details = value === "" || value === undefined ? rest : { ...rest, [detail.name]: value };
  });
  if (detail.kind === "switch") {
    return select([["", t("Default")], ["true", t("Yes")], ["false", t("No")]], given === undefined ? "" : String(given), (value) => set(value === "" ? "" : value === "true"));
  }
  const made = el("input", { class: "input", value: given === undefined ? "" : Array.isArray(given) ? given.join(", ") : String(given), inputmode: ["length", "angle", "number"].includes(detail.kind) ? "decimal" : "text" });
  made.addEventListener("change", () => set(read(detail.kind, made.value.trim())));
  return made;
}

function read(kind, text) {
  if (!text) return "";
  if (["length", "angle", "number"].includes(kind)) return Number(text.replace(",", "."));
  if (kind === "point") return text.split(/[,\s]+/).map(Number);
  if (kind === "names") return text.split(/[,\s]+/);
  if (["data", "plan"].includes(kind)) {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return text;
}

/** Tools for the path: automatic, or drawn leg by leg. */
export function pathTools(mover, redraw) {
  if (mover.sets) return el("p", { class: "soft", text: t("Surefoot proposes where to set up. Tap a place to move them all, or drag single models.") });
  if (!mover.goes || mover.shifts) {
    return mover.shifts ? el("p", { class: "soft", text: t("Drag the unit, or tap where the selected model should end: the whole unit moves with it. Then drag single models to adjust them.") }) : null;
  }
  const toggle = (text, on, press) => button(text, press, { class: "small", "aria-pressed": String(on) });
  return el(
    "div",
    { class: "way-tools" },
    el(
      "div",
      { class: "segments", role: "group", "aria-label": t("Path mode") },
      toggle(t("Auto path"), !mover.drawing, () => redraw(() => (mover.drawing = false))),
      toggle(t("Draw path"), mover.drawing, () => redraw(() => (mover.drawing = true))),
    ),
    mover.drawing &&
      el("div", { class: "chips", role: "group", "aria-label": t("Next leg") }, ...legsOf(mover).map(([mode, label]) => toggle(label, mover.by === mode, () => redraw(() => (mover.by = mode))))),
    mover.drawing && mover.legs.length > 1 && button(t("Undo last leg"), () => mover.shorten(), { class: "small quiet" }),
  );
}

/** The modes of a leg that make sense for the selected model: flying for those that fly, swimming where there is water. */
function legsOf(mover) {
  const model = mover.game.table.models.get(mover.model);
  const flies = /fly|flies|flier|hover|wing/i.test(JSON.stringify([model?.keywords ?? [], model?.profile ?? {}]));
  const wet = mover.game.table.pieces.some((piece) => groundKind([...piece.tags]) === "water");
  if (mover.action?.drives) return [["walk", t("Drive")]];
  return Object.entries(LEGS).filter(([mode]) => (mode !== "fly" || flies) && (mode !== "swim" || wet));
}

/** The reach, and whether it is shown by cost or by chance. */
export function reachTools(mover, sign) {
  const { reach } = mover;
  if (!mover.goes || !reach.shown) return null;
  const toggle = (text, by) =>
    button(text, () => {
      reach.by = by;
      mover.emit("changed");
      reach.show(mover.model, mover.action.name).then(() => mover.emit("changed"));
    }, { class: "small", "aria-pressed": String(reach.by === by) });
  const kinds = el("div", { class: "segments", role: "group", "aria-label": t("Show reach by") }, toggle(t("Cost"), "cost"), toggle(t("Chance"), "chance"));
  const distance = el("span", { text: t("Reach {distance}", { distance: length(reach.shown.budget, sign) }) });
  return el("div", { class: "reach-tools" }, kinds, ...(reach.by === "chance" ? [distance, reach.key] : [...costKey(reach.shown, sign), reach.shown.levels.length > 1 && beyond()]));
}

/** The most costs with a colour of their own in the key; beyond that only the last is named. */
const MOST_COSTS = 4;

/** What the colours of a reach by cost mean. */
function costKey(shown, sign) {
  const costs = (shown.levels[0]?.bands ?? []).map((band) => band.level);
  const named = costs.length > MOST_COSTS ? costs.slice(-1) : costs;
  const key = (cost) => {
    // Each colour is that of its band and of all that lie under it.
    const deep = costs.length - costs.indexOf(cost);
    const layers = Array.from({ length: deep }, () => swatchPart("band"));
    return el("span", { class: "legend-key" }, swatch(...layers), el("span", { text: cost === costs.at(-1) ? t("Reach {distance}", { distance: length(cost, sign) }) : length(cost, sign) }));
  };
  return named.map(key);
}

/** The sign of reach on other levels. */
const beyond = () => el("span", { class: "legend-key" }, swatch(swatchPart("band other outer")), el("span", { text: t("Other levels") }));

const swatch = (...parts) => svg("svg", { class: "legend-swatch", viewBox: "0 0 40 28", "aria-hidden": "true" }, ...parts);
const swatchPart = (kind) => svg("rect", { x: 2, y: 2, width: 36, height: 24, rx: 3, class: kind });

/** Where floors lie above one another: which of them is meant. */
export function floors(mover, sign) {
  const found = floorsOf(mover);
  if (found.length < 2) return null;
  const one = ({ id, z }, index) => {
    const below = index > 0 ? t("under {piece}", { piece: thing(found[index - 1].id) }) : "";
    const text = id === "board" || below ? t("{place} ({height} up)", { place: capital(below || thing(id)), height: length(z, sign) }) : t("On {piece} ({height} up)", { piece: thing(id), height: length(z, sign) });
    const label = z > 1e-4 ? text : capital(below || t("on the ground"));
    return button(label, () => mover.onFloor(id), { class: "small", "aria-pressed": String(mover.goal.surface?.id === id), data: { floor: id } });
  };
  return el("div", { class: "floors", role: "group", "aria-label": t("Which level?") }, el("span", { class: "soft", text: t("{n} levels here:", { n: found.length }) }), el("div", { class: "segments" }, ...found.map(one)));
}
