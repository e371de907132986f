"""A sentence: a text with named fields, and their values."""

from __future__ import annotations

import re
from functools import lru_cache

from surefoot.language.values import Field
from surefoot.records import dataclass

# A field in a text: its name in braces.
FIELD = re.compile(r"{([a-z_]+)}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text with named fields. `many` is the text for any number but one, chosen by the field `n`."""

    text: str
    fields: tuple[tuple[str, Field], ...] = ()
    many: str = ""

    def __str__(self) -> str:
        """The sentence in English, with ids for names: for logs and error messages, not for a face."""
        from surefoot.language.speaker import PLAIN

        return PLAIN(self)

    def __bool__(self) -> bool:
        return bool(self.text)

    def filled(self, **fields: Field) -> Sentence:
        """The same text with these fields added; fields that the text does not name are left out."""
        named = _names(self.text) | _names(self.many)
        known = dict(self.fields) | {name: value for name, value in fields.items() if name in named}
        return Sentence(self.text, tuple(known.items()), self.many)


@lru_cache(maxsize=4096)
def _names(text: str) -> frozenset[str]:
    return frozenset(FIELD.findall(text))


def say(text: str, /, **fields: Field) -> Sentence:
    """A sentence. The text must be a string literal, so that it can be extracted for translation.

    >>> str(say("{n} dice are rolled", n=2))
    '2 dice are rolled'
    """
    return Sentence(text, tuple(fields.items()))


def sentence(text: Sentence | str) -> Sentence:
    """A sentence; plain text of a ruleset by others becomes one without fields."""
    return text if isinstance(text, Sentence) else Sentence(text.replace("{", "(").replace("}", ")"))


def count(one: str, many: str, n: int, /, **fields: Field) -> Sentence:
    """A sentence that depends on a number, which both texts may show as `{n}`.

    >>> str(count("{n} model is left", "{n} models are left", 3))
    '3 models are left'
    """
    return Sentence(one, (("n", n), *fields.items()), many)
