"""Odd tables that random ones found: each is refused in plain words with its line, or every question about it has an answer."""

from __future__ import annotations

import pytest

import surefoot
from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.questions import ask_all
from surefoot.answers.risk import reached_by_chance


def problems(text: str) -> list[str]:
    with pytest.raises(surefoot.FileInvalid) as invalid:
        surefoot.loads(text)
    return [str(each) for each in invalid.value.problems]


REPEATED = """
ruleset: necromunda-classic
terrain:
  hoist: {lift: [[14, 8], [14, 8], [17, 8], [17, 14], [17, 14], [14, 14], [14, 8]], shaft: [-3, 100]}
models:
  kal: {base: 25, at: [15, 11], on: hoist, profile: {M: 7, I: 6}}
"""


def test_repeated_corners_are_left_out() -> None:
    table = surefoot.loads(REPEATED).table
    assert table.pieces["hoist"].outline == (
        *(14_000_000, 8_000_000, 17_000_000, 8_000_000),
        *(17_000_000, 14_000_000, 14_000_000, 14_000_000),
    )
    assert surefoot.reach(table, "kal").says(15, 11) == "yes"


OFF_THE_BOARD = """
ruleset: gemini-arap
board: [24, 18]
models:
  vex: {base: 25, at: [%s, -2], place: %s, z: 3, profile: {M: 4, I: 5, ap: 2}}
"""


@pytest.mark.parametrize(
    ("place", "also"),
    [
        ("air", "no model of gemini-arap is in the air: set it up on a surface"),
        ("water", "There is no deep water where vex is set up [swim.distance]"),
    ],
)
def test_a_model_that_stands_on_nothing_is_over_ground_too(place: str, also: str) -> None:
    assert problems(OFF_THE_BOARD % (1, place)) == [
        "<text>:5: models.vex.at: vex is at (1, -2), outside the board, which extends from (0, 0) to (24, 18)",
        f"<text>:5: models.vex.place: {also}",
    ]


BELOW_ALL_GROUND = """
ruleset: gemini-arap
board: [24, 18]
models:
  vex: {base: 25, at: [4, 5], place: air, z: -3, profile: {M: 4, I: 5, ap: 2}}
declare:
  - {who: vex, happen: casualties}
"""


def test_no_figure_is_in_the_air_below_all_ground() -> None:
    assert problems(BELOW_ALL_GROUND) == [
        "<text>:5: models.vex.place: no model of gemini-arap is in the air: set it up on a surface"
    ]


FLOORLESS = """
ruleset: gemini-arap
board: [24, 18]
terrain:
  deck: {platform: {rect: [2, 2, 4, 4]}, z: 3}
  hole: {gap: {rect: [8, 8, 2, 2]}, depth: 2, z: 4}
  hatch: {gap: {rect: [3, 3, 1, 1]}, depth: 2, z: 6, on: deck}
  pit: {gap: {rect: [12, 8, 2, 2]}, depth: 2, z: 1}
"""


def test_the_floor_of_a_pit_lies_below_what_it_is_cut_into() -> None:
    assert problems(FLOORLESS) == [
        "<text>:6: terrain.hole.z: its floor at height 2 must be below the board, which it is cut into at height 0",
        "<text>:7: terrain.hatch.z: its floor at height 4 must be below 'deck', which it is cut into at height 3",
    ]


RIDER = """
ruleset: necromunda-classic
board: [24, 24]
models:
  rig: {hull: [5, 3], place: reserve, height: 2, deck: 2, keywords: [vehicle], profile: {M: 8, handling: 6}}
  vex: {base: 25.4, at: [0, -1.5], on: rig.deck, profile: {M: 5, I: 4}}
"""


def test_nothing_rides_on_a_model_that_is_not_on_the_table() -> None:
    assert problems(RIDER) == ["<text>:6: models.vex.at: vex stands on rig, which is not on the table"]


SINGLE = """
ruleset: gemini-arap
board: [10, 10]
units: {squad: {base: 25.4, count: 1, at: [8, 8], profile: {M: 4, I: 5, ap: 2}}}
"""


def test_the_reach_of_a_unit_of_one_has_outlines() -> None:
    table = surefoot.loads(SINGLE).table
    assert surefoot.reach(table, "squad").outlines(1.0)[0].bands


IN_RESERVE = """
ruleset: necromunda-classic
board: [24, 24]
models:
  kal: {base: 25, place: reserve, side: a, profile: {M: 5, I: 3}}
  rig: {hull: [5, 3], at: [18, 6], side: b, keywords: [vehicle], profile: {M: 5, handling: 6}}
"""


def test_a_fighter_in_reserve_is_not_engaged_with_vehicles() -> None:
    assert ask_all(surefoot.loads(IN_RESERVE).table, "kal")["engaged"].value == ()


CHARGE_OUT_OF_WATER = """
ruleset: necromunda-classic
board: [24, 18]
models:
  kal: {base: 25, at: [11.5, 13.5], place: water, side: a, profile: {M: 9, I: 6}}
  vex: {base: 25, at: [14.5, 12.75], side: b, profile: {M: 5, I: 4}}
declare:
  - {who: kal, action: charge, target: vex}
"""


def test_no_fighter_is_in_the_water_where_the_game_has_none() -> None:
    assert problems(CHARGE_OUT_OF_WATER) == [
        "<text>:5: models.kal.place: no model of necromunda-classic is in the water: set it up on a surface"
    ]


THIN_BASE = """
ruleset: wh40k-10e
board: [24, 18]
terrain:
  block: {platform: {rect: [4, 12, 9, 2]}, z: 3, under: solid}
models:
  beast: {base: {oval: [100, 1]}, at: [13, 13], profile: {M: 8, W: 6}}
"""


def test_the_room_to_turn_of_a_very_thin_base_is_found() -> None:
    table = surefoot.loads(THIN_BASE).table
    assert surefoot.reach(table, "beast").says(18, 13) == "yes"


UNIT = """
ruleset: wh40k-10e
board: [24, 18]
units:
  squad: {base: 25, count: 2, at: [3, 3], gap: 0.5, profile: {M: 4, W: 2, Ld: 6}}
"""


def test_paths_by_their_chance_are_for_single_models() -> None:
    table = surefoot.loads(UNIT).table
    with pytest.raises(InvalidQuestion, match=r"Name one of: squad\.1, squad\.2"):
        surefoot.venture(table, "squad", (5.0, 5.0))
    with pytest.raises(InvalidQuestion, match=r"Name one of: squad\.1, squad\.2"):
        reached_by_chance(table, "squad", "normal")
    assert surefoot.venture(table, "squad.1", (3.0, 4.0))
