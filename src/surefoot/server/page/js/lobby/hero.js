// The picture beside the title: a leap as the referee judges it, on the table of the demo.

import { el, fill, icon, svg } from "../dom.js";
import { chance, length, share } from "../format.js";
import { ask, once } from "../net.js";
import { trackOf } from "../table/looks.js";
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
  fill(view.layers.path, ...said.ledger.flatMap((line) => stride(line, view)));
  // The tape stands over the models here: nobody grabs them.
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

/** One stride of the tape; a leap is an arc. */
function stride(line, view) {
  const track = trackOf(line.what);
  const [a, b] = [line.from, line.to];
  let d = view.track([a, b]);
  if (track === "leap") {
    const [, from, to] = /^M([\d. -]+)L([\d. -]+)$/.exec(d) ?? [];
    const [[x0, y0], [x1, y1]] = [from, to].map((each) => each.split(" ").map(Number));
    d = `M${x0} ${y0}Q${(x0 + x1) / 2} ${(y0 + y1) / 2 - Math.abs(x1 - x0) * 0.3} ${x1} ${y1}`;
  }
  return [svg("path", { class: "stride-edge", d }), svg("path", { class: `stride ${track}`, d })];
}
