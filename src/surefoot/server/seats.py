"""Seats at a game: unguessable tokens, of which only the hash is kept; invitations that are good for one guest."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import sha256

from surefoot.server.authority import Speaker
from surefoot.server.messages import SeatShown
from surefoot.server.store.rows import Role, SeatRow

# Tokens say what they are, so that one that leaked can be found and is never taken for something else.
PREFIX = "surefoot-"


def new_token() -> str:
    """A token of 256 random bits."""
    return PREFIX + secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token. It is random and long, so that a plain hash gives nothing away."""
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
    """Whether somebody who has the token of a seat may sit there."""
    return seat.taken and not seat.revoked and clock() < seat.expires


def sides_of(seat: SeatRow) -> tuple[str, ...]:
    """The sides that a seat plays."""
    return _sides(seat.sides)


@lru_cache(maxsize=1024)
def _sides(written: str) -> tuple[str, ...]:
    return tuple(json.loads(written))


def speaker(seat: SeatRow, seats: Iterable[SeatRow]) -> Speaker:
    """Whoever sits on a seat, as the table knows him."""
    refereed = any(each.role == "referee" and opens(each) for each in seats)
    return Speaker(seat.id, seat.role, sides_of(seat), seat.name, refereed)


def shown(seat: SeatRow) -> SeatShown:
    """A seat as everybody at the table may see it."""
    return SeatShown.model_validate(
        {
            "id": seat.id,
            "role": seat.role,
            "sides": list(sides_of(seat)),
            "name": seat.name,
            "host": seat.host,
            "taken": seat.taken,
            "revoked": seat.revoked,
        }
    )
