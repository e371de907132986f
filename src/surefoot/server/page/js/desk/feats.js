// One character and one feat: what it needs, how likely each degree is, and what each means.

import { say } from "../app.js";
import { button, el, field, fill, select } from "../dom.js";
import { Asking, amount, check, clause, dice, line, refusal, seed, test } from "./parts.js";
import { degreePlot, degreeWords } from "./plots.js";

const METRES = { unit: "m", most: 400 };
const WEIGHT = { unit: "kg", most: 20000 };
/** What each feat asks for: how its amount is called, and which circumstances it knows. Numbers and rules stay on the server. */
const FEATS = {
  leap: { title: "Leap", amount: ["How far", 3, METRES], asks: ["run_up", "deep", "gravity"] },
  climb: { title: "Climb", amount: ["How high", 6, METRES], asks: ["face", "distracted", "gravity"] },
  jump: { title: "Jump", amount: ["How high", 4, METRES], asks: ["up", "run_up", "gravity"] },
  swim: { title: "Swim", amount: ["How far", 2, METRES], asks: ["rough"] },
  lift: { title: "Lift", amount: ["How heavy", 120, WEIGHT], asks: ["gravity"] },
  push: { title: "Push", amount: ["How heavy", 200, WEIGHT], asks: ["rough", "gravity"] },
  throw: { title: "Throw", amount: ["How heavy", 2, WEIGHT], asks: ["wall", "at_target", "gravity"] },
};
const TRAITS = ["S", "T", "Ag"];
const GRAVITIES = [["normal", "Normal"], ["low", "Low"], ["high", "High"], ["zero", "None"]];
const FACES = [["simple", "With holds"], ["sheer", "Sheer"]];
const ROUGH = { swim: "Rough water", push: "Over rubble" };

/** @param {HTMLElement} room */
export function feats(room) {
  const asked = { feat: "leap", amounts: {}, who: { name: "Vex", S: 42, T: 35, Ag: 41, fatigue: 0 }, more: {} };
  const form = el("div", { class: "desk-form" });
  const told = el("div", { class: "desk-told" });
  const asking = new Asking("/v1/feat", (answer) => fill(told, ...answered(answer, asked, roll)), (wrong) => fill(told, refusal(wrong)));
  const changed = () => asking.soon(bodyOf(asked));

  function roll(given) {
    asking.now({ ...bodyOf(asked), ...given });
  }

  function draw() {
    const feat = FEATS[asked.feat];
    const [label, usual, limits] = feat.amount;
    asked.amounts[asked.feat] ??= usual;
    fill(
      form,
      el("h2", { text: "The character" }),
      line("Name", asked.who.name, set(asked.who, "name")),
      el("div", { class: "desk-numbers" }, ...TRAITS.map((name) => amount(name, asked.who[name], set(asked.who, name), { most: 99, step: 1 })), amount("Fatigue", asked.who.fatigue, set(asked.who, "fatigue"), { most: 20, step: 1 })),
      el("h2", { text: "The feat" }),
      el("div", { class: "desk-chips", role: "group", "aria-label": "Feat" }, ...Object.entries(FEATS).map(([name, each]) => button(each.title, () => choose(name), { class: name === asked.feat ? "chosen" : "quiet", "aria-pressed": String(name === asked.feat), data: { feat: name } }))),
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
  fill(room, form, told);
  asking.now(bodyOf(asked));
  return () => asking.end();
}

function circumstance(name, asked, set) {
  const { more, feat } = asked;
  const put = set(more, name);
  if (name === "run_up") return amount("Run-up", more.run_up ?? 0, put, { unit: "m", most: 40 });
  if (name === "deep") return amount("Depth of the gap", more.deep ?? 0, put, { unit: "m", most: 400, hint: "0: level ground" });
  if (name === "wall") return amount("A wall behind it, after", more.wall ?? 0, put, { unit: "m", most: 400, hint: "0: none" });
  if (name === "gravity") return field("Gravity", select(GRAVITIES, more.gravity ?? "normal", put));
  if (name === "face") return field("The face", select(FACES, more.face ?? "simple", put));
  const words = { up: "Up to a ledge instead of down", distracted: "In a hurry or under fire", at_target: "At somebody", rough: ROUGH[feat] };
  return check(words[name], Boolean(more[name]), put);
}

/** The question as the server wants it. */
function bodyOf(asked) {
  const who = Object.fromEntries(Object.entries(asked.who).filter(([name, value]) => value !== null && value !== "" && !(name === "fatigue" && !value)));
  const more = Object.fromEntries(FEATS[asked.feat].asks.filter((name) => asked.more[name]).map((name) => [name, asked.more[name]]));
  return { feat: asked.feat, amount: asked.amounts[asked.feat] ?? 0, who, ...more };
}

function answered(answer, asked, roll) {
  const { judged, made, degrees } = answer;
  if (judged.verdict === "illegal") return illegal(judged);
  const first = (made ?? judged).tests[0];
  const parts = [el("h2", { text: `${asked.who.name || "The character"}: ${asked.feat}` })];
  if (made) parts.push(...happened(made, degrees));
  else if (first) parts.push(el("ul", { class: "desk-tests" }, test(first, true)));
  else parts.push(el("p", { class: "desk-lead", text: "No test: it is done." }));
  parts.push(degreePlot(degrees, made ? first?.reading : undefined));
  if (first) parts.push(dice(() => roll({ seed: seed() }), (faces) => roll({ dice: faces })));
  if (!made && first) say(`${first.what}${first.needs ? `: ${first.needs}` : ""}`);
  return parts;
}

function happened(made, degrees) {
  const first = made.tests[0];
  const means = degrees.find((each) => each.degrees === first?.reading)?.means ?? [];
  const lead = [first && degreeWords(first.reading, first.reading), means.length === 1 ? means[0].what : ""].filter(Boolean).join(": ");
  say(lead || "Done.");
  return [
    el("p", { class: `desk-lead ${first?.passed === false ? "bad" : "good"}`, text: lead || "Done." }),
    made.needs && el("p", { class: "desk-needs", text: made.needs }),
    el("ul", { class: "desk-tests" }, ...made.tests.map((each) => test(each, false))),
  ];
}

function illegal(judged) {
  say("This cannot be tried.");
  return [
    el("h2", { text: "This cannot be tried" }),
    el("ul", { class: "desk-tests" }, ...judged.reasons.map((each) => el("li", { class: "desk-test" }, el("div", { class: "desk-test-head" }, el("span", { class: "bad", text: each.says })), el("div", { class: "desk-because" }, clause(each.clause))))),
  ];
}
