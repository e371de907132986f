// The first minutes of a new player, one sentence at a time on a tape: a first move, then undo, dice and the end of a round.

import { button, el, fill, icon } from "../dom.js";
import { named } from "../format.js";
import { standing } from "../table/tokens.js";
import { t } from "../words.js";

/** The steps: those of the first move, which can be read from the table, and those after it, each done once or skipped. */
const FIRST = ["pick", "aim", "confirm", "roll"];
const AFTER = ["undo", "dice", "end"];
/** Pieces of the tape: pick, aim and confirm, then one for each later step. */
const PIECES = 3 + AFTER.length;
/** The button that moves the clock on, the largest step first. */
const ENDS = ["end-round", "end-turn", "end-phase", "end-activation"];

export class Guide {
  /** @param {any} screen the screen of a game */
  constructor(screen) {
    this.screen = screen;
    /** The step of the first move, or "" once it is made. */
    this.first = FIRST[0];
    /** The later steps that are still to do. */
    this.left = [...AFTER];
    /** The name of the button that ends a round here; "" if there is none. */
    this.ending = "";
    this.element = el("section", { class: "guide", "aria-live": "polite", "aria-label": t("Your first move") });
    screen.frame.stage.append(this.element);
    screen.game.on("ready", () => this.begin());
    screen.game.on("changed", () => this.look());
    screen.game.on("line", ({ line }) => this.played(line));
    screen.game.on("over", () => this.close());
    screen.mover.on("changed", () => this.look());
  }

  /** A phone shows the part of the table with the model to pick. */
  begin() {
    const { game, view } = this.screen;
    this.model = this.suggested();
    const at = this.model && standing(game.table.models.get(this.model), game.state);
    if (at && !view.camera.whole) view.camera.open([at.x, at.y]);
    game.line.ask("actions", {}).then(({ actions }) => {
      this.ending = ENDS.map((name) => actions.find((each) => each.name === name)).find(Boolean)?.title ?? "";
      if (!this.ending) this.done("end");
    }, () => this.done("end"));
    this.look();
  }

  /** One of our models whose turn it is. */
  suggested() {
    const { game } = this.screen;
    const { clock } = game.state;
    for (const model of game.table.models.values()) {
      if (game.plays(model.side) && (!clock.side || clock.side === model.side) && standing(model, game.state)) return model.id;
    }
    return "";
  }

  /** A line of the log does a step, also one that was not asked for yet. */
  played(line) {
    const moved = line.outcome?.declaration?.who;
    if (this.first && moved) this.moved = true;
    if (line.faces?.length) this.done("dice");
    if (line.entry === "undo") this.done("undo");
    if (!this.first && line.outcome?.declaration?.tick?.startsWith("end-")) this.done("end");
    this.look();
  }

  done(step) {
    this.left = this.left.filter((each) => each !== step);
    this.look();
  }

  /** Find out which step it is, and show it. */
  look() {
    const { game, mover, view } = this.screen;
    if (this.closed || !game.table || !game.state || !game.me) return;
    this.model ??= this.suggested();
    const legal = mover.preview && mover.preview.verdict !== "illegal";
    if (this.moved) this.first = game.question ? "roll" : "";
    else if (this.first) this.first = !mover.who ? "pick" : mover.ready && legal ? "confirm" : "aim";
    for (const [id, token] of view.tokens) token.classList.toggle("guided", this.first === "pick" && id === this.model);
    this.draw(mover);
  }

  /** The sentence of a step. */
  text(step, mover) {
    const { game } = this.screen;
    const unit = game.table.models.get(this.model)?.unit;
    const name = named(mover.who || this.model);
    switch (step) {
      case "pick":
        return unit ? t("Pick {name}: tap one of its models.", { name: named(unit) }) : t("Pick {name}: tap the token with the yellow ring.", { name: named(this.model) });
      case "aim":
        return mover.ready && mover.preview ? t("That is not allowed, and the panel says why. Tap another place.") : t("Aim: tap a place inside the shaded area, or drag {name} there.", { name });
      case "confirm":
        return t("Read what it costs and how it can end. Then confirm the move.");
      case "roll":
        return game.question?.kind === "roll" ? t("The move needs dice. Roll them.") : t("The move needs a decision. Answer in the panel.");
      case "undo":
        return t("That was your first move. Changed your mind? Press the Undo arrow at the top right.");
      case "dice":
        return t("Now the dice: choose a move that needs a roll, such as an Advance, a leap, or a path over dangerous ground. The panel shows what each roll gives.");
      case "end":
        return t("When all have moved, close the card of the model and press {button} in the panel.", { button: this.ending });
      default:
        return t("That is all you need to play. The log names the rule behind each step.");
    }
  }

  draw(mover) {
    const step = this.first || this.left[0] || "";
    const number = this.moved ? PIECES - this.left.length : FIRST.indexOf(step);
    fill(
      this.element,
      el("div", { class: "guide-tape", data: { step: step || "finished" } }, ...Array.from({ length: PIECES }, (_, each) => el("span", { class: each < number ? "full" : "" }))),
      el("div", { class: "guide-line" }, icon(step ? "footprints" : "check"), el("p", { text: this.text(step, mover), data: { from: "table" } }), AFTER.includes(step) && button(t("Skip"), () => this.done(step), { class: "small" }), button("", () => this.close(), { class: "quiet small icon", icon: "x", "aria-label": t("Close the guide") })),
      !step && el("div", { class: "row" }, button(t("Keep playing"), () => this.close(), { class: "small strong" }), el("a", { class: "button small", href: "#/train" }, t("Training")), el("a", { class: "button small", href: "#/" }, t("Another game"))),
    );
  }

  close() {
    this.closed = true;
    this.element.remove();
    for (const token of this.screen.view.tokens.values()) token.classList.remove("guided");
  }
}
