"""Turning: 90 free degrees in each player turn; further quarters cost movement."""

from __future__ import annotations

import math

from surefoot.dice.requests import Break, Procedure, do
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, same, to_lattice
from surefoot.language import Angle, Term, say
from surefoot.records import replace
from surefoot.referee.itinerary import Leg, Stride
from surefoot.referee.remember import remembered
from surefoot.referee.view import bearing
from surefoot.rulesets.gemini_arap.backup import KEEPS, band
from surefoot.rulesets.gemini_arap.book import overridden
from surefoot.rulesets.gemini_arap.prices import TURN_PRICE, TURN_STEP, TURNED
from surefoot.rulesets.gemini_arap.tracing import traced
from surefoot.table.effects import Noted
from surefoot.table.table import Table

# Degrees that are free in a player turn.
FREE = 90.0
ABOUT_FACE = 180.0
# Ways of walking to a ladder or a rope.
_LEVEL = ("walk", "stairs")


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


def faced(table: Table, who: str, legs: tuple[Leg, ...]) -> tuple[tuple[Leg, ...], tuple[Break, ...]]:
    """The legs with the pivots that they need, and the clauses broken by legs that keep the facing."""
    pose = table.pose(who)
    x, y, facing = pose.x, pose.y, pose.facing
    found: list[Leg] = []
    breaks: list[Break] = []
    for leg in _apart(legs):
        if leg.by == "turn":
            facing += from_lattice(leg.turn)
        if leg.to is None:
            level, (x, y) = _along(table, who, tuple(found), leg, (x, y))
            for each in level:
                off = _off(each, facing)
                found += _pivot(off)
                facing += off
            found.append(leg)
            continue
        to = from_lattice(leg.to[0]), from_lattice(leg.to[1])
        if beyond(math.dist((x, y), to), 0.0):
            off = _off(bearing(to[0] - x, to[1] - y), facing)
            manner = KEEPS.get(leg.manner)
            if manner:
                breaks += _wrong_way(manner, abs(off), leg)
                found.append(replace(leg, manner=manner))
                x, y = to
                continue
            found += _pivot(off)
            facing += off
        x, y = to
        found.append(leg)
    return tuple(found), tuple(breaks)


def _apart(legs: tuple[Leg, ...]) -> list[Leg]:
    """The legs, with what leads on from a ladder or a rope as a leg of its own."""
    found: list[Leg] = []
    for leg in legs:
        if leg.by == "link" and leg.to is not None:
            found += [replace(leg, to=None), replace(leg, by="walk", link="", rise=0)]
        else:
            found.append(leg)
    return found


def link_end(
    table: Table, who: str, before: tuple[Leg, ...], leg: Leg, here: tuple[float, float]
) -> tuple[float, float]:
    """Where a leg along a ladder or a rope ends that follows other legs; where it begins, if it can't be followed."""
    return _along(table, who, before, leg, here)[1]


def _along(
    table: Table, who: str, before: tuple[Leg, ...], leg: Leg, here: tuple[float, float]
) -> tuple[list[float], tuple[float, float]]:
    """The bearings of the level stretches of a leg up a ladder or along a rope, and where the leg ends.

    A figure faces along its approach and along a level rope; going up or down needs no pivot.
    """
    if leg.by != "link":
        return [], here
    strides = _strides(table, who, (*before, leg))
    level = [each for each in strides if beyond(each.length, 0.0) and each.mode in (*_LEVEL, "ladder")]
    bearings = [bearing(each.end.x - each.start.x, each.end.y - each.start.y) for each in level]
    return bearings, (strides[-1].end.x, strides[-1].end.y) if strides else here


@remembered
def _strides(table: Table, who: str, legs: tuple[Leg, ...]) -> tuple[Stride, ...]:
    """The strides of the last of some legs."""
    strides = traced(table, who, legs).itinerary.strides
    return tuple(each for each in strides if each.leg == len(legs) - 1)


def _off(towards: float, facing: float) -> float:
    """Degrees from a facing to a bearing, to the right; negative to the left."""
    return (towards - facing + 180.0) % 360.0 - 180.0


def _pivot(off: float) -> list[Leg]:
    """The pivot by some degrees; none if it faces there already."""
    return [Leg(by="turn", turn=to_lattice(off))] if beyond(abs(off), 0.0) else []


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
