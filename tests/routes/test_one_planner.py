"""One planner: reach and route weigh the same prices, and an option is honoured or refused, never ignored."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction

import pytest

import surefoot
from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.movement import reached, routed
from surefoot.referee.lens import Models, Zone
from surefoot.referee.referee import ruleset_of
from surefoot.routes.found import FoundReach
from surefoot.routes.one_level.reach import reach
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.outlines import LevelOutline
from surefoot.routes.plan import find_reach, find_route
from surefoot.routes.query import MoveQuery
from surefoot.table.table import Table

RUBBLE = """
ruleset: gemini-arap
board: [40, 24]
terrain: {rubble: {area: [[0, 0], [40, 0], [40, 24], [0, 24]], tags: [difficult]}}
models: {kal: {base: 25, at: [12, 8], facing: 90, side: red, height: 1.5, profile: {M: 5, I: 4}}}
"""
RIG = """
ruleset: necromunda-classic
board: [40, 40]
terrain: {mud: {area: [[0, 24], [40, 24], [40, 40], [0, 40]], tags: [difficult]}}
models:
  rig: {hull: [4, 2], height: 2, at: [20, 20], side: a, keywords: [vehicle], profile: {M: 8, handling: 6, locomotion: Wheeled, front: 6, side: 5, rear: 4, hp: 3}}
"""
TANK = """
ruleset: wh40k-10e
board: [60, 44]
models: {tank: {hull: [4.5, 3], at: [20, 20], side: a, keywords: [Vehicle], profile: {M: 8}}}
"""
SQUAD = """
ruleset: wh40k-10e
board: [60, 44]
terrain: {mud: {area: [[13, 0], [15, 0], [15, 44], [13, 44]], tags: [mud]}}
models:
  one: {base: 32, at: [10, 10], side: a, unit: squad, profile: {M: 6}}
  two: {base: 32, at: [8, 10], side: a, unit: squad, profile: {M: 6}}
"""
STAIRS = """
ruleset: necromunda-classic
board: [24, 16]
terrain:
  deck: {platform: {rect: [10, 4, 6, 8]}, z: 2}
  rungs: {ladder: [10, 6], from: 0, to: 2}
