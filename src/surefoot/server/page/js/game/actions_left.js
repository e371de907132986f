// How many actions models have left, as dots on their names. Rulesets that count actions answer the question for it.

const QUESTION = "actions";
/** No more models than this are asked about, and no more dots are shown for one. */
const [MOST, DOTS] = [40, 4];
/** Milliseconds after the table is there. */
const WAIT = 1200;

export class ActionsLeft {
  /** @param {import("../store.js").Game} game @param {(left: Map<string, number>) => void} shown */
  constructor(game, shown) {
    this.game = game;
    this.shown = shown;
    this.left = new Map();
    this.counts = true;
    // The first reach comes first.
    game.on("ready", () => setTimeout(() => this.ask([...game.table.models.keys()]), WAIT));
    game.on("line", ({ line, before }) => this.played(line, before));
  }

  /** After a line only models whose notes have changed can have fewer actions; after a round all have new ones. */
  played(line, before) {
    const { models } = this.game.table;
    const { clock, notes } = this.game.state;
    const all = clock.round !== before.clock.round || clock.side !== before.clock.side || ["undo", "override"].includes(line.entry);
    const noted = Object.keys({ ...before.notes, ...notes }).filter((key) => JSON.stringify(before.notes?.[key]) !== JSON.stringify(notes?.[key]));
    const named = (id) => noted.some((key) => key.endsWith(`:${id}`)) || [clock.active, before.clock.active].includes(id);
    this.ask([...models.keys()].filter((id) => all || named(id)));
  }

  /** Ask about models, one after another. */
  async ask(ids) {
    const { game } = this;
    const { seq } = game;
    if (!game.state) return;
    const here = ids.filter((id) => game.state.models[id]?.place?.at).slice(0, MOST);
    for (const who of here) {
      if (!this.counts || game.seq !== seq || game.over) return;
      try {
        const { answers } = await game.line.ask("ask", { who, question: QUESTION });
        const value = answers[0]?.value;
        if (typeof value === "number") this.left.set(who, Math.min(DOTS, value));
      } catch {
        // This ruleset counts no actions.
        this.counts = false;
        return;
      }
      this.shown(this.left);
    }
  }
}
