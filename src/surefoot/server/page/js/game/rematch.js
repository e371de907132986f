// Play again: another game with the table, the settings and the seats of one that has ended. Each of the others
// gets the invite link for its own seat, in a message that spectators don't see.

import { host } from "../host/host.js";
import { join } from "../lobby/join.js";
import { keep } from "../lobby/seats.js";
import { upTo } from "../log/branches.js";
import { ask } from "../net.js";
import { addressOf, go } from "../router.js";
import { t } from "../words.js";

/** An invite link in a text: the invitation, the name of the game, and the seat of the ended game that it is for. */
const LINK = /\S+#\/join\/([^\s/]+)\/([^\s/]*)\/(\w+)/;

/** The invitation to the next game in what somebody wrote, or null. */
export function invitationIn(text) {
  const found = LINK.exec(text ?? "");
  return found && { invitation: decodeURIComponent(found[1]), name: decodeURIComponent(found[2]), seat: found[3] };
}

/** Start the next game, tell the others, and go there. @param {any} screen the screen of the ended game */
export async function playAgain({ game, people }) {
  const { welcome, me, seat } = game;
  const log = await host.fetch(`/v1/games/${encodeURIComponent(game.id)}/log`, { headers: { Authorization: `Bearer ${seat.token}` } });
  const others = game.seats.filter((each) => each.id !== me.id && !each.revoked && each.role === "player");
  const form = ({ role, sides }) => ({ role, sides });
  const begun = await ask("/v1/games", { body: { log: upTo(await log.text(), 0), name: welcome.name, mode: welcome.mode, dice: welcome.dice, host: form(me), invite: others.map(form) } });
  keep({ game: begun.game, computer: seat.computer, token: begun.token, name: begun.name, role: begun.seat.role, sides: begun.seat.sides, invitations: begun.invitations });
  for (const [number, { invitation }] of begun.invitations.entries()) {
    const address = addressOf("join", invitation, begun.name, others[number].id).replace(location.origin, people.origin);
    // A player who is gone misses it: the invite link is under People of the next game.
    if (others[number].taken) await game.line.ask("talk", { text: t("Play again: {address}", { address }), to: others[number].id }).catch(() => {});
  }
  go("game", begun.game);
}

/** Take the seat that another player has kept for us in the next game. */
export function joinNext({ game }, { invitation, name }) {
  return join(invitation, game.me.name, name);
}
