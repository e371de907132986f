// Input at the table: turns taps, drags and keys into selections, destinations and paths.

import { Cursor } from "../table/cursor.js";
import { standing } from "../table/tokens.js";

export class Input {
  constructor(game, view, mover, measure, levels, announce) {
    Object.assign(this, { game, view, mover, measure, levels, announce });
    this.cursor = new Cursor(view, announce);
    Object.assign(view.handlers, {
      pick: (id, event) => this.pick(id, event),
      ground: (point, surface, event) => this.ground(point, surface, event),
      drag: (point, id, event) => this.drag(point, id, event),
      key: (event, id) => this.key(event, id),
      through: () => this.measure.on,
    });
    this.over = (event) => this.hover(event);
    view.element.addEventListener("pointerover", this.over);
    view.element.addEventListener("focusin", this.over);
  }

  /** Load the reach of the model under the pointer in advance: it may be selected next. */
  hover(event) {
    const id = event.target.closest?.(".token")?.dataset.model;
    if (id && id !== this.mover.model) this.mover.reach.ahead(id, "");
  }

  pick(id, event) {
    const { mover } = this;
    if (this.measure.on) return;
    if (mover.who && mover.action && mover.action.target !== "none" && !mover.models.includes(id)) {
      mover.target = id;
      mover.ask();
      return;
    }
    if (mover.models.includes(id)) {
      if (mover.ready) mover.clear();
      return;
    }
    this.select(id, event?.type === "keydown");
  }

  async select(id, byKey) {
    this.announce(this.view.describe(id));
    this.selected?.();
    const asked = this.mover.pick(id);
    if (byKey) this.aimFrom(id);
    else this.cursor.end();
    await asked;
  }

  aimFrom(id) {
    const at = standing(this.game.table.models.get(id), this.game.state);
    if (at) this.cursor.begin([at.x, at.y]);
  }

  ground(point, surface, event) {
    const { mover } = this;
    if (this.measure.tap(point)) return;
    if (!mover.who || this.game.question) return;
    const piece = event.target.closest?.(".piece");
    if (mover.drawing && piece?.matches(".ladder, .rope")) mover.use({ ladder: piece.dataset.piece });
    else if (mover.drawing && piece?.matches(".door, .window, .ductway")) mover.use({ through: piece.dataset.piece, to: point });
    else mover.aim(point, surface);
  }

  /** A drag from a model, or from the end of its path, draws a path; any other drag pans the view. */
  drag(point, id, event) {
    const { mover, view } = this;
    const tape = this.measure.drag(point);
    if (tape) return tape;
    if (this.game.question) return null;
    const ghost = event.target.closest?.("[data-ghost]")?.dataset.ghost ?? "";
    if (!id && !ghost) return null;
    if (id && !mover.models.includes(id)) {
      const model = this.game.table.models.get(id);
      if (!this.game.plays(model.side)) return null;
      this.select(id, false);
    } else if (id && mover.unit) mover.model = id;
    // A drag from the ghost of a model moves that model only, not its unit.
    mover.alone = Boolean(ghost);
    mover.grab(Boolean(ghost));
    return (now, ended) => {
      const to = view.camera.at(now.clientX, now.clientY);
      if (view.onBoard(to)) mover.drag(to, view.surfaceAt(to), ghost || id);
      if (ended && mover.actions) mover.ask();
    };
  }

  key(event, id) {
    const { mover, cursor } = this;
    if (event.key === "PageUp" || event.key === "PageDown") {
      this.levels.step(event.key === "PageUp" ? 1 : -1);
      return true;
    }
    if (event.key === "Escape") {
      if (mover.ready) mover.clear();
      else if (mover.who) {
        mover.drop();
        cursor.end();
      } else return false;
      return true;
    }
    if (event.key.toLowerCase() === "m" && !event.ctrlKey && !event.metaKey && mover.ready) {
      this.confirm?.();
      return true;
    }
    if (!cursor.at || !mover.who) return false;
    if (cursor.key(event)) return true;
    if ((event.key === "Enter" || event.key === " ") && (!id || mover.models.includes(id))) {
      mover.aim(cursor.at, this.view.surfaceAt(cursor.at));
      return true;
    }
    return false;
  }

  end() {
    this.view.element.removeEventListener("pointerover", this.over);
  }
}
