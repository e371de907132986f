// Who is picked and what he can do: every action, and why not where it is greyed.

import { button, el, field, select } from "../dom.js";
import { clause } from "../log/clause.js";
import { number } from "../table/looks.js";
import { spoken, standing } from "../table/tokens.js";

/** The head of whoever is picked. */
export function card(mover, view, drop) {
  const { game } = mover;
  const model = game.table.models.get(mover.model);
  const where = model && standing(model, game.state);
  const side = view.sides.get(mover.side) ?? 4;
  const profile = Object.entries(model?.profile ?? {}).filter(([, value]) => typeof value !== "object").slice(0, 6);
  return el(
    "header",
    { class: `card side-${side}` },
    el("span", { class: "card-sign", "aria-hidden": "true" }),
    el("div", { class: "card-text" }, el("h2", { text: mover.who }), el("p", { class: "soft", text: mover.unit ? `${mover.unit.models.length} models, side ${mover.side}` : spoken(model, where, game.table).split(", ").slice(1).join(", ") })),
    profile.length && el("p", { class: "profile" }, ...profile.map(([name, value]) => el("span", {}, el("abbr", { text: name, title: name }), ` ${value}`))),
    button("×", drop, { class: "quiet icon", "aria-label": `Leave ${mover.who}` }),
  );
}

/** The actions, allowed ones first; greyed ones say why. */
export function actions(mover) {
  if (!mover.actions) return el("p", { class: "soft", text: "Asking what can be done …" });
  const able = mover.actions.filter((each) => each.allowed);
  const unable = mover.actions.filter((each) => !each.allowed);
  const one = (each) =>
    button(each.title, () => mover.choose(each.name), { class: "action", "aria-pressed": String(mover.action?.name === each.name), data: { action: each.name } });
  if (mover.ready && mover.action && able.includes(mover.action)) {
    // While a way is judged, there is room for that alone.
    return el("section", { class: "actions", "aria-label": "Actions" }, el("div", { class: "chips" }, one(mover.action)));
  }
  return el(
    "section",
    { class: "actions", "aria-label": "Actions" },
    el("div", { class: "chips strip", role: "group", "aria-label": "What can be done" }, ...able.map(one)),
    !able.length && el("p", { class: "soft", text: "Nothing can be done now." }),
    unable.length > 0 &&
      el(
        "details",
        { class: "unable", open: !able.length },
        el("summary", { text: `Not now: ${unable.length}` }),
        el("ul", {}, ...unable.map((each) => el("li", {}, button(each.title, () => {}, { class: "action", "aria-disabled": "true", disabled: true }), ...each.why_not.map((why) => el("p", {}, el("span", { text: why.says }), " ", clause(why.clause)))))),
      ),
  );
}

/** What an action takes besides who and where: whom, and its details. */
export function details(mover, ask) {
  const { action, game } = mover;
  if (!action) return null;
  const rows = [];
  if (action.target !== "none") {
    const names = [...game.table.models.keys(), ...game.table.units.map((unit) => unit.id), ...game.table.pieces.map((piece) => piece.id)];
    const options = [["", action.target === "required" ? "tap whom, or choose …" : "nobody"], ...[...new Set(names)].filter((name) => name !== mover.who).map((name) => [name, name])];
    rows.push(field("At", select(options, mover.target, (value) => ask(() => (mover.target = value)))));
  }
  for (const detail of action.details) {
    if (detail.name === "plan" && mover.shifts) continue;
    rows.push(field(`${detail.name}${detail.required ? "" : " (if wanted)"}`, input(detail, mover, ask), detail.says));
  }
  if (!rows.length) return null;
  const wanted = action.target === "required" || action.details.some((each) => each.required);
  return wanted ? el("div", { class: "details-given" }, ...rows) : el("details", { class: "details-given" }, el("summary", { text: "More" }), ...rows);
}

function input(detail, mover, ask) {
  const given = mover.details[detail.name];
  const set = (value) => ask(() => {
    const rest = { ...mover.details };
    delete rest[detail.name];
    mover.details = value === "" || value === undefined ? rest : { ...rest, [detail.name]: value };
  });
  if (detail.kind === "switch") {
    return select([["", "as usual"], ["true", "yes"], ["false", "no"]], given === undefined ? "" : String(given), (value) => set(value === "" ? "" : value === "true"));
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
  if (kind === "data") {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return text;
}

/** How a way is made: the cheapest to where one points, or leg by leg. */
export function wayTools(mover, redraw) {
  if (!mover.goes || mover.shifts) {
    return mover.shifts ? el("p", { class: "soft", text: "Drag the unit, or tap where the picked model is to stand: everybody goes with it. Then drag single models where they go elsewhere." }) : null;
  }
  const toggle = (text, on, press) => button(text, press, { class: "small", "aria-pressed": String(on) });
  const modes = ["walk", "climb", "leap", "jump", "fly", "swim"];
  return el(
    "div",
    { class: "way-tools" },
    el(
      "div",
      { class: "segments", role: "group", "aria-label": "How a way is made" },
      toggle("Cheapest way", !mover.drawing, () => redraw(() => (mover.drawing = false))),
      toggle("Leg by leg", mover.drawing, () => redraw(() => (mover.drawing = true))),
    ),
    mover.drawing &&
      el("div", { class: "chips", role: "group", "aria-label": "How the next leg is gone" }, ...modes.map((mode) => toggle(mode, mover.by === mode, () => redraw(() => (mover.by = mode))))),
    mover.legs.length > 1 && button("Take back the last leg", () => mover.shorten(), { class: "small quiet" }),
    !mover.legs.length && el("p", { class: "soft", text: mover.drawing ? "Tap the table for each leg; tap a ladder to climb it." : `Tap where ${mover.who} is to go, or drag ${mover.who} there.` }),
  );
}

/** How far the reach goes, and by what it is shown. */
export function reachTools(mover, sign) {
  const { reach } = mover;
  if (!mover.goes || !reach.shown) return null;
  const toggle = (text, by) =>
    button(text, () => {
      reach.by = by;
      mover.tell("changed");
      reach.show(mover.model, mover.action.name).then(() => mover.tell("changed"));
    }, { class: "small", "aria-pressed": String(reach.by === by) });
  return el("div", { class: "row reach-tools" }, el("span", { class: "soft", text: `Reach ${number(reach.shown.budget)}${sign} by` }), el("div", { class: "segments", role: "group", "aria-label": "Reach by" }, toggle("cost", "cost"), toggle("chance", "chance")));
}
