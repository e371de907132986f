// The picture beside the title: a leap as the referee judges it, on the table of the demo.

import { el, fill, icon, svg } from "../dom.js";
import { length, share } from "../format.js";
import { chanceParts } from "../moving/ledger.js";
import { ask, once } from "../net.js";
import { trackOf } from "../table/looks.js";
import { smoothPath } from "../table/outline.js";
import { plateOf, pricePlate, priceText, tapePiece } from "../table/tape.js";
import { figure, placed } from "../table/tokens.js";
import { t } from "../words.js";

/** Kal on the tower, about to leap to the roof. */
const MOVED = { kal: { at: [16.3, 6], on: "tower" }, grix: { at: [20.5, 4.75] } };
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
  view.camera.closeUp([18.2, 5.75], 18.3);
  const { sign } = view.table;
  const kind = (line) => trackOf(line.what);
  const prices = said.ledger.filter((line) => kind(line) !== "walk").map((line) => {
    const text = priceText([line], said.tests, sign);
    return pricePlate(view, plateOf(view, line.from, line.to, kind(line), text), kind(line), text);
  });
  fill(view.layers.path, ...said.ledger.flatMap((line) => tapePiece(view, line.from, line.to, kind(line))), landing(view, said));
  fill(view.layers.prices, ...prices);
  ask("/v1/reach", { body: { scenario: staged, who: LEAP.who, action: LEAP.action, step: 2 } }).then((found) => fill(view.layers.reach, ...outlines(found, view.table.depth)), () => {});
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
      el("b", {}, ...(certain ? [length(said.cost, sign)] : chanceParts(odds))),
    ),
  );
  host.addEventListener("click", start);
}

/** The leaper as it will stand if it lands. */
function landing(view, said) {
  const model = view.table.models.get(LEAP.who);
  const [x, y] = said.ledger.at(-1).to;
  const number = view.sides.get(model.side) ?? 4;
  return svg("g", { class: `ghost token side-${number}`, transform: placed({ x, y }, view.table.depth) }, figure(model, { x, y, z: 0, facing: 0, statuses: [] }, { number, facing: false, table: view.table }));
}

/** The outlines of a reach, those of other levels dotted. */
function outlines(found, depth) {
  const outline = (band, kind) => svg("path", { class: `band ${kind}`, d: band.rings.map((ring) => smoothPath(ring, depth, found.error ?? 0)).join("") });
  return (found.levels ?? []).flatMap((level, index) => {
    const last = level.bands.length - 1;
    return level.bands.map((band, i) => outline(band, `${i === last ? "outer" : ""}${index ? " other" : ""}`));
  });
}
