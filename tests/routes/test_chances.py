"""Chance against cost: the safe way round and the short one through, and how surely each place can be reached."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import surefoot
from surefoot.forecast.odds import odds
from surefoot.routes.one_level.route import NoRoute, Route, route
from surefoot.routes.query import MoveQuery
from surefoot.routes.risk.one_level import (
    ChanceReach,
    RiskyRoute,
    reach_by_chance_on_level,
    risky_routes,
    undominated,
    unharmed,
)
from surefoot.table.table import Table

# A pit across the straight way; round its southern end it is a little further.
PIT = """
ruleset: necromunda-classic
board: [10, 6]
models:
  kal: {{base: 25, at: [3, 2], side: a, profile: {{M: {M}, I: 3, T: 3, W: 1}}}}
terrain:
  pit: {{area: [[4, 1.8], [4.5, 1.8], [4.5, 6], [4, 6]], tags: [{tag}]}}
"""


def pit(movement: int = 4, tag: str = "dangerous") -> Table:
    return surefoot.loads(PIT.format(M=movement, tag=tag)).table


def test_the_short_way_and_the_sure_one_are_both_offered() -> None:
    found = risky_routes(pit(), "kal", "move", (5.5, 2.0))

    assert isinstance(found, tuple)
    risky, sure = found
    assert risky.avoids == ()
    assert risky.chance == Fraction(2, 3)
    assert sure.avoids == ("pit",)
    assert sure.chance == 1
    assert risky.route.cost < sure.route.cost
    for each in found:
        assert isinstance(each.route, Route)
        assert unharmed(pit(), "kal", each.route.declaration) == each.chance


def test_what_is_not_dangerous_is_no_choice() -> None:
    found = risky_routes(pit(tag="difficult"), "kal", "move", (5.5, 2.0))

    assert isinstance(found, tuple)
    assert [each.chance for each in found] == [1]


def test_where_no_way_leads_the_answer_says_why() -> None:
    found = risky_routes(pit(), "kal", "move", (9.5, 5.5))

    assert isinstance(found, NoRoute)
    assert found.says


def test_only_ways_that_are_dearer_and_surer_are_kept() -> None:
    there = route(pit(), "kal", "move", (3.5, 1.0))
    assert isinstance(there, Route)
    dear = route(pit(), "kal", "move", (3.5, 0.6))
    assert isinstance(dear, Route)
    half, most = Fraction(1, 2), Fraction(5, 6)

    kept = undominated([RiskyRoute(dear, half), RiskyRoute(there, half), RiskyRoute(dear, most)])

    assert [(each.route, each.chance) for each in kept] == [(there, half), (dear, most)]


@pytest.fixture(scope="module")
def chances() -> ChanceReach:
    return reach_by_chance_on_level(pit(), "kal", "move", budget=2.6)


def test_every_place_has_its_best_chance(chances: ChanceReach) -> None:
    assert [(layer.chance, layer.crosses) for layer in chances.layers] == [
        (Fraction(1), ()),
        (Fraction(2, 3), ("pit",)),
    ]
    assert chances.chance(3.0, 1.0) == 1
    # Behind the pit: too far round its end.
    assert chances.chance(5.05, 2.2) == Fraction(2, 3)
    assert chances.chance(9.0, 5.0) == 0
    assert chances.at(9.0, 5.0) is None


def test_a_place_is_as_sure_as_the_odds_of_the_way_there(chances: ChanceReach) -> None:
    table = pit()
    places = chances.places(0.4)
    assert {chance for _, _, chance in places} == {Fraction(1), Fraction(2, 3)}
    for x, y, chance in places[:: max(1, len(places) // 8)]:
        found = risky_routes(table, "kal", "move", (x, y), MoveQuery(budget=2.6))
        if isinstance(found, NoRoute):
            # Where it stands already is no way.
            assert (round(x, 6), round(y, 6)) == (3.0, 2.0)
            continue
        assert max(each.chance for each in found) == chance


def test_regions_do_not_overlap_and_cover_the_reach(chances: ChanceReach) -> None:
    shares = [chance for chance, _ in chances.regions]

    assert shares == [Fraction(1), Fraction(2, 3)]


def test_odds_of_a_way_agree_with_those_of_the_whole_move() -> None:
    there = route(pit(), "kal", "move", (5.5, 2.0))
    assert isinstance(there, Route)
    safe = odds(pit(), there.declaration).over("safe", ("kal",))

    assert safe[True] == unharmed(pit(), "kal", there.declaration) == Fraction(2, 3)


def test_past_very_many_pits_the_surest_way_is_found_and_there_is_an_end_to_it() -> None:
    pits = {
        f"pit{k}": {
            "area": {"rect": [9.2 + 0.35 * (k % 7), 7.0 + 0.8 * (k // 7), 0.2, 0.7]},
            "tags": ["dangerous"],
        }
        for k in range(14)
    }
    model = {"base": 25, "at": [8, 7.8], "side": "a", "profile": {"M": 12, "I": 4, "T": 3, "W": 1}}
    file = {"ruleset": "necromunda-classic", "board": [24, 16], "models": {"kal": model}, "terrain": pits}
    table = surefoot.loads(json.dumps(file)).table

    found = risky_routes(table, "kal", "move", (13, 7.8))

    assert not isinstance(found, NoRoute)
    assert found[-1].chance == 1
    assert found[0].chance < 1
    assert found[0].route.cost < found[-1].route.cost


def test_ways_over_levels_are_weighed_by_the_links_that_must_be_tested_for() -> None:
    found = risky_routes(gantry(), "kal", "move", (15, 8), MoveQuery(on="board", actions=3))

    assert not isinstance(found, NoRoute)
    assert [(round(each.cost, 3), each.chance, each.avoids) for each in found] == [
        (5.0, Fraction(1, 3), ()),
        (13.0, Fraction(1), ("jump gantry",)),
    ]
    # A jump can be ruled out beforehand, and then the climb is all there is.
    sure = risky_routes(
        gantry(), "kal", "move", (15, 8), MoveQuery(on="board", actions=3, without=("jump gantry",))
    )
    assert not isinstance(sure, NoRoute)
    assert [(round(each.cost, 3), each.chance) for each in sure] == [(13.0, Fraction(1))]


def test_dangerous_ground_on_another_level_costs_chance_too() -> None:
    beside = {"area": {"rect": [14, 2, 0.5, 10]}, "z": 0, "height": 1, "tags": ["dangerous"]}
    found = risky_routes(gantry(pit=beside), "kal", "move", (15.5, 8), MoveQuery(on="board", actions=4))

    assert not isinstance(found, NoRoute)
    assert [(round(each.cost, 2), each.chance, each.avoids) for each in found] == [
        (6.0, Fraction(1, 6), ()),
        (10.2, Fraction(1, 3), ("pit",)),
        (18.2, Fraction(1), ("jump gantry", "pit")),
    ]


def gantry(**terrain: object) -> Table:
    file = {
        "ruleset": "necromunda-2023",
        "board": [24, 16],
        "options": {"premeasure": True},
        "terrain": {"gantry": {"platform": {"rect": [6, 5, 7, 6]}, "z": 4}, **terrain},
        "models": {
            "kal": {"base": 25.4, "at": [9, 8], "on": "gantry", "height": 1.5, "side": "red",
                    "profile": {"M": 6, "I": 4, "T": 3, "W": 1}},
        },
    }  # fmt: skip
    return surefoot.loads(json.dumps(file)).table
