"""Seats of a game: random tokens, stored only as hashes, and invite links that can be used once."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Any

from surefoot.files.proof import commitment
from surefoot.server.authority import Actor
from surefoot.server.messages import SeatShown
from surefoot.server.store.rows import Role, SeatRow

# The prefix makes a leaked token easy to recognise.
PREFIX = "surefoot-"


def new_token() -> str:
    """A token of 256 random bits."""
    return PREFIX + secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """The hash of a token, which is stored. Tokens are long and random, so a plain hash is safe."""
    return sha256(token.encode()).hexdigest()


def now() -> int:
    """Seconds since 1970."""
    return int(time.time())


def new_seat(
    game: str,
    role: Role,
    sides: Iterable[str],
    token: str,
    lasts: int,
    *,
    name: str = "",
    host: bool = False,
    taken: bool = False,
) -> SeatRow:
    """A seat that a token opens."""
    written = json.dumps(list(sides), ensure_ascii=False)
    return SeatRow(secrets.token_hex(6), game, role, written, name, host, taken, hashed(token), now() + lasts)


def opens(seat: SeatRow, clock: Callable[[], int] = now) -> bool:
    """Whether the token of a seat is valid now."""
    return seat.taken and not seat.revoked and clock() < seat.expires


def sides_of(seat: SeatRow) -> tuple[str, ...]:
    """The sides that a seat plays."""
    return _sides(seat.sides)


@lru_cache(maxsize=1024)
def _sides(written: str) -> tuple[str, ...]:
    return tuple(json.loads(written))


def actor(seat: SeatRow, seats: Iterable[SeatRow]) -> Actor:
    """The actor of a seat."""
    seated = list(seats)
    refereed = any(trusted(each, seated) for each in seated)
    # A referee to whom not all players have agreed only watches.
    role = "spectator" if seat.role == "referee" and not trusted(seat, seated) else seat.role
    return Actor(seat.id, role, sides_of(seat), seat.name, refereed)


def agreed_by(seat: SeatRow) -> tuple[str, ...]:
    """The players who have agreed to a referee."""
    return _sides(seat.agreed)


def agreed_with(referee: SeatRow, player: str, *, agree: bool) -> str:
    """Who agrees to a referee when a player has agreed or withdrawn it, as it is stored."""
    return json.dumps(sorted(set(agreed_by(referee)) - {player} | ({player} if agree else set())))


def doubters(seat: SeatRow, seated: Iterable[SeatRow]) -> list[str]:
    """The players who have not agreed to a referee yet.

    The host has by inviting the referee, and players have to a referee who is the host by joining his game.
    """
    if seat.host or seat.role != "referee":
        return []
    agreed = agreed_by(seat)
    players = [each for each in seated if each.role == "player" and not each.host and opens(each)]
    return [each.id for each in players if each.id not in agreed]


def trusted(seat: SeatRow, seated: Iterable[SeatRow]) -> bool:
    """Whether a seat has the power of a referee: all players agree."""
    return seat.role == "referee" and opens(seat) and not doubters(seat, seated)


def has_revealed(seat: SeatRow) -> bool:
    """Whether a player has shown the secret that the seat pledged last."""
    return bool(seat.secret) and commitment(seat.secret) == seat.pledge


def in_log(seat: SeatRow) -> dict[str, Any]:
    """A seat as it stands in the log. `holder` changes when another client takes the seat."""
    found: dict[str, Any] = {
        "id": seat.id,
        "role": seat.role,
        "sides": list(sides_of(seat)),
        "name": seat.name,
        "holder": hashed(seat.token)[:16] if seat.taken else "",
        "state": "revoked" if seat.revoked else "taken" if seat.taken else "invited",
    }
    if seat.host:
        found["host"] = True
    if seat.role == "referee":
        found["agreed"] = sorted(agreed_by(seat))
    if seat.pledge:
        found["pledge"] = seat.pledge
    return found


def shown(seat: SeatRow, seated: Iterable[SeatRow] = ()) -> SeatShown:
    """A seat as all seats of the game may see it."""
    return SeatShown.model_validate(
        {
            "id": seat.id,
            "role": seat.role,
            "sides": list(sides_of(seat)),
            "name": seat.name,
            "host": seat.host,
            "taken": seat.taken,
            "revoked": seat.revoked,
            "doubters": doubters(seat, seated),
            "pledged": bool(seat.pledge),
            "pledge": seat.pledge,
            "revealed": has_revealed(seat),
        }
    )
