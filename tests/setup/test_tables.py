"""Armies and maps become tables that can be played; what goes out comes in again with every number."""

from __future__ import annotations

import json
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import Any

import pytest

import surefoot
from surefoot.armies.fitting import suggested
from surefoot.armies.formats import army_of, read_army
from surefoot.armies.sheets import csv_of, roster_data
from surefoot.files.home import HOME
from surefoot.files.scenario import Scenario, loads
from surefoot.files.source import parse
from surefoot.intake.content import Content
from surefoot.maps.formats import map_of, read_map
from surefoot.maps.terrain import terrain_of
from surefoot.referee.protocol import installed
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.plan import find_route
from surefoot.routes.query import MoveQuery
from surefoot.setup.export import features_of, roster_of, tiled_of, universal_of
from surefoot.setup.generator import STYLES, generated
from surefoot.setup.table import new_table
from surefoot.setup.writing import yaml_of

HERE = Path(__file__).parent.parent
ROSTERS, MAPS = HERE / "armies" / "files", HERE / "maps" / "files"
NECROMUNDA = "necromunda-2023"


@pytest.fixture(autouse=True)
def _own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))


def gang(name: str) -> Any:
    army = read_army(ROSTERS / name, NECROMUNDA)
    return read_army(ROSTERS / name, NECROMUNDA, suggested(army))


def made() -> tuple[dict[str, Any], Scenario]:
    armies = [gang("gang.json"), gang("gang.csv")]
    data = new_table(NECROMUNDA, armies, read_map(MAPS / "works.tmj"), square=3.0).data
    return data, loads(yaml_of(data))


def test_two_armies_and_a_map_become_a_table_on_which_a_model_can_move_at_once() -> None:
    data, scenario = made()
    table = scenario.table

    assert {model.side for model in table.models.values()} == {"blue", "red"}
    assert len(table.models) == 10
    assert [zone.side for zone in scenario.table.scenery.zones] == ["blue", "red"]
    assert [marker.name for marker in scenario.table.scenery.markers] == ["Relic"]
    x, y = data["models"]["juve.2"]["at"]
    walk = surefoot.declaration(table, who="juve.2", action="move", path=[[x, y + 1.5]])
    assert surefoot.check(table, walk).verdict == "legal"


def test_nobody_stands_on_another_and_each_stands_in_its_zone() -> None:
    _, scenario = made()
    poses = {name: scenario.table.pose(name) for name in scenario.table.models}

    for one, other in combinations(poses.values(), 2):
        assert hypot(one.x - other.x, one.y - other.y) > 0.9
    for name, pose in poses.items():
        blue = scenario.table.models[name].side == "blue"
        assert (pose.y < 4.5) if blue else (pose.y > 13.5)


def test_an_army_that_finds_no_room_stands_beside_the_table_and_says_so() -> None:
    crowd = army_of(Content("x.csv", b"name,count,base,M,I\nGuard,60,60,5,4+"), NECROMUNDA)
    table = new_table(NECROMUNDA, [crowd], board=(12.0, 12.0))

    assert {entry["place"]["kind"] for entry in table.data["models"].values()} == {"off"}
    assert any("has no room" in str(note) for note in table.notes)
    loads(yaml_of(table.data))


# --- generated tables -----------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", installed())
@pytest.mark.parametrize("style", STYLES)
def test_generated_tables_can_be_laid_in_every_ruleset(style: str, ruleset: str) -> None:
    for seed in range(3):
        table = generated(style, ruleset, (48.0, 40.0), seed=seed, density=0.9, mirrored=bool(seed % 2))
        assert table.features
        loads(yaml_of(new_table(ruleset, (), table).data))


def test_the_same_seed_makes_the_same_table_and_another_seed_another() -> None:
    one, again, other = (generated("ruins", NECROMUNDA, (24, 24), seed=seed) for seed in (4, 4, 5))

    assert one == again
    assert one.features != other.features


def test_a_mirrored_table_is_alike_from_both_sides() -> None:
    table = generated("docks", NECROMUNDA, (48, 48), seed=3, density=1.0, mirrored=True)
    turned = {
        (each.sort, frozenset((round(48 - x, 4), round(48 - y, 4)) for x, y in each.points))
        for each in table.features
    }

    assert turned == {
        (each.sort, frozenset((round(x, 4), round(y, 4)) for x, y in each.points)) for each in table.features
    }


