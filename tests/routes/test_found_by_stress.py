"""Questions to the planner on which it failed once; found by `make stress`."""

from __future__ import annotations

import pytest

import surefoot
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.over_levels.floors import Floor
from surefoot.routes.over_levels.reach import LevelReach
from surefoot.routes.over_levels.route import level_route
from surefoot.routes.over_levels.search import level_reach
from surefoot.routes.plan import find_reach, find_route
from surefoot.routes.query import MoveQuery

TABLE = """
ruleset: necromunda-classic
board: [24, 18]
terrain:
  wall: {wall: {rect: [11, 8.75, 1, 6]}, height: 4}
  duct: {ductway: [[11, 11.75], [12, 11.75]], width: 0.5}
models:
  rig: {hull: [5, 3], height: 2, at: [19.5, 11.4], side: a, keywords: [vehicle], profile: {M: 5, handling: 4}}
  kal: {base: 25.4, at: [3, 3], side: b, profile: {M: 5, I: 10}}
"""


def test_a_vehicle_does_not_look_for_ways_through_ducts() -> None:
    table = surefoot.loads(TABLE).table

    assert not find_route(table, "rig", "move", (5.0, 12.0), MoveQuery()).found


def test_a_model_whose_test_cannot_be_passed_stays_where_it_is() -> None:
    table = surefoot.loads(TABLE).table

    assert not find_route(table, "kal", "retreat", (5.0, 5.0), MoveQuery()).found
    assert find_reach(table, "kal", "retreat", MoveQuery()).budget == 0


FAST = """
ruleset: wh40k-10e
units:
  u0: {of: trooper, base: 12, count: 5, formation: [5, 1], at: [1.75, 8.25], gap: 0.4, side: a, keywords: [Infantry], profile: {M: 99}}
"""


def test_the_reach_of_a_fast_unit_is_drawn_with_fewer_outlines_the_more_models_it_has() -> None:
    table = surefoot.loads(FAST).table
    one = find_reach(table, "u0.1", "normal", MoveQuery()).outlines(1.0)[0].bands
    all_of_them = find_reach(table, "u0", "normal", MoveQuery()).outlines(1.0)[0].bands

    assert len(all_of_them) < len(one) / 2
    assert all_of_them[-1].level == one[-1].level == 99


FAST_HULL = """
ruleset: wh40k-10e
models:
  tank: {hull: [5, 3], at: [19, 11.75], facing: 45, side: a, keywords: [Vehicle, Fly], profile: {M: 90}}
  drone: {base: 60, at: [19, 15.75], side: a, keywords: [Vehicle, Fly], profile: {M: 90}}
"""


def test_the_reach_of_a_fast_hull_is_drawn_with_fewer_outlines_for_all_its_headings() -> None:
    table = surefoot.loads(FAST_HULL).table
    tank, drone = (
        find_reach(table, who, "normal", MoveQuery()).outlines(1.0)[0].bands for who in ("tank", "drone")
    )

    assert len(tank) < len(drone) / 3
    assert tank[-1].level == drone[-1].level == 90


HIGH = """
ruleset: necromunda-classic
board: [20, 12]
terrain:
  catwalk: {platform: {rect: [9, 4, 6, 4]}, z: 3}
  rungs: {ladder: [9, 6], from: board, to: catwalk}
models:
  kal: {base: 25.4, at: [5.5, 6], side: a, profile: {M: 9, I: 4}}
"""


def test_no_link_is_slid_for_a_place_where_no_base_can_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    table, asked = surefoot.loads(HIGH).table, []
    on_floor = LevelReach.on_floor

    def counted(self: LevelReach, floor: Floor, x: float, y: float) -> float:
        asked.append((x, y))
        return on_floor(self, floor, x, y)

    monkeypatch.setattr(LevelReach, "on_floor", counted)
    refused = level_route(table, "kal", "move", (9.4, 6.2), on="catwalk")

    assert isinstance(refused, NoRoute)
    assert str(refused.says) == "The base can't end there: it would hang over the edge"
    assert not asked
    assert level_route(table, "kal", "move", (10.4, 6.2), on="catwalk").found
    assert asked


STACK = """
ruleset: necromunda-classic
options: {premeasure: true}
board: [30, 30]
terrain:
  crate: {platform: {rect: [10, 10, 4, 4]}, z: 0.6, under: solid}
  top: {platform: {rect: [10.3, 10.3, 3, 3]}, z: 1.2, under: solid, on: crate}
models:
  kal: {base: 25.4, height: 1.5, at: [11, 11], on: top, side: a, profile: {M: 6, I: 4}}
  bly: {base: 25.4, height: 1.5, at: [12.7, 8.5], side: a, profile: {M: 6, I: 4}}
"""


def test_a_ledge_too_narrow_to_stand_on_is_jumped_and_climbed_past() -> None:
    table = surefoot.loads(STACK).table
    # The base is clear of the crate half an inch beyond its edge; what it covers on the way is free.
    down = level_reach(table, "kal", "move").cost(11.0, 8.0, "board")
    assert down == pytest.approx(0.2 + 1.5, abs=2e-3)
    # Twice 1.2 inches up, 0.3 inches over the ledge, and the way to its foot.
    up = level_reach(table, "bly", "move").cost(12.7, 10.81, "top")
    assert up == pytest.approx(1.0 + 2.4 + 0.3, abs=0.02)


PITS = """
ruleset: dark-heresy-2e
scale: 1
board: [24, 18]
terrain:
  deep: {gap: {rect: [8, 13, 4, 3]}, depth: 3}
  shallow: {gap: {rect: [9, 13.5, 2, 2]}, depth: 2}
models:
  m0: {base: 25.4, at: [5, 5], profile: {S: 30, T: 30, Ag: 40, Per: 30, WP: 30}}
declare:
  - {who: m0, action: half-move, path: [[7, 6]]}
"""


def test_a_pit_may_lie_in_a_deeper_one() -> None:
    scenario = surefoot.loads(PITS)

    assert surefoot.check(scenario.table, scenario.declarations[0]).verdict == "legal"
    assert find_reach(scenario.table, "m0", "half-move", MoveQuery()).outlines(1.0)
