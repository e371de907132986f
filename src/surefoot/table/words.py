"""Numbers and units as people read them."""

from __future__ import annotations

UNITS = {"inch": "″", "metre": " m"}


def number(value: float, decimals: int = 2) -> str:
    """A number with two decimals at most, or so many, and no zeros that say nothing.

    >>> number(2.45507), number(4.0), number(-0.001)
    ('2.46', '4', '0')
    """
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def unit_sign(unit: str) -> str:
    """What stands behind a length.

    >>> unit_sign("inch"), unit_sign("metre")
    ('″', ' m')
    """
    return UNITS.get(unit, f" {unit}")
