"""Lengths that others have published for a point among polygons, reproduced to a millionth, or to the last digit given.

From the test suite of extremitypathfinder (MIT): a polygon with a hole, a map of unit squares, and obstacles that overlap
each other. From the Polyanya project (MIT): 160 ways over the map arena of the Moving AI benchmarks, in arena.json.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.paths import cheapest
from surefoot.geometry.search.plot import Plot
from surefoot.routes.ground.survey import POINT

Ring = tuple[float, ...]

BOUNDARY: Ring = (0, 0, 10, 0, 9, 5, 10, 10, 0, 10)
HOLE: Ring = (3, 7, 5, 9, 4.6, 7, 5, 4)

SQUARES = (
    (0, 1), (1, 1), (2, 1), (3, 1),
    (17, 9), (17, 8), (17, 7), (17, 5), (17, 4), (17, 3), (17, 2), (17, 1), (17, 0),
    (5, 5), (5, 6), (6, 6), (6, 7), (7, 7), (7, 5),
)  # fmt: skip

TWISTED: Ring = (
    9.5, 10.5, 25.5, 10.5, 25.5, 0.5, 49.5, 0.5, 49.5, 49.5, 0.5, 49.5, 0.5, 16.5, 9.5, 16.5, 9.5, 45.5,
    10, 45.5, 10, 30.5, 35.5, 30.5, 35.5, 14.5, 0.5, 14.5, 0.5, 0.5, 9.5, 0.5,
)  # fmt: skip
OVERLAPPING: tuple[Ring, ...] = (
    (40.5, 4.5, 29.5, 4.5, 29.5, 15, 40.5, 15),
    (45.4, 14.5, 44.6, 14.5, 43.4, 20.5, 46.6, 20.5),
    (40, 34, 10.5, 34, 10.5, 40, 40, 40),
    (9, 34, 5, 34, 5, 40, 9, 40),
    (31.5, 5.390098048839718, 31.5, 10.909901951439679, 42.5, 13.109901951160282, 42.5, 7.590098048560321),
)


def polygon() -> Plot:
    plot = Plot()
    plot.solid((BOUNDARY,), POINT, "boundary", outside=True)
    plot.solid((HOLE,), POINT, "hole")
    return plot


def squares() -> Plot:
    plot = Plot(box=(0.0, 0.0, 19.0, 10.0))
    for x, y in SQUARES:
        plot.solid(((x, y, x + 1, y, x + 1, y + 1, x, y + 1),), POINT, f"{x}, {y}")
    return plot


def twisted() -> Plot:
    plot = Plot()
    plot.solid((TWISTED,), POINT, "boundary", outside=True)
    for number, ring in enumerate(OVERLAPPING):
        plot.solid((ring,), POINT, str(number))
    return plot


@pytest.mark.parametrize(
    ("plot", "start", "goal", "length"),
    [
        (polygon, (9.1, 4.0), (9.1, 6.0), 2.009975124224178),
        (polygon, (4.0, 4.5), (6.0, 4.5), 2.23606797749979),
        (polygon, (4.0, 8.5), (6.0, 8.5), 2.23606797749979),
        (squares, (0.5, 6.0), (18.5, 0.5), 23.18783787537749),
        (squares, (0.5, 6.0), (9.0, 5.5), 8.727806217396338),
        (squares, (0.5, 6.0), (18.5, 9.0), 19.869364068640845),
        (squares, (0.5, 0.5), (0.5, 2.5), 8.071067811865476),
        (squares, (16.5, 0.5), (18.5, 0.5), 12.045361017187261),
        (squares, (16.5, 9.5), (18.5, 9.5), 6.0990195135927845),
        (twisted, (1.0, 1.0), (5.0, 20.0), 138.23115155299263),
        (twisted, (2.0, 38.0), (45.0, 45.0), 46.11017296417249),
    ],
)
def test_a_published_length_is_reproduced(
    plot: type[Plot], start: tuple[float, float], goal: tuple[float, float], length: float
) -> None:
    for one, other in ((start, goal), (goal, start)):
        assert cheapest(plot().chart([1.0]), one, other)[0].cost == pytest.approx(length, abs=1e-6)


def off(chart: Chart, rings: list[Ring], x: float, y: float) -> tuple[float, float]:
    """A place beside one that lies on an outline, nearer than any digit could show."""
    hairs = (0.0, 3e-8, -3e-8)
    beside = [(x + dx, y + dy) for dx in hairs for dy in hairs]
    return next(at for at in beside if chart.spot_free(*at) and inside_rings(*at, rings))


def test_the_lengths_published_for_a_map_of_the_moving_ai_benchmarks_are_reproduced() -> None:
    data = json.loads(Path(__file__).with_name("arena.json").read_text())
    outline, *pillars = data["rings"]
    plot = Plot()
    plot.solid((outline,), POINT, "outline", outside=True)
    for number, ring in enumerate(pillars):
        plot.solid((ring,), POINT, str(number))
    chart = plot.chart([1.0])
    search = Search(chart)
    assert len(data["paths"]) == 160
    for x, y, to_x, to_y, length in data["paths"]:
        # Six digits are given.
        last = 10.0 ** (math.floor(math.log10(length)) - 5)
        way = cheapest(
            chart, off(chart, data["rings"], x, y), off(chart, data["rings"], to_x, to_y), search=search
        )[0]
        assert way.cost == pytest.approx(length, abs=0.51 * last), (x, y, to_x, to_y)


def test_what_is_separated_has_no_way() -> None:
    plot = Plot(box=(-5.0, -5.0, 5.0, 5.0))
    plot.solid(((-5.1, 1, -5.1, 2, 5.1, 2, 5.1, 1),), POINT, "bar")
    assert cheapest(plot.chart([1.0]), (0.0, 0.0), (0.0, 4.0)) == []
