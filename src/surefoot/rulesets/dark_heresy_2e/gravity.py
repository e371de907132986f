"""Gravity: the gravity at a place, and the effects of low and high gravity on movement, jumps, throws and loads."""

from __future__ import annotations

import math
from fractions import Fraction

from surefoot.geometry.kernel import region_distance
from surefoot.geometry.tolerance import beyond, short_of, within
from surefoot.referee.remember import remembered
from surefoot.referee.scene import Area, Scene
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, setting
from surefoot.rulesets.dark_heresy_2e.terrain_traits import traits
from surefoot.table.record import Record
from surefoot.table.table import Table

GRAVITIES = ("normal", "low", "high", "zero")
# The tag of ground without gravity, also a condition of treacherous ground.
ZERO = "zero-gravity"
# Added to the Agility bonus for movement and the Strength bonus for throws in low gravity, subtracted in high.
BONUS = 2
# Added to the sum of bonuses for loads in low gravity, subtracted in high.
LOAD_BONUS = 4
# High gravity does not reduce the Agility bonus below this.
LEAST_AGILITY = 1


def gravity_of(area: Area) -> str:
    """The gravity of an area; empty if it is that of the table."""
    return "zero" if area.piece.has(ZERO) else traits(area.piece).text("gravity")


def areas_at(table: Table, who: str) -> tuple[Area, ...]:
    """The areas that a model is in; none if it is not on the table.

    An area without a height goes up without end. One that lies on a floor above the ground does not count beneath that floor.
    """
    if not table.models[who].place.on_table:
        return ()
    pose = table.pose(who)
    return tuple(
        area
        for area in Scene(table).ground.areas
        if not beyond(region_distance(pose.x, pose.y, area.region.rings), 0.0)
        and (not area.piece.height or within(pose.z, area.high))
        and not (beyond(area.low, 0.0) and short_of(pose.z, area.low))
    )


@remembered
def local_options(table: Table, who: str) -> Record:
    """The options of the table, with the gravity of the place where a model is."""
    found = [gravity for area in areas_at(table, who) if (gravity := gravity_of(area))]
    return table.options.changed(gravity=found[-1]) if found else table.options


def weightless(table: Table, who: str) -> bool:
    """Whether a model is in zero gravity."""
    return chosen(local_options(table, who), "gravity") == "zero"


def agility_bonus(options: Record, bonus: int) -> tuple[int, tuple[str, ...]]:
    """The Agility bonus for movement, and the clauses that changed it."""
    gravity = chosen(options, "gravity")
    if gravity == "low":
        return bonus + BONUS, ("gravity.low-agb",)
    if gravity == "high" and bonus > LEAST_AGILITY:
        return max(LEAST_AGILITY, bonus - BONUS), ("gravity.high-agb",)
    return bonus, ()


def throwing_bonus(options: Record, bonus: int) -> tuple[int, tuple[str, ...]]:
    """The Strength bonus for throws, and the clauses that changed it."""
    gravity = chosen(options, "gravity")
    if gravity == "low":
        return bonus + BONUS, ("gravity.low-throw",)
    if gravity == "high" and bonus > 0:
        return max(0, bonus - BONUS), ("gravity.high-throw",)
    return bonus, ()


def load_bonus(options: Record) -> tuple[int, tuple[str, ...]]:
    """The addition of gravity to the sum of bonuses for loads, and its clauses."""
    gravity = chosen(options, "gravity")
    if gravity == "low":
        return LOAD_BONUS, ("gravity.low-carry",)
    return (-LOAD_BONUS, ("gravity.high-carry",)) if gravity == "high" else (0, ())


def jumped(options: Record, metres: Fraction) -> Fraction:
    """A jump or leap distance: doubled in low gravity, halved in high gravity and rounded up to the step."""
    gravity = chosen(options, "gravity")
    if gravity == "low":
        return metres * 2
    if gravity != "high":
        return metres
    step = setting(options, "high_jump_step")
    return min(metres, math.ceil(metres / 2 / step) * step)


def jump_clauses(options: Record) -> tuple[str, ...]:
    """The clause about jump distances in this gravity, if there is one."""
    gravity = str(chosen(options, "gravity"))
    return (f"gravity.{gravity}-jump",) if gravity in ("low", "high") else ()
