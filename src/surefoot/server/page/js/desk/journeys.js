// A journey of a party: its legs, its tests, and the Fatigue of each traveller on arrival.

import { announce } from "../app.js";
import { button, el, fill, select } from "../dom.js";
import { capital, listed, named, number } from "../format.js";
import { clause } from "../log/clause.js";
import { t, tn } from "../words.js";
import { Asking, amount, check, dice, line, refusal, seed, test } from "./parts.js";
import { arrivalPlot } from "./plots.js";

const UNITS = [["hours", t("hours")], ["minutes", t("minutes")], ["km", t("km")]];
const PACES = { normal: t("Normal pace"), hurry: t("Hurry"), run: t("Run") };
const TRAITS = { Ag: t("Agility"), T: t("Toughness"), WP: t("Willpower") };
const MOST = 20;

/** @param {HTMLElement} host */
export function journeys(host) {
  const asked = {
    party: [{ name: "Vex", Ag: 41, T: 35, WP: 33, fatigue: 0 }, { name: "Sela", Ag: 30, T: 28, WP: 40, fatigue: 0 }],
    legs: [{ unit: "hours", amount: 16, pace: "normal" }, { rest: true, unit: "hours", amount: 8 }, { unit: "hours", amount: 4, pace: "hurry" }],
    own_pace: false,
  };
  const form = el("div", { class: "desk-form" });
  const results = el("div", { class: "desk-results" });
  const asking = new Asking("/v1/travel", (answer) => fill(results, ...answered(answer, roll)), (wrong) => fill(results, refusal(wrong)));
  const changed = () => asking.soon(bodyOf(asked));

  function roll(given) {
    roll.given = given.dice ?? [];
    asking.now({ ...bodyOf(asked), ...given });
  }

  const set = (holder, name) => (value) => {
    holder[name] = value;
    changed();
  };

  function added(list, made) {
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
      el("h2", { text: t("Party") }),
      ...asked.party.map((who, index) => traveller(who, index)),
      button(t("Add traveller"), () => added(asked.party, { name: t("Traveller {n}", { n: asked.party.length + 1 }), Ag: 35, T: 35, WP: 35, fatigue: 0 }), { class: "small", disabled: asked.party.length >= MOST }),
      check(t("Each at their own pace"), asked.own_pace, set(asked, "own_pace")),
      el("h2", { text: t("Route") }),
      el("ol", { class: "desk-legs" }, ...asked.legs.map((leg, index) => legOf(leg, index))),
      el("div", { class: "row" }, button(t("Add leg"), () => added(asked.legs, { unit: "hours", amount: 4, pace: "normal" }), { class: "small" }), button(t("Add rest"), () => added(asked.legs, { rest: true, unit: "hours", amount: 8 }), { class: "small" })),
    );
  }

  function traveller(who, index) {
    const name = who.name || t("Traveller {n}", { n: index + 1 });
    return el(
      "fieldset",
      { class: "desk-card" },
      el("legend", { class: "quietly", text: name, data: { from: "table" } }),
      el("div", { class: "desk-card-head" }, line(t("Name"), who.name, set(who, "name")), asked.party.length > 1 && button("✕", () => removed(asked.party, index), { class: "quiet icon", "aria-label": t("Remove {name}", { name }) })),
      el("div", { class: "desk-numbers" }, ...Object.entries(TRAITS).map(([trait, label]) => amount(label, who[trait], set(who, trait), { most: 99, step: 1 })), amount(t("Fatigue"), who.fatigue, set(who, "fatigue"), { most: 20, step: 1 })),
    );
  }

  function legOf(leg, index) {
    const unit = select(UNITS, leg.unit, set(leg, "unit"));
    unit.setAttribute("aria-label", t("Unit of measurement"));
    const pace = select(Object.entries(PACES), leg.pace ?? "normal", set(leg, "pace"));
    pace.setAttribute("aria-label", t("Pace"));
    return el(
      "li",
      { class: `desk-card leg${leg.rest ? " rest" : ""}` },
      el("div", { class: "desk-card-head" }, el("strong", { text: leg.rest ? t("{n}. Rest", { n: index + 1 }) : t("{n}. Travel", { n: index + 1 }) }), asked.legs.length > 1 && button("✕", () => removed(asked.legs, index), { class: "quiet icon", "aria-label": t("Remove leg {n}", { n: index + 1 }) })),
      el("div", { class: "desk-leg" }, amount(leg.rest ? t("Hours") : t("Time or distance"), leg.amount, set(leg, "amount"), { most: 10000 }), leg.rest ? null : unit, leg.rest ? null : pace),
      leg.rest ? null : el("div", { class: "row" }, check(t("Difficult ground"), Boolean(leg.difficult), set(leg, "difficult")), check(t("In the dark"), Boolean(leg.dark), set(leg, "dark"))),
    );
  }

  draw();
  fill(host, form, results);
  asking.now(bodyOf(asked));
  return () => asking.end();
}

