// The open question: a roll (by the server, or typed in from real dice), a choice, a ruling or a plan.

import { button, el, field } from "../dom.js";
import { capital, named, position } from "../format.js";
import { clause } from "../log/clause.js";
import { modifiers, needed, odds } from "../moving/ledger.js";
import { t, tn } from "../words.js";
import { dieFace } from "./die.js";

const YOURS = { roll: t("Your roll"), choice: t("Your choice"), ruling: t("Your ruling"), plan: t("Your move") };

/** Whether this seat has to answer. */
export function isMine(game) {
  const { question } = game;
  if (!question || !game.me || game.me.role === "spectator") return false;
  return !question.side || game.plays(question.side);
}

/**
 * The question as a card.
 * @param {import("../store.js").Game} game
 * @param {(fields: Record<string, any>) => void} answer
 * @param {(() => void) | null} rollAll rolls all dice until something has to be decided
 */
export function question(game, answer, rollAll = null) {
  const asked = game.question;
  const mine = isMine(game);
  const eyebrow = mine ? YOURS[asked.kind] ?? YOURS.ruling : asked.side ? t("Waiting for {side}", { side: named(asked.side) }) : t("Waiting for another player");
  const head = el("header", {}, el("p", { class: "eyebrow", text: eyebrow }), el("h2", { text: headingOf(asked), data: { from: "referee" } }));
  const body = mine && (BODIES[asked.kind] ?? ruling)(game, asked, answer, rollAll);
  return el("section", { class: "question", "aria-label": t("Open question") }, head, asked.kind === "roll" && need(asked), body && el("div", { class: "answers" }, body), asked.clause && el("div", { class: "row" }, clause(asked.clause)));
}

/** The question in one sentence, with the name of the model it is about. */
export function headingOf(asked) {
  const text = asked.says;
  const known = !asked.who || text.includes(named(asked.who)) || text.includes(asked.who);
  const heading = known ? capital(text) : `${named(asked.who)}: ${text}`;
  return asked.kind === "roll" || /[.?]$/.test(heading) ? heading : `${heading}?`;
}

function need(asked) {
  return el("div", { class: "need" }, el("p", { class: "need-dice", text: needed(asked.dice, asked.needs) }), faceRow(asked), asked.odds && odds(asked.odds), modifiers(asked.modifiers));
}

/** Every face of the die: which pass and which fail. */
function faceRow(asked) {
  if (!asked.passes?.length || asked.passes.length > 12) return null;
  return el("ul", { class: "face-row", "aria-label": t("Faces of the die") }, ...asked.passes.map((passes, i) => el("li", { class: passes ? "passes" : "fails" }, dieFace(asked.lowest + i, asked.highest), el("span", { class: "quietly", text: String(asked.lowest + i) }), el("span", { text: passes ? t("passes") : t("fails") }))));
}

const BODIES = { roll, choice, ruling, plan };

function roll(game, asked, answer, rollAll) {
  if (game.welcome.dice !== "server") return typed(asked, answer);
  const one = button(asked.count > 1 ? tn("Roll {n} die", "Roll {n} dice", asked.count) : t("Roll"), () => answer({ roll: true }), { class: "strong grow", icon: "dices", data: { primary: "" } });
  return el("div", { class: "row" }, one, rollAll && button(t("Roll all"), rollAll, { class: "tape-button", title: t("Roll every die of this move, until something has to be decided") }));
}

/** Real dice: faces to tap up to a D10, numbers to type above. */
function typed(asked, answer) {
  const faces = new Array(asked.count).fill(null);
  const many = asked.highest - asked.lowest > 9;
  const done = button(t("Use these dice"), () => answer({ faces }), { class: "strong wide", disabled: true, data: { primary: "" } });
  const set = (index, value) => {
    faces[index] = value;
    done.disabled = faces.some((face) => face === null);
  };
  const label = (index) => (asked.count > 1 ? t("Die {n}", { n: index + 1 }) : t("Your die"));
  const rows = faces.map((_, index) => {
    if (many) {
      const input = el("input", { class: "input", type: "number", min: asked.lowest, max: asked.highest, inputmode: "numeric", "aria-label": label(index) });
      input.addEventListener("input", () => set(index, input.value === "" ? null : Number(input.value)));
      return field(label(index), input);
    }
    const group = el("div", { class: "faces", role: "group", "aria-label": label(index) });
    for (let face = asked.lowest; face <= asked.highest; face += 1) {
      const one = button("", () => {
        set(index, face);
        for (const other of group.children) other.setAttribute("aria-pressed", String(other === one));
      }, { class: "face", "aria-pressed": "false", "aria-label": String(face) });
      one.append(dieFace(face, asked.highest));
      group.append(one);
    }
    return group;
  });
  return el("div", { class: "typed-dice" }, el("p", { class: "soft", text: t("Roll your dice, then enter the results.") }), ...rows, done);
}

function choice(game, asked, answer) {
  const shown = (each, index) => (typeof each === "boolean" ? yesOrNo(each) : Array.isArray(each) ? position(each) : capital(asked.labels[index]));
  return el("div", { class: "choices" }, ...asked.among.map((each, index) => button(shown(each, index), () => answer({ value: each }), { class: "wide", data: typeof each === "boolean" ? {} : { from: "referee" } })));
}

const yesOrNo = (value) => (value ? t("Yes") : t("No"));

function ruling(game, asked, answer) {
  const usual = typeof asked.default === "boolean" ? yesOrNo(asked.default) : String(asked.default ?? "");
  const input = el("input", { class: "input", placeholder: usual, data: { from: "referee" } });
  const read = (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : { yes: true, no: false }[text.toLowerCase()] ?? text);
  return el(
    "div",
    { class: "choices" },
    button(usual ? t("Default: {ruling}", { ruling: usual }) : t("Default"), () => answer({ settled: true }), { class: "strong wide", data: { primary: "" } }),
    field(asked.schema ? t("Another ruling ({format})", { format: asked.schema }) : t("Another ruling"), input),
    button(t("Apply ruling"), () => input.value.trim() && answer({ value: read(input.value.trim()) }), { class: "wide" }),
  );
}

function plan(game, asked, answer) {
  return el("div", { class: "choices" }, el("p", { class: "soft", text: t("Surefoot proposes positions that are legal.") }), button(t("Use the proposal"), () => answer({ settled: true }), { class: "strong wide", data: { primary: "" } }));
}
