"""The prices of driving: the rows of the vehicle actions, their distances, and the prices of the ground."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from surefoot.dice.pool import Dice, dice
from surefoot.dice.readings import Total
from surefoot.dice.requests import Roll
from surefoot.geometry.tolerance import from_lattice
from surefoot.records import replace
from surefoot.referee.catalogue import load
from surefoot.referee.tariff import Fare, Tariff, Turning
from surefoot.rulesets.necromunda_classic.activation import rolled_distance
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import movement
from surefoot.rulesets.necromunda_classic.track import DRIVING
from surefoot.rulesets.necromunda_classic.vehicle import ENGINE_DAMAGE
from surefoot.table.table import Table

CLAUSE = "support.vehicle-actions"
# The note of the distance that a vehicle with Engine damage has moved in its activation.
DRIVEN = "driven"
# The directions of a straight leg, relative to the facing, by the column that allows them.
WAYS = {"forward": (0.0,), "reverse": (180.0,), "sideways": (90.0, 270.0), "forward_or_back": (0.0, 180.0)}


def _rows(table: Table) -> Mapping[str, Mapping[str, Any]]:
    """The edition's table, by action."""
    rows = load(edition(table).driving.package).rows(CLAUSE)
    return {str(each["action"]).lower(): each for each in rows}


def row(table: Table, action: str) -> Mapping[str, Any]:
    """The row of an action in the edition's table."""
    return _rows(table)[action]


def drives(table: Table, action: str) -> bool:
    """Whether an action is one by which vehicles move."""
    return action in _rows(table)


def distance(table: Table, action: str) -> tuple[float, Dice | None]:
    """The distance of an action: a share of the Movement characteristic, and the dice added to it."""
    entry = row(table, action)
    text = str(next(entry[column] for column in WAYS if column in entry))
    share = 0.0
    if "M" in text:
        factor, part = re.search(r"(\d+) x M", text), re.search(r"M / (\d+)", text)
        share = (int(factor.group(1)) if factor else 1.0) / (int(part.group(1)) if part else 1.0)
    rolled = re.search(r"\d*D\d", text)
    return share, dice(rolled.group()) if rolled else None


def engine_lasts(table: Table, who: str) -> float:
    """The inches that a vehicle can still drive in its activation: with Engine damage its Movement in all."""
    model = table.models[who]
    if not model.counted(ENGINE_DAMAGE):
        return math.inf
    gone = table.note(DRIVEN, who)
    return max(0.0, movement(model) - from_lattice(gone if isinstance(gone, int) else 0))


def bounds(table: Table, who: str, action: str) -> tuple[float, float]:
    """The least and the greatest distance of an action: they differ if dice are added."""
    share, thrown = distance(table, action)
    steady, lasts = movement(table.models[who]) * share, engine_lasts(table, who)
    low, high = (0, 0) if thrown is None else thrown.bounds
    return min(steady + low, lasts), min(steady + high, lasts)


def distance_roll(table: Table, who: str, action: str) -> Roll | None:
    """The roll for the distance of an action, which is added to its allowance; None if it has no dice."""
    thrown = distance(table, action)[1]
    if thrown is None:
        return None
    return Roll(action, thrown, Total(), who, (CLAUSE,), says=rolled_distance(action))


def tariff(table: Table, who: str, action: str, allowance: float) -> Tariff:
    """The prices of one action of a vehicle."""
    return Tariff(
        action=action,
        allowance=allowance,
        allowance_clause=CLAUSE,
        lens=DRIVING,
        rates=edition(table).driving.ground(table, who).rates,
        fares=(
            Fare("walk", CLAUSE, along=1.0, by_ground=True),
            Fare("step", "collision.with-what"),
            Fare("stairs", CLAUSE, along=1.0, by_ground=True),
            Fare("bridge", "support.vehicle-gap", along=1.0, by_ground=True),
        ),
    )


def pivots(entry: Mapping[str, Any]) -> tuple[int | None, float]:
    """How many turns a row allows (None: any number) and the widest angle of each."""
    text = str(entry.get("pivots", "none"))
    if text == "none":
        return 0, math.inf
    widest = re.search(r"\d+", text)
    return 1 if text.startswith("one") else None, float(widest.group()) if widest else math.inf


def turning(table: Table, who: str, action: str) -> Turning:
    """How a vehicle turns in an action, and its directions of travel."""
    entry = row(table, action)
    most, widest = pivots(entry)
    if most and edition(table).driving.ground(table, who).turns_freely:
        most = None
    ways = tuple(way for column, each in WAYS.items() if column in entry for way in each)
    return Turning(most=most, widest=min(widest, 180.0), ways=ways)


def tariffed(table: Table, who: str, action: str) -> Tariff:
    """The prices of an action before its dice are rolled, for the planner."""
    share, _ = distance(table, action)
    inches = min(movement(table.models[who]) * share, engine_lasts(table, who))
    prices = tariff(table, who, action, inches)
    return replace(prices, turning=turning(table, who, action))
