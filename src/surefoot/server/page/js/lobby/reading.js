// Files of other programs, read by the server: rosters, maps. Every problem is told where the file was chosen.

import { announce } from "../app.js";
import { el, fill } from "../dom.js";
import { ask } from "../net.js";
import { t } from "../words.js";

/** Larger files are not sent. */
const LARGEST = 700_000;
const MAPS = /\.(dd2vtt|uvtt|df2vtt|tmj|tmx|svg)$/i;

/** Say beside the place where something was begun why it can't be used: every problem at once. */
export function tellProblems(refused, at, file = "") {
  const problems = refused.problem?.problems ?? [];
  const lines = problems.length ? problems.map((each) => [each.where, each.says].filter(Boolean).join(": ")) : [refused.message];
  fill(at, file && el("p", { text: t("{file} can’t be played:", { file }) }), el("ul", {}, ...lines.map((text) => el("li", { text, data: { from: "referee" } }))));
  at.scrollIntoView({ block: "nearest" });
  announce(lines.join("; "), "referee");
}

/** A pasted list as a file: its ending tells how it is written. */
export function listFile(text) {
  const ending = /^\s*[[{]/.test(text) ? "json" : /^\s*</.test(text) ? "ros" : /^[^\n]*[,;\t][^\n]*\n/.test(text) ? "csv" : "txt";
  const stem = t("My army");
  return { name: `${stem}.${ending}`, text };
}

/** A chosen file as it is sent; `bytes` is how large it is. */
export async function fileOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { name: file.name, bytes: bytes.length, data: btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join("")) };
}

/**
 * The table that the server makes of a list or a map; null if it can't be read, which is told in `wrong`.
 * @param {{name: string, text?: string, data?: string, bytes?: number}} file
 * @param {{ruleset?: string, usual?: string, board?: number[] | null}} wanted the game and the size of the table if they are fixed, and the game of a list that names none
 * @param {HTMLElement} wrong
 */
export async function read({ bytes = 0, ...file }, { ruleset = "", usual = "", board = null }, wrong) {
  if (bytes > LARGEST) {
    fill(wrong, el("p", { text: t("{file} is too large: at most 700 kB. Leave the picture out of a map", { file: file.name }) }));
    return null;
  }
  const army = (game) => ask("/v1/tables", { body: { ruleset: game, army: file, ...(board ? { board } : {}) } });
  const map = () => ask("/v1/maps", { body: { file, ...(ruleset || usual ? { ruleset: ruleset || usual } : {}) } });
  try {
    if (MAPS.test(file.name)) return await map();
    // The scenes of some programs end as rosters do: what is no roster may be a map.
    const roster = ruleset || !usual ? army(ruleset) : army("").catch(() => army(usual));
    return await roster.catch((refused) => (/\.json$/i.test(file.name) ? map().catch(() => Promise.reject(refused)) : Promise.reject(refused)));
  } catch (refused) {
    tellProblems(refused, wrong);
    return null;
  }
}
