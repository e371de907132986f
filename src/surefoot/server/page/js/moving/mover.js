// Somebody who is about to move: what is picked, which action, which way, and what the referee says to it. Holds no rules.

import { Told } from "../store.js";
import { standing } from "../table/tokens.js";

const MODES = ["climb", "leap", "jump"];
const round = (value) => Math.round(value * 1000) / 1000;

/** A point as it is declared: thousandths are as fine as anybody points. */
export const spot = ([x, y]) => [round(x), round(y)];

/** Where a leg leads to, or null if only the table knows. */
export function legEnd(leg) {
  if (Array.isArray(leg)) return leg;
  for (const key of ["to", "climb", "leap", "jump", "fly", "swim", "walk"]) if (Array.isArray(leg?.[key])) return leg[key];
  return null;
}

/** Events: changed. */
export class Mover extends Told {
  /**
   * @param {import("../store.js").Game} game
   * @param {import("./reach.js").ReachOverlay} reach
   */
  constructor(game, reach) {
    super();
    this.game = game;
    this.reach = reach;
    this.drawing = false;
    this.by = "walk";
    this.reset();
    game.on("line", () => this.stale());
  }

  reset() {
    this.who = "";
    this.model = "";
    this.later = null;
    this.actions = null;
    this.action = null;
    this.allowance = null;
    this.forget();
  }

  /** The way is given up; who and what stay. */
  forget() {
    this.legs = [];
    this.shift = null;
    this.except = {};
    this.target = "";
    this.details = {};
    this.said = null;
    this.preview = null;
    this.problem = null;
    this.instead = [];
    this.wanted = null;
    this.goal = null;
  }

  /** Whether a whole unit is picked. */
  get unit() {
    return this.game.table?.units.find((unit) => unit.id === this.who) ?? null;
  }

  /** The models that are picked. */
  get models() {
    return this.unit ? this.unit.models : this.who ? [this.who] : [];
  }

  get side() {
    return this.unit?.side ?? this.game.table?.models.get(this.who)?.side ?? "";
  }

  get mine() {
    return this.game.plays(this.side);
  }

  /** Whether somebody moves by shifting the whole unit. */
  get shifts() {
    return Boolean(this.unit && this.action?.details.some((each) => each.name === "plan"));
  }

  /** How much one mover may use; what a whole unit uses adds up to no such number. */
  get budget() {
    return this.unit ? null : this.allowance;
  }

  get goes() {
    return Boolean(this.action && (this.action.path !== "none" || this.shifts));
  }

  /** Where the way starts. */
  start() {
    const model = this.game.table.models.get(this.model || this.models[0]);
    return model ? standing(model, this.game.state) : null;
  }

  /** Where the way ends so far. */
  end() {
    for (const leg of [...this.legs].reverse()) {
      const at = legEnd(leg);
      if (at) return at;
    }
    const from = this.start();
    return from ? [from.x, from.y] : null;
  }

  async pick(id) {
    const model = this.game.table.models.get(id);
    const unit = this.game.table.units.find((each) => each.id === model?.unit);
    this.reset();
    this.model = id;
    this.who = unit ? unit.id : id;
    this.tell("changed");
    await this.renew();
  }

  drop() {
    this.reset();
    this.reach.clear();
    this.tell("changed");
  }

  /** What can be done now; the same action stays chosen if it can. */
  async renew() {
    const { who } = this;
    if (!who) return;
    const before = this.action?.name ?? "";
    const guess = this.model && !before ? this.reach.show(this.model, "") : null;
    let answer;
    try {
      answer = await this.game.line.ask("actions", { who });
    } catch {
      // Whoever was picked is gone.
      if (this.who === who) this.drop();
      return;
    }
    if (this.who !== who) return;
    this.actions = answer.actions;
    const usable = answer.actions.filter((each) => each.allowed);
    const chosen = usable.find((each) => each.name === before) ?? usable.find((each) => each.path !== "none") ?? usable.find((each) => each.details.some((detail) => detail.name === "plan"));
    await this.choose(chosen?.name ?? "", guess);
  }

  async choose(name, guess = null) {
    this.action = this.actions?.find((each) => each.name === name) ?? null;
    this.forget();
    this.allowance = null;
    this.tell("changed");
    this.soon();
    if (!this.goes || !this.model) {
      this.reach.clear();
      return;
    }
    const shown = await guess;
    const found = shown?.action === name ? shown : await this.reach.show(this.model, name);
    if (this.action?.name === name) {
      this.allowance = found?.budget ?? null;
      this.tell("changed");
    }
  }

