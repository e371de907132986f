// A journey of a party: its legs, its tests, and the counter of each traveller on arrival. The ruleset names the legs.

import { announce } from "../app.js";
import { button, el, fill, select } from "../dom.js";
import { capital, listed, named, number } from "../format.js";
import { clause } from "../log/clause.js";
import { t, tn } from "../words.js";
import { Asking, amount, changedOnly, dice, inputField, line, nameFields, person, refusal, seed, test } from "./parts.js";
import { arrivalPlot } from "./plots.js";

const MOST = 20;

/** @param {HTMLElement} host @param {string} ruleset @param {any} offered the calculator as the ruleset offers it */
export function journeys(host, ruleset, offered) {
  const asked = { ruleset, party: offered.party.map((each) => ({ ...each })), legs: offered.route.map((each) => legFrom(each, offered)), more: {} };
  const form = el("div", { class: "desk-form" });
  const results = el("div", { class: "desk-results" });
  const asking = new Asking("/v1/travel", (answer) => fill(results, ...answered(answer, offered, roll)), (wrong) => fill(results, refusal(wrong)));
  const changed = () => asking.soon(bodyOf(asked, offered));
  nameFields([...offered.who, ...offered.inputs, ...offered.legs.flatMap((each) => [...each.amounts, ...each.inputs])]);

  function roll(given) {
    roll.given = given.dice ?? [];
    asking.now({ ...bodyOf(asked, offered), ...given });
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
    const fresh = Object.fromEntries(offered.who.map((each) => [each.name, each.default]));
    fill(
      form,
      el("h2", { text: t("Party") }),
      ...asked.party.map((who, index) => traveller(who, index)),
      button(t("Add traveller"), () => added(asked.party, { name: t("Traveller {n}", { n: asked.party.length + 1 }), ...fresh }), { class: "small", disabled: asked.party.length >= MOST }),
      ...offered.inputs.map((each) => inputField(each, asked.more[each.name] ?? each.default, set(asked.more, each.name))),
      el("h2", { text: t("Route") }),
      el("ol", { class: "desk-legs" }, ...asked.legs.map((leg, index) => legOf(leg, index))),
      el("div", { class: "row" }, ...offered.legs.map((kind) => button(`+ ${kind.title}`, () => added(asked.legs, legFrom({}, offered, kind)), { class: "small", "aria-label": t("Add a leg: {kind}", { kind: kind.title }), data: { from: "referee" } }))),
    );
  }

  function traveller(who, index) {
    const name = who.name || t("Traveller {n}", { n: index + 1 });
    return el(
      "fieldset",
      { class: "desk-card" },
      el("legend", { class: "quietly", text: name, data: { from: "table" } }),
      el("div", { class: "desk-card-head" }, line(t("Name"), who.name, set(who, "name")), asked.party.length > 1 && button("✕", () => removed(asked.party, index), { class: "quiet icon", "aria-label": t("Remove {name}", { name }) })),
      el("div", { class: "desk-numbers" }, ...offered.who.map((each) => inputField(each, who[each.name], set(who, each.name)))),
    );
  }

  function legOf(leg, index) {
    const { kind } = leg;
    const unit = select(kind.amounts.map((each) => [each.name, each.title]), leg.unit, set(leg, "unit"));
    unit.setAttribute("aria-label", t("Unit of measurement"));
    unit.dataset.from = "referee";
    const [only] = kind.amounts;
    const several = kind.amounts.length > 1;
    const much = several ? amount(t("Amount"), leg.amount, set(leg, "amount")) : inputField(only, leg.amount, set(leg, "amount"));
    const fields = (wanted) => kind.inputs.filter((each) => (each.kind === "switch") === wanted).map((each) => inputField(each, leg.more[each.name] ?? each.default, set(leg.more, each.name)));
    return el(
      "li",
      { class: `desk-card leg${kind === offered.legs[0] ? "" : " other"}` },
      el("div", { class: "desk-card-head" }, el("strong", { text: `${index + 1}. ${kind.title}`, data: { from: "referee" } }), asked.legs.length > 1 && button("✕", () => removed(asked.legs, index), { class: "quiet icon", "aria-label": t("Remove leg {n}", { n: index + 1 }) })),
      el("div", { class: "desk-leg" }, much, several && unit, ...fields(false)),
      el("div", { class: "row" }, ...fields(true)),
    );
  }

  draw();
  fill(host, form, results);
  asking.now(bodyOf(asked, offered));
  return () => asking.end();
}

