// The move that is being planned: the selected model or unit, its action, its path, and the verdict on it. Holds no rules.

import { Emitter } from "../store.js";
import { standing } from "../table/tokens.js";
import { t } from "../words.js";

/** The modes that are offered instead of walking. */
const MODES = { climb: t("Climb instead"), leap: t("Leap instead"), jump: t("Jump down instead") };
const round = (value) => Math.round(value * 1000) / 1000;

/** A point as it is declared, to thousandths. */
export const spot = ([x, y]) => [round(x), round(y)];

/** The end of a leg, or null if only the server knows it. */
export function legEnd(leg) {
  if (Array.isArray(leg)) return leg;
  for (const key of ["to", "climb", "leap", "jump", "fly", "swim", "walk"]) if (Array.isArray(leg?.[key])) return leg[key];
  return null;
}

/** The planned move. Event: changed. */
export class Mover extends Emitter {
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

  /** Discard the path. The selected model and its action stay. */
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

  /** The selected unit, or null if a single model is selected. */
  get unit() {
    return this.game.table?.units.find((unit) => unit.id === this.who) ?? null;
  }

  /** The selected models. */
  get models() {
    return this.unit ? this.unit.models : this.who ? [this.who] : [];
  }

  get side() {
    return this.unit?.side ?? this.game.table?.models.get(this.who)?.side ?? "";
  }

  get mine() {
    return this.game.plays(this.side);
  }

  /** Whether the action moves the whole unit by one shift. */
  get shifts() {
    return Boolean(this.unit && this.action?.details.some((each) => each.name === "plan"));
  }

  /** The allowance of a single model; the costs of a unit do not add up to one. */
  get budget() {
    return this.unit ? null : this.allowance;
  }

  get goes() {
    return Boolean(this.action && (this.action.path !== "none" || this.shifts));
  }

  /** Where the path starts. */
  start() {
    const model = this.game.table.models.get(this.model || this.models[0]);
    return model ? standing(model, this.game.state) : null;
  }

