// Talk at the table: what players write, where they point, and notices at the edge of the table.

import { button, el, fill, icon, svg } from "../dom.js";
import { listed, named, position } from "../format.js";
import { ROLES } from "../labels.js";
import { SCALE } from "../table/camera.js";
import { LOCALE, t } from "../words.js";
import { invitationIn } from "./rematch.js";

/** Milliseconds for which a ping and a notice are shown. */
const PING = 4000;
const NOTICE = 8000;
const MOST = 200;
const CLOCK = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit" });

/** The name of a seat: as its player wrote it, else its sides or its role. */
export function seatName(seat) {
  return seat?.name || (seat?.sides.length ? listed(seat.sides.map(named)) : ROLES[seat?.role] ?? "");
}

export class Talk {
  /**
   * @param {import("../store.js").Game} game
   * @param {import("../table/view.js").TableView} view
   * @param {HTMLElement} notices
   * @param {{announce: (text: string, from?: string) => void, whisper: (text: string, from?: string) => void}} say how to tell everybody, or screen readers only
   */
  constructor(game, view, notices, { announce, whisper }) {
    Object.assign(this, { game, view, notices, announce, whisper });
    this.lines = [];
    /** The next game, if another player has started one and kept a seat for us. */
    this.next = null;
    this.pointing = false;
    this.list = el("ul", { class: "talk", "aria-label": t("Talk"), "aria-live": "polite" });
    this.input = el("input", { class: "input", maxlength: 500, autocomplete: "off", "aria-label": t("Write to the table"), placeholder: t("Write, or point at the table") });
    this.point = button("", () => this.setPointing(!this.pointing), { class: "icon", icon: "map-pin", "aria-label": t("Point at the table"), "aria-pressed": "false" });
    const send = button("", () => {}, { class: "strong icon", icon: "send", type: "submit", "aria-label": t("Send") });
    this.form = el("form", { class: "row nowrap talk-form", on: { submit: (event) => this.submit(event) } }, this.input, this.point, send);
    this.element = el("section", { class: "talk-box" }, el("h2", { text: t("Talk") }), this.list, this.form);
    this.seen = new Map();
    game.on("talked", (frame) => this.heard(frame));
    game.on("seats", () => this.seated());
    game.on("ready", () => (this.seen = this.taken()));
  }

  /** The seats that are taken, by their ids. */
  taken() {
    return new Map(this.game.seats.filter((each) => each.taken && !each.revoked).map((each) => [each.id, each]));
  }

  /** Tell who has joined or left since the seats were last known. */
  seated() {
    const now = this.taken();
    for (const [id, seat] of now) {
      if (this.seen.has(id) || id === this.game.me?.id) continue;
      const what = seat.role === "player" ? listed(seat.sides.map(named)) : ROLES[seat.role];
      this.notice(seat.name ? t("{name} joined ({role})", { name: seat.name, role: what }) : t("{role} joined", { role: what }), seat, "log-in");
    }
    this.seen = now;
  }

  number(seat) {
    return this.view.sides?.get(seat?.sides?.[0]) ?? 4;
  }

  /** A notice at the edge of the table, for a while. */
  notice(text, seat, sign = "message-circle", from = "table") {
    const made = el("div", { class: `notice side-${this.number(seat)}` }, icon(sign), el("span", { text, data: { from } }), button("", () => made.remove(), { class: "quiet icon small", icon: "x", "aria-label": t("Close") }));
    this.notices.append(made);
    setTimeout(() => made.remove(), NOTICE);
    // It is on the screen already.
    this.whisper(text, from);
  }

  setPointing(on) {
    this.pointing = on;
    this.point.setAttribute("aria-pressed", String(on));
    if (on) this.announce(t("Tap the place to point at"));
  }

  async submit(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    this.input.value = "";
    await this.send({ text });
  }

  /** Point at a place on the table. */
  ping(point) {
    this.setPointing(false);
    return this.send({ at: [Math.round(point[0] * 100) / 100, Math.round(point[1] * 100) / 100] });
  }

  async send(fields) {
    try {
      await this.game.line.ask("talk", fields);
    } catch (refused) {
      this.announce(refused.message, refused.from);
    }
  }

  heard(frame) {
    const seat = this.game.seats.find((each) => each.id === frame.by.seat);
    const mine = frame.by.seat === this.game.me?.id;
    const next = invitationIn(frame.text);
    if (next) {
      // An invite link is for one seat only; the card of the ended game offers it there.
      if (mine || next.seat !== this.game.me?.id) return;
      this.next = { ...next, by: seatName(seat) };
      this.game.emit("proposal");
      this.notice(t("{name} wants to play again.", { name: this.next.by }), seat, "rotate-cw");
      return;
    }
    this.lines = [...this.lines, { ...frame, seat }].slice(-MOST);
    if (frame.at) this.mark(frame.at, seat);
    if (!mine && !this.element.isConnected) this.notice(frame.text ? t("{name}: {text}", { name: seatName(seat), text: frame.text }) : t("{name} points at {position}", { name: seatName(seat), position: position(frame.at) }), seat, frame.text ? "message-circle" : "map-pin");
    this.draw();
  }

  /** A ping: rings in the colour of its player that fade, with his name. */
  mark([x, y], seat) {
    const layer = this.view.layers.over;
    const made = svg("g", { class: `ping side-${this.number(seat)}`, transform: `translate(${x * SCALE} ${(this.view.table.depth - y) * SCALE})` }, svg("circle", { class: "ping-ring", r: 26 }), svg("circle", { class: "ping-ring second", r: 26 }), svg("circle", { class: "ping-dot", r: 7 }), svg("text", { class: "ping-name", y: 46, text: seatName(seat), data: { from: "table" } }));
    layer.append(made);
    setTimeout(() => made.remove(), PING);
  }

  draw() {
    const item = (line) => {
      const mine = line.by.seat === this.game.me?.id;
      const place = line.at && button(position(line.at), () => {
        this.view.camera.reveal(line.at);
        this.mark(line.at, line.seat);
      }, { class: "small", icon: "map-pin", "aria-label": t("Show {position} on the table", { position: position(line.at) }) });
      return el("li", { class: `said side-${this.number(line.seat)}${mine ? " mine" : ""}` }, el("p", { class: "soft" }, el("b", { text: mine ? t("You") : seatName(line.seat), data: { from: "table" } }), " ", el("time", { text: CLOCK.format(line.when * 1000) })), line.text && el("p", { class: "said-text", text: line.text, data: { from: "table" } }), place);
    };
    fill(this.list, ...this.lines.map(item));
    this.list.scrollTop = this.list.scrollHeight;
  }
}
