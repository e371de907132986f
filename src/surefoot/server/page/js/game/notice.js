// Tells a player who looks at something else that it is their turn: in the title of the page, and as a notification if wanted.

import { isMine } from "../dice/question.js";
import { t } from "../words.js";

const KEY = "surefoot.notify";

/** Whether notifications are switched on in this browser, and allowed. */
export function notifies() {
  try {
    return globalThis.Notification?.permission === "granted" && localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

/** Switch notifications on or off; resolves with whether they are on. */
export async function setNotifies(on) {
  const allowed = on && (await globalThis.Notification?.requestPermission()) === "granted";
  try {
    localStorage.setItem(KEY, allowed ? "yes" : "no");
  } catch {
    // Without storage nothing is remembered.
  }
  return Boolean(allowed);
}

export class TurnNotice {
  /** @param {import("../store.js").Game} game @param {() => void} changed called when the mark of the title has changed */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
    this.mark = "";
    this.waits = null;
    game.on("changed", () => this.look());
    game.on("proposal", () => this.look());
    this.seen = () => !document.hidden && this.set("");
    document.addEventListener("visibilitychange", this.seen);
  }

  /** What waits for this player: an answer, consent, or the turn; "" if nothing does. */
  what() {
    const { game } = this;
    if (!game.me || !game.state || game.over || game.me.role !== "player") return "";
    if (game.proposal?.needs?.includes(game.me.id)) return t("Your opponent asks you something");
    if (game.question) return isMine(game) ? t("Your answer is wanted") : "";
    const { side } = game.state.clock;
    // A player of all sides has every turn.
    const others = game.seats.some((each) => each.role === "player" && each.id !== game.me.id && !each.revoked);
    return others && side && game.plays(side) ? t("Your turn") : "";
  }

  look() {
    const what = this.what();
    const fresh = this.waits !== null && what && what !== this.waits;
    this.waits = what;
    if (!what) this.set("");
    else if (fresh && document.hidden) {
      this.set(what);
      if (notifies()) new Notification(what, { body: this.game.welcome.name, tag: `surefoot-${this.game.id}` });
    }
  }

  set(mark) {
    if (mark === this.mark) return;
    this.mark = mark;
    this.changed();
  }

  end() {
    document.removeEventListener("visibilitychange", this.seen);
  }
}
