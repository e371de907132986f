"""The stretches of an outline near a body."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from surefoot.geometry import kernel
from surefoot.geometry.shapes import Body, Flat, Region
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.records import dataclass

Point = tuple[float, float]

# How far beside an edge a point is tested to see on which side the region lies: below the smallest features.
_HAIR = TOLERANCE / 10

# Stretches shorter than this fraction of an edge are rounding errors.
_INSTANT = 1e-9


@dataclass(frozen=True, slots=True)
class Edge:
    """A stretch of an outline: its gap to the body, its nearest point, the direction off the region, its two ends."""

    gap: float
    point: Point
    outward: Point
    segment: tuple[Point, Point]


def edges_near(body: Body, region: Region, distance: float) -> tuple[Edge, ...]:
    """The stretches of a region's outline at most a distance away from a body, nearest first."""
    reach = body.radius + distance + TOLERANCE
    west, south, east, north = kernel.bounds(body.core)
    edges = list(_edges(region.rings))
    found: list[Edge] = []
    for edge in edges:
        ax, ay, bx, by = edge
        if max(ax, bx) < west - reach or min(ax, bx) > east + reach:
            continue
        if max(ay, by) < south - reach or min(ay, by) > north + reach:
            continue
        spans = kernel.leg_near_rings(ax, ay, bx, by, (body.core,), reach)
        for i in range(0, len(spans), 2):
            for start, end, outward in _outline_stretches(edge, edges, spans[i : i + 2], region):
                first = ax + (bx - ax) * start, ay + (by - ay) * start
                last = ax + (bx - ax) * end, ay + (by - ay) * end
                off, point = _nearest(body, first, last)
                found.append(Edge(max(off - body.radius, 0.0), point, outward, (first, last)))
    # Gaps that differ by rounding alone stay in the order of the outline.
    found.sort(key=lambda edge: round(edge.gap, 6))
    return tuple(found)


_Segment = tuple[float, float, float, float]


def _edges(rings: Sequence[Flat]) -> Iterator[_Segment]:
    for ring in rings:
        for i in range(0, len(ring), 2):
            j = (i + 2) % len(ring)
            if ring[i] != ring[j] or ring[i + 1] != ring[j + 1]:
                yield ring[i], ring[i + 1], ring[j], ring[j + 1]


def _outline_stretches(
    edge: _Segment, edges: Sequence[_Segment], span: Sequence[float], region: Region
) -> Iterator[tuple[float, float, Point]]:
    """The stretches of an edge, within a span, that have the region on one side only, and the other side."""
    open_stretch: tuple[float, float, Point] | None = None
    for start, end in itertools.pairwise(_cuts(edge, edges, span)):
        if end - start <= _INSTANT:
            continue
        outward = _outward(edge, (start + end) / 2, region)
        if open_stretch is not None and open_stretch[2] == outward:
            open_stretch = (open_stretch[0], end, outward)
            continue
        if open_stretch is not None:
            yield open_stretch
        open_stretch = None if outward is None else (start, end, outward)
    if open_stretch is not None:
        yield open_stretch


def _outward(edge: _Segment, fraction: float, region: Region) -> Point | None:
    ax, ay, bx, by = edge
    x, y = ax + (bx - ax) * fraction, ay + (by - ay) * fraction
    left, right = _beside(x, y, edge, _HAIR)
    on_left, on_right = (kernel.inside_rings(*side, region.rings) for side in (left, right))
    if on_left == on_right:
        return None
    length = math.hypot(bx - ax, by - ay)
    nx, ny = (by - ay) / length, (ax - bx) / length
    # Adding zero turns -0.0 into 0.0.
    return (nx + 0.0, ny + 0.0) if on_left else (0.0 - nx, 0.0 - ny)


def _beside(x: float, y: float, edge: _Segment, off: float) -> tuple[Point, Point]:
    """The points to the left and to the right of a point of an edge."""
    ax, ay, bx, by = edge
    share = off / math.hypot(bx - ax, by - ay)
    dx, dy = (ay - by) * share, (bx - ax) * share
    return (x + dx, y + dy), (x - dx, y - dy)


def _cuts(edge: _Segment, edges: Sequence[_Segment], ends: Sequence[float]) -> list[float]:
    """The ends given, and between the first and last of them the fractions at which an edge meets others."""
    if not ends:
        return []
    ax, ay, bx, by = edge
    ex, ey = bx - ax, by - ay
    square = ex * ex + ey * ey
    length = math.sqrt(square)
    cuts = list(ends)
    for cx, cy, dx, dy in edges:
        c_off = ((cx - ax) * ey - (cy - ay) * ex) / length
        d_off = ((dx - ax) * ey - (dy - ay) * ex) / length
        c_at = ((cx - ax) * ex + (cy - ay) * ey) / square
        d_at = ((dx - ax) * ex + (dy - ay) * ey) / square
        if c_off * d_off < 0.0:
            cuts.append(c_at + (d_at - c_at) * c_off / (c_off - d_off))
        # A corner that lies on the edge as far as the table can tell may begin or end a common stretch.
        if abs(c_off) <= TOLERANCE:
            cuts.append(c_at)
        if abs(d_off) <= TOLERANCE:
            cuts.append(d_at)
    return sorted(cut for cut in cuts if ends[0] <= cut <= ends[-1])


def _nearest(body: Body, first: Point, last: Point) -> tuple[float, Point]:
    """The point of a stretch nearest to a body's core, and how far off it is; inside it, nearest to its centre."""
    core = body.core
    under = kernel.leg_inside(*first, *last, (core,))
    if under:
        feet = [_foot((body.x, body.y), first, last, under[i], under[i + 1]) for i in range(0, len(under), 2)]
        return 0.0, min(feet, key=lambda foot: math.dist(foot, (body.x, body.y)))
    best = math.inf, first
    for i in range(0, len(core), 2):
        corner = core[i], core[i + 1]
        foot = _foot(corner, first, last, 0.0, 1.0)
        best = min(best, (math.dist(corner, foot), foot))
    for end in (first, last):
        best = min(best, (kernel.edge_distance(*end, (core,)), end))
    return best


def _foot(point: Point, first: Point, last: Point, low: float, high: float) -> Point:
    ex, ey = last[0] - first[0], last[1] - first[1]
    square = ex * ex + ey * ey
    share = ((point[0] - first[0]) * ex + (point[1] - first[1]) * ey) / square if square > 0.0 else 0.0
    share = max(low, min(high, share))
    return first[0] + ex * share, first[1] + ey * share
