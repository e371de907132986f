"""The catalogue of this ruleset: its tables, and overrides by a newer edition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from surefoot.referee.catalogue import load
from surefoot.table.record import Record
from surefoot.table.table import Table

PACKAGE = "surefoot.rulesets.gemini_arap"
NAME = "gemini-arap"


# Clauses whose number a table may replace with that of a newer edition.
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
    """A number from a file, where fractions are text; the default if it is none."""
    try:
        return float(str(value))
    except ValueError:
        return default


def overridden(table: Table, clause: str, value: float) -> tuple[float, tuple[str, ...]]:
    """The number of a clause, or its override by the table, and the clauses behind it."""
    assert clause in REPLACEABLE, f"{clause} is not replaceable"
    overrides = table.option("overrides")
    if isinstance(overrides, Record) and clause in overrides:
        return decimal(overrides[clause]), (clause, "general.precedence")
    return value, (clause,)
