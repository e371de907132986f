// Adds a secret of this player to the dice, so that neither the server nor anybody else can choose them: the browser
// commits to its secret first, and reveals it when all players have committed to theirs. When another player joins later,
// all do so again, with new secrets.

const KEY = "surefoot.secret.";

const digits = (bytes) => Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");

function secretOf(seat) {
  const known = localStorage.getItem(KEY + seat.id);
  if (known) return known;
  const made = digits(crypto.getRandomValues(new Uint8Array(16)));
  localStorage.setItem(KEY + seat.id, made);
  return made;
}

/**
 * Commit to a secret, or reveal it, whichever is next. Browsers hash only on a secure page: elsewhere the dice do without.
 * @param {import("../store.js").Game} game
 */
export async function addSecret(game) {
  const mine = game.seats.find((each) => each.id === game.me?.id);
  if (mine?.role !== "player" || mine.revealed || game.over || game.welcome.dice !== "server" || !crypto.subtle) return;
  const players = game.seats.filter((each) => each.role === "player" && each.taken && !each.revoked);
  try {
    if (!mine.pledged) {
      const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secretOf(mine)));
      await game.line.ask("pledge", { hash: digits(new Uint8Array(hash)) });
    } else if (players.every((each) => each.pledged)) {
      await game.line.ask("reveal", { secret: secretOf(mine) });
      localStorage.removeItem(KEY + mine.id);
    }
  } catch {
    // The game goes on without it, and its log says so: another window may have been faster, or the game has ended.
  }
}
