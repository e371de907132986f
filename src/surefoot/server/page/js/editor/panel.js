// The panel of the editor: the problems of the table, the selected entry, and everything that can be added.

import { button, el, field, fill, select, selection } from "../dom.js";
import { capital, length, named } from "../format.js";
import { SORTS } from "../labels.js";
import { bareName } from "../rulesets.js";
import { t, tn } from "../words.js";
import { sortOf } from "./draft.js";
import { fieldName, fieldsOf, knownWords, lists } from "./fields.js";
import { optionFields } from "./options.js";
import { PHONE, phoneTabs } from "./phone_tabs.js";
import { typesOnScreen } from "./placing.js";

const STEPS = [["1", "1"], ["0.5", "½"], ["0.25", "¼"], ["0", t("Off")]];
const TURN = 15;
const MIRRORING = { turned: t("Mirror by a half turn"), across: t("Mirror left to right"), along: t("Mirror bottom to top") };
const ALIGN = { left: t("Left edges"), right: t("Right edges"), bottom: t("Lower edges"), top: t("Upper edges"), column: t("Centres in a column"), row: t("Centres in a row") };

/** What an entry is: the sort of a piece, a model or a unit. */
export function kindOf({ section, entry }) {
  if (section === "terrain") return SORTS[sortOf(entry)];
  return section === "units" ? t("Unit") : t("Model");
}

export class Panel {
  constructor(editor) {
    this.editor = editor;
    /** The part that a phone shows. */
    this.tab = "terrain";
    this.verdict = el("div", {});
    this.tabs = el("div", {});
    /** The field that holds text which is typed and not yet taken over, and whether the panel is to be drawn again after it. */
    this.typing = null;
    this.late = false;
    const settled = () => this.settled();
    this.body = el("div", { class: "editor-body", on: { input: ({ target }) => (this.typing = target), change: settled, focusout: settled } });
    this.element = el("aside", { class: "editor-panel", "aria-label": t("Table editor") }, el("div", { class: "editor-verdict" }, this.verdict, this.tabs), this.body);
  }

  /** While a check takes long, the old verdict is gone and this stands in its place. */
  waits(waits) {
    if (waits) fill(this.verdict, el("p", { class: "editor-says soft waiting", text: t("Checking …") }));
    else if (this.verdict.querySelector(".waiting")) this.judged();
  }

  /** Show the problems of the table; each selects its entry. */
  judged() {
    const { problems, draft } = this.editor;
    const list = problems.length
      ? el(
          "ul",
          { class: "editor-problems" },
          ...problems.map((each) => {
            const { id, field } = draft.about(each.where ?? "");
            // Our own advice names its piece.
            const place = each.stops ? "" : id ? [named(id), field && fieldName(field)].filter(Boolean).join(" · ") : each.where;
            const text = place ? `${place}: ${each.says}` : capital(each.says);
            const fix = each.fix && button(t("Fix it"), () => this.editor.change(() => each.fix()), { class: "small" });
            return el("li", { data: { from: "referee" } }, fix, id ? button(text, () => this.editor.tapped(id, null), { class: "quiet small editor-problem" }) : el("span", { class: "editor-problem", text }));
          }),
        )
      : null;
    fill(this.verdict, el("p", { class: `editor-says ${problems.length ? "bad" : "good"}`, text: problems.length ? tn("{n} problem", "{n} problems", problems.length) : t("✓ Ready to play") }), list);
    // Only what the answer changes is drawn again: a button may just be pressed.
    const told = JSON.stringify([problems, this.editor.table?.levels, this.editor.table?.sign]);
    if (told !== this.told) this.showLater();
    this.told = told;
  }

  /** Draw the panel again, but never while something is typed: that would be lost. */
  showLater() {
    this.late = Boolean(this.typing && this.body.contains(this.typing));
    if (!this.late) this.show();
  }

  /** What was typed is taken over. The focus may be about to move to a field that has to be there still. */
  settled() {
    this.typing = null;
    if (this.late) setTimeout(() => this.late && this.showLater());
  }

