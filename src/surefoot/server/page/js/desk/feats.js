// One feat of one character: its test, the odds of each result, and what each result means. The ruleset names the feats.

import { announce } from "../app.js";
import { button, el, fill } from "../dom.js";
import { capital } from "../format.js";
import { clause } from "../log/clause.js";
import { t } from "../words.js";
import { Asking, changedOnly, dice, inputField, line, nameFields, notEnough, person, refusal, seed, test } from "./parts.js";
import { resultPlot } from "./plots.js";
import { profile } from "./profile.js";

/** @param {HTMLElement} host @param {string} ruleset @param {any} offered the calculator as the ruleset offers it */
export function feats(host, ruleset, offered) {
  const known = Object.fromEntries(offered.feats.map((each) => [each.name, each]));
  const asked = { ruleset, feat: offered.feats[0].name, amounts: {}, who: { ...offered.example }, more: {} };
  const form = el("div", { class: "desk-form" });
  const results = el("div", { class: "desk-results" });
  const asking = new Asking("/v1/feat", (answer) => fill(results, ...answered(answer, asked, known, roll)), (wrong) => fill(results, refusal(wrong)));
  const changed = () => asking.soon(bodyOf(asked, offered, known));
  nameFields([...offered.who, ...offered.feats.flatMap((each) => each.inputs)], { amount: t("Amount") });

  function roll(given) {
    asked.dice = given.dice ?? [];
    asking.now({ ...bodyOf(asked, offered, known), ...given });
  }

  function draw() {
    const feat = known[asked.feat];
    const [amount] = feat.amounts;
    asked.amounts[asked.feat] ??= amount.default;
    fill(
      form,
      el("h2", { text: t("Character") }),
      line(t("Name"), asked.who.name, set(asked.who, "name")),
      el("div", { class: "desk-numbers" }, ...offered.who.map((each) => inputField(each, asked.who[each.name], set(asked.who, each.name)))),
      el("h2", { text: t("Feat") }),
      el("div", { class: "desk-chips", role: "group", "aria-label": t("Feat") }, ...offered.feats.map(({ name, title }) => button(title, () => choose(name), { class: name === asked.feat ? "chosen" : "quiet", "aria-pressed": String(name === asked.feat), data: { feat: name, from: "referee" } }))),
      el("div", { class: "desk-circumstances" }, inputField(amount, asked.amounts[asked.feat], set(asked.amounts, asked.feat)), ...feat.inputs.map((each) => inputField(each, asked.more[each.name] ?? each.default, set(asked.more, each.name)))),
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
  asking.now(bodyOf(asked, offered, known));
  return () => asking.end();
}

/** The body of the request. */
function bodyOf(asked, offered, known) {
  return { ruleset: asked.ruleset, feat: asked.feat, amount: asked.amounts[asked.feat] ?? 0, who: person(asked.who, offered.who), ...changedOnly(known[asked.feat].inputs, asked.more) };
}

function answered(answer, asked, known, roll) {
  const { judged, results } = answer;
  if (judged.verdict === "illegal") return illegal(judged);
  // Without a die that can be used nothing has happened yet.
  const made = answer.made?.tests.length || !answer.made?.needs ? answer.made : null;
  const wrong = answer.made?.needs ?? "";
  const first = (made ?? judged).tests[0];
  const parts = [el("h2", { data: { from: "referee" }, text: t("{name}: {feat}", { name: asked.who.name || t("Character"), feat: known[asked.feat].title }) })];
  if (made) parts.push(...happened(made, results));
  else if (first) parts.push(el("ul", { class: "desk-tests" }, test(first, true)));
  else parts.push(el("p", { class: "desk-lead", text: t("No test needed") }));
  const { unit } = known[asked.feat].amounts[0];
  parts.push(profile(answer, unit === "″" ? unit : ` ${unit}`), resultPlot(results, made ? first?.reading : undefined));
  if (first) parts.push(dice(() => roll({ seed: seed() }), (faces) => roll({ dice: faces }), { given: asked.dice, wrong }));
  if (!made && first && !wrong) announce(capital(first.needs ? `${first.label}: ${first.needs}` : first.label), "referee");
  return parts.filter(Boolean);
}

function happened(made, results) {
  const first = made.tests[0];
  const result = results.find((each) => each.best === null || (first && first.reading <= each.best && first.reading >= each.worst));
  const lead = first && result?.means.length === 1 ? t("{result}: {effect}", { result: first.says || result.says, effect: result.means[0].what }) : first ? first.says || result?.says : t("Done");
  announce(lead);
  return [
    // No colour contradicts the words.
    el("p", { class: `desk-lead ${first?.passed === false ? (notEnough(first) ? "" : "bad") : "good"}`.trim(), text: lead, data: { from: "referee" } }),
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
