"""Cheapest paths over a chart: searched, polished to the last digits, and returned as straight legs and arcs."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.chain import Chain
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.polish import Polisher
from surefoot.records import dataclass

Point = tuple[float, float]

# Paths up to this much dearer than the cheapest are polished too, because one of them may become the cheapest. On
# boards like that of the benchmarks one place of 3,000 is then more than 0.005 too dear, and none more than 0.02.
MARGIN = 0.25


class Straight(NamedTuple):
    """A straight leg of a path."""

    ax: float
    ay: float
    bx: float
    by: float


class Arc(NamedTuple):
    """A part of a path that follows a circle: the first normal, the direction, and the angle."""

    circle: int
    side: float
    nx: float
    ny: float
    turn: float


@dataclass(frozen=True)
class Path:
    """A path over a chart: its cost and its parts."""

    cost: float
    parts: tuple[Straight | Arc, ...]

    @property
    def end(self) -> Point:
        """Where it ends."""
        last = self.parts[-1]
        assert isinstance(last, Straight)
        return last.bx, last.by


def cheapest(
    chart: Chart,
    start: Point,
    goal: Point,
    *,
    radius: float = 0.0,
    limit: float = inf,
    margin: float = MARGIN,
    cancelled: Callable[[], bool] | None = None,
    search: Search | None = None,
) -> list[Path]:
    """The cheapest path from a start to a goal (or to within a radius of it) and others nearly as cheap, in order."""
    search = search or Search(chart)
    # Polishing makes paths cheaper: only afterwards is it known which keep to the limit.
    search.seek(*start, *goal, radius, limit + MARGIN if chart.areas else limit, margin, cancelled)
    if search.polisher is None:
        search.polisher = Polisher(chart)
    polisher: Polisher = search.polisher
    best: dict[tuple[tuple[int, float], ...], Path] = {}
    polisher.begin()
    for label in sorted(search.goals, key=search.cost_of):
        cost = polisher.rival(search, label, *goal, False, radius)
        course = _course(polisher.best)
        if course not in best or cost < best[course].cost:
            way = polished_path(polisher, cost)
            if way is not None:
                best[course] = way
                if margin <= MARGIN:
                    polisher.bound = min(polisher.bound, cost)
    return sorted((way for way in best.values() if way.cost <= limit + 1e-9), key=lambda way: way.cost)


def _course(chain: Chain) -> tuple[tuple[int, float], ...]:
    """The circles that a path rounds, with their directions.

    Two paths with the same course are the same path, more or less polished.
    """
    return tuple((chain.circles[k], chain.sides[k]) for k in range(1, chain.count - 1) if chain.sides[k])


def polished_path(polisher: Polisher, cost: float) -> Path | None:
    """The path that was polished last; None if it has no price."""
    chain = polisher.best
    if cost == inf or chain.price() == inf:
        return None
    parts: list[Straight | Arc] = []
    for k in range(chain.count - 1):
        if k and chain.sides[k]:
            radius = chain.chart.circles[7 * chain.circles[k] + 2]
            nx, ny = (
                (chain.legs[4 * k - 2] - chain.xs[k]) / radius,
                (chain.legs[4 * k - 1] - chain.ys[k]) / radius,
            )
            parts.append(Arc(chain.circles[k], chain.sides[k], nx, ny, chain.turns[k]))
        parts.append(Straight(*chain.legs[4 * k : 4 * k + 4]))
    return Path(cost, tuple(parts))
