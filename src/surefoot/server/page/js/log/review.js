// Looking back at a game: how lucky each side was, move by move, and which paths were cheaper or surer.

import { button, el, fill, icon, svg } from "../dom.js";
import { length, named, number, percent } from "../format.js";
import { ask } from "../net.js";
import { sideMark, sideNumbers } from "../table/looks.js";
import { t, tn } from "../words.js";
import { pathsOf } from "./hindsight.js";
import { Timeline } from "./timeline.js";

/** The bars of a distribution, and their drawing in pixels. */
const [BARS, WIDE, TALL] = [11, 340, 84];

/** The review of a game: made when it is asked for, marked as old when more has been played since. */
export class Review {
  /**
   * @param {import("../store.js").Game} game
   * @param {{token: string}} seat
   * @param {import("./replay.js").Replay} replay
   * @param {import("../table/view.js").TableView} view
   * @param {(text: string, from?: string) => void} announce
   */
  constructor(game, seat, replay, view, announce) {
    Object.assign(this, { game, seat, replay, view, announce, found: null, waiting: false, problem: null });
    /** Called when there is something new to draw. @type {() => void} */
    this.changed = () => this.draw();
    this.element = el("section", { class: "review", "aria-label": t("Review") });
    this.moment = el("article", { class: "review-moment", "aria-live": "polite" });
    this.timeline = new Timeline(replay, (side) => this.number(side));
  }

  /** @param {boolean} wide whether the timeline stands below the table, and not here */
  draw(wide = false) {
    if (!this.game.lines.some(Boolean)) return void fill(this.element);
    const behind = this.found ? this.game.seq - this.found.seq : 0;
    const again = !this.found ? t("Review this game") : t("Review again");
    fill(
      this.element,
      (!this.found || behind > 0) && button(again, () => this.make(), { class: "small", icon: "history", disabled: this.waiting }),
      this.waiting && el("p", { class: "soft waiting", role: "status", text: t("Reviewing … every move is compared with all its possible outcomes") }),
      this.problem && el("p", { class: "bad", text: this.problem.message, data: { from: this.problem.from } }),
      behind > 0 && el("p", { class: "soft", text: tn("Made {n} entry ago", "Made {n} entries ago", behind) }),
      this.found && this.shown(this.found, wide),
    );
    this.turn();
  }

  async make() {
    this.waiting = true;
    this.problem = null;
    this.changed();
    const seq = this.game.seq;
    try {
      this.found = { ...(await this.asked()), seq };
      this.announce(this.found.sides.map((side) => side.says).join(". ") || t("No dice were rolled"), "referee");
    } catch (refused) {
      this.problem = refused;
      this.announce(refused.message, refused.from);
    }
    this.waiting = false;
    this.changed();
  }

  /** The review; where the search for other paths takes too long, the review without them. */
  async asked() {
    const { token } = this.seat;
    const address = `/v1/games/${this.game.id}/review`;
    try {
      return await ask(address, { token });
    } catch (refused) {
      if (refused.problem?.code !== "limit/time") throw refused;
      return { ...(await ask(`${address}?paths=false`, { token })), brief: true };
    }
  }

  shown(found, wide) {
    const told = (text, given = {}) => el("p", { ...given, text, data: { from: "referee" } });
    const others = found.moments.filter((moment) => this.tells(moment) && !found.turning_points.includes(moment.n));
    return el(
      "div",
      { class: "review-found" },
      el("header", {}, el("h2", { text: t("Review") }), told(found.says, { class: "soft" })),
      ...found.notes.map((note) => told(note, { class: "soft" })),
      found.brief && el("p", { class: "soft", text: t("Other paths are left out: the search for them takes too long here.") }),
      !wide && found.sides.length > 0 && this.timeline.element,
      this.moment,
      !found.sides.length && el("p", { class: "soft", text: t("No dice were rolled") }),
      ...found.sides.map((side) => this.side(side)),
      found.movement.length > 0 && this.movement(found.movement),
      found.turning_points.length > 0 && el("h3", { text: t("Turning points") }),
      this.moments(found.moments.filter((moment) => found.turning_points.includes(moment.n))),
      others.length > 0 && el("h3", { text: t("More moments") }),
      this.moments(others),
    );
  }

  /** Whether a moment has something to tell. */
  tells(moment) {
    return Boolean(moment.graded || moment.path_says?.length);
  }

  number(side) {
    const names = [...new Set([...this.game.table.models.values()].map((model) => model.side))];
    return sideNumbers(names).get(side);
  }

