"""Changes of seats that players make themselves: they agree to a referee, and add a secret to the dice."""

from __future__ import annotations

from collections.abc import Mapping

from surefoot.files.proof import commitment
from surefoot.language import Quoted, say
from surefoot.server import seats
from surefoot.server.messages import Pledge, Reveal, Seating, Trust
from surefoot.server.problems import Problem
from surefoot.server.store.keeping import Keeping
from surefoot.server.store.rows import SeatRow


async def change(store: Keeping, seated: Mapping[str, SeatRow], seat: SeatRow, asked: Seating) -> None:
    """Store the change that a player asks for; raises Problem if it is not possible."""
    match asked:
        case Trust():
            await _trust(store, seated, seat, asked)
        case Pledge():
            await _pledge(store, seated, seat, asked)
        case Reveal():
            await _reveal(store, seated, seat, asked)


async def _trust(store: Keeping, seated: Mapping[str, SeatRow], seat: SeatRow, asked: Trust) -> None:
    referee = seated.get(asked.seat)
    if referee is None or referee.role != "referee":
        raise Problem(
            "request/unknown-address", say("This table has no referee {seat}", seat=Quoted(asked.seat))
        )
    await store.change_seat(referee, agreed=seats.agreed_with(referee, seat.id, agree=asked.agree))


async def _pledge(store: Keeping, seated: Mapping[str, SeatRow], seat: SeatRow, asked: Pledge) -> None:
    if asked.hash == seat.pledge:
        return
    if seat.pledge:
        raise Problem("state/not-now", say("You have pledged a secret already: it can't be replaced"))
    if any(each.secret and commitment(each.secret) == asked.hash for each in seated.values()):
        raise Problem("state/not-now", say("This secret was revealed already: pledge a new one"))
    # A secret that is chosen when others are known could choose the dice together with the server: so those who have
    # revealed theirs pledge again. Until all are revealed, the dice keep the secrets of before.
    for other in seated.values():
        if seats.has_revealed(other):
            await store.change_seat(other, pledge="")
    await store.change_seat(seat, pledge=asked.hash)


async def _reveal(store: Keeping, seated: Mapping[str, SeatRow], seat: SeatRow, asked: Reveal) -> None:
    if not seat.pledge:
        raise Problem("state/not-now", say("Send the hash of your secret first"))
    if commitment(asked.secret) != seat.pledge:
        raise Problem("answer/unfitting", say("This is not the secret that you have pledged"))
    players = [each for each in seated.values() if each.role == "player" and seats.opens(each)]
    waits = [each.id for each in players if not each.pledge]
    if waits:
        raise Problem("state/not-now", say("Not all players have pledged a secret yet"), waits=waits)
    await store.change_seat(seat, secret=asked.secret)