@pytest.mark.parametrize("style", ["industrial", "ruins", "docks"])
def test_every_platform_of_a_generated_table_can_be_reached(style: str) -> None:
    table = generated(style, NECROMUNDA, (24.0, 16.0), seed=1, density=1.0)
    data = new_table(NECROMUNDA, (), table).data
    data["models"] = {"ana": {"base": 25, "at": [0.7, 0.7], "profile": {"M": 6, "I": 4}}}
    laid = loads(yaml_of(data)).table
    platforms = {name: entry["platform"] for name, entry in data["terrain"].items() if "platform" in entry}

    assert platforms
    for name, points in platforms.items():
        (west, south), (east, north) = points[0], points[2]
        # A smaller platform may stand above the middle.
        spots = [(west + (east - west) * share, south + (north - south) * 0.5) for share in (0.5, 0.25, 0.75)]
        routes = (find_route(laid, "ana", "move", to, MoveQuery(on=name, actions=12)) for to in spots)
        assert any(not isinstance(route, NoRoute) for route in routes), name


# --- out and in again -----------------------------------------------------------------------------


def pieces(data: dict[str, Any]) -> list[Any]:
    return [(each.sort, each.points, each.closed, dict(each.fields)) for each in features_of(data)]


@pytest.mark.parametrize("name", ["works.tmj", "cellar.dd2vtt", "docks.json"])
@pytest.mark.parametrize("ending", ["tmj", "dd2vtt"])
def test_terrain_written_for_another_program_comes_back_with_every_number(name: str, ending: str) -> None:
    data = new_table(NECROMUNDA, (), read_map(MAPS / name), square=1.75).data
    scenario = loads(yaml_of(data))
    written = tiled_of(scenario, data) if ending == "tmj" else universal_of(scenario, data)
    found = map_of(Content("again", written.encode()))
    again = {"terrain": terrain_of(found, NECROMUNDA).pieces}

    assert [found.width, found.depth] == data["board"]
    strip = [
        (sort, points, closed, {**fields, "labels": None}) for sort, points, closed, fields in pieces(again)
    ]
    assert strip == [
        (sort, points, closed, {**fields, "labels": None}) for sort, points, closed, fields in pieces(data)
    ]
    assert [marker.name for marker in found.markers] == [marker["name"] for marker in data.get("markers", [])]


def test_a_generated_table_survives_both_formats() -> None:
    data = new_table(NECROMUNDA, (), generated("industrial", NECROMUNDA, (24.5, 20.25), seed=2)).data
    scenario = loads(yaml_of(data))
    for written in (tiled_of(scenario, data), universal_of(scenario, data)):
        found = map_of(Content("again", written.encode()))
        laid = loads(yaml_of(new_table(NECROMUNDA, (), found).data)).table
        assert [
            (piece.sort, piece.outline, piece.line, piece.z, piece.height) for piece in laid.pieces.values()
        ] == [
            (piece.sort, piece.outline, piece.line, piece.z, piece.height)
            for piece in scenario.table.pieces.values()
        ]


def test_the_models_of_a_table_come_back_from_json_and_csv() -> None:
    _, scenario = made()
    army = roster_of(scenario)
    again = army_of(Content("x.json", json.dumps(roster_data(army)).encode()))
    table = army_of(Content("x.csv", csv_of(army).encode()), NECROMUNDA)

    assert again.squads == army.squads
    for _, figure in army.figures():
        twin = next(each for _, each in table.figures() if each.name == figure.name)
        assert {key: known.value for key, known in twin.profile.items()} == {
            key: known.value for key, known in figure.profile.items()
        }
        assert twin.shape is not None
        assert figure.shape is not None
        assert twin.shape.value == figure.shape.value


def test_a_written_scenario_is_the_data_that_was_written() -> None:
    data, _ = made()
    odd = {**data, "name": "no: 'quotes' # here", "labels": ["1.5", "yes", "a: b", "- x", ""]}

    assert parse(yaml_of(odd, ["a comment"]), "x").data == json.loads(json.dumps(odd))
