"""The tables of examples/cheapest-ways: the way that is found is the one they promise, and the obvious one is dearer."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

import surefoot
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.over_levels.options import LevelOptions
from surefoot.routes.over_levels.route import LevelRoute, level_route
from surefoot.table.record import EMPTY
from surefoot.table.table import Table

FOLDER = Path(__file__).parents[2] / "examples/cheapest-ways"


def table(name: str) -> Table:
    return surefoot.load(str(FOLDER / f"{name}.yaml")).table


def without(found: Table, name: str) -> Table:
    return found.changed(pieces=found.pieces.without(name))


def links(way: LevelRoute | NoRoute) -> list[tuple[str, str]]:
    assert isinstance(way, LevelRoute), way
    return [(taken.link.by, taken.link.name) for taken in way.links]


def test_the_ladder_round_the_corner_beats_the_wall_in_front() -> None:
    laid = table("necromunda-classic")
    way = level_route(laid, "kal", "move", (11.5, 8.0), LevelOptions(actions=2), on="roof")
    assert links(way) == [("link", "ladder")]
    assert isinstance(way, LevelRoute)
    # To where the base touches the wall and the ladder, at y = 10.86; four inches up; across the roof.
    assert way.used == pytest.approx(math.hypot(3.5, 2.86) + 4 + math.hypot(1, 3), abs=0.02)
    wall = level_route(
        without(laid, "ladder"), "kal", "move", (11.5, 8.0), LevelOptions(actions=2), on="roof"
    )
    assert isinstance(wall, NoRoute)


def test_a_jump_off_the_far_edge_beats_the_ladder_and_so_does_the_far_face() -> None:
    laid = table("necromunda-2023")
    bold = level_route(laid, "kal", "move", (15.0, 8.0), LevelOptions(actions=3), on="board")
    careful = level_route(laid, "kal", "move", (15.0, 8.0), LevelOptions(actions=3, risk=False), on="board")
    assert links(bold) == [("jump", "gantry")]
    assert links(careful) == [("climb", "gantry")]
    assert isinstance(bold, LevelRoute)
    assert isinstance(careful, LevelRoute)
    assert bold.used == pytest.approx(5.0, abs=2e-3)
    assert 0 < bold.chance < 1 == careful.chance
    assert careful.used == pytest.approx(13.0, abs=2e-3)


def test_infantry_goes_straight_up_through_the_floor_of_a_ruin() -> None:
    laid = table("wh40k-10e")
    way = level_route(laid, "sergeant", "normal", (13.0, 8.0), on="upper")
    assert isinstance(way, LevelRoute)
    assert way.used == pytest.approx(9.0, abs=1e-4)
    # The wall is in the way of everybody whom the ruin does not let through: up and over it is no help.
    plain = laid
    for name in ("facade", "upper"):
        piece = replace(laid.pieces[name], traits=EMPTY)
        plain = plain.changed(pieces=plain.pieces.with_(name, piece))
    assert isinstance(level_route(plain, "sergeant", "normal", (13.0, 8.0), on="upper"), NoRoute)


def test_the_stairs_behind_the_house_beat_the_wall() -> None:
    laid = table("dark-heresy-2e")
    way = level_route(laid, "vex", "full-move", (12.0, 8.0), LevelOptions(actions=4), on="roof")
    assert links(way) == [("walk", "stairs")]
    assert isinstance(way, LevelRoute)
    assert len(way.steps) == 3
    wall = level_route(
        without(laid, "stairs"), "vex", "full-move", (12.0, 8.0), LevelOptions(actions=4), on="roof"
    )
    assert isinstance(wall, NoRoute)


def test_the_rungs_at_the_back_beat_the_side_in_front() -> None:
    laid = table("gemini-arap")
    way = level_route(laid, "ro", "move", (12.0, 8.0), LevelOptions(actions=3), on="rock")
    assert links(way) == [("link", "rungs")]
    assert isinstance(way, LevelRoute)
    assert len(way.steps) == 2
    front = level_route(without(laid, "rungs"), "ro", "move", (12.0, 8.0), LevelOptions(actions=2), on="rock")
    assert isinstance(front, NoRoute)
