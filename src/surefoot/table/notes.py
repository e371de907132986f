"""Notes with a lifetime, and the clock that clears them."""

from __future__ import annotations

from typing import Literal, get_args

from surefoot.records import dataclass, replace
from surefoot.table.record import EMPTY, Record, Value

# From the shortest to the longest: the end of one clears its notes and those of all shorter ones.
Lifetime = Literal["action", "activation", "phase", "turn", "round", "game", "event"]
LIFETIMES: tuple[str, ...] = get_args(Lifetime)
# The note with which a ruleset ends the game, as at the end of a battle.
GAME_OVER = "battle over"


@dataclass(frozen=True, slots=True)
class Note:
    """Something to remember: a value, and how long it is remembered.

    A note with the lifetime "event" stays until a rule clears it: `until` names the event (rest, leaving the water).
    `of` is the model, unit or piece whose activation or action counts; empty for the table's own notes.
    """

    key: str
    of: str
    value: Value
    lifetime: Lifetime
    until: str = ""

    @property
    def name(self) -> str:
        """The key under which the table keeps it."""
        return note_name(self.key, self.of)

    def scene_token(self) -> str:
        """Notes are never geometry."""
        return repr(self)


def note_name(key: str, of: str = "") -> str:
    """The name of a note about something."""
    return f"{key}:{of}" if of else key


@dataclass(frozen=True, slots=True)
class Clock:
    """Round, phase and step of structured time; minutes of narrative time."""

    round: int = 1
    side: str = ""
    phase: str = ""
    step: str = ""
    active: str = ""
    minutes: int = 0
    details: Record = EMPTY

    def changed(self, **fields: Value) -> Clock:
        """The clock with some fields set."""
        return replace(self, **fields)  # type: ignore[arg-type]  # dataclass fields by name
