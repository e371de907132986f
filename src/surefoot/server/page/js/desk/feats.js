// One feat of one character: its test, the odds of each degree, and what each degree means.

import { announce } from "../app.js";
import { button, el, field, fill, select } from "../dom.js";
import { capital } from "../format.js";
import { clause } from "../log/clause.js";
import { t } from "../words.js";
import { Asking, amount, check, dice, line, refusal, seed, test } from "./parts.js";
import { degreePlot, degreeWords } from "./plots.js";

const METRES = { unit: "m", most: 400 };
const WEIGHT = { unit: "kg", most: 20000 };
/** The fields of each feat: its amount and its circumstances. Numbers and rules stay on the server. */
const FEATS = {
  leap: { title: t("Leap"), amount: [t("Distance"), 3, METRES], asks: ["run_up", "deep", "gravity"] },
  climb: { title: t("Climb"), amount: [t("Height"), 6, METRES], asks: ["face", "modifier", "distracted", "gravity"] },
  jump: { title: t("Jump"), amount: [t("Height"), 4, METRES], asks: ["up", "run_up", "gravity"] },
  swim: { title: t("Swim"), amount: [t("Distance"), 2, METRES], asks: ["rough"] },
  lift: { title: t("Lift"), amount: [t("Weight"), 120, WEIGHT], asks: ["gravity"] },
  push: { title: t("Push"), amount: [t("Weight"), 200, WEIGHT], asks: ["rough", "gravity"] },
  throw: { title: t("Throw"), amount: [t("Weight"), 2, WEIGHT], asks: ["wall", "at_target", "gravity"] },
};
const TRAITS = { S: t("Strength"), T: t("Toughness"), Ag: t("Agility") };
const GRAVITIES = [["normal", t("Normal")], ["low", t("Low")], ["high", t("High")], ["zero", t("Zero")]];
const FACES = [["simple", t("With handholds")], ["sheer", t("Sheer")]];
const ROUGH = { swim: t("Rough water"), push: t("Over rubble") };

/** @param {HTMLElement} host */
export function feats(host) {
  const asked = { feat: "leap", amounts: {}, who: { name: "Vex", S: 42, T: 35, Ag: 41, fatigue: 0 }, more: {} };
  const form = el("div", { class: "desk-form" });
  const results = el("div", { class: "desk-results" });
  const asking = new Asking("/v1/feat", (answer) => fill(results, ...answered(answer, asked, roll)), (wrong) => fill(results, refusal(wrong)));
  const changed = () => asking.soon(bodyOf(asked));

  function roll(given) {
    asked.dice = given.dice ?? [];
    asking.now({ ...bodyOf(asked), ...given });
  }

  function draw() {
    const feat = FEATS[asked.feat];
    const [label, usual, limits] = feat.amount;
    asked.amounts[asked.feat] ??= usual;
    fill(
      form,
      el("h2", { text: t("Character") }),
      line(t("Name"), asked.who.name, set(asked.who, "name")),
      el("div", { class: "desk-numbers" }, ...Object.entries(TRAITS).map(([name, label]) => amount(label, asked.who[name], set(asked.who, name), { most: 99, step: 1 })), amount(t("Fatigue"), asked.who.fatigue, set(asked.who, "fatigue"), { most: 20, step: 1 })),
      el("h2", { text: t("Feat") }),
      el("div", { class: "desk-chips", role: "group", "aria-label": t("Feat") }, ...Object.entries(FEATS).map(([name, each]) => button(each.title, () => choose(name), { class: name === asked.feat ? "chosen" : "quiet", "aria-pressed": String(name === asked.feat), data: { feat: name } }))),
      el("div", { class: "desk-circumstances" }, amount(label, asked.amounts[asked.feat], set(asked.amounts, asked.feat), limits), ...feat.asks.map((name) => circumstance(name, asked, set))),
    );
  }

  function set(holder, name) {
    return (value) => {
      holder[name] = value;
      changed();
    };
  }

  function choose(name) {
    asked.feat = name;
    draw();
    form.querySelector(`[data-feat="${name}"]`)?.focus();
    changed();
  }

  draw();
  fill(host, form, results);
  asking.now(bodyOf(asked));
  return () => asking.end();
}

