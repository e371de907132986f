// Beside the table: what the referee says to it, what is picked, and everything that can be added.

import { button, el, field, fill, select } from "../dom.js";
import { number } from "../table/looks.js";
import { blank, SORTS, sortOf } from "./draft.js";
import { fieldsOf, knownWords, lists } from "./fields.js";

const STEPS = [["1", "1"], ["0.5", "½"], ["0.25", "¼"], ["0", "off"]];
const TURN = 15;

export class Panel {
  constructor(editor) {
    this.editor = editor;
    this.verdict = el("div", { class: "editor-verdict" });
    this.body = el("div", { class: "editor-body" });
    this.element = el("aside", { class: "editor-panel", "aria-label": "The table in the making" }, this.verdict, this.body);
  }

  /** What the referee says, and which fields it is about. */
  judged() {
    const { problems, draft } = this.editor;
    const told = problems.length
      ? el(
          "ul",
          { class: "editor-problems" },
          ...problems.map((each) => {
            const { id } = draft.about(each.where ?? "");
            const text = `${each.where ? `${each.where}: ` : ""}${each.says}`;
            return el("li", {}, id ? button(text, () => this.editor.pick(id), { class: "quiet small editor-problem" }) : el("span", { class: "editor-problem", text }));
          }),
        )
      : null;
    fill(this.verdict, el("p", { class: `editor-says ${problems.length ? "bad" : "good"}`, text: problems.length ? (problems.length === 1 ? "One mistake" : `${problems.length} mistakes`) : "✓ This table can be played on" }), told);
    this.show();
  }

  show() {
    const { draft, picked } = this.editor;
    const thing = draft.find(picked);
    const focus = this.focused();
    fill(this.body, ...lists(this.surfaces(), this.sides(), thing ? this.known(thing) : {}, thing?.entry), ...(thing ? this.pickedThing(thing) : this.whole()), this.things());
    this.focusAgain(focus);
  }

  /** Where the focus is, so that it is there again after everything was drawn anew. */
  focused() {
    const here = document.activeElement;
    if (!here || !this.body.contains(here)) return null;
    const all = [...this.body.querySelectorAll("input, select, button, summary")];
    return { index: all.indexOf(here), thing: here.dataset.thing ?? "", more: Boolean(this.body.querySelector(".editor-more")?.open) };
  }

  focusAgain(focus) {
    const same = this.shown === this.editor.picked;
    this.shown = this.editor.picked;
    if (!same) this.element.scrollTop = 0;
    if (!focus) return;
    const details = this.body.querySelector(".editor-more");
    if (details && same && focus.more) details.open = true;
    const again = focus.thing
      ? [...this.body.querySelectorAll("[data-thing]")].find((each) => each.dataset.thing === focus.thing)
      : this.body.querySelectorAll("input, select, button, summary")[same ? focus.index : 1];
    again?.focus({ preventScroll: true });
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
    const { entry, section } = thing;
    const problems = new Map();
    for (const each of editor.problems) {
      const about = editor.draft.about(each.where ?? "");
      if (about.id === String(entry.id)) problems.set(about.field, [...(problems.get(about.field) ?? []), each.says]);
    }
    const name = el("input", { class: "input", type: "text", autocomplete: "off", value: String(entry.id), "aria-label": "Its name", on: { change: () => this.rename(thing, name.value) } });
    const put = (field, value) =>
      editor.change(() => {
        if (value === undefined) delete entry[field];
        else entry[field] = value;
      });
    return [
      el("div", { class: "editor-head" }, el("h2", { text: section === "terrain" ? sortOf(entry) : section === "units" ? "unit" : "model" }), button("Done", () => editor.pick(""), { class: "small quiet" })),
      name,
      el(
        "div",
        { class: "row" },
        button("⟲", () => editor.turn(-TURN), { class: "icon", "aria-label": "Turn left" }),
        button("⟳", () => editor.turn(TURN), { class: "icon", "aria-label": "Turn right" }),
        button("Copy", () => editor.copy(), { class: "small" }),
        button("Remove", () => editor.remove(), { class: "small" }),
      ),
      ...fieldsOf(editor.schema, thing, { surfaces: this.surfaces().filter((each) => each !== String(entry.id)), sides: this.sides(), known: this.known(thing), problems, put }),
    ];
  }

