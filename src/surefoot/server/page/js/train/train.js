// Training: choose a game and a topic, answer lessons one after another; wrong answers come again, right ones later.

import { announce, headWith, paletteOf } from "../app.js";
import { button, el, fill, icon } from "../dom.js";
import { ask, once } from "../net.js";
import { addressOf, go } from "../router.js";
import { t, tn } from "../words.js";
import { Lesson, shareButton } from "./lesson.js";
import { keepPlace, Progress } from "./progress.js";
import { start } from "./start.js";

/** The screen: all games, the topics of a game, the lessons of a topic, or one lesson. */
export async function show(host, [ruleset = "", part = "", name = ""]) {
  headWith({ title: t("Training") });
  fill(host, el("p", { class: "sheet waiting soft", role: "status", text: t("Loading the lessons …") }));
  try {
    const { rulesets, days } = await once("/v1/lessons");
    const progress = new Progress(days);
    if (!ruleset) return await start(host, rulesets, progress);
    paletteOf(ruleset);
    const list = await once(`/v1/lessons/${encodeURIComponent(ruleset)}`);
    if (name) return lessons(host, list, progress, [{ id: `${ruleset}/${part}/${name}` }], true);
    if (part) {
      keepPlace({ ruleset, part, game: list.title, topic: list.topics.find((each) => each.name === part)?.title ?? "" });
      return lessons(host, list, progress, part === "all" ? list.lessons : list.lessons.filter((each) => each.topic === part));
    }
    return topics(host, list, progress);
  } catch (refused) {
    fill(host, el("section", { class: "sheet" }, el("h2", { text: t("No lesson here") }), el("p", { class: "bad", text: refused.message, data: { from: refused.from ?? "" } }), el("a", { class: "button", href: "#/train" }, t("All lessons"))));
    return null;
  }
}

function topics(host, list, progress) {
  const card = (title, address, some) => {
    const { known, again } = progress.counts(some);
    return el(
      "li",
      { class: "train-topic" },
      el("a", { href: `#/train/${encodeURIComponent(list.ruleset)}/${encodeURIComponent(address)}` }, title),
      el("progress", { max: some.length, value: known, "aria-label": t("Known") }),
      el("span", { class: "soft", text: t("{known} of {all} known", { known, all: some.length }) }),
      again > 0 && el("span", { class: "chip", text: tn("{n} to repeat", "{n} to repeat", again) }),
    );
  };
  const of = (topic) => list.lessons.filter((each) => each.topic === topic.name);
  fill(
    host,
    el(
      "div",
      { class: "sheet train" },
      el("p", {}, el("a", { class: "button small quiet", href: "#/train" }, icon("arrow-left"), t("All games"))),
      el("h1", { text: list.title, data: { from: "referee" } }),
      el("ul", { class: "train-topics" }, card(el("strong", { text: t("All topics, the easiest first") }), "all", list.lessons), ...list.topics.map((topic) => card(el("span", { text: topic.title, data: { from: "referee" } }), topic.name, of(topic)))),
    ),
  );
  return null;
}

/** Lessons one after another. */
function lessons(host, list, progress, some, one = false) {
  const queue = one ? some : progress.due(some);
  const screen = el("div", { class: "train-screen" });
  let shown = null;
  let over = false;
  let right = 0;
  let asked = 0;
  const keys = (event) => {
    if (event.target.closest?.("input, select, textarea, dialog")) return;
    if (shown?.key(event)) event.preventDefault();
  };
  addEventListener("keydown", keys);

  async function next(twin = null) {
    shown?.end();
    shown = null;
    const entry = queue[0];
    if (!entry) return void fill(screen, done());
    fill(screen, el("p", { class: "sheet waiting soft", role: "status", text: t("Setting up the table …") }));
    // A lesson that comes again asks about its other side: the rule has to be known, not the answer.
    const other = twin ?? progress.seen(entry.id) % 2 === 1;
    const data = await ask(`/v1/lessons/${entry.id.split("/").map(encodeURIComponent).join("/")}${other ? "?twin=true" : ""}`);
    if (over) return;
    const lesson = new Lesson(data, (good) => finished(lesson, entry, good, other));
    shown = lesson;
    fill(screen, lesson.element);
    lesson.answers.buttons[0].focus({ preventScroll: true });
  }

  function finished(lesson, entry, good, twin) {
    asked += 1;
    right += good ? 1 : 0;
    const [, due] = progress.note(entry.id, good);
    queue.shift();
    if (!good && !one) queue.splice(Math.min(4, queue.length), 0, entry);
    const days = due - Math.floor(Date.now() / 86400000);
    announce(good ? tn("Correct. Comes back in {n} day", "Correct. Comes back in {n} days", days) : t("Wrong. Comes back today"));
    const address = addressOf("train", ...entry.id.split("/"));
    const other = () => {
      queue.unshift(entry);
      next(!twin);
    };
    const onward = one ? el("a", { class: "button strong", href: `#/train/${encodeURIComponent(list.ruleset)}` }, t("More lessons")) : button(t("Next lesson"), () => next(), { class: "strong", icon: "arrow-right" });
    lesson.explain(onward, button(t("Try it with one thing changed"), other, { icon: "git-fork" }), shareButton(address, announce));
    if (one) onward.focus({ preventScroll: true });
  }

  function done() {
    return el(
      "section",
      { class: "sheet" },
      el("h2", { text: asked ? t("{right} of {asked} answered right", { right, asked }) : t("No lesson is due today") }),
      el("p", { class: "soft", text: t("Come back tomorrow, or choose another topic.") }),
      button(t("All topics"), () => go("train", list.ruleset), { class: "strong" }),
    );
  }

  fill(host, screen);
  next().catch((refused) => fill(screen, el("p", { class: "sheet bad", role: "alert", text: refused.message, data: { from: refused.from ?? "" } })));
  return () => {
    over = true;
    removeEventListener("keydown", keys);
    shown?.end();
  };
}
