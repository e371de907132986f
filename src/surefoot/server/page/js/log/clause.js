// Clauses: a small button wherever one is cited, and a panel with what it says in our own words.

import { button, el, fill } from "../dom.js";
import { once } from "../net.js";

let ruleset = "";
let known = new Map();
let panel = null;

/** From now on clauses are those of this ruleset. */
export async function useRuleset(written) {
  const name = written.split("(")[0];
  if (name === ruleset) return;
  ruleset = name;
  const { clauses } = await once(`/v1/rulesets/${encodeURIComponent(name)}/clauses`);
  known = new Map(clauses.map((each) => [each.id, each]));
}

/** A clause by the id that was cited. */
export function clauseOf(id) {
  return known.get(id) ?? known.get(`${ruleset}/${id.split("/").pop()}`) ?? null;
}

/**
 * The button of a clause: its short id; its summary on hover, all of it on a tap.
 * @param {string} id
 */
export function clause(id) {
  if (!id) return null;
  const short = id.split("/").pop();
  const found = clauseOf(id);
  return button(short, () => open(id), { class: "clause", title: found ? `${found.title}: ${found.summary}` : id, "aria-label": `clause ${short}${found ? `, ${found.title}` : ""}` });
}

/** Several clauses, each once. */
export function clauses(ids) {
  return el("span", { class: "clauses" }, ...[...new Set(ids)].map(clause));
}

/** Show a clause. */
export async function open(id) {
  panel ??= document.body.appendChild(el("dialog", { class: "dialog", "aria-labelledby": "clause-title" }));
  const found = clauseOf(id);
  const rows = found
    ? [
        el("p", { class: "eyebrow", text: `${found.section || "Rules"} · ${found.id}` }),
        el("h2", { id: "clause-title", text: found.title }),
        el("p", { text: found.summary }),
        found.ruling && el("div", { class: "ruling" }, el("h3", { text: "Our ruling" }), el("p", { text: found.ruling })),
        found.inherited_from && el("p", { class: "soft", text: `Taken over from ${found.inherited_from}.` }),
      ]
    : [el("h2", { id: "clause-title", text: id }), el("p", { text: "This ruleset has no such clause." })];
  fill(panel, ...rows, el("div", { class: "row end" }, button("Close", () => panel.close(), { class: "strong" })));
  panel.showModal();
}
