// The replay: a slider over all lines of the log. The table shows an earlier state until the player goes back to live.

import { button, el } from "../dom.js";
import { merged } from "../net.js";
import { animate, tracksOf } from "../moving/animate.js";
import { addressOf } from "../router.js";
import { t } from "../words.js";
import { entriesOf, titleOf } from "./log.js";

const PAUSE = 500;

/** The state before the first line, and after each line. */
export function statesOf(start, lines) {
  const found = [start];
  for (const line of lines) found.push(line.state ?? merged(found.at(-1), line.patch ?? {}));
  return found;
}

export class Replay {
  /**
   * @param {import("../store.js").Game} game
   * @param {import("../table/view.js").TableView} view
   * @param {(text: string, from?: string) => void} announce
   */
  constructor(game, view, announce) {
    this.game = game;
    this.view = view;
    this.announce = announce;
    this.at = null;
    /** Called whenever another moment is shown. @type {(() => void) | null} */
    this.shown = null;
    this.slider = el("input", { class: "slider", type: "range", min: 0, step: 1, "aria-label": t("Go to move") });
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    this.caption = el("p", { class: "soft replay-caption" });
    this.playing = button("", () => this.play(), { class: "small icon", icon: "play", "aria-label": t("Play from here") });
    this.now = button(t("Back to live"), () => this.leave(), { class: "small" });
    this.link = button("", () => this.copy(), { class: "small icon", icon: "link", "aria-label": t("Copy link to this move"), title: t("Copy link to this move") });
    this.element = el("div", { class: "replay", role: "group", "aria-label": t("Replay") }, el("div", { class: "row nowrap" }, this.playing, this.slider, this.link, this.now), this.caption);
    this.draw();
  }

  /** Whether an earlier state is shown. */
  get past() {
    return this.at !== null;
  }

  draw() {
    const last = Math.max(0, this.game.seq);
    this.slider.max = String(last);
    this.slider.value = String(this.past ? this.at : last);
    this.slider.disabled = last === 0;
    this.playing.disabled = last === 0;
    this.now.disabled = !this.past;
    this.link.disabled = last === 0;
    this.shown?.();
    this.caption.textContent = this.past ? this.captionOf(this.at) : last ? t("Move {n} of {n} (live)", { n: last }) : t("No moves yet");
  }

  /** Copy the address of the shown moment, for players and spectators of this game. */
  async copy() {
    const address = addressOf("game", this.game.id, "at", String(this.past ? this.at : this.game.seq));
    try {
      await navigator.clipboard.writeText(address);
      this.announce(t("Link copied"));
    } catch {
      this.announce(address, "table");
    }
  }

  captionOf(line) {
    if (line === 0) return t("Before the first move");
    const entry = entriesOf(this.game.lines.slice(0, line)).at(-1);
    return t("Move {n} of {all}: {move}", { n: line, all: this.game.seq, move: titleOf(entry) });
  }

  async states() {
    if (this.known?.length !== this.game.seq + 1) {
      this.start ??= (await this.game.line.ask("state")).start;
      this.known = statesOf(this.start, this.game.lines);
    }
    return this.known;
  }

  async show(line) {
    this.at = line >= this.game.seq ? null : line;
    const states = await this.states();
    this.view.place(states[line]);
    document.body.classList.toggle("past", this.past);
    this.draw();
    this.announce(this.caption.textContent);
  }

  /** Play all lines from the one shown to the newest; a second press stops. */
  async play() {
    if (this.stop) {
      this.stop = false;
      return;
    }
    this.stop = true;
    const states = await this.states();
    let line = this.past ? this.at : 0;
    this.view.place(states[line]);
    while (this.stop && line < this.game.seq) {
      const tracks = tracksOf(this.game.lines[line], states[line], states[line + 1]);
      await animate(this.view, tracks);
      line += 1;
      this.slider.value = String(line);
      await this.show(line);
      await new Promise((resolve) => setTimeout(resolve, tracks.size ? 120 : PAUSE));
    }
    this.stop = false;
  }

  leave() {
    this.stop = false;
    this.at = null;
    this.view.place(this.game.state);
    document.body.classList.remove("past");
    this.draw();
    this.announce(t("Live"));
  }
}
