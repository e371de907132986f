// A feat from the side: the ground, an arc to every place where it can end, and below how likely each place is. All figures are the referee's.

import { el, svg } from "../dom.js";
import { length, percent } from "../format.js";
import { t } from "../words.js";

/** The drawing in pixels: its width, the line of the ground, the depth of a fall, the line of the bars, its height. */
const [WIDE, GROUND, PIT, BARS, TALL] = [640, 118, 52, 262, 286];
/** The ground before the feat and beyond its furthest end, in pixels; the tallest arc and the tallest bar. */
const [BEFORE, BEYOND, ARC, BAR] = [84, 44, 100, 62];
/** Ends that lie closer together than this share one place. */
const APART = 0.2;

/**
 * The side view of a feat; null where all its ends lie at one place.
 * @param {any} answer the answer about the feat
 * @param {string} sign the unit of its lengths
 */
export function profile({ judged, ends }, sign) {
  const begun = judged.ledger.filter((line) => line.what === "walk").reduce((sum, line) => sum + line.length, 0);
  const places = ends.map((each) => ({ ...each, far: each.across - begun })).filter((each) => each.far > -APART);
  const furthest = Math.max(...places.map((each) => each.far), 0);
  if (places.length < 2 || furthest - Math.min(...places.map((each) => each.far)) < APART) return null;
  const x = (far) => BEFORE + (far / furthest) * (WIDE - BEFORE - BEYOND);
  const lowest = Math.min(...places.map((each) => each.rise), 0);
  const landed = places.filter((each) => each.rise >= -APART);
  const bank = lowest < -APART ? (landed.length ? Math.min(...landed.map((each) => each.far)) : null) : 0;
  const said = (each) => t("{distance}: {chance}", { distance: length(each.far, sign), chance: percent(each.odds) });
  const fallen = (each) => t("{distance}, falls {depth}: {chance}", { distance: length(each.far, sign), depth: length(-each.rise, sign), chance: percent(each.odds) });
  const told = places.map((each) => (each.rise < -APART ? fallen(each) : said(each))).join("; ");
  return el(
    "figure",
    { class: "profile-plot" },
    svg(
      "svg",
      { viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": t("Where it can end: {places}", { places: told }) },
      ...land(x, bank, lowest, sign),
      begun > APART && runUp(begun, sign),
      ...places.flatMap((each) => arc(each, x, furthest)),
      ...axis(x, furthest, sign),
      ...bars(places, x),
    ),
  );
}

/** The ground at both sides, and what lies between them. */
function land(x, bank, lowest, sign) {
  const block = (from, to) => svg("path", { class: "profile-land", d: `M${from} ${GROUND + PIT + 14}V${GROUND}H${to}V${GROUND + PIT + 14}` });
  if (bank === 0) return [block(0, WIDE)];
  const far = bank === null ? WIDE : x(bank);
  const label = svg("g", { class: "profile-depth", transform: `translate(${(x(0) + far) / 2} ${GROUND + PIT + 16})` }, svg("rect", { x: -48, y: -11, width: 96, height: 22, rx: 7 }), svg("text", { text: t("Depth {depth}", { depth: length(-lowest, sign) }) }));
  return [block(0, x(0)), bank !== null && block(far, WIDE), svg("path", { class: "profile-floor", d: `M${x(0)} ${GROUND + PIT}H${far}` }), label].filter(Boolean);
}

/** What is walked before: a tape that ends at the edge. */
function runUp(begun, sign) {
  return svg("g", { class: "profile-run" }, svg("rect", { x: 4, y: GROUND - 12, width: BEFORE - 4, height: 11, rx: 2 }), svg("text", { x: BEFORE / 2, y: GROUND - 20, text: length(begun, sign) }));
}

/** The way through the air to an end: solid where it lands, dashed where it falls. */
function arc({ far, rise }, x, furthest) {
  const [from, to] = [x(0), x(far)];
  const falls = rise < -APART;
  const foot = falls ? GROUND + PIT : GROUND;
  const top = GROUND - (0.35 + (0.65 * far) / furthest) * ARC;
  const kind = falls ? "falls" : far > furthest - APART ? "best" : "short";
  return [svg("path", { class: `profile-arc ${kind}`, d: `M${from} ${GROUND}C${from + (to - from) * 0.3} ${top} ${from + (to - from) * 0.75} ${top} ${to} ${foot}` }), svg("circle", { class: `profile-end ${kind}`, cx: to, cy: foot, r: 5 })];
}

function axis(x, furthest, sign) {
  const step = [0.5, 1, 2, 5, 10, 20, 50].find((each) => furthest / each <= 8) ?? 100;
  const parts = [svg("path", { class: "profile-axis", d: `M${x(0)} ${BARS}H${x(furthest)}` })];
  for (let at = 0; at <= furthest + 1e-6; at += step) parts.push(svg("path", { class: "profile-axis", d: `M${x(at)} ${BARS}v5` }), svg("text", { class: "profile-number", x: x(at), y: BARS + 18, text: at ? length(at, sign) : "0" }));
  return parts;
}

function bars(places, x) {
  const most = Math.max(...places.map((each) => each.chance));
  const near = Math.min(...places.slice(1).map((each, i) => x(each.far) - x(places[i].far)).filter((each) => each > 4), 40);
  const wide = Math.max(6, near - 5);
  return places.flatMap((each) => {
    const tall = Math.max(2, (each.chance / most) * BAR);
    const kind = each.rise < -APART ? "falls" : each === places.at(-1) ? "best" : "short";
    return [svg("rect", { class: `profile-bar ${kind}`, x: x(each.far) - wide / 2, y: BARS - tall, width: wide, height: tall, rx: 2 }), svg("text", { class: "profile-share", x: x(each.far), y: BARS - tall - 5, text: percent(each.odds) })];
  });
}
