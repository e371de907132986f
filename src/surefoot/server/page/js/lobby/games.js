// The games that this browser has joined: a picture, the round, whose turn it is, when they were last opened.

import { button, el, fill } from "../dom.js";
import { listed, named } from "../format.js";
import { ROLES } from "../labels.js";
import { ask } from "../net.js";
import { LOCALE, t } from "../words.js";
import { forget, held } from "./seats.js";

const SHOWN = 8;
const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });

/** The cards of all joined games; null if there are none. */
export function myGames(pictures, redraw) {
  const seats = held().slice(0, SHOWN);
  if (!seats.length) return null;
  return el("section", { class: "my-games", "aria-labelledby": "my-games" }, el("h2", { id: "my-games", text: t("My games") }), el("ul", { class: "cards" }, ...seats.map((seat) => card(seat, pictures, redraw))));
}

function card(seat, pictures, redraw) {
  const note = el("p", { class: "soft", text: seat.role === "player" ? listed(seat.sides.map(named)) : ROLES[seat.role], data: { from: "table" } });
  const turn = el("p", { class: "tile-turn" });
  const when = seat.when ? el("p", { class: "soft tile-when", text: DATE.format(seat.when), data: { from: "table" } }) : null;
  const load = async () => {
    const at = `/v1/games/${encodeURIComponent(seat.game)}`;
    const shown = await ask(at, { token: seat.token });
    tell(shown, seat, note, turn);
    const { answer: table } = await ask(`${at}/requests`, { token: seat.token, body: { kind: "table", id: "picture" } });
    return { table, state: shown.state };
  };
  return el(
    "li",
    { class: "tile" },
    el("a", { class: "tile-link", href: `#/game/${encodeURIComponent(seat.game)}` }, pictures.frame("tile-picture", load), el("strong", { class: "tile-name", text: seat.name, data: { from: "table" } })),
    note,
    turn,
    when,
    button("", () => {
      forget(seat.game);
      redraw();
    }, { class: "quiet small icon tile-remove", icon: "x", "aria-label": t("Remove {table} from this list", { table: seat.name }), title: t("Remove from this list") }),
  );
}

/** Round, players and turn of a game. */
function tell(shown, seat, note, turn) {
  const { clock } = shown.state;
  const others = shown.seats.filter((each) => each.role === "player" && each.name && !each.sides.every((side) => seat.sides.includes(side))).map((each) => each.name);
  const against = seat.computer ? t("against the computer") : others.length ? t("against {names}", { names: listed(others) }) : t("hot-seat");
  note.textContent = shown.over ? t("Finished · {n} moves", { n: shown.seq }) : clock.round ? t("Round {n} · {players}", { n: clock.round, players: against }) : against;
  if (!shown.over && (shown.question || !clock.side || seat.sides.includes(clock.side))) fill(turn, el("span", { class: "your-turn", text: t("Your turn") }));
}
