"""The speaker of a table: its ruleset's terms and clause titles, its unit, its models' names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

from surefoot.dice.requests import Break
from surefoot.language import Sentence
from surefoot.language.speaker import Speaker, text
from surefoot.records import replace
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


def few(breaks: Sequence[Break]) -> list[tuple[Break, int]]:
    """The reasons to show, each with the number of similar ones left out: what holds for ten models is told once."""
    by_clause: dict[str, list[Break]] = {}
    for each in breaks:
        by_clause.setdefault(each.clause, []).append(each)
    found: list[tuple[Break, int]] = []
    for alike in by_clause.values():
        found += [(alike[0], len(alike) - 1)] if len(alike) > _FEW else [(each, 0) for each in alike]
    return found


def and_more(more: int) -> str:
    """How many reasons of the same rule are not shown."""
    return text("and {n} more like this", n=more)


def reasons(breaks: Sequence[Break], words: Speaker) -> list[str]:
    """The reasons to show as texts, each with the number of similar ones left out."""
    return [
        f"{words(each.says)}, {and_more(more)}" if more else words(each.says) for each, more in few(breaks)
    ]
