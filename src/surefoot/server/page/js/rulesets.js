// What the server says about its rulesets.

import { once } from "./net.js";

/** The name of a ruleset without its options in brackets. */
export const bareName = (written) => String(written ?? "").replace(/\(.*/, "");

/** A ruleset as the server lists it, or null. */
export async function rulesetOf(written) {
  const { rulesets } = await once("/v1/rulesets");
  return rulesets.find((each) => each.name === bareName(written)) ?? null;
}

/** Show the title of a ruleset in an element; until it is loaded, the name. */
export function showTitle(element, written) {
  element.textContent = bareName(written);
  element.dataset.from = "table";
  rulesetOf(written).then((found) => (element.textContent = found?.title ?? element.textContent), () => {});
  return element;
}
