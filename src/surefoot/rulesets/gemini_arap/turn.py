"""Turning: 90 free degrees in each player turn; further quarters cost movement."""

from __future__ import annotations

import math

from surefoot.dice.requests import Break, Procedure, do
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, same, to_lattice
from surefoot.language import Angle, Term, say
from surefoot.records import replace
from surefoot.referee.itinerary import Leg
from surefoot.referee.view import bearing
from surefoot.rulesets.gemini_arap.backup import KEEPS, band
from surefoot.rulesets.gemini_arap.book import overridden
from surefoot.rulesets.gemini_arap.prices import TURN_PRICE, TURN_STEP, TURNED
from surefoot.table.effects import Noted
from surefoot.table.table import Table

# Degrees that are free in a player turn.
FREE = 90.0
ABOUT_FACE = 180.0


def turned(table: Table, who: str) -> float:
    """Degrees that a figure has turned through in this player turn."""
    value = table.note(TURNED, who)
    return from_lattice(value) if isinstance(value, int) else 0.0


def quarters(degrees: float) -> int:
    """The number of quarter turns begun beyond the free degrees."""
    return max(0, math.ceil((degrees - FREE) / TURN_STEP - TOLERANCE))


def price(table: Table, before: float, degrees: float) -> tuple[float, tuple[str, ...]]:
    """The cost of a pivot after `before` degrees this turn, and the clauses behind it."""
    each, clauses = overridden(table, "turn.extra-costs-half-inch", TURN_PRICE)
    begun = quarters(before + degrees) - quarters(before)
    free = "turn.one-free-ninety" if beyond(FREE, before) else "turn.extra-costs-half-inch"
    return begun * each, clauses if begun else (free,)


def clauses(before: float, pivots: tuple[float, ...], *, earlier: bool) -> tuple[str, ...]:
    """The clauses for some pivots: the free degrees, the one quota per turn, the example of two about-faces."""
    cited = []
    total = before
    for pivot in pivots:
        if beyond(FREE, total):
            cited.append("turn.one-free-ninety")
        elif earlier:
            cited.append("turn.only-one-free")
        total += pivot
    if sum(1 for pivot in pivots if same(pivot, ABOUT_FACE)) > 1:
        cited.append("turn.about-face-example")
    return tuple(dict.fromkeys(cited))


def remember(who: str, degrees: float, *cited: str) -> Procedure[None]:
    """Note the degrees turned so far in this player turn."""
    yield from do(Noted(TURNED, who, to_lattice(degrees), "turn"), *cited)


def faced(table: Table, who: str, legs: tuple[Leg, ...]) -> tuple[tuple[Leg, ...], list[Break]]:
    """The legs with the pivots that they need, and the clauses broken by legs that keep the facing."""
    pose = table.pose(who)
    x, y, facing = pose.x, pose.y, pose.facing
    found: list[Leg] = []
    breaks: list[Break] = []
    for leg in legs:
        if leg.by == "turn":
            facing += from_lattice(leg.turn)
        if leg.to is None:
            found.append(leg)
            continue
        to = from_lattice(leg.to[0]), from_lattice(leg.to[1])
        if beyond(math.dist((x, y), to), 0.0):
            off = (bearing(to[0] - x, to[1] - y) - facing + 180.0) % 360.0 - 180.0
            manner = KEEPS.get(leg.manner)
            if manner:
                breaks += _wrong_way(manner, abs(off), leg)
                found.append(replace(leg, manner=manner))
                x, y = to
                continue
            if beyond(abs(off), 0.0):
                found.append(Leg(by="turn", turn=to_lattice(off)))
                facing += off
        x, y = to
        found.append(leg)
    return tuple(found), breaks


def _wrong_way(manner: str, off: float, leg: Leg) -> list[Break]:
    actual = band(off)
    if actual == manner:
        return []
    assert leg.to is not None
    says = say(
        "This leg goes {actual}, not {manner}: it is {angle} off the facing",
        actual=Term(actual),
        manner=Term(manner),
        angle=Angle.of(off),
    )
    return [Break("backup.half-rate", says, (leg.to[0], leg.to[1], 0))]
