// Clauses: wherever one is cited, its title is a link that opens a dialog with its summary; its id is the tooltip.

import { button, el, fill } from "../dom.js";
import { once } from "../net.js";
import { bareName } from "../rulesets.js";
import { t } from "../words.js";

let ruleset = "";
let known = new Map();
let panel = null;

/** Load the clauses of a ruleset; ids are looked up in it from now on. Where they can't be loaded, rules are shown by their ids. */
export async function useRuleset(written) {
  const name = bareName(written);
  if (name === ruleset) return;
  ruleset = name;
  try {
    const { clauses } = await once(`/v1/rulesets/${encodeURIComponent(name)}/clauses`);
    known = new Map(clauses.map((each) => [each.id, each]));
  } catch {
    // The next table asks again.
    ruleset = "";
  }
}

/** The clause with an id, with or without its ruleset; null if it is unknown. */
export function clauseOf(id) {
  return known.get(id) ?? known.get(`${ruleset}/${id.split("/").pop()}`) ?? null;
}

/**
 * A cited clause: its title as a link that opens it, its id and its summary as the tooltip.
 * @param {string} id
 */
export function clause(id) {
  if (!id) return null;
  const short = id.split("/").pop();
  const found = clauseOf(id);
  const label = found ? t("Rule {id}: {title}", { id: short, title: found.title }) : t("Rule {id}", { id: short });
  const link = button(found?.title ?? short, () => open(id), { class: "clause", title: found ? `${short}: ${found.summary}` : id, "aria-label": label });
  return el("span", { class: "cited", data: { from: "referee" } }, link);
}

/** Several clauses, each once. */
export function clauses(ids) {
  return el("span", { class: "clauses" }, ...[...new Set(ids)].map(clause));
}

/** Open the dialog of a clause. */
export async function open(id) {
  panel ??= document.body.appendChild(el("dialog", { class: "dialog", "aria-labelledby": "clause-title" }));
  const found = clauseOf(id);
  const rows = found
    ? [
        el("h2", { id: "clause-title", text: found.title, data: { from: "referee" } }),
        el("p", { class: "soft", text: [found.section, found.id].filter(Boolean).join(" · "), data: { from: "referee" } }),
        el("p", { text: found.summary, data: { from: "referee" } }),
        found.ruling && el("div", { class: "ruling" }, el("h3", { text: t("Surefoot’s ruling") }), el("p", { text: found.ruling, data: { from: "referee" } })),
        found.inherited_from && el("p", { class: "soft", text: t("The same as in {ruleset}.", { ruleset: found.inherited_from }) }),
      ]
    : [el("h2", { id: "clause-title", text: id, data: { from: "referee" } }), el("p", { text: t("This ruleset has no such rule.") })];
  fill(panel, ...rows, el("div", { class: "row end" }, button(t("Close"), () => panel.close(), { class: "strong" })));
  panel.showModal();
}
