// The start of the training: where to continue, the puzzle of the day, and every game with how much of it is known.

import { el, fill, icon } from "../dom.js";
import { families } from "../lobby/families.js";
import { Pictures } from "../lobby/pictures.js";
import { once } from "../net.js";
import { t, tn } from "../words.js";
import { lastPlace } from "./progress.js";
import { puzzleRecord } from "./puzzle.js";

/** @param {HTMLElement} host @param {{name: string, title: string}[]} rulesets @param {import("./progress.js").Progress} progress */
export async function start(host, rulesets, progress) {
  const { scenarios } = await once("/v1/scenarios");
  const pictures = new Pictures();
  const games = families(scenarios);
  const order = (name) => games.findIndex((family) => name.startsWith(family.begins));
  const demo = (name) => games[order(name)]?.demo ?? "";
  const sorted = [...rulesets].sort((one, other) => order(one.name) - order(other.name));
  fill(
    host,
    el(
      "div",
      { class: "sheet train" },
      el("h1", { class: "display", text: t("Training") }),
      el("p", { class: "lead", text: t("Learn the rules on the table: look, answer, and read the rule behind the answer.") }),
      el("div", { class: "train-now" }, continuing(progress), puzzle()),
      el("section", { class: "train", "aria-labelledby": "train-games" }, el("h2", { id: "train-games", text: t("Lessons by game") }), el("ul", { class: "train-games" }, ...sorted.map((each) => game(each, progress, pictures, demo(each.name))))),
      el("p", { class: "soft", text: t("Wrong answers come again today, right ones in a few days. What you know stays in this browser.") }),
    ),
  );
  return () => pictures.end();
}

/** Where to continue; how it works, if nothing was answered yet. */
function continuing(progress) {
  const last = lastPlace();
  const { answered, again } = progress.of("");
  if (!last || !answered) {
    const steps = [t("Look at the table and at what is declared."), t("Answer: tap, press a key, or move the model."), t("Read the rule, and what one change would make of it.")];
    return el("section", { class: "train-card", "aria-label": t("How it works") }, el("h2", { text: t("How it works") }), el("ol", {}, ...steps.map((text) => el("li", { text }))));
  }
  const address = `#/train/${encodeURIComponent(last.ruleset)}/${encodeURIComponent(last.part)}`;
  return el(
    "section",
    { class: "train-card", "aria-label": t("Continue") },
    el("p", { class: "eyebrow", text: t("Where you stopped") }),
    el("h2", { text: last.topic || t("All topics"), data: last.topic ? { from: "referee" } : {} }),
    el("p", { class: "soft", text: last.game, data: { from: "referee" } }),
    el("p", {}, tn("{n} lesson answered", "{n} lessons answered", answered), again > 0 && ` · ${tn("{n} to repeat today", "{n} to repeat today", again)}`),
    el("a", { class: "button strong", href: address }, icon("arrow-right"), t("Continue")),
  );
}

/** The puzzle of the day, and how the puzzles went. */
function puzzle() {
  const { today, solved, tried } = puzzleRecord();
  const state = { solved: t("You solved it today."), missed: t("You missed it today."), "": t("Which of these plans works? Find out before your opponent does.") }[today];
  return el(
    "section",
    { class: "train-card", "aria-label": t("Puzzle of the day") },
    el("p", { class: "eyebrow", text: t("New every day") }),
    el("h2", { text: t("Puzzle of the day") }),
    el("p", { text: state }),
    tried > 0 && el("p", { class: "soft", text: t("{solved} of {tried} puzzles solved", { solved, tried }) }),
    el("a", { class: today ? "button" : "button strong", href: "#/puzzle" }, icon("flag"), today ? t("Show the puzzle") : t("Solve the puzzle")),
  );
}

/** A game: its picture, and how much of it is known. */
function game({ name, title }, progress, pictures, demo) {
  const { answered, known, again } = progress.of(name);
  const state = !answered ? t("Not begun") : again ? t("{known} known · {again} to repeat today", { known, again }) : t("{known} known", { known });
  return el("li", { class: "train-game" }, demo && pictures.bundled("tile-picture", demo), el("a", { href: `#/train/${encodeURIComponent(name)}`, text: title, data: { from: "referee" } }), el("p", { class: "soft", text: state }));
}
