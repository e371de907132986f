// What needs the consent of the other players: an undo, the end of the game, a referee. The question says what it is about and what has happened since.

import { button, el, fill, icon, svg } from "../dom.js";
import { capital, length, listed, named } from "../format.js";
import { standingOf, titleOf } from "../log/log.js";
import { isDecided, result } from "./goals.js";
import { joinNext, playAgain } from "./rematch.js";
import { portrait } from "../moving/card.js";
import { rolledText } from "../moving/ledger.js";
import { plateOf, pricePlate } from "../table/tape.js";
import { t, tn } from "../words.js";

/** Moves shorter than this, in units of the table, need no way back. */
const STAYS = 0.02;

/** What waits for consent, from the top of the panel; of an undo also the way back, on the table. @param {any} screen */
export function consent(screen) {
  const { game, view } = screen;
  const { proposal, me, over } = game;
  wayBack(view, null);
  if (over) return [ended(screen)];
  const doubted = game.seats.filter((each) => each.doubters?.includes(me.id)).map((each) => doubt(screen, each));
  if (doubted.length) return doubted;
  if (!proposal) return isDecided(game) ? [decided(screen)] : [];
  const undo = proposal.what === "undo";
  const last = undo ? standingOf(game.lines.filter(Boolean)).at(-1) : null;
  if (last) showWayBack(screen, last);
  const say = (agree) => screen.try(() => game.line.ask("consent", { agree }));
  if (!proposal.needs.includes(me.id)) {
    const text = undo ? t("Waiting for the other players to agree to the undo.") : t("Waiting for the other players to agree to end the game.");
    return [el("div", { class: "note slim" }, el("p", { class: "waiting", text }), proposal.by === me.id && button(t("Withdraw"), () => say(false), { class: "small" }))];
  }
  const who = game.seats.find((each) => each.id === proposal.by);
  const name = who?.name || listed(who?.sides.map(named) ?? []) || t("Another player");
  return [undo ? askedToUndo(screen, name, last, say) : askedToEnd(name, say)];
}

/** The table says that the game is over: the result, and the button that ends it. Until then the last move can be undone. */
function decided(screen) {
  const mayEnd = screen.game.me.role !== "spectator";
  return el("div", { class: "note ended", role: "status" }, el("p", {}, result(screen.game)), mayEnd && el("p", { class: "soft", text: t("You can still undo the last move.") }), mayEnd && el("div", { class: "row" }, button(t("End game"), () => screen.finish(), { class: "small strong", icon: "flag" })));
}

/** The end of a game: what can be done now. */
function ended(screen) {
  const review = () => {
    screen.turnTo("log");
    if (!screen.review.found && !screen.review.waiting) screen.review.make();
  };
  const { next } = screen.talk;
  const onward = async (work) => {
    screen.leaves = true;
    screen.draw();
    await screen.try(work);
    screen.leaves = false;
    screen.draw();
  };
  const again = next ? button(t("Join the next game"), () => onward(() => joinNext(screen, next)), { class: "small strong", icon: "log-in", disabled: screen.leaves }) : button(t("Play again"), () => onward(() => playAgain(screen)), { class: "small strong", icon: "rotate-cw", disabled: screen.leaves });
  return el(
    "div",
    { class: "note ended" },
    ...(next ? [el("p", { text: t("{name} wants to play again.", { name: next.by }), data: { from: "table" } })] : [el("p", {}, result(screen.game)), el("p", { class: "soft", text: t("You can check the dice under People.") })]),
    el("div", { class: "row" }, screen.game.me.role !== "spectator" && again, button(t("Review the game"), review, { class: "small", icon: "history" }), el("a", { class: "button small quiet", href: "#/" }, t("All games"))),
  );
}

function askedToEnd(name, say) {
  return el("section", { class: "note ask consent", "aria-label": t("Consent") }, el("p", { text: t("{name} asks to end the game.", { name }) }), el("div", { class: "row" }, button(t("Agree"), () => say(true), { class: "strong" }), button(t("Decline"), () => say(false))));
}

/** Which move is to be undone, its dice, and whether anything has happened since. */
function askedToUndo({ game, view }, name, last, say) {
  const outcome = last?.outcome;
  const [mover] = [outcome?.declaration?.who ?? []].flat();
  const model = game.table.models.get(mover) ?? [...game.table.models.values()].find((each) => each.unit === mover);
  const rolled = (outcome?.tests ?? []).filter((each) => each.rolled?.length);
  const fact = (sign, text, given = {}) => el("li", {}, icon(sign, "small"), el("span", { text, ...given }));
  return el(
    "section",
    { class: "consent undo-asked", "aria-label": t("Consent") },
    model && portrait(model, view.sides.get(model.side) ?? 4, game.table),
    el("div", { class: "consent-text" }, el("h2", { text: t("{name} asks to undo the last move.", { name }) }), last && el("p", { class: "soft" }, `${t("Move {n}", { n: last.from })}: `, el("span", { text: titleOf(last), data: { from: "referee" } }))),
    el(
      "ul",
      {},
      rolled.length ? fact("dices", tn("{n} roll is taken back", "{n} rolls are taken back", rolled.length)) : fact("check", t("No dice were rolled")),
      ...rolled.map((each) => fact("dices", t("{test}: {result}", { test: capital(each.label), result: rolledText(each) }), { data: { from: "referee" } })).slice(0, 3),
      fact("check", t("Nothing has happened since")),
    ),
    el("div", { class: "row" }, button(t("Allow the undo"), () => say(true), { class: "strong grow", icon: "undo-2" }), button(t("Keep the move"), () => say(false))),
    el("p", { class: "soft", text: t("Clocks stand still.") }),
  );
}

/** Asks whether this player agrees to a referee. */
function doubt(screen, referee) {
  const agree = () => screen.try(() => screen.game.line.ask("trust", { seat: referee.id, agree: true }));
  const name = referee.name || t("A player");
  const asks = t("{name} wants to be the referee. A referee can move, undo and correct everything.", { name });
  return el("div", { class: "note ask" }, el("p", { text: asks }), button(t("Agree"), agree, { class: "strong" }));
}

/** Show where an undone move would put its models back to. */
async function showWayBack({ game, view, replay }, last) {
  const { proposal } = game;
  const before = (await replay.states())[last.from - 1];
  // The question may have been answered meanwhile.
  if (game.proposal !== proposal || replay.past) return;
  const ways = Object.entries(before?.models ?? {}).map(([id, { place }]) => [game.state.models[id]?.place?.at, place?.at]).filter(([here, there]) => here && there && Math.hypot(here[0] - there[0], here[1] - there[1]) > STAYS);
  wayBack(view, ways);
}

/** Draw ways back, each as a line with its length; null takes them away. */
function wayBack(view, ways) {
  if (!ways && !view.waysBack) return;
  view.waysBack = Boolean(ways);
  fill(
    view.layers.hindsight,
    ...(ways ?? []).flatMap(([here, there]) => {
      const text = t("Back {distance}", { distance: length(Math.hypot(here[0] - there[0], here[1] - there[1]), view.table.sign) });
      return [svg("path", { class: "hindsight played", d: view.track([here, there]) }), pricePlate(view, plateOf(view, here, there, "walk", text), "walk", text)];
    }),
  );
}
