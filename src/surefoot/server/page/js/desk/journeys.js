// A party on the road: legs, the tests that fall due, and with how much Fatigue everybody arrives.

import { say } from "../app.js";
import { button, el, fill, select } from "../dom.js";
import { Asking, amount, check, clause, dice, line, refusal, seed, test } from "./parts.js";
import { arrivalPlot } from "./plots.js";

const UNITS = [["hours", "hours"], ["minutes", "minutes"], ["km", "km"]];
const PACES = [["normal", "normal pace"], ["hurry", "hurry"], ["run", "run"]];
const TRAITS = ["Ag", "T", "WP"];
const MOST = 20;

/** @param {HTMLElement} room */
export function journeys(room) {
  const asked = {
    party: [{ name: "Vex", Ag: 41, T: 35, WP: 33, fatigue: 0 }, { name: "Sela", Ag: 30, T: 28, WP: 40, fatigue: 0 }],
    legs: [{ unit: "hours", amount: 16, pace: "normal" }, { rest: true, unit: "hours", amount: 8 }, { unit: "hours", amount: 4, pace: "hurry" }],
    own_pace: false,
  };
  const form = el("div", { class: "desk-form" });
  const told = el("div", { class: "desk-told" });
  const asking = new Asking("/v1/travel", (answer) => fill(told, ...answered(answer, roll)), (wrong) => fill(told, refusal(wrong)));
  const changed = () => asking.soon(bodyOf(asked));

  function roll(given) {
    asking.now({ ...bodyOf(asked), ...given });
  }

  const set = (holder, name) => (value) => {
    holder[name] = value;
    changed();
  };

  function listed(list, made) {
    list.push(made);
    draw();
    changed();
  }

  function removed(list, index) {
    list.splice(index, 1);
    draw();
    changed();
  }

  function draw() {
    fill(
      form,
      el("h2", { text: "The party" }),
      ...asked.party.map((who, index) => traveller(who, index)),
      button("Another traveller", () => listed(asked.party, { name: `Traveller ${asked.party.length + 1}`, Ag: 35, T: 35, WP: 35, fatigue: 0 }), { class: "small", disabled: asked.party.length >= MOST }),
      check("Each goes at his own pace", asked.own_pace, set(asked, "own_pace")),
      el("h2", { text: "The way" }),
      el("ol", { class: "desk-legs" }, ...asked.legs.map((leg, index) => legOf(leg, index))),
      el("div", { class: "row" }, button("Another leg", () => listed(asked.legs, { unit: "hours", amount: 4, pace: "normal" }), { class: "small" }), button("A rest", () => listed(asked.legs, { rest: true, unit: "hours", amount: 8 }), { class: "small" })),
    );
  }

  function traveller(who, index) {
    return el(
      "fieldset",
      { class: "desk-card" },
      el("legend", { class: "quietly", text: who.name || `Traveller ${index + 1}` }),
      el("div", { class: "desk-card-head" }, line("Name", who.name, set(who, "name")), asked.party.length > 1 && button("✕", () => removed(asked.party, index), { class: "quiet icon", "aria-label": `Leave ${who.name || "this traveller"} at home` })),
      el("div", { class: "desk-numbers" }, ...TRAITS.map((name) => amount(name, who[name], set(who, name), { most: 99, step: 1 })), amount("Fatigue", who.fatigue, set(who, "fatigue"), { most: 20, step: 1 })),
    );
  }

  function legOf(leg, index) {
    const unit = select(UNITS, leg.unit, set(leg, "unit"));
    unit.setAttribute("aria-label", "Unit");
    const pace = select(PACES, leg.pace ?? "normal", set(leg, "pace"));
    pace.setAttribute("aria-label", "Pace");
    return el(
      "li",
      { class: `desk-card leg${leg.rest ? " rest" : ""}` },
      el("div", { class: "desk-card-head" }, el("strong", { text: leg.rest ? `${index + 1}. Rest` : `${index + 1}. On the way` }), asked.legs.length > 1 && button("✕", () => removed(asked.legs, index), { class: "quiet icon", "aria-label": `Remove leg ${index + 1}` })),
      el("div", { class: "desk-leg" }, amount(leg.rest ? "How long" : "How long or far", leg.amount, set(leg, "amount"), { most: 10000 }), leg.rest ? null : unit, leg.rest ? null : pace),
      leg.rest ? null : el("div", { class: "row" }, check("Difficult ground", Boolean(leg.difficult), set(leg, "difficult")), check("In the dark", Boolean(leg.dark), set(leg, "dark"))),
    );
  }

  draw();
  fill(room, form, told);
  asking.now(bodyOf(asked));
  return () => asking.end();
}

