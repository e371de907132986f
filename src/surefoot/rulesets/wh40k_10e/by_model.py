"""Questions about a unit whose models differ: each model is answered for."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from surefoot.language import Field, Length, Sentence, say
from surefoot.language.sentence import sentence
from surefoot.referee.protocol import Answer
from surefoot.rulesets.wh40k_10e.squad import first_model, squad
from surefoot.rulesets.wh40k_10e.terms import named
from surefoot.table.record import Record
from surefoot.table.table import Table

OfModel = Callable[[Table, str], Answer]


def by_model(answer: OfModel) -> Callable[[Table, str, Record], Answer]:
    """The answer for a model; for a unit that of its models, each by its name if they are not all the same."""

    def asked(table: Table, who: str, details: Record) -> Answer:
        names = (who,) if who in table.models else squad(table, who).models
        found = {name: answer(table, name) for name in names or (first_model(table, who),)}
        first, *others = found.values()
        if all(each == first for each in others):
            return first
        clauses = dict.fromkeys(clause for each in found.values() for clause in each.clauses)
        alike = {_same(found, each): each for each in found.values()}
        told = (
            say("{models}: {answer}", models=named(names), answer=_told(each))
            for names, each in alike.items()
        )
        value = Record({name: each.value for name, each in found.items()})
        return Answer(value, tuple(clauses), reduce(_beside, told))

    return asked


def _same(found: dict[str, Answer], answer: Answer) -> tuple[str, ...]:
    """The models with an answer."""
    return tuple(name for name, each in found.items() if each == answer)


def _beside(first: Sentence, other: Sentence) -> Sentence:
    """Two answers in a row; each may be a list by itself."""
    return say("{first}; {other}", first=first, other=other)


def _told(answer: Answer) -> Field:
    """An answer as part of a sentence: a length, or what it says in words."""
    return answer.value if isinstance(answer.value, Length) else sentence(answer.says)
