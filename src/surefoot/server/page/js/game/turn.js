// The clock of a game, and the buttons that move it on.

import { button, el } from "../dom.js";
import { isMine } from "../dice/question.js";
import { named, plain, capital } from "../format.js";
import { sideMark } from "../table/looks.js";
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

/** Whose turn it is and which round, for the top bar. */
export function turnBanner(game, view) {
  const { clock } = game.state;
  const when = [clock.round && t("Round {n}", { n: clock.round }), clock.phase && capital(plain(clock.phase))].filter(Boolean).join(" · ");
  const whose = clock.side || (game.me?.sides.length === 1 ? game.me.sides[0] : "");
  const mine = whose && game.plays(whose);
  // Where nobody has the turn alone, the banner speaks of the round.
  const alone = when || t("Your game");
  const text = game.over ? t("The game is over") : game.question && !isMine(game) ? t("Waiting for an answer") : mine ? t("Your turn") : whose ? t("{side}’s turn", { side: named(whose) }) : alone;
  const number = view.sides?.get(whose);
  return el(
    "div",
    { class: `turn-banner${number === undefined ? "" : ` side-${number}`}` },
    el("span", { class: "whose now" }, whose && sideMark(number), el("b", { text, data: { from: "table" } })),
    when && when !== text && el("span", { class: "when", text: when, data: { from: "table" } }),
  );
}

/** The buttons in the top bar of a game. */
export function headButtons(game, { undo, redo }) {
  if (game.me?.role === "spectator" || game.over) return [];
  return [
    button(t("Undo"), undo, { class: "small undo", icon: "undo-2", disabled: game.seq < 1, title: t("Undo the last move. If dice were rolled, the other players must agree") }),
    redo && button(t("Redo"), redo, { class: "small redo", icon: "redo-2", title: t("Make the undone move again. Dice are rolled anew") }),
  ];
}

/** The entries of the menu that belong to a game. */
export function headMenu(game, { finish, keys }) {
  const help = button(t("Keyboard"), keys, { class: "quiet", icon: "keyboard", title: t("Hotkeys (?)") });
  if (game.me?.role === "spectator" || game.over) return [help];
  return [help, button(t("End game"), finish, { class: "quiet", icon: "flag", title: t("End the game. The other players must agree") })];
}
