// Numbers, lengths, chances and names as people read them: one function for each, used by every part of the page.
// The rules are those of surefoot/language/speaker.py, so that the page and the sentences of the referee agree.

import { LOCALE, bracketed, t } from "./words.js";

/** Lengths below this are 0 to the referee as well. */
const SAME = 1e-4;
/** An exact fraction is shown beside its percentage if it is not longer than this. */
const SHORT = 9;

const FORMAT = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3, useGrouping: false });
const BOTH = new Intl.ListFormat(LOCALE, { type: "conjunction" });

/** A number with at most so many decimals. */
export function number(value, decimals = 2) {
  const size = rounded(Math.abs(Number(value)), decimals);
  return FORMAT.format(Number(value) < 0 && size ? -size : size);
}

/** Rounded as Python formats numbers: by the exact binary value, halves to even. */
function rounded(value, decimals) {
  const scale = 10 ** decimals;
  // Only multiples of a power of two can lie exactly in the middle.
  const half = Number.isInteger(value * 2 ** (decimals + 1)) && (value * scale) % 1 === 0.5;
  if (!half) return Number(value.toFixed(decimals));
  const below = Math.floor(value * scale);
  return (below % 2 ? below + 1 : below) / scale;
}

/**
 * A length with its unit: one decimal, and more where it would read the same as a limit from which it differs.
 * @param {number} value
 * @param {string} sign the unit of the table: ″ or " m"
 * @param {number | null} [limit]
 */
export function length(value, sign, limit = null) {
  const given = Number(value);
  const decimals = [1, 2, 3].find((each) => limit === null || given === limit || number(given, each) !== number(limit, each)) ?? 3;
  const text = number(given, decimals);
  // Rounded to 0 it would read as nothing.
  if (text === "0" && Math.abs(given) > SAME) return t("less than {length}", { length: `${number(10 ** -decimals, decimals)}${sign}` });
  return `${text}${sign}`;
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

/** A chance in whole percent; a chance that is neither 0 nor 1 never reads as 0 % or 100 %. */
export function percent(odds) {
  const value = share(odds);
  if (value > 0 && value < 0.01) return "<1 %";
  if (value < 1 && value > 0.99) return ">99 %";
  return `${wholePercent(odds)} %`;
}

/** Percent with halves rounded to even. Fractions are rounded exactly, as they may have long numerators. */
function wholePercent(odds) {
  const [top, bottom] = String(odds).split("/");
  if (bottom === undefined) return number(Number(top) * 100, 0);
  const [whole, rest] = [(100n * BigInt(top)) / BigInt(bottom), ((100n * BigInt(top)) % BigInt(bottom)) * 2n];
  const up = rest > BigInt(bottom) || (rest === BigInt(bottom) && whole % 2n === 1n);
  return String(whole + (up ? 1n : 0n));
}

/** A chance, exactly and in percent: 5/6 (83 %). Long fractions and hundredths are shown in percent only. */
export function chance(odds) {
  if (odds === null || odds === undefined || odds === "") return "";
  const exact = fraction(odds);
  return exact ? `${exact} (${percent(odds)})` : percent(odds);
}

/** A chance as a fraction, if it is a short one and not in hundredths; else "". */
export function fraction(odds) {
  const exact = String(odds);
  return exact.includes("/") && !exact.endsWith("/100") && exact.length <= SHORT ? exact : "";
}

/** The first letter in upper case. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An id or a coded word in ordinary writing: filter-hall is filter hall. With a capital it stays as its author wrote it. */
export function plain(id) {
  const text = String(id);
  return text === text.toLowerCase() ? text.replace(/[-_]+/g, " ") : text;
}

/** The name of a model, a unit, a piece or a side, and a status: kal is Kal, ork-boy-2 is Ork Boy 2, guard.1 is Guard 1. */
export function named(id) {
  const text = String(id);
  return text === text.toLowerCase() ? text.split(/[-_. ]+/).map(capital).join(" ") : text;
}

/** A surface in a sentence, with an article if its id is a common word: the filter hall, wall 2, Tower A, the roof of Truck. */
export function thing(id) {
  const [, owner, deck] = /^(.*)\.([^.]*)$/.exec(String(id)) ?? [];
  if (owner) return t("the {deck} of {owner}", { deck, owner: named(owner) });
  const piece = plain(id);
  return /^[a-z ]+$/.test(piece) ? t("the {piece}", { piece }) : piece;
}

/** Names in one phrase: Orange and Green. */
export function listed(names) {
  return names.length > 1 ? bracketed(BOTH.format(names)) : names[0] ?? "";
}

/** The sentence of an event or a line of the referee. */
export function sentence(each) {
  return capital(each.says || plain(each.what));
}
