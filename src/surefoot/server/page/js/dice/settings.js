// How dice are shown: rolled or at once, with sound or without. Sound is off until it is switched on.

import { button, el } from "../dom.js";
import { still } from "../moving/animate.js";
import { t } from "../words.js";

const KEY = "surefoot.dice";
/** Milliseconds for which dice roll. */
const ROLLS = 700;

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export const dice = { quick: false, sound: false, ...stored() };

function set(values) {
  Object.assign(dice, values);
  try {
    localStorage.setItem(KEY, JSON.stringify(dice));
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** How long dice roll now: not at all if the player wants no motion. */
export const rollTime = () => (dice.quick || still() || document.hidden ? 0 : ROLLS);

/** The sound of dice on a table: a few short knocks. */
export function clatter() {
  if (!dice.sound) return;
  const context = (clatter.context ??= new AudioContext());
  const length = Math.floor(context.sampleRate * 0.05);
  [0, 0.11, 0.2, 0.34, 0.47].forEach((at, i) => {
    const knock = context.createBuffer(1, length, context.sampleRate);
    const data = knock.getChannelData(0);
    for (let n = 0; n < length; n += 1) data[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 6;
    const source = context.createBufferSource();
    const gain = context.createGain();
    source.buffer = knock;
    source.playbackRate.value = 0.7 + 0.15 * i;
    gain.gain.value = 0.5 - 0.07 * i;
    source.connect(gain).connect(context.destination);
    source.start(context.currentTime + at);
  });
}

/** The switches for dice. */
export function diceSettings(redraw) {
  const change = (values) => {
    set(values);
    redraw();
  };
  const speed = (text, quick) => button(text, () => change({ quick }), { class: "small", "aria-pressed": String(dice.quick === quick) });
  return el(
    "div",
    { class: "row dice-settings" },
    el("div", { class: "segments", role: "group", "aria-label": t("Dice") }, speed(t("Rolling dice"), false), speed(t("Quick"), true)),
    button("", () => change({ sound: !dice.sound }), { class: "small icon quiet", icon: dice.sound ? "volume-2" : "volume-x", "aria-label": t("Sound of dice"), "aria-pressed": String(dice.sound) }),
  );
}
