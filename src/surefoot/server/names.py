"""Names that people give to seats and games: safe to print, and never the same as another one at the table.

Two names are the same if readers can't tell them apart: capitals, widths, spaces, invisible characters and letters of other
alphabets that look like Latin ones do not count.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

# The longest name that is kept.
LONGEST = 80
# Characters that join others, as in emoji and in Persian: they stay, but do not make another name.
_JOINERS = "\u200c\u200d"
# Letters that look like a Latin letter, once capitals are small: Cyrillic, then Greek.
_ALIKE = str.maketrans(
    "авекмнорстухіјѕԁһԛԝүӏ" + "αβεηικνορτυχγ",
    "abekmhopctyxijsdhqwyl" + "abenikvoptuxy",
)


def cleaned(name: str) -> str:
    """A name without control characters and marks that turn the direction of writing, and without outer spaces.

    >>> cleaned(" Bo\\x1b[2J\\u202e ")
    'Bo[2J'
    """
    kept = "".join(
        sign if sign in _JOINERS or unicodedata.category(sign)[0] != "C" else " " if sign in "\n\t" else ""
        for sign in name
        if unicodedata.category(sign) not in ("Zl", "Zp")
    )
    found = " ".join(kept.split())[:LONGEST].strip()
    return found if likeness(found) else ""


def likeness(name: str) -> str:
    """What readers see of a name: equal for names that look the same.

    >>> likeness("B\\u200bO ") == likeness("\\uff42o") == likeness("\\u0412\\u043e") == "bo"
    True
    """
    plain = unicodedata.normalize("NFKC", name).casefold().translate(_ALIKE)
    return "".join(sign for sign in plain if unicodedata.category(sign)[0] not in "CZ")


def unique(name: str, taken: Collection[str]) -> str:
    """A name that none of the others looks like: with a number behind it if need be.

    >>> unique("Bo", ["bo", "Bo (2)"])
    'Bo (3)'
    """
    others = {likeness(each) for each in taken}
    if not name or likeness(name) not in others:
        return name
    numbers = range(2, len(others) + 3)
    return next(
        found for number in numbers if likeness(found := f"{name[: LONGEST - 6]} ({number})") not in others
    )
