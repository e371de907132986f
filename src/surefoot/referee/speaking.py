"""The speaker of a table: its ruleset's terms and clause titles, its unit, its models' names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from surefoot.language import Sentence
from surefoot.language.speaker import Speaker
from surefoot.records import replace
from surefoot.referee import protocol
from surefoot.referee.terms import TERMS
from surefoot.table.table import Table


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
