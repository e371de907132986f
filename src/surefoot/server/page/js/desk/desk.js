// The game master's desk: feats and journeys of characters, without a table.

import { head } from "../app.js";
import { button, el, fill } from "../dom.js";
import { go } from "../router.js";
import { t } from "../words.js";
import { feats } from "./feats.js";
import { journeys } from "./journeys.js";

const PARTS = { feats: [t("Feats"), feats], journeys: [t("Journeys"), journeys] };

/** @param {HTMLElement} host @param {string[]} rest */
export function show(host, [chosen = "feats"]) {
  head(t("Game master’s desk"));
  const part = PARTS[chosen] ? chosen : "feats";
  const body = el("div", { class: "desk-body" });
  const tabs = el(
    "nav",
    { class: "desk-tabs", "aria-label": t("Desk") },
    ...Object.entries(PARTS).map(([name, [title]]) => button(title, () => go("desk", name), { class: name === part ? "chosen" : "quiet", "aria-current": name === part ? "page" : null })),
  );
  fill(host, el("div", { class: "desk" }, tabs, body));
  return PARTS[part][1](body);
}
