"""How surely each place on every level can be reached."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from surefoot.answers.risk import chances_data
from surefoot.cli.app import app
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.query import MoveQuery
from surefoot.routes.risk.one_level import ChanceReach, risky_routes
from surefoot.routes.risk.over_levels import LevelChanceReach, reach_by_chance
from tests.command_line import CliRunner
from tests.routes.test_chances import gantry, pit


@pytest.fixture(scope="module")
def down() -> LevelChanceReach:
    found = reach_by_chance(gantry(), "kal", "move", MoveQuery(actions=3))
    assert isinstance(found, LevelChanceReach)
    return found


def test_below_is_reached_surely_by_climbing_and_sooner_by_a_jump(down: LevelChanceReach) -> None:
    assert [(tier.chance, tier.crosses) for tier in down.layers] == [
        (Fraction(1), ()),
        (Fraction(1, 3), ("jump gantry",)),
    ]
    assert [(level.z, level.surfaces) for level in down.levels] == [(0.0, ("board",)), (4.0, ("gantry",))]
    assert [chance for chance, _ in down.levels[0].regions] == [Fraction(1), Fraction(1, 3)]
    assert [chance for chance, _ in down.levels[1].regions] == [Fraction(1)]
    assert down.chance(15, 8, "board") == 1
    assert down.chance(21, 8, "board") == Fraction(1, 3)
    assert down.chance(23.4, 0.6, "gantry") == 0


@pytest.mark.parametrize("place", [(15.0, 8.0), (18.0, 10.0), (21.0, 8.0), (9.0, 13.0)])
def test_a_place_is_as_sure_as_the_surest_way_there(
    down: LevelChanceReach, place: tuple[float, float]
) -> None:
    found = risky_routes(gantry(), "kal", "move", place, MoveQuery(on="board", actions=3))

    assert not isinstance(found, NoRoute)
    assert down.chance(*place, "board") == max(each.chance for each in found)


def test_dangerous_ground_behind_a_link_costs_chance_as_well() -> None:
    # From one side of the board to the other.
    table = gantry(mire={"area": {"rect": [14, 0, 1, 16]}, "tags": ["dangerous"]})

    found = reach_by_chance(table, "kal", "move", MoveQuery(actions=3))

    assert isinstance(found, LevelChanceReach)
    assert [(tier.chance, tier.crosses) for tier in found.layers] == [
        (Fraction(1), ()),
        (Fraction(1, 4), ("mire",)),
        # Down the face right into the mire.
        (Fraction(1, 4), ("mire", "climb gantry")),
        (Fraction(1, 12), ("mire", "jump gantry")),
    ]
    # Under the gantry surely; at the edge of the mire one action ends in it, behind it two have led through it.
    assert found.chance(13.4, 12.5, "board") == 1
    assert found.chance(13.6, 8, "board") == Fraction(1, 2)
    assert found.chance(16.5, 8, "board") == Fraction(1, 4)
    assert found.chance(19.5, 8, "board") == Fraction(1, 12)


def test_where_there_is_one_level_it_is_that_one() -> None:
    found = reach_by_chance(pit(), "kal", "move", MoveQuery(budget=2.6))

    assert isinstance(found, ChanceReach)
    assert [level.regions for level in found.levels] == [found.regions]
    assert isinstance(reach_by_chance(gantry(), "kal", "move"), LevelChanceReach)


def test_other_programs_are_told_level_by_level(down: LevelChanceReach) -> None:
    told = chances_data(down)

    assert [layer["crosses"] for layer in told["layers"]] == [[], ["jump gantry"]]
    assert [(level["height"], [each["chance"] for each in level["regions"]]) for level in told["levels"]] == [
        (0.0, ["1", "1/3"]),
        (4.0, ["1"]),
    ]


def test_the_command_tells_of_every_level() -> None:
    found = CliRunner().invoke(app, ["venture", "examples/gantry.yaml", "--who", "kal", "--actions", "4"])

    assert found.exit_code == 0, found.output
    assert "1/2 (50 %) to arrive unharmed on the gantry and the crane" in found.output
    assert "Via leap (crane): 1/2 (50 %)" in found.output
    told = CliRunner().invoke(
        app, ["venture", "examples/gantry.yaml", "--who", "kal", "--actions", "4", "--json"]
    )
    assert [level["height"] for level in json.loads(told.output)["levels"]] == [0.0, 2.0, 4.0]