  show() {
    this.late = false;
    const { draft, picked } = this.editor;
    const thing = draft.find(picked);
    const focus = this.focused();
    const known = lists(this.surfaces(), this.sides(), thing ? this.known(thing) : {}, thing?.entry);
    if (PHONE.matches) {
      this.editor.palette.column.hidden = true;
      fill(this.body, ...known, ...this.onPhone(thing));
    } else {
      const palette = this.editor.palette.shown();
      fill(this.tabs);
      fill(this.body, ...known, ...(thing ? this.pickedThing(thing) : this.whole(palette)), this.things());
    }
    this.focusAgain(focus);
  }

  /** One part at a time. */
  onPhone(thing) {
    if (this.tab === "edit" && !thing) this.tab = this.before ?? "terrain";
    const { palette } = this.editor;
    const parts = { terrain: () => [palette.element("terrain")], models: () => [palette.element("models")], edit: () => this.pickedThing(thing), table: () => this.whole(null), list: () => [this.things()] };
    fill(this.tabs, phoneTabs(this.tab, Boolean(thing), (tab) => this.turn(tab)));
    return parts[this.tab]();
  }

  /** Turn to a part; "" leaves the fields of what is no longer selected. */
  turn(tab) {
    if (!PHONE.matches || tab === this.tab) return;
    if (tab === "edit") this.before = this.tab;
    if (tab) this.tab = tab;
    this.show();
    this.element.scrollTop = 0;
  }

  /** The focused control, so that it can be found again after the panel was redrawn. */
  focused() {
    const here = document.activeElement;
    if (!here || !this.body.contains(here)) return null;
    const all = [...this.body.querySelectorAll("input, select, button, summary")];
    return { index: all.indexOf(here), thing: here.dataset.thing ?? "", selected: selection(here), more: Boolean(this.body.querySelector(".editor-more")?.open) };
  }

  focusAgain(focus) {
    const same = this.shown === this.editor.picked;
    this.shown = this.editor.picked;
    if (!same && !PHONE.matches) this.element.scrollTop = 0;
    if (!focus) return;
    const details = this.body.querySelector(".editor-more");
    if (details && same && focus.more) details.open = true;
    const again = focus.thing
      ? [...this.body.querySelectorAll("[data-thing]")].find((each) => each.dataset.thing === focus.thing)
      : this.body.querySelectorAll("input, select, button, summary")[same ? focus.index : 1];
    // A keyboard on the screen must not open by itself.
    if (typesOnScreen() && again?.matches("input:not([type=checkbox])")) return;
    again?.focus({ preventScroll: true });
    // What is typed next replaces what was selected.
    if (same && again) focus.selected?.(again);
  }

  /** After an entry was added from the palette by key: its name is the first thing to change. */
  focusName() {
    if (this.editor.palette.column.contains(document.activeElement)) this.body.querySelector(".editor-head + input")?.focus({ preventScroll: true });
  }

  surfaces() {
    const { terrain } = this.editor.draft.data;
    return terrain.filter((entry) => ["platform", "lift", "stairs", "ramp", "obstacle", "wall"].includes(sortOf(entry))).map((entry) => String(entry.id));
  }

  sides() {
    const { models, units } = this.editor.draft.data;
    return [...new Set([...models, ...units].map((entry) => entry.side).filter(Boolean).map(String))];
  }

