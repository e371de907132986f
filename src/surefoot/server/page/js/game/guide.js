// The first move in sixty seconds: one sentence at a time, on a tape, while the player does it.

import { button, el, fill, icon } from "../dom.js";
import { named } from "../format.js";
import { standing } from "../table/tokens.js";
import { t } from "../words.js";

const LAST = 4;

export class Guide {
  /** @param {any} screen the screen of a game */
  constructor(screen) {
    this.screen = screen;
    this.step = 0;
    this.element = el("section", { class: "guide", "aria-live": "polite", "aria-label": t("Your first move") });
    screen.frame.stage.append(this.element);
    screen.game.on("ready", () => this.look());
    screen.game.on("changed", () => this.look());
    screen.game.on("line", () => this.played());
    screen.mover.on("changed", () => this.look());
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

  played() {
    if (this.step < LAST) this.moved = true;
    this.look();
  }

  /** Which step it is by what is on the table, and say it. */
  look() {
    const { game, mover, view } = this.screen;
    if (this.closed || !game.table || !game.state || !game.me) return;
    this.model ??= this.suggested();
    const legal = mover.preview && mover.preview.verdict !== "illegal";
    if (this.moved) this.step = game.question ? 3 : LAST;
    else this.step = !mover.who ? 0 : mover.ready && legal ? 2 : 1;
    for (const [id, token] of view.tokens) token.classList.toggle("guided", this.step === 0 && id === this.model);
    this.draw(mover);
  }

  draw(mover) {
    const name = named(mover.who || this.model);
    const unit = this.screen.game.table.models.get(this.model)?.unit;
    const texts = [
      unit ? t("Pick {name}: tap one of its models.", { name: named(unit) }) : t("Pick {name}: tap the token with the yellow ring.", { name: named(this.model) }),
      mover.ready && mover.preview ? t("That is not allowed, and the panel says why. Tap another place.") : t("Aim: tap a place inside the shaded area, or drag {name} there.", { name }),
      t("Read what it costs and how it can end. Then confirm the move."),
      t("The move needs dice. Roll them."),
      t("That was your first move. The log tells the rule behind each step; Undo takes it back."),
    ];
    const done = this.step === LAST;
    fill(
      this.element,
      el("div", { class: "guide-tape", data: { step: this.step } }, ...[0, 1, 2].map((each) => el("span", { class: each < this.step ? "full" : "" }))),
      el("div", { class: "guide-line" }, icon(done ? "check" : "footprints"), el("p", { text: texts[this.step], data: { from: "table" } }), button("", () => this.close(), { class: "quiet small icon", icon: "x", "aria-label": t("Close the guide") })),
      done && el("div", { class: "row" }, button(t("Go on playing"), () => this.close(), { class: "small strong" }), el("a", { class: "button small", href: "#/" }, t("Another game"))),
    );
  }

  close() {
    this.closed = true;
    this.element.remove();
    for (const token of this.screen.view.tokens.values()) token.classList.remove("guided");
  }
}
