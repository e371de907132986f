// Files of other programs, read by the server: rosters, maps. Every problem is told where the file was chosen.

import { announce } from "../app.js";
import { el, fill } from "../dom.js";
import { ask } from "../net.js";
import { shrunk } from "../table/photos.js";
import { t } from "../words.js";

/** Larger files are not sent. */
const LARGEST = 700_000;
/** Maps that carry their picture. */
const CARRIES = /\.(dd2vtt|uvtt|df2vtt)$/i;
const MAPS = /\.(dd2vtt|uvtt|df2vtt|tmj|tmx|svg)$/i;

/** The table of a map with the picture under all of it. */
function underlaid(made, picture) {
  if (!picture) return made;
  const [width, depth] = made.scenario.board;
  const scenario = { ...made.scenario, picture: { data: picture.data, area: { rect: [0, 0, width, depth] } } };
  return { ...made, scenario, text: scenario };
}

/** Say beside the place where something was begun why it can't be used: every problem at once. */
export function tellProblems(refused, at, file = "") {
  const problems = refused.problem?.problems ?? [];
  const lines = problems.length ? problems.map((each) => [[each.line > 1 && t("Line {n}", { n: each.line }), each.where].filter(Boolean).join(", "), each.says].filter(Boolean).join(": ")) : [refused.message];
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

/**
 * A map without the picture that it carries, which would be too large to send, and the picture; other files as they are.
 * @param {File} file
 */
async function apart(file) {
  if (!CARRIES.test(file.name)) return { file, picture: null };
  try {
    const { image, ...map } = JSON.parse(await file.text());
    if (typeof image !== "string" || !image) return { file, picture: null };
    const bytes = Uint8Array.from(atob(image.replace(/^data:[^,]*,/, "")), (sign) => sign.charCodeAt(0));
    return { file: new File([JSON.stringify(map)], file.name), picture: await shrunk(new Blob([bytes])) };
  } catch {
    // The server says what is wrong with it.
    return { file, picture: null };
  }
}

/** A chosen file as it is sent; `bytes` is how large it is, `picture` what lies under its map. */
export async function fileOf(chosen) {
  const { file, picture } = await apart(chosen);
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { name: file.name, bytes: bytes.length, picture, data: btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join("")) };
}

/**
 * The table that the server makes of a list or a map; null if it can't be read, which is told in `wrong`.
 * @param {{name: string, text?: string, data?: string, bytes?: number, picture?: any}} file
 * @param {{ruleset?: string, usual?: string, board?: number[] | null}} wanted the game and the size of the table if they are fixed, and the game of a list that names none
 * @param {HTMLElement} wrong
 */
export async function read({ bytes = 0, picture = null, ...file }, { ruleset = "", usual = "", board = null }, wrong) {
  if (bytes > LARGEST) {
    fill(wrong, el("p", { text: t("{file} is too large: at most 700 kB. Leave the picture out of a map", { file: file.name }) }));
    return null;
  }
  const army = (game) => ask("/v1/tables", { body: { ruleset: game, army: file, ...(board ? { board } : {}) } });
  const map = () => ask("/v1/maps", { body: { file, ...(ruleset || usual ? { ruleset: ruleset || usual } : {}) } });
  try {
    if (MAPS.test(file.name)) return underlaid(await map(), picture);
    // The scenes of some programs end as rosters do: what is no roster may be a map.
    const roster = ruleset || !usual ? army(ruleset) : army("").catch(() => army(usual));
    return await roster.catch((refused) => (/\.json$/i.test(file.name) ? map().catch(() => Promise.reject(refused)) : Promise.reject(refused)));
  } catch (refused) {
    const nameless = !ruleset && !usual && refused.problem?.problems?.some((each) => each.where === "ruleset");
    if (!nameless) tellProblems(refused, wrong);
    else fill(wrong, el("p", { text: t("This list doesn’t say which game it is for. Choose it under “Game”, then press “Read the list” again.") }));
    return null;
  }
}
