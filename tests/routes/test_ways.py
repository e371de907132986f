"""Cheapest ways against what can be worked out by hand: taut strings, refraction, waves along a border."""

from __future__ import annotations

import math
import random

import pytest

from surefoot.geometry.search.anchor_search import Cancelled, Search
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.field import PriceField
from surefoot.geometry.search.paths import Arc, cheapest
from surefoot.geometry.search.plot import Plot

BORDER = 33.06


def half_plane(rate: float) -> Chart:
    plot = Plot()
    plot.area([(BORDER, -100.0, 200.0, -100.0, 200.0, 200.0, BORDER, 200.0)], 1)
    return plot.chart([1.0, rate])


def refracted(depth: float, along: float, beyond: float, rate: float) -> float:
    """The cheapest way from a depth before a border to a depth behind it, by ternary search."""
    low, high = sorted((0.0, along))
    for _ in range(200):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        costs = [math.hypot(depth, at) + rate * math.hypot(beyond, along - at) for at in (left, right)]
        if costs[0] < costs[1]:
            high = right
        else:
            low = left
    return math.hypot(depth, low) + rate * math.hypot(beyond, along - low)


def inside(depth: float, along: float, beyond: float, rate: float) -> float:
    """Between two places in dear ground: straight, or out at the critical angle, along the border and in again."""
    straight = rate * math.hypot(depth - beyond, along)
    slope = math.sqrt(rate * rate - 1.0)
    if abs(along) < (depth + beyond) / slope:
        return straight
    return min(straight, abs(along) + (depth + beyond) * slope)


@pytest.mark.parametrize("rate", [1.5, 2.0, 4.0])
def test_a_way_into_dear_ground_is_refracted(rate: float) -> None:
    chart, dice = half_plane(rate), random.Random(5)
    for _ in range(25):
        along, beyond = dice.uniform(-8, 8), dice.uniform(0.01, 5)
        way = cheapest(chart, (BORDER - 3.06, 22.0), (BORDER + beyond, 22.0 + along))[0]
        assert way.cost == pytest.approx(refracted(3.06, along, beyond, rate), abs=1e-9)


@pytest.mark.parametrize("rate", [1.5, 2.0, 4.0])
def test_between_places_in_dear_ground_a_way_runs_along_the_border(rate: float) -> None:
    chart, dice = half_plane(rate), random.Random(6)
    for _ in range(25):
        depth, along, beyond = dice.uniform(0.01, 3), dice.uniform(-12, 12), dice.uniform(0.01, 3)
        way = cheapest(chart, (BORDER + depth, 22.0), (BORDER + beyond, 22.0 + along))[0]
        assert way.cost == pytest.approx(inside(depth, along, beyond, rate), abs=1e-9)


def test_a_way_round_a_disc_is_a_taut_string() -> None:
    plot = Plot()
    plot.disc(0.0, 0.0, 2.0, "disc")
    way = cheapest(plot.chart([1.0]), (-5.0, 0.0), (5.0, 0.0))[0]
    tangent = math.sqrt(25.0 - 4.0)
    assert way.cost == pytest.approx(2 * tangent + 2.0 * (math.pi - 2 * math.acos(2.0 / 5.0)), abs=1e-12)
    assert [type(part) for part in way.parts].count(Arc) == 1


def test_a_way_round_a_wall_keeps_the_radius_from_its_corners() -> None:
    plot = Plot()
    plot.solid([(0.0, -50.0, 1.0, -50.0, 1.0, 3.0, 0.0, 3.0)], 0.5, "wall")
    way = cheapest(plot.chart([1.0]), (-0.5, 0.0), (1.5, 0.0))[0]
    assert way.cost == pytest.approx(3.0 + 3.0 + 1.0 + math.pi * 0.5, abs=1e-9)


def test_a_gap_of_exactly_the_base_is_passed_and_a_narrower_one_is_not() -> None:
    for gap, through in ((1.0, True), (0.999, False)):
        plot = Plot(box=(-5.0, -5.0, 5.0, 5.0))
        plot.solid([(-9.0, 0.0, -gap / 2, 0.0, -gap / 2, 1.0, -9.0, 1.0)], 0.5, "left")
        plot.solid([(gap / 2, 0.0, 9.0, 0.0, 9.0, 1.0, gap / 2, 1.0)], 0.5, "right")
        ways = cheapest(plot.chart([1.0]), (0.0, -2.0), (0.0, 3.0))
        assert bool(ways) is through
        if through:
            assert ways[0].cost == pytest.approx(5.0, abs=1e-9)


def test_a_hurdle_is_crossed_for_its_fee_or_gone_round_whichever_is_cheaper() -> None:
    for fee, cost in ((1.0, 5.0), (99.0, None)):
        plot = Plot()
        plot.hurdle([(-2.0, 0.0, 2.0, 0.0, 2.0, 0.5, -2.0, 0.5)], 0.5, 1e-4, fee)
        way = cheapest(plot.chart([1.0]), (0.0, -2.0), (0.0, 2.0))[0]
        if cost is not None:
            assert way.cost == pytest.approx(cost, abs=1e-9)
        else:
            assert 5.0 < way.cost < 9.0
            assert sum(isinstance(part, Arc) for part in way.parts) == 2


def test_a_field_gives_every_place_the_price_of_the_way_there() -> None:
    plot = Plot(box=(0.5, 0.5, 29.5, 19.5))
    plot.solid([(10.0, 4.0, 10.5, 4.0, 10.5, 12.0, 10.0, 12.0)], 0.5, "wall")
    plot.disc(14.0, 13.0, 2.0, "enemy")
    plot.area([(4.0, 4.0, 8.0, 4.0, 8.0, 10.0, 4.0, 10.0)], 1)
    chart = plot.chart([1.0, 2.0])
    search = Search(chart)
    search.settle(9.0, 8.0, 9.0, None)
    field, dice = PriceField(search), random.Random(7)
    asked = 0
    for _ in range(60):
        place = dice.uniform(1, 20), dice.uniform(1, 19)
        ways = cheapest(chart, (9.0, 8.0), place, limit=9.0) if chart.spot_free(*place) else []
        cost = field.polished(*place, 9.0)
        assert (cost < math.inf) is bool(ways)
        if ways:
            asked += 1
            assert cost == pytest.approx(ways[0].cost, abs=1e-6)
    assert asked > 20


def test_a_search_that_is_no_longer_wanted_stops() -> None:
    plot = Plot()
    for k in range(200):
        plot.disc(float(k % 20) * 3, float(k // 20) * 3, 0.5, str(k))
    with pytest.raises(Cancelled):
        Search(plot.chart([1.0])).settle(-3.0, -3.0, 1e9, lambda: True)
