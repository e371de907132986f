// The clock of a game, and what one does with it.

import { button, el } from "../dom.js";

/** Round, phase and whose turn it is. */
export function clockLine(game, view) {
  const { clock } = game.state;
  const parts = [clock.round ? `Round ${clock.round}` : "", clock.phase, clock.step, clock.minutes ? `${Math.floor(clock.minutes / 60)} h ${clock.minutes % 60} min` : ""].filter(Boolean);
  const side = clock.side ? el("span", { class: `side-chip side-${view.sides.get(clock.side) ?? 4}`, text: clock.side }) : null;
  return el("p", { class: "clock" }, el("span", { text: parts.join(" · ") || "The game" }), side, clock.active && el("span", { class: "soft", text: `${clock.active} is active` }));
}

/** What the clock can do: end of a phase, a turn, a round. */
export function turnTools(game, declare) {
  if (game.me.role === "spectator") return null;
  const box = el("div", { class: "turn" });
  game.line.ask("actions", {}).then(
    ({ actions }) => box.append(...actions.map((each) => button(each.title, () => declare({ tick: each.name }), { class: "small", data: { tick: each.name } }))),
    () => {},
  );
  return box;
}

/** What stands in the head of the page during a game. */
export function headButtons(game, { undo, finish }) {
  if (game.me?.role === "spectator" || game.over) return [];
  return [
    button("Undo", undo, { class: "small", disabled: game.seq < 1, title: "Take back the last move; once dice were shown, the others are asked" }),
    button("End", finish, { class: "small quiet", title: "End the game; the others are asked" }),
  ];
}
