// The fields of whatever is picked, as the JSON Schema of scenarios describes them: the page knows no field by itself.

import { el, fill, select } from "../dom.js";
import { corners, withCorner } from "./shapes.js";
import { sortOf } from "./draft.js";

/** What people change often; everything else stands behind "More". */
const OFTEN = ["at", "on", "facing", "z", "height", "width", "depth", "thickness", "under", "from", "to", "sill", "shaft", "tags", "state", "side", "base", "hull", "count", "formation", "gap", "profile", "keywords", "status"];
/** The same as another field, or set by the editor itself. */
const NEVER = ["id", "statuses", "profiles", "models", "of", "unit", "place"];
const WORDS = { z: "How high up", at: "Place", on: "Stands on", under: "Below it", from: "Foot", to: "Head", base: "Base (mm)" };

/** Which form of the schema an entry has. */
function formOf(schema, section, entry) {
  if (section === "models") return schema.$defs.ModelForm;
  if (section === "units") return schema.$defs.UnitForm;
  const sort = sortOf(entry);
  return Object.values(schema.$defs).find((form) => form.required?.[0] === sort && form.properties?.face_tags) ?? { properties: {} };
}

const spoken = (name) => WORDS[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/**
 * All fields of a thing.
 * @param {any} schema
 * @param {import("./draft.js").Thing} thing
 * @param {{surfaces: string[], sides: string[], problems: Map<string, string[]>, put: (name: string, value: any) => void}} told
 */
export function fieldsOf(schema, thing, told) {
  const { section, entry } = thing;
  const form = formOf(schema, section, entry);
  const sort = sortOf(entry);
  const names = Object.keys(form.properties).filter((name) => !NEVER.includes(name) && name !== sort);
  const made = (name) => control(name, form.properties[name], entry[name], told);
  const often = OFTEN.filter((name) => names.includes(name));
  const seldom = names.filter((name) => !often.includes(name));
  const wrong = seldom.some((name) => entry[name] !== undefined || told.problems.has(name));
  return [
    el("p", { class: "editor-about", text: form.description ?? "" }),
    section === "terrain" && shape(sort, entry, told),
    el("div", { class: "editor-fields" }, ...often.map(made)),
    seldom.length > 0 && el("details", { class: "editor-more", open: wrong }, el("summary", { text: "More" }), el("div", { class: "editor-fields" }, ...seldom.map(made))),
  ];
}

/** A field with its label, what it means, and what is wrong with it. */
function labelled(name, about, problems, input, wide = false) {
  const wrongs = problems.get(name) ?? [];
  input.setAttribute("aria-invalid", String(wrongs.length > 0));
  return el(
    "label",
    { class: `field${wide ? " wide" : ""}`, title: about, data: { field: name } },
    el("span", { class: "field-name", text: spoken(name) }),
    input,
    ...wrongs.map((says) => el("small", { class: "wrong", text: says })),
  );
}

function control(name, property, value, told) {
  const { problems, put } = told;
  const about = property.description ?? "";
  if (name === "profile") return profile(value ?? {}, told);
  if (name === "on") return labelled(name, about, problems, choice(["", ...told.surfaces], value ?? "", (chosen) => put(name, chosen || undefined)));
  if (name === "side") return labelled(name, about, problems, text(value ?? "", (typed) => put(name, typed || undefined), told.sides, "editor-sides"));
  if (name === "from" || name === "to") return labelled(name, about, problems, text(value ?? "", (typed) => put(name, numberOr(typed)), ["board", ...told.surfaces], "editor-surfaces"));
  if (property.enum) return labelled(name, about, problems, choice(["", ...property.enum.filter((each) => typeof each !== "boolean")], value === true ? "yes" : value === false ? "no" : value ?? "", (chosen) => put(name, chosen || undefined)));
  if (property.type === "number" || property.type === "integer") return labelled(name, about, problems, numeric(value, (typed) => put(name, typed)));
  if (Array.isArray(value) ? value.every((each) => typeof each === "string") && !property.minItems : property.anyOf?.some((each) => each.items?.type?.includes?.("string"))) {
    return labelled(name, about, problems, text([value ?? []].flat().join(", "), (typed) => put(name, wordsOf(typed)), told.known?.[name], `editor-known-${name}`), true);
  }
  if (property.type?.includes?.("string") && !property.type.includes("object")) return labelled(name, about, problems, text(value ?? "", (typed) => put(name, typed || undefined)));
  if (property.type === "array" && property.maxItems <= 3) return labelled(name, about, problems, text((value ?? []).join(", "), (typed) => put(name, numbersOf(typed))));
  return labelled(name, about, problems, json(value, (typed) => put(name, typed)), true);
}

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
  return select(options.map((each) => [String(each), each === "" ? "–" : String(each)]), String(chosen), change);
}

