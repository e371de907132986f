"""Seats of a game: random tokens, stored only as hashes, and invite links that can be used once."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import sha256

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
    refereed = any(each.role == "referee" and opens(each) for each in seats)
    return Actor(seat.id, seat.role, sides_of(seat), seat.name, refereed)


def shown(seat: SeatRow) -> SeatShown:
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
        }
    )
