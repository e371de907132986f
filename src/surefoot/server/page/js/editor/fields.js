// The fields of the selected entry, built from the JSON Schema of scenarios.

import { el, fill, select } from "../dom.js";
import { capital, plain } from "../format.js";
import { t } from "../words.js";
import { corners, withCorner } from "./shapes.js";
import { sortOf } from "./draft.js";
import { BASES } from "./palette.js";

/** Fields that are shown at once; all others are under "More fields". */
const OFTEN = ["at", "on", "facing", "z", "height", "width", "depth", "thickness", "under", "from", "to", "sill", "shaft", "tags", "state", "side", "base", "hull", "count", "formation", "gap", "profile", "keywords", "status"];
/** Fields that repeat another one, or that the editor sets itself. */
const NEVER = ["id", "statuses", "profiles", "models", "of", "unit", "place"];
const NAMES = {
  at: t("Position"),
  base: t("Base (mm)"),
  count: t("Number of models"),
  counters: t("Counters"),
  decks: t("Decks"),
  depth: t("Depth"),
  details: t("Details"),
  face_tags: t("Tags of its sides"),
  facing: t("Facing"),
  formation: t("Formation"),
  from: t("Bottom"),
  gap: t("Gap between bases"),
  height: t("Height"),
  hull: t("Hull"),
  keywords: t("Keywords"),
  labels: t("Labels"),
  on: t("Stands on"),
  profile: t("Profile"),
  shaft: t("Shaft"),
  side: t("Side"),
  sill: t("Sill"),
  state: t("State"),
  status: t("Status"),
  tags: t("Tags"),
  thickness: t("Thickness"),
  to: t("Top"),
  traits: t("Traits"),
  under: t("Underneath"),
  width: t("Width"),
  z: t("Elevation"),
};

/** The label of a field. */
export const fieldName = (name) => NAMES[name] ?? capital(plain(name));

/** The form of the schema that describes an entry. */
function formOf(schema, section, entry) {
  if (section === "models") return schema.$defs.ModelForm;
  if (section === "units") return schema.$defs.UnitForm;
  const sort = sortOf(entry);
  return Object.values(schema.$defs).find((form) => form.required?.[0] === sort && form.properties?.face_tags) ?? { properties: {} };
}

/**
 * All fields of an entry.
 * @param {any} schema
 * @param {import("./draft.js").Thing} thing
 * @param {{surfaces: string[], sides: string[], problems: Map<string, string[]>, put: (name: string, value: any) => void}} context
 */
export function fieldsOf(schema, thing, context) {
  const { section, entry } = thing;
  const form = formOf(schema, section, entry);
  const sort = sortOf(entry);
  const names = Object.keys(form.properties).filter((name) => !NEVER.includes(name) && name !== sort);
  const made = (name) => control(name, form.properties[name], entry[name], context);
  const often = OFTEN.filter((name) => names.includes(name));
  const seldom = names.filter((name) => !often.includes(name));
  const wrong = seldom.some((name) => entry[name] !== undefined || context.problems.has(name));
  return [
    el("p", { class: "editor-about", text: form.description ?? "", data: { from: "referee" } }),
    section === "terrain" && shape(sort, entry, context),
    el("div", { class: "editor-fields" }, ...often.map(made)),
    seldom.length > 0 && el("details", { class: "editor-more", open: wrong }, el("summary", { text: t("More fields") }), el("div", { class: "editor-fields" }, ...seldom.map(made))),
  ];
}

/** A field with its label, its description and its problems. */
function labelled(name, about, problems, input, wide = false) {
  const wrongs = problems.get(name) ?? [];
  input.setAttribute("aria-invalid", String(wrongs.length > 0));
  input.title = capital(about);
  input.dataset.from = "referee";
  return el(
    "label",
    { class: `field${wide ? " wide" : ""}`, data: { field: name } },
    el("span", { class: "field-name", text: fieldName(name), data: NAMES[name] ? {} : { from: "referee" } }),
    input,
    ...wrongs.map(problem),
  );
}

const problem = (says) => el("small", { class: "wrong", text: capital(says), data: { from: "referee" } });

