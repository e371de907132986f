// What the sides play for: the points in the banner, the list of goals, and how the game ended.

import { el } from "../dom.js";
import { capital, listed, named } from "../format.js";
import { sideMark } from "../table/looks.js";
import { t, tn } from "../words.js";

/** The note with which a ruleset ends the game, as after the last battle round. */
const OVER = "battle over";

/** The points of every side, for the banner; null without goals. */
export function score(game, view) {
  const goals = game.state.goals;
  if (!goals) return null;
  const sides = Object.entries(goals.points);
  const told = listed(sides.map(([side, points]) => tn("{side}: {n} point", "{side}: {n} points", points, { side: named(side) })));
  return el("span", { class: "score", role: "img", "aria-label": told, title: told }, ...sides.map(([side, points]) => el("span", { class: `side-${view.sides?.get(side) ?? 4}` }, sideMark(view.sides?.get(side)), el("b", { text: String(points), data: { from: "table" } }))));
}

/** What the sides play for; null without goals. */
export function goals(game) {
  const found = game.state.goals;
  if (!found) return null;
  return el("section", { class: "goals", "aria-label": t("Goals") }, el("p", { class: "eyebrow", text: t("Goals") }), el("ul", {}, ...found.goals.map((goal) => el("li", { text: capital(goal.says), data: { from: "referee" } }))));
}

/** Whether the table itself says that the game is over: its goals do, or its ruleset. The players have still to end it. */
export function isDecided(game) {
  return Boolean(game.state?.goals?.over || game.state?.notes?.[OVER]?.value);
}

/** How the game ended, in words of the referee; without goals only that it did. */
export function result(game) {
  const told = game.state?.goals?.over && game.state.goals.says;
  return told ? el("b", { text: told, data: { from: "referee" } }) : el("b", { text: t("The game is over.") });
}

/** The side that won, or that the game is over, for the banner. */
export function resultText(game) {
  const found = game.state.goals;
  if (!found?.over) return t("The game is over");
  return found.winner ? t("{side} wins", { side: named(found.winner) }) : t("A draw");
}
