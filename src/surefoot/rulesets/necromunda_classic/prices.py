"""The prices of moving on foot, and the lens of a fighter."""

from __future__ import annotations

import re
from functools import cache

from surefoot.dice.pool import dice
from surefoot.dice.readings import Total
from surefoot.dice.requests import Roll
from surefoot.geometry.shapes import Part
from surefoot.language import say
from surefoot.referee.lens import Lens, Models, Pieces, Zone
from surefoot.referee.remember import remembered
from surefoot.referee.tariff import Fare, KeepOut, Rate, Tariff
from surefoot.rulesets.necromunda_classic import vehicle_prices
from surefoot.rulesets.necromunda_classic.activation import ACTIONS_PER_ACTIVATION, rolled_distance, row
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import (
    LEVEL_STEP,
    MOUNTED,
    ONE_INCH,
    SERIOUSLY_INJURED,
    VEHICLE,
    is_prone,
    is_vehicle,
    movement,
    own_traits,
)
from surefoot.rulesets.necromunda_classic.tests import initiative_may_fail
from surefoot.table.table import Table

# The key of the zone of the 1" rule.
ENEMY = "enemy"
# The zone round Seriously Injured enemies, an exception to the rule.
INJURED = "injured"
# The zone round enemies that a fighter may ignore by a special rule.
IGNORED = "ignored"
_TOO_NEAR = say("The path comes within {limit} of {model}, an enemy")
# Overhangs up to this can be climbed past.
OVERHANG = 1.0
# Climbing and difficult ground cost this many inches for each inch.
DOUBLE = 2.0

_PIECES = (
    (Pieces(tags=("impassable", "solid")), "solid"),
    (Pieces(sorts=("door",), states=("open",)), "absent"),
    (Pieces(sorts=("door", "window")), "solid"),
    (Pieces(sorts=("area",)), "ground"),
    (Pieces(sorts=("obstacle",), tags=("obstacle",)), "hurdle"),
    (Pieces(sorts=("wall", "obstacle", "platform", "lift", "stairs", "ramp", "gap")), "level"),
)
_LADDERS = Pieces(sorts=("ladder", "rope", "grapple", "portable-ladder"))


def lens(table: Table, who: str, *, voluntary: bool = True) -> Lens:
    """The lens of a fighter on foot; only a voluntary move passes through friends."""
    return _lens(
        voluntary,
        near=IGNORED if voluntary and has_leave(table, who) else ENEMY,
        spared=() if not voluntary and edition(table).vehicles_are_enemies else (VEHICLE,),
        mounted=table.models[who].has(MOUNTED),
        rest="centre" if table.option("base_support") == "centre" else "all",
    )


# One object for the same facts: everything that is remembered of a lens is found by looking at its identity.
@cache
def _lens(voluntary: bool, near: str, spared: tuple[str, ...], mounted: bool, rest: Part) -> Lens:
    standing = Models("enemy", without_keywords=spared, without_statuses=(SERIOUSLY_INJURED,))
    injured = Models("enemy", statuses=(SERIOUSLY_INJURED,))
    return Lens(
        # A ladder is climbed, so it is of no use to a mounted fighter.
        pieces=(*_PIECES, (_LADDERS, "absent" if mounted else "link")),  # type: ignore[arg-type]  # as below
        models=(
            (Models(keywords=(VEHICLE,)), "level"),
            (Models("friend"), "pass" if voluntary else "solid"),
            (Models(), "solid"),
        ),
        zones=(
            Zone(near, standing, ONE_INCH, space=True, through_walls=False),
            Zone(INJURED, injured, ONE_INCH, space=True, through_walls=False),
        ),
        rest=rest,
        step=LEVEL_STEP,
        gap_in_bases=1.0,
        overhang=OVERHANG,
        climbs=not mounted,
    )


def has_leave(table: Table, who: str) -> bool:
    """Whether a special rule lets a model come within 1" of enemies."""
    traits = own_traits(table, who)
    return edition(table).charge_is_only_exception and traits.get("ignores_one_inch") is True