function circumstance(name, asked, set) {
  const { more, feat } = asked;
  const put = set(more, name);
  if (name === "run_up") return amount(t("Run-up"), more.run_up ?? 0, put, { unit: "m", most: 40 });
  if (name === "deep") return amount(t("Depth of the gap"), more.deep ?? 0, put, { unit: "m", most: 400, hint: t("0 for level ground") });
  if (name === "wall") return amount(t("Distance to a wall"), more.wall ?? 0, put, { unit: "m", most: 400, hint: t("0 for no wall") });
  if (name === "modifier") return amount(t("Your modifier"), more.modifier ?? 0, put, { least: -60, most: 60, step: 5, hint: t("For example −10 for wet stone") });
  if (name === "gravity") return field(t("Gravity"), select(GRAVITIES, more.gravity ?? "normal", put));
  if (name === "face") return field(t("Surface"), select(FACES, more.face ?? "simple", put));
  const words = { up: t("Jump up to a ledge"), distracted: t("In a hurry or under fire"), at_target: t("At a target"), rough: ROUGH[feat] };
  return check(words[name], Boolean(more[name]), put);
}

/** The body of the request. */
function bodyOf(asked) {
  const who = Object.fromEntries(Object.entries(asked.who).filter(([name, value]) => value !== null && value !== "" && !(name === "fatigue" && !value)));
  const more = Object.fromEntries(FEATS[asked.feat].asks.filter((name) => asked.more[name]).map((name) => [name, asked.more[name]]));
  return { feat: asked.feat, amount: asked.amounts[asked.feat] ?? 0, who, ...more };
}

function answered(answer, asked, roll) {
  const { judged, degrees } = answer;
  if (judged.verdict === "illegal") return illegal(judged);
  // Without a die that can be used nothing has happened yet.
  const made = answer.made?.tests.length || !answer.made?.needs ? answer.made : null;
  const wrong = answer.made?.needs ?? "";
  const first = (made ?? judged).tests[0];
  const parts = [el("h2", { text: t("{name}: {feat}", { name: asked.who.name || t("Character"), feat: FEATS[asked.feat].title }) })];
  if (made) parts.push(...happened(made, degrees));
  else if (first) parts.push(el("ul", { class: "desk-tests" }, test(first, true)));
  else parts.push(el("p", { class: "desk-lead", text: t("No test needed") }));
  parts.push(degreePlot(degrees, made ? first?.reading : undefined));
  if (first) parts.push(dice(() => roll({ seed: seed() }), (faces) => roll({ dice: faces }), { given: asked.dice, wrong }));
  if (!made && first && !wrong) announce(capital(first.needs ? `${first.label}: ${first.needs}` : first.label), "referee");
  return parts;
}

function happened(made, degrees) {
  const first = made.tests[0];
  const means = degrees.find((each) => each.degrees === first?.reading)?.means ?? [];
  const degree = first && degreeWords(first.reading, first.reading);
  const lead = degree && means.length === 1 ? t("{degrees}: {result}", { degrees: degree, result: means[0].what }) : degree || t("Done");
  announce(lead);
  return [
    // Degrees of success that are not enough are no failed roll: no colour contradicts the words.
    el("p", { class: `desk-lead ${first?.passed === false ? (first.reading >= 0 ? "" : "bad") : "good"}`.trim(), text: lead }),
    el("ul", { class: "desk-tests" }, ...made.tests.map((each) => test(each, false))),
  ];
}

function illegal(judged) {
  announce(t("Not possible"));
  return [
    el("h2", { text: t("Not possible") }),
    el("ul", { class: "desk-tests" }, ...judged.reasons.map((each) => el("li", { class: "desk-test" }, el("div", { class: "desk-test-head" }, el("span", { class: "bad", text: capital(each.says), data: { from: "referee" } })), el("div", { class: "desk-because" }, clause(each.clause))))),
  ];
}
