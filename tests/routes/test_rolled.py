"""Moves whose length is rolled: each place has the chance of the roll, and it is that of the judged move."""

from __future__ import annotations

from fractions import Fraction

import pytest

import surefoot
from surefoot.answers.movement import reach_data, reached
from surefoot.forecast.odds import odds
from surefoot.referee.protocol import installed
from surefoot.referee.referee import ruleset_of
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.plan import find_reach, find_route
from surefoot.routes.query import CannotPlan, MoveQuery
from surefoot.routes.rolls import roll_odds
from surefoot.table.table import Table

ADVANCE = """
ruleset: wh40k-10e
board: [60, 44]
terrain: {crate: {wall: {rect: [13, 8, 1, 4]}, height: 6}}
models: {ana: {base: 32, at: [10, 10], side: a, profile: {M: MOVE}}}
"""
GANGERS = """
ruleset: RULESET
board: [40, 24]
terrain: {mud: {area: [[0, 0], [40, 0], [40, 6], [0, 6]], tags: [difficult]}}
models:
  kal: {base: 25, at: [12, 8], side: red, STATUS profile: {M: 5, I: 4, T: 3, W: 1}}
  foe: {base: 25, at: [FOE, 8], side: blue, profile: {M: 5, I: 4, T: 3, W: 1}}
"""
RIG = """
ruleset: necromunda-classic
board: [40, 40]
models:
  rig: {hull: [4, 2], height: 2, at: [20, 20], side: a, keywords: [vehicle], profile: {M: 8, handling: 6, locomotion: Wheeled, front: 6, side: 5, rear: 4, hp: 3}}
"""
ALLEY = """
ruleset: gemini-arap
board: [40, 24]
terrain: {rubble: {area: [[0, 0], [40, 0], [40, 6], [0, 6]], tags: [difficult]}}
models: {kal: {base: 25, at: [12, 8], side: red, height: 1.5, profile: {M: 5, I: 4}}}
"""


def gangers(ruleset: str, status: str, foe: float) -> str:
    return GANGERS.replace("RULESET", ruleset).replace("STATUS", status).replace("FOE", str(foe))


ROLLED = {
    "advance": (ADVANCE.replace("MOVE", "6"), "ana", "advance"),
    "random move": (ADVANCE.replace("MOVE", "2D6"), "ana", "normal"),
    "random move and advance": (ADVANCE.replace("MOVE", "D3"), "ana", "advance"),
    "retreat": (gangers("necromunda-classic", "", 12.984252), "kal", "retreat"),
    "retreat 2023": (gangers("necromunda-2023", "", 12.984252), "kal", "retreat"),
    "running for cover": (gangers("necromunda-classic", "status: [broken],", 30), "kal", "running for cover"),
    "ram": (RIG, "rig", "ram"),
    "tactical": (ALLEY, "kal", "tactical"),
}
# Where to ask, from the mover: in the open, on bad ground, exactly as far as a face leads, and too far.
PLACES = [(-0.7, 0.4), (-3.0, 0.0), (-2.4, -3.1), (-1.0, 5.3), (-4.9, 1.0), (0.0, 7.45), (-30.0, 0.0)]


@pytest.mark.parametrize("name", ROLLED)
def test_the_chance_of_a_place_is_that_of_the_judged_move(name: str) -> None:
    text, who, action = ROLLED[name]
    table = surefoot.loads(text).table
    field, pose = find_reach(table, who, action), table.pose(who)
    assert field.rolls
    reached = 0
    for dx, dy in PLACES:
        to = pose.x + dx, pose.y + dy
        way = find_route(table, who, action, to)
        if isinstance(way, NoRoute):
            assert field.chance(*to) == 0
            continue
        reached += 1
        (step,) = way.steps
        place = step.run.table.models[who].place
        ends = odds(table, step.declaration)
        exact = ends.over(lambda end, place=place: end.after.models[who].place == place).get(
            True, Fraction(0)
        )
        assert way.chance == exact
        assert field.chance(*to) == exact
    assert reached


@pytest.mark.parametrize("name", ROLLED)
def test_every_total_has_its_outline(name: str) -> None:
    text, who, action = ROLLED[name]
    table = surefoot.loads(text).table
    field = reached(table, who, action)
    told = reach_data(field, 100.0)
    chances = {(each["budget"], each["chance"]) for each in told["roll"]["totals"]}
    assert chances == {(band["level"], band["chance"]) for band in told["levels"][0]["bands"]}


def test_the_rolls_are_those_of_the_procedure() -> None:
    """The first amounts that a judged move forks over are the dice that the planner counts with."""
    for text, who, action in ROLLED.values():
        table = surefoot.loads(text).table
        known, pose = roll_odds(table, who, action), table.pose(who)
        assert known is not None
        way = find_route(table, who, action, (pose.x, pose.y + 0.4))
        assert not isinstance(way, NoRoute), way.says
        asked = [test.what for test in way.steps[0].tests]
        assert [roll.what for roll in known.rolled.rolls] == asked[: len(known.rolled.rolls)]


def test_rolled_actions_are_those_that_are_tried_here() -> None:
    """An action whose prices say that it leads nowhere without a roll has one."""
    found = [
        (name, action.name)
        for name in installed()
        for action in ruleset_of(
            surefoot.loads(f"ruleset: {name}\nboard: [9, 9]\nmodels: {{}}").table
        ).actions.values()
        if action.rolled.__qualname__.rpartition(".")[2] != "<lambda>"
    ]
    assert {"charge", "retreat", "running for cover", "ram", "turn-over", "break for air"} <= {
        action for ruleset, action in found if ruleset.startswith("necromunda")
    }
    assert ("gemini-arap", "tactical") in found
    assert ("wh40k-10e", "advance") in found


def test_a_charge_says_how_likely_each_place_is_without_a_target() -> None:
    table = surefoot.loads(gangers("necromunda-classic", "", 30)).table
    field = find_reach(table, "kal", "charge")
    assert [field.chance(12 + dx, 8) for dx in (5.9, 6.5, 7.5, 8.5)] == [1, Fraction(2, 3), Fraction(1, 3), 0]


def test_a_unit_advances_by_one_roll() -> None:
    table = squad()
    field = reached(table, "squad", "advance")
    assert [each.budget for each in field.rolls] == [7, 8, 9, 10, 11, 12]
    assert field.chance(19.5, 10) == Fraction(5, 6)
    assert [band["chance"] for band in reach_data(field, 100.0)["bands"]] == [
        "1",
        "5/6",
        "2/3",
        "1/2",
        "1/3",
        "1/6",
    ]
    way = find_route(table, "squad", "advance", (19.5, 10))
    assert not isinstance(way, NoRoute)
    assert 0 < way.chance <= Fraction(5, 6)


def squad() -> Table:
    return surefoot.loads("""
ruleset: wh40k-10e
board: [60, 44]
models:
  one: {base: 32, at: [10, 10], side: a, unit: squad, profile: {M: 6}}
  two: {base: 32, at: [12, 10], side: a, unit: squad, profile: {M: 6}}
""").table


def test_what_is_rolled_is_planned_once() -> None:
    table = surefoot.loads(gangers("necromunda-classic", "", 30)).table
    with pytest.raises(CannotPlan, match="rolls for its distance"):
        find_reach(table, "kal", "charge", MoveQuery(actions=2))
