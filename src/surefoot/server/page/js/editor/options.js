// The options of a ruleset as fields: pre-measuring first. An option that has its default is not written.

import { el, field, select } from "../dom.js";
import { capital, plain } from "../format.js";
import { t } from "../words.js";

const FIRST = "premeasure";

/**
 * All options of a ruleset; the first is at once visible, the others are folded.
 * @param {any[]} options
 * @param {Record<string, any>} chosen
 * @param {(name: string, value: any) => void} put undefined: the default
 */
export function optionFields(options, chosen, put) {
  if (!options?.length) return [];
  const first = options.filter((each) => each.name === FIRST);
  const rest = options.filter((each) => each.name !== FIRST);
  return [
    ...first.map((each) => one(each, chosen, put, t("Pre-measuring"))),
    rest.length > 0 && el("details", { class: "editor-options", open: rest.some((each) => each.name in chosen) }, el("summary", { text: t("Rule options ({n})", { n: rest.length }) }), ...rest.map((each) => one(each, chosen, put, capital(plain(each.name))))),
  ].filter(Boolean);
}

function one(option, chosen, put, label) {
  const value = option.name in chosen ? chosen[option.name] : option.default;
  const set = (given) => put(option.name, given === option.default || given === "" ? undefined : given);
  const control = controlOf(option, value, set);
  control.dataset.from = "referee";
  const made = field(label, control, option.says);
  made.dataset.option = option.name;
  if (label !== t("Pre-measuring")) made.firstChild.dataset.from = "referee";
  made.querySelector("small").dataset.from = "referee";
  return made;
}

function controlOf(option, value, set) {
  if (option.kind === "switch") return select([["true", t("On")], ["false", t("Off")]], String(Boolean(value)), (given) => set(given === "true"));
  if (option.values) return select(option.values.map((each) => [String(each), capital(plain(each))]), String(value), (given) => set(option.values.find((each) => String(each) === given)));
  const number = option.kind === "number";
  const input = el("input", { class: "input", type: number ? "number" : "text", step: "any", value: value ?? "", on: { change: () => set(input.value === "" ? "" : number ? Number(input.value) : input.value) } });
  return input;
}
