"""What the planner says of moves whose length is rolled, and of moves that a unit makes once."""

from fractions import Fraction

import pytest

import surefoot
from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.movement import advice, reach_data, reached, route_data, routed
from surefoot.routes.one_level.route import NoRoute, Route
from surefoot.routes.query import MoveQuery
from surefoot.table.table import Table

TABLE = """
ruleset: wh40k-10e
board: [60, 44]
models: {ana: {base: 32, at: [10, 10], side: a, profile: {M: 6}}}
"""


@pytest.fixture
def table() -> Table:
    return surefoot.loads(TABLE).table


@pytest.mark.parametrize(
    ("x", "chance"), [(16, Fraction(1)), (17, Fraction(1)), (19, Fraction(2, 3)), (22, Fraction(1, 6))]
)
def test_a_place_is_reached_by_an_advance_with_the_chance_of_the_roll(
    table: Table, x: float, chance: Fraction
) -> None:
    found = routed(table, "ana", "advance", (x, 10))

    assert isinstance(found, Route)
    assert found.chance == chance
    assert route_data(found)["chance"] == str(chance)
    assert reached(table, "ana", "advance").chance(x, 10) == chance


def test_no_roll_leads_further_than_a_six(table: Table) -> None:
    found = routed(table, "ana", "advance", (22.1, 10))

    assert isinstance(found, NoRoute)
    assert found.budget == 12
    assert advice(table, "ana", "advance", (22.1, 10)) == []


def test_a_normal_move_adds_no_roll(table: Table) -> None:
    assert isinstance(routed(table, "ana", "normal", (16.1, 10)), NoRoute)
    assert reached(table, "ana", "normal").rolls == ()


def test_a_move_that_a_unit_makes_once_is_not_planned_twice(table: Table) -> None:
    with pytest.raises(InvalidQuestion, match="made once"):
        routed(table, "ana", "advance", (19, 10), MoveQuery(actions=2))
    with pytest.raises(InvalidQuestion, match="made once"):
        reached(table, "ana", "normal", MoveQuery(actions=2))


def test_a_reach_by_an_advance_has_an_outline_for_each_face_with_its_chance(table: Table) -> None:
    told = reach_data(reached(table, "ana", "advance"), 6.0)

    assert told["roll"]["dice"] == ["D6"]
    assert [(band["level"], band["chance"]) for band in told["bands"]] == [
        *((6.0, "1"), (7.0, "1"), (8.0, "5/6"), (9.0, "2/3"), (10.0, "1/2"), (11.0, "1/3"), (12.0, "1/6"))
    ]


def test_a_reach_with_a_known_roll_rolls_nothing_more(table: Table) -> None:
    field = reached(table, "ana", "advance", MoveQuery(extra=3))

    assert field.budget == 9
    assert field.rolls == ()
    assert "roll" not in reach_data(field, 1.0)


SLAB = """
ruleset: wh40k-10e
board: [60, 44]
terrain: {slab: {platform: {rect: [4, 4, 24, 12]}, z: 2, under: solid}}
models:
  ana: {base: 32, at: [10, 10], on: slab, side: a, height: 1.5, keywords: [Vehicle], profile: {M: 8}}
  bob: {base: 32, at: [13, 10], on: slab, side: a, height: 1.5, keywords: [Vehicle], profile: {M: 8}}
"""
LEDGE = """
ruleset: wh40k-10e
board: [60, 44]
terrain:
  slab: {platform: {rect: [4, 4, 24, 12]}, z: 2, under: solid}
  ledge: {platform: {rect: [12, 11.3, 2, 3]}, z: 7}
models:
  ana: {base: 32, at: [10, 10.24], on: slab, side: a, height: 1.5, profile: {M: 8}}
  foe: {base: 32, at: [13, 12], on: ledge, side: b, height: 1.5, profile: {M: 8}}
"""
LOFT = """
ruleset: wh40k-10e
board: [60, 44]
terrain:
  crate: {obstacle: {rect: [14, 9, 1, 2]}, height: 2}
  loft: {platform: {rect: [10, 6, 12, 8]}, z: 3, thickness: 0.1}
models:
  ana: {base: 32, at: [12, 10], on: board, side: a, height: 1.5, profile: {M: 8}}
"""


@pytest.mark.parametrize(
    ("text", "to"),
    [(SLAB, (16.0, 10.0)), (LEDGE, (16.0, 10.24)), (LOFT, (18.0, 10.0))],
    ids=["friend", "enemy", "roof"],
)
def test_ways_over_low_ground_go_round_what_is_met_at_its_real_height(
    text: str, to: tuple[float, float]
) -> None:
    found = routed(surefoot.loads(text).table, "ana", "normal", to)

    assert isinstance(found, Route)
    assert found.outcome.verdict == "legal"
    assert found.cost > 6


GATE = """
ruleset: wh40k-10e
board: [60, 44]
terrain:
  wall: {wall: {rect: [13, 0, 0.5, 14]}, height: 6}
  gate: {door: [[13.25, 9], [13.25, 11]], width: 0.5, height: 2.5, state: [open]}
models:
  ana: {base: 32, at: [10, 10], side: a, height: 2.5, profile: {M: 20}}
"""


@pytest.mark.parametrize(
    ("changes", "through"),
    [({}, True), ({"height: 2.5, profile": "height: 2.6, profile"}, False), ({"[open]": "[closed]"}, False)],
    ids=["fits", "too tall", "closed"],
)
def test_a_way_leads_through_a_low_door_only_if_the_model_fits_and_it_is_open(
    changes: dict[str, str], through: bool
) -> None:
    text = GATE
    for old, new in changes.items():
        text = text.replace(old, new)

    found = routed(surefoot.loads(text).table, "ana", "normal", (16, 10))

    assert isinstance(found, Route)
    assert found.outcome.verdict == "legal"
    assert found.cost == (6 if through else pytest.approx(11.52, abs=0.01))
