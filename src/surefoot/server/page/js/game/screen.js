// The game screen: the table, and beside it the tabs Move, Log, Text and People.

import { announce, head, headNamed, headWith, paletteOf, whisper } from "../app.js";
import { button, el, fill, keyOf } from "../dom.js";
import { headingOf, isMine, question } from "../dice/question.js";
import { clatter, rollTime } from "../dice/settings.js";
import { capital, listed, named, plain, sentence } from "../format.js";
import { seatAt } from "../lobby/seats.js";
import { useRuleset } from "../log/clause.js";
import { Log, happenings, standingOf, titleOf } from "../log/log.js";
import { Branches } from "../log/branches.js";
import { Replay } from "../log/replay.js";
import { Review } from "../log/review.js";
import { reachTools } from "../moving/actions.js";
import { animate, tracksOf } from "../moving/animate.js";
import { rolledText, verdictLine } from "../moving/ledger.js";
import { Mover } from "../moving/mover.js";
import { PathOverlay } from "../moving/path.js";
import { ReachOverlay } from "../moving/reach.js";
import { showTitle } from "../rulesets.js";
import { Game } from "../store.js";
import { Input } from "../moving/input.js";
import { Legend } from "../table/legend.js";
import { Levels, Measure } from "../table/levels.js";
import { Magnifier } from "../table/magnifier.js";
import { Overview } from "../table/overview.js";
import { PointerPlace } from "../table/pointer.js";
import { Rings } from "../table/rings.js";
import { standing } from "../table/tokens.js";
import { TypedCommands } from "../typed.js";
import { TableView } from "../table/view.js";
import { t } from "../words.js";
import { clockLine, headButtons, headMenu, turnBanner, turnTools } from "./turn.js";
import { ActionsLeft } from "./actions_left.js";
import { Computer } from "./computer.js";
import { consent } from "./consent.js";
import { Frame, tableTools } from "./frame.js";
import { goals, isDecided } from "./goals.js";
import { Guide } from "./guide.js";
import { Hotkeys } from "./keys.js";
import { lastMove } from "./last_move.js";
import { TurnNotice } from "./notice.js";
import { PlayClock } from "./play_clock.js";
import { People } from "./people.js";
import { pictureMenu } from "./pictures.js";
import { roster } from "./roster.js";
import { problemText, selection } from "./selection.js";
import { Talk } from "./talk.js";
import { View3d } from "./view3d.js";

/** Milliseconds between two drawings of the panel while a model is dragged. */
const SELDOM = 90;
const TABS = { move: [t("Move"), "footprints"], log: [t("Log"), "book-open"], text: [t("Text"), "keyboard"], people: [t("People"), "users"] };

export function show(host, [id, how, moment]) {
  const seat = seatAt(id);
  if (!seat) {
    head(t("Not joined"));
    fill(host, el("section", { class: "sheet narrow" }, el("h2", { text: t("You haven’t joined this game") }), el("p", { text: t("Ask the host for an invite link, and open it in this browser.") }), el("a", { class: "button", href: "#/" }, t("All games"))));
    return null;
  }
  const screen = new Screen(host, seat, how === "at" ? Number(moment) || 0 : 0);
  if (how === "guide") screen.guide = new Guide(screen);
  return () => screen.end();
}

