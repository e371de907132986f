"""The planner and Impassable Ground: walkers go around it, machines go across it and never end in it."""

from __future__ import annotations

import pytest

from surefoot.files.scenario import loads
from surefoot.routes.plan import find_reach, find_route
from surefoot.routes.query import MoveQuery
from surefoot.table.table import Table

LAVA = """
ruleset: gemini-arap
board: [30, 30]
terrain: {{lava: {{area: {{rect: [10, 9, 3, 2]}}, tags: [impassable]}}}}
models: {{kal: {{base: 25, at: [8, 10], facing: 90, side: a, profile: {{M: 9, I: 4, ap: 3, movement_mode: {mode}}}}}}}
"""


def table(mode: str) -> Table:
    return loads(LAVA.format(mode=mode)).table


@pytest.mark.parametrize("mode", ["fly", "tunnel"])
def test_a_machine_goes_straight_across(mode: str) -> None:
    found = find_route(table(mode), "kal", "move", (15.0, 10.0), MoveQuery())

    assert found.found
    assert found.cost == pytest.approx(7.0)


def test_a_walker_goes_around() -> None:
    there = table("foot")
    found = find_route(there, "kal", "move", (15.0, 10.0), MoveQuery())

    assert found.found
    assert found.cost > 7.2


@pytest.mark.parametrize("mode", ["fly", "tunnel", "foot"])
@pytest.mark.parametrize("place", [(11.5, 10.0), (9.7, 10.0), (13.3, 10.0)])
def test_none_is_promised_a_place_in_it(mode: str, place: tuple[float, float]) -> None:
    assert find_reach(table(mode), "kal", "move", MoveQuery()).says(*place) == "no"