/** The question as the server wants it. */
function bodyOf(asked) {
  const party = asked.party.map((who) => Object.fromEntries(Object.entries(who).filter(([name, value]) => value !== null && value !== "" && !(name === "fatigue" && !value))));
  const legs = asked.legs.map((leg) => ({
    ...(leg.rest ? { rest: true } : {}),
    [leg.rest ? "hours" : leg.unit]: leg.amount ?? 0,
    ...(leg.pace && leg.pace !== "normal" && !leg.rest ? { pace: leg.pace } : {}),
    ...(leg.difficult && !leg.rest ? { difficult: true } : {}),
    ...(leg.dark && !leg.rest ? { dark: true } : {}),
  }));
  return { party, legs, own_pace: asked.own_pace };
}

function answered(answer, roll) {
  const { timeline, arrivals, travellers } = answer;
  const refused = timeline.find((each) => each.verdict === "illegal");
  if (refused) {
    return [el("h2", { text: "This way cannot be gone" }), el("ul", { class: "desk-tests" }, ...refused.reasons.map((each) => el("li", { class: "desk-test" }, el("span", { class: "bad", text: each.says }), el("div", { class: "desk-because" }, clause(each.clause)))))];
  }
  const made = arrivals.length === 0;
  const parts = [el("h2", { text: made ? "How it went" : "How they arrive" })];
  if (made) parts.push(worn(travellers));
  else parts.push(arrivalPlot(arrivals));
  parts.push(dice(() => roll({ seed: seed() }), (faces) => roll({ dice: faces })));
  parts.push(el("h2", { text: "Hour by hour" }), el("ol", { class: "desk-road" }, ...timeline.map((each) => stage(each, !made))));
  say(made ? wornWords(travellers) : `After ${clock(answer.minutes)}: ${arrivals.map((each) => each.who).join(", ")}.`);
  return parts;
}

const wornWords = (travellers) => Object.entries(travellers).map(([name, each]) => `${name}: Fatigue ${each.fatigue}${each.status.length ? `, ${each.status.join(", ")}` : ""}`).join(". ");

function worn(travellers) {
  return el("ul", { class: "desk-worn" }, ...Object.entries(travellers).map(([name, each]) => el("li", {}, el("strong", { text: name }), el("span", { text: `Fatigue ${each.fatigue}${each.status.length ? `, ${each.status.join(", ")}` : ""}` }))));
}

/** One stage of the way: when it ends, how far it led, and the tests on it. */
function stage(outcome, preview) {
  const { declaration } = outcome;
  const minutes = outcome.events.findLast((each) => each.what === "clockset")?.clock.minutes;
  const metres = Math.min(...Object.values(covered(outcome.events)));
  const legs = declaration.legs ?? [declaration];
  return el(
    "li",
    { class: "desk-stage" },
    el("div", { class: "desk-stage-head" }, el("strong", { text: `${declaration.action === "rest" ? "Rest" : "On the way"}: ${legs.map(legWords).join(", then ")}` }), Number.isFinite(metres) && el("span", { text: `${metres / 1000} km` }), minutes !== undefined && el("span", { class: "soft", text: `by then ${clock(minutes)}` })),
    outcome.needs && el("p", { class: "desk-needs", text: outcome.needs }),
    outcome.tests.length > 0 && el("ul", { class: "desk-tests" }, ...outcome.tests.map((each) => test(each, preview))),
  );
}

function covered(events) {
  const found = {};
  for (const each of events) if (each.metres !== undefined && each.who) found[each.who] = (found[each.who] ?? 0) + each.metres;
  return found;
}

function legWords(leg) {
  const amounts = ["hours", "minutes", "km"].filter((name) => leg[name] !== undefined).map((name) => `${Number(leg[name])} ${name}`);
  return [...amounts, leg.pace, leg.difficult && "on difficult ground", leg.dark && "in the dark"].filter(Boolean).join(" ");
}

function clock(minutes) {
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor(minutes / 60) % 24;
  const rest = minutes % 60;
  return [days && `${days} day${days === 1 ? "" : "s"}`, (hours || !days) && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(" ");
}
