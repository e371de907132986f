// The clock of a game, and the buttons that move it on.

import { button, el } from "../dom.js";
import { named, plain, capital } from "../format.js";
import { t } from "../words.js";

/** Round, phase, side and active model in one line. */
export function clockLine(game, view) {
  const { clock } = game.state;
  const word = (text) => el("span", { text, data: { from: "table" } });
  const parts = [
    clock.round && el("span", { text: t("Round {n}", { n: clock.round }) }),
    clock.phase && word(capital(plain(clock.phase))),
    clock.step && word(capital(plain(clock.step))),
    clock.minutes && el("span", { text: t("{hours} h {minutes} min", { hours: Math.floor(clock.minutes / 60), minutes: clock.minutes % 60 }) }),
  ].filter(Boolean);
  const dotted = parts.flatMap((part, i) => (i ? [" · ", part] : [part]));
  const side = clock.side ? el("span", { class: `side-chip side-${view.sides.get(clock.side) ?? 4}`, text: named(clock.side), data: { from: "table" } }) : null;
  return el("p", { class: "clock" }, el("span", {}, ...dotted), side, clock.active && el("span", { class: "soft", text: t("Active: {name}", { name: named(clock.active) }) }));
}

/** Buttons that end a phase, a turn or a round. */
export function turnTools(game, declare) {
  if (game.me.role === "spectator") return null;
  const box = el("div", { class: "turn" });
  game.line.ask("actions", {}).then(
    ({ actions }) => box.append(...actions.map((each) => tick(each, declare))),
    () => {},
  );
  return box;
}

/** The button of one tick of the clock, with a field for each detail that the tick needs. */
function tick(action, declare) {
  const needed = action.details.filter((each) => each.required);
  const inputs = needed.map((each) => el("input", { class: "input", required: true, "aria-label": capital(plain(each.name)), placeholder: each.says, data: { from: "referee" } }));
  const press = () => {
    if (!inputs.every((input) => input.reportValidity())) return;
    declare({ tick: action.name, ...Object.fromEntries(needed.map((each, i) => [each.name, inputs[i].value.trim()])) });
  };
  const made = button(action.title, press, { class: "small", data: { tick: action.name, from: "referee" } });
  return inputs.length ? el("div", { class: "row nowrap" }, ...inputs, made) : made;
}

/** The buttons in the header of a game. */
export function headButtons(game, { undo, finish }) {
  if (game.me?.role === "spectator" || game.over) return [];
  return [
    button(t("Undo"), undo, { class: "small", disabled: game.seq < 1, title: t("Undo the last move. If dice were rolled, the other players must agree") }),
    button(t("End game"), finish, { class: "small quiet", title: t("End the game. The other players must agree") }),
  ];
}
