// One game: the table and everything beside it.

import { head, say } from "../app.js";
import { el, fill } from "../dom.js";
import { Game } from "../store.js";
import { TableView } from "../table/view.js";
import { seatAt } from "./seats.js";

export function show(room, [id]) {
  const seat = seatAt(id);
  if (!seat) {
    head("No seat");
    fill(room, el("section", { class: "sheet" }, el("p", { text: "This browser has no seat at that game." })));
    return null;
  }
  head(seat.name);
  const game = new Game(seat);
  const view = new TableView({ pick: (model) => say(view.says(model)) });
  const panel = el("aside", { class: "panel", "aria-label": "The game" });
  fill(room, el("div", { class: "play" }, el("div", { class: "play-table" }, view.element), panel));
  game.on("table", () => view.lay(game.table));
  game.on("changed", () => view.table && view.place(game.state));
  return () => {
    game.leave();
    view.end();
  };
}
