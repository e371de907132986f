# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""A chart: ground with *anchors*, the only points at which a cheapest path can bend.

They are points on the borders of areas, and circles round the corners of obstacles, on which a path is an arc.
"""

from __future__ import annotations

import math
from array import array
from math import inf, pi
from typing import Any

from surefoot.geometry.kernel import point_segment_square, region_distance
from surefoot.geometry.search.arrays import longer
from surefoot.geometry.search.ground import Ground, Hurdle
from surefoot.geometry.search.intersections import circle_capsule, circle_line

# Shorter arcs, in radians, meet nothing; nor do the last such bits of longer ones.
_SLIVER = 1e-7
# A normal may lie beyond the last one of a corner by this angle, in radians: a point that touches the side of an obstacle
# may be as much as GRAZE inside it, and the nearer it is to the corner, the more its tangent turns. Whether a leg is free
# is asked anyway.
_ASKEW = 2e-4
# A point this near to a border edge lies on it.
_ON_EDGE = 1e-6
_TURN = 2.0 * pi


class Chart(Ground):
    """Ground for a point, with anchors."""

    def __init__(
        self,
        capsules: array[float],
        box: tuple[float, float, float, float],
        edges: array[float],
        firsts: array[int],
        masks: array[int],
        rates: array[float],
        hurdles: list[Hurdle],
    ) -> None:
        Ground.__init__(self, capsules, box, edges, firsts, masks, rates, hurdles)
        self.ends = array("i", [0])
        self.spots = array("d", [0.0])
        self.spot_edges = array("i", [0])
        self.spot_count = 0
        self.circles = array("d", [0.0])
        self.circle_count = 0
        self.nodes = 0
        # The stored legs between anchors, see `legs`.
        self.legs: Any = None
        # The free stretches of each border edge, as distances from its first end, and the first one of each edge.
        self.stretches = array("d", [0.0])
        self.stretch_firsts = array("i", [0])
        self.arc_first = array("i", [0])
        self.arc_count = array("i", [0])
        self.arc_start = array("d", [0.0])
        self.arc_rate = array("d", [0.0])
        self.arc_over: list[tuple[int, ...]] = []
        self.arc_used = 0

    def anchor(
        self, spots: array[float], spot_edges: array[int], circles: array[float], ends: array[int]
    ) -> None:
        """Set the anchors: spots (x, y) with the two border edges each lies on (-1: none), and circles.

        A circle is x, y, radius and the two normals between which a path may bend round it (both zero: anywhere).
        `ends` are the circles at the ends of each capsule (-1: none).
        """
        self.ends = ends
        self.spots = spots
        self.spot_edges = spot_edges
        self.spot_count = len(spot_edges) // 2
        self.circles = circles
        self.circle_count = len(circles) // 7
        self.nodes = self.spot_count + 2 * self.circle_count
        self.legs = None
        self.arc_first = array("i", [-1]) * (self.circle_count + 1)
        self.arc_count = array("i", [0]) * (self.circle_count + 1)
        self.arc_start = array("d", [0.0]) * 256
        self.arc_rate = array("d", [0.0]) * 256
        self.arc_over = []
        self.arc_used = 0

    def stretch(self, edge: int, at: float) -> tuple[float, float]:
        """The free stretch of a border edge round a position on it; only the position if that is not free."""
        for i in range(self.stretch_firsts[edge], self.stretch_firsts[edge + 1]):
            if self.stretches[2 * i] - 1e-7 <= at <= self.stretches[2 * i + 1] + 1e-7:
                return self.stretches[2 * i], self.stretches[2 * i + 1]
        return at, at

    def beyond_end(self, edge: int, first: bool) -> int:
        """The edge of the same area that continues an edge beyond one of its ends; -1 if there is none."""
        j = 4 * edge
        x = self.edges[j] if first else self.edges[j + 2]
        y = self.edges[j + 1] if first else self.edges[j + 3]
        area = 0
        while self.firsts[area + 1] <= edge:
            area += 1
        other = 2 if first else 0
        for i in range(self.firsts[area], self.firsts[area + 1]):
            if self.edges[4 * i + other] == x and self.edges[4 * i + other + 1] == y:
                return i
        return -1

    def beside(self, edge: int, x: float, y: float, step: float) -> tuple[float, float]:
        """The point a step along an edge from a point on it, at most at one of its ends."""
        ax = self.edges[4 * edge]
        ay = self.edges[4 * edge + 1]
        ex = self.edges[4 * edge + 2] - ax
        ey = self.edges[4 * edge + 3] - ay
        length = math.sqrt(ex * ex + ey * ey)
        at = max(0.0, min(length, ((x - ax) * ex + (y - ay) * ey) / length + step)) / length
        return ax + at * ex, ay + at * ey

    def edge_at(self, x: float, y: float, after: int) -> int:
        """The next border edge, by number, on which a point lies and can slide; -1 if there is none."""
        for k in range(self.areas):
            if self.firsts[k + 1] <= after + 1:
                continue
            for bunch in range(self.bunch_of[k], self.bunch_of[k + 1]):
                j = 4 * bunch
                if (
                    self.bunch_boxes[j] > x + _ON_EDGE
                    or self.bunch_boxes[j + 2] < x - _ON_EDGE
                    or self.bunch_boxes[j + 1] > y + _ON_EDGE
                    or self.bunch_boxes[j + 3] < y - _ON_EDGE
                ):
                    continue
                for edge in range(self.bunch_firsts[bunch], self.bunch_firsts[bunch + 1]):
                    i = 4 * edge
                    if edge > after and self._slides(x, y, edge, i):
                        return edge
        return -1

    def _slides(self, x: float, y: float, edge: int, i: int) -> bool:
        """Whether a point lies on an edge, with room to slide along it."""
        ax = self.edges[i]
        ay = self.edges[i + 1]
        if point_segment_square(x, y, ax, ay, self.edges[i + 2], self.edges[i + 3]) > _ON_EDGE * _ON_EDGE:
            return False
        low, high = self.stretch(edge, math.sqrt((x - ax) * (x - ax) + (y - ay) * (y - ay)))
        return high - low > _ON_EDGE

    def change(self, circle: int, side: float, angle: float, turn: float, last: bool) -> float:
        """The angle that an arc from an angle on has turned through where its rate first, or last, changes; 0 if it does not."""
        first = self.arc_first[circle]
        count = self.arc_count[circle]
        found = 0.0
        if first < 0 or count < 2:
            return found
        for i in range(count):
            one = self.arc_rate[first + i]
            before = self.arc_rate[first + (i + count - 1) % count]
            if one == before:
                continue
            at = side * (self.arc_start[first + i] - angle)
            while at < 0.0:
                at += _TURN
            while at >= _TURN:
                at -= _TURN
            if 1e-6 < at < turn - 1e-6 and (found == 0.0 or (at > found if last else at < found)):
                found = at
        return found

    def bends(self, circle: int, nx: float, ny: float) -> bool:
        """Whether a path may touch a circle at this normal."""
        j = 7 * circle
        ax = self.circles[j + 3]
        ay = self.circles[j + 4]
        bx = self.circles[j + 5]
        by = self.circles[j + 6]
        if ax == 0.0 and ay == 0.0 and bx == 0.0 and by == 0.0:
            return True
        return ax * ny - ay * nx >= -_ASKEW and nx * by - ny * bx >= -_ASKEW

    def arc(self, circle: int, side: float, angle: float, turn: float) -> float:
        """The cost of an arc that begins at an angle; infinite if it is blocked."""
        if turn < _SLIVER:
            return 0.0
        if self.arc_first[circle] < 0:
            self._survey(circle)
        first = self.arc_first[circle]
        count = self.arc_count[circle]
        radius = self.circles[7 * circle + 2]
        if count == 1 and self.hurdle_count == 0:
            return turn * radius * self.arc_rate[first]
        start = angle
        if side < 0.0:
            start -= turn
        if start < 0.0:
            start += _TURN
        if start < 0.0:
            start += _TURN
        end = start + turn
        total = 0.0
        for lap in range(2):
            for i in range(count):
                low = self.arc_start[first + i] + lap * _TURN
                high = self.arc_start[first + i + 1] + lap * _TURN
                if i == count - 1:
                    high = self.arc_start[first] + _TURN + lap * _TURN
                if start + _SLIVER < low and high < end - _SLIVER and self.arc_rate[first + i] == inf:
                    # However thin a wall is, an arc that leads from one side of it to the other is blocked.
                    return inf
                low = max(low, start)
                high = min(high, end)
                if high - low > _SLIVER:
                    total += (high - low) * radius * self.arc_rate[first + i]
            if lap == 0:
                # Angles before the first event of the circle belong to its last piece.
                low = start
                high = min(end, self.arc_start[first])
                if high - low > _SLIVER:
                    total += (high - low) * radius * self.arc_rate[first + count - 1]
        if total < inf and self.hurdle_count:
            total += self._arc_over(circle, side, start, end)
        return total

    def _arc_over(self, circle: int, side: float, start: float, end: float) -> float:
        """The fees of hurdles that an arc newly meets: each begins at a piece over it after a piece that is not."""
        first = self.arc_first[circle]
        count = self.arc_count[circle]
        total = 0.0
        for lap in range(2):
            for i in range(count):
                before = self.arc_over[first + (i + count - 1) % count]
                after = self.arc_over[first + i]
                at = self.arc_start[first + i] + lap * _TURN
                if start + _SLIVER < at < end - _SLIVER:
                    entered, left = (after, before) if side > 0.0 else (before, after)
                    for hurdle in entered:
                        if hurdle not in left:
                            total += self.hurdles[hurdle][2]
        return total

    def _survey(self, circle: int) -> None:
        """Cut a circle into pieces on which nothing changes, and price them."""
        x = self.circles[7 * circle]
        y = self.circles[7 * circle + 1]
        radius = self.circles[7 * circle + 2]
        angles = self._events(x, y, radius)
        angles.sort()
        kept: list[float] = []
        for angle in angles:
            if not kept or angle - kept[len(kept) - 1] > 1e-12:
                kept.append(angle)
        if not kept:
            kept = [0.0]
        while self.arc_used + len(kept) + 2 > len(self.arc_start):
            self.arc_start = longer("d", self.arc_start)
            self.arc_rate = longer("d", self.arc_rate)
        self.arc_first[circle] = self.arc_used
        self.arc_count[circle] = len(kept)
        for i in range(len(kept)):
            low = kept[i]
            high = kept[i + 1] if i + 1 < len(kept) else kept[0] + _TURN
            middle = (low + high) / 2.0
            px = x + radius * math.cos(middle)
            py = y + radius * math.sin(middle)
            self.arc_start[self.arc_used + i] = low
            self.arc_rate[self.arc_used + i] = self.rate_at(px, py) if self.spot_free(px, py) else inf
            over = [
                k
                for k in range(self.hurdle_count)
                if region_distance(px, py, self.hurdles[k][0]) < self.hurdles[k][1]
            ]
            self.arc_over.append(tuple(over))
        self.arc_start[self.arc_used + len(kept)] = kept[0] + _TURN
        self.arc_over.append(())
        self.arc_used += len(kept) + 1

    def _events(self, x: float, y: float, radius: float) -> list[float]:
        """The angles at which a circle meets the border of a capsule, an area, a hurdle or the box."""
        out: list[float] = []
        low = self._row(y - radius)
        high = self._row(y + radius)
        left = self._column(x - radius)
        right = self._column(x + radius)
        self.tick += 1
        for row in range(low, high + 1):
            for cell in range(row * self.columns + left, row * self.columns + right + 1):
                for i in range(self.cell_first[cell], self.cell_first[cell + 1]):
                    k = self.cell_items[i]
                    if self.stamps[k] != self.tick:
                        self.stamps[k] = self.tick
                        self._capsule_events(k, x, y, radius, out)
        for k in range(self.areas):
            if (
                self.boxes[4 * k] <= x + radius
                and self.boxes[4 * k + 2] >= x - radius
                and self.boxes[4 * k + 1] <= y + radius
                and self.boxes[4 * k + 3] >= y - radius
            ):
                for i in range(4 * self.firsts[k], 4 * self.firsts[k + 1], 4):
                    circle_line(
                        x, y, radius,
                        self.edges[i], self.edges[i + 1], self.edges[i + 2], self.edges[i + 3], out,
                    )  # fmt: skip
        for rings, distance, _, _ in self.hurdles:
            for ring in rings:
                count = len(ring)
                for i in range(0, count, 2):
                    ax = ring[(i + count - 2) % count]
                    ay = ring[(i + count - 1) % count]
                    circle_capsule(x, y, radius, ax, ay, ring[i], ring[i + 1], distance, out)
        if self.east < inf:
            circle_line(x, y, radius, self.west, self.south, self.west, self.north, out)
            circle_line(x, y, radius, self.east, self.south, self.east, self.north, out)
            circle_line(x, y, radius, self.west, self.south, self.east, self.south, out)
            circle_line(x, y, radius, self.west, self.north, self.east, self.north, out)
        return out

    def _capsule_events(self, k: int, x: float, y: float, radius: float, out: list[float]) -> None:
        circle_capsule(
            x, y, radius,
            self.capsules[5 * k], self.capsules[5 * k + 1], self.capsules[5 * k + 2], self.capsules[5 * k + 3],
            self.capsules[5 * k + 4], out,
        )  # fmt: skip
