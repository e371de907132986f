// The move that is being planned: the selected model or unit, its action, its path, and the verdict on it. Holds no rules.

import { Emitter } from "../store.js";
import { standing } from "../table/tokens.js";
import { movesFirst } from "./actions.js";
import { alternatives, waysOff } from "./alternatives.js";
import { driveTo, enemies, poseAfter } from "./drive.js";
import { covers, floorsAt, floorsOf } from "./floors.js";
import { exactly, firstLeg, legEnd, legTo, spot } from "./legs.js";
import { wayTo, wayToTap } from "./ways.js";

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
    // Floors above one another may be found one after the other: then the panel asks which is meant.
    reach.grew = () => floorsOf(this).length > 1 && this.emit("changed");
    game.on("line", (change) => this.stale(change));
  }

  reset() {
    this.who = "";
    this.model = "";
    this.later = null;
    this.onward = null;
    this.renewing = false;
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
    this.places = null;
    this.target = "";
    this.details = {};
    this.said = null;
    this.answer = null;
    this.instead = [];
    this.wanted = null;
    this.routing = null;
    this.goal = null;
    this.bare = false;
    this.ahead = null;
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
    return Boolean(this.unit && this.start() && this.plans);
  }

  /** Whether the action sets models up that are not on the table: passengers that get out, reserves that arrive. */
  get sets() {
    return Boolean(this.who && !this.start() && this.plans);
  }

  get plans() {
    return Boolean(this.action?.details.some((each) => each.kind === "plan"));
  }

  /** Whether the list of actions is still to come, after a selection or a move. */
  get loading() {
    return !this.actions || this.renewing;
  }

  /** Whether the selected model hangs on a wall, a ladder or a rope. */
  get hangs() {
    return !this.unit && ["link", "edge"].includes(this.start()?.is);
  }

  /** The allowance of a single model; the costs of a unit do not add up to one. */
  get budget() {
    return this.unit ? null : this.allowance;
  }

  get goes() {
    return Boolean(this.action && (this.action.path !== "none" || this.shifts || this.sets));
  }

  /** The enemies on the table: a heading snaps to them. */
  get marks() {
    return enemies(this.game, this.side);
  }

  /** Where the path starts. */
  start() {
    const model = this.game.table?.models.get(this.model || this.models[0]);
    return model ? standing(model, this.game.state) : null;
  }

  /** Where the latest verdict sets each selected model up. */
  setUp() {
    const found = {};
    for (const event of this.answer?.verdict?.events ?? []) if (event.to?.at && this.models.includes(event.who)) found[event.who] = event.to.at.slice(0, 2);
    return { ...found, ...this.places };
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
    this.renewing = true;
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
    this.renewing = false;
    this.actions = movesFirst(answer.actions);
    const usable = answer.actions.filter((each) => each.allowed);
    // A button that was pressed meanwhile stays chosen.
    if (this.action && this.action.name !== before) return void this.emit("changed");
    const chosen = usable.find((each) => each.name === before) ?? usable.find((each) => each.path !== "none") ?? usable.find((each) => each.details.some((detail) => detail.kind === "plan"));
    await this.choose(chosen?.name ?? "", guess);
    this.goOn();
  }

  /** A player pressed the button of an action. One that needs no path is judged at once. */
  press(name) {
    const asked = this.choose(name);
    this.bare = this.action !== null && this.action.path !== "required" && this.action.target !== "required";
    this.ask();
    return asked;
  }

  async choose(name, guess = null) {
    this.action = this.actions?.find((each) => each.name === name) ?? null;
    this.forget();
    this.allowance = null;
    this.targets = null;
    this.emit("changed");
    this.soon();
    this.aims();
    if (this.ready) this.ask();
    if (this.hangs && this.action?.path !== "none") this.getOff();
    if (!this.goes || !this.model || this.sets) {
      this.reach.clear();
      return;
    }
    const { action } = this;
    const shown = await guess;
    // Another action was chosen meanwhile: its reach is the one to show.
    if (this.action !== action) return;
    const found = shown?.action === name ? shown : await this.reach.show(this.model, name);
    if (this.action?.name === name) {
      this.allowance = found?.budget ?? null;
      this.emit("changed");
    }
  }

  /** Ask what the action may be aimed at. */
  async aims() {
    const { who, action } = this;
    if (!action || action.target === "none") return;
    let found = [];
    let nearest = null;
    try {
      ({ targets: found, nearest = null } = await this.game.line.ask("targets", { who, action: action.name }));
    } catch {
      // The referee judges the target anyway.
    }
    if (this.action !== action) return;
    Object.assign(this, { targets: found, nearest });
    if (found.length === 1 && action.target === "required" && action.path === "none" && !this.target) {
      this.target = found[0];
      this.ask();
    } else this.emit("changed");
  }

  /** A model that hangs on a wall has no reach: offer the ways off, and draw the first. */
  async getOff() {
    const { who, action } = this;
    const found = [];
    const planned = this.onward?.outcomes[1]?.declaration;
    await waysOff(this, (rank, says, declaration, cost, tests = []) => found.push({ rank, says, declaration, cost, tests }), planned);
    if (this.who !== who || this.action !== action || this.legs.length || !found.length) return;
    found.sort((one, other) => one.rank - other.rank);
    this.apply(found[0].declaration);
    this.instead = found.slice(1);
    this.emit("changed");
  }

  /** Repeat a click that came before the list of actions. */
  soon() {
    const { later } = this;
    this.later = null;
    this.waiting = null;
    later?.();
  }

  /** After a line of the log: load the actions again. The path is discarded, unless somebody else has moved meanwhile. */
  stale({ line, before }) {
    const kept = this.begun && !this.concerns(line, before) ? this.declaration() : null;
    // The rest of a way of several actions is proposed again after each of them.
    this.onward = this.plan ?? this.onward;
    this.forget();
    const there = this.who && (this.unit || !["gone", "off", undefined].includes(this.game.state.models[this.who]?.place?.is));
    if (!this.who) return;
    if (!there) this.drop();
    // No other move is possible while a question is open.
    else if (this.game.question) {
      this.reach.clear();
      this.emit("changed");
    } else {
      if (kept) this.later = () => this.action?.name === kept.action && this.apply(kept);
      this.renew();
    }
  }

  /** Whether a line of the log is about the selected models: they have declared it, or it has changed them. */
  concerns(line, before) {
    const declared = [line.outcome?.declaration?.who ?? []].flat();
    const differs = (id) => JSON.stringify(before?.models[id]) !== JSON.stringify(this.game.state.models[id]);
    return !line.outcome || declared.includes(this.who) || this.models.some((id) => declared.includes(id) || differs(id));
  }

  // --- the path -----------------------------------------------------------------------------------

  declaration() {
    if (this.said) return this.said;
    const made = { who: this.who, action: this.action?.name ?? "" };
    if (this.legs.length) made.path = this.legs;
    if (this.target) made.target = this.target;
    if (this.shift) made.plan = { shift: spot(this.shift), ...(Object.keys(this.except).length ? { except: this.except } : {}) };
    if (this.places) made.plan = { places: this.places };
    return { ...made, ...this.details };
  }

  /** What is still missing before the declaration can be judged: "", "detail", "target" or "path". */
  get missing() {
    if (this.said) return "";
    if (!this.action) return "path";
    if (this.action.details.some((each) => each.required && !(each.name in this.details))) return "detail";
    if (this.action.target === "required" && !this.target) return "target";
    if (this.sets || (this.shifts ? this.shift : this.legs.length)) return "";
    if (this.action.path === "required") return "path";
    // An action that can do without a path is judged without one if its button was pressed or something else was given.
    const goes = this.action.path !== "none" || this.shifts;
    return goes && !this.bare && !this.target && !Object.keys(this.details).length ? "path" : "";
  }

  /** Whether the declaration is complete enough to be judged. */
  get ready() {
    return this.missing === "";
  }

  /** Whether something is drawn or given that can be cleared. */
  get begun() {
    return Boolean(this.said || this.legs.length || this.shift || this.places || this.target || this.bare || Object.keys(this.details).length);
  }

  /** A destination was chosen: find the cheapest path there, or add a leg to a drawn path. */
  async aim(point, surface) {
    // The list of actions has not arrived yet: repeat this click when it has.
    if (this.who && this.loading) {
      this.later = () => this.aim(point, surface);
      return;
    }
    if (!this.goes) return;
    this.said = null;
    if (this.sets) {
      this.setAt(point, this.model);
      this.ask();
      return;
    }
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
    this.bare = false;
    if (this.action.drives) {
      await this.drive(point, surface);
      return;
    }
    const floors = floorsAt(this.game.table, this.reach.shown, point);
    await this.goTo(point, floors.find((each) => each.id === surface?.id) ?? floors[0] ?? surface);
  }

  async goTo(point, surface) {
    this.goal = { point, surface };
    this.legs = [firstLeg(this, point, surface)];
    this.ask();
    await this.route(point, surface);
  }

  /** The same place on another of the floors there. */
  async onFloor(id) {
    const { point } = this.goal;
    await this.goTo(point, floorsOf(this).find((each) => each.id === id));
  }

  /** Drive to a point: straight there, or round obstacles if there is a way. */
  async drive(point, surface) {
    this.goal = { point, surface };
    this.legs = driveTo(this.start(), point, this.action.drives, true, this.marks);
    this.ask();
    await this.route(point, surface);
  }

  /** Aim at another model: as the target of the action, or by driving straight at it. */
  aimAt(id) {
    this.said = null;
    this.bare = false;
    if (this.action.target !== "none") {
      // A tap on a model of a unit means the unit where the action is aimed at units.
      const { unit } = this.game.table.models.get(id) ?? {};
      this.target = this.targets && !this.targets.includes(id) && this.targets.includes(unit) ? unit : id;
    } else {
      const other = standing(this.game.table.models.get(id), this.game.state);
      this.goal = null;
      this.routing = null;
      this.at = id;
      this.legs = driveTo(this.start(), [other.x, other.y], this.action.drives);
    }
    this.ask();
  }

  /** Set one of the models up at a point; unless it is dragged alone, the others keep their places round it. */
  setAt([x, y], model) {
    const now = this.setUp();
    const at = now[model];
    if (!at) return;
    const moved = (id) => this.alone && id !== model ? now[id] : exactly([now[id][0] + x - at[0], now[id][1] + y - at[1]]);
    this.places = Object.fromEntries(Object.keys(now).map((id) => [id, moved(id)]));
  }

  /** Add a leg in the chosen mode. */
  add(point, surface) {
    this.goal = { point, surface };
    const { drives } = this.action;
    const more = drives ? driveTo(poseAfter(this.start(), this.legs), point, drives, true, this.marks) : [legTo(this.start(), point, surface, this.by)];
    this.legs = [...this.legs, ...more];
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
    // An action without a path is complete as soon as it is chosen: to clear it is to choose another.
    if (this.action && !this.goes) {
      this.action = null;
      this.renew();
      return;
    }
    this.forget();
    this.emit("changed");
    // What needs no path is judged without one, such as the places that are proposed.
    if (this.ready) this.ask();
    if (this.hangs) this.getOff();
  }

  /** Draw the cheapest path; where one action is not enough, the first of two that lead there. */
  async route(tapped, surface) {
    const mine = (this.routing = {});
    const { point, outcomes } = await wayToTap(this, tapped, surface);
    if (this.routing !== mine || !outcomes.length) return;
    this.apply(outcomes[0].declaration);
    if (outcomes.length > 1) this.ahead = { key: this.key, point, surface, outcomes };
    this.emit("changed");
  }

  /** The way to a destination that takes several actions, if the first of them is drawn; else null. */
  get plan() {
    return this.ahead?.key === this.key ? this.ahead : null;
  }

  /** After the first action of a way: propose the next one, if it still leads there. */
  async goOn() {
    const { onward, who } = this;
    if (!onward || this.game.question || this.hangs) return;
    this.onward = null;
    if (!this.goes || this.begun) return;
    const found = await wayTo(this, spot(onward.point), onward.surface, 1);
    if (found?.outcomes.length !== 1 || this.who !== who || this.begun) return;
    this.goal = { point: onward.point, surface: onward.surface };
    this.apply(found.outcomes[0].declaration);
  }

  /** Use a whole declaration: the nearest legal one, an alternative, or a typed one. */
  apply(declaration) {
    this.said = null;
    const { who, action, path = [], target = "", plan, ...details } = declaration;
    const name = Array.isArray(who) ? who[0] : who;
    if (name === this.who && action === this.action?.name && !(plan && !plan.shift && !plan.places)) {
      this.legs = path;
      this.target = target;
      this.shift = plan?.shift ?? null;
      this.places = plan?.places ?? null;
      this.except = plan?.except ?? {};
      this.details = details;
    } else this.said = declaration;
    this.ask();
  }

  /** The pointer moved while a path is dragged. */
  drag(point, surface, model) {
    // The list of actions has not arrived yet: show the path now, and have it judged then.
    if (this.loading) {
      this.later = () => {
        this.drag(point, surface, model);
        this.ask();
      };
      this.waiting = { point, model };
      this.emit("changed");
      return;
    }
    if (!this.goes) return;
    this.said = null;
    this.routing = null;
    if (this.sets) this.setAt(point, model);
    else if (this.shifts) {
      const from = standing(this.game.table.models.get(model || this.model), this.game.state);
      if (this.shift && this.alone) this.except = { ...this.except, [model]: [spot(point)] };
      else this.shift = [point[0] - from.x, point[1] - from.y];
    } else {
      this.goal = { point, surface };
      const { drives } = this.action;
      const more = drives ? driveTo(poseAfter(this.start(), this.kept), point, drives, true, this.marks) : [legTo(this.start(), point, surface, this.by)];
      this.legs = [...this.kept, ...more];
    }
    this.bare = false;
    this.ask(true);
  }

  /** Start a drag from the model, or from the end of its path. */
  grab(fromEnd) {
    this.kept = fromEnd && !this.action?.drives ? this.legs.slice(0, -1) : [];
  }

  // --- the verdict --------------------------------------------------------------------------------

  /** The text by which a verdict is known to be of a declaration. */
  get key() {
    return JSON.stringify(this.declaration());
  }

  /** The answer to what is drawn now; null while it is being worked out. */
  get current() {
    return this.ready && this.answer?.key === this.key ? this.answer : null;
  }

  /** The verdict on what is drawn now; null while it is being worked out. */
  get preview() {
    return this.current?.verdict ?? null;
  }

  get problem() {
    return this.current?.problem ?? null;
  }

  /** Whether the verdict is whole: with its odds, and not the brief one of a drag. */
  get final() {
    return Boolean(this.current?.final);
  }

  /** Ask for the verdict. While one request is under way, only the newest waits. */
  ask(brief = false) {
    this.wanted = this.ready ? { declaration: this.declaration(), key: this.key, brief } : null;
    this.instead = [];
    this.emit("changed");
    if (!this.asking) this.run();
  }

  async run() {
    this.asking = true;
    while (this.wanted) {
      const { declaration, key, brief } = this.wanted;
      this.wanted = null;
      const seq = this.game.seq;
      let verdict = null;
      let problem = null;
      try {
        verdict = await this.game.line.ask("preview", { declaration, ...(brief ? { brief } : {}) });
      } catch (refused) {
        problem = refused.problem ?? { detail: String(refused) };
      }
      // The answer is out of date if the table has changed.
      if (seq !== this.game.seq) continue;
      // The straight line of a hand is refused, but there is a way: that one is shown.
      if (brief && verdict?.verdict === "illegal" && key === this.key && !this.drawing && !this.action?.drives && covers(this.reach.shown, this.goal)) {
        await this.route(this.goal.point, this.goal.surface);
        if (this.wanted || key !== this.key) continue;
      }
      this.answer = { key, verdict, problem, final: !brief };
      this.emit("changed");
      if (!brief && verdict?.verdict === "illegal" && this.current) this.others(declaration, verdict);
    }
    this.asking = false;
    this.emit("changed");
  }

  /** Offer legal alternatives, the best first. */
  async others(declaration, verdict) {
    const found = [];
    const known = new Set([JSON.stringify(declaration)]);
    this.looking = verdict;
    await alternatives(this, declaration, verdict, (rank, says, each, cost, tests = []) => {
      const text = JSON.stringify(each);
      if (known.has(text) || this.preview !== verdict) return;
      known.add(text);
      found.push({ says, declaration: each, cost, tests, rank });
      this.instead = [...found].sort((one, other) => one.rank - other.rank);
      this.emit("changed");
    });
    if (this.looking !== verdict) return;
    this.looking = null;
    this.emit("changed");
  }
}
