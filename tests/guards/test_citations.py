"""Whatever rule code cites is in its catalogue, and whatever must cite does."""

import ast
import re

import pytest
from tests.guards.sources import RULESETS, Source, arguments, sources, texts

from surefoot.dice.requests import Do
from surefoot.referee.protocol import find
from surefoot.referee.verdict import OVERRIDE

# Parameters and fields of the core and of rule code that hold clause ids.
CLAUSE_PLACES = ("clause", "clauses", "allowance_clause", "turn_clause", "risk")
LOOKS_LIKE_AN_ID = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")


def cited(source: Source) -> list[ast.Constant]:
    """Every literal in a place that holds a clause."""
    return [
        text
        for call, called in source.calls()
        for place, given in arguments(call, called).items()
        if place in CLAUSE_PLACES
        for each in given
        for text in texts(each)
    ]


def shaped_like_ids(source: Source, topics: tuple[str, ...]) -> list[ast.Constant]:
    """Every literal anywhere that is written like a clause of a topic of this ruleset."""
    return [
        node
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and LOOKS_LIKE_AN_ID.fullmatch(node.value)
        and node.value.split(".")[0] in topics
    ]


@pytest.mark.parametrize("name", RULESETS)
def test_every_clause_cited_by_rule_code_is_in_the_catalogue(name: str) -> None:
    catalogue = find(name).catalogue
    topics = tuple(dict.fromkeys(clause.topic for clause in catalogue))
    written = [
        (source.at(text), text.value)
        for source in sources(name)
        for text in [*cited(source), *shaped_like_ids(source, topics)]
        if text.value and text.value not in catalogue.options
    ]

    assert written
    unknown = [(where, id_) for where, id_ in written if id_ not in catalogue and id_ != OVERRIDE]
    assert unknown == []


@pytest.mark.parametrize("name", RULESETS)
def test_nothing_is_done_asked_or_refused_without_a_clause(name: str) -> None:
    found = [
        (source.at(call), called.__name__, place, given)
        for source in sources(name)
        for call, called in source.calls()
        if getattr(called, "__module__", "") == "surefoot.dice.requests"
        for place, given in _clauses_of(call, called).items()
    ]
    silent = [
        (where, what) for where, what, _, given in found if not given or all(_is_empty(e) for e in given)
    ]

    assert found
    assert silent == []


def _clauses_of(call: ast.Call, called: object) -> dict[str, list[ast.expr]]:
    """The clause arguments that a request must be given; an empty list for one that was left out."""
    needed = [place for place in CLAUSE_PLACES if place in getattr(called, "__annotations__", {})]
    given = arguments(call, called)
    return {place: given.get(place, []) for place in needed}


def _is_empty(node: ast.expr) -> bool:
    return (isinstance(node, (ast.Tuple, ast.List)) and not node.elts) or (
        isinstance(node, ast.Constant) and not node.value
    )


def test_the_guard_knows_the_clause_places_of_the_requests() -> None:
    call = ast.parse("Do(effect, ())", mode="eval").body
    assert isinstance(call, ast.Call)
    given = _clauses_of(call, Do)

    assert list(given) == ["clauses"]
    assert all(_is_empty(each) for each in given["clauses"])
