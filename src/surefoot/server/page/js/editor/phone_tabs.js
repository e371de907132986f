// The panel of the editor on a phone: one part at a time, with a tab for each.

import { button, el } from "../dom.js";
import { t } from "../words.js";

/** Where there is no room for palette and fields beside the table. */
export const PHONE = matchMedia("(max-width: 56rem), (max-width: 60rem) and (max-height: 32rem)");

const TABS = { terrain: t("Terrain"), models: t("Models"), edit: t("Edit"), table: t("Table"), list: t("List") };

/** The row of tabs. @param {string} chosen @param {boolean} picked whether something is selected that can be edited @param {(tab: string) => void} turn */
export function phoneTabs(chosen, picked, turn) {
  return el("div", { class: "segments editor-tabs", role: "group", "aria-label": t("Parts of the editor") }, ...Object.entries(TABS).map(([tab, text]) => button(text, () => turn(tab), { "aria-pressed": String(tab === chosen), disabled: tab === "edit" && !picked, data: { tab } })));
}
