"""Maps of other programs become terrain that every ruleset can lay, with heights as stated assumptions."""

from __future__ import annotations

import base64
import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import drafted
from surefoot.files.source import of_data
from surefoot.intake.content import Content
from surefoot.maps.formats import map_of, read_map
from surefoot.maps.layouts_40k import names
from surefoot.maps.table_map import Feature, TableMap
from surefoot.maps.terrain import lines, terrain_of
from surefoot.referee.protocol import installed

FILES = Path(__file__).parent / "files"
SAMPLES = (
    *("cellar.dd2vtt", "works.tmj", "works.tmx", "docks.json", "yard.svg"),
    *("cropped.dd2vtt", "old.tmj", "slant.tmx", "endless.tmj", "loft.json"),
)


def sample(name: str) -> TableMap:
    if name.endswith(("tmx", "svg")):
        pytest.importorskip("defusedxml")
    return read_map(FILES / name)


def sorts(found: TableMap) -> dict[str, list[Feature]]:
    return {
        sort: [each for each in found.features if each.sort == sort]
        for sort in {f.sort for f in found.features}
    }


def laid_problems(found: TableMap, ruleset: str) -> list[str]:
    data: dict[str, Any] = {"ruleset": ruleset, "board": [found.width, found.depth]}
    data["terrain"] = terrain_of(found, ruleset).pieces
    if ruleset == "dark-heresy-2e":
        data["scale"] = 1
    return [str(problem) for problem in drafted(of_data(data, "map"))[1]]


def refusal(content: bytes) -> str:
    with pytest.raises(FileInvalid) as refused:
        map_of(Content("map", content))
    return str(refused.value)


@pytest.mark.parametrize("ruleset", installed())
@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_can_be_laid_in_every_ruleset(name: str, ruleset: str) -> None:
    assert laid_problems(sample(name), ruleset) == []


def test_a_universal_vtt_map_brings_walls_doors_objects_and_its_picture() -> None:
    found = sample("cellar.dd2vtt")
    kinds = sorts(found)

    assert (found.format, found.unit, found.width, found.depth) == ("universal-vtt", "square", 12, 8)
    assert [each.points for each in kinds["wall"]] == [
        ((1, 7), (5, 7), (5, 5)),
        ((7, 6), (10, 6), (10, 3), (7, 3), (7, 6)),
    ]
    assert [(each.points, each.fields) for each in kinds["door"]] == [
        (((5, 5), (5, 4)), {"state": ["closed"]})
    ]
    assert kinds["obstacle"][0].closed
    assert found.background is not None
    assert found.background.ending == ".png"
    assert [str(note) for note in found.notes] == ["1 light is left out"]


def test_heights_are_assumptions_by_kind_that_can_be_changed() -> None:
    found = sample("cellar.dd2vtt")
    usual, higher = terrain_of(found, "wh40k-10e"), terrain_of(found, "wh40k-10e", heights={"wall": 7.5})

    told = {(each.kind, each.field): (each.value, each.count) for each in usual.assumptions}
    assert told["wall", "height"] == (3.0, 2)
    assert told["door", "height"] == (3.0, 1)
    assert higher.pieces["wall-1"]["height"] == 7.5


def test_a_map_in_squares_is_scaled_to_the_table() -> None:
    pieces = terrain_of(sample("cellar.dd2vtt"), "necromunda-2023", scale=2.0).pieces

    assert pieces["wall-1"]["wall"] == [[2, 14], [10, 14], [10, 10]]


def test_a_tiled_map_brings_shapes_properties_levels_tiles_markers_and_zones() -> None:
    found = sample("works.tmj")
    kinds = sorts(found)
    tiles, wall = kinds["wall"]

    assert tiles.points == ((3, 6), (5, 6), (5, 4), (3, 4))
    assert (wall.points, wall.fields) == (((5, 4), (5, 2)), {"height": 4, "width": 0.25})
    (gantry,) = kinds["platform"]
    assert gantry.points == ((1, 5), (4, 5), (4, 4), (1, 4))
    assert gantry.fields == {"thickness": 0.2, "z": 3.0, "labels": ["north gantry"]}
    pool, mystery = kinds["area"]
    assert len(pool.points) == 24
    assert pool.fields["tags"] == ["difficult", "wet"]
    assert terrain_of(found, "necromunda-2023").pieces["area-1"]["tags"] == ["difficult"]
    assert mystery.points == ((0, 1), (1, 1), (0, 0))
    assert [(each.name, each.at) for each in found.markers] == [("Relic", (5, 3))]
    assert [each.name for each in found.zones] == ["Blue deployment"]
    told = {str(note) for note in found.notes}
    assert "Not read: tile objects (1)" in told
    assert any(each.startswith("Layers of tiles that are not read: ") for each in told)
    assert any("'mystery' has no sort of terrain" in str(note) for note in found.notes)


