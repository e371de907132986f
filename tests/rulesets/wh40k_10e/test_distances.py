"""How far a model can move, as questions and the planner tell it, for Moves that are no plain number."""

from __future__ import annotations

import pytest

import surefoot
from surefoot.files.scenario import loads
from surefoot.referee.referee import check
from surefoot.referee.speaking import speaker

TABLE = """
ruleset: wh40k-10e
board: [60, 44]
clock: {side: a, phase: movement}
units: {duo: {models: [ana, bob]}}
models:
  ana: {base: 32, at: [10, 10], side: a, profile: {M: ANA}}
  bob: {base: 32, at: [12, 10], side: a, profile: {M: BOB}}
declare: [{who: duo, action: advance, plan: {}}]
"""


def table(ana: str, bob: str = "6") -> surefoot.Table:
    return loads(TABLE.replace("ANA", ana).replace("BOB", bob)).table


def told(now: surefoot.Table, who: str, question: str) -> str:
    says = surefoot.ask(now, who, question).says
    assert says is not None
    return speaker(now)(says)


@pytest.mark.parametrize(
    ("move", "distances"),
    [
        ("6", "Normal move 6″, Advance 6″ + D6, Fall Back 6″ and Remain Stationary 0″"),
        ("2D6", "Normal move 0″ + 2D6, Advance 0″ + 2D6 + D6, Fall Back 0″ + 2D6 and Remain Stationary 0″"),
        ("'-'", "Normal move 0″, Advance 0″, Fall Back 0″ and Remain Stationary 0″"),
    ],
)
def test_dice_are_named_only_where_they_count(move: str, distances: str) -> None:
    assert told(table(move), "ana", "distances") == distances


def test_the_random_move_of_others_in_its_unit_does_not_count_for_a_model() -> None:
    assert told(table("5", "2D6"), "ana", "distances").startswith("Normal move 5″, Advance 5″ + D6")


def test_a_move_that_is_not_rolled_yet_is_no_dash() -> None:
    assert told(table("2D6"), "ana", "move") == "Its Move is 2D6, rolled when its unit is selected to move"
    assert told(table("'-'"), "ana", "move") == "Its Move is a dash: it can't move"


def test_a_model_with_a_dash_is_not_moved_by_an_advance_roll() -> None:
    before = table("'-'")
    assert surefoot.reach(before, "ana", "advance").budget == 0
    advanced = surefoot.move(
        before, loads(TABLE.replace("ANA", "'-'").replace("BOB", "6")).declarations[0], surefoot.script([4])
    ).run.table
    begun = advanced.changed(notes=before.notes)
    step = surefoot.declaration(begun, who="ana", action="advance", path=[[10, 11]])
    assert [each.clause for each in check(begun, step, nearest=False).breaks] == [
        "support.move-characteristic"
    ]
    assert told(advanced, "ana", "distances").startswith("Normal move 0″, Advance 0″")
    assert told(advanced, "bob", "distances").startswith("Normal move 6″, Advance 10″")


def test_a_unit_of_mixed_moves_is_answered_model_by_model() -> None:
    mixed = surefoot.ask(table("5", "10"), "duo", "move")
    assert (told(table("5", "10"), "duo", "move"), mixed.clauses) == (
        "Ana: 5″; Bob: 10″",
        ("support.move-characteristic",),
    )
    assert surefoot.ask(table("6"), "duo", "move").value == surefoot.ask(table("6"), "ana", "move").value
    assert told(table("5", "10"), "duo", "distances").startswith("Ana: Normal move 5″, Advance 5″ + D6")