  /** Where the path ends so far. */
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
    this.emit("changed");
    await this.renew();
  }

  drop() {
    this.reset();
    this.reach.clear();
    this.emit("changed");
  }

  /** Load the actions again; the chosen one stays if it is still available. */
  async renew() {
    const { who } = this;
    if (!who) return;
    const before = this.action?.name ?? "";
    const guess = this.model && !before ? this.reach.show(this.model, "") : null;
    let answer;
    try {
      answer = await this.game.line.ask("actions", { who });
    } catch {
      // The selected model is no longer there.
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
    this.emit("changed");
    this.soon();
    if (!this.goes || !this.model) {
      this.reach.clear();
      return;
    }
    const shown = await guess;
    const found = shown?.action === name ? shown : await this.reach.show(this.model, name);
    if (this.action?.name === name) {
      this.allowance = found?.budget ?? null;
      this.emit("changed");
    }
  }

  /** Repeat a click that came before the list of actions. */
  soon() {
    const { later } = this;
    this.later = null;
    later?.();
  }

  /** After a line of the log: discard the path, and load the actions again. */
  stale() {
    this.forget();
    const there = this.who && (this.unit || this.game.state.models[this.who]?.place?.at);
    if (!this.who) return;
    if (!there) this.drop();
    // No other move is possible while a question is open.
    else if (this.game.question) {
      this.reach.clear();
      this.emit("changed");
    } else this.renew();
  }

  // --- the path -----------------------------------------------------------------------------------

  declaration() {
    if (this.said) return this.said;
    const made = { who: this.who, action: this.action?.name ?? "" };
    if (this.legs.length) made.path = this.legs;
    if (this.target) made.target = this.target;
    if (this.shift) made.plan = { shift: spot(this.shift), ...(Object.keys(this.except).length ? { except: this.except } : {}) };
    return { ...made, ...this.details };
  }

  /** Whether the declaration is complete enough to be judged. */
  get ready() {
    if (this.said) return true;
    if (!this.action) return false;
    if (this.action.details.some((each) => each.required && !(each.name in this.details))) return false;
    if (this.shifts) return Boolean(this.shift);
    if (this.action.path === "required" && !this.legs.length) return false;
    if (this.action.target === "required" && !this.target) return false;
    return this.legs.length > 0 || Boolean(this.target) || this.action.path === "none" || Object.keys(this.details).length > 0;
  }

  /** A destination was chosen: find the cheapest path there, or add a leg to a drawn path. */
  async aim(point, surface) {
    // The list of actions has not arrived yet: repeat this click when it has.
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

  /** Add a leg in the chosen mode. */
  add(point, surface) {
    this.goal = { point, surface };
    this.legs = [...this.legs, this.leg(point, surface, this.by)];
    this.ask();
  }

  /** Add a leg along a ladder or through a door. */
  use(leg) {
    this.said = null;
    this.legs = [...this.legs, leg];
    this.ask();
  }

  /** Remove the last leg. */
  shorten() {
    this.said = null;
    this.legs = this.legs.slice(0, -1);
    if (this.legs.length) this.ask();
    else this.clear();
  }

  clear() {
    this.forget();
    this.emit("changed");
  }

  leg(point, surface, by) {
    const to = spot(point);
    // The floor is named only if it differs from the one at the start.
    const on = surface && surface.id !== this.start()?.on ? { on: surface.id } : {};
    return by === "walk" ? (on.on ? { to, ...on } : to) : { [by]: to, ...on };
  }

  async route(point, surface) {
    const mine = (this.routing = {});
    const found = await this.way(spot(point), surface, 1);
    if (this.routing === mine && found?.outcomes.length === 1) this.apply(found.outcomes[0].declaration);
  }

  /** The cheapest path to a point within so many actions; null if there is none, or if the action has no tariff. */
  async way(to, surface, actions) {
    try {
      const found = await this.game.line.ask("route", { who: this.who, action: this.action?.name ?? "", to, actions, ...(surface ? { on: surface.id } : {}) });
      return found.found ? found : null;
    } catch {
      return null;
    }
  }

  /** Use a whole declaration: the nearest legal one, an alternative, or a typed one. */
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

  /** The pointer moved while a path is dragged. */
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

  /** Start a drag from the model, or from the end of its path. */
  grab(fromEnd) {
    this.kept = fromEnd ? this.legs.slice(0, -1) : [];
  }

  // --- the verdict --------------------------------------------------------------------------------

  /** Ask for the verdict. While one request is under way, only the newest waits. */
  ask(brief = false) {
    this.wanted = this.ready ? { declaration: this.declaration(), brief } : null;
    if (!this.wanted) {
      this.preview = null;
      this.problem = null;
      this.instead = [];
    }
    this.emit("changed");
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
      // The answer is out of date if the table has changed or the path was discarded.
      if (seq !== this.game.seq || !this.ready) continue;
      this.preview = answer;
      this.final = !brief;
      this.problem = problem;

      if (!brief) this.instead = [];
      this.emit("changed");
      if (!brief && answer?.verdict === "illegal") this.others(declaration, answer, mine);
    }
    this.asking = false;
  }

  /** Find legal alternatives: the nearest legal path, the cheapest path to the same place, another mode for the last leg. */
  async others(declaration, answer) {
    const found = [];
    const known = new Set([JSON.stringify(declaration)]);
    const offer = (rank, says, each, cost, tests = []) => {
      const key = JSON.stringify(each);
      if (known.has(key)) return;
      known.add(key);
      found.push({ says, declaration: each, cost, tests, rank });
      this.instead = [...found].sort((one, other) => one.rank - other.rank);
      if (this.preview === answer) this.emit("changed");
    };
    if (answer.nearest) offer(0, t("Go as far as allowed"), answer.nearest, null);
    const legs = declaration.path ?? [];
    const last = legs.at(-1);
    const to = legEnd(last);
    if (!to || this.shifts) return;
    const { surface } = this.goal ?? {};
    const tries = Object.keys(MODES).filter((mode) => !last[mode]).map(async (mode) => {
      const tried = { ...declaration, path: [...legs.slice(0, -1), { [mode]: to, ...(surface ? { on: surface.id } : {}) }] };
      try {
        const said = await this.game.line.ask("preview", { declaration: tried, brief: true });
        const partly = said.verdict === "stopped-short";
        if (said.verdict !== "illegal") offer(2, partly ? t("{move}, part of the way", { move: MODES[mode] }) : MODES[mode], tried, said.cost, said.tests);
      } catch {
        // Not every model can use every mode.
      }
    });
    const ways = [1, 2].map(async (actions) => {
      const way = await this.way(to, surface, actions);
      const [first] = way?.outcomes ?? [];
      if (first) offer(1, way.outcomes.length === 1 ? t("Take the cheapest path") : firstOf(way.outcomes.length), first.declaration, first.cost, first.tests);
    });
    await Promise.all([...tries, ...ways]);
  }

  /** Declare the move; resolves when it is in the log. */
  async declare() {
    const declaration = this.declaration();
    await this.game.line.ask("declare", { declaration });
  }
}

/** The offer to do the first of several actions. */
function firstOf(n) {
  return n === 2 ? t("Takes two actions: do the first") : t("Takes {n} actions: do the first", { n });
}
