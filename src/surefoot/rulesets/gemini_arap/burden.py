"""The effect of carrying a ladder on its bearers: the more bearers, the less it slows them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations

from surefoot.dice.requests import Break
from surefoot.geometry.measure import gap
from surefoot.geometry.tolerance import beyond, from_lattice
from surefoot.language import Length, Thing, Who, say
from surefoot.rulesets.gemini_arap.book import decimal, rows
from surefoot.rulesets.gemini_arap.figure import bulk, movement
from surefoot.table.model import Object
from surefoot.table.place import Pose
from surefoot.table.table import Table

LADDER = "portable-ladder"
# The tag of ground over which a ladder is carried.
BURDENED = "burdened"


def held(table: Table, who: str, sort: str) -> Object | None:
    """The object of a sort that a figure carries; None if it carries none."""
    return next(
        (thing for thing in table.objects.values() if who in thing.holders and thing.sort == sort), None
    )


def bearers(table: Table, thing: Object) -> tuple[str, ...]:
    """The figures on the table that carry an object."""
    return tuple(name for name in thing.holders if table.models[name].place.on_table)


def factor(table: Table, who: str) -> tuple[float, tuple[str, ...]]:
    """The cost factor per inch for a figure that carries a ladder, and the clauses behind it."""
    thing = held(table, who, LADDER)
    if thing is None:
        return 1.0, ()
    strength = sum(bulk(table.models[name]) for name in bearers(table, thing))
    found = next(
        float(row["factor"])
        for row in reversed(rows("portable-ladder.carry-rate"))
        if strength >= int(str(row["carriers"]).removesuffix("+"))
    )
    more = decimal(table.option("ladder_encumbrance"))
    if more != 1.0 and is_unusual(table, from_lattice(thing.length)):
        return found * more, ("portable-ladder.carry-rate", "portable-ladder.unusual-height")
    return found, ("portable-ladder.carry-rate",)


def is_unusual(table: Table, height: float) -> bool:
    """Whether a ladder is unusually high."""
    return beyond(height, decimal(table.option("ladder_max_level")) * decimal(table.option("level_height")))


def slowest(table: Table, who: str) -> float:
    """The M of a figure, or of the slowest bearer of the ladder that it carries."""
    thing = held(table, who, LADDER)
    names = (who,) if thing is None else bearers(table, thing)
    return min(movement(table.models[name]) for name in names)


def parted(table: Table, ends: Mapping[str, Pose]) -> list[tuple[Object, str, str, float]]:
    """The bearers that could not reach the load they share from these places: it, two of them, and how far they are apart."""
    found = []
    for thing in table.objects.values():
        names = bearers(table, thing)
        if not thing.length or not any(name in ends for name in names):
            continue
        for one, other in combinations(names, 2):
            here, there = (ends.get(name) or table.pose(name) for name in (one, other))
            bodies = (
                table.models[name].base.shape.at(pose.x, pose.y, pose.facing)
                for name, pose in ((one, here), (other, there))
            )
            apart = math.hypot(gap(*bodies), here.z - there.z)
            if beyond(apart, from_lattice(thing.length)):
                found.append((thing, one, other, apart))
    return found


def let_go(table: Table, ends: Mapping[str, Pose]) -> list[Break]:
    """The clause that keeps bearers from walking off with a load, or without it, while another holds it."""
    return [
        Break(
            "portable-ladder.carry-rate",
            say(
                "{one} and {other} share {thing} ({length} long) and would be {apart} apart. "
                "Move them together, or put it down first",
                one=Who(one),
                other=Who(other),
                thing=Thing(thing.id),
                length=Length(thing.length),
                apart=Length.of(apart),
            ),
        )
        for thing, one, other, apart in parted(table, ends)
    ]
