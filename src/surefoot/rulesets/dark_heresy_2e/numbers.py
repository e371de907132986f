"""Numbers of the rules: the catalogue's tables, options and file amounts as exact fractions."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from surefoot.geometry.tolerance import MILLIONTHS
from surefoot.referee.catalogue import load
from surefoot.table.record import Record, Value

PACKAGE = "surefoot.rulesets.dark_heresy_2e"
HALF = Fraction(1, 2)


def rows(clause: str) -> tuple[Mapping[str, Any], ...]:
    """The table of a clause."""
    return load(PACKAGE).rows(clause)


def exact(value: Any) -> Fraction | None:
    """A number as a file or a table writes it (a fraction is kept as text in a state); None if it is none."""
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return None


def setting(options: Record, name: str) -> Fraction:
    """An option that is a number."""
    return exact(chosen(options, name)) or Fraction(0)


def chosen(options: Record, name: str) -> Value:
    """An option that is a word or a switch; None if it is unset."""
    return options.get(name)


def rounded_up(value: Fraction) -> Fraction:
    """Up to the next whole number."""
    return Fraction(math.ceil(value))


def lattice(value: Fraction) -> int:
    """Millionths, rounded half to even."""
    return round(value * MILLIONTHS)


def metres(millionths: int) -> Fraction:
    """Millionths as metres."""
    return Fraction(millionths, MILLIONTHS)


def written(value: Fraction) -> str:
    """A number as a player reads it.

    >>> written(Fraction(5, 2))
    '2.5'
    """
    return f"{float(value):g}"


def shown(value: Fraction) -> int | str:
    """A number as a state or an answer keeps it: whole, or as text."""
    return int(value) if value.denominator == 1 else written(value)