  /** The words that the chosen rules know for a thing. */
  known(thing) {
    const name = String(this.editor.draft.data.ruleset ?? "").replace(/\(.*/, "");
    return knownWords(this.editor.rulesets.find((each) => each.name === name)?.words, thing);
  }

  /** Another name; whatever stood on it, or leads to it, still does. */
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

  /** The table as a whole: its name, its rules, its size, its levels. */
  whole() {
    const { editor } = this;
    const { data, board } = editor.draft;
    const bare = String(data.ruleset ?? "").replace(/\(.*/, "");
    const title = el("input", { class: "input", type: "text", value: data.name ?? "", on: { change: () => editor.change((draft) => (draft.data.name = title.value)) } });
    const size = (name) => {
      const input = el("input", { class: "input", type: "number", min: 1, step: "any", value: board[name], on: { change: () => editor.change((draft) => (draft.board = { ...draft.board, [name]: Number(input.value) })) } });
      return input;
    };
    return [
      el("h2", { text: "The table" }),
      field("Name", title),
      field("Rules", select(editor.rulesets.map((each) => [each.name, each.title]), bare, (chosen) => editor.change((draft) => this.ruled(draft, chosen)))),
      el("div", { class: "editor-numbers" }, field("From west to east", size("width")), field("From south to north", size("depth")), field("Grid", select(STEPS, String(editor.step), (step) => (editor.step = Number(step)))), this.levels()),
      el("h2", { text: "Add" }),
      el("div", { class: "editor-add" }, button("model", () => editor.addModel(), { class: "small strong" }), ...SORTS.map((sort) => button(sort, () => editor.addPiece(sort), { class: "small" }))),
      el("h2", { text: "Files" }),
      el("div", { class: "row" }, this.file(), button("A blank table", () => editor.open({ ...blank(bare || editor.usual), ...(data.scale ? { scale: data.scale } : {}) }), { class: "small" })),
    ];
  }

  /** Other rules: those in metres need to know what an inch stands for, and options are those of the old rules. */
  ruled(draft, chosen) {
    const guest = this.editor.rulesets.find((each) => each.name === chosen);
    draft.data.ruleset = chosen;
    delete draft.data.options;
    delete draft.data.clock;
    if (guest?.unit === "metre") draft.data.scale ??= 1;
    else delete draft.data.scale;
  }

  levels() {
    const { view, table } = this.editor;
    const heights = table?.levels ?? [0];
    return field("Level", select([["", "all"], ...heights.map((height) => [String(height), `${number(height)}${table?.sign ?? ""}`])], view.height === null ? "" : String(view.height), (chosen) => view.level(chosen === "" ? null : Number(chosen))));
  }

  file() {
    const input = el("input", { type: "file", class: "quietly", accept: ".yaml,.yml,.json", "aria-label": "Open a file", on: { change: () => input.files[0] && this.editor.openFile(input.files[0]) } });
    return el("label", { class: "button small editor-file" }, "Open a file", input);
  }

  /** Everything that stands on the table, to be picked without a mouse. */
  things() {
    const { editor } = this;
    const wrong = new Set(editor.problems.map((each) => editor.draft.about(each.where ?? "").id));
    const named = ({ section, entry }) => {
      const id = String(entry.id);
      const what = section === "terrain" ? sortOf(entry) : section === "units" ? `unit of ${entry.count ?? entry.models?.length ?? ""}` : entry.side ?? "model";
      return el("li", {}, button(id, () => editor.pick(editor.picked === id ? "" : id), { class: `small quiet${wrong.has(id) ? " wrong" : ""}`, "aria-pressed": String(editor.picked === id), data: { thing: id } }), el("small", { text: what }));
    };
    return el("details", { class: "editor-things", open: true }, el("summary", { text: `Everything on it (${editor.draft.things.length})` }), el("ul", {}, ...editor.draft.things.map(named)));
  }
}
