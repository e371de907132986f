"""Paths in the air: what the referee grants a flier in a straight line, the planner finds for no more, and what it finds is legal."""

from __future__ import annotations

import random

import pytest

import surefoot
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.itinerary import Leg
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.plan import find_reach, find_route
from surefoot.table.table import Table

ALOFT = ("hovering", "low", "high")


def drawn(chance: random.Random) -> Table:
    """A flier at a random altitude among walls, pits, mud, fog and other characters."""
    trait = chance.choice(("flyer", "hoverer"))
    band = chance.choice(ALOFT) if trait == "flyer" else "hovering"
    walls = [
        f"{{id: w{k}, wall: {{rect: [{chance.uniform(12, 26):.2f}, {chance.uniform(4, 20):.2f}, "
        f"{chance.choice((0.5, 3))}, {chance.choice((0.5, 4))}]}}, height: {chance.choice((1, 2, 2.1, 6, 15, 16, 30))}}}"
        for k in range(4)
    ]
    pit = f"{{id: pit, gap: {{rect: [28, {chance.uniform(4, 16):.2f}, 4, 4]}}, depth: {chance.choice((1, 2, 3))}}}"
    ground = (
        f"{{id: soft, area: {{rect: [16, 10, 6, 5]}}, tags: [{chance.choice(('mud', 'fog', 'tremors'))}]}}"
    )
    return surefoot.loads(f"""
ruleset: dark-heresy-2e
scale: 1
board: [40, 28]
terrain: [{", ".join((*walls, pit, ground))}]
models:
  - {{id: bat, base: 25.4, at: [8, 12], side: a, place: {{kind: air, band: {band}}}, profile: {{S: 40, T: 40, Ag: 30, {trait}: 6}}}}
  - {{id: ann, base: 25.4, at: [10, {chance.uniform(8, 16):.2f}], side: b, profile: {{S: 40, T: 40, Ag: 30}}}}
""").table


@pytest.mark.parametrize("seed", range(30))
def test_a_straight_flight_that_is_granted_is_found_for_no_more(seed: int) -> None:
    chance = random.Random(seed)
    table = drawn(chance)
    granted = 0
    for _ in range(8):
        to = (round(chance.uniform(1, 39), 2), round(chance.uniform(1, 27), 2))
        straight = surefoot.check(table, surefoot.Declaration("run", ("bat",), legs=(Leg.at(*to),)))
        found = find_route(table, "bat", "run", to)
        if not isinstance(found, NoRoute):
            assert [step.verdict for step in found.steps] == ["legal"]
            assert found.cost <= 36 + 1e-6
        end = straight.run.table.pose("bat")
        if straight.verdict == "legal" and (abs(end.x - to[0]), abs(end.y - to[1])) < (1e-5, 1e-5):
            granted += 1
            assert not isinstance(found, NoRoute), (to, found)
            assert found.cost <= from_lattice(straight.cost) + 2e-3
    assert granted


def test_a_reach_in_the_air_says_what_the_flier_reaches() -> None:
    table = surefoot.loads("""
ruleset: dark-heresy-2e
scale: 1
board: [60, 40]
terrain: [{id: tower, wall: {rect: [22, 0, 1, 40]}, height: 20}]
models:
  - {id: bat, base: 25.4, at: [20, 20], side: a, place: {kind: air, band: low}, profile: {S: 40, T: 40, Ag: 30, flyer: 8}}
""").table
    reach = find_reach(table, "bat", "full-move")
    assert reach.says(4.1, 20.0) == "yes"
    assert reach.says(1.0, 20.0) == "no"
    assert reach.says(24.0, 20.0) == "no"
    found = reach.route_to((4.1, 20.0))
    assert not isinstance(found, NoRoute)
    assert found.steps[-1].run.table.pose("bat").z == 15.0
