"""Numbers, units and names as people read and write them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

# Of a long list of known names only so many are shown.
SHOWN = 12

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


def near(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The known name that a word was probably meant to be; empty if none is close.

    >>> near("platfrom", ["wall", "platform"])
    'platform'
    """
    by_lower: dict[str, str] = {}
    for name in known:
        by_lower.setdefault(name.lower(), name)
    close = difflib.get_close_matches(word.lower(), list(by_lower), 1, cutoff)
    return by_lower[close[0]] if close else ""


def instead(word: str, known: Iterable[str], called: str = "there are") -> str:
    """What to write instead of an unknown word: the near miss, or else what there is.

    >>> instead("platfrom", ["wall", "platform"])
    "; did you mean 'platform'?"
    >>> instead("tree", ["wall", "platform"])
    '; there are: wall, platform'
    """
    names = list(dict.fromkeys(known))
    close = near(word, names)
    if close:
        return f"; did you mean {close!r}?"
    if not names:
        return ""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"; {called}: {', '.join(names[:SHOWN])}{more}"
