// Hotkeys of a game, and the dialog that lists them.

import { button, el } from "../dom.js";
import { t } from "../words.js";

/** Each hotkey: its key as written in the help, the keys of its events, and its description. */
const KEYS = [
  { id: "help", shown: "?", on: ["?"], says: t("Show this list") },
  { id: "confirm", shown: "M", on: ["m"], says: t("Confirm the move or the action") },
  { id: "clear", shown: "Esc", on: ["escape"], says: t("Clear the path, then deselect") },
  { id: "next", shown: "N", on: ["n"], says: t("Select your next model that can act") },
  { id: "action", shown: "1 – 5", on: ["1", "2", "3", "4", "5"], says: t("Choose an action") },
  { id: "draw", shown: "D", on: ["d"], says: t("Auto path or draw path") },
  { id: "roll", shown: "R", on: ["r"], says: t("Roll, or use the default answer") },
  { id: "undo", shown: "U", on: ["u"], says: t("Undo the last move") },
  { id: "redo", shown: "Y", on: ["y"], says: t("Repeat the move that was undone") },
  { id: "measure", shown: "T", on: ["t"], says: t("Measuring tape") },
  { id: "fit", shown: "0", on: ["0"], says: t("Show the whole table") },
  { id: "view3d", shown: "V", on: ["v"], says: t("2D or 3D view") },
  { id: "up", shown: t("Page up"), on: ["pageup"], says: t("Next level up") },
  { id: "down", shown: t("Page down"), on: ["pagedown"], says: t("Next level down") },
];

/** Keys that only the table itself knows. */
const AT_TABLE = [
  { shown: "← ↑ → ↓", says: t("Go from model to model, or move the cursor of the selected one (Alt: a quarter)") },
  { shown: "Enter", says: t("Select the model, or go to the cursor") },
  { shown: "+ −", says: t("Zoom") },
  { shown: t("Shift + arrow"), says: t("Pan") },
  { shown: t("Alt + drag"), says: t("Drag without snapping to bases, ladders, edges and lines") },
];

/** Whether a key that was pressed belongs to a text that is being written, or to a dialog. */
function elsewhere(event) {
  const { target } = event;
  return event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest?.("dialog, input:not([type=range]), textarea, select, [contenteditable]") || document.querySelector("dialog[open]");
}

export class Hotkeys {
  /** @param {Record<string, (event: KeyboardEvent) => any>} does what each hotkey does; one that returns false was not used */
  constructor(does) {
    this.does = { help: () => this.help(), ...does };
    this.listener = (event) => this.pressed(event);
    document.addEventListener("keydown", this.listener);
  }

  pressed(event) {
    if (elsewhere(event)) return;
    const found = KEYS.find((each) => each.on.includes(event.key.toLowerCase()));
    if (!found || !this.does[found.id]) return;
    if (this.does[found.id](event) !== false) event.preventDefault();
  }

  /** The list of hotkeys in a dialog. */
  help() {
    const row = (each) => [el("dt", {}, el("kbd", { text: each.shown })), el("dd", { text: each.says })];
    const dialog = el(
      "dialog",
      { class: "dialog keys", "aria-labelledby": "keys-title" },
      el("h2", { id: "keys-title", text: t("Keyboard") }),
      el("dl", { class: "key-list" }, ...KEYS.filter((each) => this.does[each.id]).flatMap(row)),
      el("h3", { text: t("On the table") }),
      el("dl", { class: "key-list" }, ...AT_TABLE.flatMap(row)),
      el("div", { class: "row end" }, button(t("Close"), () => dialog.close(), { class: "strong" })),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  end() {
    document.removeEventListener("keydown", this.listener);
  }
}
