// Input at the table: turns taps, drags and keys into selections, destinations and paths.

import { Cursor } from "../table/cursor.js";
import { baseOutline, baseReach, inside } from "../table/decode.js";
import { standing } from "../table/tokens.js";
import { snapped } from "./snap.js";

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
      own: (side) => game.plays(side),
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
    if (event?.clientX !== undefined && this.points?.(this.view.camera.at(event.clientX, event.clientY))) return;
    if (this.misses(id, event)) {
      const point = this.view.camera.at(event.clientX, event.clientY);
      this.ground(point, this.view.surfaceAt(point), event);
      return;
    }
    if (this.aimsAt(id)) {
      mover.aimAt(id);
      return;
    }
    if (mover.models.includes(id)) {
      if (mover.begun) mover.clear();
      return;
    }
    this.select(id, event?.type === "keydown");
  }

  /** Whether a tap beside the base of a model, in its wide touch area, is meant as a destination of the selected one. */
  misses(id, event) {
    const { mover, view } = this;
    if (event?.clientX === undefined || !mover.goes || !mover.mine || mover.action?.target === "required" || this.game.question) return false;
    const model = this.game.table.models.get(id);
    const at = standing(model, this.game.state);
    const [x, y] = view.camera.at(event.clientX, event.clientY);
    const outline = baseOutline(model.base, at.x, at.y, at.facing);
    return outline ? !inside([x, y], outline) : Math.hypot(x - at.x, y - at.y) > baseReach(model.base);
  }

  /** Whether a tapped model is what the chosen action aims at: its target, or an enemy to drive at. */
  aimsAt(id) {
    const { mover } = this;
    if (!mover.mine || !mover.action || mover.models.includes(id) || this.game.question) return false;
    if (mover.action.target !== "none") {
      const unit = this.game.table.models.get(id)?.unit;
      return !mover.targets || mover.targets.includes(id) || mover.targets.includes(unit);
    }
    return Boolean(mover.action.drives) && this.game.table.models.get(id)?.side !== mover.side;
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
    if (this.measure.tap(point) || this.points?.(point)) return;
    if (!mover.who || this.game.question) return;
    // The ghost of a path may lie over a ladder: look through it.
    const piece = document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest(".piece")).find(Boolean);
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
    if (ghost && mover.sets) mover.model = ghost;
    mover.grab(Boolean(ghost));
    const follow = (now) => {
      const at = view.camera.at(now.clientX, now.clientY);
      if (!view.onBoard(at)) return null;
      const surface = view.surfaceAt(at);
      const found = now.altKey || mover.loading ? { point: at, kind: "" } : snapped(mover, view, at, surface, ghost || id);
      mover.snap = found.kind ? found : null;
      mover.drag(found.point, surface, ghost || id);
      return { point: found.point, surface };
    };
    // A hand moves more often than the screen is drawn: only its last place counts.
    let latest = null;
    const frame = () => {
      if (latest) follow(latest);
      latest = null;
    };
    return (now, ended) => {
      this.dragging = !ended;
      if (!ended) {
        if (!latest) requestAnimationFrame(frame);
        latest = now;
        this.magnifier?.show(now);
        return;
      }
      latest = null;
      this.magnifier?.hide();
      const end = follow(now);
      mover.snap = null;
      if (mover.loading) return;
      // Dropped, a model takes the cheapest way there; the straight line was only what the hand drew.
      const finds = mover.goes && !mover.drawing && !mover.sets && !mover.shifts && !mover.action.drives;
      if (end && finds) mover.aim(end.point, end.surface);
      else mover.ask();
    };
  }

  /** Clear the path, or deselect; false if there was nothing to leave. */
  leave() {
    const { mover, cursor } = this;
    if (mover.begun) mover.clear();
    else if (mover.who) {
      mover.drop();
      cursor.end();
    } else return false;
    return true;
  }

  key(event, id) {
    const { mover, cursor } = this;
    if (event.key === "PageUp" || event.key === "PageDown") {
      this.levels.step(event.key === "PageUp" ? 1 : -1);
      return true;
    }
    if (event.key === "Escape") return this.leave();
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
