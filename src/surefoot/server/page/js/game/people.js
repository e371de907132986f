// The People tab: seats, invite links, referee corrections, and the facts of the game.

import { button, el, field, fill, select, svg } from "../dom.js";
import { listed, named } from "../format.js";
import { DICE, MODES, ROLES } from "../labels.js";
import { host } from "../host/host.js";
import { held, keep } from "../lobby/seats.js";
import { ask, once } from "../net.js";
import { addressOf } from "../router.js";
import { showTitle } from "../rulesets.js";
import { sideMark, sideNumbers } from "../table/looks.js";
import { t } from "../words.js";
import { notifies, setNotifies } from "./notice.js";

/** Addresses that only this computer knows. */
const HERE = /^(localhost|127\.|\[::1\])/;

/** Where there is room for a QR code beside everything else. */
const ROOM = "(min-width: 60rem) and (min-height: 45rem)";

/** Draw an address as a QR code. */
async function qr(host, address) {
  const { qrcode } = await import("../../vendor/qrcode-generator-2.0.4/qrcode.js");
  const made = qrcode(0, "M");
  made.addData(address);
  made.make();
  const count = made.getModuleCount();
  const quiet = 4;
  const dark = [];
  for (let row = 0; row < count; row += 1) for (let column = 0; column < count; column += 1) if (made.isDark(row, column)) dark.push(`M${column} ${row}h1v1h-1z`);
  fill(host, svg("svg", { class: "qr-code", viewBox: `${-quiet} ${-quiet} ${count + 2 * quiet} ${count + 2 * quiet}`, role: "img", "aria-label": t("The same link as a QR code"), "shape-rendering": "crispEdges" }, svg("rect", { x: -quiet, y: -quiet, width: count + 2 * quiet, height: count + 2 * quiet, fill: "#fff" }), svg("path", { d: dark.join(""), fill: "#000" })));
}

export class People {
  constructor(game, seat, announce) {
    Object.assign(this, { game, seat, announce });
    this.links = new Map((seat.invitations ?? []).map((each) => [each.seat.id, each.invitation]));
    this.element = el("div", { class: "people" });
    this.origin = location.origin;
    this.local = false;
    /** The invitations whose QR codes are open. */
    this.codes = new Set();
    /** Those that were closed: a code stands open where there is room for it. */
    this.closed = new Set();
    game.on("ready", () => this.find());
  }

  /** The numbers of the sides: they stand for colours and marks. */
  get numbers() {
    return sideNumbers([...new Set([...this.game.table.models.values()].map((model) => model.side))]);
  }

  get hosts() {
    return this.game.me?.host || this.game.me?.role === "referee";
  }

  draw() {
    const { game } = this;
    const { welcome } = game;
    fill(
      this.element,
      el("h2", { text: t("At the table") }),
      el("ul", { class: "seats" }, ...game.seats.filter((each) => !each.revoked).map((each) => this.row(each))),
      host.alone ? el("p", { class: "soft", text: t("To play over the network, download the log and open it on a server.") }) : this.hosts && this.inviting(),
      game.me?.role === "referee" && this.correcting(),
      el("h2", { text: t("Game") }),
      el(
        "dl",
        { class: "facts" },
        el("dt", { text: t("Rules") }),
        showTitle(el("dd"), game.state.ruleset),
        ...fact(t("Referee"), MODES[welcome.mode]),
        ...fact(t("Dice"), DICE[welcome.dice]),
      ),
      welcome.commitment &&
        el(
          "details",
          { class: "fairness", open: Boolean(welcome.seed) },
          el("summary", { text: t("Check the dice") }),
          el("dl", { class: "facts" }, ...fact(t("Dice commitment"), welcome.commitment, "table"), ...(welcome.seed ? fact(t("Dice seed"), welcome.seed, "table") : [])),
        ),
      el("div", { class: "row" }, button(t("Download log"), () => this.download(), { class: "small" }), this.notifying()),
    );
  }

  /** The switch for notifications, where the browser has them. */
  notifying() {
    if (!("Notification" in globalThis)) return null;
    const on = notifies();
    const flip = async () => {
      this.announce((await setNotifies(!on)) ? t("This browser tells you when it is your turn") : t("No notifications"));
      this.draw();
    };
    return button(t("Notify me of my turn"), flip, { class: "small", "aria-pressed": String(on) });
  }

  row(seat) {
    const me = seat.id === this.game.me?.id;
    const what = seat.role === "player" ? listed(seat.sides.map(named)) : ROLES[seat.role];
    const open = t("{seat}: open seat", { seat: what });
    const link = this.links.get(seat.id);
    return el(
      "li",
      { class: "seat" },
      el("div", {}, seat.sides.map((side) => sideMark(this.numbers.get(side))), el("strong", { text: seat.name || (seat.taken ? what : open), data: seat.taken ? { from: "table" } : {} }), el("p", { class: "soft", data: { from: "table" }, text: [seat.name && what, me && t("you"), seat.host && t("host")].filter(Boolean).join(" · ") })),
      !seat.taken && link && this.link(link),
      this.hosts && !me && !seat.taken && !link && button(t("New invite link"), () => this.again(seat), { class: "small" }),
      this.hosts && !me && button(t("Remove"), () => this.remove(seat), { class: "small quiet" }),
    );
  }

