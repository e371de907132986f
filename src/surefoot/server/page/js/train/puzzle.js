// Puzzles: a table, a flag, and several plans of which exactly one does what is asked. That of the day is the same for everybody.

import { announce, headWith, paletteOf } from "../app.js";
import { button, el, fill, icon, select } from "../dom.js";
import { ask, once } from "../net.js";
import { addressOf, go } from "../router.js";
import { t } from "../words.js";
import { Answers } from "./answers.js";
import { Board, LETTERS, UPRIGHT } from "./board.js";
import { shareButton } from "./lesson.js";

const KEY = "surefoot.puzzles";
/** Seeds of puzzles that are drawn by chance. */
const MOST = 1000000;

/** The seed of the puzzle of a day, as the server counts them. */
export function seedOf(day) {
  return day.getFullYear() * 10000 + (day.getMonth() + 1) * 100 + day.getDate();
}

/** The screen of a puzzle; without a seed, that of today, in the ruleset that was chosen last. */
export async function show(host, [ruleset = "", seed = ""]) {
  headWith({ title: t("Puzzle") });
  const { rulesets } = await once("/v1/puzzles");
  if (!ruleset || !/^\d+$/.test(seed)) {
    go("puzzle", ruleset || kept().ruleset || rulesets[0].name, String(seedOf(new Date())));
    return null;
  }
  paletteOf(ruleset);
  fill(host, el("p", { class: "sheet waiting soft", role: "status", text: t("Setting up the puzzle …") }));
  try {
    const data = await ask(`/v1/puzzles/${encodeURIComponent(ruleset)}/${seed}`);
    return puzzle(host, data, rulesets);
  } catch (refused) {
    fill(host, el("section", { class: "sheet" }, el("h2", { text: t("No puzzle here") }), el("p", { class: "bad", text: refused.message, data: { from: refused.from ?? "" } }), el("a", { class: "button", href: "#/puzzle" }, t("Puzzle of the day"))));
    return null;
  }
}

function puzzle(host, data, rulesets) {
  const { question } = data;
  const board = new Board(data, (index) => answers.choose(index));
  const paths = question.choices.filter((each) => each.points);
  const more = el("div", { class: "lesson-more" });
  const answers = new Answers(question, (right, index) => answered(right, index), true);
  const today = seedOf(new Date()) === data.seed;
  const choose = select(rulesets.map((each) => [each.name, each.title]), data.ruleset, (name) => go("puzzle", name, String(data.seed)));
  choose.setAttribute("aria-label", t("Game"));
  choose.dataset.from = "referee";
  const panel = el(
    "section",
    { class: "lesson-panel", "aria-label": t("Puzzle") },
    choose,
    el("p", { class: "soft" }, today ? t("Puzzle of the day") : t("Puzzle {seed}", { seed: data.seed }), " · ", el("span", { class: "stars", role: "img", "aria-label": t("Difficulty {n} of 5", { n: data.rating }), text: "★".repeat(data.rating) + "☆".repeat(5 - data.rating) })),
    el("details", { class: "lesson-facts", open: !UPRIGHT.matches }, el("summary", { text: t("Models and terrain") }), el("ul", {}, ...data.facts.map((each) => el("li", { text: each, data: { from: "referee" } })))),
    answers.element,
    more,
  );
  fill(host, el("div", { class: "train-screen" }, el("div", { class: "lesson" }, board.element, panel)));
  const pins = paths.length ? paths.map((each, i) => ({ spot: apart(paths, i) })) : question.choices;
  board.draw(paths);
  board.offer(pins, question.who);
  board.flags(data.goals);
  board.look([data.who], paths, [...pins, ...data.goals]);
  // The path of the answer under the pointer or the focus stands out.
  for (const [i, each] of answers.buttons.entries()) for (const event of ["focus", "pointerenter"]) each.addEventListener(event, () => board.pick(i));
  answers.buttons[0].focus({ preventScroll: true });

  function answered(right, index) {
    board.reveal(question.right, index);
    keep({ ruleset: data.ruleset, [`${data.ruleset}/${data.seed}`]: right });
    announce(right ? t("Correct") : t("Wrong. The answer is {letter}", { letter: LETTERS[question.right] }));
    const next = button(t("Another puzzle"), () => go("puzzle", data.ruleset, String(Math.floor(Math.random() * MOST))), { class: "strong", icon: "arrow-right" });
    fill(
      more,
      el("div", { class: "row lesson-buttons" }, next, !today && button(t("Puzzle of the day"), () => go("puzzle", data.ruleset, String(seedOf(new Date()))), {}), shareButton(addressOf("puzzle", data.ruleset, String(data.seed)), announce)),
      el("ol", { class: "puzzle-why" }, ...question.choices.map((each, i) => el("li", { class: i === question.right ? "right" : "" }, el("b", { text: LETTERS[i] }), icon(i === question.right ? "check" : "x", "small"), el("span", { text: each.because, data: { from: "referee" } })))),
    );
    next.focus({ preventScroll: true });
    // Why it is right or wrong must not be looked for.
    answers.result.scrollIntoView({ block: UPRIGHT.matches ? "center" : "nearest" });
  }

  const keys = (event) => {
    if (event.target.closest?.("input, select, textarea, dialog")) return;
    if (answers.key(event)) event.preventDefault();
  };
  addEventListener("keydown", keys);
  return () => {
    removeEventListener("keydown", keys);
    board.end();
  };
}

/** The point of a path that is farthest from all others: there its letter stands. */
function apart(paths, index) {
  const along = ({ points }) => points.slice(1).flatMap(([x, y], i) => [0.25, 0.5, 0.75, 1].map((share) => [points[i][0] + (x - points[i][0]) * share, points[i][1] + (y - points[i][1]) * share]));
  const others = paths.filter((_, i) => i !== index).flatMap(along);
  const far = ([x, y]) => Math.min(...others.map(([a, b]) => Math.hypot(a - x, b - y)));
  return along(paths[index]).reduce((best, each) => (far(each) > far(best) ? each : best));
}

/** How today's puzzle went ("solved", "missed" or "" if it was not tried), and how many puzzles were tried and solved. */
export function puzzleRecord() {
  const all = Object.entries(kept()).filter(([, right]) => typeof right === "boolean");
  const today = all.filter(([name]) => name.endsWith(`/${seedOf(new Date())}`)).map(([, right]) => right);
  return { today: today.includes(true) ? "solved" : today.length ? "missed" : "", tried: all.length, solved: all.filter(([, right]) => right).length };
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

function keep(more) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), ...more }));
  } catch {
    // Without storage nothing is kept.
  }
}
