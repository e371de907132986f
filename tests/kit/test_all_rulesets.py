"""The laws of the core, for every installed ruleset on random tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st
from tests.corpus import FOLDER
from tests.kit.lores import LORES
from tests.samples import sample

from surefoot.referee.protocol import Declaration, find, installed
from surefoot.referee.referee import problems_of
from surefoot.table.table import Table
from surefoot.testing.corpus import corpus_files
from surefoot.testing.kit import check_ruleset, laws
from surefoot.testing.kit.worlds import Lore, declarations, lore_of, tables

RULESETS = tuple(installed())

for_every_ruleset = pytest.mark.parametrize("name", RULESETS)


def searched(examples: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The number of random tables to try; tables that cannot be set up are not counted."""
    return settings(
        max_examples=sample(examples),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )


def lore(name: str) -> Lore:
    found = LORES.get(name) or lore_of(name)
    if found is None:
        pytest.fail(f"{name} lends nothing to random worlds: add it to tests/kit/lores.py")
    return found


def world(data: st.DataObject, name: str) -> tuple[Table, Declaration]:
    """A random table and something declared on it that means something."""
    ruleset = find(name)
    table = data.draw(tables(ruleset, lore(name)))
    declaration = data.draw(declarations(table, ruleset, lore(name)))
    assume(not problems_of(declaration, table))
    event(declaration.action)
    return table, declaration


def test_there_are_rulesets_and_each_lends_something() -> None:
    assert RULESETS
    assert [name for name in RULESETS if lore(name) is None] == []


@for_every_ruleset
@given(data=st.data())
@searched(60)
def test_no_declaration_makes_the_referee_stumble_and_a_refusal_changes_nothing(
    name: str, data: st.DataObject
) -> None:
    laws.never_stumbles(*world(data, name))


@for_every_ruleset
@pytest.mark.parametrize("motion", laws.MOTIONS, ids=lambda motion: motion.name)
@given(data=st.data())
@searched(25)
def test_where_and_which_way_a_table_lies_changes_no_verdict(
    name: str, motion: laws.Motion, data: st.DataObject
) -> None:
    laws.lies_anywhere(*world(data, name), motion)


@for_every_ruleset
@given(data=st.data())
@searched(30)
def test_splitting_a_straight_leg_changes_no_cost(name: str, data: st.DataObject) -> None:
    table, declaration = world(data, name)
    laws.splits(table, declaration, data.draw(st.sampled_from([0.25, 0.5, 0.75])))


@for_every_ruleset
@given(data=st.data())
@searched(20)
def test_odds_sum_to_one_and_merging_changes_none_of_them(name: str, data: st.DataObject) -> None:
    laws.odds_add_up(*world(data, name))


@for_every_ruleset
@given(data=st.data())
@searched(30)
def test_a_move_run_again_over_its_replies_is_the_same_move(name: str, data: st.DataObject) -> None:
    laws.asks_the_same(*world(data, name))


@for_every_ruleset
@given(data=st.data())
@searched(20)
def test_a_game_that_was_written_down_is_the_same_game(
    name: str, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    laws.kept(*world(data, name), tmp_path_factory.mktemp("games") / "one.game")


@for_every_ruleset
def test_every_ruleset_passes_the_conformance_check(name: str, tmp_path: Path) -> None:
    """On the three smallest files of its corpus: `tests/test_conformance.py` runs every pair of all of them."""
    corpus = tmp_path / name
    corpus.mkdir()
    for file in sorted(corpus_files(FOLDER / name), key=lambda file: file.stat().st_size)[:3]:
        copy(file, corpus)
    problems = check_ruleset(name, corpus=corpus, lore=lore(name), examples=10)

    assert [f"{problem.where}: {problem.says}" for problem in problems] == []