def test_an_infinite_tiled_map_in_xml_reaches_as_far_as_its_chunks() -> None:
    found = sample("works.tmx")
    kinds = sorts(found)

    assert (found.width, found.depth) == (4, 4)
    assert [each.points[0] for each in kinds["wall"]] == [(0, 4), (1, 3), (3, 1)]
    assert kinds["obstacle"][0].points == ((1, 3), (2, 3), (2, 2.5), (1, 2.5))
    assert kinds["obstacle"][0].fields == {"height": 1.5}


def test_a_map_of_an_older_tiled_brings_points_lines_and_tiles_with_a_class() -> None:
    found = sample("old.tmj")
    tiles, line, crate = found.features

    # Tiles are walls by their class, and their layer is moved by one square.
    assert (tiles.sort, tiles.points) == ("wall", ((1, 6), (3, 6), (3, 5), (1, 5)))
    assert (line.points, line.closed, line.fields) == (((0, 1), (3, 1)), False, {"height": 2})
    # A tile object stands on its point; one without a word for terrain is left out.
    assert (crate.sort, crate.points) == ("obstacle", ((4, 3), (5, 3), (5, 1), (4, 1)))
    # Objects without a size were points once.
    assert [(each.name, each.at) for each in found.markers] == [("start", (2, 4)), ("post", (3, 4))]
    told = " ".join(str(note) for note in found.notes)
    assert "tile objects (1)" in told
    assert "not read: 'Sky'" in told
    assert "1 piece beyond the edges of the map is left out" in told


def test_tiles_and_objects_of_an_isometric_map_lie_on_the_same_squares() -> None:
    walls, water = (sorts(sample("slant.tmx"))[sort] for sort in ("wall", "area"))

    assert [each.points[0] for each in walls] == [(0, 4), (5, 1)]
    assert water[0].points == ((2, 3), (4, 3), (4, 2), (2, 2))


def test_an_infinite_map_reaches_as_far_as_its_objects() -> None:
    found = sample("endless.tmj")

    assert (found.width, found.depth) == (8, 5)
    assert sorts(found)["obstacle"][0].points[0] == (6.5, 1.5)


def test_tiles_packed_with_zstandard_are_read_or_say_what_they_need() -> None:
    text = (
        (FILES / "endless.tmj")
        .read_text()
        .replace('"type": "tilelayer"', '"type": "tilelayer", "compression": "zstd"')
    )
    packed = b"(\xb5/\xfd \x08A\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00"
    text = text.replace("[1, 1, 0, 0, 0, 0, 0, 0]", f'"{base64.b64encode(packed).decode()}"')
    if importlib.util.find_spec("zstandard") or sys.version_info >= (3, 14):
        assert sorts(map_of(Content("map", text.encode())))["wall"][0].points[0] == (0, 5)
        return
    told = refusal(text.encode())
    assert "Zstandard" in told
    assert "Tile Layer Format" in told


def test_a_part_of_a_larger_map_brings_only_what_lies_on_it() -> None:
    found = sample("cropped.dd2vtt")

    assert [each.points for each in sorts(found)["wall"]] == [((1, 5), (5, 5)), ((4, 5), (20, 5))]
    assert [each.points for each in sorts(found)["door"]] == [((2, 2.5), (2, 1.5))]
    assert [str(note) for note in found.notes] == [
        "2 lines without a length are left out",
        "2 pieces beyond the edges of the map are left out",
    ]


def test_a_map_without_terrain_says_so() -> None:
    text = '{"resolution": {"map_size": {"x": 4, "y": 4}, "pixels_per_grid": 10}}'
    assert "nothing that becomes terrain" in str(map_of(Content("map", text.encode())).notes[0])


