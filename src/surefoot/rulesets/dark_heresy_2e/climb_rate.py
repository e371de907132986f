"""The climbing rate of a character."""

from __future__ import annotations

from surefoot.rulesets.dark_heresy_2e.speeds import Speed, halved, speed
from surefoot.table.table import Table


def climb_rate(table: Table, who: str) -> Speed:
    """Metres a round: half of the Half Move, rounded up to a whole metre, but no more than the Half Move."""
    half = speed(table, who, "half")
    rounding = ("support.rounding",) if halved(half.metres) * 2 > half.metres else ()
    return Speed(halved(half.metres), (*half.clauses, *rounding))
