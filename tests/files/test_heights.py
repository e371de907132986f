"""The height of models and objects: `z` and the third number of `at` mean the same."""

import pytest
from tests.files.written import problems_of

from surefoot.files.scenario import loads

pytestmark = pytest.mark.usefixtures("tiny_rulesets")

TABLE = """\
ruleset: tiny
board: [24, 24]
terrain:
  gantry: {platform: {rect: [8, 6, 6, 6]}, z: 3}
  rungs: {ladder: [8, 8], to: gantry}
models:
  buggy: {hull: [4, 2], deck: 1.5, at: [20, 20]}
"""


def model(fields: str) -> str:
    """The table with one more model."""
    return f"{TABLE}  vex: {{base: 32, {fields}}}\n"


def place(text: str, name: str = "vex") -> tuple[str, str, float]:
    """Where a model or an object is: kind, surface and height above the board."""
    table = loads(text).table
    found = table.models[name].place if name in table.models else table.objects[name].place
    return found.kind, found.on, table.resolve(found).z


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ("at: [10, 8], z: 3", ("surface", "gantry", 3)),
        ("at: [10, 8, 3], z: 3", ("surface", "gantry", 3)),
        ("at: [10, 8], z: 0", ("surface", "board", 0)),
        ("at: [10, 8], on: gantry, z: 3", ("surface", "gantry", 3)),
        ("at: [10, 8], on: gantry, z: 0", ("surface", "gantry", 3)),
        ("at: [20, 20], z: 1.5", ("surface", "buggy.deck", 1.5)),
        ("at: [0, 0], on: buggy.deck, z: 1.5", ("surface", "buggy.deck", 1.5)),
        ("at: [0, 0, 1.5], on: buggy.deck", ("surface", "buggy.deck", 1.5)),
        ("at: [10, 8], z: 9, place: air", ("air", "", 9)),
        ("at: [10, 8, 9], place: air", ("air", "", 9)),
        ("at: [8, 8, 2], place: {kind: link, on: rungs}", ("link", "rungs", 2)),
    ],
)
def test_a_height_finds_the_surface_however_it_is_written(fields: str, found: tuple[str, str, float]) -> None:
    assert place(model(fields)) == found


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ("at: [2, 2], z: 99", "z: no surface is at height 99 at (2, 2); found 'board' at 0"),
        (
            "at: [10, 8], z: 2",
            "z: no surface is at height 2 at (10, 8); found 'board' at 0 and 'gantry' at 3",
        ),
        ("at: [10, 8, 3], z: 2", "z: at has the height 3 already: leave out z, or write 2 there"),
        ("at: [10, 8, 3], z: 2, place: air", "z: at has the height 3 already: leave out z, or write 2 there"),
        ("at: [10, 8], on: gantry, z: 5", "z: 'gantry' is at height 3 there, not 5: give only one of them"),
        (
            "at: [0, 0, 4], on: buggy.deck",
            "at: 'buggy.deck' is at height 1.5 there, not 4: give only one of them",
        ),
        ("at: [2, 2], deck: -1", "deck: expected a number from 0 up, found -1"),
        ("z: 3, place: reserve", "z: the place 'reserve' has no position: leave out z"),
        ("z: 3, place: {kind: aboard, on: buggy}", "z: a model aboard is where its carrier is: leave out z"),
    ],
)
def test_a_height_without_a_surface_is_refused(fields: str, problem: str) -> None:
    assert problems_of(model(fields)) == [f"8 models.vex.{problem}"]


# A carrier on the gantry: its deck is 1.5 above its foot, wherever the carrier is in the file.
RIG = "  rig: {hull: [4, 2], deck: 1.5, at: [11, 9, 3]}\n"


@pytest.mark.parametrize(
    "rider",
    ["at: [11, 9, 4.5]", "at: [11, 9], z: 4.5", "at: [0, 0], on: rig.deck", "at: [0, 0, 4.5], on: rig.deck"],
)
@pytest.mark.parametrize("first", [True, False])
def test_a_deck_is_at_the_height_of_its_carrier(rider: str, first: bool) -> None:
    vex = f"  vex: {{base: 32, {rider}}}\n"
    assert place(TABLE + (vex + RIG if first else RIG + vex)) == ("surface", "rig.deck", 4.5)


def test_nothing_stands_where_a_deck_would_be_if_its_carrier_stood_on_the_ground() -> None:
    assert problems_of(f"{TABLE}{RIG}  vex: {{base: 32, at: [11, 9, 1.5]}}\n") == [
        "9 models.vex.at: no surface is at height 1.5 at (11, 9); found 'board' at 0, 'gantry' at 3 and 'rig.deck' at 4.5"
    ]


def test_what_stands_on_a_carrier_without_a_place_adds_no_problem() -> None:
    rig = RIG.replace("9, 3]", "9, 4]")
    assert problems_of(f"{TABLE}{rig}  vex: {{base: 32, at: [0, 0, 5.5], on: rig.deck}}\n") == [
        "8 models.rig.at: no surface is at height 4 at (11, 9); found 'board' at 0 and 'gantry' at 3"
    ]


def test_objects_lie_at_their_height_too() -> None:
    assert place(f"{TABLE}objects: {{chest: {{sort: loot, at: [10, 8], z: 3}}}}", "chest") == (
        "surface",
        "gantry",
        3,
    )
    assert problems_of(f"{TABLE}objects: {{chest: {{sort: loot, at: [10, 8], z: 4}}}}") == [
        "8 objects.chest.z: no surface is at height 4 at (10, 8); found 'board' at 0 and 'gantry' at 3"
    ]


def test_a_unit_on_a_slope_gives_the_height_of_its_own_point() -> None:
    slope = "  slope: {ramp: {from: [2, 12], to: [2, 20]}, width: 4, height: 4}\nmodels:"
    unit = "units: {squad: {base: 25, count: 2, formation: [1, 2], at: [2, 16, 2], on: slope}}"
    assert problems_of(f"{TABLE.replace('models:', slope)}{unit}\n") == []