def test_a_foundry_scene_brings_walls_doors_regions_and_levels() -> None:
    found = sample("docks.json")
    kinds = sorts(found)
    plain, upper, flagged = kinds["wall"]

    assert (found.name, found.width, found.depth) == ("Docks", 10, 8)
    # The canvas is padded by three squares to the west and two to the north.
    assert (plain.points, plain.fields) == (((0, 8), (4, 8)), {})
    assert upper.fields == {"z": 2, "height": 3}
    assert flagged.fields == {"z": 0, "height": 2.5}
    assert kinds["door"][0].fields == {"state": ["locked"]}
    assert (kinds["area"][0].fields, kinds["area"][0].points[0]) == (
        {"labels": ["Mud"], "tags": ["difficult"]},
        (1, 6),
    )
    assert kinds["platform"][0].fields["z"] == 2
    assert "1 wall that stops no movement is left out" in {str(note) for note in found.notes}


def test_a_foundry_scene_with_levels_stands_on_its_cellar() -> None:
    found = sample("loft.json")
    walls = [(each.kind, each.fields.get("z"), each.fields.get("height")) for each in sorts(found)["wall"]]

    # What a wall hides tells trees and furniture, and what can be seen through, from walls.
    assert walls == [("wall", 0, 2), ("object", 2, 3), ("see-through", None, None)]
    # A surface is a floor at its elevation; the one of the cellar is the table itself.
    assert [(each.name, each.fields["z"]) for each in found.features if each.closed] == [("Boards", 5)]
    assert found.background is not None
    assert found.background.name == "maps/street.webp"
    told = " ".join(str(note) for note in found.notes)
    assert "the level at 0 is 2 squares above it" in told
    assert "lead to another level do not come over: 'Way down'" in told
    assert "1 hole of a region is closed" in told
    # The flagstones on the table, and a region that only keeps the rain off.
    assert "2 regions that change nothing about movement are left out" in told


def test_an_svg_is_measured_in_its_own_unit_and_named_by_layers_classes_and_ids() -> None:
    found = sample("yard.svg")
    kinds = sorts(found)

    assert (found.unit, found.width, found.depth) == ("inch", 12, 8)
    assert [each.points for each in kinds["wall"]] == [
        ((1, 7), (3, 7), (3, 5)),
        ((6, 6), (7, 6), (7, 5), (6, 5)),
    ]
    assert kinds["wall"][0].fields == {"height": 4}
    assert kinds["area"][0].fields["tags"] == ["difficult"]
    assert [(each.name, each.at) for each in found.markers] == [("objective-1", (6, 4))]
    assert [each.name for each in found.zones] == ["deployment-red"]


def test_every_layout_and_template_of_the_40k_data_set_can_be_laid() -> None:
    data = pytest.importorskip("wh40kdc.data.bundle").raw_data()
    everything = [*names(), *(each["id"] for each in data["terrain_templates"])]

    assert len(everything) == 46 + 86
    for name in everything:
        found = read_map(f"40k:{name}")
        assert found.features
        assert laid_problems(found, "wh40k-10e") == []


def test_a_line_that_closes_on_itself_becomes_lines_that_do_not() -> None:
    square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0)]
    eight = [(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0), (0.0, 0.0), (9.0, 9.0)]

    assert lines(square, 0.2) == [square[:3], square[2:]]
    assert all(line[0] != line[-1] for line in lines(eight, 0.2))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "the file is empty"),
        (b"nothing of the sort", "Surefoot does not know this kind of map"),
        (b'{"pixels_per_grid": 1, "map_size": 2}', "resolution.map_size.x: missing; expected a number"),
        (
            (
                b'{"resolution": {"pixels_per_grid": 9, "map_size": {"x": 2, "y": 2}}, '
                b'"line_of_sight": [[{"x": 1, "y": "a"}, {"x": 1, "y": 2}]], "portals": [{"bounds": []}]}'
            ),
            "line_of_sight[0][0].y: expected a number, found 'a'",
        ),
        (
            b'{"layers": [], "tilewidth": 0, "tileheight": 16}',
            "tilewidth: expected a number in a sensible range",
        ),
        (
            b'{"walls": [{"c": [1, 2, 3]}], "grid": 100, "width": 5, "height": 5}',
            "walls[0].c: expected four numbers",
        ),
    ],
)
def test_what_cannot_be_read_says_where_and_why(content: bytes, says: str) -> None:
    assert says in refusal(content)
