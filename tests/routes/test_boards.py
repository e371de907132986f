"""Random boards: nothing that an oracle finds is lost, nothing is promised in vain, and the referee judges every way."""

from __future__ import annotations

import random
from typing import Any

import pytest

from surefoot import geometry
from surefoot.geometry.kernel import inside_rings
from surefoot.routes.one_level.reach import reach
from surefoot.routes.one_level.route import Route, route
from tests.routes.boards import DEPTH, WIDTH, Oracle, board

# Interpreted, a few boards take as long as all of them compiled.
SEEDS = range(24) if geometry.INTERPRETED else range(208)
SLICE = 8


def slices(seeds: range) -> list[Any]:
    """Where each slice begins; six of them tell enough from day to day, `make campaign` takes the others."""
    begun = range(0, len(seeds), SLICE)
    return [pytest.param(first, marks=pytest.mark.campaign if first > 5 * SLICE else ()) for first in begun]


@pytest.mark.parametrize("first", slices(SEEDS))
def test_no_place_that_the_oracle_finds_is_lost(first: int) -> None:
    found = dearer = 0
    for seed in SEEDS[first : first + SLICE]:
        table = board(seed)
        field = reach(table, "me", "move")
        for place, cost in Oracle(table).costs(field.budget).items():
            found += 1
            priced = field.cost(*place)
            assert priced is not None, f"board {seed}: {place} costs {cost} and is lost"
            assert priced <= cost + field.error, f"board {seed}: {place} costs {cost}, not {priced}"
            dearer += priced > cost + 0.001
    assert found > 100
    assert dearer <= found / 1000


@pytest.mark.parametrize("first", slices(SEEDS))
def test_every_place_that_is_promised_has_a_way_that_the_referee_judges_legal(first: int) -> None:
    ways = 0
    for seed in SEEDS[first : first + SLICE]:
        table, dice = board(seed), random.Random(seed)
        field = reach(table, "me", "move")
        for _ in range(25):
            place = dice.uniform(0, WIDTH), dice.uniform(0, DEPTH)
            if field.says(*place) != "yes":
                continue
            way = route(table, "me", "move", place)
            assert isinstance(way, Route), f"board {seed}: {place} was promised: {way}"
            assert way.outcome.verdict == "legal"
            assert way.cost <= field.budget
            assert way.cost == pytest.approx(field.cost(*place), abs=1e-3), f"board {seed}: {place}"
            ways += 1
            if ways % 4 == 0:
                break
    assert ways > 5


@pytest.mark.parametrize("first", range(0, len(SEEDS) // 5, SLICE))
def test_outlines_hold_what_is_promised_and_nothing_else(first: int) -> None:
    asked = 0
    for seed in SEEDS[first : first + SLICE]:
        table, dice = board(seed), random.Random(seed)
        field = reach(table, "me", "move")
        rings = field.region.rings
        x, y = field.ground.start
        lost = 0
        for _ in range(150):
            place = x + dice.uniform(-5, 5), y + dice.uniform(-5, 5)
            if inside_rings(*place, rings):
                asked += 1
                assert field.says(*place) == "yes", f"board {seed}: {place} is in the outline"
            elif field.says(*place) == "yes":
                lost += 1
        assert lost <= 2, f"board {seed}: {lost} places are outside of the outline"
    assert asked > 100