models: {kal: {base: 25, at: [6, 8], side: red, height: 1.5, profile: {M: 10, I: 4, T: 3, W: 1}}}
"""


def laid(text: str) -> Table:
    return surefoot.loads(text).table


def test_each_of_several_moves_is_paid_by_the_price_that_suits_it() -> None:
    # Five inches in the open, then half of five, rounded up, through rubble.
    strip = laid(RUBBLE.replace("[0, 0]", "[17, 0]").replace("[0, 24]", "[17, 24]"))
    assert find_route(strip, "kal", "move", (20.0, 8.0), MoveQuery(actions=2)).found
    assert not find_route(strip, "kal", "move", (20.001, 8.0), MoveQuery(actions=2)).found
    assert not find_route(strip, "kal", "move", (20.0, 8.0)).found


def test_a_reach_weighs_the_alternative_tariffs_as_a_route_does() -> None:
    table = laid(RUBBLE)
    field, to = find_reach(table, "kal", "move"), (14.8, 8.0)
    way = find_route(table, "kal", "move", to)
    assert not isinstance(way, NoRoute)
    assert (way.cost, way.budget) == pytest.approx((5.6, 6.0))
    assert field.says(*to) == "yes"
    assert field.cost(*to) == pytest.approx(way.cost, abs=1e-3)
    assert field.says(15.1, 8.0) == "no"
    widest = field.outlines(1.0)[0].bands[-1].region.bounds[2]
    assert widest == pytest.approx(15.0, abs=0.01)


def test_zones_that_the_tariff_does_not_name_are_open() -> None:
    table = laid(
        STAIRS.replace(
            "models: {", "models: {foe: {base: 25, at: [9, 8], side: blue, profile: {M: 5, I: 4}}, "
        )
    )
    plain = ruleset_of(table).tariffs(table, "kal", "move")[0]
    zone = Zone("near", Models("enemy"), 2.0)
    named_nowhere = replace(plain, lens=replace(plain.lens, zones=(zone,)), keep_out=())
    assert reach(table, "kal", "move", tariff=named_nowhere).says(7.5, 8.0) == "yes"


# A value for each option that is not its default.
OTHER = {
    "on": "board",
    "target": "nobody",
    "budget": 3.0,
    "extra": 1.0,
    "actions": 2,
    "others": 1,
    "without": ("mud", "difficult"),
    "safe": True,
}


def test_every_option_has_a_value_to_try() -> None:
    assert list(OTHER) == [each.name for each in fields(MoveQuery)]


@pytest.mark.parametrize(
    ("text", "who", "action"),
    [(RIG, "rig", "move"), (TANK, "tank", "normal"), (SQUAD, "squad", "normal")],
    ids=["vehicle", "hull", "unit"],
)
@pytest.mark.parametrize("option", ["on", "target", "actions", "others"])
def test_what_cannot_be_honoured_is_refused_with_the_option(
    text: str, who: str, action: str, option: str
) -> None:
    table, query = laid(text), MoveQuery(**{option: OTHER[option]})
    if option in ("on", "target", "others"):
        with pytest.raises(InvalidQuestion) as refused:
            reached(table, who, action, query)
        assert refused.value.field == option
    if option in ("actions", "others") or who == "squad":
        with pytest.raises(InvalidQuestion) as refused:
            routed(table, who, action, (21, 21), query)
        assert refused.value.field == option


def test_a_vehicle_and_a_unit_go_round_what_they_are_told_to_avoid() -> None:
    rig, squad = laid(RIG), laid(SQUAD)
    assert find_route(rig, "rig", "move", (20, 23.5)).found
    assert not find_route(rig, "rig", "move", (20, 23.5), MoveQuery(without=("difficult",))).found
    assert find_route(squad, "squad", "normal", (15.5, 10)).found
    assert not find_route(squad, "squad", "normal", (15.5, 10), MoveQuery(without=("mud",))).found
    assert find_reach(squad, "squad", "normal", MoveQuery(without=("mud",))).says(15.5, 10) == "no"


def test_what_is_added_counts_for_routes_and_units_as_for_reach() -> None:
    squad, two = laid(SQUAD), MoveQuery(extra=2)
    assert find_reach(squad, "squad", "advance", two).budget == 8
    assert find_route(squad, "squad", "advance", (17.5, 10), two).found
    assert not find_route(squad, "squad", "advance", (18.5, 10), two).found
    kal = laid(RUBBLE)
    assert find_route(kal, "kal", "tactical", (12, 9.9), MoveQuery(extra=3)).found
    assert not find_route(kal, "kal", "tactical", (12, 10.1), MoveQuery(extra=3)).found


def test_other_routes_over_levels_avoid_a_link_of_the_cheapest() -> None:
    way = find_route(laid(STAIRS), "kal", "move", (12, 7), MoveQuery(on="deck", others=2))
    assert not isinstance(way, NoRoute)
    assert way.others
    assert all(other.cost >= way.cost - way.error for other in way.others)


@pytest.mark.parametrize(
    ("text", "who", "action"),
    [
        (RUBBLE, "kal", "move"),
        (RUBBLE, "kal", "tactical"),
        (RIG, "rig", "move"),
        (TANK, "tank", "normal"),
        (TANK, "tank", "advance"),
        (SQUAD, "squad", "normal"),
        (SQUAD, "squad", "advance"),
        (STAIRS, "kal", "move"),
    ],
)
def test_every_reach_answers_the_same_questions(text: str, who: str, action: str) -> None:
    table = laid(text)
    field: FoundReach = find_reach(table, who, action)
    x, y = field.start
    assert (field.who, field.action, field.actions) == (who, action, 1)
    assert field.mover == ("unit" if who == "squad" else "hull" if who in ("rig", "tank") else "model")
    near = x, y + 0.6
    assert field.says(*near) == "yes"
    assert field.chance(*near) > Fraction(0)
    assert field.cost(*near) == pytest.approx(field.cost(*near, ""))
    for asked in (field.says, field.cost):
        with pytest.raises(KeyError, match="there is no surface 'nowhere'"):
            asked(*near, "nowhere")
    way = field.route_to(near)
    assert not isinstance(way, NoRoute), way.says
    assert way.steps
    assert way.used <= way.budget + 1e-6
    assert all(isinstance(level, LevelOutline) for level in field.outlines(1.0))
    assert field.limited(field.budget / 2).says(x, y + 1000.0) == "no"
