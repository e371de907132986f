// A seat that was handed over in an address: keep it, and forget the address.

import { head } from "../app.js";
import { el, fill } from "../dom.js";
import { ask } from "../net.js";
import { keep } from "./seats.js";

export async function show(room, [game, token]) {
  head("Sitting down");
  try {
    const { name } = await ask(`/v1/games/${encodeURIComponent(game)}`, { token });
    keep({ game, token, name, role: "player", sides: [], invitations: [] });
    // What opens the seat does not stay in the history.
    location.replace(`#/game/${encodeURIComponent(game)}`);
  } catch (refused) {
    fill(room, el("section", { class: "sheet narrow" }, el("h2", { text: "No seat" }), el("p", { text: refused.message }), el("a", { class: "button", href: "#/" }, "To all games")));
  }
}
