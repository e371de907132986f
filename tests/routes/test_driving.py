"""Drives of vehicles with a limit to their turns: whatever can be driven is found, and what is promised can be driven."""

from __future__ import annotations

import math
import random

import pytest

import surefoot
from surefoot.geometry.shapes import turn
from surefoot.geometry.tolerance import to_lattice
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.turning.driving import driving_reach, driving_route
from surefoot.routes.turning.route import TurningRoute
from surefoot.table.table import Table

RIG = "keywords: [vehicle], profile: {M: 8, handling: 6, locomotion: Wheeled, front: 6, side: 5, rear: 4, hp: 3}"


def table(terrain: str = "", ruleset: str = "necromunda-classic") -> Table:
    return surefoot.loads(f"""
ruleset: {ruleset}
board: [40, 40]
terrain: [{terrain}]
models:
  - {{id: rig, hull: [4, 2], height: 2, at: [20, 20], side: a, {RIG}}}
  - {{id: foe, base: 25, at: [16, 24], side: b, profile: {{M: 5, I: 4}}}}
""").table


BLOCK = "{id: block, wall: {rect: [21.5, 22, 4, 3]}, height: 3}"


def cost(answer: TurningRoute | NoRoute) -> float:
    assert isinstance(answer, TurningRoute), answer
    assert answer.outcome.verdict == "legal"
    return answer.cost


def test_one_turn_is_made_where_it_leads_past_what_is_in_the_way() -> None:
    laid = table(BLOCK)
    assert cost(driving_route(laid, "rig", "move", (20.0, 28.0))) == pytest.approx(8.0)
    assert cost(driving_route(laid, "rig", "move", (16.0, 22.0))) == pytest.approx(math.hypot(4.0, 2.0))
    way = driving_route(laid, "rig", "move", (22.0, 26.5))
    assert cost(way) == pytest.approx(7.61, abs=0.05)
    assert [leg.by for leg in way.legs] == ["walk", "turn", "walk"]  # type: ignore[union-attr]  # it was found
    # Behind it lies nothing that a turn of ninety degrees leads to, nor does it go sideways.
    assert isinstance(driving_route(laid, "rig", "move", (20.0, 15.0)), NoRoute)
    assert isinstance(driving_route(laid, "rig", "drift", (20.0, 22.0)), NoRoute)
    assert cost(driving_route(laid, "rig", "drift", (17.0, 20.0))) == pytest.approx(3.0)
    assert cost(driving_route(laid, "rig", "manoeuvre", (20.0, 17.0))) == pytest.approx(3.0)


@pytest.mark.parametrize("ruleset", ["necromunda-classic", "necromunda-2023"])
@pytest.mark.parametrize("action", ["move", "drift", "manoeuvre"])
def test_a_vehicle_that_is_there_already_needs_no_drive(ruleset: str, action: str) -> None:
    found = driving_route(table(ruleset=ruleset), "rig", action, (20.0, 20.0))
    assert isinstance(found, NoRoute)
    assert str(found.says) == "Rig is there already"
    assert driving_reach(table(ruleset=ruleset), "rig", action).cost(20.0, 20.0) is None


def test_an_enemy_in_the_way_is_gone_round_and_not_run_over() -> None:
    straight = driving_route(table(), "rig", "move", (14.0, 26.0))
    assert isinstance(straight, NoRoute) or straight.cost > math.hypot(6.0, 6.0) - 1e-6
    field = driving_reach(table(), "rig", "move")
    assert field.says(16.0, 24.0) == "no"
    assert field.says(20.0, 27.0) == "yes"


@pytest.mark.parametrize("ruleset", ["necromunda-classic", "necromunda-2023"])
def test_whatever_can_be_driven_without_a_stroke_is_found_for_no_more(ruleset: str) -> None:
    dice = random.Random(4)
    blocks = ", ".join(
        f"{{id: b{k}, wall: {{rect: [{x}, {y}, 2.5, 1.5]}}, height: 3}}"
        for k, (x, y) in enumerate([(22.0, 23.0), (15.0, 27.0), (25.5, 18.0), (11.0, 20.5)])
    )
    laid = table(blocks, ruleset)
    field, driven_there = driving_reach(laid, "rig", "move"), 0
    outline = field.bands(8.0)[-1][1]
    assert outline.rings
    for _ in range(40):
        on, turned, rest = dice.uniform(0.0, 4.0), dice.uniform(-90.0, 90.0), dice.uniform(0.1, 4.0)
        dx, dy = turn(0.0, rest, turned)
        end = 20.0 + dx, 20.0 + on + dy
        legs = (
            Leg((to_lattice(20.0), to_lattice(20.0 + on))),
            Leg(by="turn", turn=to_lattice(turned)),
            Leg((to_lattice(end[0]), to_lattice(end[1]))),
        )
        outcome = check(laid, Declaration("move", ("rig",), legs), nearest=False)
        after = outcome.run.table
        struck = outcome.tests or after.pose("foe") != laid.pose("foe")
        if outcome.verdict != "legal" or struck or math.dist(after.pose("rig")[:2], end) > 1e-3:
            continue
        driven_there += 1
        assert cost(field.route_to(end)) <= on + rest + field.error
    assert driven_there > 10
