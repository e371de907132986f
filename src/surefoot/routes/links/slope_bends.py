"""Paths over a slope that bend round the corners of obstacles beside it, where the straight path is barred."""

from __future__ import annotations

import math
from heapq import heappop, heappush

from surefoot.geometry.kernel import core_region_distance, inside_rings
from surefoot.geometry.search.paths import Point
from surefoot.geometry.shapes import Region
from surefoot.geometry.sweep import rings_of
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.referee.scene import Solid, Surface
from surefoot.referee.view import View

# The number of points round a corner at which a path may bend.
_POINTS = 16


class SlopeBends:
    """The points on a slope at which a path over it may bend, and the obstacles it bends round."""

    def __init__(self, view: View, slope: Surface) -> None:
        self.slope, self.near = slope, view.shape.reach - TOLERANCE / 2
        self.corners: list[Point] = []
        self.closed: list[Region] = []
        for solid in (*view.terrain.solids, *view.terrain.hurdles):
            barred = [corner for corner in _corners(solid) if self._is_barred(view, solid, corner)]
            if barred:
                self.closed.append(solid.region)
                self.corners += [point for corner in barred for point in self._round(view, corner)]
        self.corners = [
            point for point in self.corners if all(self._clear(point, point, it) for it in self.closed)
        ]

    def _is_barred(self, view: View, solid: Solid, corner: Point) -> bool:
        """Whether a corner of an obstacle bars a base on the slope next to it."""
        west, south, east, north = self.slope.region.bounds
        x, y = min(max(corner[0], west), east), min(max(corner[1], south), north)
        if math.dist((x, y), corner) >= view.shape.reach:
            return False
        return view.bars(solid.low, solid.high, self.slope.height(x, y))

    def _round(self, view: View, corner: Point) -> list[Point]:
        """Points on the slope round a corner. Lines between neighbours pass the corner as near as possible."""
        far = view.shape.reach / math.cos(math.pi / _POINTS)
        angles = (2 * math.pi * k / _POINTS for k in range(_POINTS))
        found = [(corner[0] + far * math.cos(a), corner[1] + far * math.sin(a)) for a in angles]
        return [point for point in found if inside_rings(*point, self.slope.region.rings)]

    def _clear(self, one: Point, other: Point, closed: Region) -> bool:
        return core_region_distance((*one, *other), closed.rings) >= self.near

    def _leg(self, one: Point, other: Point) -> float:
        """The length of a straight path over the slope; infinite if it is barred."""
        if not all(self._clear(one, other, each) for each in self.closed):
            return math.inf
        return math.hypot(math.dist(one, other), self.slope.height(*other) - self.slope.height(*one))

    def between(self, start: Point, end: Point) -> tuple[Point, ...]:
        """The bends of the shortest path between two places; empty if it is straight or there is none."""
        if not self.corners or self._leg(start, end) < math.inf:
            return ()
        places = [start, *self.corners, end]
        known, came = {0: 0.0}, {0: 0}
        queue, last = [(0.0, 0)], len(places) - 1
        while queue:
            used, at = heappop(queue)
            if at == last:
                break
            if used > known[at]:
                continue
            for k in range(1, len(places)):
                cost = used + self._leg(places[at], places[k]) if k != at else math.inf
                if cost < known.get(k, math.inf):
                    known[k], came[k] = cost, at
                    heappush(queue, (cost, k))
        if last not in known:
            return ()
        found, at = [], came[last]
        while at:
            found.append(places[at])
            at = came[at]
        return tuple(reversed(found))


def _corners(solid: Solid) -> list[Point]:
    return [(ring[i], ring[i + 1]) for ring in rings_of(solid.region) for i in range(0, len(ring), 2)]
