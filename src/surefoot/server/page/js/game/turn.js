// The clock of a game, and the buttons that move it on.

import { button, el, fill } from "../dom.js";
import { isMine } from "../dice/question.js";
import { capital, listed, named, plain } from "../format.js";
import { sideMark } from "../table/looks.js";
import { t, tn } from "../words.js";
import { isDecided, resultText, score } from "./goals.js";

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
  return el("p", { class: "clock" }, el("span", {}, ...dotted), side, clock.active && !game.over && el("span", { class: "soft", text: t("Active: {name}", { name: named(clock.active) }) }));
}

/** Buttons that end a phase, a turn or a round. */
export function turnTools(game, declare, pick) {
  if (game.me.role === "spectator") return null;
  const kept = boxes.get(game);
  // The same buttons until the next line: a question among them must not disappear when the panel is drawn again.
  if (kept?.seq === game.seq) return kept.box;
  const box = el("div", { class: "turn" });
  boxes.set(game, { seq: game.seq, box });
  const ask = (action, declaration) => (ENDS.test(action.name) ? ending(box, game, { action, declaration, declare, pick }) : declare(declaration));
  game.line.ask("actions", {}).then(
    ({ actions }) => box.append(...actions.filter((each) => each.allowed && mayEnd(game, each)).map((each) => tick(each, ask))),
    () => {},
  );
  return box;
}

/** Whether a tick is for this player: for the side that has the turn; where none has, the side of the model that acts ends its activation. */
function mayEnd(game, action) {
  const { side, active } = game.state.clock;
  const whose = side || (action.name === "end-activation" && game.table?.models.get(active)?.side) || "";
  return !whose || game.plays(whose);
}

/** The buttons of each game at its last line. */
const boxes = new WeakMap();

/** Ticks after which models that have not acted have lost their chance. */
const ENDS = /^end-(round|turn|phase|battle)$/;
/** No more than this many models are asked whether they can still act. */
const MOST_ASKED = 40;

/** End a round if no model can act any more; else list those that can, and ask. */
async function ending(box, game, { action, declaration, declare, pick }) {
  fill(box, el("p", { class: "soft waiting", text: t("Looking who can still act …") }));
  const seq = game.seq;
  const left = await idle(game);
  if (game.seq !== seq) return;
  if (!left.length) {
    declare(declaration);
    return;
  }
  const names = left.slice(0, 6).map(({ who }) => named(who));
  const more = left.length - names.length;
  const text = more > 0 ? tn("{names} and {n} more can still act.", "{names} and {n} more can still act.", more, { names: names.join(", ") }) : t("{names} can still act.", { names: listed(names) });
  const stay = () => pick(left[0].model);
  const sure = button(t("{action} anyway", { action: action.title }), () => declare(declaration), { class: "strong", data: { tick: action.name, from: "referee" } });
  fill(box, el("div", { class: "note ask" }, el("p", { text, data: { from: "table" } }), el("div", { class: "row" }, sure, button(t("Select {name}", { name: named(left[0].who) }), stay))));
  sure.focus({ preventScroll: true });
  box.scrollIntoView({ block: "nearest" });
}

/** The models and units that have an action with a path left. */
async function idle(game) {
  const groups = new Map();
  for (const model of game.table.models.values()) {
    const here = game.state.models[model.id]?.place?.at;
    if (here && (!game.state.clock.side || game.state.clock.side === model.side)) groups.set(model.unit || model.id, groups.get(model.unit) ?? model.id);
  }
  const asked = [...groups].slice(0, MOST_ASKED).map(async ([who, model]) => {
    try {
      const { actions } = await game.line.ask("actions", { who });
      const able = actions.some((each) => each.allowed && (each.path !== "none" || each.details.some((detail) => detail.kind === "plan")));
      return able ? { who, model } : null;
    } catch {
      return null;
    }
  });
  return (await Promise.all(asked)).filter(Boolean);
}

/** The button of one tick of the clock, with a field for each detail that the tick needs. */
function tick(action, declare) {
  const needed = action.details.filter((each) => each.required);
  const inputs = needed.map((each) => el("input", { class: "input", required: true, "aria-label": capital(plain(each.name)), placeholder: each.says, data: { from: "referee" } }));
  const press = () => {
    if (!inputs.every((input) => input.reportValidity())) return;
    declare(action, { tick: action.name, ...Object.fromEntries(needed.map((each, i) => [each.name, inputs[i].value.trim()])) });
  };
  const made = button(action.title, press, { class: "small", data: { tick: action.name, from: "referee" } });
  return inputs.length ? el("div", { class: "row nowrap" }, ...inputs, made) : made;
}

/** Whose turn it is and which round, for the top bar. */
export function turnBanner(game, view, time = null) {
  const { clock } = game.state;
  const when = [clock.round && t("Round {n}", { n: clock.round }), clock.phase && capital(plain(clock.phase))].filter(Boolean).join(" · ");
  const own = (game.me?.sides ?? []).filter((side) => game.plays(side));
  // Where the clock gives no side the turn, the model that acts has it.
  const turn = clock.side || game.table?.models.get(clock.active)?.side || "";
  const whose = (isDecided(game) && game.state.goals?.winner) || turn || (own.length === 1 ? own[0] : "");
  const mine = turn && game.plays(turn);
  // Where no side has the turn alone, the banner says who one is, or names the round.
  const alone = whose ? t("You play {side}", { side: named(whose) }) : when || t("Your game");
  const text = game.over || isDecided(game) ? resultText(game) : game.question && !isMine(game) ? t("Waiting for an answer") : mine && own.length < 2 ? t("Your turn") : turn ? t("{side}’s turn", { side: named(turn) }) : alone;
  const number = view.sides?.get(whose);
  return el(
    "div",
    { class: `turn-banner${number === undefined ? "" : ` side-${number}`}` },
    el("span", { class: "whose now" }, whose && sideMark(number), el("b", { text, data: { from: "table" } })),
    when && when !== text && el("span", { class: "when", text: when, data: { from: "table" } }),
    time,
    score(game, view),
  );
}

/** The buttons in the top bar of a game. */
export function headButtons(game, { undo, redo, invite }) {
  if (game.me?.role === "spectator" || game.over) return [];
  return [
    button(t("Undo"), undo, { class: "small undo", icon: "undo-2", disabled: game.seq < 1, title: t("Undo the last move. If dice were rolled, the other players must agree") }),
    redo && button(t("Redo"), redo, { class: "small redo", icon: "redo-2", title: t("Make the undone move again. Dice are rolled anew") }),
    invite && button(t("Invite"), invite, { class: "small invite-button wide-only", icon: "user-plus", title: t("Invite players or spectators") }),
  ];
}

/** The entries of the menu that belong to a game. */
export function headMenu(game, { finish, keys, pictures = [], clock }) {
  const help = button(t("Keyboard"), keys, { class: "quiet", icon: "keyboard", title: t("Hotkeys (?)") });
  const kept = pictures.map(([text, sign, press]) => button(text, press, { class: "quiet", icon: sign }));
  kept.push(button(clock.on ? t("Hide the clock") : t("Show a clock"), () => clock.toggle(), { class: "quiet", icon: "clock", title: t("How long each side has had the turn") }));
  if (game.me?.role === "spectator" || game.over) return [help, ...kept];
  return [help, ...kept, button(t("End game"), finish, { class: "quiet", icon: "flag", title: t("End the game. The other players must agree") })];
}
