// All games: begin one from a scenario, or go back to one.

import { head, say } from "../app.js";
import { button, el, fill } from "../dom.js";
import { ask, once } from "../net.js";
import { go } from "../router.js";
import { held, keep } from "./seats.js";

/** Begin a game and sit down at it. */
export async function begin(form) {
  const begun = await ask("/v1/games", { body: form });
  keep({ game: begun.game, token: begun.token, name: begun.name, role: begun.seat.role, sides: begun.seat.sides, invitations: begun.invitations });
  go("game", begun.game);
}

export async function show(room) {
  head("");
  const { scenarios } = await once("/v1/scenarios");
  fill(
    room,
    el("section", { class: "sheet" }, el("h2", { text: "Begin a game" }), ...scenarios.map((each) => button(each.title, () => begin({ bundled: each.name }).catch((wrong) => say(wrong.message))))),
    el("section", { class: "sheet" }, el("h2", { text: "Your games" }), ...held().map((each) => button(each.name, () => go("game", each.game)))),
  );
}