/** All parts of the screen of one game, and how they act on each other. */
class Screen {
  constructor(host, seat, moment = 0) {
    this.moment = moment;
    this.game = new Game(seat);
    this.view = new TableView({});
    this.reach = new ReachOverlay(this.game, this.view);
    this.mover = new Mover(this.game, this.reach);
    this.path = new PathOverlay(this.mover, this.view);
    this.measure = new Measure(this.view, announce);
    this.legend = new Legend(this.view);
    this.rings = new Rings(this.game, this.view);
    this.levels = new Levels(this.view, whisper);
    this.view3d = new View3d(this, whisper);
    this.input = new Input(this.game, this.view, this.mover, this.measure, this.levels, whisper);
    this.input.confirm = () => this.mayConfirm() && this.declare();
    this.input.selected = () => this.turnTo("move");
    this.log = new Log(this.game);
    this.replay = new Replay(this.game, this.view, announce);
    this.review = new Review(this.game, seat, this.replay, this.view, announce);
    this.review.changed = () => this.draw();
    this.branches = new Branches(this.game, seat, this.replay, announce);
    this.replay.shown = () => {
      this.branches.draw();
      this.review.turn();
    };
    this.people = new People(this.game, seat, announce);
    this.typed = new TypedCommands(this.game, this.view, this.mover, { announce, undo: () => this.undo(), answer: (fields) => this.answer(fields) });
    this.story = [];
    this.undone = [];
    this.diceView = { failedFirst: false };
    this.tab = "move";
    this.build(host, seat);
    this.talk = new Talk(this.game, this.view, this.frame.notices, { announce, whisper });
    this.input.points = (point) => this.talk.pointing && void this.talk.ping(point) === undefined;
    this.notice = new TurnNotice(this.game, () => this.draw());
    this.playClock = new PlayClock(this.game, () => this.view.sides, () => this.draw());
    this.left = new ActionsLeft(this.game, (left) => this.view.names.setLeft(left));
    this.input.magnifier = new Magnifier(this.view, this.stage);
    this.listen();
    this.computer = new Computer(this.game, seat.computer, { shown: () => this.moving, changed: () => this.draw(), announce });
    this.keys = new Hotkeys(this.hotkeys());
  }

  /** What the hotkeys do; false where a key has nothing to do now. */
  hotkeys() {
    const { mover, view } = this;
    return {
      confirm: () => this.mayConfirm() && !this.game.question && this.declare(),
      clear: () => this.input.leave(),
      next: () => this.pickNext(),
      action: (event) => {
        const chosen = mover.actions?.filter((each) => each.allowed)[Number(event.key) - 1];
        return chosen && !this.game.question ? void mover.press(chosen.name) : false;
      },
      draw: () => {
        if (!mover.goes || mover.shifts) return false;
        mover.drawing = !mover.drawing;
        announce(mover.drawing ? t("Draw path") : t("Auto path"));
        return mover.emit("changed");
      },
      roll: () => {
        const asked = this.body.querySelector(".question [data-primary]:not(:disabled)");
        return asked ? asked.click() : false;
      },
      undo: () => this.undo(),
      redo: () => this.redo(),
      measure: () => this.measure.toggle(),
      fit: () => view.camera.fit(),
      view3d: () => this.view3d.toggle(),
      up: () => this.levels.step(1),
      down: () => this.levels.step(-1),
    };
  }

  /** Select the next of our models or units, in the order of the table. */
  pickNext() {
    const { game, mover, view } = this;
    if (game.question || game.over) return false;
    const own = view.inOrder().filter((id) => game.plays(game.table.models.get(id).side) && (!game.state.clock.side || game.state.clock.side === game.table.models.get(id).side));
    const groups = [...new Map(own.map((id) => [game.table.models.get(id).unit || id, id]).reverse())].reverse();
    if (!groups.length) return false;
    const here = groups.findIndex(([key]) => key === mover.who);
    const [, id] = groups[(here + 1) % groups.length];
    view.rove(id);
    return void this.input.select(id, true);
  }

  build(host, seat) {
    headNamed(seat.name);
    this.frame = new Frame(host);
    const { stage, tabs, body, banner, offline } = this.frame;
    Object.assign(this, { stage, tabs, body, banner, offline });
    const tools = tableTools({ levels: this.levels, measure: this.measure, legend: this.legend, view3d: this.view3d, camera: () => this.view3d.camera });
    stage.prepend(tools, this.view.element);
    this.frame.under.append(new Overview(this.view).element, this.legend.list, new PointerPlace(this.view).element);
    for (const [name, [text, sign]] of Object.entries(TABS)) {
      tabs.append(button(text, () => this.press(name), { role: "tab", class: "tab", icon: sign, id: `tab-${name}`, data: { tab: name } }));
    }
    tabs.addEventListener("keydown", (event) => this.tabKey(event));
    this.turnTo("move");
  }

