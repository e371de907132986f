// The frame of a game: the table with tools floating over its edge, and the panel beside it, on a phone a sheet with three stops.

import { button, el, fill } from "../dom.js";
import { t } from "../words.js";

/** The stops of the sheet, from low to high: verdict and Confirm; the whole table beside it; everything. */
const STOPS = ["low", "middle", "high"];
/** A grip that moved less than this was tapped. */
const SLOP = 6;
/** Pixels left free above what the panel is scrolled to. */
const EDGE = 8;

/**
 * The tools at the edge of the table, the same in the plan and in 3D.
 * @param {{levels: any, measure: any, legend: any, view3d: any, camera: () => {zoom: (factor: number) => void, fit: () => void}}} parts
 */
export function tableTools({ levels, measure, legend, view3d, camera }) {
  const tool = (sign, label, press, kind) => button("", press, { class: `icon ${kind}`, icon: sign, "aria-label": label, title: label });
  const select = tool("mouse-pointer-2", t("Select and move"), () => measure.on && measure.toggle(), "tool-select");
  const reflect = () => select.setAttribute("aria-pressed", String(!measure.on));
  measure.changed = reflect;
  reflect();
  const bar = el(
    "div",
    { class: "tool-bar", role: "group", "aria-label": t("Table tools") },
    select,
    measure.button,
    el("hr", {}),
    tool("plus", t("Zoom in"), () => camera().zoom(1.4), "tool-zoom"),
    tool("minus", t("Zoom out"), () => camera().zoom(1 / 1.4), "tool-zoom"),
    tool("maximize", t("Show the whole table"), () => camera().fit(), "tool-fit"),
    legend.button,
    el("hr", {}),
    view3d.button,
  );
  return el("div", { class: "table-tools" }, bar, levels.element);
}

/** Where there is room for the key of the reach below the table. */
const WIDE = "(min-width: 60.01rem) and (min-height: 32.01rem)";

export class Frame {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.notices = el("div", { class: "notices" });
    this.reach = el("div", { class: "reach-chip" });
    this.timed = el("div", { class: "timed" });
    this.under = el("div", { class: "under-table" }, this.timed, this.reach);
    this.offline = el("div", { class: "offline", role: "alert", hidden: true });
    this.stage = el("div", { class: "stage" }, this.notices, this.under, this.offline);
    this.banner = el("div", { class: "banner", "aria-live": "polite" });
    this.tabs = el("div", { class: "tabs", role: "tablist", "aria-label": t("Tabs") });
    this.body = el("div", { class: "panel-body", role: "tabpanel", tabindex: 0 });
    this.grip = el("button", { type: "button", class: "sheet-grip", "aria-label": t("Larger or smaller panel") });
    this.panel = el("aside", { class: "panel", "aria-label": t("Game") }, this.grip, this.banner, this.tabs, this.body);
    this.play = el("div", { class: "play", data: { stop: "middle" } }, this.stage, this.panel);
    fill(host, this.play);
    this.slide();
  }

  /** Whether the panel stands beside the table with room to spare: neither a phone nor a small window. */
  get wide() {
    return matchMedia(WIDE).matches;
  }

  /** Show a timeline below the table, or none; true if that changes the room of the table. */
  time(timeline) {
    if (this.timed.firstChild === timeline) return false;
    fill(this.timed, timeline);
    return true;
  }

  get stop() {
    return this.play.dataset.stop;
  }

  /** Let the sheet stop at one of its heights. */
  stopAt(stop) {
    this.play.dataset.stop = stop;
  }

  /**
   * Scroll the panel to what is new in it: another tab from its top, dice that roll, a question, a result, another model or its verdict.
   * @param {{tab: string, who: string, ready: boolean, line: number, rolling: boolean, asked: boolean}} now
   */
  follow(now) {
    const was = this.shown ?? now;
    this.shown = now;
    const fresh = (...names) => names.some((name) => now[name] !== was[name]);
    if (fresh("tab")) this.body.scrollTop = 0;
    else if (fresh("line", "rolling")) this.reveal(now.asked && !now.rolling ? ".question" : ".happened");
    else if (now.who && fresh("who", "ready")) this.reveal(".card");
  }

  /** Scroll a part of the panel to its top. */
  reveal(part) {
    const found = this.body.querySelector(part);
    if (found) this.body.scrollTop += found.getBoundingClientRect().top - this.body.getBoundingClientRect().top - EDGE;
  }

  /** The grip follows the finger; let go, the sheet goes on to the next stop. A tap or a key goes up, and from the top back. */
  slide() {
    let from = null;
    this.grip.addEventListener("pointerdown", (event) => {
      from = { y: event.clientY, height: this.panel.clientHeight };
      this.grip.setPointerCapture(event.pointerId);
    });
    this.grip.addEventListener("pointermove", (event) => {
      if (!from) return;
      this.play.classList.add("sliding");
      this.play.style.setProperty("--dragged", `${from.y - event.clientY}px`);
    });
    const release = (event) => {
      if (!from) return;
      const by = from.y - event.clientY;
      this.moved = Math.abs(by) >= SLOP;
      this.play.classList.remove("sliding");
      this.play.style.removeProperty("--dragged");
      if (this.moved) this.stopAt(this.nearest(from.height + by, Math.sign(by)));
      from = null;
    };
    for (const end of ["pointerup", "pointercancel"]) this.grip.addEventListener(end, release);
    this.grip.addEventListener("click", () => {
      if (!this.moved) this.stopAt(STOPS[(STOPS.indexOf(this.stop) + 1) % STOPS.length]);
      this.moved = false;
    });
  }

  /** The stop to which a sheet of this height goes on, if it was pushed up (1) or down (-1). */
  nearest(height, way) {
    const heights = [96, 306, innerHeight * 0.9];
    const here = STOPS.indexOf(this.stop);
    const near = heights.map((each) => Math.abs(each - height));
    const found = near.indexOf(Math.min(...near));
    return STOPS[found === here ? Math.min(2, Math.max(0, here + way)) : found];
  }
}