  /** Point somewhere as soon as it is known what can be done. */
  soon() {
    const { later } = this;
    this.later = null;
    later?.();
  }

  /** After a line of the log: what was drawn is void, what can be done may have changed. */
  stale() {
    this.forget();
    const there = this.who && (this.unit || this.game.state.models[this.who]?.place?.at);
    if (!this.who) return;
    if (!there) this.drop();
    // While something is asked nobody goes anywhere else.
    else if (this.game.question) {
      this.reach.clear();
      this.tell("changed");
    } else this.renew();
  }

  // --- the way ------------------------------------------------------------------------------------

  declaration() {
    if (this.said) return this.said;
    const made = { who: this.who, action: this.action?.name ?? "" };
    if (this.legs.length) made.path = this.legs;
    if (this.target) made.target = this.target;
    if (this.shift) made.plan = { shift: spot(this.shift), ...(Object.keys(this.except).length ? { except: this.except } : {}) };
    return { ...made, ...this.details };
  }

  /** Whether enough is said to be judged. */
  get ready() {
    if (this.said) return true;
    if (!this.action) return false;
    if (this.action.details.some((each) => each.required && !(each.name in this.details))) return false;
    if (this.shifts) return Boolean(this.shift);
    if (this.action.path === "required" && !this.legs.length) return false;
    if (this.action.target === "required" && !this.target) return false;
    return this.legs.length > 0 || Boolean(this.target) || this.action.path === "none" || Object.keys(this.details).length > 0;
  }

  /** A goal was pointed at: the cheapest way there, or one more leg where a way is drawn by hand. */
  async aim(point, surface) {
    // Whoever is quicker than the answer what can be done is taken at his word when it is there.
    if (this.who && !this.actions) this.later = () => this.aim(point, surface);
    if (!this.goes) return;
    this.said = null;
    if (this.shifts) {
      const from = this.start();
      this.shift = [point[0] - from.x, point[1] - from.y];
      this.ask();
      return;
    }
    if (this.drawing) {
      this.add(point, surface);
      return;
    }
    this.goal = { point, surface };
    this.legs = [this.leg(point, surface, "walk")];
    this.ask();
    await this.route(point, surface);
  }

  /** One more leg, as it was chosen to be gone. */
  add(point, surface) {
    this.goal = { point, surface };
    this.legs = [...this.legs, this.leg(point, surface, this.by)];
    this.ask();
  }

  /** A leg along a ladder, through a door. */
  use(leg) {
    this.said = null;
    this.legs = [...this.legs, leg];
    this.ask();
  }

  /** The last leg is taken back. */
  shorten() {
    this.said = null;
    this.legs = this.legs.slice(0, -1);
    if (this.legs.length) this.ask();
    else this.clear();
  }

  clear() {
    this.forget();
    this.tell("changed");
  }

  leg(point, surface, by) {
    const to = spot(point);
    // Where one is already, nothing has to be said; elsewhere it matters which of several floors is meant.
    const on = surface && surface.id !== this.start()?.on ? { on: surface.id } : {};
    return by === "walk" ? (on.on ? { to, ...on } : to) : { [by]: to, ...on };
  }

  async route(point, surface) {
    const mine = (this.routing = {});
    const found = await this.way(spot(point), surface, 1);
    if (this.routing === mine && found?.outcomes.length === 1) this.apply(found.outcomes[0].declaration);
  }

  /** The cheapest way to a place within so many actions; null if there is none, or if the action has no prices to go by. */
  async way(to, surface, actions) {
    try {
      const found = await this.game.line.ask("route", { who: this.who, action: this.action?.name ?? "", to, actions, ...(surface ? { on: surface.id } : {}) });
      return found.found ? found : null;
    } catch {
      return null;
    }
  }

  /** Take over a whole declaration: the nearest legal one, another way, what was typed. */
  apply(declaration) {
    this.said = null;
    const { who, action, path = [], target = "", plan, ...details } = declaration;
    const name = Array.isArray(who) ? who[0] : who;
    if (name === this.who && action === this.action?.name && !(plan && !plan.shift)) {
      this.legs = path;
      this.target = target;
      this.shift = plan?.shift ?? null;
      this.except = plan?.except ?? {};
      this.details = details;
    } else this.said = declaration;
    this.ask();
  }

