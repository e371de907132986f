// An invitation: trade it for a seat.

import { head } from "../app.js";
import { button, el, field, fill } from "../dom.js";
import { ask } from "../net.js";
import { go } from "../router.js";
import { keep } from "./seats.js";

export function show(room, [invitation, game = "a game"]) {
  head("You are invited");
  const name = el("input", { class: "input", maxlength: 80, autocomplete: "nickname" });
  const wrong = el("p", { class: "wrong", role: "alert" });
  const join = async (event) => {
    event.preventDefault();
    try {
      const seat = await ask("/v1/join", { body: { invitation, name: name.value.trim() } });
      keep({ game: seat.game, token: seat.token, name: game, role: seat.seat.role, sides: seat.seat.sides });
      go("game", seat.game);
    } catch (refused) {
      wrong.textContent = refused.message;
    }
  };
  const form = el("form", { class: "sheet narrow", on: { submit: join } }, el("h2", { text: "Take a seat" }), field("Your name", name), button("Sit down", () => {}, { type: "submit", class: "strong" }), wrong);
  fill(room, form);
  name.focus();
}
