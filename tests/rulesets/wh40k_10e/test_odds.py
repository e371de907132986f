"""Exact odds against an independent calculation: dice one by one, without the rules, by convolution of fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from surefoot.files import scenario
from surefoot.forecast.odds import odds as forecast
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import odds
from surefoot.table.record import Record, freeze
from surefoot.table.table import Table

SHOCKED = """
ruleset: wh40k-10e
board: [60, 44]
units:
  squad: {of: marine, base: 32, count: 10, formation: [5, 2], at: [20, 20], gap: 0.4, side: a, status: [battle-shocked], profile: {M: 6, W: 2}}
models:
  - {id: foe, base: 32, at: [20, 22], side: b, profile: {M: 6}}
"""

WRECKED = """
ruleset: wh40k-10e
board: [60, 44]
units:
  seven: {of: marine, base: 32, count: 7, place: {kind: aboard, on: apc}, side: a, profile: {M: 6, W: 1}}
  five: {of: marine, base: 32, count: 5, place: {kind: aboard, on: apc}, side: a, profile: {M: 6, W: 2}}
models:
  - {id: apc, hull: [6, 4], at: [30, 20], side: a, keywords: [Vehicle, Transport], profile: {M: 10, W: 10}, traits: {wh40k-10e: {capacity: {maximum: 12}}}}
"""


def low_dice(dice: int, faces: int) -> dict[int, Fraction]:
    """The chance of each number of dice that show one of so many faces out of six: die after die."""
    found = {0: Fraction(1)}
    for _ in range(dice):
        more: dict[int, Fraction] = {}
        for low, chance in found.items():
            for by, share in ((1, Fraction(faces, 6)), (0, Fraction(6 - faces, 6))):
                more[low + by] = more.get(low + by, Fraction(0)) + chance * share
        found = more
    return found


def alive(table: Table, unit: str) -> int:
    return sum(1 for model in table.models.values() if model.unit == unit and model.place.kind != "gone")


def test_a_battle_shocked_fall_back_of_ten_loses_as_many_as_fail() -> None:
    table = scenario.loads(SHOCKED).table
    plan = freeze({"shift": [0, -6]})
    leaves = list(odds(table, Declaration("fall-back", ("squad",), details=Record(plan=plan))))

    found: dict[int, Fraction] = {}
    for leaf in leaves:
        lost = 10 - alive(leaf.run.table, "squad")
        found[lost] = found.get(lost, Fraction(0)) + leaf.chance
    assert sum(leaf.chance for leaf in leaves) == 1
    assert found == low_dice(10, 2)
    assert sum(lost * chance for lost, chance in found.items()) == Fraction(10, 3)


@pytest.mark.parametrize("order", [["seven", "five"], ["five", "seven"]])
def test_a_wreck_with_twelve_aboard_hurts_two_units_each_by_its_own_dice(order: list[str]) -> None:
    table = scenario.loads(WRECKED).table
    details = Record(order=tuple(order))
    leaves = list(odds(table, Declaration("destroyed", ("apc",), details=details, kind="happen")))

    found: dict[tuple[int, int], Fraction] = {}
    for leaf in leaves:
        assert leaf.run.table.models["apc"].place.kind == "gone"
        lost = 7 - alive(leaf.run.table, "seven"), 5 - alive(leaf.run.table, "five")
        found[lost] = found.get(lost, Fraction(0)) + leaf.chance
    expected: dict[tuple[int, int], Fraction] = {}
    for ones, chance in low_dice(7, 1).items():
        for others, share in low_dice(5, 1).items():
            # Two mortal wounds take one of the tougher models.
            key = (ones, others // 2)
            expected[key] = expected.get(key, Fraction(0)) + chance * share
    assert sum(leaf.chance for leaf in leaves) == 1
    assert found == expected


@pytest.mark.parametrize("inches", range(7, 13))
def test_an_advance_that_may_be_rolled_again_is_if_its_path_is_too_long(inches: int) -> None:
    """10 inches with M 6 need a 4: a half, and half of the other half."""
    table = scenario.loads(f"""
ruleset: wh40k-10e
board: [60, 44]
models: [{{id: kal, base: 32, at: [20, 20], side: a, profile: {{M: 6}}}}]
declare: [{{who: kal, action: advance, path: [[{20 + inches}, 20]], advance_roll: {{reroll: true}}}}]
""")
    found = forecast(table.table, table.declarations).over("verdict")
    misses = Fraction(inches - 7, 6)
    assert found.get("legal", Fraction(0)) == 1 - misses * misses
