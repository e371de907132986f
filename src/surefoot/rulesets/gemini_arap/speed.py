"""Speed: how far a figure has really gone in a turn, and what that makes of it as a target."""

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
# Set when a player turn ends, for the turn of the other player: whether the figure was fast.
FAST = "fast"
# More than this makes a figure harder to hit.
SWIFT = 12.0
HARDER = -1
# Ways of moving whose height counts as distance.
_CLIMBED = ("climb", "ladder")


def moved(table: Table, who: str) -> float:
    """Inches that a figure has gone in this player turn."""
    value = table.note(SPEED, who)
    return from_lattice(value) if isinstance(value, int) else 0.0


def length(strides: tuple[Stride, ...]) -> float:
    """Inches along a path, on the level and climbed."""
    climbed = sum(abs(stride.rise) for stride in strides if stride.mode in _CLIMBED)
    return climbed + sum(stride.length for stride in strides)


def remember(table: Table, who: str, strides: tuple[Stride, ...], clause: str) -> Procedure[None]:
    """Add what was just gone to the speed of the turn."""
    inches = length(strides)
    if beyond(inches, 0.0):
        yield from do(Noted(SPEED, who, to_lattice(moved(table, who) + inches), "turn"), clause)


def turn_ends(table: Table) -> Procedure[None]:
    """What was fast in the last turn is so no longer; who was fast in this one is so in the next."""
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
    """What speed does to shots at a figure, and the clauses behind it."""
    fast = table.note(FAST, who)
    if fast is None:
        return 0, ()
    return (HARDER, ("speed.over-twelve",)) if fast else (0, ("speed.actual-distance",))
