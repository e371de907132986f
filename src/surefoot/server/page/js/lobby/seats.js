// The seats of this browser, one for each game, in its local storage.

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

/** Store a seat, the newest first. */
export function keep(seat) {
  write([{ ...seat, when: Date.now() }, ...held().filter((each) => each.game !== seat.game)].slice(0, MOST));
}

/** Remove a seat from this browser. */
export function forget(game) {
  write(held().filter((each) => each.game !== game));
}

/** The seat of this browser at a game, or null. */
export function seatAt(game) {
  return held().find((each) => each.game === game) ?? null;
}

function write(seats) {
  try {
    localStorage.setItem(KEY, JSON.stringify(seats));
  } catch {
    // Without storage the seat is lost when this window is closed.
  }
}
