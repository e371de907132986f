// One game: the table, and beside it what one can do, what happened, and who is there.

import { head, say } from "../app.js";
import { button, el, fill } from "../dom.js";
import { isMine, question } from "../dice/question.js";
import { useRuleset } from "../log/clause.js";
import { Log, happenings } from "../log/log.js";
import { Replay } from "../log/replay.js";
import { actions, card, details, reachTools, wayTools } from "../moving/actions.js";
import { animate, tracksOf } from "../moving/animate.js";
import { ends, instead, ledger, reasons, test, tests, verdict, verdictLine } from "../moving/ledger.js";
import { Mover } from "../moving/mover.js";
import { PathOverlay } from "../moving/path.js";
import { ReachOverlay } from "../moving/reach.js";
import { Game } from "../store.js";
import { Hands } from "../moving/hands.js";
import { Levels, Measure } from "../table/levels.js";
import { Speech } from "../speech.js";
import { TableView } from "../table/view.js";
import { clockLine, headButtons, turnTools } from "./turn.js";
import { People } from "./people.js";
import { seatAt } from "./seats.js";
import { Solid } from "./solid.js";

const TABS = { move: "Move", log: "Log", text: "Text", people: "People" };

export function show(room, [id]) {
  const seat = seatAt(id);
  if (!seat) {
    head("No seat");
    fill(room, el("section", { class: "sheet narrow" }, el("h2", { text: "No seat at this game" }), el("p", { text: "This browser holds no seat there. Ask whoever began the game for an invitation." }), el("a", { class: "button", href: "#/" }, "To all games")));
    return null;
  }
  const screen = new Screen(room, seat);
  return () => screen.end();
}

/** Everything of one game on the screen. */
class Screen {
  constructor(room, seat) {
    this.game = new Game(seat);
    this.view = new TableView({});
    this.reach = new ReachOverlay(this.game, this.view);
    this.mover = new Mover(this.game, this.reach);
    this.path = new PathOverlay(this.mover, this.view);
    this.measure = new Measure(this.view, say);
    this.levels = new Levels(this.view, say);
    this.solid = new Solid(this, say);
    this.hands = new Hands(this.game, this.view, this.mover, this.measure, this.levels, say);
    this.hands.make = () => this.mayMake() && this.declare();
    this.hands.taken = () => this.turnTo("move");
    this.log = new Log(this.game);
    this.replay = new Replay(this.game, this.view, say);
    this.people = new People(this.game, seat, say);
    this.speech = new Speech(this.game, this.view, this.mover, { say, undo: () => this.undo(), answer: (fields) => this.answer(fields) });
    this.story = [];
    this.tab = "move";
    this.build(room, seat);
    this.listen();
  }

  build(room, seat) {
    head(seat.name);
    const zoom = (text, label, press) => button(text, press, { class: "small icon", "aria-label": label });
    const tools = el(
      "div",
      { class: "table-tools" },
      this.levels.element,
      el("div", { class: "zooms segments", role: "group", "aria-label": "View" }, zoom("+", "Nearer", () => this.view.camera.zoom(1.4)), zoom("−", "Further", () => this.view.camera.zoom(1 / 1.4)), zoom("⤢", "The whole table", () => this.view.camera.fit())),
      this.measure.button,
      this.solid.button,
    );
    this.tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Beside the table" });
    this.body = el("div", { class: "panel-body", role: "tabpanel", tabindex: 0 });
    this.banner = el("div", { class: "banner", "aria-live": "polite" });
    this.offline = el("div", { class: "offline", role: "alert", hidden: true });
    this.stage = el("div", { class: "play-table" }, tools, this.view.element, this.offline);
    fill(room, el("div", { class: "play" }, this.stage, el("aside", { class: "panel", "aria-label": "The game" }, this.banner, this.tabs, this.body)));
    for (const [name, text] of Object.entries(TABS)) {
      this.tabs.append(button(text, () => this.turnTo(name), { role: "tab", class: "tab", id: `tab-${name}`, data: { tab: name } }));
    }
    this.tabs.addEventListener("keydown", (event) => this.tabKey(event));
    this.turnTo("move");
  }