  /** Show the moment that is on the table, and its paths there; before anything was chosen the first turning point. */
  turn() {
    if (!this.found) return;
    const { replay, found } = this;
    const standing = found.moments.filter((each) => !each.ticks);
    const moment = replay.past ? standing.findLast((each) => each.n <= replay.at) : standing.find((each) => found.turning_points.includes(each.n)) ?? standing.find((each) => this.tells(each));
    this.timeline.draw(found);
    if (!moment) return void fill(this.moment);
    const line = (text) => el("p", { text, data: { from: "referee" } });
    fill(
      this.moment,
      el("h3", {}, icon(found.turning_points.includes(moment.n) ? "star" : "footprints"), el("span", { text: t("Move {n}", { n: moment.n }) }), found.turning_points.includes(moment.n) && el("span", { class: "chip", text: t("turning point") })),
      el("p", { class: "review-what", text: moment.story.join(". ") || moment.declared, data: { from: "referee" } }),
      moment.plan_says && line(moment.plan_says),
      ...(moment.path_says ?? []).map(line),
      moment.paths?.length > 0 && el("p", { class: "review-key" }, el("span", { class: "review-played", text: t("As played") }), el("span", { class: "review-other", text: t("Other paths") })),
      replay.past ? null : button(t("Show it on the table"), () => replay.show(moment.n), { class: "small", icon: "eye" }),
    );
    // The paths are drawn only where the table shows that moment.
    pathsOf(this, replay.past && moment.n === replay.at ? moment : null);
  }

  /** The luck of a side: of a hundred games like this, and where this one stands among all that could have been. */
  side(side) {
    const place = Math.round((side.unluckier.about + side.equal.about / 2) * 100);
    const told = (text) => el("p", { text, data: { from: "referee" } });
    return el(
      "article",
      { class: `review-side side-${this.number(side.side)}` },
      el("h3", {}, sideMark(this.number(side.side)), el("span", { text: t("Luck of {side}", { side: named(side.side) }) }), side.tests && el("span", { class: "soft", text: tn("{n} test, exact", "{n} tests, exact", side.tests.made) })),
      el("div", { class: "review-luck" }, el("p", { class: "review-place" }, el("b", { text: String(place) }), el("span", { class: "soft", text: t("percentile") })), el("div", {}, el("p", { class: "review-says", text: side.says, data: { from: "referee" } }), told(side.exactly))),
      this.spread(side),
      ...side.details.map(told),
    );
  }

  /** How likely each amount of luck was: bars from unlucky to lucky, the one that came is marked. */
  spread(side) {
    const values = side.distribution ?? [];
    if (values.length < 2) return null;
    const [low, high] = [values[0][0], values.at(-1)[0]];
    const count = Math.min(BARS, values.length);
    const slot = (value) => (values.length <= BARS ? values.findIndex(([each]) => each >= value - 1e-9) : Math.min(count - 1, Math.floor(((value - low) / (high - low)) * count)));
    const bars = Array.from({ length: count }, () => 0);
    for (const [value, chance] of values) bars[slot(value)] += chance;
    const came = slot(side.came);
    const [most, each] = [Math.max(...bars), WIDE / count];
    const foot = TALL - 16;
    const drawn = bars.flatMap((chance, i) => {
      const tall = (chance / most) * (foot - 16);
      const middle = each * (i + 0.5);
      return [svg("rect", { class: i === came ? "review-bar came" : "review-bar", x: middle - Math.min(each - 4, 34) / 2, y: foot - tall, width: Math.min(each - 4, 34), height: tall, rx: 3 }), i === came && svg("text", { class: "review-came", x: middle, y: foot - tall - 4, text: percent(chance) })].filter(Boolean);
    });
    const label = t("How likely each amount of luck was, unlucky on the left, lucky on the right; {chance} for this one", { chance: percent(bars[came]) });
    return el("figure", { class: "review-plot" }, svg("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": label }, svg("path", { class: "review-axis", d: `M0 ${foot}H${WIDE}` }), ...drawn, svg("text", { class: "review-end", x: 2, y: TALL - 3, text: t("unlucky") }), svg("text", { class: "review-end last", x: WIDE - 2, y: TALL - 3, text: t("lucky") })));
  }

  /** How far each model has moved, what was more than the shortest way, and its tests. */
  movement(rows) {
    const { sign } = this.game.table;
    const head = [t("Movement"), t("Moved"), t("Wasted"), t("Tests")];
    const row = (each) => [el("th", { scope: "row" }, sideMark(this.number(each.side)), el("span", { text: each.name, data: { from: "table" } })), el("td", { text: length(each.used, sign) }), el("td", { text: each.wasted === undefined || each.wasted === null ? "–" : length(each.wasted, sign) }), el("td", { text: each.tests?.made ? t("{passed} of {made}", { passed: number(each.tests.passed), made: number(each.tests.made) }) : "–" })];
    return el("table", { class: "review-movement" }, el("thead", {}, el("tr", {}, ...head.map((text) => el("th", { scope: "col", text })))), el("tbody", {}, ...rows.map((each) => el("tr", {}, ...row(each)))));
  }

  moments(list) {
    const line = (text) => el("p", { text, data: { from: "referee" } });
    const one = (moment) =>
      el(
        "li",
        {},
        button(String(moment.n), () => this.replay.show(moment.n), { class: "small quiet review-number", "aria-label": t("Show move {n}", { n: moment.n }) }),
        el("div", {}, el("b", { text: moment.story.join(". ") || moment.declared, data: { from: "referee" } }), moment.plan_says && line(moment.plan_says), ...(moment.rolls ?? []).filter((roll) => roll.says).map((roll) => line(`${roll.test}: ${roll.rolled.join(", ")}; ${roll.says}`)), moment.says && line(moment.says), ...(moment.path_says ?? []).map(line)),
      );
    return list.length ? el("ol", { class: "review-moments" }, ...list.map(one)) : null;
  }

  end() {
    this.timeline.end();
  }
}
