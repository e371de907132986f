// Looking back at a game: how lucky each side was, move by move, and which paths were cheaper or surer.

import { button, el, fill, svg } from "../dom.js";
import { ask } from "../net.js";
import { sideMark, sideNumbers } from "../table/looks.js";
import { t, tn } from "../words.js";

const WIDE = 340;
const TALL = 120;
const ROW = 34;
const DASHES = ["", "7 4", "2 4", "10 3 2 3"];

/** The review of a game: made when it is asked for, marked as old when more has been played since. */
export class Review {
  /**
   * @param {import("../store.js").Game} game
   * @param {{token: string}} seat
   * @param {(text: string, from?: string) => void} announce
   */
  constructor(game, seat, announce) {
    this.game = game;
    this.seat = seat;
    this.announce = announce;
    this.element = el("section", { class: "review", "aria-label": t("Review") });
    this.found = null;
    this.waiting = false;
    this.problem = null;
  }

  draw() {
    if (!this.game.lines.some(Boolean)) return void fill(this.element);
    const behind = this.found ? this.game.seq - this.found.seq : 0;
    const again = !this.found ? t("Review this game") : t("Review again");
    fill(
      this.element,
      (!this.found || behind > 0) && button(again, () => this.make(), { class: "small", icon: "history", disabled: this.waiting }),
      this.waiting && el("p", { class: "soft", role: "status", text: t("Reviewing … every move is compared with all its possible outcomes") }),
      this.problem && el("p", { class: "bad", text: this.problem.message, data: { from: this.problem.from } }),
      behind > 0 && el("p", { class: "soft", text: tn("Made {n} entry ago", "Made {n} entries ago", behind) }),
      this.found && this.shown(this.found),
    );
  }

  async make() {
    this.waiting = true;
    this.problem = null;
    this.draw();
    const seq = this.game.seq;
    try {
      this.found = { ...(await ask(`/v1/games/${this.game.id}/review`, { token: this.seat.token })), seq };
      this.announce(this.found.sides.map((side) => side.says).join(". ") || t("No dice were rolled yet"), "referee");
    } catch (refused) {
      this.problem = refused;
      this.announce(refused.message, refused.from);
    }
    this.waiting = false;
    this.draw();
  }

  shown(found) {
    const told = (text, given = {}) => el("p", { ...given, text, data: { from: "referee" } });
    return el(
      "div",
      { class: "review-found" },
      ...found.notes.map((note) => told(note, { class: "soft" })),
      !found.sides.length && el("p", { class: "soft", text: t("No dice were rolled yet") }),
      ...found.sides.map((side) =>
        el("article", { class: `review-side ${this.sideClass(side.side)}` }, el("p", { class: "review-says" }, sideMark(this.number(side.side)), " ", el("span", { text: side.says, data: { from: "referee" } })), told(side.exactly, { class: "soft" }), ...side.details.map((detail) => told(detail))),
      ),
      found.sides.length > 0 && this.timeline(found),
      found.sides.length > 0 && this.plans(found),
      found.movement.length > 0 && el("h2", { text: t("Movement") }),
      el("ul", { class: "review-movement" }, ...found.movement.map((each) => el("li", {}, sideMark(this.number(each.side)), " ", el("span", { text: each.says, data: { from: "referee" } })))),
      el("ol", { class: "review-moments" }, ...found.moments.filter((moment) => !moment.ticks || moment.story.length || moment.graded).map((moment) => this.moment(moment, found.turning_points.includes(moment.n)))),
    );
  }

  /** The class that gives the colour of a side. */
  sideClass(side) {
    return `side-${this.number(side)}`;
  }

  number(side) {
    const names = [...new Set([...this.game.table.models.values()].map((model) => model.side))];
    return sideNumbers(names).get(side);
  }

  moment(moment, turned) {
    const line = (text) => el("p", { text, data: { from: "referee" } });
    return el(
      "li",
      { value: moment.n, class: turned ? "turning" : "" },
      el("b", { text: moment.story.join(". ") || moment.declared, data: { from: "referee" } }),
      turned && el("span", { class: "chip", text: t("turning point") }),
      moment.plan_says && line(moment.plan_says),
      ...(moment.rolls ?? []).filter((roll) => roll.says).map((roll) => line(`${roll.test}: ${roll.rolled.join(", ")}; ${roll.says}`)),
      moment.says && line(moment.says),
      ...(moment.path_says ?? []).map(line),
    );
  }

  /** The luck of each side so far, move by move. */
  timeline(found) {
    const sides = found.sides.map((side) => side.side);
    const rows = sides.map((side) => [0, ...found.moments.map((each) => each.so_far[side]?.about ?? 0)]);
    const most = Math.max(0.5, ...rows.flat().map(Math.abs));
    const at = (value, i) => `${(WIDE * i) / Math.max(found.moments.length, 1)},${TALL / 2 - (value / most) * (TALL / 2 - 6)}`;
    const lines = rows.map((row, i) => svg("polyline", { points: row.map(at).join(" "), class: `review-line ${this.sideClass(sides[i])}`, "stroke-dasharray": DASHES[i % DASHES.length] }));
    const label = t("Luck of each side, move by move: up is lucky, down is unlucky");
    return el("figure", { class: "review-plot" }, svg("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": label }, svg("line", { x1: 0, x2: WIDE, y1: TALL / 2, y2: TALL / 2, class: "review-axis" }), ...lines), el("figcaption", { class: "soft", text: t("Luck, move by move: up is lucky, down is unlucky") }));
  }

  /** The chance of each declaration with dice to succeed as it was made: a bar each, a row for each side. */
  plans(found) {
    const each = WIDE / Math.max(found.moments.length, 1);
    const wide = Math.min(8, Math.max(2, each - 1));
    const rows = found.sides.flatMap(({ side }, row) => {
      const low = (row + 1) * ROW;
      const bars = found.moments.flatMap((moment, i) => {
        if (moment.side !== side || !moment.plan_says) return [];
        const tall = moment.best.about * (ROW - 6);
        return [svg("rect", { x: each * (i + 0.5) - wide / 2, y: low - tall, width: wide, height: tall, class: `review-plan ${this.sideClass(side)}${moment.came_off ? " came-off" : ""}` })];
      });
      return [svg("line", { x1: 0, x2: WIDE, y1: low, y2: low, class: "review-axis" }), ...bars];
    });
    const label = t("Chance of each plan, move by move");
    return el("figure", { class: "review-plot" }, svg("svg", { viewBox: `0 0 ${WIDE} ${ROW * found.sides.length + 2}`, role: "img", "aria-label": label }, ...rows), el("figcaption", { class: "soft", text: t("Chance of each plan: a filled bar succeeded as it was declared, an empty one did not") }));
  }
}
