// Joins a game by an invite link.

import { head } from "../app.js";
import { button, el, field, fill } from "../dom.js";
import { ask } from "../net.js";
import { go } from "../router.js";
import { t } from "../words.js";
import { keep } from "./seats.js";

const KEY = "surefoot.name";

/** Take the seat of an invitation and go to its game. */
export async function join(invitation, name, game) {
  const seat = await ask("/v1/join", { body: { invitation, name } });
  keep({ game: seat.game, token: seat.token, name: game, role: seat.seat.role, sides: seat.seat.sides });
  go("game", seat.game);
}

export function show(room, [invitation, game = t("Game")]) {
  head(t("Join game"));
  const name = el("input", { class: "input", maxlength: 80, autocomplete: "nickname", value: lastName() });
  const enters = button(t("Join"), () => {}, { type: "submit", class: "strong large", icon: "log-in" });
  const wrong = el("p", { class: "wrong", role: "alert", data: { from: "referee" } });
  const enter = async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    enters.disabled = true;
    try {
      keepName(name.value.trim());
      await join(invitation, name.value.trim(), game);
    } catch (refused) {
      const used = refused.problem?.code === "seat/unknown";
      enters.disabled = false;
      wrong.textContent = used ? t("This invite link was used or has expired. Ask for a new one") : refused.message;
    }
  };
  const form = el(
    "form",
    { class: "sheet narrow join", on: { submit: enter } },
    el("div", {}, el("p", { class: "soft", text: t("You are invited to a game:") }), el("h2", { class: "display", text: game, data: { from: "table" } })),
    el("p", { class: "lead", text: t("Surefoot is the referee: it shows where a model can move, what that costs, and the odds of every roll.") }),
    field(t("Your name"), name, t("The other players see it.")),
    enters,
    wrong,
    el("p", { class: "soft" }, t("New here?"), " ", el("a", { href: "#/", text: t("Make your first move") })),
  );
  fill(room, form);
  name.focus();
}

/** The name under which this browser joined last. */
function lastName() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

function keepName(name) {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Without storage the name is typed again.
  }
}