/** Whatever has no field of its own is written as JSON. */
function json(value, change) {
  const input = el("input", { class: "input mono", type: "text", autocomplete: "off", spellcheck: "false", value: value === undefined ? "" : JSON.stringify(value) });
  input.addEventListener("change", () => {
    try {
      const typed = input.value.trim();
      input.setCustomValidity("");
      change(typed === "" ? undefined : JSON.parse(typed));
    } catch {
      input.setCustomValidity("This is no JSON.");
      input.reportValidity();
    }
  });
  return input;
}

/** The numbers of a model, each with its name, and room for one more. */
function profile(value, { put, problems }) {
  const wrongs = problems.get("profile") ?? [];
  const rows = Object.entries(value).map(([name, held]) =>
    el("label", { class: "field" }, el("span", { class: "field-name", text: name }), typeof held === "number" ? numeric(held, (typed) => put("profile", without(value, name, typed))) : json(held, (typed) => put("profile", without(value, name, typed)))),
  );
  const more = el("input", { class: "input", type: "text", placeholder: "I 4", "aria-label": "Another number of its profile, such as I 4", autocomplete: "off" });
  more.addEventListener("change", () => {
    const [, name, number] = /^\s*(\w+)\s*[:= ]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(more.value) ?? [];
    if (name) put("profile", { ...value, [name]: Number(number) });
  });
  return el("fieldset", { class: "editor-profile wide", data: { field: "profile" } }, el("legend", { class: "field-name", text: "Profile" }), el("div", { class: "editor-numbers" }, ...rows, el("div", { class: "field" }, el("span", { class: "field-name", "aria-hidden": "true", text: "more" }), more)), ...wrongs.map((says) => el("small", { class: "wrong", text: says })));
}

function without(value, name, typed) {
  const { [name]: _, ...rest } = value;
  return typed === undefined ? rest : Object.fromEntries(Object.keys(value).map((each) => [each, each === name ? typed : value[each]]));
}

/** Where it stands, number by number: for whoever does not drag. */
function shape(sort, entry, { put, problems }) {
  const held = entry[sort];
  const wrongs = problems.get(sort) ?? [];
  const rows = held?.rect
    ? [["West", 0], ["South", 1], ["Across", 2], ["Deep", 3]].map(([name, i]) => labelledNumber(name, held.rect[i], (typed) => put(sort, { rect: held.rect.map((each, j) => (j === i ? typed ?? each : each)) })))
    : corners(held).flatMap((point, index) =>
        ["x", "y"].map((axis, i) => labelledNumber(`${axis} ${corners(held).length > 1 ? index + 1 : ""}`, point[i], (typed) => put(sort, withCorner(held, index, i ? [point[0], typed ?? point[1]] : [typed ?? point[0], point[1]])))),
      );
  return el("fieldset", { class: "editor-shape" }, el("legend", { class: "field-name", text: "Where it is" }), el("div", { class: "editor-numbers" }, ...rows), ...wrongs.map((says) => el("small", { class: "wrong", text: says })));
}

function labelledNumber(name, value, change) {
  return el("label", { class: "field" }, el("span", { class: "field-name", text: name }), numeric(value, change));
}

/** The words that the chosen rules know for the fields of a thing. */
export function knownWords(words, { section, entry }) {
  if (!words) return {};
  const sort = sortOf(entry);
  const names = (list) => [...new Set((list ?? []).filter((word) => !word.sorts.length || word.sorts.includes(sort)).map((word) => word.name))];
  if (section === "terrain") return { tags: names(words.tags), state: names(words.states) };
  const sheet = words.models.find((each) => !each.keyword || [entry.keywords ?? []].flat().includes(each.keyword));
  return { keywords: names(words.keywords), status: names(sheet?.statuses) };
}

/** Lists to choose names and known words from while typing; a word is added to those that stand there. */
export function lists(surfaces, sides, known = {}, entry = {}) {
  const options = (id, words) => fill(el("datalist", { id }), ...words.map((value) => el("option", { value })));
  const more = Object.entries(known).map(([name, words]) => {
    const held = [entry[name] ?? []].flat();
    return options(`editor-known-${name}`, words.filter((word) => !held.includes(word)).map((word) => [...held, word].join(", ")));
  });
  return [options("editor-surfaces", ["board", ...surfaces]), options("editor-sides", sides), ...more];
}
