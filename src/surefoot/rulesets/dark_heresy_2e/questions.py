"""Questions that change nothing: how far a speed takes somebody, what a Perception test needs."""

from __future__ import annotations

from fractions import Fraction

from surefoot.referee.protocol import Answer
from surefoot.rulesets.dark_heresy_2e.numbers import written
from surefoot.rulesets.dark_heresy_2e.speeds import SPEEDS, speed
from surefoot.table.record import Record, Value
from surefoot.table.table import Table


def shown(value: Fraction) -> Value:
    """A number as an answer: whole, or as text."""
    return int(value) if value.denominator == 1 else written(value)


def speed_of(table: Table, who: str, details: Record) -> Answer:
    """Metres of one of the four speeds on clear ground."""
    name = details.text("speed", "half")
    if name not in SPEEDS:
        return Answer(None, (), f"there is no speed {name!r}; there are {', '.join(SPEEDS)}")
    found = speed(table.options, table.models[who], name)
    return Answer(shown(found.metres), found.clauses, f"{written(found.metres)} m")