  listen() {
    const { game, view, mover } = this;
    game.on("table", () => {
      view.setTable(game.table);
      this.levels.draw();
      useRuleset(game.state.ruleset);
      paletteOf(game.state.ruleset);
    });
    game.on("line", (change) => this.played(change));
    game.on("ready", () => this.ready());
    game.on("changed", () => this.changed());
    for (const what of ["seats", "proposal", "over"]) game.on(what, (frame) => this.noted(what, frame));
    game.on("connected", () => this.lineChanged());
    mover.on("changed", () => this.moverChanged());
  }

  async ready() {
    await useRuleset(this.game.state.ruleset);
    whisper(t("{game}. {hint}", { game: this.game.welcome.name, hint: this.hint() }));
    this.draw();
    // A link to a moment of the game shows it in the replay.
    if (this.moment && this.moment <= this.game.seq) {
      this.turnTo("log");
      await this.replay.show(this.moment);
    }
    this.reach.warm();
  }

  hint() {
    const { me } = this.game;
    if (me.role === "spectator") return t("You are a spectator.");
    if (me.role === "referee") return t("You are the referee.");
    const { side } = this.game.state.clock;
    const sides = listed(me.sides.filter((each) => this.game.plays(each)).map(plain));
    if (side && !this.game.plays(side)) return t("You play {sides}. It is {side}’s turn.", { sides, side: named(side) });
    return t("You play {sides}. Select one of your models.", { sides });
  }

  // --- changes from the server --------------------------------------------------------------------

  /** Show a new line of the log: animate it, then put every model at its final position. */
  async played({ line, before }) {
    const { game, view } = this;
    this.newest = game.seq;
    const outcome = line.outcome;
    const fresh = line.entry !== "answer";
    const told = happenings(outcome).map(sentence);
    const rolled = outcome?.tests.filter((each) => each.rolled) ?? [];
    // A declaration that is done is told as a whole, with dice step by step; before, what is new.
    const whole = outcome?.says && (fresh || (!line.question && !rolled.length));
    const news = whole ? [outcome.says] : line.question ? told.slice(fresh ? 0 : this.story.told ?? 0) : told;
    this.story = { seq: line.seq, why: fresh ? line.why : this.story.why, by: line.by, line, outcome, told: told.length, news, tests: rolled, rolled: line.faces ? rolled.at(-1) : null };
    if (this.replay.past) return;
    const tracks = tracksOf(line, before, game.state);
    // After an undo nothing is left of the move that it took back.
    if (tracks.size || line.entry === "undo") view.lastMove(line.entry === "undo" ? new Map() : tracks);
    const time = line.faces && !this.rollsAll ? rollTime() : 0;
    const summary = this.summary(line);
    // The result is shown once the dice lie still.
    this.moving = (this.moving ?? Promise.resolve()).then(() => this.roll(line.faces ? rolled.at(-1) : null, time)).then(() => {
      announce(summary, "referee");
      return animate(view, tracks);
    });
    await this.moving;
    if (this.newest === line.seq) {
      this.moving = null;
      if (!this.replay.past) view.place(game.state);
      this.draw();
    }
  }

  /** Let dice roll for a moment before their result is shown. */
  async roll(test, time) {
    if (test) clatter();
    if (!test || !time) return;
    this.rolling = test;
    this.draw();
    await new Promise((resolve) => setTimeout(resolve, time));
    this.rolling = null;
    this.draw();
  }

  /** Roll every die of a move, until it is done or something has to be decided. */
  async rollAll() {
    this.rollsAll = true;
    while (this.game.question?.kind === "roll" && isMine(this.game)) {
      const { seq } = this.game;
      await this.answer({ roll: true });
      if (this.game.seq === seq) break;
    }
    this.rollsAll = false;
    this.draw();
  }

