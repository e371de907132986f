"""Questions about figures that shooting, morale and close combat ask of movement."""

from __future__ import annotations

from surefoot.geometry.tolerance import to_lattice
from surefoot.referee.protocol import Answer
from surefoot.rulesets.gemini_arap import speed, tactical
from surefoot.rulesets.gemini_arap.plans import plain
from surefoot.table.record import Record
from surefoot.table.table import Table


def speed_of(table: Table, who: str, details: Record) -> Answer:
    """Inches that a figure has gone in this player turn."""
    inches = plain(to_lattice(speed.moved(table, who)))
    clause = "speed.definition" if speed.moved(table, who) else "speed.actual-distance"
    return Answer(inches, (clause,), f'{inches}"')


def target(table: Table, who: str, details: Record) -> Answer:
    """What its movement does to shots at a figure."""
    swift, fast = speed.as_target(table, who)
    hugging, low = tactical.as_target(table, who)
    clauses = (*fast, *low) or ("support.bs-to-hit",)
    return Answer(swift + hugging, clauses, f"{swift + hugging:+d} to hit it")


def shooting(table: Table, who: str, details: Record) -> Answer:
    """What its movement does to a figure's own shots and throws."""
    worse, clauses = tactical.as_shooter(table, who)
    return Answer(worse, clauses or ("support.bs-to-hit",), f"{worse:+d} to hit")
