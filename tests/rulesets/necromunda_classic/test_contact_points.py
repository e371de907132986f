"""The points to which a charge without a route is searched: a turned table has the same ones."""

from __future__ import annotations

import math
from importlib import import_module

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
