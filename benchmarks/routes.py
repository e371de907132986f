"""Finding the way, beside what else a user could pick: on one board, in one run, as times and as errors."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from array import array
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from benchmarks import recast
from benchmarks.rows import Row
from benchmarks.ruins import DEPTH, KEPT, RADIUS, WIDTH, Ruins, board
from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.field import PriceField
from surefoot.geometry.search.paths import Path, Straight, cheapest

# What peers are given: a grid an eighth of an inch fine.
FINE = 0.125
START = "import surefoot; from surefoot.routes.one_level.reach import reach; "


def ways() -> list[Row]:
    """Reach and cheapest way on a board of 60 by 44 inches, beside peers."""
    ruins = board(3)
    chart = ruins.chart()
    rows = [*_reaches(ruins, chart, 6.0, 0.1), *_reaches(ruins, chart, 12.0, 0.4)]
    rows += _across(ruins, chart)
    rows += _near(ruins, chart)
    rows += _twenty_legs(ruins, chart)
    return [*rows, _judged(), _first_answer()]


def best(work: Callable[[], object], times: int = 20) -> float:
    """The shortest of some runs, in milliseconds of this process: what others do on the machine is not counted."""
    least = math.inf
    for _ in range(times):
        start = time.process_time()
        work()
        least = min(least, time.process_time() - start)
    return least * 1e3


def _waited(work: Callable[[], object], times: int) -> float:
    """The shortest of some runs by the clock on the wall, for work that another process does."""
    least = math.inf
    for _ in range(times):
        start = time.perf_counter()
        work()
        least = min(least, time.perf_counter() - start)
    return least


def _reaches(ruins: Ruins, chart: Chart, budget: float, aim: float) -> list[Row]:
    search = Search(chart)
    settling = best(lambda: search.settle(*ruins.middle, budget, None))
    field = PriceField(search)
    x, y = ruins.middle
    count = int(2 * budget / 0.25) + 1

    def filled() -> None:
        search.settle(x, y, budget, None)
        PriceField(search).fill(x - budget, y - budget, 0.25, count, count, budget, 0.0)

    name = f"reach, {budget:g} inches"
    peer, off = _marched(ruins, budget, field)
    # What is timed first is the search alone: after it the price of any place is one question, timed third. What a peer
    # gives, a price at every node of a grid, is timed second.
    return [
        Row(f"{name}: settled, every place can be asked", settling, "ms", "lower", aim, "scikit-fmm", peer),
        Row(
            f"{name}: and a price at each quarter inch",
            best(filled, 5),
            "ms",
            "lower",
            None,
            "scikit-fmm",
            peer,
        ),
        Row(f"{name}: one exact price", best(lambda: _ask(field, ruins, budget), 5) / 100, "ms", "lower"),
        Row(f"{name}: error of scikit-fmm, at worst", off, "inch", "lower"),
    ]


def _ask(field: PriceField, ruins: Ruins, budget: float) -> None:
    for k in range(100):
        angle, far = 2.4 * k, budget * math.sqrt(k / 100)
        field.polished(
            ruins.middle[0] + far * math.cos(angle), ruins.middle[1] + far * math.sin(angle), budget
        )


# ---------------------------------------------------------------------- peers


def raster(ruins: Ruins, west: float, south: float, columns: int, rows: int) -> Any:
    """The weight of every node of a grid, infinite where the centre may not be, as a user would make it with shapely."""
    import numpy as np
    import shapely
    from shapely.geometry import Point, Polygon

    xs, ys = np.meshgrid(west + FINE * np.arange(columns), south + FINE * np.arange(rows))
    weights = np.ones(xs.shape)
    for outline, weight in ruins.areas:
        weights[shapely.contains_xy(Polygon(outline), xs, ys)] = weight
    shut = shapely.union_all(
        [Polygon(wall).buffer(RADIUS) for wall in ruins.walls]
        + [Point(at).buffer(KEPT) for at in ruins.enemies]
    )
    shapely.prepare(shut)
    weights[shapely.contains_xy(shut, xs, ys)] = np.inf
    weights[(xs < RADIUS) | (ys < RADIUS) | (xs > WIDTH - RADIUS) | (ys > DEPTH - RADIUS)] = np.inf
    return weights


def marched(weights: Any, column: int, row: int) -> Any:
    """The field of scikit-fmm from one node."""
    import numpy as np
    import skfmm

    closed = ~np.isfinite(weights)
    xs = (np.arange(weights.shape[1]) - column) * FINE
    ys = (np.arange(weights.shape[0]) - row) * FINE
    first = 1.5 * FINE
    front = np.ma.MaskedArray(np.hypot(xs[None, :], ys[:, None]) - first, closed)
    found = skfmm.travel_time(front, 1.0 / np.where(closed, 1.0, weights), dx=FINE, order=2)
    return np.where(np.ma.getmaskarray(found), np.inf, np.ma.getdata(found)) + first


def _marched(ruins: Ruins, budget: float, field: PriceField) -> tuple[float, float]:
    """What scikit-fmm takes for the same reach, rasterising included, and how far off it is."""
    half = int(budget / FINE)
    x, y = ruins.middle

    def solve() -> Any:
        window = raster(ruins, x - half * FINE, y - half * FINE, 2 * half + 1, 2 * half + 1)
        return marched(window, half, half)

    prices = solve()
    worst = 0.0
    for row in range(0, 2 * half + 1, 3):
        for column in range(0, 2 * half + 1, 3):
            exact = field.polished(x + (column - half) * FINE, y + (row - half) * FINE, budget)
            if exact < math.inf and math.isfinite(prices[row, column]):
                worst = max(worst, abs(float(prices[row, column]) - exact))
    return best(solve, 3), worst


def _across(ruins: Ruins, chart: Chart) -> list[Row]:
    cold = math.inf
    for _ in range(20):
        fresh = ruins.chart()
        cold = min(cold, best(lambda: cheapest(fresh, ruins.start, ruins.goal), 1))  # noqa: B023  # run at once
    search = Search(chart)
    warm = best(lambda: cheapest(chart, ruins.start, ruins.goal, search=search))
    cost = cheapest(chart, ruins.start, ruins.goal)[0].cost
    rows = [
        Row("way across the board, ground known", warm, "ms", "lower", 0.5),
        Row("way across the board, ground new", cold, "ms", "lower", 3.0),
        Row("way across the board: cost", cost, "inch", "lower", 72.5516),
    ]
    for peer in (_fields, _dijkstra, _sparse, _extremity):
        name, taken, paid = peer(ruins)
        rows += [
            Row(f"way across the board, ground new, beside {name}", cold, "ms", "lower", None, name, taken),
            Row(f"way across the board: what {name} pays too much", paid - cost, "inch", "lower"),
        ]
    mesh = recast.across(ruins)
    if mesh is not None:
        name, way = "recast-navigation", "way across the board"
        rows += [
            Row(f"{way}, ground new, beside {name}", cold, "ms", "lower", None, name, mesh.build + mesh.ask),
            Row(f"{way}, ground known, beside {name}", warm, "ms", "lower", None, name, mesh.ask),
            Row(f"{way}: what {name} pays too much", mesh.paid - cost, "inch", "lower"),
        ]
    return rows


# What a peer takes for the way across the board, and what its way costs.
Peer = tuple[str, float, float]


def _fields(ruins: Ruins) -> Peer:
    """The eikonal solver of scikit-fmm, rasterising included."""
    column, row = int(ruins.start[0] / FINE), int(ruins.start[1] / FINE)
    goal = int(ruins.goal[1] / FINE), int(ruins.goal[0] / FINE)

    def solve() -> Any:
        return marched(raster(ruins, 0.0, 0.0, int(WIDTH / FINE) + 1, int(DEPTH / FINE) + 1), column, row)

    return "scikit-fmm", best(solve, 2), float(solve()[goal])


def _dijkstra(ruins: Ruins) -> Peer:
    """The grid search of scikit-image, without rasterising."""
    import numpy as np
    from skimage.graph import MCP_Geometric

    weights = raster(ruins, 0.0, 0.0, int(WIDTH / FINE) + 1, int(DEPTH / FINE) + 1)
    prices = np.where(np.isfinite(weights), weights, -1)
    start = int(ruins.start[1] / FINE), int(ruins.start[0] / FINE)
    goal = int(ruins.goal[1] / FINE), int(ruins.goal[0] / FINE)

    def solve() -> float:
        found, _ = MCP_Geometric(prices, fully_connected=True).find_costs([start])
        return float(found[goal]) * FINE

    return "scikit-image", best(solve, 2), solve()


def _sparse(ruins: Ruins) -> Peer:
    """Dijkstra of scipy over the eight neighbours of every node, without building the graph."""
    import numpy as np
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import dijkstra

    weights = raster(ruins, 0.0, 0.0, int(WIDTH / FINE) + 1, int(DEPTH / FINE) + 1)
    rows, columns = weights.shape
    number = np.arange(rows * columns).reshape(rows, columns)
    ends: list[Any] = []
    prices: list[Any] = []
    for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
        here = np.s_[: rows - dy, max(0, -dx) : columns - max(0, dx)]
        there = np.s_[dy:, max(0, dx) : columns - max(0, -dx)]
        price = (weights[here] + weights[there]) / 2 * math.hypot(dx, dy) * FINE
        kept = np.isfinite(price)
        ends.append((number[here][kept], number[there][kept]))
        prices.append(price[kept])
    one = np.concatenate([a for a, _ in ends])
    other = np.concatenate([b for _, b in ends])
    graph = csr_matrix((np.concatenate(prices), (one, other)), shape=(rows * columns,) * 2)
    start = number[int(ruins.start[1] / FINE), int(ruins.start[0] / FINE)]
    goal = number[int(ruins.goal[1] / FINE), int(ruins.goal[0] / FINE)]

    def solve() -> float:
        return float(dijkstra(graph, directed=False, indices=start)[goal])

    return "scipy", best(solve, 2), solve()


def _extremity(ruins: Ruins) -> Peer:
    """extremitypathfinder is exact, but knows no weights: its way is priced as it is."""
    import shapely
    from extremitypathfinder import PolygonEnvironment
    from shapely.geometry import Point, Polygon, box

    shut = shapely.union_all(
        [Polygon(wall).buffer(RADIUS, quad_segs=4) for wall in ruins.walls]
        + [Point(at).buffer(KEPT, quad_segs=4) for at in ruins.enemies]
    )
    free = box(RADIUS, RADIUS, WIDTH - RADIUS, DEPTH - RADIUS).difference(shut)
    part = max(getattr(free, "geoms", [free]), key=lambda one: one.area)
    environment = PolygonEnvironment()
    start = time.process_time()
    environment.store(
        list(part.exterior.coords)[:-1][::-1]
        if not part.exterior.is_ccw
        else list(part.exterior.coords)[:-1],
        [
            list(hole.coords)[:-1] if not hole.is_ccw else list(hole.coords)[:-1][::-1]
            for hole in part.interiors
        ],
    )
    path, length = environment.find_shortest_path(ruins.start, ruins.goal)
    taken = (time.process_time() - start) * 1e3
    chart = ruins.chart()
    paid = sum(chart.price(*one, *other) for one, other in pairwise(path))
    assert length is not None
    return "extremitypathfinder", taken, paid


def _near(ruins: Ruins, chart: Chart) -> list[Row]:
    search = Search(chart)
    search.settle(*ruins.middle, 12.0, None)
    field = PriceField(search)
    goals = []
    for k in range(200):
        angle, far = 2.4 * k, 12.0 * math.sqrt(k / 200)
        at = ruins.middle[0] + far * math.cos(angle), ruins.middle[1] + far * math.sin(angle)
        if field.polished(*at, 12.0) < math.inf:
            goals.append(at)

    def found() -> None:
        for goal in goals:
            cheapest(chart, ruins.middle, goal, limit=12.5, search=search)

    return [Row("way within 12 inches, found and polished", best(found, 5) / len(goals), "ms", "lower", 0.05)]


def _twenty_legs(ruins: Ruins, chart: Chart) -> list[Row]:
    """Bill and legality of twenty legs, and what shapely takes for the same."""
    import shapely
    from shapely.geometry import LineString, Point, Polygon

    way: Path = cheapest(chart, ruins.start, ruins.goal)[0]
    legs = [part for part in way.parts if isinstance(part, Straight)]
    cut = max(1, math.ceil(20 / len(legs)))
    twenty = [
        (
            leg.ax + (leg.bx - leg.ax) * k / cut,
            leg.ay + (leg.by - leg.ay) * k / cut,
            leg.ax + (leg.bx - leg.ax) * (k + 1) / cut,
            leg.ay + (leg.by - leg.ay) * (k + 1) / cut,
        )
        for leg in legs
        for k in range(cut)
    ][:20]

    points = array("d", [*twenty[0][:2], *(value for leg in twenty for value in leg[2:])])

    def ours() -> None:
        chart.path(points)

    line = LineString([twenty[0][:2], *(leg[2:] for leg in twenty)])
    areas = [Polygon(outline) for outline, _ in ruins.areas]
    shut = shapely.union_all(
        [Polygon(wall).buffer(RADIUS - 1e-4) for wall in ruins.walls]
        + [Point(at).buffer(KEPT - 1e-4) for at in ruins.enemies]
    )
    shapely.prepare(shut)
    for area in areas:
        shapely.prepare(area)

    def theirs() -> None:
        shut.intersects(line)
        for area in areas:
            if area.intersects(line):
                _ = line.intersection(area).length

    name = "bill and legality of 20 legs, kernel"
    return [Row(name, best(ours, 200) * 1e3, "µs", "lower", 3.0, "shapely", best(theirs, 200) * 1e3)]


def _judged() -> Row:
    """A way of a fighter within his movement, on a table of 40 pieces and 30 models: found, drawn, billed and judged."""
    from benchmarks.boards import skirmish
    from surefoot.routes.one_level.reach import reach
    from surefoot.routes.one_level.route import route

    table = skirmish(1)
    field = reach(table, "m0", "move")
    x, y = field.ground.start
    around = [(x + 4 * math.cos(2.4 * k), y + 4 * math.sin(2.4 * k)) for k in range(12)]
    goals = [goal for goal in around if field.says(*goal) == "yes"]

    def found() -> None:
        for goal in goals:
            route(table, "m0", "move", goal)

    return Row(
        "way within 5 inches, found, drawn and judged", best(found, 3) / len(goals), "ms", "lower", 1.0
    )


def _first_answer() -> Row:
    """What a new process takes to its first answer, beyond Python's own start."""
    code = f"{START}t = surefoot.loads(surefoot.EXAMPLE).table; reach(t, 'kal', 'move').says(2, 4)"
    whole = _waited(lambda: subprocess.run([sys.executable, "-c", code], check=True), 5)
    bare = _waited(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), 5)
    return Row("first answer in a new process", whole - bare, "s", "lower", 0.2)
