"""The ground of a moving point on boards with many areas: what the grids find is what looking at everything finds."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.plot import Plot

Box = tuple[float, float, float, float]


@pytest.mark.parametrize("seed", range(6))
def test_prices_on_many_areas_are_those_of_looking_at_every_area(seed: int) -> None:
    chart, areas = strewn(random.Random(seed), 5 + 12 * seed, 0)
    rng = random.Random(1000 + seed)
    for _ in range(25):
        ax, ay, bx, by = (rng.uniform(-1.0, 21.0) for _ in range(4))
        assert chart.rate_at(ax, ay) == rate(areas, ax, ay)
        assert chart.ground(ax, ay, bx, by) == pytest.approx(walked(areas, ax, ay, bx, by), abs=1e-4)


@pytest.mark.parametrize("seed", range(6))
def test_every_area_and_obstacle_that_meets_a_window_is_found_near_it(seed: int) -> None:
    chart, areas = strewn(random.Random(seed), 100, 40)
    rng = random.Random(2000 + seed)
    for _ in range(30):
        west, south = rng.uniform(-2.0, 20.0), rng.uniform(-2.0, 20.0)
        window = west, south, west + rng.uniform(0.0, 6.0), south + rng.uniform(0.0, 6.0)
        assert chart.areas_near(*window) == [k for k, (box, _) in enumerate(areas) if meets(box, window)]
        found = chart.touching(*window)
        assert found == sorted(set(found))
        # Every place of an obstacle that lies in the window belongs to one that was found.
        for _ in range(20):
            x, y = rng.uniform(window[0], window[2]), rng.uniform(window[1], window[3])
            inside = [k for k in range(chart.count) if chart.away(k, x, y)[2] < chart.capsules[5 * k + 4]]
            assert set(inside) <= set(found)


def strewn(rng: random.Random, areas: int, walls: int) -> tuple[Chart, list[tuple[Box, float]]]:
    """A chart with areas, of which those that overlap share a rate, and walls; and the areas as boxes with their rates."""
    plot = Plot((0.0, 0.0, 20.0, 20.0))
    boxes: list[tuple[Box, float]] = []
    for _ in range(areas):
        x, y = rng.uniform(0.0, 18.0), rng.uniform(0.0, 18.0)
        box = (x, y, x + rng.uniform(0.1, 2.0), y + rng.uniform(0.1, 2.0))
        plot.area((outline(box),), 1)
        boxes.append((box, 2.0))
    for _ in range(walls):
        x, y = rng.uniform(0.0, 18.0), rng.uniform(0.0, 18.0)
        plot.solid((outline((x, y, x + rng.uniform(0.05, 3.0), y + rng.uniform(0.05, 0.4))),), 0.5, "wall")
    return plot.chart((1.0, 2.0)), boxes


def outline(box: Box) -> tuple[float, ...]:
    """The corners of a box."""
    west, south, east, north = box
    return west, south, east, south, east, north, west, north


def meets(one: Box, other: Box) -> bool:
    """Whether two boxes have a point in common."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def rate(areas: list[tuple[Box, float]], x: float, y: float) -> float:
    """The rate at a point, from every area."""
    return max((rate for box, rate in areas if inside_rings(x, y, (outline(box),))), default=1.0)


def walked(areas: list[tuple[Box, float]], ax: float, ay: float, bx: float, by: float) -> float:
    """The price of a leg, from the rates between all the places where it crosses the line of a side."""
    shares = {0.0, 1.0}
    for (west, south, east, north), _ in areas:
        shares |= {(at - ax) / (bx - ax) for at in (west, east)}
        shares |= {(at - ay) / (by - ay) for at in (south, north)}
    cuts = sorted(share for share in shares if 0.0 <= share <= 1.0)
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    total = 0.0
    for low, high in pairwise(cuts):
        middle = (low + high) / 2.0
        total += (high - low) * length * rate(areas, ax + middle * (bx - ax), ay + middle * (by - ay))
    return total
