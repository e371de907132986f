"""Bends a drawn path slightly next to the borders of expensive ground, so that the referee bills what the search priced.

The referee counts an edge as part of its area: a leg within the tolerance of a border is billed by the more expensive side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, product
from math import inf

from surefoot.geometry.kernel import leg_along_edges, leg_near_segment
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
SEEN = 4.5 * TOLERANCE
# A leg that changes sides where two borders meet does so along this length: too short to lie along either of them.
_CROSSING = TOLERANCE
# A bill that is no more than this above the price is as good as the price.
_EXACT = 1e-5
# Points that are drawn slightly beside a path press an obstacle that it touches by no more than this besides.
_ROUNDING = 1e-5


def rounded(x: float, y: float) -> Point:
    """A point as a declaration keeps it."""
    return from_lattice(to_lattice(x)), from_lattice(to_lattice(y))


def aside_of(chart: Chart, part: Straight) -> Point:
    """The direction from a leg along the border of expensive ground away from it; zero for any other leg."""
    dx, dy, length = part.bx - part.ax, part.by - part.ay, _length(part)
    if not chart.areas or length < SEEN:
        return 0.0, 0.0
    left = -dy / length, dx / length
    one, other = _rates_beside(chart, part, 0.5, left)
    if one == other:
        return 0.0, 0.0
    return left if one < other else (-left[0], -left[1])


def bends_beside(
    survey: Survey, leg: Straight, start: Point, end: Point, aside: Point, *, leaving: bool
) -> list[Point]:
    """The points that bend a leg slightly, where the straight line from start to end, as it is drawn, is billed too much.

    One along the border of expensive ground is bent away from it, and one that leaves a border leaves it at once.
    """
    chart = survey.chart
    # After an arc the drawn leg begins at its last corner, and before one it ends at its first.
    price = chart.price(*start, leg.ax, leg.ay) + chart.price(*leg) + chart.price(leg.bx, leg.by, *end)
    beside = aside != (0.0, 0.0)
    if not beside:
        touching = min(chart.depth(*start), chart.depth(*end)) < 2 * TOLERANCE
        drawn = billed(chart, [start, end]) if touching else chart.price(*start, *end)
        if drawn <= price + _EXACT:
            return []
    chosen: list[Point] = []
    least = inf
    for bends in chain(_tries(leg, aside) if beside else _leaving(leg), _woven(chart, leg)):
        points = [start, *bends, end]
        free = all(_passes(survey, one, other, leaving and one == start) for one, other in pairwise(points))
        cost = billed(chart, points) if free else inf
        if cost < least:
            chosen, least = bends, cost
        if cost <= price + _EXACT:
            break
    return chosen


def _passes(survey: Survey, start: Point, end: Point, leaving: bool) -> bool:
    """Whether a drawn leg is free: obstacles may be pressed by what counts as touching, unless their limit is strict."""
    chart = survey.chart
    if chart.free(*start, *end, leaving):
        return True
    leeway = survey.leeway + _ROUNDING if survey.leeway else 0.0
    west, south, east, north = _box(*start, *end, -leeway)
    if west < chart.west or south < chart.south or east > chart.east or north > chart.north:
        return False
    for k in chart.touching(*_box(*start, *end, 0.0)):
        ax, ay, bx, by, reach = chart.capsules[5 * k : 5 * k + 5]
        away = reach if k in survey.firm else reach - leeway
        near, far = leg_near_segment(*start, *end, ax, ay, bx, by, away)
        if near <= far and not (leaving and chart.leaving[k]):
            return False
    return True


def _tries(leg: Straight, aside: Point) -> Iterator[list[Point]]:
    """The ways to bend a leg away from a border, best first."""
    near = min(max(_NEAR, _NEAR / _length(leg)), 0.5)
    # Clear of the border nearly from end to end: wherever the referee cuts it, no part lies along the border.
    yield [_beside(leg, share, aside, _OFF) for share in dict.fromkeys((near, 1.0 - near))]
    for share in _BENDS:
        yield [_beside(leg, share, aside, _OFF)]


def _leaving(leg: Straight) -> Iterator[list[Point]]:
    """The ways to bend a leg that starts or ends on a border, so that it is soon clear of it."""
    length = _length(leg)
    left = -(leg.by - leg.ay) / length, (leg.bx - leg.ax) / length
    yield []
    near = min(_SOON / length, 0.5)
    early = [_beside(leg, near, left, off) for off in (_SLIGHT, -_SLIGHT)]
    late = [_beside(leg, 1.0 - near, left, off) for off in (_SLIGHT, -_SLIGHT)]
    for bend in (*early, *late):
        yield [bend]
    if near < 0.5:
        # Through a narrow lane, from one border to another.
        for one, other in product(early, late):
            yield [one, other]
    # Clear of a border that it runs along for a part.
    for soon, side in product((_NEAR, _SOON), (left, (-left[0], -left[1]))):
        near = min(soon / length, 0.5)
        ends = [_beside(leg, share, side, _OFF) for share in dict.fromkeys((near, 1.0 - near))]
        yield from ([ends[0]], [ends[-1]], ends)


def _woven(chart: Chart, leg: Straight) -> Iterator[list[Point]]:
    """The way to bend a leg beside each border that it runs along for a part, to the side on which the ground is cheaper there."""
    length = _length(leg)
    left = -(leg.by - leg.ay) / length, (leg.bx - leg.ax) / length
    near, half = _NEAR / length, _CROSSING / length / 2
    spans = sorted(_spans_beside(chart, leg, left))
    # Shares of the leg, and on which side of it they lie there.
    bends: list[tuple[float, int]] = []
    for k, (low, high, side) in enumerate(spans):
        soon = min(near, (high - low) / 2)
        before, from_side = spans[k - 1][1:] if k else (-1.0, 0)
        if low - before > 2 * near:
            bends += [(low, 0)] * (low > near) + [(low + soon, side)]
        elif side != from_side:
            bends.append((max((before + low) / 2 + half, low), side))
        after, to_side = spans[k + 1][::2] if k < len(spans) - 1 else (2.0, 0)
        if after - high > 2 * near:
            bends += [(high - soon, side)] + [(high, 0)] * (high < 1.0 - near)
        elif side != to_side:
            bends.append((min((high + after) / 2 - half, high), side))
    if bends:
        yield [_beside(leg, share, left, side * _OFF) for share, side in bends]


def _spans_beside(chart: Chart, leg: Straight, left: Point) -> Iterator[tuple[float, float, int]]:
    """Where a leg runs along a border, and on which side of it the ground is cheaper there: left 1, right -1."""
    for edge in _edges_in(chart, _box(*leg, _OFF)):
        for low, high in _pairs(leg_along_edges(*leg, (edge,), TOLERANCE)):
            one, other = _rates_beside(chart, leg, (low + high) / 2, left)
            if one != other:
                yield low, high, 1 if one < other else -1


def _rates_beside(chart: Chart, leg: Straight, share: float, left: Point) -> tuple[float, float]:
    """The rates to the left and to the right of a point of a leg, clear of a border along it."""
    x, y = leg.ax + share * (leg.bx - leg.ax), leg.ay + share * (leg.by - leg.ay)
    dx, dy = left[0] * _OFF, left[1] * _OFF
    return chart.rate_at(x + dx, y + dy), chart.rate_at(x - dx, y - dy)


def _box(ax: float, ay: float, bx: float, by: float, off: float) -> tuple[float, float, float, float]:
    return min(ax, bx) - off, min(ay, by) - off, max(ax, bx) + off, max(ay, by) + off


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
    left = -(by - ay) / length, (bx - ax) / length
    for edge in _edges_in(chart, _box(ax, ay, bx, by, _OFF)):
        for low, high in _pairs(leg_along_edges(ax, ay, bx, by, (edge,), TOLERANCE)):
            one, other = _rates_beside(chart, Straight(ax, ay, bx, by), (low + high) / 2, left)
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
