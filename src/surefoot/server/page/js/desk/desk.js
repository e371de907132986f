// The game master's desk: feats and journeys of characters, without a map. It asks, and plots what it is told.

import { head } from "../app.js";
import { button, el, fill } from "../dom.js";
import { go } from "../router.js";
import { feats } from "./feats.js";
import { journeys } from "./journeys.js";

const PARTS = { feats: ["Feats", feats], journeys: ["Journeys", journeys] };

/** @param {HTMLElement} room @param {string[]} rest */
export function show(room, [chosen = "feats"]) {
  head("Game master’s desk");
  const part = PARTS[chosen] ? chosen : "feats";
  const body = el("div", { class: "desk-body" });
  const tabs = el(
    "nav",
    { class: "desk-tabs", "aria-label": "What the desk answers" },
    ...Object.entries(PARTS).map(([name, [title]]) => button(title, () => go("desk", name), { class: name === part ? "chosen" : "quiet", "aria-current": name === part ? "page" : null })),
  );
  fill(room, el("div", { class: "desk" }, tabs, body));
  return PARTS[part][1](body);
}
