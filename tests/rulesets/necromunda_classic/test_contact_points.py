"""The points to which a charge without a route is searched: a turned table has the same ones."""

from __future__ import annotations

import math
from importlib import import_module
from itertools import count
from typing import Any

import pytest

import surefoot
from surefoot.geometry.shapes import turn

charge = import_module("surefoot.rulesets.necromunda_classic.charge")


def points(degrees: float) -> list[tuple[float, int, tuple[float, float]]]:
    x, y = turn(2.3, 1.1, degrees)
    table = surefoot.loads(f"""
ruleset: necromunda-classic
board: [40, 40]
models:
  kal: {{base: 25.4, at: [{20 + x:.6f}, {20 + y:.6f}], side: a, profile: {{M: 5, I: 4}}}}
  foe: {{base: 32, at: [20, 20], side: b, profile: {{M: 5, I: 4}}}}
""").table
    found = charge._contact_points(table, "kal", "foe", table.pose("kal")[:2])
    return [(far, angle, (to[0] / 1e6 - 20, to[1] / 1e6 - 20)) for far, angle, to in found]


def test_the_first_point_lies_straight_towards_the_fighter_and_a_turned_table_has_the_same_points() -> None:
    straight = points(0.0)
    assert straight[0][1] == 0
    turned = {angle: at for _, angle, at in points(90.0)}
    for _, angle, at in straight:
        assert math.dist(turn(*at, 90.0), turned[angle]) < 1e-5


def test_a_charge_that_bends_on_the_way_up_finds_the_one_point_that_its_movement_is_enough_for() -> None:
    laid = surefoot.loads("""
ruleset: necromunda-classic
board: [60, 60]
terrain:
  ledge: {platform: {rect: [26.25, 28.75, 2.75, 2.5]}, z: 4.2, thickness: 0.0}
  crate: {platform: {rect: [28.25, 29.25, 1.25, 2.5]}, z: 1.0, under: solid}
models:
  kal: {base: 25.4, height: 1.5, profile: {T: 3, W: 2, I: 2, M: 7}, at: [28.1, 32.25], side: a}
  foe: {base: 25.4, height: 1.5, profile: {T: 3, W: 1, I: 5, M: 4}, at: [27.75, 30.7], on: ledge, side: b}
declare: [{who: kal, action: charge, target: foe}]
""")
    # 8.4 up the ledge, and 1.44 from where it stands to the one foot from which it lands beside its target.
    assert surefoot.check(laid.table, laid.declarations[0]).verdict == "legal"


def test_beside_a_path_that_is_known_no_straight_one_is_tried_that_must_cost_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = surefoot.loads("""
ruleset: necromunda-classic
board: [40, 40]
terrain: {pillar: {wall: {rect: [13, 7.6, 1, 2.6]}, height: 6}}
models:
  kal: {base: 25.4, at: [10, 10], side: a, profile: {M: 5, I: 4}}
  foe: {base: 25.4, at: [17, 10], side: b, profile: {M: 5, I: 4}}
""").table
    untested, tried = charge._untested, count()

    def counted(*asked: Any) -> int | None:
        next(tried)
        found: int | None = untested(*asked)
        return found

    monkeypatch.setattr(charge, "_untested", counted)
    found = charge.shortest(table, "kal", "foe")

    assert found is not None
    assert found[1] < 6_300_000
    # All round the target there are 72 points, each on foot and climbing.
    assert next(tried) < 50