/** The body of the request. */
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
    return [el("h2", { text: t("This route is not possible") }), el("ul", { class: "desk-tests" }, ...refused.reasons.map((each) => el("li", { class: "desk-test" }, el("span", { class: "bad", text: capital(each.says), data: { from: "referee" } }), el("div", { class: "desk-because" }, clause(each.clause)))))];
  }
  const made = arrivals.length === 0;
  const parts = [el("h2", { text: made ? t("Result") : t("On arrival") })];
  if (made) parts.push(worn(travellers));
  else parts.push(arrivalPlot(arrivals));
  parts.push(dice(() => roll({ seed: seed() }), (faces) => roll({ dice: faces }), { given: roll.given, wrong: timeline.find((each) => each.needs)?.needs ?? "" }));
  parts.push(el("h2", { text: t("Timeline") }), el("ol", { class: "desk-road" }, ...timeline.map((each) => stage(each, !made))));
  announce(made ? Object.entries(travellers).map(([name, each]) => t("{name}: {condition}", { name: named(name), condition: condition(each) })).join(". ") : t("{names} after {time}", { names: listed(arrivals.map((each) => named(each.who))), time: clock(answer.minutes) }));
  return parts;
}

/** The Fatigue and the statuses of a traveller. */
const condition = (each) => [t("Fatigue {n}", { n: each.fatigue }), ...each.status.map(named)].join(", ");

function worn(travellers) {
  return el("ul", { class: "desk-worn" }, ...Object.entries(travellers).map(([name, each]) => el("li", { data: { from: "table" } }, el("strong", { text: named(name) }), el("span", { text: condition(each) }))));
}

/** One leg of the journey: when it ends, how far it leads, and its tests. */
function stage(outcome, preview) {
  const { declaration } = outcome;
  const minutes = outcome.events.findLast((each) => each.what === "clockset")?.clock.minutes;
  const metres = Math.min(...Object.values(covered(outcome.events)));
  const words = (declaration.legs ?? [declaration]).map(legWords).join("; ");
  return el(
    "li",
    { class: "desk-stage" },
    el("div", { class: "desk-stage-head" }, el("strong", { text: declaration.action === "rest" ? t("Rest: {legs}", { legs: words }) : t("Travel: {legs}", { legs: words }) }), Number.isFinite(metres) && el("span", { text: `${number(metres / 1000)} km` }), minutes !== undefined && el("span", { class: "soft", text: t("after {time}", { time: clock(minutes) }) })),
    outcome.tests.length > 0 && el("ul", { class: "desk-tests" }, ...outcome.tests.map((each) => test(each, preview))),
  );
}

function covered(events) {
  const found = {};
  for (const each of events) if (each.metres !== undefined && each.who) found[each.who] = (found[each.who] ?? 0) + each.metres;
  return found;
}

function legWords(leg) {
  const parts = [
    leg.hours !== undefined && tn("{n} hour", "{n} hours", Number(leg.hours)),
    leg.minutes !== undefined && tn("{n} minute", "{n} minutes", Number(leg.minutes)),
    leg.km !== undefined && `${number(leg.km)} km`,
    leg.pace && leg.pace !== "normal" && PACES[leg.pace],
    leg.difficult && t("Difficult ground"),
    leg.dark && t("In the dark"),
  ];
  return parts.filter(Boolean).join(", ");
}

function clock(minutes) {
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor(minutes / 60) % 24;
  const rest = minutes % 60;
  return [days && tn("{n} day", "{n} days", days), (hours || !days) && t("{n} h", { n: hours }), rest && t("{n} min", { n: rest })].filter(Boolean).join(" ");
}
