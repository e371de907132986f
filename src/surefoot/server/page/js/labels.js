// Labels of the coded values that messages and scenarios carry.

import { capital, plain } from "./format.js";
import { t } from "./words.js";

/** How strict the referee is. */
export const MODES = { enforce: t("Strict"), advise: t("Warn only"), record: t("Log only") };

/** Who rolls the dice. */
export const DICE = { server: t("Rolled by the server"), typed: t("Real dice, typed in") };

/** The roles of a seat. */
export const ROLES = { player: t("Player"), spectator: t("Spectator"), referee: t("Referee") };

/** The verdicts of the referee. */
export const VERDICTS = { legal: t("Legal"), illegal: t("Illegal"), "stopped-short": t("Stops short") };

/** The modes of a leg. */
export const LEGS = { walk: t("Walk"), climb: t("Climb"), leap: t("Leap"), jump: t("Jump down"), fly: t("Fly"), swim: t("Swim") };

/** The sorts of terrain, in the order in which the editor offers them. */
export const SORTS = {
  area: t("Area"),
  wall: t("Wall"),
  obstacle: t("Obstacle"),
  platform: t("Platform"),
  railing: t("Railing"),
  gap: t("Gap"),
  ladder: t("Ladder"),
  stairs: t("Stairs"),
  ramp: t("Ramp"),
  lift: t("Lift"),
  ductway: t("Ductway"),
  door: t("Door"),
  window: t("Window"),
  rope: t("Rope"),
  grapple: t("Grapple"),
  "portable-ladder": t("Portable ladder"),
};

/** The label of a value, or the value itself in ordinary writing. */
export function labelOf(labels, value) {
  return labels[value] ?? capital(plain(value));
}
