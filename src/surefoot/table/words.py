"""Numbers, units and names as people read and write them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from surefoot.language import Notation, Quoted, Sentence, say

# Of a long list of known names only so many are shown.
SHOWN = 12

# A free word that is so like a known one is a slip.
ALMOST = 0.75

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

    >>> near("platfrom", ["wall", "platform"]), near("Battle_Shocked", ["battle-shocked"])
    ('platform', 'battle-shocked')
    """
    by_plain: dict[str, str] = {}
    for name in known:
        by_plain.setdefault(_plain(name), name)
    close = difflib.get_close_matches(_plain(word), list(by_plain), 1, cutoff)
    return by_plain[close[0]] if close else ""


def containing(word: str, known: Iterable[str]) -> str:
    """The known name that a word is a part of; empty if there is none.

    >>> containing("river", ["pool", "fast-fordable-river"])
    'fast-fordable-river'
    """
    return next((name for name in known if _plain(word) in _plain(name).split("-")), "")


def _plain(word: str) -> str:
    """A word without what people write differently: case, blanks and underscores."""
    return word.strip().lower().replace("_", "-").replace(" ", "-")


def labelled(token: str, labels: tuple[str, ...]) -> str:
    """The canonical text of something with its labels; without any it is what it was before there were labels."""
    return f"{token} labels={labels!r}" if labels else token


def suggested(problem: Sentence, word: str, known: Iterable[str]) -> Sentence:
    """A problem with an unknown word, and what to write instead: the near miss, or else the known names.

    >>> str(suggested(say("There is no {sort} here", sort=Quoted("platfrom")), "platfrom", ["wall", "platform"]))
    "There is no 'platfrom' here; did you mean 'platform'?"
    """
    names = list(dict.fromkeys(known))
    close = near(word, names) or containing(word, names)
    if close:
        return say("{problem}; did you mean {name}?", problem=problem, name=Quoted(close))
    if not names:
        return problem
    listed = Notation(", ".join(names[:SHOWN]))
    if len(names) <= SHOWN:
        return say("{problem}; known: {names}", problem=problem, names=listed)
    return say(
        "{problem}; known: {names} and {more} more", problem=problem, names=listed, more=len(names) - SHOWN
    )


def instead(word: str, known: Iterable[str], called: str = "there are") -> str:
    """What to write instead of an unknown word: the near miss, or else what there is.

    >>> instead("platfrom", ["wall", "platform"])
    "; did you mean 'platform'?"
    >>> instead("tree", ["wall", "platform"])
    '; there are: wall, platform'
    """
    names = list(dict.fromkeys(known))
    close = near(word, names) or containing(word, names)
    if close:
        return f"; did you mean {close!r}?"
    if not names:
        return ""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"; {called}: {', '.join(names[:SHOWN])}{more}"
