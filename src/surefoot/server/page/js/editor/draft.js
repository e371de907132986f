// The scenario that is being edited, with undo and redo. No page, no rules.

import { SORTS } from "../labels.js";
import { t } from "../words.js";
import { middle, moved, tidy, turned } from "./shapes.js";

/** An empty table. */
export const blank = (ruleset) => ({ name: t("New table"), ruleset, board: [30, 20] });

const SECTIONS = ["terrain", "models", "units"];
const STORIES = ["declare", "answers", "dice"];
const MOST = 200;

/** @typedef {{section: "terrain" | "models" | "units", entry: any}} Thing */

/** Entries as a list, each with its id. */
export function listed(given) {
  if (Array.isArray(given)) return given;
  return Object.entries(given ?? {}).map(([id, entry]) => ({ id, ...entry }));
}

/** The sort of a piece of terrain: the key that holds its shape. */
export function sortOf(entry) {
  return Object.keys(SORTS).find((sort) => sort in entry) ?? "";
}

/** A new piece of a sort, centred on a point, about `size` wide and so high, if its sort has a height. */
export function newPiece(sort, [x, y], size, high = 3) {
  const s = tidy(size);
  const across = [[tidy(x - s / 2), tidy(y)], [tidy(x + s / 2), tidy(y)]];
  const rect = (w, d) => ({ rect: [tidy(x - w / 2), tidy(y - d / 2), tidy(w), tidy(d)] });
  const made = {
    area: { area: rect(s, s), tags: ["difficult"] },
    wall: { wall: across, width: 0.3, height: high },
    obstacle: { obstacle: rect(s * 0.75, s * 0.25), height: 1 },
    platform: { platform: rect(s, s), z: high, under: "solid" },
    railing: { railing: across, height: 0.5 },
    gap: { gap: rect(s, s * 0.5), depth: 2 },
    stairs: { stairs: { from: [tidy(x), tidy(y - s / 2)], to: [tidy(x), tidy(y + s / 2)] }, width: 2, height: high },
    ramp: { ramp: { from: [tidy(x), tidy(y - s / 2)], to: [tidy(x), tidy(y + s / 2)] }, width: 2, height: high },
    lift: { lift: rect(s * 0.6, s * 0.6), z: 0, shaft: [0, high] },
    ductway: { ductway: across, width: 1, height: 1 },
    door: { door: across, height: high },
    window: { window: across, height: 1, sill: 1 },
  }[sort];
  return made ?? { [sort]: [tidy(x), tidy(y)], from: 0, to: high };
}

export class Draft {
  /** @param {any} scenario */
  constructor(scenario) {
    this.past = [];
    this.future = [];
    this.replace(scenario);
  }

  /** Set the scenario, without its declarations, answers and dice, which may not fit an edited table. */
  replace(scenario) {
    const data = structuredClone(scenario ?? {});
    for (const story of STORIES) delete data[story];
    for (const section of SECTIONS) data[section] = listed(data[section]);
    this.data = data;
  }

  /** The scenario as it is written to a file. */
  get scenario() {
    const found = structuredClone(this.data);
    for (const section of SECTIONS) if (!found[section].length) delete found[section];
    return found;
  }

  get board() {
    const { board } = this.data;
    if (Array.isArray(board)) return { width: board[0], depth: board[1] };
    return { width: board?.width ?? 0, depth: board?.depth ?? 0 };
  }

  set board({ width, depth }) {
    this.data.board = Array.isArray(this.data.board) || !this.data.board ? [width, depth] : { ...this.data.board, width, depth };
  }

  /** The draft as a step to come back to. Pictures are large and never changed in place, so steps share them. */
  get moment() {
    const { picture, ...rest } = this.data;
    return { text: JSON.stringify(rest), picture };
  }

  /** The scenario without its picture, to be checked: rules never see pictures. */
  get rules() {
    const { picture: _picture, ...rest } = this.scenario;
    return rest;
  }

  /** Save a step for undo. */
  keep() {
    this.past.push(this.moment);
    if (this.past.length > MOST) this.past.shift();
    this.future = [];
  }

  undo() {
    return this.step(this.past, this.future);
  }

  redo() {
    return this.step(this.future, this.past);
  }

  step(from, to) {
    const found = from.pop();
    if (found === undefined) return false;
    to.push(this.moment);
    this.data = { ...JSON.parse(found.text), ...(found.picture ? { picture: found.picture } : {}) };
    return true;
  }

  /** @returns {Thing[]} */
  get things() {
    return SECTIONS.flatMap((section) => this.data[section].map((entry) => ({ section, entry })));
  }

  /** The entry with an id. The id of a model in a unit, such as guard.3, finds the unit. @returns {Thing | undefined} */
  find(id) {
    const whole = this.things.find(({ entry }) => String(entry.id) === id);
    if (whole) return whole;
    const unit = id.replace(/\.\d+$/, "");
    return unit === id ? undefined : this.things.find(({ section, entry }) => section === "units" && String(entry.id) === unit);
  }

  /** The wanted name, with a number if it is taken. */
  freeName(wish) {
    const stem = wish.replace(/-\d+$/, "");
    const taken = new Set(this.things.map(({ entry }) => String(entry.id)));
    if (!taken.has(wish)) return wish;
    let number = 2;
    while (taken.has(`${stem}-${number}`)) number += 1;
    return `${stem}-${number}`;
  }

  add(section, entry) {
    const made = { ...entry, id: this.freeName(String(entry.id)) };
    this.data[section].push(made);
    return made.id;
  }

  copy(id) {
    const thing = this.find(id);
    if (!thing) return "";
    const name = this.add(thing.section, structuredClone(thing.entry));
    this.move(name, 1, -1);
    return name;
  }

  remove(id) {
    const thing = this.find(id);
    if (!thing) return;
    this.data[thing.section] = this.data[thing.section].filter((entry) => entry !== thing.entry);
  }

  move(id, dx, dy) {
    const thing = this.find(id);
    if (!thing) return;
    const { section, entry } = thing;
    if (section === "terrain") entry[sortOf(entry)] = moved(entry[sortOf(entry)], dx, dy);
    else if (Array.isArray(entry.at)) entry.at = [tidy(entry.at[0] + dx), tidy(entry.at[1] + dy), ...entry.at.slice(2)];
  }

  turn(id, degrees) {
    const thing = this.find(id);
    if (!thing) return;
    const { section, entry } = thing;
    const sort = sortOf(entry);
    if (section !== "terrain") entry.facing = tidy(((entry.facing ?? 0) + degrees + 360) % 360);
    else entry[sort] = turned(entry[sort], degrees);
  }

  /** The position of an entry. */
  where(id) {
    const thing = this.find(id);
    if (!thing) return null;
    if (thing.section !== "terrain") return thing.entry.at?.slice(0, 2) ?? null;
    return middle(thing.entry[sortOf(thing.entry)]);
  }

  /** The entry and the field that a problem names: terrain.stub.width, models[2].at. */
  about(where) {
    const [, section, rest] = /^(\w+)[.[](.*)$/.exec(where) ?? [];
    if (!SECTIONS.includes(section)) return { id: "", field: where };
    const ids = this.data[section].map((entry) => String(entry.id));
    const id = ids.filter((each) => rest === each || rest.startsWith(`${each}.`)).sort((one, other) => other.length - one.length)[0];
    if (id !== undefined) return { id, field: rest.slice(id.length + 1).split(/[.[]/)[0] };
    const [, index, field = ""] = /^(\d+)\]\.?(\w*)/.exec(rest) ?? [];
    return { id: ids[Number(index)] ?? "", field };
  }
}