  pickedThing(thing) {
    const { editor } = this;
    const { entry } = thing;
    const problems = new Map();
    for (const each of editor.problems) {
      const about = editor.draft.about(each.where ?? "");
      if (about.id === String(entry.id)) problems.set(about.field, [...(problems.get(about.field) ?? []), each.says]);
    }
    const name = el("input", { class: "input", type: "text", autocomplete: "off", value: String(entry.id), "aria-label": t("Name"), on: { change: () => this.rename(thing, name.value) } });
    const put = (field, value) =>
      editor.change(() => {
        if (value === undefined) delete entry[field];
        else entry[field] = value;
      });
    return [
      el("div", { class: "editor-head" }, el("h2", { text: kindOf(thing) }), button(t("Done"), () => editor.pick(""), { class: "small quiet" })),
      name,
      el(
        "div",
        { class: "row" },
        button("", () => editor.turn(-TURN), { class: "icon", icon: "rotate-ccw", "aria-label": t("Turn left"), title: t("Turn left") }),
        button("", () => editor.turn(TURN), { class: "icon", icon: "rotate-cw", "aria-label": t("Turn right"), title: t("Turn right") }),
        button(t("Copy"), () => editor.copy(), { class: "small" }),
        button(t("Remove"), () => editor.remove(), { class: "small" }),
        thing.section === "terrain" && button(t("Keep as my piece"), () => editor.keepOwn(), { class: "small" }),
        thing.section === "models" && entry.at && button(t("Back to the tray"), () => editor.tray.takeBack(editor.chosen), { class: "small" }),
      ),
      thing.section !== "terrain" && this.statuses(thing, put),
      editor.chosen.length > 1 && el("div", { class: "editor-add", role: "group", "aria-label": t("Align {n} entries", { n: editor.chosen.length }) }, ...Object.entries(ALIGN).map(([edge, label]) => button(label, () => editor.align(edge), { class: "small" }))),
      this.selectsMore(),
      ...fieldsOf(editor.schema, thing, { surfaces: this.surfaces().filter((each) => each !== String(entry.id)), sides: this.sides(), known: this.known(thing), problems, put }),
    ];
  }

  /** How to select several entries: with Shift, or by taps. */
  selectsMore() {
    const { editor } = this;
    if (!typesOnScreen()) return editor.chosen.length < 2 && el("p", { class: "soft", text: t("Hold Shift and select more to move, align or remove them together.") });
    const flip = () => {
      editor.more = !editor.more;
      this.show();
    };
    return el("div", { class: "row" }, button(t("Select more"), flip, { class: "small", icon: "plus", "aria-pressed": String(editor.more) }), el("span", { class: "soft", text: editor.more ? tn("Tap the others on the table. {n} selected.", "Tap the others on the table. {n} selected.", editor.chosen.length) : t("To move, align or remove several.") }));
  }

  /** The statuses that the ruleset knows, each to be switched on or off. */
  statuses({ section, entry }, put) {
    const known = this.known({ section, entry }).status ?? [];
    if (!known.length || section !== "models") return null;
    const held = [entry.status ?? []].flat().map(String);
    const flip = (word) => (held.includes(word) ? held.filter((each) => each !== word) : [...held, word]);
    const one = (word) => button(named(word), () => put("status", flip(word).length ? flip(word) : undefined), { class: "small", "aria-pressed": String(held.includes(word)), data: { from: "table" } });
    return el("div", { class: "palette-choice" }, el("span", { class: "field-name", text: t("Status") }), el("div", { class: "chips", role: "group", "aria-label": t("Status") }, ...known.map(one)));
  }

  /** The words that the ruleset knows for an entry. */
  known(thing) {
    const name = bareName(this.editor.draft.data.ruleset);
    return knownWords(this.editor.rulesets.find((each) => each.name === name)?.words, thing);
  }

  /** Rename an entry, and all references to it. */
  rename(thing, wish) {
    const { editor } = this;
    const before = String(thing.entry.id);
    const name = wish.trim();
    if (!name || name === before) return;
    editor.change((draft) => {
      const free = draft.freeName(name);
      thing.entry.id = free;
      for (const { entry } of draft.things) for (const key of ["on", "from", "to"]) if (entry[key] === before) entry[key] = free;
      editor.picked = free;
    });
  }

