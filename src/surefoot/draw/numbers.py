"""Numbers as people read them off a picture."""

from __future__ import annotations

from fractions import Fraction

from surefoot.geometry.tolerance import from_lattice
from surefoot.table.words import number


def length(millionths: int) -> str:
    """A length on the lattice.

    >>> length(943_398)
    '0.94'
    """
    return number(from_lattice(millionths))


def chance(share: Fraction) -> str:
    """A chance in percent, never 0 or 100 for what is neither impossible nor certain.

    >>> chance(Fraction(2, 3)), chance(Fraction(1, 1296)), chance(Fraction(1))
    ('67 %', '< 1 %', '100 %')
    """
    percent = round(share * 100)
    if percent == 0 and share > 0:
        return "< 1 %"
    if percent == 100 and share < 1:
        return "> 99 %"
    return f"{percent} %"
