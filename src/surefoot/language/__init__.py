"""Sentences as data: a text with named, typed fields, kept beside the rule that speaks it and put into words at the face.

    say("{who} is {short} short of {goal}", who=Who("kal"), short=Length.of(0.1), goal=Thing("catwalk"))

The text is the key of its translation (gettext manner); `pybabel` finds it by the functions `say` and `count`. A `Speaker`
renders the sentence: it knows the table's unit, the ruleset's terms and the reader's language.
"""

from typing import TypeAlias

from surefoot.language.sentence import Sentence, count, say
from surefoot.language.values import (
    Angle,
    Chance,
    Clause,
    Either,
    Field,
    Length,
    Notation,
    Quantity,
    Quoted,
    Term,
    Thing,
    Who,
)

# A sentence, or plain text where a ruleset by others has not been translated yet.
Text: TypeAlias = Sentence | str

__all__ = [
    "Angle",
    "Chance",
    "Clause",
    "Either",
    "Field",
    "Length",
    "Notation",
    "Quantity",
    "Quoted",
    "Sentence",
    "Term",
    "Text",
    "Thing",
    "Who",
    "count",
    "say",
]
