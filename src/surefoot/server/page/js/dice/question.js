// The question that is open: dice rolled by the server or typed from a real table, a choice, a ruling, a plan.

import { button, el, field } from "../dom.js";
import { clause } from "../log/clause.js";
import { modifiers, odds } from "../moving/ledger.js";
import { dieFace } from "./die.js";

/** Whether this seat is asked. */
export function isMine(game) {
  const { question } = game;
  if (!question || !game.me || game.me.role === "spectator") return false;
  return !question.side || game.plays(question.side);
}

/**
 * The question as a card.
 * @param {import("../store.js").Game} game
 * @param {(fields: Record<string, any>) => void} answer
 */
export function question(game, answer) {
  const asked = game.question;
  const mine = isMine(game);
  const head = el("header", {}, el("p", { class: "eyebrow", text: mine ? "You are asked" : `${asked.side || "Somebody"} is asked` }), el("h2", { text: title(asked) }));
  const body = mine ? (BODIES[asked.kind] ?? ruling)(game, asked, answer) : el("p", { class: "soft", text: "Waiting for the answer." });
  return el("section", { class: "question", "aria-label": "Open question" }, head, asked.kind === "roll" && need(asked), body, asked.clause && el("div", { class: "row" }, clause(asked.clause)));
}

function title(asked) {
  const who = asked.who && !asked.what.includes(asked.who) ? `${asked.who}: ` : "";
  return `${who}${asked.what}`;
}

function need(asked) {
  const wanted = asked.needs ? `${asked.dice}, needs ${asked.needs}` : asked.dice;
  return el("div", { class: "need" }, el("p", { class: "need-dice", text: wanted }), asked.odds && odds(asked.odds), modifiers(asked.modifiers));
}

const BODIES = { roll, choice, ruling, plan };

function roll(game, asked, answer) {
  if (game.welcome.dice === "server") {
    return button(asked.count > 1 ? `Roll ${asked.count} dice` : "Roll", () => answer({ roll: true }), { class: "strong wide", data: { primary: "" } });
  }
  return typed(asked, answer);
}

/** Real dice: faces to tap where they are few, numbers to type where they are many. */
function typed(asked, answer) {
  const faces = new Array(asked.count).fill(null);
  const many = asked.highest - asked.lowest > 9;
  const done = button("Take these dice", () => answer({ faces }), { class: "strong wide", disabled: true, data: { primary: "" } });
  const set = (index, value) => {
    faces[index] = value;
    done.disabled = faces.some((face) => face === null);
  };
  const rows = faces.map((_, index) => {
    if (many) {
      const input = el("input", { class: "input", type: "number", min: asked.lowest, max: asked.highest, inputmode: "numeric", "aria-label": `Die ${index + 1}` });
      input.addEventListener("input", () => set(index, input.value === "" ? null : Number(input.value)));
      return field(asked.count > 1 ? `Die ${index + 1}` : "Your die", input);
    }
    const group = el("div", { class: "faces", role: "group", "aria-label": asked.count > 1 ? `Die ${index + 1}` : "Your die" });
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
  return el("div", { class: "typed-dice" }, el("p", { class: "soft", text: "Roll on your table, then say what came up." }), ...rows, done);
}

function choice(game, asked, answer) {
  const shown = (each) => (each === true ? "Yes" : each === false ? "No" : Array.isArray(each) ? each.join(", ") : String(each));
  return el("div", { class: "choices" }, ...asked.among.map((each) => button(shown(each), () => answer({ value: each }), { class: "wide" })));
}

function ruling(game, asked, answer) {
  const usual = String(asked.default === true ? "yes" : asked.default === false ? "no" : asked.default ?? "");
  const input = el("input", { class: "input", placeholder: usual });
  const read = (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : { yes: true, no: false }[text.toLowerCase()] ?? text);
  return el(
    "div",
    { class: "choices" },
    button(`As usual: ${usual || "nothing"}`, () => answer({ settled: true }), { class: "strong wide", data: { primary: "" } }),
    field(asked.schema ? `Or rule otherwise: ${asked.schema}` : "Or rule otherwise", input),
    button("Rule so", () => input.value.trim() && answer({ value: read(input.value.trim()) }), { class: "wide" }),
  );
}

function plan(game, asked, answer) {
  return el("div", { class: "choices" }, el("p", { class: "soft", text: "Take what is proposed, or drag on the table and answer with that." }), button("As proposed", () => answer({ settled: true }), { class: "strong wide", data: { primary: "" } }));
}
