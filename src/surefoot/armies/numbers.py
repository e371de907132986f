"""Numbers of profiles as rosters print them, and the names that a ruleset has for them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from surefoot.referee.protocol import find
from surefoot.referee.vocabulary import Sheet

_WHOLE = re.compile(r"(-?\d+)\s*(?:[\"”″'’]{1,2}|in|inches|\+|mm|\+\s*[\"”″])?")
_DICE = re.compile(r"\d*[Dd]\d+(?:\s*[+-]\s*\d+)?")

# What rosters call the numbers of a profile, where a ruleset has another word.
ALIASES = {
    "move": "M",
    "movement": "M",
    "save": "Sv",
    "hnd": "handling",
    "ini": "I",
    "initiative": "I",
    "toughness": "T",
    "wounds": "W",
    "cool": "Cl",
    "will": "Wil",
    "willpower": "Wil",
    "intelligence": "Int",
    "attacks": "A",
    "strength": "S",
    "weapon skill": "WS",
    "ballistic skill": "BS",
    "ldr": "Ld",
    "leadership": "Ld",
    "hull points": "hp",
}


def plain(word: str) -> str:
    """A word without case, blanks and signs, for comparing.

    >>> plain("Exotic-Beasts"), plain("T'au Empire")
    ('exoticbeasts', 'tauempire')
    """
    return "".join(sign for sign in word.casefold() if sign.isalnum())


def printed(text: str) -> Any:
    """A printed characteristic as a value: a whole number, dice, a dash; None if it is none of these.

    >>> printed('6"'), printed("4+"), printed("2D6"), printed("-"), printed("N/A"), printed('20+"'), printed("*")
    (6, 4, '2D6', '-', '-', 20, None)
    """
    told = text.strip()
    match = _WHOLE.fullmatch(told)
    if match:
        return int(match[1])
    if _DICE.fullmatch(told):
        return told.upper().replace(" ", "")
    if told in ("-", "–", "—", "") or plain(told) == "na":
        return "-" if told else None
    return None


@cache
def profile_names(ruleset: str, keywords: tuple[str, ...] | None = None) -> dict[str, str]:
    """The names of the profile numbers of a ruleset, by how rosters may write them; of models with these keywords only, if given."""
    found: dict[str, str] = {}
    known = sheets(ruleset)
    if keywords is not None:
        # The first sheet that covers a model is its sheet, as in the vocabulary.
        known = tuple(sheet for sheet in known if not sheet.keyword or sheet.keyword in keywords)[:1]
    for sheet in known:
        for entry in sheet.profile:
            found.setdefault(plain(entry.name), entry.name)
    for alias, name in ALIASES.items():
        if plain(name) in found:
            found.setdefault(plain(alias), found[plain(name)])
    return found


def sheets(ruleset: str) -> tuple[Sheet, ...]:
    """What models of a ruleset have."""
    vocabulary = find(ruleset).vocabulary
    return () if vocabulary is None else vocabulary.sheets


@cache
def keyword_names(ruleset: str) -> dict[str, str]:
    """The keywords of a ruleset, by how rosters may write them."""
    vocabulary = find(ruleset).vocabulary
    words = () if vocabulary is None else vocabulary.keywords
    found = {plain(word.name): word.name for word in words}
    for key, name in list(found.items()):
        found.setdefault(f"{key}s", name)
    return found


def sorted_words(ruleset: str, words: Iterable[str]) -> tuple[list[str], list[str]]:
    """Words as keywords that the ruleset knows, and all others as labels."""
    known = keyword_names(ruleset)
    keywords: list[str] = []
    labels: list[str] = []
    for word in words:
        bare = word.removeprefix("Faction: ").strip()
        name = known.get(plain(bare))
        if name is not None:
            keywords.append(name)
        elif bare:
            labels.append(bare)
    return list(dict.fromkeys(keywords)), list(dict.fromkeys(labels))