  /** A line of the log in one sentence or two. */
  summary(line) {
    if (line.entry === "undo" || line.entry === "override") return titleOf({ kind: line.entry, reason: line.reason });
    const news = this.story.news.slice(-3);
    const rolled = this.story.rolled;
    const dice = rolled ? [t("{test}: {result}", { test: capital(rolled.label), result: rolledText(rolled) })] : [];
    const open = line.question ? [headingOf(line.question)] : [];
    return [...dice, ...news, ...open].map((each) => each.replace(/\.$/, "")).join(". ") || capital(titleOf({ kind: line.entry, outcome: line.outcome }));
  }

  changed() {
    const { game, view } = this;
    if (!view.table || !game.state) return;
    if (!this.moving && !this.replay.past) view.place(game.state);
    this.view3d.place(game.state);
    this.known = null;
    this.draw();
  }

  noted(what, frame) {
    if (frame?.kind === "declined") announce(frame.withdrawn ? t("The request was withdrawn") : t("The request was declined"));
    if (what === "over") announce(t("The game is over"));
    this.draw();
  }

  lineChanged() {
    const { game } = this;
    this.offline.hidden = game.connected;
    fill(this.offline, game.why || t("Connection lost. Reconnecting …"));
    if (game.connected && this.wasOffline) announce(t("Reconnected. Nothing was lost"));
    this.wasOffline = !game.connected;
  }

  moverChanged() {
    const { mover, view, game } = this;
    const marked = mover.models.join();
    if (marked !== this.marked) {
      view.mark(mover.models);
      // Another model's list of actions begins folded.
      mover.moreOpen = null;
    }
    this.marked = marked;
    const picked = mover.model && game.table?.models.get(mover.model);
    this.levels.stands((picked && standing(picked, game.state)?.z) ?? null);
    if (mover.preview && mover.preview !== this.announced) {
      this.announced = mover.preview;
      whisper(verdictLine(mover.preview, mover.budget, game.table.sign));
    }
    if (mover.problem && mover.problem !== this.announced) {
      this.announced = mover.problem;
      announce(...problemText(mover.problem));
    }
    this.draw();
  }

  // --- drawing ------------------------------------------------------------------------------------

  /** Turn to a tab; the one that is open already goes back to its top. */
  press(name) {
    if (this.tab === name) this.body.scrollTop = 0;
    this.turnTo(name);
  }

  turnTo(name) {
    this.tab = name;
    this.frame.play.dataset.tab = name;
    for (const tab of this.tabs.children) {
      const here = tab.dataset.tab === name;
      tab.setAttribute("aria-selected", String(here));
      tab.tabIndex = here ? 0 : -1;
    }
    this.body.setAttribute("aria-labelledby", `tab-${name}`);
    this.draw();
  }

  tabKey(event) {
    const names = Object.keys(TABS);
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = names[(names.indexOf(this.tab) + by + names.length) % names.length];
    this.turnTo(next);
    this.tabs.querySelector(`[data-tab="${next}"]`).focus();
  }

  /** Draw soon, and only once for several changes; while something is dragged now and then, as the table has to keep up with the hand. */
  draw() {
    if (this.drawing || this.ended) return;
    this.drawing = true;
    const now = () => {
      this.drawing = false;
      if (!this.ended) this.drawNow();
    };
    if (this.input.dragging) setTimeout(now, SELDOM);
    else queueMicrotask(now);
  }

