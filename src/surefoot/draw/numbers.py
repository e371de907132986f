"""Lengths on a picture, as bare numbers: the unit is in the scale bar."""

from __future__ import annotations

from surefoot.geometry.tolerance import from_lattice
from surefoot.table.words import number


def length(millionths: int) -> str:
    """A length on the lattice.

    >>> length(943_398)
    '0.94'
    """
    return number(from_lattice(millionths))