/** A leg of the form from a leg as it is sent; an empty one of a kind begins with its usual amount. */
function legFrom(given, offered, wanted = null) {
  const kind = wanted ?? offered.legs.slice(1).find((each) => given[each.name]) ?? offered.legs[0];
  const chosen = kind.amounts.find((each) => given[each.name] !== undefined) ?? kind.amounts[0];
  const more = Object.fromEntries(kind.inputs.filter((each) => given[each.name] !== undefined).map((each) => [each.name, given[each.name]]));
  return { kind, unit: chosen.name, amount: given[chosen.name] ?? chosen.default, more };
}

/** The body of the request. */
function bodyOf(asked, offered) {
  const legs = asked.legs.map(({ kind, unit, amount: much, more }) => ({
    ...(kind === offered.legs[0] ? {} : { [kind.name]: true }),
    [unit]: much ?? 0,
    ...changedOnly(kind.inputs, more),
  }));
  return { ruleset: asked.ruleset, party: asked.party.map((who) => person(who, offered.who)), legs, ...changedOnly(offered.inputs, asked.more) };
}

function answered(answer, offered, roll) {
  const { timeline, stages, arrivals, travellers } = answer;
  const refused = timeline.find((each) => each.verdict === "illegal");
  if (refused) {
    return [el("h2", { text: t("This route is not possible") }), el("ul", { class: "desk-tests" }, ...refused.reasons.map((each) => el("li", { class: "desk-test" }, el("span", { class: "bad", text: capital(each.says), data: { from: "referee" } }), el("div", { class: "desk-because" }, clause(each.clause)))))];
  }
  const made = arrivals.length === 0;
  const parts = [el("h2", { text: made ? t("Result") : t("On arrival") })];
  if (made) parts.push(worn(travellers));
  else parts.push(arrivalPlot(arrivals, offered));
  parts.push(dice(() => roll({ seed: seed() }), (faces) => roll({ dice: faces }), { given: roll.given, wrong: timeline.find((each) => each.needs)?.needs ?? "" }));
  parts.push(el("h2", { text: t("Timeline") }), el("ol", { class: "desk-road" }, ...timeline.map((each, index) => stage(each, stages[index], !made))));
  announce(made ? Object.entries(travellers).map(([name, each]) => t("{name}: {condition}", { name: named(name), condition: each.says })).join(". ") : t("{names} after {time}", { names: listed(arrivals.map((each) => named(each.who))), time: clock(answer.minutes) }));
  return parts;
}

function worn(travellers) {
  return el("ul", { class: "desk-worn" }, ...Object.entries(travellers).map(([name, each]) => el("li", { data: { from: "table" } }, el("strong", { text: named(name) }), el("span", { text: each.says }))));
}

/** One declaration of the journey: when it ends, how far it leads, and its tests. */
function stage(outcome, { says, minutes, metres }, preview) {
  return el(
    "li",
    { class: "desk-stage" },
    el("div", { class: "desk-stage-head" }, el("strong", { text: says, data: { from: "referee" } }), metres !== null && el("span", { text: `${number(metres / 1000)} km` }), el("span", { class: "soft", text: t("after {time}", { time: clock(minutes) }) })),
    outcome.tests.length > 0 && el("ul", { class: "desk-tests" }, ...outcome.tests.map((each) => test(each, preview))),
  );
}

function clock(minutes) {
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor(minutes / 60) % 24;
  const rest = minutes % 60;
  return [days && tn("{n} day", "{n} days", days), (hours || !days) && t("{n} h", { n: hours }), rest && t("{n} min", { n: rest })].filter(Boolean).join(" ");
}
