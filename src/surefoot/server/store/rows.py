"""What is kept, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
    # The hash of the state that it begins with.
    state: str
    begun: int
    over: bool = False
    proposal: str = ""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat at a game; of its token only the hash is known."""

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


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A line of a game's log, who said it in which request, and what was announced of it."""

    game: str
    number: int
    seat: str
    request: str
    line: str
    told: str
