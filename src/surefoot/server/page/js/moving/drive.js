// Drives of vehicles, which go where they face: a turn on the spot, then straight on. The referee judges them; this only draws them.

import { standing } from "../table/tokens.js";

/** Headings snap to multiples of so many degrees. */
export const STEP = 15;
const NEAR = 4;
const exact = (value) => Math.round(value * 1e6) / 1e6;

/** Degrees between -180 and 180. */
export const wrapped = (degrees) => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** The bearing from one point to another: 0 is up the table, clockwise. */
export const bearing = (from, to) => (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI;

/** The point so far from another in a direction. */
export function ahead([x, y], degrees, far) {
  const turn = (degrees * Math.PI) / 180;
  return [exact(x + far * Math.sin(turn)), exact(y + far * Math.cos(turn))];
}

/** The turn that brings one of the ways of a vehicle onto a bearing: the smallest. */
function turnTo(facing, towards, ways) {
  const turns = ways.map((way) => ({ way, turn: wrapped(towards - way - facing) }));
  return turns.reduce((best, each) => (Math.abs(each.turn) < Math.abs(best.turn) ? each : best));
}

/**
 * The legs of a drive from a pose towards a point: at most one turn, then straight on.
 * @param {{x: number, y: number, facing: number}} from
 * @param {[number, number]} to
 * @param {{ways: number[], turns: number | null, widest: number}} drives
 * @param {boolean} snap whether a heading close to a multiple of 15 degrees becomes that heading
 * @param {{at: [number, number]}[]} [marks] what a heading may snap to as well
 */
export function driveTo(from, to, drives, snap = false, marks = []) {
  const start = [from.x, from.y];
  const far = Math.hypot(to[0] - from.x, to[1] - from.y);
  if (far < 1e-3) return [];
  let { way, turn } = turnTo(from.facing, bearing(start, to), drives.ways);
  if (snap) {
    const round = wrapped(Math.round((from.facing + turn) / STEP) * STEP - from.facing);
    const onto = marks.map((each) => turnTo(from.facing, bearing(start, each.at), drives.ways).turn).filter((each) => Math.abs(each - turn) < NEAR);
    // Straight ahead attracts more than the other headings, and a target more than a round number.
    if (Math.abs(turn) < NEAR) turn = 0;
    else if (onto.length) [turn] = onto;
    else if (Math.abs(turn - round) < NEAR) turn = round;
  }
  const widest = drives.turns === 0 ? 0 : drives.widest;
  turn = exact(Math.max(-widest, Math.min(widest, turn)));
  // A point beside the heading leads as far as its foot on the line ahead.
  const off = wrapped(bearing(start, to) - (from.facing + turn + way));
  const length = exact(Math.max(0, far * Math.cos((off * Math.PI) / 180)));
  const legs = Math.abs(turn) > 1e-6 ? [{ turn }] : [];
  if (length > 1e-3) legs.push(ahead(start, from.facing + turn + way, length));
  return legs;
}

/** The pose after legs that were made by driveTo. */
export function poseAfter(from, legs) {
  const pose = { ...from };
  for (const leg of legs) {
    if (Array.isArray(leg)) [pose.x, pose.y] = leg;
    else if (typeof leg?.turn === "number") pose.facing += leg.turn;
  }
  return pose;
}

/** The models of other sides on the table, and where they are. */
export function enemies({ table, state }, side) {
  const others = [...table.models.values()].filter((model) => model.side !== side).map((model) => ({ id: model.id, here: standing(model, state) }));
  return others.filter((each) => each.here).map(({ id, here }) => ({ id, at: [here.x, here.y] }));
}