  /** Where the pointer is, while a way is being dragged. */
  drag(point, surface, model) {
    if (!this.actions) this.later = () => this.drag(point, surface, model) || this.ask();
    if (!this.goes) return;
    this.said = null;
    this.routing = null;
    if (this.shifts) {
      const from = standing(this.game.table.models.get(model || this.model), this.game.state);
      if (this.shift && this.alone) this.except = { ...this.except, [model]: [spot(point)] };
      else this.shift = [point[0] - from.x, point[1] - from.y];
    } else {
      this.goal = { point, surface };
      this.legs = [...this.kept, this.leg(point, surface, this.by)];
    }
    this.ask(true);
  }

  /** Begin to drag: from where the model stands, or from where the way ends. */
  grab(fromEnd) {
    this.kept = fromEnd ? this.legs.slice(0, -1) : [];
  }

  // --- what the referee says -----------------------------------------------------------------------

  /** Ask what the referee would say; while one question is under way only the newest waits. */
  ask(brief = false) {
    this.wanted = this.ready ? { declaration: this.declaration(), brief } : null;
    if (!this.wanted) {
      this.preview = null;
      this.problem = null;
      this.instead = [];
    }
    this.tell("changed");
    if (!this.asking) this.run();
  }

  async run() {
    this.asking = true;
    while (this.wanted) {
      const { declaration, brief } = this.wanted;
      const mine = this.wanted;
      this.wanted = null;
      const seq = this.game.seq;
      let answer = null;
      let problem = null;
      try {
        answer = await this.game.line.ask("preview", { declaration, ...(brief ? { brief } : {}) });
      } catch (refused) {
        problem = refused.problem ?? { detail: String(refused) };
      }
      // What was said before somebody else moved, or before the way was given up, says nothing any more.
      if (seq !== this.game.seq || !this.ready) continue;
      this.preview = answer;
      this.final = !brief;
      this.problem = problem;
      this.answered = (this.answered ?? 0) + 1;
      if (!brief) this.instead = [];
      this.tell("changed");
      if (!brief && answer?.verdict === "illegal") this.others(declaration, answer, mine);
    }
    this.asking = false;
  }

  /** What would be legal instead: as much of it as the rules allow, another way there, another manner of going. */
  async others(declaration, answer) {
    const found = [];
    const known = new Set([JSON.stringify(declaration)]);
    const offer = (rank, says, each, cost, tests = []) => {
      const key = JSON.stringify(each);
      if (known.has(key)) return;
      known.add(key);
      found.push({ says, declaration: each, cost, tests, rank });
      this.instead = [...found].sort((one, other) => one.rank - other.rank);
      if (this.preview === answer) this.tell("changed");
    };
    if (answer.nearest) offer(0, "As far as the rules allow", answer.nearest, null);
    const legs = declaration.path ?? [];
    const last = legs.at(-1);
    const to = legEnd(last);
    if (!to || this.shifts) return;
    const { surface } = this.goal ?? {};
    const tries = MODES.filter((mode) => !last[mode]).map(async (mode) => {
      const tried = { ...declaration, path: [...legs.slice(0, -1), { [mode]: to, ...(surface ? { on: surface.id } : {}) }] };
      try {
        const said = await this.game.line.ask("preview", { declaration: tried, brief: true });
        if (said.verdict !== "illegal") offer(2, `${MANNERS[mode]}${said.verdict === "stopped-short" ? ", not in one go" : ""}`, tried, said.cost, said.tests);
      } catch {
        // Not everybody can go in every manner.
      }
    });
    const ways = [1, 2].map(async (actions) => {
      const way = await this.way(to, surface, actions);
      const [first] = way?.outcomes ?? [];
      if (first) offer(1, way.outcomes.length === 1 ? "The cheapest way there" : `The first of ${way.outcomes.length} actions there`, first.declaration, first.cost, first.tests);
    });
    await Promise.all([...tries, ...ways]);
  }

  /** Declare it; the promise is kept when the log has it. */
  async declare() {
    const declaration = this.declaration();
    await this.game.line.ask("declare", { declaration });
  }
}

const MANNERS = { climb: "Climb there", leap: "Leap there", jump: "Jump down there" };
