"""Names that people mistype, sorts of terrain in words, and numbers as text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from surefoot.language import Either, Notation, Quoted, Sentence, say

# At most this many known names are listed.
SHOWN = 12

# A free word that is at least this similar to a known one is taken for a typing error.
ALMOST = 0.75

# Shorter words are not taken for the beginning of another one.
SHORTEST = 3
# The end of the words of a title that name the thing.
_HEAD = re.compile(r"[:;,(]")
# A number as rulebooks and packages write it: 4+, 5″, 32 mm.
_MEASURED = re.compile(
    r"""\s*(-?\d+(?:\.\d+)?)\s*(?:\+|["″”]|''|mm|m|in|inch|inches|kg|km|h|hours?|min|minutes?|°)\s*"""
)

# The sorts of terrain with their articles.
SORT_NAMES = {
    "area": say("an area"),
    "door": say("a door"),
    "ductway": say("a ductway"),
    "gap": say("a gap"),
    "grapple": say("a grapple"),
    "ladder": say("a ladder"),
    "lift": say("a lift"),
    "obstacle": say("an obstacle"),
    "platform": say("a platform"),
    "portable-ladder": say("a portable ladder"),
    "railing": say("a railing"),
    "ramp": say("a ramp"),
    "rope": say("a rope"),
    "stairs": say("stairs"),
    "wall": say("a wall"),
    "window": say("a window"),
}

UNITS = {"inch": "″", "metre": " m"}
_NO_TITLES: Mapping[str, str] = MappingProxyType({})


def number(value: float, decimals: int = 2) -> str:
    """A number with at most this many decimals and no trailing zeros.

    >>> number(2.45507), number(4.0), number(-0.001)
    ('2.46', '4', '0')
    """
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def unit_sign(unit: str) -> str:
    """The sign of a unit, as it follows a length.

    >>> unit_sign("inch"), unit_sign("metre")
    ('″', ' m')
    """
    return UNITS.get(unit, f" {unit}")


def near(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The known name that a word was probably meant to be; empty if none is close.

    >>> near("platfrom", ["wall", "platform"]), near("Battle_Shocked", ["battle-shocked"]), near("rolls", ["goals"])
    ('platform', 'battle-shocked', '')
    """
    plain = _plain(word)
    by_plain: dict[str, str] = {}
    for name in known:
        by_plain.setdefault(_plain(name), name)
    close = difflib.get_close_matches(plain, list(by_plain), SHOWN, cutoff)
    # A word that begins with another letter must be more like it: people who write rolls do not mean goals.
    strict = difflib.get_close_matches(plain, close, 1, max(cutoff, ALMOST))
    meant = strict or [each for each in close if each[:1] == plain[:1]]
    return by_plain[meant[0]] if meant else ""


def containing(word: str, known: Iterable[str]) -> str:
    """The known name that a word is a part of, or that is a part of the word; empty if there is none.

    >>> containing("river", ["pool", "fast-fordable-river"]), containing("standard-bearer", ["standard"])
    ('fast-fordable-river', 'standard')
    """
    names, plain = list(known), _plain(word)
    return next(
        (name for name in names if plain in _plain(name).split("-")),
        next((name for name in names if _plain(name) in plain.split("-")), ""),
    )


def _only_one_with(word: str, names: Iterable[str]) -> str:
    """The only name that has this word among its words; empty if there is none, or more than one.

    >>> _only_one_with("Stationary", ["start-aboard", "remain-stationary"])
    'remain-stationary'
    """
    found = [name for name in names if _plain(word) in _plain(name).split("-")]
    return found[0] if len(found) == 1 else ""


def called(word: str, titles: Mapping[str, str]) -> str:
    """The name whose title, up to its first comma, colon or bracket, is just this word; empty if there is none.

    >>> called("wounds", {"W": "Wounds (default 1)", "WS": "Weapon Skill"})
    'W'
    """
    plain = _plain(word)
    return next((name for name, title in titles.items() if _plain(_HEAD.split(title)[0]) == plain), "")


def titled(word: str, titles: Mapping[str, str]) -> str:
    """The name whose title has a word like this before its first comma, colon or bracket; empty if there is none.

    >>> titled("Initiative", {"M": "Movement in inches", "I": "Initiative: the roll that passes a test"})
    'I'
    >>> titled("move", {"normal": "Normal move", "advance": "Advance"}), titled("Mov", {"M": "Movement in inches"})
    ('normal', 'M')
    """
    plain = _plain(word)
    for name, title in titles.items():
        words = _plain(_HEAD.split(title)[0]).split("-")
        whole = "".join(words)
        if plain.replace("-", "") == whole or any(_begins(plain, each) for each in words):
            return name
    return ""


def _begins(one: str, other: str) -> bool:
    """Whether the shorter of two words begins the other, and is long enough to mean something."""
    short, long = sorted((one, other), key=len)
    return len(short) >= SHORTEST and long.startswith(short)


def _plain(word: str) -> str:
    """A word in lower case, with hyphens for spaces and underscores."""
    return word.strip().lower().replace("_", "-").replace(" ", "-")


def written(typed: str, known: Iterable[str]) -> str:
    """The known name that is meant, whatever its case, with spaces or hyphens: Far Roof is far-roof; empty if there is none."""
    names = tuple(known)
    return typed if typed in names else next((name for name in names if _plain(name) == _plain(typed)), "")


def labelled(token: str, labels: tuple[str, ...]) -> str:
    """The canonical text of an entity with its labels. Without labels it is unchanged, so that old digests still fit."""
    return f"{token} labels={labels!r}" if labels else token


def sort_name(sort: str) -> Sentence:
    """A sort of terrain or of objects with its article.

    >>> str(sort_name("wall")), str(sort_name("lamp"))
    ('a wall', "a 'lamp'")
    """
    return SORT_NAMES.get(sort) or say("a {sort}", sort=Quoted(sort))


def corrected(problem: Sentence, name: str) -> Sentence:
    """A problem with the name that was probably meant; the problem alone if the name is empty."""
    return say("{problem}; did you mean {name}?", problem=problem, name=Quoted(name)) if name else problem


def bare_number(written: object) -> str:
    """The number in a text that has it with a unit or a plus, as files write it; empty for anything else.

    >>> bare_number("4+"), bare_number("32 mm"), bare_number("3h"), bare_number("tall")
    ('4', '32', '3', '')
    """
    found = _MEASURED.fullmatch(written) if isinstance(written, str) else None
    return found[1] if found else ""


def meant(word: str, known: Iterable[str], titles: Mapping[str, str] = _NO_TITLES) -> tuple[str, ...]:
    """The known names that a word was probably meant to be: one, several that it begins, or none.

    >>> meant("platfrom", ["wall", "platform"]), meant("necromunda", ["necromunda-2023", "necromunda-classic"])
    (('platform',), ('necromunda-2023', 'necromunda-classic'))
    """
    names = list(dict.fromkeys(known))
    # Fleet is fleet, also where there are fleet-of-foot and fleet-of-claw.
    if same := written(word, names):
        return (same,)
    begun = tuple(name for name in names if _plain(name).startswith(f"{_plain(word)}-"))
    if len(begun) > 1:
        return begun
    close = (
        called(word, titles)
        or _only_one_with(word, names)
        or near(word, names)
        or containing(word, names)
        or titled(word, titles)
    )
    return (close,) if close else ()


def likely(word: str, known: Iterable[str]) -> str:
    """The only known name that a word was probably meant to be; empty if there is none, or more than one.

    >>> likely("aftr", ["before", "after"]), likely("sideways", ["before", "after"])
    ('after', '')
    """
    found = meant(word, known)
    return found[0] if len(found) == 1 else ""


def suggested(
    problem: Sentence, word: str, known: Iterable[str], titles: Mapping[str, str] = _NO_TITLES
) -> Sentence:
    """A problem with an unknown word, followed by the known name that is most like it, or else by the known names.

    Titles by name are compared as well: people write "Initiative" for I.

    >>> str(suggested(say("There is no {sort} here", sort=Quoted("platfrom")), "platfrom", ["wall", "platform"]))
    "There is no 'platfrom' here; did you mean 'platform'?"
    """
    names = list(dict.fromkeys(known))
    found = meant(word, names, titles)
    if len(found) > 1:
        each = Either(tuple(map(Quoted, found)))
        return say("{problem}; did you mean {name}?", problem=problem, name=each)
    if found or not names:
        return corrected(problem, "".join(found))
    shown = shown_of(names)
    listed = Notation(", ".join(shown))
    if len(shown) == len(names):
        return say("{problem}; known: {names}", problem=problem, names=listed)
    more = len(names) - len(shown)
    return say("{problem}; known: {names} and {more} more", problem=problem, names=listed, more=more)


def shown_of(names: list[str]) -> list[str]:
    """The names that are listed: all, or the first of them; never all but one."""
    return names if len(names) <= SHOWN + 1 else names[:SHOWN]


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
    shown = shown_of(names)
    more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    return f"; {called}: {', '.join(shown)}{more}"
