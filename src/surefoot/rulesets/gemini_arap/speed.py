"""Speed: the distance that a figure has moved in a turn, and its effect on shots at the figure."""

from __future__ import annotations

from surefoot.dice.requests import Procedure, do
from surefoot.geometry.tolerance import beyond, from_lattice, to_lattice
from surefoot.referee.itinerary import Stride
from surefoot.rulesets.gemini_arap.action import did
from surefoot.rulesets.gemini_arap.book import overridden
from surefoot.rulesets.gemini_arap.figure import movement
from surefoot.table.effects import Noted
from surefoot.table.table import Table

SPEED = "speed"
# Whether a figure was fast in the last player turn; set when that turn ends.
FAST = "fast"
# A figure that moves more than this is harder to hit.
SWIFT = 12.0
HARDER = -1
# Modes whose height counts as distance.
_CLIMBED = ("climb", "ladder")


def moved(table: Table, who: str) -> float:
    """The inches that a figure has moved in this player turn."""
    value = table.note(SPEED, who)
    return from_lattice(value) if isinstance(value, int) else 0.0


def length(strides: tuple[Stride, ...]) -> float:
    """The length of a path in inches, with the heights that are climbed."""
    climbed = sum(abs(stride.rise) for stride in strides if stride.mode in _CLIMBED)
    return climbed + sum(stride.length for stride in strides)


def remember(table: Table, who: str, strides: tuple[Stride, ...], clause: str) -> Procedure[None]:
    """Add the length of these strides to the speed of the turn."""
    inches = length(strides)
    if beyond(inches, 0.0):
        yield from do(Noted(SPEED, who, to_lattice(moved(table, who) + inches), "turn"), clause)


def turn_ends(table: Table) -> Procedure[None]:
    """At the end of a turn: clear the notes of the last turn, and note the figures that were fast in this one."""
    swift, fast = overridden(table, "speed.over-twelve", SWIFT)
    for name in table.models:
        if table.note(FAST, name) is not None:
            _, why = as_target(table, name)
            yield from do(Noted(FAST, name, None, "game"), *why)
        could = did(table, name).count("move") * movement(table.models[name])
        if beyond(moved(table, name), swift):
            yield from do(Noted(FAST, name, True, "game"), *fast)
        elif beyond(could, swift):
            yield from do(Noted(FAST, name, False, "game"), "speed.actual-distance")


def as_target(table: Table, who: str) -> tuple[int, tuple[str, ...]]:
    """The modifier to shots at a figure for its speed, and the clauses behind it."""
    fast = table.note(FAST, who)
    if fast is None:
        return 0, ()
    return (HARDER, ("speed.over-twelve",)) if fast else (0, ("speed.actual-distance",))
