"""How fast somebody climbs."""

from __future__ import annotations

from surefoot.rulesets.dark_heresy_2e.speeds import Speed, halved, speed
from surefoot.table.model import Model
from surefoot.table.record import Record


def climb_rate(options: Record, model: Model) -> Speed:
    """Metres a round: half the Half Move, rounded up to a whole metre, but never above it."""
    half = speed(options, model, "half")
    rounding = ("support.rounding",) if halved(half.metres) * 2 > half.metres else ()
    return Speed(halved(half.metres), (*half.clauses, *rounding))