function control(name, property, value, context) {
  const { problems, put } = context;
  const about = property.description ?? "";
  if (name === "profile") return profile(value ?? {}, context);
  if (name === "base") return base(value, about, context);
  if (name === "on") return labelled(name, about, problems, choice(["", ...context.surfaces], value ?? "", (chosen) => put(name, chosen || undefined)));
  if (name === "side") return labelled(name, about, problems, text(value ?? "", (typed) => put(name, typed || undefined), context.sides, "editor-sides"));
  if (name === "from" || name === "to") return labelled(name, about, problems, text(value ?? "", (typed) => put(name, numberOr(typed)), ["board", ...context.surfaces], "editor-surfaces"));
  if (property.enum) return labelled(name, about, problems, choice(["", ...property.enum.filter((each) => typeof each !== "boolean")], value === true ? "yes" : value === false ? "no" : value ?? "", (chosen) => put(name, chosen || undefined)));
  if (property.type === "number" || property.type === "integer") return labelled(name, about, problems, numeric(value, (typed) => put(name, typed)));
  if (Array.isArray(value) ? value.every((each) => typeof each === "string") && !property.minItems : property.anyOf?.some((each) => each.items?.type?.includes?.("string"))) {
    return labelled(name, about, problems, text([value ?? []].flat().join(", "), (typed) => put(name, wordsOf(typed)), context.known?.[name], `editor-known-${name}`), true);
  }
  if (property.type?.includes?.("string") && !property.type.includes("object")) return labelled(name, about, problems, text(value ?? "", (typed) => put(name, typed || undefined)));
  if (property.type === "array" && property.maxItems <= 3) return labelled(name, about, problems, text((value ?? []).join(", "), (typed) => put(name, numbersOf(typed))));
  return labelled(name, about, problems, json(value, (typed) => put(name, typed)), true);
}

/** Bases as the shops have them: round ones by their size, ovals by both; anything else is typed. */
const OVALS = [[60, 35], [75, 42], [90, 52], [105, 70], [120, 92], [170, 105]];

function base(value, about, { problems, put }) {
  const known = [...BASES.map((each) => [String(each), `${each} mm`, each]), ...OVALS.map((each) => [each.join("×"), `${each.join(" × ")} mm`, { oval: each }])];
  const here = known.find(([, , each]) => JSON.stringify(each) === JSON.stringify(value));
  const typed = text(typeof value === "object" ? JSON.stringify(value) : value ?? "", (given) => put("base", given === "" ? undefined : baseOf(given)));
  const list = select([...known.map(([name, label]) => [name, label]), ["", t("Other size")]], here?.[0] ?? "", (chosen) => chosen && put("base", known.find(([name]) => name === chosen)[2]));
  list.setAttribute("aria-label", t("Base"));
  const made = labelled("base", about, problems, typed);
  made.insertBefore(list, typed);
  if (here) typed.hidden = true;
  return made;
}

const baseOf = (typed) => {
  if (!Number.isNaN(Number(typed))) return Number(typed);
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
};

const numberOr = (typed) => (typed === "" ? undefined : Number.isNaN(Number(typed)) ? typed : Number(typed));
const wordsOf = (typed) => (typed.trim() ? typed.split(",").map((word) => word.trim()).filter(Boolean) : undefined);
const numbersOf = (typed) => (typed.trim() ? typed.split(",").map((each) => Number(each)) : undefined);

function numeric(value, change) {
  const input = el("input", { class: "input", type: "number", step: "any", inputmode: "decimal", value: value ?? "", on: { change: () => change(input.value === "" ? undefined : Number(input.value)) } });
  return input;
}

function text(value, change, known = [], list = "") {
  const input = el("input", { class: "input", type: "text", autocomplete: "off", list: known.length ? list : null, value: String(value), on: { change: () => change(input.value.trim()) } });
  return input;
}

function choice(options, chosen, change) {
  const list = select(options.map((each) => [String(each), each === "" ? "–" : plain(each)]), String(chosen), change);
  list.dataset.from = "table";
  return list;
}

