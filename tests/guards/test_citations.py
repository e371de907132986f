"""Whatever rule code cites is in its catalogue, and whatever must cite does."""

import ast

import pytest
from tests.guards.sources import RULESETS

from surefoot.dice.requests import Do
from surefoot.referee.protocol import find
from surefoot.referee.sources import (
    Source,
    cited,
    clauses_given,
    is_empty,
    requests,
    sources,
    unknown_citations,
    without_clause,
)


@pytest.mark.parametrize("name", RULESETS)
def test_every_clause_cited_by_rule_code_is_in_the_catalogue(name: str) -> None:
    ruleset = find(name)
    written = [id_ for source in sources(ruleset.package) for _, id_ in cited(source, ruleset.catalogue)]

    assert written
    assert unknown_citations(ruleset) == []


@pytest.mark.parametrize("name", RULESETS)
def test_nothing_is_done_asked_or_refused_without_a_clause(name: str) -> None:
    assert requests(find(name))
    assert without_clause(find(name)) == []


def test_the_guard_finds_clauses_wherever_they_may_stand() -> None:
    code = """
yield from do(effect, "climb.cost", *more, ledger=())
found = Break("climb.a" if high else "climb.b", "climb.words")
table = ("climb.elsewhere", "no clause", "climbing.other-topic")
"""
    catalogue = find("necromunda-classic").catalogue
    module = next(one for one in sources("surefoot.rulesets.necromunda_classic") if one.path.stem == "climb")
    source = Source(module.name, module.path, ast.parse(code))

    found = [id_ for _, id_ in cited(source, catalogue)]
    assert sorted(dict.fromkeys(found)) == [
        "climb.a",
        "climb.b",
        "climb.cost",
        "climb.elsewhere",
        "climb.words",
    ]


@pytest.mark.parametrize(
    ("code", "silent"), [("Do(effect, ())", True), ("Do(effect)", True), ("Do(effect, ('a.b',))", False)]
)
def test_the_guard_sees_a_request_without_a_clause(code: str, silent: bool) -> None:
    call = ast.parse(code, mode="eval").body
    assert isinstance(call, ast.Call)
    given = clauses_given(call, Do)["clauses"]

    assert all(is_empty(each) for each in given) == silent
