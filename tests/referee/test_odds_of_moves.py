"""Exact odds of real moves: equal to simulation, whatever is asked of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from surefoot.dice.explore import Simulated
from surefoot.dice.host import drive
from surefoot.dice.responders import Seeded
from surefoot.files.scenario import loads
from surefoot.referee.referee import odds, started
from surefoot.table.table import Table

LEAP = """
ruleset: necromunda-classic
board: [24, 24]
terrain:
  - {id: near, platform: {rect: [6, 8, 5, 4]}, z: 4}
  - {id: far, platform: {rect: [14, 8, 5, 4]}, z: 4}
models:
  - {id: kal, base: 25.4, at: [10.5, 10], on: near, side: a, profile: {M: 6, I: 4}}
  - {id: foe, base: 25.4, at: [11.6, 10.1], side: b, profile: {M: 5, I: 4}}
declare: [{who: kal, action: move, path: [{leap: [16, 10]}]}]
"""


def fate(table: Table, who: str) -> str:
    """How a fighter came out of it."""
    model = table.models[who]
    return "gone" if not model.place.on_table else ",".join(model.statuses) or "unhurt"


@pytest.mark.parametrize("runs", [2_000, pytest.param(8_000, marks=pytest.mark.campaign)])
def test_a_leap_over_an_enemy_ends_as_often_as_the_odds_say(runs: int) -> None:
    scenario = loads(LEAP)
    table, declaration = scenario.table, scenario.declarations[0]
    exact: dict[tuple[str, str], Fraction] = {}
    for leaf in odds(table, declaration):
        key = fate(leaf.run.table, "kal"), fate(leaf.run.table, "foe")
        exact[key] = exact.get(key, Fraction(0)) + leaf.chance
    assert sum(exact.values()) == 1
    # By hand: the leap, then two hits of Strength 3 against Toughness 3 with one Injury dice each.
    assert exact[("unhurt", "unhurt")] == Fraction(1, 2)
    assert exact[("gone", "gone")] == Fraction(1, 2) * Fraction(1, 12) ** 2
    assert exact[("pinned", "pinned")] == Fraction(1, 2) * Fraction(2, 3) ** 2
    simulated = Simulated(Seeded("leap"))
    start = started(declaration, table)
    seen: Counter[tuple[str, str]] = Counter()
    for _ in range(runs):
        after = drive(start, table, simulated).table
        seen[fate(after, "kal"), fate(after, "foe")] += 1
    assert set(seen) <= set(exact)
    for key, chance in exact.items():
        spread = sqrt(float(chance * (1 - chance)) / runs)
        assert abs(seen[key] / runs - float(chance)) <= 5 * spread, key
