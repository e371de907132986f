"""Catalogues hold together: every clause proven or excused, every option read, valid and explained."""

import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from tests.guards.sources import RULESETS
from tests.guards.test_guarded_clauses import GUARDS

from surefoot.referee.protocol import find
from surefoot.referee.sources import options_read

WAITING_FILE = Path(__file__).parent / "waiting.yaml"
WAITING = YAML(typ="safe").load(WAITING_FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", RULESETS)
def test_every_option_is_read_by_rule_code_or_waits_for_its_topic(name: str) -> None:
    options = list(find(name).catalogue.options)
    waiting = WAITING["options"].get(name, {})
    read = options_read(find(name))

    assert options
    assert read
    assert [option for option in options if option not in read and option not in waiting] == []


@pytest.mark.parametrize("name", RULESETS)
def test_no_option_waits_that_is_read_already(name: str) -> None:
    options, read = find(name).catalogue.options, options_read(find(name))

    assert [
        option for option in WAITING["options"].get(name, {}) if option in read or option not in options
    ] == []


@pytest.mark.parametrize("name", RULESETS)
def test_every_option_is_valid_and_explained(name: str) -> None:
    catalogue = find(name).catalogue
    wrong = []
    for option in catalogue.options.values():
        # A number without a default is one that the table must state.
        problem = "" if option.default is None else option.problem(option.default)
        if problem or not option.says.strip() or option.clause not in catalogue:
            wrong.append((option.name, problem or option.clause or "no words"))
        if option.kind == "choice" and len(option.values) < 2:
            wrong.append((option.name, "a choice between fewer than two"))

    assert wrong == []


@pytest.mark.parametrize("name", RULESETS)
def test_every_option_of_a_clause_exists(name: str) -> None:
    catalogue = find(name).catalogue
    named = [(clause.id, option) for clause in catalogue for option in clause.options]

    assert [(clause, option) for clause, option in named if option not in catalogue.options] == []


@pytest.mark.parametrize("name", RULESETS)
def test_every_clause_is_worded_and_says_how_it_is_proven(name: str) -> None:
    clauses = list(find(name).catalogue)

    assert clauses
    assert [each.id for each in clauses if not (each.title.strip() and each.summary.strip())] == []
    assert [each.id for each in clauses if each.proof not in ("case", "guard", "none")] == []


@pytest.mark.parametrize("name", RULESETS)
def test_every_clause_that_no_case_proves_says_why(name: str) -> None:
    exempt = [each for each in find(name).catalogue if each.proof != "case"]

    assert exempt, "every catalogue has guidance that nothing can prove"
    assert [each.id for each in exempt if not each.reason.strip()] == []


@pytest.mark.parametrize("name", RULESETS)
def test_every_guarded_clause_has_its_test_or_waits_for_its_topic(name: str) -> None:
    guarded = [
        each.full_id for each in find(name).catalogue if each.proof == "guard" and not each.inherited_from
    ]
    waiting = [f"{name}/{id_}" for id_ in WAITING["guards"].get(name, {})]

    assert [id_ for id_ in guarded if id_ not in GUARDS and id_ not in waiting] == []
    assert [id_ for id_ in waiting if id_ not in guarded or id_ in GUARDS] == []


def test_whatever_waits_waits_for_an_issue() -> None:
    entries = [
        (sort, name, what, why)
        for sort in ("options", "guards")
        for name, waiting in WAITING[sort].items()
        for what, why in waiting.items()
    ]

    assert list(WAITING) == ["options", "guards"]
    assert [entry for entry in entries if not re.search(r"issue \d+", str(entry[3]))] == []
