"""The one tolerance of Surefoot, and the integer lattice on which every table stands.

Lengths are floats in the ruleset's unit while geometry works on them; what a table or a log keeps is a whole
number of millionths, so that a state is the same, byte for byte, on every machine.
"""

from __future__ import annotations

# Tables are measured by hand: a ten-thousandth of an inch is far below anything a player can see, and far
# above what double arithmetic loses on a board.
TOLERANCE = 1e-4

MILLIONTHS = 1_000_000


def within(value: float, limit: float) -> bool:
    """At most the limit: exactly the limit counts."""
    return value <= limit + TOLERANCE


def beyond(value: float, limit: float) -> bool:
    """More than the limit: exactly the limit does not count."""
    return value > limit + TOLERANCE


def short_of(value: float, limit: float) -> bool:
    """Less than the limit: exactly the limit does not count."""
    return value < limit - TOLERANCE


def same(one: float, other: float) -> bool:
    """Equal as far as the table can tell."""
    return abs(one - other) <= TOLERANCE


def to_lattice(length: float) -> int:
    """A length or an angle as millionths, rounded half to even."""
    return round(length * MILLIONTHS)


def from_lattice(millionths: int) -> float:
    """Millionths as a length or an angle."""
    return millionths / MILLIONTHS
