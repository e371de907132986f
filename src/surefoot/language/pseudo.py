"""A pseudo-language: readable English that shows which texts went through translation, for tests."""

from __future__ import annotations

import re

from surefoot.language.sentence import FIELD

OPEN, CLOSE = "⟦", "⟧"
_ACCENTED = str.maketrans("AEIOUYaeiouyncsz", "ÀÉÎÖÛÝàéîöûýñçšž")


def accented(text: str) -> str:
    """A text with accents on its letters and brackets round it; its fields stay.

    >>> accented("End round {n}")
    '⟦Éñd röûñd {n}⟧'
    """
    parts = FIELD.split(text)
    if not any(character.isalpha() for part in parts[::2] for character in part):
        # Nothing to translate: only fields and signs.
        return text
    # Every second part is the name of a field.
    shown = [f"{{{part}}}" if index % 2 else part.translate(_ACCENTED) for index, part in enumerate(parts)]
    return f"{OPEN}{''.join(shown)}{CLOSE}"


def bracketed(text: str) -> str:
    """A text in brackets, as it is."""
    return f"{OPEN}{text}{CLOSE}"


def unknown(code: str) -> str:
    """A code that has no term: it stands outside the brackets of the text round it."""
    return f"{CLOSE}{code}{OPEN}"


def escaped(text: str) -> list[str]:
    """Words that stand outside all brackets: they did not go through translation.

    >>> escaped("⟦Çöšţš {6}⟧ for free ⟦îñ ⟦à⟧ bö⟧ 12″")
    ['for', 'free']
    """
    depth, outside = 0, []
    for character in text:
        if character == OPEN:
            depth += 1
        outside.append(" " if depth > 0 else character)
        if character == CLOSE:
            depth -= 1
    return re.findall(r"[^\W\d_]{2,}", "".join(outside))