  /** The table itself: name, rules, size, grid and level. */
  whole(palette) {
    const { editor } = this;
    const { data, board } = editor.draft;
    const bare = bareName(data.ruleset);
    const title = el("input", { class: "input", type: "text", value: data.name ?? "", on: { change: () => editor.change((draft) => (draft.data.name = title.value)) } });
    const size = (name) => {
      const input = el("input", { class: "input", type: "number", min: 1, step: "any", value: board[name], on: { change: () => editor.change((draft) => (draft.board = { ...draft.board, [name]: Number(input.value) })) } });
      return input;
    };
    const rules = select(editor.rulesets.map((each) => [each.name, each.title]), bare, (chosen) => editor.change((draft) => this.setRules(draft, chosen)));
    rules.dataset.from = "table";
    return [
      el("h2", { text: t("Table") }),
      field(t("Name"), title),
      field(t("Rules"), rules),
      el("div", { class: "editor-numbers" }, field(t("Width"), size("width")), field(t("Depth"), size("depth")), field(t("Grid"), select(STEPS, String(editor.step), (step) => (editor.step = Number(step)))), this.levels()),
      ...optionFields(this.ruleset()?.options, data.options ?? {}, (name, value) => editor.change((draft) => this.setOption(draft, name, value))),
      palette,
      el("h2", { text: t("Arrange") }),
      el("div", { class: "editor-add" }, ...Object.entries(MIRRORING).map(([how, label]) => button(label, () => editor.mirror(how), { class: "small", icon: "flip-horizontal-2" }))),
      editor.picture.element(),
      el("h2", { text: t("File") }),
      el("div", { class: "row" }, this.file(), button(t("New table"), () => editor.startBlank(), { class: "small" }), button(t("Invite and play"), () => editor.play("link"), { class: "small", icon: "user-plus" })),
    ];
  }

  ruleset() {
    const name = bareName(this.editor.draft.data.ruleset);
    return this.editor.rulesets.find((each) => each.name === name);
  }

  setOption(draft, name, value) {
    const options = { ...draft.data.options };
    if (value === undefined) delete options[name];
    else options[name] = value;
    if (Object.keys(options).length) draft.data.options = options;
    else delete draft.data.options;
  }

  /** Change the ruleset. Its options and clock do not fit another one; rulesets in metres need a scale. */
  setRules(draft, chosen) {
    const ruleset = this.editor.rulesets.find((each) => each.name === chosen);
    draft.data.ruleset = chosen;
    delete draft.data.options;
    delete draft.data.clock;
    if (ruleset?.unit === "metre") draft.data.scale ??= 1;
    else delete draft.data.scale;
  }

  levels() {
    const { view, table } = this.editor;
    const heights = table?.levels ?? [0];
    return field(t("Level"), select([["", t("All")], ...heights.map((height) => [String(height), height ? length(height, table?.sign ?? "") : t("Ground")])], view.height === null ? "" : String(view.height), (chosen) => view.level(chosen === "" ? null : Number(chosen))));
  }

  file() {
    const input = el("input", { type: "file", class: "quietly", accept: ".yaml,.yml,.json", "aria-label": t("Open file"), on: { change: () => input.files[0] && this.editor.openFile(input.files[0]) } });
    return el("label", { class: "button small editor-file" }, t("Open file"), input);
  }

  /** The list of everything on the table, for selecting without a mouse. */
  things() {
    const { editor } = this;
    const wrong = new Set(editor.problems.map((each) => editor.draft.about(each.where ?? "").id));
    const item = (thing) => {
      const { section, entry } = thing;
      const id = String(entry.id);
      const size = entry.count ?? entry.models?.length ?? 0;
      const what = section === "units" ? tn("Unit of {n} model", "Unit of {n} models", size) : section === "models" && entry.side ? t("Model ({side})", { side: named(entry.side) }) : kindOf(thing);
      return el("li", {}, button(id, () => editor.tapped(editor.picked === id ? "" : id, null), { class: `small quiet${wrong.has(id) ? " wrong" : ""}`, "aria-pressed": String(editor.picked === id), data: { thing: id, from: "table" } }), el("small", { text: what }));
    };
    return el("details", { class: "editor-things", open: true }, el("summary", { text: t("On the table ({n})", { n: editor.draft.things.length }) }), el("ul", {}, ...editor.draft.things.map(item)));
  }
}
