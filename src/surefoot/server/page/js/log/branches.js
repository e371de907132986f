// What if: a moment of a game is taken up again as a game of its own, kept beside it and compared with it. The game stays as it is.

import { button, el, fill } from "../dom.js";
import { host } from "../host/host.js";
import { keep, seatAt } from "../lobby/seats.js";
import { ask } from "../net.js";
import { go } from "../router.js";
import { t } from "../words.js";
import { entriesOf, titleOf } from "./log.js";

const KEY = "surefoot.branches";
/** So many announcements are asked for at once. */
const MANY = 500;

/** @returns {Record<string, {of: string, at: number, name: string}>} the branches of this browser, by their game */
function held() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** A log up to one of its lines: its head, and every entry that is not later. */
export function upTo(log, at) {
  const lines = log.trim().split("\n");
  const cut = lines.findIndex((line) => JSON.parse(line).n > at);
  return `${(cut < 0 ? lines : lines.slice(0, cut)).join("\n")}\n`;
}

export class Branches {
  /**
   * @param {import("../store.js").Game} game
   * @param {{token: string}} seat
   * @param {import("./replay.js").Replay} replay
   * @param {(text: string, from?: string) => void} announce
   */
  constructor(game, seat, replay, announce) {
    Object.assign(this, { game, seat, replay, announce, compared: null, busy: false });
    this.element = el("section", { class: "branches", "aria-label": t("What if?") });
  }

  draw() {
    if (!this.game.lines.some(Boolean)) return void fill(this.element);
    const known = held();
    const mine = known[this.game.id] ?? null;
    const own = Object.entries(known).filter(([id, each]) => each.of === this.game.id && seatAt(id));
    const at = this.replay.past ? this.replay.at : this.game.seq;
    fill(
      this.element,
      mine && el("p", {}, t("A branch of another game, after move {n}.", { n: mine.at }), " ", this.link(mine.of, mine.name)),
      button(this.replay.past ? t("Try something else from here") : t("Try a move in a branch"), () => this.branch(at), { class: "small", icon: "git-fork", disabled: this.busy }),
      own.length > 0 && el("ul", { class: "branch-list" }, ...own.map(([id, each]) => el("li", {}, this.link(id, t("Branch after move {n}", { n: each.at })), " ", button(t("Compare"), () => this.compare(id, each.at), { class: "small", "aria-label": t("Compare the branch after move {n}", { n: each.at }) })))),
      mine && seatAt(mine.of) && button(t("Compare with the game"), () => this.compare(mine.of, mine.at), { class: "small" }),
      this.compared,
    );
  }

  link(game, name) {
    return el("a", { href: `#/game/${encodeURIComponent(game)}`, text: name, data: { from: "table" } });
  }

  /** Begin a game with everything up to a line of this one, with all sides at this screen. */
  async branch(at) {
    this.busy = true;
    this.draw();
    try {
      const answer = await host.fetch(`/v1/games/${encodeURIComponent(this.game.id)}/log`, { headers: { Authorization: `Bearer ${this.seat.token}` } });
      const sides = [...new Set([...this.game.table.models.values()].map((model) => model.side))].filter(Boolean);
      const name = t("{game}: what if after move {n}", { game: this.game.welcome.name, n: at });
      const begun = await ask("/v1/games", { body: { log: upTo(await answer.text(), at), name: name.slice(0, 80), ...(sides.length ? { host: { sides }, invite: [] } : {}) } });
      keep({ game: begun.game, token: begun.token, name: begun.name, role: begun.seat.role, sides: begun.seat.sides, invitations: begun.invitations });
      try {
        localStorage.setItem(KEY, JSON.stringify({ ...held(), [begun.game]: { of: this.game.id, at, name: this.game.welcome.name } }));
      } catch {
        // Without storage the branch is a game of its own all the same.
      }
      go("game", begun.game);
    } catch (refused) {
      this.announce(refused.message, refused.from);
    }
    this.busy = false;
    this.draw();
  }

  /** Show what happened in both after the line at which they part. */
  async compare(other, at) {
    const seat = seatAt(other);
    try {
      const lines = [];
      for (let more = [null]; more.length; lines.push(...more)) {
        const found = await ask(`/v1/games/${encodeURIComponent(other)}/announced?after=${at + lines.length}&limit=${MANY}`, { token: seat.token });
        more = found.announced ?? found;
      }
      const here = this.game.lines.slice(at);
      const column = (title, some) => el("section", {}, el("h2", { text: title }), some.length ? el("ol", { start: at + 1 }, ...entriesOf(some).map((entry) => el("li", { value: entry.from, text: titleOf(entry), data: { from: "referee" } }))) : el("p", { class: "soft", text: t("No moves yet.") }));
      this.compared = el("div", { class: "branch-columns", role: "group", "aria-label": t("Both games after move {n}", { n: at }) }, column(t("This game"), here), column(seat.name, lines));
      this.announce(t("Both games after move {n}", { n: at }));
    } catch (refused) {
      this.compared = el("p", { class: "bad", text: refused.message, data: { from: refused.from ?? "" } });
    }
    this.draw();
  }
}