  drawNow() {
    const { game } = this;
    if (!game.table || !game.welcome) return;
    headWith({
      title: game.welcome.name,
      mark: this.notice.mark,
      from: "table",
      note: showTitle(el("span", { class: "crumb-note" }), game.state.ruleset),
      middle: turnBanner(game, this.view, this.playClock.element),
      more: headButtons(game, { undo: () => this.undo(), redo: this.undone.length ? () => this.redo() : null, invite: this.people.hosts ? () => this.turnTo("people") : null }),
      menu: headMenu(game, { finish: () => this.finish(), keys: () => this.keys.help(), pictures: pictureMenu(this.view, game, announce), clock: this.playClock }),
    });
    fill(this.banner, ...consent(this));
    const picked = this.tab === "move" && Boolean(this.mover.who) && !game.question && !game.over;
    this.frame.play.toggleAttribute("data-picked", picked);
    fill(this.frame.reach, picked && this.frame.wide ? reachTools(this.mover, game.table.sign) : null);
    const focus = this.body.contains(document.activeElement) ? keyOf(document.activeElement) : "";
    if (this.tab === "move") fill(this.body, ...this.moveTab());
    else if (this.tab === "log") {
      this.log.draw();
      this.replay.draw();
      this.review.draw(this.frame.wide);
      this.branches.draw();
      const tools = el("div", { class: "log-tools" }, this.branches.element, this.review.element);
      // On a phone the timeline of a review is the replay, and comes first.
      const first = this.review.found?.sides.length > 0 && !this.frame.wide;
      fill(this.body, ...(first ? [tools, this.replay.element] : [this.replay.element, tools]), this.log.element);
    } else if (this.tab === "text") {
      this.typed.draw();
      fill(this.body, this.typed.element);
    } else {
      this.people.draw();
      this.talk.draw();
      fill(this.body, this.people.element, this.talk.element);
    }
    const timed = this.tab === "log" && this.review.found?.sides.length && this.frame.wide;
    if (this.frame.time(timed ? this.review.timeline.element : null)) this.view.camera.resized();
    if (focus) this.refocus(focus);
    else this.focusQuestion();
    this.frame.follow({ tab: this.tab, who: this.mover.who, ready: this.mover.ready, line: this.story.seq ?? 0, rolling: Boolean(this.rolling), asked: Boolean(game.question) });
  }

  /** Move the focus to a new question, for players who use the keyboard. */
  focusQuestion() {
    const { question: asked } = this.game;
    if (!asked || this.tab !== "move" || !isMine(this.game)) return;
    // A declaration with a plan brings its own answer, so don't ask for it.
    if (this.planned && asked.kind === "plan") return;
    const fresh = this.askedOf !== this.game.seq;
    this.askedOf = this.game.seq;
    const { activeElement: here } = document;
    // The element that had the focus may have disappeared with the move; then the body has it.
    if (here === document.body || (fresh && this.view.element.contains(here))) this.body.querySelector(".question button:not(:disabled)")?.focus({ preventScroll: true });
  }

  /** Give the focus back to the same control, or else to the next one to use. */
  refocus(key) {
    const again = [...this.body.querySelectorAll("button, input, select, summary, [tabindex]")].find((each) => keyOf(each) === key && !each.disabled);
    const next = this.body.querySelector(".question button:not(:disabled)") ?? this.body.querySelector("[data-primary]:not(:disabled)");
    (again ?? next ?? this.body).focus({ preventScroll: true });
  }

  moveTab() {
    const { game, mover } = this;
    const parts = [clockLine(game, this.view), this.computer.element()].filter(Boolean);
    // While dice roll, neither the next question nor the news give their result away.
    if (game.question && !this.rolling) parts.push(this.questionCard());
    if (this.story.line) parts.push(this.happened());
    if (game.question || game.over) return parts;
    if (!mover.who) {
      if (isDecided(game)) return [...parts, goals(game)].filter(Boolean);
      parts.push(this.inviting(), goals(game), el("p", { class: "hint", text: this.hint() }), roster(game, this.view, (id) => this.find(id)), this.turnTools());
      return parts.filter(Boolean);
    }
    // What is missing for the chosen action comes before what has happened.
    const told = this.story.line && !mover.ready && mover.missing !== "target";
    return [...(told ? [this.happened()] : []), ...selection(this)];
  }