  listen() {
    const { game, view, mover } = this;
    game.on("table", () => {
      view.lay(game.table);
      this.levels.draw();
      useRuleset(game.state.ruleset);
    });
    game.on("line", (told) => this.heard(told));
    game.on("ready", () => this.ready());
    game.on("changed", () => this.changed());
    for (const what of ["seats", "proposal", "over"]) game.on(what, (frame) => this.noted(what, frame));
    game.on("connected", () => this.lineChanged());
    mover.on("changed", () => this.moverChanged());
  }

  async ready() {
    await useRuleset(this.game.state.ruleset);
    say(`${this.game.welcome.name}. ${this.hint()}`);
    this.draw();
    this.reach.warm();
  }

  hint() {
    const { me } = this.game;
    if (me.role === "spectator") return "You watch.";
    return me.role === "referee" ? "You are the referee." : `You play ${me.sides.join(" and ")}. Tap one of your models.`;
  }

  // --- what is told -------------------------------------------------------------------------------

  /** A line of the log: let it be seen, then let everybody stand where they stand. */
  async heard({ line, before }) {
    const { game, view } = this;
    this.told = game.seq;
    const outcome = line.outcome;
    const fresh = line.entry !== "answer";
    const known = fresh ? 0 : this.story.events ?? 0;
    this.story = { seq: line.seq, by: line.by, line, outcome, events: outcome?.events.length ?? 0, news: happenings(outcome ? { events: outcome.events.slice(known) } : null), rolled: line.faces ? outcome?.tests.filter((each) => each.rolled).at(-1) : null };
    if (this.replay.past) return;
    const tracks = tracksOf(line, before, game.state);
    this.moving = (this.moving ?? Promise.resolve()).then(() => animate(view, tracks));
    say(this.spoken(line));
    await this.moving;
    if (this.told === line.seq) {
      this.moving = null;
      if (!this.replay.past) view.place(game.state);
      this.draw();
    }
  }

  /** What a line says in one sentence. */
  spoken(line) {
    if (line.entry === "undo") return "Taken back.";
    if (line.entry === "override") return `Set right: ${line.reason}`;
    const news = this.story.news.map((event) => event.says).slice(-3);
    const rolled = this.story.rolled;
    const dice = rolled ? [`${rolled.what}: ${rolled.rolled.join(" + ")}${rolled.passed === true ? ", passed" : rolled.passed === false ? ", failed" : ""}`] : [];
    const open = line.question ? [`${line.question.asks}`] : [];
    return [...dice, ...news, ...open].join(". ") || line.outcome?.declared || "Done";
  }

  changed() {
    const { game, view } = this;
    if (!view.table || !game.state) return;
    if (!this.moving && !this.replay.past) view.place(game.state);
    this.solid.place(game.state);
    this.known = null;
    this.draw();
  }

  noted(what, frame) {
    if (frame?.kind === "declined") say("The others do not agree.");
    if (what === "over") say("The game is over.");
    this.draw();
  }

  lineChanged() {
    const { game } = this;
    this.offline.hidden = game.connected;
    fill(this.offline, game.why || "The connection is lost. Coming back …");
    if (game.connected && this.wasOffline) say("Back at the table; nothing was lost.");
    this.wasOffline = !game.connected;
  }

  moverChanged() {
    const { mover, view, game } = this;
    view.mark(mover.models);
    if (mover.preview && mover.preview !== this.spokenOf) {
      this.spokenOf = mover.preview;
      say(verdictLine(mover.preview, mover.budget, game.table.sign));
    }
    if (mover.problem && mover.problem !== this.spokenOf) {
      this.spokenOf = mover.problem;
      say(mover.problem.detail);
    }
    this.draw();
  }

  // --- what is shown ------------------------------------------------------------------------------

