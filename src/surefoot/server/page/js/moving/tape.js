// The tape measure: how much of the movement each leg of a move takes, to scale, with the rest that is left.

import { el, svg } from "../dom.js";
import { length, number } from "../format.js";
import { trackOf } from "../table/looks.js";
import { t } from "../words.js";

const WIDE = 320;
const HIGH = 22;
/** Ticks are drawn at whole units; where there would be too many, at every second, fifth or tenth. */
const MOST_TICKS = 12;

/** Rungs on what is climbed and chevrons on what is leapt: each kind of leg has its texture. */
function marks(track, from, to) {
  const found = [];
  const every = track === "leap" || track === "fly" ? 14 : 7;
  if (!["climb", "by-ladder", "by-lift", "leap", "fly"].includes(track)) return "";
  for (let at = from + every / 2; at < to - every / 2; at += every) found.push(every === 7 ? `M${at.toFixed(1)} 3V${HIGH - 3}` : `M${at.toFixed(1)} 5l5 ${HIGH / 2 - 5}-5 ${HIGH / 2 - 5}`);
  return found.join("");
}

/**
 * @param {{what: string, cost: number}[]} lines the strides of one model
 * @param {number} allowance
 * @param {string} sign
 */
export function tape(lines, allowance, sign) {
  const used = lines.reduce((sum, each) => sum + each.cost, 0);
  const whole = Math.max(allowance, used);
  if (!(whole > 0)) return null;
  const x = (value) => (value / whole) * WIDE;
  let from = 0;
  const parts = lines.flatMap((each) => {
    const at = from;
    from += each.cost;
    if (!(each.cost > 0)) return [];
    const track = trackOf(each.what);
    return [svg("rect", { class: `tape-part ${track}`, x: x(at), y: 0, width: x(each.cost), height: HIGH }), svg("path", { class: "tape-marks", d: marks(track, x(at), x(at + each.cost)) })];
  });
  const step = [1, 2, 5, 10, 20, 50].find((each) => whole / each <= MOST_TICKS) ?? 100;
  const ticks = [];
  for (let at = step; at < whole - 1e-6; at += step) ticks.push(svg("path", { class: "tape-tick", d: `M${x(at)} ${HIGH}V${HIGH - 7}` }));
  const numbers = [];
  for (let at = 0; at <= whole + 1e-6; at += step) numbers.push(svg("text", { class: "tape-number", x: Math.min(WIDE - 6, Math.max(4, x(at))), y: HIGH + 12, text: number(at, 1) }));
  const over = used > allowance + 1e-4 ? svg("rect", { class: "tape-over", x: x(allowance), y: 0, width: x(used - allowance), height: HIGH }) : null;
  const left = allowance - used;
  return el(
    "div",
    { class: "tape-box" },
    svg("svg", { class: "tape-measure", viewBox: `-2 -2 ${WIDE + 4} ${HIGH + 18}`, "aria-hidden": "true" }, svg("rect", { class: "tape-body", x: 0, y: 0, width: WIDE, height: HIGH, rx: 4 }), ...parts, over, ...ticks, svg("rect", { class: "tape-edge", x: 0, y: 0, width: WIDE, height: HIGH, rx: 4 }), ...numbers),
    left > 1e-4 && el("span", { class: "tape-left", text: t("{length} left", { length: length(left, sign) }) }),
  );
}
