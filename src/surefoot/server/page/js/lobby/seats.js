// Seats that this browser holds: one for each game, kept where only this browser can read them.

const KEY = "surefoot.seats";
const MOST = 50;

/** @returns {{game: string, token: string, name: string, role: string, sides: string[], when: number}[]} */
export function held() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** Keep a seat; the newest first. */
export function keep(seat) {
  write([{ ...seat, when: Date.now() }, ...held().filter((each) => each.game !== seat.game)].slice(0, MOST));
}

/** Forget a seat. */
export function forget(game) {
  write(held().filter((each) => each.game !== game));
}

/** The seat at a game, if there is one. */
export function seatAt(game) {
  return held().find((each) => each.game === game) ?? null;
}

function write(seats) {
  try {
    localStorage.setItem(KEY, JSON.stringify(seats));
  } catch {
    // Whoever forbids storage has to keep this window open.
  }
}
