// Numbers, lengths, chances and names as people read them: one function for each, used by every part of the page.

import { LOCALE, bracketed, t } from "./words.js";

/** Within this distance of a limit a length gets its second decimal. */
const CLOSE = 0.1;
/** Lengths that differ by less are the same to the referee as well. */
const SAME = 1e-4;
/** Binary fractions miss decimal ones by less than this: 2.05 × 10 is 20.499999999999996. */
const NOISE = 1e-9;
/** An exact fraction is shown beside its percentage if it is not longer than this. */
const SHORT = 9;

const FORMATS = [0, 1, 2].map((digits) => new Intl.NumberFormat(LOCALE, { maximumFractionDigits: digits, useGrouping: false }));
const BOTH = new Intl.ListFormat(LOCALE, { type: "conjunction" });

/** A number with at most so many decimals; halves are rounded away from 0. */
export function number(value, decimals = 2) {
  const scale = 10 ** decimals;
  const size = Math.floor(Math.abs(Number(value)) * scale + 0.5 + NOISE) / scale;
  // Adding 0 turns -0 into 0.
  return FORMATS[decimals].format(Math.sign(value) * size + 0);
}

/**
 * A length with its unit: one decimal, two where a limit is close, so that 5.96″ of 6″ does not read as 6″ of 6″.
 * @param {number} value
 * @param {string} sign the unit of the table: ″ or " m"
 * @param {number | null} [limit]
 */
export function length(value, sign, limit = null) {
  return `${lengthNumber(Number(value), limit)}${sign}`;
}

function lengthNumber(value, limit) {
  const apart = limit === null ? 0 : value - limit;
  if (limit === null || Math.abs(apart) < SAME || Math.abs(apart) > CLOSE) return number(value, 1);
  // Rounded away from the limit: 6.001″ of 6″ must not read as 6″ either.
  const rounded = apart > 0 ? Math.ceil(value * 100 - SAME) / 100 : Math.floor(value * 100 + SAME) / 100;
  return number(rounded, 2);
}

/** What a move has cost, of how much. */
export function costOf(cost, allowance, sign) {
  if (!allowance) return length(cost, sign);
  return t("{cost} of {allowance}", { cost: length(cost, sign, allowance), allowance: length(allowance, sign) });
}

/** A position on the table. */
export function position([x, y]) {
  return `${number(x, 1)}, ${number(y, 1)}`;
}

/** A fraction such as 5/6 as a number. */
export function share(odds) {
  const [top, bottom = "1"] = String(odds ?? "0").split("/");
  return Number(top) / Number(bottom);
}

/** A chance in whole percent; what is neither impossible nor certain never reads as 0 % or 100 %. */
export function percent(odds) {
  const value = share(odds);
  if (value > 0 && value < 0.01) return "<1 %";
  if (value < 1 && value > 0.99) return ">99 %";
  return `${halfUp(odds)} %`;
}

/** Percent with halves rounded up. Fractions are rounded exactly, as they come with long numerators. */
function halfUp(odds) {
  const [top, bottom] = String(odds).split("/");
  if (bottom === undefined) return Math.round(Number(top) * 100);
  return Number((200n * BigInt(top) + BigInt(bottom)) / (2n * BigInt(bottom)));
}

/** A chance in percent, with the exact fraction beside it where it is short and not in hundredths anyway: 83 % (5/6). */
export function chance(odds) {
  if (odds === null || odds === undefined || odds === "") return "";
  const exact = String(odds);
  const shown = exact.includes("/") && !exact.endsWith("/100") && exact.length <= SHORT;
  return shown ? `${percent(odds)} (${exact})` : percent(odds);
}

/** The first letter in upper case. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An id or a coded word in ordinary writing: filter-hall is filter hall. Anything with a capital is as its author wrote it. */
export function plain(id) {
  const text = String(id);
  return text === text.toLowerCase() ? text.replace(/[-_]+/g, " ").replace(/\.(\d+)$/, " $1") : text;
}

/** The name of a model, a unit or a side: kal is Kal, guard.1 is Guard 1. */
export function named(id) {
  return capital(plain(id));
}

/** A status as the rulebook writes it: seriously-injured is Seriously Injured. */
export function status(word) {
  return plain(word).split(" ").map(capital).join(" ");
}

/** Names in one phrase: Orange and Green. */
export function listed(names) {
  return names.length > 1 ? bracketed(BOTH.format(names)) : names[0] ?? "";
}

/** The sentence of an event or a line of the referee. */
export function sentence(each) {
  return capital(each.says || plain(each.what));
}
