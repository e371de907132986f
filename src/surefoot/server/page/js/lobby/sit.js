// Takes over a seat whose token is in the address, and removes the token from the history.

import { head } from "../app.js";
import { el, fill } from "../dom.js";
import { ask } from "../net.js";
import { t } from "../words.js";
import { keep } from "./seats.js";

export async function show(room, [game, token]) {
  head(t("Joining …"));
  try {
    const { name } = await ask(`/v1/games/${encodeURIComponent(game)}`, { token });
    keep({ game, token, name, role: "player", sides: [], invitations: [] });
    // The token must not stay in the history.
    location.replace(`#/game/${encodeURIComponent(game)}`);
  } catch (refused) {
    fill(room, el("section", { class: "sheet narrow" }, el("h2", { text: t("Can't join this game") }), el("p", { text: refused.message, data: { from: "referee" } }), el("a", { class: "button", href: "#/" }, t("All games"))));
  }
}
