// Bring a list or a map to the table that is being edited: units go to the tray, a map replaces the terrain.

import { announce } from "../app.js";
import { button, el, fill, icon } from "../dom.js";
import { fileOf, listFile, read } from "../lobby/reading.js";
import { bareName } from "../rulesets.js";
import { t } from "../words.js";
import { listed } from "./draft.js";
import { toTray } from "./tray.js";

/** Sides in the order in which armies get them; the first is at the bottom of the table. */
const SIDES = ["blue", "red", "green", "yellow"];

/** The dialog: a list to paste, or a file. */
export function bringDialog(editor) {
  const wrong = el("div", { class: "wrong", role: "alert" });
  const text = el("textarea", { class: "input list-input", rows: 7, "aria-label": t("Your list"), translate: "no", spellcheck: "false" });
  const input = el("input", { type: "file", class: "quietly", "aria-label": t("Choose a file") });
  const take = async (file) => {
    fill(wrong, el("p", { class: "soft waiting", text: t("Reading {file} …", { file: file.name }) }));
    const blank = !editor.draft.things.length;
    const made = await read(file, { [blank ? "usual" : "ruleset"]: bareName(editor.draft.data.ruleset), board: blank ? null : [editor.draft.board.width, editor.draft.board.depth] }, wrong);
    if (!made) return;
    dialog.close();
    receive(editor, made);
  };
  input.addEventListener("change", async () => input.files[0] && take(await fileOf(input.files[0])));
  const dialog = el(
    "dialog",
    { class: "dialog bring-dialog", "aria-labelledby": "bring-title" },
    el("h2", { id: "bring-title", text: t("Bring a list or a map") }),
    el("p", { class: "soft", text: t("Paste a list of New Recruit, BattleScribe or the official app, or a table with name, M and base. A map of Foundry, Universal VTT or Tiled replaces the terrain.") }),
    text,
    wrong,
    el("div", { class: "row end" }, el("label", { class: "button editor-file" }, icon("file-up", "small"), t("Choose a file"), input), button(t("Cancel"), () => dialog.close()), button(t("Read the list"), () => (text.value.trim() ? take(listFile(text.value)) : text.focus()), { class: "strong" })),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Take what was read into the draft. */
export function receive(editor, made) {
  const { scenario, notes } = made;
  const models = listed(scenario.models);
  const blank = !editor.draft.things.length;
  editor.tray.notes = notes;
  editor.fits = true;
  editor.change((draft) => {
    const { data } = draft;
    if (blank) for (const key of ["name", "ruleset", "board", "scale"]) if (scenario[key] !== undefined) data[key] = scenario[key];
    if (models.length) army(draft, models, scenario.zones ?? []);
    else {
      Object.assign(data, { board: scenario.board, terrain: listed(scenario.terrain), zones: scenario.zones ?? [], ...(scenario.markers ? { markers: scenario.markers } : {}), ...(scenario.picture ? { picture: scenario.picture } : {}) });
      for (const entry of data.models) toTray(entry);
    }
  });
  announce(t("Read: {name}", { name: scenario.name }));
}

/** Add an army: it gets the first side without models, and a zone at the edge of that side. */
function army(draft, models, zones) {
  const { data } = draft;
  const taken = new Set([...data.models, ...data.units].map((entry) => String(entry.side)));
  const side = SIDES.find((each) => !taken.has(each)) ?? SIDES[0];
  const units = new Map();
  for (const model of models) {
    const entry = structuredClone(model);
    if (entry.unit) {
      if (!units.has(entry.unit)) units.set(entry.unit, freeUnit(draft, String(entry.unit)));
      entry.unit = units.get(entry.unit);
    }
    toTray(entry);
    draft.add("models", { ...entry, side });
  }
  data.zones = data.zones ?? [];
  if (data.zones.some((zone) => zone.side === side)) return;
  const [own] = zones;
  if (own) data.zones.push({ name: t("Zone {side}", { side }), side, zone: SIDES.indexOf(side) % 2 ? opposite(own.zone, draft.board.depth) : own.zone });
}

/** The name of a unit, with a number if it is taken. */
function freeUnit(draft, wish) {
  const taken = new Set(draft.data.models.map((entry) => String(entry.unit ?? "")));
  let [name, number] = [wish, 2];
  while (taken.has(name)) name = `${wish}-${number++}`;
  return name;
}

/** A zone at the other edge of the table. */
function opposite(zone, depth) {
  if (zone.rect) return { rect: [zone.rect[0], depth - zone.rect[1] - zone.rect[3], zone.rect[2], zone.rect[3]] };
  return zone.map(([x, y]) => [x, depth - y]);
}
