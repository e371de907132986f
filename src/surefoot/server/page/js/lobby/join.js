// Joins a game by an invite link.

import { head } from "../app.js";
import { button, el, field, fill } from "../dom.js";
import { ask } from "../net.js";
import { go } from "../router.js";
import { t } from "../words.js";
import { keep } from "./seats.js";

export function show(room, [invitation, game = t("Game")]) {
  head(t("Join game"));
  const name = el("input", { class: "input", maxlength: 80, autocomplete: "nickname" });
  const wrong = el("p", { class: "wrong", role: "alert", data: { from: "referee" } });
  const join = async (event) => {
    event.preventDefault();
    try {
      const seat = await ask("/v1/join", { body: { invitation, name: name.value.trim() } });
      keep({ game: seat.game, token: seat.token, name: game, role: seat.seat.role, sides: seat.seat.sides });
      go("game", seat.game);
    } catch (refused) {
      const used = refused.problem?.code === "seat/unknown";
      wrong.textContent = used ? t("This invite link was used or has expired. Ask for a new one") : refused.message;
    }
  };
  const form = el("form", { class: "sheet narrow", on: { submit: join } }, el("h2", { text: t("Join the game") }), field(t("Your name"), name), button(t("Join"), () => {}, { type: "submit", class: "strong" }), wrong);
  fill(room, form);
  name.focus();
}
