// The picture beside the title: a leap as the referee judges it, on the table of the demo.

import { el, fill, icon } from "../dom.js";
import { chance, length, share } from "../format.js";
import { ask, once } from "../net.js";
import { trackOf } from "../table/looks.js";
import { pricePlate, tapePiece } from "../table/tape.js";
import { t } from "../words.js";

/** Kal on the tower, about to leap to the roof. */
const MOVED = { kal: { at: [15.7, 6], on: "tower" }, grix: { at: [20.4, 6.6] } };
const LEAP = { who: "kal", action: "move", path: [[18.5, 6], { leap: [23, 6] }] };

/** Fill the hero. Everything in it is the referee's answer; without one it shows the table alone. */
export async function hero(host, name, pictures, start) {
  const { scenario } = await once(`/v1/scenarios/${encodeURIComponent(name)}`);
  const staged = { ...scenario, models: scenario.models.map((each) => ({ ...each, ...(name === "gantry" ? MOVED[each.id] : {}) })) };
  const [{ table, state }, judged] = await Promise.all([ask("/v1/table", { body: { scenario: staged } }), name === "gantry" ? ask("/v1/check", { body: { scenario: staged, declare: [LEAP] } }) : null]);
  if (!table) return;
  const view = pictures.draw(host, table, state);
  view.element.classList.remove("still");
  view.element.classList.add("pictured");
  const said = judged?.outcomes?.[0];
  if (!said) return;
  view.mark(["kal"]);
  view.camera.closeUp([18.2, 6.6], 19);
  fill(view.layers.path, ...said.ledger.flatMap((line) => tapePiece(view, line.from, line.to, trackOf(line.what))), ...said.ledger.filter((line) => trackOf(line.what) !== "walk").map((line) => pricePlate(view, line.from, line.to, trackOf(line.what), length(line.cost, view.table.sign))));
  // The tape stands over the models here, and the models take no input.
  view.layers.tokens.after(view.layers.path);
  const odds = said.ends?.[0]?.odds;
  const certain = !odds || share(odds) === 1;
  host.append(
    el(
      "div",
      { class: `hero-verdict${certain ? " certain" : ""}` },
      icon(certain ? "check" : "dices"),
      el("span", { text: certain ? t("Legal") : t("Legal, if the leap succeeds") }),
      el("b", { text: certain ? length(said.cost, view.table.sign) : chance(odds) }),
    ),
  );
  host.addEventListener("click", start);
}