  /** The open question. It stays the same element until something happens in the game: dice that are being entered are not lost when the panel is drawn again. */
  questionCard() {
    const { game } = this;
    const asked = [game.seq, isMine(game), game.welcome.dice].join(" ");
    if (this.asking?.asked !== asked) this.asking = { asked, card: question(game, (fields) => this.answer(fields), () => this.rollAll()) };
    return this.asking.card;
  }

  turnTools() {
    return turnTools(this.game, (declaration) => this.declare(declaration), (id) => this.input.select(id, false));
  }

  /** Select a model that was chosen from a list, and bring it into view. */
  find(id) {
    const at = this.game.state.models[id]?.place?.at;
    if (at) this.view.camera.reveal(at);
    return this.input.select(id, false);
  }

  /** A seat that waits for its player: the host is shown where its invite link is. */
  inviting() {
    const { game } = this;
    const open = game.seats.find((each) => !each.taken && !each.revoked && each.role === "player");
    if (!open || !this.people.hosts) return null;
    return el("div", { class: "note ask slim" }, el("p", { text: t("{side} has no player yet.", { side: listed(open.sides.map(named)) }) }), button(t("Invite"), () => this.turnTo("people"), { class: "small strong", icon: "user-plus" }));
  }

  /** The latest line of the log, with its dice and clauses. */
  happened() {
    return lastMove(this.story, { rolls: this.rolling, open: Boolean(this.game.question), diceView: this.diceView, redraw: () => this.draw() });
  }

  /** Whether the drawn move can be declared: it is ours, and it is legal or the referee lets it pass. */
  mayConfirm() {
    const { mover, game } = this;
    const legal = mover.preview && (mover.preview.verdict !== "illegal" || game.welcome.mode !== "enforce");
    return Boolean(mover.mine && mover.final && legal);
  }

  // --- requests -----------------------------------------------------------------------------------

  async try(work) {
    try {
      return await work();
    } catch (refused) {
      if (refused.problem?.code === "state/stale") announce(t("The table has changed. Check your move and try again"));
      else announce(refused.message, refused.from);
      this.draw();
      return null;
    }
  }

  async declare(declaration = null) {
    const asked = declaration ?? this.mover.declaration();
    // Models are set up where they are drawn, even if they were not moved from where Surefoot proposes.
    if (!declaration && this.mover.sets) asked.plan ??= { places: this.mover.setUp() };
    this.undone = [];
    this.planned = Boolean(asked.path || asked.plan);
    await this.try(() => this.game.line.ask("declare", { declaration: asked }));
    await this.settle();
  }

  async answer(fields) {
    await this.try(() => this.game.line.ask("answer", fields));
    await this.settle();
  }

  /** The referee asks for a plan that the declaration already contains: answer with that one. */
  async settle() {
    while (this.planned && this.game.question?.kind === "plan" && isMine(this.game)) {
      const seq = this.game.seq;
      await this.try(() => this.game.line.ask("answer", { settled: true }));
      if (this.game.seq === seq) return;
    }
  }

  /** Undo the last declaration; it is remembered, so that it can be made again. */
  async undo() {
    const last = standingOf(this.game.lines.filter(Boolean)).at(-1);
    const done = await this.try(() => this.game.line.ask("undo"));
    if (done?.announced?.entry === "undo" && last?.outcome?.declaration) this.undone = [...this.undone, last.outcome.declaration];
    return done;
  }

  /** Make the last undone declaration again. Dice are rolled anew. */
  async redo() {
    const again = this.undone.at(-1);
    if (!again || this.game.question) return false;
    const rest = this.undone.slice(0, -1);
    await this.declare(again);
    this.undone = rest;
    this.draw();
    return true;
  }

  finish() {
    return this.try(() => this.game.line.ask("finish"));
  }

  end() {
    this.ended = true;
    document.body.classList.remove("past");
    this.game.leave();
    this.view.end();
    this.input.end();
    this.keys.end();
    this.notice.end();
    this.playClock.end();
    this.view3d.end();
    this.review.end();
  }
}
