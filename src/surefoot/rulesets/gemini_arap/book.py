"""The catalogue of this ruleset: tables looked up, options read, overrides of a newer edition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from surefoot.referee.catalogue import load
from surefoot.table.record import Record
from surefoot.table.table import Table

PACKAGE = "surefoot.rulesets.gemini_arap"
NAME = "gemini-arap"


# The clauses whose number a group may replace by that of a newer edition.
REPLACEABLE = (
    "coherency.three-inches",
    "dangerous.faster-than-six",
    "door.single",
    "mob.leader-radius",
    "speed.over-twelve",
    "turn.extra-costs-half-inch",
)


def rows(clause: str) -> tuple[Mapping[str, Any], ...]:
    """The table of a clause."""
    return load(PACKAGE).rows(clause)


def decimal(value: object, default: float = 0.0) -> float:
    """A number of a file: states keep fractions as text."""
    try:
        return float(str(value))
    except ValueError:
        return default


def overridden(table: Table, clause: str, value: float) -> tuple[float, tuple[str, ...]]:
    """The value of a clause and the clauses behind it: a newer edition's value wins and is named as such."""
    assert clause in REPLACEABLE, f"{clause} is not said to be replaceable"
    overrides = table.option("overrides")
    if isinstance(overrides, Record) and clause in overrides:
        return decimal(overrides[clause]), (clause, "general.precedence")
    return value, (clause,)
