"""The 1" rule: along the whole route, with its exceptions."""

from __future__ import annotations

import math

from surefoot.geometry.tolerance import short_of
from surefoot.referee.cut import Cut
from surefoot.referee.itinerary import Itinerary, Stride
from surefoot.referee.sight import in_sight
from surefoot.referee.view import seen
from surefoot.rulesets.necromunda_classic.fighter import ONE_INCH, distance, figure
from surefoot.rulesets.necromunda_classic.prices import ENEMY, IGNORED, INJURED, lens
from surefoot.table.table import Table


def first_breach(itinerary: Itinerary) -> Cut | None:
    """Where a route first comes inside 1" of an enemy fighter."""
    index = next((index for index, stride in enumerate(itinerary.strides) if _in_zone(stride, ENEMY)), None)
    return None if index is None else (index, 0.0)


def _in_zone(stride: Stride, key: str) -> bool:
    return any(zone.key == key for zone in stride.zones)


def exceptions(itinerary: Itinerary) -> tuple[str, ...]:
    """The clauses of the exceptions that a route used: Seriously Injured enemies, or a special rule of the mover."""
    clauses = {INJURED: "one-inch.seriously-injured", IGNORED: "one-inch.charge"}
    return tuple(
        clause
        for key, clause in clauses.items()
        if any(_in_zone(stride, key) for stride in itinerary.strides)
    )


def entered(itinerary: Itinerary) -> bool:
    """Whether a route enters the 1" zone of an enemy fighter at all."""
    return any(_in_zone(stride, ENEMY) for stride in itinerary.strides)


def gaps(table: Table, who: str) -> dict[str, float]:
    """The enemies whose 1" zone a fighter stands in, and how far away they are."""
    view = seen(table, lens(table, who), who)
    here = figure(view.scene, who)
    return {
        other.id: distance(here, other)
        for zone, other in view.zoned
        if zone.key == ENEMY
        and short_of(distance(here, other), zone.reach)
        and in_sight(view, here.pose, other)
    }


def apart(table: Table, who: str, other: str) -> float:
    """The gap between a fighter and another model; infinite through walls, because nothing is measured through them."""
    view = seen(table, lens(table, who), who)
    here = figure(view.scene, who)
    there = figure(view.scene, other).beside(here.pose.z)
    return distance(here, there) if in_sight(view, here.pose, there) else math.inf


def nearer(before: Table, after: Table, who: str) -> list[str]:
    """The enemies whose 1" zone a fighter enters, or enters deeper, by a change of place."""
    known = gaps(before, who)
    return [name for name, apart in gaps(after, who).items() if short_of(apart, known.get(name, ONE_INCH))]
