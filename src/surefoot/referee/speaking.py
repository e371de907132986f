"""The speaker of a table: its ruleset's terms and clause titles, its unit, its models' names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

from surefoot.dice.requests import Break
from surefoot.language import Sentence
from surefoot.language.speaker import Speaker, text
from surefoot.records import dataclass, replace
from surefoot.referee import protocol
from surefoot.referee.terms import TERMS
from surefoot.table.table import Table

# Beyond this number, reasons under one rule are told by the first of them.
_FEW = 2


def speaker(table: Table) -> Speaker:
    """Renders sentences about a table in its unit and its ruleset's words."""

    def kind(code: str) -> Literal["who", "unit", "thing", ""]:
        if code in table.models:
            return "who"
        if code in table.units:
            return "unit"
        return "thing" if code in table.pieces or code in table.objects else ""

    return replace(ruleset_speaker(table.ruleset, table.unit), kind=kind)


@lru_cache(maxsize=64)
def ruleset_speaker(name: str, unit: str = "") -> Speaker:
    """Renders sentences of a ruleset, without a table."""
    ruleset = protocol.find(name)

    def title(clause: str) -> str:
        return ruleset.catalogue[clause].title if clause in ruleset.catalogue else clause

    return Speaker(unit or ruleset.unit, terms_of(name), title)


@lru_cache(maxsize=64)
def terms_of(name: str) -> Mapping[str, Sentence]:
    """Every term of a ruleset: its own before the common ones."""
    return {**TERMS, **protocol.find(name).terms}


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason to show: its sentence and place, every clause for which it is given, and how many similar ones are left out."""

    says: Sentence | str
    where: tuple[int, int, int] | None
    clauses: tuple[str, ...]
    more: int


def few(breaks: Sequence[Break]) -> list[Reason]:
    """The reasons to show: what holds for ten models is told once, and so is what several clauses forbid in the same words."""
    by_clause: dict[str, list[Break]] = {}
    for each in breaks:
        by_clause.setdefault(each.clause, []).append(each)
    found: dict[Sentence | str, Reason] = {}
    for clause, alike in by_clause.items():
        told = alike if len(alike) <= _FEW else alike[:1]
        for each in told:
            new = Reason(each.says, each.where, (clause,), len(alike) - len(told))
            known = found.setdefault(each.says, new)
            if clause not in known.clauses:
                clauses, more = (*known.clauses, clause), max(known.more, new.more)
                found[each.says] = replace(known, clauses=clauses, more=more)
    return list(found.values())


def and_more(more: int) -> str:
    """How many reasons of the same rule are not shown."""
    return text("and {n} more like this", n=more)


def reasons(breaks: Sequence[Break], words: Speaker) -> list[str]:
    """The reasons to show as texts, each with the number of similar ones left out."""
    return [
        f"{words(each.says)}, {and_more(each.more)}" if each.more else words(each.says)
        for each in few(breaks)
    ]
