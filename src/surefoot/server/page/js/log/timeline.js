// The timeline of a reviewed game: rounds, the luck of each side, and what became of each move; a tap goes to that moment.

import { button, el, fill, iconParts, svg } from "../dom.js";
import { named } from "../format.js";
import { sideMark } from "../table/looks.js";
import { t } from "../words.js";

/** Pixels: the margin at both ends, the head with the rounds, the curves, and a row for each side. */
const [EDGE, HEAD] = [18, 18];
const ROOMY = { curve: 56, row: 26 };
/** On a phone it stands at the top of the sheet, and leaves room for the moment below it. */
const COMPACT = { curve: 34, row: 21 };
const NARROW = 480;
/** Pixels of the name of a round. */
const LABEL = 54;
const DASHES = ["", "7 4", "2 4", "10 3 2 3"];

export class Timeline {
  /**
   * @param {import("./replay.js").Replay} replay
   * @param {(side: string) => number} number the colour number of a side
   */
  constructor(replay, number) {
    this.replay = replay;
    this.number = number;
    this.element = el("section", { class: "timeline", "aria-label": t("Timeline") });
    this.watcher = new ResizeObserver(() => this.draw());
    this.watcher.observe(this.element);
  }

  /** Show another review, or the same one at another moment. */
  draw(found = this.found) {
    this.found = found;
    const wide = this.element.clientWidth;
    if (!found || !wide) return;
    const { replay } = this;
    this.size = wide < NARROW ? COMPACT : ROOMY;
    const now = replay.past ? replay.at : replay.game.seq;
    const step = (by, sign, label) => button("", () => replay.show(Math.min(Math.max(now + by, 0), replay.game.seq)), { class: "small icon quiet", icon: sign, "aria-label": label, title: label, disabled: by < 0 ? now === 0 : !replay.past });
    const playing = button("", () => replay.play(), { class: "small icon strong", icon: replay.stop ? "pause" : "play", "aria-label": replay.stop ? t("Pause") : t("Play from here") });
    fill(
      this.element,
      el(
        "div",
        { class: "timeline-head" },
        el("div", { class: "row nowrap" }, step(-1, "skip-back", t("One move back")), playing, step(1, "skip-forward", t("One move on"))),
        el("p", { class: "timeline-now" }, el("b", { text: t("Move {n} of {all}", { n: now, all: replay.game.seq }) })),
        el("p", { class: "timeline-key" }, ...found.sides.map(({ side }) => el("span", {}, sideMark(this.number(side)), el("span", { text: t("Luck of {side}", { side: named(side) }) }))), el("span", { class: "timeline-even", text: t("As expected") })),
      ),
      this.plan(found, wide, now),
    );
  }

  /** The drawing: a tap in it goes to the move there. */
  plan(found, wide, now) {
    const last = Math.max(this.replay.game.seq, 1);
    const x = (n) => EDGE + (n / last) * (wide - 2 * EDGE);
    const sides = [...new Set(found.moments.filter((each) => !each.ticks).map((each) => each.side))];
    const { curve, row: high } = this.size;
    const tall = HEAD + curve + sides.length * high + 4;
    const drawn = svg(
      "svg",
      { class: "timeline-plan", viewBox: `0 0 ${wide} ${tall}`, width: wide, height: tall, role: "img", "aria-label": t("Luck of each side, move by move: up is lucky, down is unlucky") },
      ...this.rounds(found, x, tall, wide),
      ...this.curves(found, x),
      ...sides.flatMap((side, row) => this.row(found, side, HEAD + curve + (row + 0.5) * high, x, wide)),
      svg("path", { class: "timeline-cursor", d: `M${x(now)} ${HEAD - 4}V${tall}` }),
      svg("path", { class: "timeline-grip", d: `M${x(now) - 7} 2h14v8l-7 7l-7 -7z` }),
    );
    drawn.addEventListener("click", (event) => {
      const at = ((event.clientX - drawn.getBoundingClientRect().left - EDGE) / (wide - 2 * EDGE)) * last;
      this.replay.show(Math.min(Math.max(Math.round(at), 0), this.replay.game.seq));
    });
    return drawn;
  }

  rounds(found, x, tall, wide) {
    const first = new Map();
    for (const moment of found.moments) if (!first.has(moment.round)) first.set(moment.round, moment.n);
    return [...first].flatMap(([round, n], index) => {
      const at = index ? (x(n) + x(n - 1)) / 2 : EDGE - 12;
      return [index > 0 && svg("path", { class: "timeline-round", d: `M${at} 0V${tall}` }), svg("text", { class: "timeline-label", x: Math.min(at + 8, wide - LABEL), y: 12, text: t("Round {n}", { n: round }) })].filter(Boolean);
    });
  }

  /** The luck of each side so far, round the line of what was to be expected. */
  curves(found, x) {
    const rows = found.sides.map(({ side }) => [[0, 0], ...found.moments.map((each) => [each.n, each.so_far[side]?.about ?? 0])]);
    const most = Math.max(0.25, ...rows.flat().map(([, value]) => Math.abs(value)));
    const { curve } = this.size;
    const middle = HEAD + curve / 2;
    const at = ([n, value]) => `${x(n).toFixed(1)},${(middle - (value / most) * (curve / 2 - 5)).toFixed(1)}`;
    const even = svg("path", { class: "timeline-zero", d: `M${x(0)} ${middle}H${x(this.replay.game.seq)}` });
    return [even, ...rows.map((row, i) => svg("polyline", { class: `timeline-luck side-${this.number(found.sides[i].side)}`, points: row.map(at).join(" "), "stroke-dasharray": DASHES[i % DASHES.length] }))];
  }

  /** The moves of a side: a tick where the dice did what was declared, a cross where they did not, a dot where none were rolled. */
  row(found, side, y, x, wide) {
    const marks = found.moments.filter((each) => each.side === side && !each.ticks).map((moment) => {
      const title = svg("title", { text: [moment.story[0] ?? moment.declared, moment.plan_says].filter(Boolean).join(". "), data: { from: "referee" } });
      const place = { transform: `translate(${x(moment.n).toFixed(1)} ${y})` };
      if (!moment.graded) return svg("g", { ...place, class: `timeline-dot side-${this.number(side)}` }, title, svg("circle", { r: 5 }));
      const kind = moment.came_off ? "passed" : "failed";
      return svg("g", { ...place, class: `timeline-mark ${kind}` }, title, svg("rect", { x: -9, y: -9, width: 18, height: 18, rx: 4 }), svg("g", { transform: "translate(-7 -7) scale(0.583)" }, ...iconParts(moment.came_off ? "check" : "x")));
    });
    return [svg("path", { class: "timeline-row", d: `M${EDGE}  ${y}H${wide - EDGE}` }), ...marks];
  }

  end() {
    this.watcher.disconnect();
  }
}
