"""Numbers of the rules: tables of the catalogue, options and amounts in files, as exact fractions."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from surefoot.geometry.tolerance import MILLIONTHS
from surefoot.language import Length, Quantity, Sentence, say
from surefoot.referee.catalogue import load
from surefoot.table.record import Record, Value

PACKAGE = "surefoot.rulesets.dark_heresy_2e"
HALF = Fraction(1, 2)
KILOMETRE = 1000
# Minutes in an hour.
MINUTES = 60


def rows(clause: str) -> tuple[Mapping[str, Any], ...]:
    """The table of a clause."""
    return load(PACKAGE).rows(clause)


def exact(value: Any) -> Fraction | None:
    """A number from a file, a table or a state (which keeps fractions as text); None if it is not a number."""
    return _read(str(value))


# The same few options and rows of tables are read with every step of a path.
@lru_cache(maxsize=4096)
def _read(text: str) -> Fraction | None:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def setting(options: Record, name: str) -> Fraction:
    """The value of an option that is a number; 0 if unset."""
    return exact(chosen(options, name)) or Fraction(0)


def chosen(options: Record, name: str) -> Value:
    """The value of an option that is a word or a switch; None if unset."""
    return options.get(name)


def rounded_up(value: Fraction) -> Fraction:
    """A number rounded up to a whole one."""
    return Fraction(math.ceil(value))


def lattice(value: Fraction) -> int:
    """Millionths, rounded half to even."""
    return round(value * MILLIONTHS)


def metres(millionths: int) -> Fraction:
    """Millionths as metres."""
    return Fraction(millionths, MILLIONTHS)


def length(metres: Fraction) -> Length:
    """Metres as a length for people."""
    return Length(lattice(metres))


def distance(metres: Fraction) -> Length | Quantity:
    """A distance travelled, for people: in kilometres from one kilometre on."""
    return length(metres) if metres < KILOMETRE else Quantity(metres / KILOMETRE, "km")


def duration(minutes: Fraction) -> Sentence:
    """A time for people, in hours and minutes.

    >>> str(duration(Fraction(150)))
    '2 h 30 min'
    """
    hours, rest = divmod(int(rounded_up(minutes)), MINUTES)
    if not hours:
        return say("{minutes} min", minutes=rest)
    return (
        say("{hours} h {minutes} min", hours=hours, minutes=rest) if rest else say("{hours} h", hours=hours)
    )
