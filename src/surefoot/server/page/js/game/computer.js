// A side that the computer plays: the server is asked for its next step after every line, until it waits for people again.

import { el } from "../dom.js";
import { named } from "../format.js";
import { t } from "../words.js";

/** The strengths of the computer. */
export const STRENGTHS = { easy: t("Easy"), medium: t("Medium"), hard: t("Hard") };

/** Nothing to do, or another line came first: the next line asks again. */
const WAITS = ["computer/waits", "state/stale", "game/over"];

export class Computer {
  /**
   * @param {import("../store.js").Game} game
   * @param {{side: string, strength: string} | undefined} plays the side of the computer; undefined: people play all sides
   * @param {{shown: () => Promise<any> | null, changed: () => void, announce: (text: string, from?: string) => void}} screen
   */
  constructor(game, plays, screen) {
    this.game = game;
    this.plays = plays;
    this.screen = screen;
    this.thinks = false;
    if (!plays) return;
    game.on("ready", () => this.next());
    // After an undo the players go on; with their next line so does the computer.
    game.on("line", ({ line }) => line.entry !== "undo" && this.next());
  }

  /** Let the computer play until it waits. */
  async next() {
    const { game, plays, screen } = this;
    if (this.thinks || game.over) return;
    this.thinks = true;
    let seq = -1;
    try {
      while (seq !== game.seq) {
        seq = game.seq;
        await screen.shown();
        screen.changed();
        await game.line.ask("play", plays);
      }
    } catch (refused) {
      if (!WAITS.includes(refused.problem?.code)) screen.announce(refused.message, "referee");
      else if (refused.problem.code === "computer/waits" && seq !== game.seq) setTimeout(() => this.next());
    } finally {
      this.thinks = false;
      screen.changed();
    }
  }

  /** That the computer is thinking, while it is. */
  element() {
    return this.thinks ? el("p", { class: "note waiting soft", role: "status", text: t("{side} (computer) is thinking …", { side: named(this.plays.side) }) }) : null;
  }
}