/** A field for any other value, written as JSON. */
function json(value, change) {
  const input = el("input", { class: "input mono", type: "text", autocomplete: "off", spellcheck: "false", value: value === undefined ? "" : JSON.stringify(value) });
  input.addEventListener("change", () => {
    try {
      const typed = input.value.trim();
      input.setCustomValidity("");
      change(typed === "" ? undefined : JSON.parse(typed));
    } catch {
      input.setCustomValidity(t("This is not valid JSON"));
      input.reportValidity();
    }
  });
  return input;
}

/** The characteristics of a model, and a field for one more. */
function profile(value, { put, problems }) {
  const wrongs = problems.get("profile") ?? [];
  const rows = Object.entries(value).map(([name, held]) =>
    el("label", { class: "field" }, el("span", { class: "field-name", text: name, data: { from: "table" } }), typeof held === "number" || held === "" ? numeric(held, (typed) => put("profile", without(value, name, typed ?? ""))) : json(held, (typed) => put("profile", without(value, name, typed)))),
  );
  const more = el("input", { class: "input", type: "text", placeholder: t("I 4"), "aria-label": t("Add a characteristic, such as I 4"), autocomplete: "off" });
  more.addEventListener("change", () => {
    const [, name, number] = /^\s*(\w+)\s*[:= ]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(more.value) ?? [];
    if (name) put("profile", { ...value, [name]: Number(number) });
  });
  return el("fieldset", { class: "editor-profile wide", data: { field: "profile" } }, el("legend", { class: "field-name", text: NAMES.profile }), el("div", { class: "editor-numbers" }, ...rows, el("div", { class: "field" }, el("span", { class: "field-name", "aria-hidden": "true", text: t("Add") }), more)), ...wrongs.map(problem));
}

function without(value, name, typed) {
  const { [name]: _, ...rest } = value;
  return typed === undefined ? rest : Object.fromEntries(Object.keys(value).map((each) => [each, each === name ? typed : value[each]]));
}

/** The shape of a piece in numbers, for editing without dragging. */
function shape(sort, entry, { put, problems }) {
  const held = entry[sort];
  const wrongs = problems.get(sort) ?? [];
  const rows = held?.rect
    ? [[t("Left"), 0], [t("Bottom"), 1], [t("Width"), 2], [t("Depth"), 3]].map(([name, i]) => labelledNumber(name, held.rect[i], (typed) => put(sort, { rect: held.rect.map((each, j) => (j === i ? typed ?? each : each)) })))
    : corners(held).flatMap((point, index) =>
        [t("x"), t("y")].map((axis, i) => labelledNumber(`${axis} ${corners(held).length > 1 ? index + 1 : ""}`, point[i], (typed) => put(sort, withCorner(held, index, i ? [point[0], typed ?? point[1]] : [typed ?? point[0], point[1]])))),
      );
  return el("fieldset", { class: "editor-shape" }, el("legend", { class: "field-name", text: t("Position and size") }), el("div", { class: "editor-numbers" }, ...rows), ...wrongs.map(problem));
}

function labelledNumber(name, value, change) {
  return el("label", { class: "field" }, el("span", { class: "field-name", text: name }), numeric(value, change));
}

/** The words that the ruleset knows for the fields of an entry. */
export function knownWords(words, { section, entry }) {
  if (!words) return {};
  const sort = sortOf(entry);
  const names = (list) => [...new Set((list ?? []).filter((word) => !word.sorts.length || word.sorts.includes(sort)).map((word) => word.name))];
  if (section === "terrain") return { tags: names(words.tags), state: names(words.states) };
  const sheet = words.models.find((each) => !each.keyword || [entry.keywords ?? []].flat().includes(each.keyword));
  return { keywords: names(words.keywords), status: names(sheet?.statuses) };
}

/** Suggestions while typing: surfaces, sides, and known words added to those already typed. */
export function lists(surfaces, sides, known = {}, entry = {}) {
  const options = (id, words) => fill(el("datalist", { id }), ...words.map((value) => el("option", { value })));
  const more = Object.entries(known).map(([name, words]) => {
    const held = [entry[name] ?? []].flat();
    return options(`editor-known-${name}`, words.filter((word) => !held.includes(word)).map((word) => [...held, word].join(", ")));
  });
  return [options("editor-surfaces", ["board", ...surfaces]), options("editor-sides", sides), ...more];
}
