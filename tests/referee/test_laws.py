"""Laws that hold on every table: where it stands and which way it lies changes nothing, splitting a leg costs nothing."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surefoot.dice.branches import faces_apart
from surefoot.dice.explore import Explorer
from surefoot.dice.responders import Seeded
from surefoot.referee.referee import check, legal_actions, move, odds, started
from surefoot.referee.verdict import Outcome
from surefoot.table.table import Table
from tests.referee.worlds import (
    Point,
    declarations,
    mirrored,
    shifted,
    tables,
    transformed,
    transformed_declaration,
    turned_right,
)
from tests.samples import sample


def summary(outcome: Outcome) -> tuple[object, ...]:
    """What a player would notice, without coordinates."""
    return (
        outcome.verdict,
        sorted(each.clause for each in outcome.breaks),
        round(outcome.cost / 200),
        [(test.what, test.odds, test.needs) for test in outcome.tests],
        [(event.what, event.who, event.clauses) for event in outcome.events],
    )


@pytest.mark.parametrize("point", [shifted, mirrored, turned_right], ids=["shifted", "mirrored", "turned"])
@given(data=st.data())
@settings(max_examples=sample(60))
def test_where_and_which_way_a_table_lies_changes_no_verdict(point: Point, data: st.DataObject) -> None:
    table = data.draw(tables())
    declaration = data.draw(declarations(table))
    other = transformed(table, point, lambda facing: facing)
    before = check(table, declaration, nearest=False)
    after = check(other, transformed_declaration(declaration, point), nearest=False)
    assert summary(after) == summary(before)


@given(data=st.data())
@settings(max_examples=sample(80))
def test_splitting_a_straight_leg_changes_no_cost(data: st.DataObject) -> None:
    table = data.draw(tables())
    declaration = data.draw(declarations(table))
    first = declaration.legs[0] if declaration.legs else None
    if first is None or first.to is None or first.by != "walk":
        return
    pose = table.pose(declaration.actor)
    share = data.draw(st.sampled_from([0.25, 0.5, 0.75]))
    start = round(pose.x * 1_000_000), round(pose.y * 1_000_000)
    middle = tuple(round(a + (b - a) * share) for a, b in zip(start, first.to, strict=True))
    split = replace(declaration, legs=(replace(first, to=(middle[0], middle[1])), *declaration.legs))
    whole, parts = check(table, declaration, nearest=False), check(table, split, nearest=False)
    assert whole.verdict == parts.verdict
    assert abs(whole.cost - parts.cost) <= 300


@given(data=st.data())
@settings(max_examples=sample(150))
def test_no_declaration_makes_the_referee_stumble_and_a_refusal_changes_nothing(data: st.DataObject) -> None:
    table = data.draw(tables())
    declaration = data.draw(declarations(table))
    before = table.digest
    result = move(table, declaration, Seeded("x"))
    assert table.digest == before
    for event in result.events:
        assert event.clauses
    if result.verdict == "illegal":
        assert result.breaks
        assert result.run.table.digest == before
    for _, breaks in legal_actions(table, declaration.actor):
        assert all(each.clause and each.says for each in breaks)


def mass(table: Table, leaves: list[object]) -> dict[str, Fraction]:
    """The chance of each state that a declaration can lead to."""
    found: dict[str, Fraction] = {}
    for leaf in leaves:
        digest = leaf.run.table.digest  # type: ignore[attr-defined]
        found[digest] = found.get(digest, Fraction(0)) + leaf.chance  # type: ignore[attr-defined]
    return found


@given(data=st.data())
@settings(max_examples=sample(40))
def test_odds_sum_to_one_and_merging_changes_none_of_them(data: st.DataObject) -> None:
    table = data.draw(tables())
    declaration = data.draw(declarations(table))
    merged = mass(table, list(odds(table, declaration)))
    assert sum(merged.values()) == 1
    apart = Explorer(branch=faces_apart)
    assert mass(table, list(apart.leaves(started(declaration, table), table))) == merged


@given(data=st.data())
@settings(max_examples=sample(60))
def test_a_move_run_again_over_its_replies_is_the_same_move(data: st.DataObject) -> None:
    from surefoot.dice.host import Again, drive

    table = data.draw(tables())
    declaration = data.draw(declarations(table))
    first = move(table, declaration, Seeded("again"))
    if first.verdict == "illegal":
        return
    second = drive(started(declaration, table), table, Again(first.run.replies))
    assert second.steps == first.run.steps
    assert second.table.digest == first.run.table.digest
