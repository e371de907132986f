// Who is at the table: seats, invitations by link, the referee's corrections, the dice that can be checked.

import { button, el, field, fill, select } from "../dom.js";
import { ask } from "../net.js";
import { addressOf } from "../router.js";
import { held, keep } from "./seats.js";

const ROLES = { player: "Player", spectator: "Spectator", referee: "Referee" };

export class People {
  constructor(game, seat, say) {
    Object.assign(this, { game, seat, say });
    this.links = new Map((seat.invitations ?? []).map((each) => [each.seat.id, each.invitation]));
    this.element = el("div", { class: "people" });
  }

  get hosts() {
    return this.game.me?.host || this.game.me?.role === "referee";
  }

  draw() {
    const { game } = this;
    const { welcome } = game;
    fill(
      this.element,
      el("h2", { text: "At the table" }),
      el("ul", { class: "seats" }, ...game.seats.filter((each) => !each.revoked).map((each) => this.row(each))),
      this.hosts && this.inviting(),
      game.me?.role === "referee" && this.correcting(),
      el("h2", { text: "The game" }),
      el("dl", { class: "facts" }, ...facts({ Rules: game.state.ruleset, Referee: { enforce: "refuses what is illegal", advise: "warns", record: "only writes down" }[welcome.mode], Dice: welcome.dice === "server" ? "rolled by the server" : "rolled at the table", ...(welcome.commitment ? { "Dice promised": welcome.commitment } : {}), ...(welcome.seed ? { "Seed of the dice": welcome.seed } : {}) })),
      el("div", { class: "row" }, button("Save the log", () => this.download(), { class: "small" })),
    );
  }

  row(seat) {
    const me = seat.id === this.game.me?.id;
    const what = seat.role === "player" ? seat.sides.join(" and ") : ROLES[seat.role];
    const link = this.links.get(seat.id);
    return el(
      "li",
      { class: "seat" },
      el("div", {}, el("strong", { text: seat.name || (seat.taken ? what : `${what}: nobody yet`) }), el("p", { class: "soft", text: [seat.name && what, me && "you", seat.host && "host"].filter(Boolean).join(" · ") })),
      !seat.taken && link && this.link(link),
      this.hosts && !me && !seat.taken && !link && button("New link", () => this.again(seat), { class: "small" }),
      this.hosts && !me && button("Remove", () => this.remove(seat), { class: "small quiet" }),
    );
  }

  link(invitation) {
    const address = addressOf("join", invitation, this.game.welcome.name);
    const input = el("input", { class: "input link", readonly: true, value: address, "aria-label": "Invitation link" });
    input.addEventListener("focus", () => input.select());
    return el("div", { class: "row nowrap" }, input, button("Copy", () => this.copy(input), { class: "small" }));
  }

  async copy(input) {
    input.select();
    try {
      await navigator.clipboard.writeText(input.value);
      this.say("The link is copied.");
    } catch {
      this.say("Copy the link with Ctrl+C.");
    }
  }

  inviting() {
    const sides = [...new Set([...this.game.table.models.values()].map((model) => model.side))].filter(Boolean);
    const chosen = { who: "spectator" };
    const options = [["spectator", "a spectator"], ["referee", "a referee"], ...sides.map((side) => [side, `a player of ${side}`])];
    return el("div", { class: "row inviting" }, field("Invite", select(options, "spectator", (value) => (chosen.who = value))), button("Make a link", () => this.invite(chosen.who)));
  }

  async invite(who) {
    const form = who === "spectator" || who === "referee" ? { role: who } : { role: "player", sides: [who] };
    await this.ask("seats", form);
  }

  async ask(path, form) {
    try {
      const invited = await ask(`/v1/games/${this.game.id}/${path}`, { method: "POST", body: form, token: this.seat.token });
      this.keepLink(invited);
      this.say("Hand on the link: it is good for one guest.");
    } catch (refused) {
      this.say(refused.message);
    }
    this.draw();
  }

  keepLink(invited) {
    this.links.set(invited.seat.id, invited.invitation);
    const mine = held().find((each) => each.game === this.game.id);
    if (mine) keep({ ...mine, invitations: [...(mine.invitations ?? []).filter((each) => each.seat.id !== invited.seat.id), invited] });
  }

  again(seat) {
    return this.ask(`seats/${seat.id}/invitation`, {});
  }

  async remove(seat) {
    try {
      await ask(`/v1/games/${this.game.id}/seats/${seat.id}`, { method: "DELETE", token: this.seat.token });
    } catch (refused) {
      this.say(refused.message);
    }
  }

  /** The referee sets something right: somebody is put elsewhere, or gains or loses a status, with a reason. */
  correcting() {
    const { game } = this;
    const chosen = { who: [...game.table.models.keys()][0] };
    const input = (label, given = {}) => el("input", { class: "input", "aria-label": label, placeholder: label, ...given });
    const [x, y, gains, loses, reason] = [input("x", { inputmode: "decimal" }), input("y", { inputmode: "decimal" }), input("gains a status"), input("loses a status"), input("reason, which is logged")];
    const words = (text) => text.split(/[,\s]+/).filter(Boolean);
    const send = async () => {
      const effects = [];
      const place = game.state.models[chosen.who]?.place;
      if (x.value && y.value) effects.push({ is: "Moved", who: chosen.who, to: { kind: "surface", on: place?.on ?? "board", x: lattice(x.value), y: lattice(y.value), z: 0, facing: lattice(place?.facing ?? 0), band: "" } });
      if (gains.value || loses.value) effects.push({ is: "Became", who: chosen.who, gains: words(gains.value), loses: words(loses.value) });
      if (!effects.length || !reason.value.trim()) {
        this.say("Say what is set right, and why.");
        return;
      }
      try {
        await game.line.ask("override", { effects, reason: reason.value.trim() });
      } catch (refused) {
        this.say(refused.message);
      }
    };
    return el(
      "details",
      { class: "correcting" },
      el("summary", { text: "Set something right" }),
      field("Who", select([...game.table.models.keys()].map((name) => [name, name]), chosen.who, (value) => (chosen.who = value))),
      el("div", { class: "row nowrap" }, x, y),
      el("div", { class: "row nowrap" }, gains, loses),
      reason,
      button("Set it right", send, { class: "strong" }),
    );
  }

  async download() {
    const answer = await fetch(`/v1/games/${this.game.id}/log`, { headers: { Authorization: `Bearer ${this.seat.token}` } });
    const link = el("a", { href: URL.createObjectURL(await answer.blob()), download: `${this.game.welcome.name}.game` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
}

const lattice = (value) => Math.round(Number(String(value).replace(",", ".")) * 1e6);

function facts(given) {
  return Object.entries(given).flatMap(([name, value]) => [el("dt", { text: name }), el("dd", { text: value })]);
}