  /** An invite link with its QR code. Other devices need the address of this machine in its network. */
  link(invitation) {
    const address = addressOf("join", invitation, this.game.welcome.name).replace(location.origin, this.origin);
    const input = el("input", { class: "input link", readonly: true, value: address, "aria-label": t("Invite link") });
    input.addEventListener("focus", () => input.select());
    const code = el("div", { class: "qr" });
    const open = !this.closed.has(invitation) && (this.codes.has(invitation) || matchMedia(ROOM).matches);
    const shown = el("details", { class: "qr-box", open }, el("summary", { text: t("QR code") }), code);
    shown.addEventListener("toggle", () => {
      (shown.open ? this.closed : this.codes).delete(invitation);
      (shown.open ? this.codes : this.closed).add(invitation);
      if (shown.open && !code.firstChild) qr(code, address);
    });
    if (open) qr(code, address);
    return el("div", { class: "invite" }, el("div", { class: "row nowrap" }, input, button(t("Copy"), () => this.copy(input), { class: "small", icon: "copy" }), navigator.share && button(t("Share"), () => navigator.share({ title: this.game.welcome.name, url: address }).catch(() => {}), { class: "small", icon: "share-2" })), shown, this.local && el("p", { class: "soft", text: t("This link works on this computer only. To invite others in your network, start Surefoot with “surefoot serve --host 0.0.0.0”.") }));
  }

  /** Find the address under which other devices reach this server. */
  async find() {
    if (host.alone || !HERE.test(location.hostname)) return;
    const { urls } = await once("/v1/addresses").catch(() => ({ urls: [] }));
    [this.origin] = [...urls, location.origin];
    this.local = !urls.length;
    this.draw();
  }

  async copy(input) {
    input.select();
    try {
      await navigator.clipboard.writeText(input.value);
      this.announce(t("Link copied"));
    } catch {
      this.announce(t("Press Ctrl+C to copy the link"));
    }
  }

  inviting() {
    const sides = [...new Set([...this.game.table.models.values()].map((model) => model.side))].filter(Boolean);
    const chosen = { who: "spectator" };
    const options = [["spectator", ROLES.spectator], ["referee", ROLES.referee], ...sides.map((side) => [side, t("Player ({side})", { side: named(side) })])];
    return el("div", { class: "row inviting" }, field(t("Invite"), select(options, "spectator", (value) => (chosen.who = value))), button(t("Create invite link"), () => this.invite(chosen.who)));
  }

  async invite(who) {
    const form = who === "spectator" || who === "referee" ? { role: who } : { role: "player", sides: [who] };
    await this.ask("seats", form);
  }

  async ask(path, form) {
    try {
      const invited = await ask(`/v1/games/${this.game.id}/${path}`, { method: "POST", body: form, token: this.seat.token });
      this.keepLink(invited);
      this.announce(t("Invite link created. It works once: send it to one person"));
    } catch (refused) {
      this.announce(refused.message, refused.from);
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
      this.announce(refused.message, refused.from);
    }
  }

  /** The form of a referee correction: move a model, add or remove a status, with a reason. */
  correcting() {
    const { game } = this;
    const chosen = { who: [...game.table.models.keys()][0] };
    const input = (label, given = {}) => el("input", { class: "input", "aria-label": label, placeholder: label, ...given });
    const [x, y, gains, loses, reason] = [input(t("x"), { inputmode: "decimal" }), input(t("y"), { inputmode: "decimal" }), input(t("Add status")), input(t("Remove status")), input(t("Reason (logged)"))];
    const words = (text) => text.split(/[,\s]+/).filter(Boolean);
    const send = async () => {
      const effects = [];
      const place = game.state.models[chosen.who]?.place;
      if (x.value && y.value) effects.push({ is: "Moved", who: chosen.who, to: { kind: "surface", on: place?.on ?? "board", x: lattice(x.value), y: lattice(y.value), z: 0, facing: lattice(place?.facing ?? 0), band: "" } });
      if (gains.value || loses.value) effects.push({ is: "Became", who: chosen.who, gains: words(gains.value), loses: words(loses.value) });
      if (!effects.length || !reason.value.trim()) {
        this.announce(t("Enter a change and a reason"));
        return;
      }
      try {
        await game.line.ask("override", { effects, reason: reason.value.trim() });
      } catch (refused) {
        this.announce(refused.message, refused.from);
      }
    };
    return el(
      "details",
      { class: "correcting" },
      el("summary", { text: t("Referee correction") }),
      field(t("Model"), this.models(chosen)),
      el("div", { class: "row nowrap" }, x, y),
      el("div", { class: "row nowrap" }, gains, loses),
      reason,
      button(t("Apply correction"), send, { class: "strong" }),
    );
  }

  models(chosen) {
    const list = select([...this.game.table.models.keys()].map((name) => [name, named(name)]), chosen.who, (value) => (chosen.who = value));
    list.dataset.from = "table";
    return list;
  }

  async download() {
    const answer = await host.fetch(`/v1/games/${this.game.id}/log`, { headers: { Authorization: `Bearer ${this.seat.token}` } });
    const link = el("a", { href: URL.createObjectURL(await answer.blob()), download: `${this.game.welcome.name}.game` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
}

const lattice = (value) => Math.round(Number(String(value).replace(",", ".")) * 1e6);

function fact(name, value, from = null) {
  return [el("dt", { text: name }), el("dd", { text: value, data: from ? { from } : {} })];
}
