"""Bends a drawn path slightly next to the borders of expensive ground, so that the referee bills what the search priced.

The referee counts an edge as part of its area: a leg within the tolerance of a border is billed by the more expensive side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import inf

from surefoot.geometry.kernel import leg_along_edges
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.paths import Point, Straight
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, to_lattice
from surefoot.routes.ground.survey import Survey

# A leg this far beside a border is clear of it.
_OFF = 1.05 * TOLERANCE
# Where a leg along a border is bent away from it: this near to its ends, as a length or as a share of a long one. If an
# obstacle forbids that, at one of these shares of it; the first that is free and billed as it is priced is drawn.
_NEAR = 0.01
_BENDS = (0.5, 0.25, 0.75, 0.1, 0.9)
# A leg that starts or ends on a border is this far beside it soon, so that rounding can't put more of it inside: after this
# length.
_SLIGHT = 5e-6
_SOON = 3 * TOLERANCE
# Shorter stretches are not moved off a border: they would not be seen as legs of their own.
_BRIEF = 4.5 * TOLERANCE
# A bill that is no more than this above the price is as good as the price.
_EXACT = 1e-5

# The bends of a leg, and the direction in which they lie beside it if that is more than slightly.
Try = tuple[list[Point], Point | None]


def rounded(x: float, y: float) -> Point:
    """A point as a declaration keeps it."""
    return from_lattice(to_lattice(x)), from_lattice(to_lattice(y))


def aside_of(chart: Chart, part: Straight) -> Point:
    """The direction from a leg along the border of expensive ground away from it; zero for any other leg."""
    dx, dy, length = part.bx - part.ax, part.by - part.ay, _length(part)
    if not chart.areas or length < _BRIEF:
        return 0.0, 0.0
    nx, ny = -dy / length, dx / length
    x, y = (part.ax + part.bx) / 2, (part.ay + part.by) / 2
    one = chart.rate_at(x + nx * _OFF, y + ny * _OFF)
    other = chart.rate_at(x - nx * _OFF, y - ny * _OFF)
    if one == other:
        return 0.0, 0.0
    return (nx, ny) if one < other else (-nx, -ny)


def bends_beside(
    survey: Survey, leg: Straight, start: Point, end: Point, aside: Point, *, leaving: bool
) -> list[Point]:
    """The points that bend a leg slightly, where the straight line from start to end, as it is drawn, is billed too much.

    One along the border of expensive ground is bent away from it, and one that leaves a border leaves it at once.
    """
    chart = survey.chart
    # After an arc the drawn leg begins at its last corner.
    price = chart.price(*start, leg.ax, leg.ay) + chart.price(*leg)
    beside = aside != (0.0, 0.0)
    if not beside:
        touching = min(chart.depth(*start), chart.depth(*end)) < 2 * TOLERANCE
        drawn = billed(chart, [start, end]) if touching else chart.price(*start, *end)
        if drawn <= price + _EXACT:
            return []
    chosen: list[Point] = []
    least = inf
    for bends, aslant in _tries(leg, aside) if beside else _leaving(leg):
        points = [start, *bends, end]
        free = all(
            _passes(survey, one, other, aslant, leaving and one == start) for one, other in pairwise(points)
        )
        cost = billed(chart, points) if free else inf
        if cost < least:
            chosen, least = bends, cost
        if cost <= price + _EXACT:
            break
    return chosen


def _passes(survey: Survey, start: Point, end: Point, aslant: Point | None, leaving: bool) -> bool:
    """Whether a leg that is bent in a direction is free: an obstacle there may be pressed by what counts as touching."""
    chart = survey.chart
    if chart.free(*start, *end, leaving):
        return True
    if survey.firm or aslant is None:
        # What is only slightly beside its path touches what the path touches.
        return not survey.firm
    x, y = survey.leeway * aslant[0], survey.leeway * aslant[1]
    return chart.free(start[0] - x, start[1] - y, end[0] - x, end[1] - y, leaving)


def _tries(leg: Straight, aside: Point) -> Iterator[Try]:
    """The ways to bend a leg away from a border, best first."""
    near = min(max(_NEAR, _NEAR / _length(leg)), 0.5)
    # Clear of the border nearly from end to end: wherever the referee cuts it, no part lies along the border.
    yield [_beside(leg, share, aside, _OFF) for share in dict.fromkeys((near, 1.0 - near))], aside
    for share in _BENDS:
        yield [_beside(leg, share, aside, _OFF)], aside


def _leaving(leg: Straight) -> Iterator[Try]:
    """The ways to bend a leg that starts or ends on a border, so that it is soon clear of it."""
    length = _length(leg)
    left = -(leg.by - leg.ay) / length, (leg.bx - leg.ax) / length
    yield [], None
    near = min(_SOON / length, 0.5)
    early = [_beside(leg, near, left, off) for off in (_SLIGHT, -_SLIGHT)]
    late = [_beside(leg, 1.0 - near, left, off) for off in (_SLIGHT, -_SLIGHT)]
    for bend in (*early, *late):
        yield [bend], None
    if near < 0.5:
        # Through a narrow lane, from one border to another.
        for one, other in product(early, late):
            yield [one, other], None
    # Clear of a border that it runs along for a part.
    for soon, side in product((_NEAR, _SOON), (left, (-left[0], -left[1]))):
        near = min(soon / length, 0.5)
        ends = [_beside(leg, share, side, _OFF) for share in dict.fromkeys((near, 1.0 - near))]
        for bends in ([ends[0]], [ends[-1]], ends):
            yield bends, side


def _beside(leg: Straight, share: float, aside: Point, off: float) -> Point:
    """A point beside a leg."""
    x, y = leg.ax + share * (leg.bx - leg.ax), leg.ay + share * (leg.by - leg.ay)
    return rounded(x + off * aside[0], y + off * aside[1])


def billed(chart: Chart, points: Sequence[Point]) -> float:
    """What the referee bills for straight legs between some points."""
    return sum(_leg_bill(chart, *one, *other) for one, other in pairwise(points))


def _leg_bill(chart: Chart, ax: float, ay: float, bx: float, by: float) -> float:
    """What the referee bills for a leg: along a border within the tolerance, the more expensive side."""
    total, length = chart.price(ax, ay, bx, by), math.hypot(bx - ax, by - ay)
    if length < TOLERANCE:
        return total
    box = min(ax, bx) - _OFF, min(ay, by) - _OFF, max(ax, bx) + _OFF, max(ay, by) + _OFF
    x, y = -(by - ay) / length * _OFF, (bx - ax) / length * _OFF
    for edge in _edges_in(chart, box):
        for low, high in _pairs(leg_along_edges(ax, ay, bx, by, (edge,), TOLERANCE)):
            middle = (low + high) / 2
            at_x, at_y = ax + middle * (bx - ax), ay + middle * (by - ay)
            one, other = chart.rate_at(at_x + x, at_y + y), chart.rate_at(at_x - x, at_y - y)
            total += (high - low) * length * abs(one - other)
    return total


def _edges_in(chart: Chart, box: tuple[float, float, float, float]) -> Iterator[tuple[float, ...]]:
    """The border edges of areas near a box."""
    west, south, east, north = box
    for bunch in range(chart.bunch_of[chart.areas]):
        left, below, right, above = chart.bunch_boxes[4 * bunch : 4 * bunch + 4]
        if left <= east and right >= west and below <= north and above >= south:
            for edge in range(chart.bunch_firsts[bunch], chart.bunch_firsts[bunch + 1]):
                yield tuple(chart.edges[4 * edge : 4 * edge + 4])


def _pairs(spans: list[float]) -> Iterator[tuple[float, float]]:
    return zip(spans[::2], spans[1::2], strict=True)


def _length(leg: Straight) -> float:
    return math.hypot(leg.bx - leg.ax, leg.by - leg.ay)