def allowance(table: Table, who: str, action: str) -> float:
    """The movement allowance of an action, without its dice."""
    mover = table.models[who]
    share = {"M": 1.0, "M + D3": 1.0, "M / 2": 0.5}
    return movement(mover) * share.get(row(action, prone=is_prone(mover)).get("allowance", ""), 0.0)


def distance_roll(table: Table, who: str, action: str) -> Roll | None:
    """The roll for the distance of an action on foot, which is added to its allowance; None if it has no dice."""
    thrown = re.search(r"\d*D\d+", row(action, prone=is_prone(table.models[who])).get("allowance", ""))
    if thrown is None:
        return None
    what = action if action == "charge" else f"{action}, how far"
    clauses = ("support.fighter-actions",)
    return Roll(what, dice(thrown.group()), Total(), who, clauses, says=rolled_distance(action))


def bounds(table: Table, who: str, action: str) -> tuple[float, float]:
    """The least and the greatest distance of an action: they differ if dice are added."""
    steady, roll = allowance(table, who, action), distance_roll(table, who, action)
    low, high = (0, 0) if roll is None else roll.dice.bounds
    return steady + low, steady + high


@remembered
def tariff(table: Table, who: str, action: str, extra: float = 0.0) -> Tariff:
    """The prices of one action of a fighter."""
    drop = 0.0 if table.option("jump_vertical_free") is not False else 1.0
    base = table.models[who].base.shape
    fails = initiative_may_fail(table, who)
    return Tariff(
        action=action,
        allowance=allowance(table, who, action) + extra,
        allowance_clause="move.up-to-allowance",
        lens=lens(table, who),
        rates=(
            Rate(DOUBLE, "difficult.cost", tags=("difficult",)),
            Rate(DOUBLE, "dangerous.is-difficult", tags=("dangerous",)),
        ),
        fares=(
            Fare("walk", "move.any-path", along=1.0, by_ground=True),
            Fare("bridge", "support.small-gap", along=1.0, by_ground=True, rest=False),
            Fare("step", "step.up-free"),
            Fare("hurdle", "obstacle.cost", up=1.0, rest=False),
            Fare("climb", "climb.cost", up=DOUBLE, down=DOUBLE, outward=DOUBLE, rest=False, pauses=True),
            Fare("over", "climb.must-reach-flat", along=1.0, rest=False),
            Fare("ladder", "ladder.normal-cost", up=1.0, down=1.0, rest=False, pauses=True),
            Fare("stairs", "ladder.stairs-normal-cost", along=1.0, by_ground=True),
            Fare(
                "leap",
                "leap.enough-movement",
                along=1.0,
                fixed=_clear_leap(table, who),
                risk="leap.test",
                risk_beyond=2 * base.reach if fails else None,
            ),
            Fare(
                "drop",
                "jump.free-vertical",
                down=drop,
                risk="jump.test",
                risk_beyond=LEVEL_STEP if fails else None,
            ),
            # For the planner; rides are judged in `lift`.
            Fare("lift", "lift.ride", along=1.0, rest=False),
        ),
        turn_clause="move.free-facing",
        keep_out=(KeepOut(ENEMY, "one-inch.fighter-limit", at_the_end=False, says=_TOO_NEAR),),
        in_a_turn=ACTIONS_PER_ACTIVATION if row(action)["type"] == "Simple" else 1,
    )


def _clear_leap(table: Table, who: str) -> float:
    """The cost of a leap beyond the gap itself, if the whole base must clear it."""
    return 2 * table.models[who].base.shape.reach if table.option("leap_measure") == "clear" else 0.0


def tariffs(table: Table, who: str, action: str) -> tuple[Tariff, ...]:
    """The prices of an action for the planner, without its dice; none if it is no action of vehicles."""
    if is_vehicle(table.models[who]):
        return (vehicle_prices.tariffed(table, who, action),) if vehicle_prices.drives(table, action) else ()
    return (tariff(table, who, action),)
