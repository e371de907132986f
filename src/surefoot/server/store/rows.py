"""The rows of the store as values."""

from __future__ import annotations

from typing import Literal

from surefoot.records import dataclass

Role = Literal["player", "spectator", "referee"]
Dice = Literal["server", "typed"]


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game, without its log."""

    id: str
    name: str
    mode: str
    dice: str
    seed: str
    commitment: str
    header: str
    # The hash of the first state.
    state: str
    begun: int
    over: bool = False
    proposal: str = ""
    client: str = ""
    bytes: int = 0
    touched: int = 0


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a game, with the hash of its token."""

    id: str
    game: str
    role: str
    sides: str
    name: str
    host: bool
    taken: bool
    token: str
    expires: int
    revoked: bool = False
    agreed: str = "[]"
    pledge: str = ""
    secret: str = ""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A line of a game's log, with its seat, its request and its announcement."""

    game: str
    number: int
    seat: str
    request: str
    line: str
    told: str
    at: int = 0
