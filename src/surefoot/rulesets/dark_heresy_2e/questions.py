"""Questions that change nothing: how far a speed takes somebody, what a Perception test needs."""

from __future__ import annotations

from fractions import Fraction

from surefoot.referee.protocol import Answer
from surefoot.rulesets.dark_heresy_2e.hurry import clocks_of
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


# Tests that rest on Perception.
PERCEPTION_BASED = ("perception", "awareness")
# What a pace takes off them.
PACE_PENALTIES = {"hurry": (-10, "hurry.perception-penalty"), "run": (-20, "run.perception-penalty")}


def modifier(table: Table, who: str, details: Record) -> Answer:
    """What somebody's pace takes off a test while he keeps it up."""
    test = details.text("test", "perception").lower()
    clocks = clocks_of(table, who)
    if test not in PERCEPTION_BASED or clocks.idle or clocks.pace not in PACE_PENALTIES:
        return Answer(0, (), f"nothing is taken off {test}")
    value, clause = PACE_PENALTIES[clocks.pace]
    return Answer(value, (clause, "support.perception-based"), f"{value} on {test}")