  turnTo(name) {
    this.tab = name;
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

  /** Draw once for each frame, however much has changed. */
  draw() {
    if (this.drawing || this.ended) return;
    this.drawing = true;
    queueMicrotask(() => {
      this.drawing = false;
      if (!this.ended) this.drawNow();
    });
  }

  drawNow() {
    const { game } = this;
    if (!game.table || !game.welcome) return;
    head(game.welcome.name, ...headButtons(game, { undo: () => this.undo(), finish: () => this.finish() }));
    fill(this.banner, ...this.proposal());
    const focus = this.body.contains(document.activeElement) ? keyOf(document.activeElement) : "";
    if (this.tab === "move") fill(this.body, ...this.moveTab());
    else if (this.tab === "log") {
      this.log.draw();
      this.replay.draw();
      fill(this.body, this.replay.element, this.log.element);
    } else if (this.tab === "text") {
      this.speech.draw();
      fill(this.body, this.speech.element);
    } else {
      this.people.draw();
      fill(this.body, this.people.element);
    }
    if (focus) this.refocus(focus);
    else this.askedNow();
  }

  /** Whoever plays by keyboard is led to a question as it opens. */
  askedNow() {
    const { question: asked } = this.game;
    if (!asked || this.tab !== "move" || !isMine(this.game)) return;
    const fresh = this.askedOf !== this.game.seq;
    this.askedOf = this.game.seq;
    const { activeElement: here } = document;
    // What had the focus may be gone with the move: then nothing has it.
    if (here === document.body || (fresh && this.view.element.contains(here))) this.body.querySelector(".question button:not(:disabled)")?.focus({ preventScroll: true });
  }

  /** What had the focus has it again, or else what one would do next. */
  refocus(key) {
    const again = [...this.body.querySelectorAll("button, input, select, summary, [tabindex]")].find((each) => keyOf(each) === key && !each.disabled);
    const next = this.body.querySelector(".question button:not(:disabled)") ?? this.body.querySelector("[data-primary]:not(:disabled)");
    (again ?? next ?? this.body).focus({ preventScroll: true });
  }

  proposal() {
    const { proposal, me, over } = this.game;
    if (over) return [el("p", { class: "note", text: "The game is over. Its dice can be checked with the seed that stands under People." })];
    if (!proposal) return [];
    const what = proposal.what === "undo" ? "take back the last move" : "end the game";
    const who = this.game.seats.find((each) => each.id === proposal.by);
    if (proposal.needs.includes(me.id)) {
      const consent = (agree) => this.try(() => this.game.line.ask("consent", { agree }));
      return [el("div", { class: "note ask" }, el("p", { text: `${who?.name || who?.sides.join(" and ") || "Somebody"} asks to ${what}.` }), el("div", { class: "row" }, button("Agree", () => consent(true), { class: "strong" }), button("Decline", () => consent(false))))];
    }
    return [el("p", { class: "note", text: `Waiting until the others agree to ${what}.` })];
  }

  moveTab() {
    const { game, mover } = this;
    const parts = [clockLine(game, this.view)];
    if (game.question) parts.push(question(game, (fields) => this.answer(fields)));
    if (this.story.line) parts.push(this.happened());
    if (game.question || game.over) return parts;
    if (!mover.who) {
      parts.push(el("p", { class: "hint", text: this.hint() }), turnTools(game, (declaration) => this.declare(declaration)));
      return parts;
    }
    return [...(this.story.line && !mover.ready ? [this.happened()] : []), ...this.picked()];
  }

  /** What has just happened, with dice and clauses. */
  happened() {
    const { line, outcome, news, rolled } = this.story;
    if (!outcome) return el("p", { class: "note", text: line.entry === "undo" ? "The last move was taken back." : `Set right: ${line.reason}` });
    return el(
      "section",
      { class: "happened", "aria-label": "What has just happened" },
      el("p", { class: "eyebrow", text: outcome.declared }),
      rolled && el("ul", { class: "tests" }, test(rolled)),
      el("ul", { class: "news" }, ...news.map((event) => el("li", { text: event.says }))),
      !news.length && !rolled && el("p", { class: "soft", text: "Done." }),
      reasons(outcome),
    );
  }

  picked() {
    const { game, mover, view } = this;
    const { sign } = game.table;
    const again = (change) => {
      change();
      mover.ask();
    };
    const whose = !mover.mine && el("p", { class: "soft", text: `${mover.who} is of ${mover.side}; you only look.` });
    const tools = [actions(mover), details(mover, again), wayTools(mover, (change) => {
      change();
      mover.tell("changed");
    })];
    const parts = [card(mover, view, () => mover.drop()), whose];
    // What the referee says stands first; how the way is made can be changed below it.
    if (mover.ready) {
      const said = this.judged(sign);
      parts.push(said[0], ...tools, ...said.slice(1));
    }
    else parts.push(...tools, reachTools(mover, sign));
    return parts.filter(Boolean);
  }

  judged(sign) {
    const { mover } = this;
    const said = mover.preview;
    if (mover.problem) {
      const withheld = mover.problem.code === "measure/withheld";
      return [el("div", { class: "note bad" }, el("p", { text: mover.problem.detail })), withheld && mover.mine && this.buttons(true)].filter(Boolean);
    }
    if (!said) return [el("p", { class: "soft", text: "Asking the referee …" })];
    return [
      el("section", { class: "judged", "aria-label": "What the referee says", "aria-busy": String(!mover.final || Boolean(mover.wanted)) }, verdict(said, mover.budget, sign), reasons(said), said.verdict === "illegal" && instead(mover.instead, sign, (each) => mover.apply(each)), ledger(said.ledger, sign), tests(said.tests), ends(said)),
      this.buttons(this.mayMake()),
    ].filter(Boolean);
  }

  /** Whether what is drawn can be made: by us, and not against a referee who refuses. */
  mayMake() {
    const { mover, game } = this;
    const legal = mover.preview && (mover.preview.verdict !== "illegal" || game.welcome.mode !== "enforce");
    return Boolean(mover.mine && mover.ready && legal);
  }

  buttons(may) {
    const { mover } = this;
    return el("div", { class: "row make-bar" }, button("Make the move", () => this.declare(), { class: "strong grow", disabled: !may, data: { primary: "" } }), button("Clear", () => mover.clear()));
  }

  // --- what is done -------------------------------------------------------------------------------

  async try(work) {
    try {
      return await work();
    } catch (refused) {
      const stale = refused.problem?.code === "state/stale";
      say(stale ? "Somebody else was quicker; look again." : refused.message);
      this.draw();
      return null;
    }
  }

  async declare(declaration = null) {
    const asked = declaration ?? this.mover.declaration();
    this.planned = Boolean(asked.path || asked.plan);
    await this.try(() => this.game.line.ask("declare", { declaration: asked }));
    await this.settle();
  }

  async answer(fields) {
    await this.try(() => this.game.line.ask("answer", fields));
    await this.settle();
  }

  /** A plan was asked for that the declaration holds already: it is answered with that. */
  async settle() {
    while (this.planned && this.game.question?.kind === "plan" && isMine(this.game)) {
      const seq = this.game.seq;
      await this.try(() => this.game.line.ask("answer", { settled: true }));
      if (this.game.seq === seq) return;
    }
  }

  undo() {
    return this.try(() => this.game.line.ask("undo"));
  }

  finish() {
    return this.try(() => this.game.line.ask("finish"));
  }

  end() {
    this.ended = true;
    document.body.classList.remove("past");
    this.game.leave();
    this.view.end();
    this.hands.end();
    this.solid.end();
  }
}

/** What tells one control of the panel from another, so that it keeps the focus while the panel is drawn anew. */
function keyOf(element) {
  return `${element.tagName} ${element.className} ${element.getAttribute("aria-label") ?? ""} ${element.textContent.slice(0, 60)} ${element.dataset?.action ?? ""}`;
}
