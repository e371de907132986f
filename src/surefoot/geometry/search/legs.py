# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The straight legs between the anchors of a chart: found when a search first needs them, and stored.

The *fan* of an anchor is every leg that geometry allows from it: to a spot, or along a tangent to a circle that bends
there. Whether a leg is free, and what it costs, is computed when a search takes it; blocked legs are removed for
good. A fan belongs to the chart, so that all searches over the same ground share it.
"""

from __future__ import annotations

import math
from array import array
from math import inf

from surefoot.geometry.search.arrays import longer
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.intersections import is_inside

# The fields of a leg: its length, its cost (-1: not computed yet, infinite: blocked), the angle at which it leaves a
# circle, the normal at which it meets the next and its angle, where it leaves, and the border that it follows for a
# part (-1: none).
_WIDE = 9
# The fields of a border that a leg follows: the edge, the point from which on, and the cost of the leg up to there.
_BORDER = 4
# Up to this many anchors a fan is complete; with more, only as long as needed.
_WHOLE = 1024
# More legs than this are not stored: each takes about a hundred bytes.
_KEPT = 400_000
# Stands for an angle that has not been computed yet.
_UNKNOWN = 9.0
# Costs that differ by less are the same.
_SAME = 1e-9


class Legs:
    """The fans of all anchors of a chart. Anchors are numbered: spots first, then each circle in both directions."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.firsts = array("i", [-1]) * (chart.nodes + 1)
        self.counts = array("i", [0]) * (chart.nodes + 1)
        self.fars = array("d", [-1.0]) * (chart.nodes + 1)
        self.room = 4096
        self.targets = array("i", [0]) * self.room
        self.numbers = array("d", [0.0]) * (self.room * _WIDE)
        self.used = 0
        self.borders = array("d", [0.0]) * (_BORDER * 256)
        self.border_room = 256
        self.border_count = 0
        # The results of `along`.
        self.end_x = 0.0
        self.end_y = 0.0
        self.first_part = 0.0

    def fan(self, node: int, far: float) -> int:
        """The index of the first leg of an anchor; all legs up to a length are there, and `counts` gives their number."""
        chart = self.chart
        if self.fars[node] >= far:
            return self.firsts[node]
        if self.used > _KEPT or self.border_count > _KEPT:
            self._forget()
        self.fars[node] = inf if chart.nodes <= _WHOLE else far * 1.5
        self.firsts[node] = self.used
        if node < chart.spot_count:
            self._from_point(node, chart.spots[2 * node], chart.spots[2 * node + 1], self.fars[node])
        else:
            arrival = node - chart.spot_count
            self._from_circle(arrival >> 1, 1.0 - 2.0 * (arrival & 1), self.fars[node])
        self.counts[node] = self.used - self.firsts[node]
        return self.firsts[node]

    def start(self, x: float, y: float, far: float) -> int:
        """The legs from any other point, after all others.

        They are not stored; `counts` of the number after the last anchor gives theirs.
        """
        first = self.used
        self._from_point(-1, x, y, far)
        self.counts[self.chart.nodes] = self.used - first
        self.used = first
        return first

    def _forget(self) -> None:
        self.used = 0
        self.border_count = 0
        for node in range(self.chart.nodes):
            self.fars[node] = -1.0

    def _add(self, target: int, length: float, nx: float, ny: float, x: float, y: float) -> None:
        if self.used >= self.room:
            self._grow()
        self.targets[self.used] = target
        j = self.used * _WIDE
        self.numbers[j] = length
        self.numbers[j + 1] = -1.0
        self.numbers[j + 2] = _UNKNOWN
        self.numbers[j + 3] = nx
        self.numbers[j + 4] = ny
        self.numbers[j + 5] = _UNKNOWN
        self.numbers[j + 6] = x
        self.numbers[j + 7] = y
        self.numbers[j + 8] = -1.0
        self.used += 1

    def _grow(self) -> None:
        self.numbers = longer("d", self.numbers)
        self.targets = longer("i", self.targets)
        self.room *= 2

    def _from_point(self, own: int, px: float, py: float, far: float) -> None:
        chart = self.chart
        for q in range(chart.spot_count):
            dx = chart.spots[2 * q] - px
            dy = chart.spots[2 * q + 1] - py
            if q != own and dx * dx + dy * dy <= far * far:
                self._add(q, math.sqrt(dx * dx + dy * dy), 0.0, 0.0, px, py)
        for c in range(chart.circle_count):
            radius = chart.circles[7 * c + 2]
            dx = px - chart.circles[7 * c]
            dy = py - chart.circles[7 * c + 1]
            square = dx * dx + dy * dy
            if is_inside(square, radius) or square - radius * radius > far * far:
                continue
            length = math.sqrt(max(0.0, square - radius * radius))
            for k in range(2):
                side = 1.0 - 2.0 * k
                nx = (dx * radius - side * dy * length) / square
                ny = (dy * radius + side * dx * length) / square
                if chart.bends(c, nx, ny):
                    self._add(chart.spot_count + 2 * c + k, length, nx, ny, px, py)

    def _from_circle(self, own: int, way: float, far: float) -> None:
        chart = self.chart
        mine = chart.circles[7 * own + 2]
        cx = chart.circles[7 * own]
        cy = chart.circles[7 * own + 1]
        for q in range(chart.spot_count):
            dx = chart.spots[2 * q] - cx
            dy = chart.spots[2 * q + 1] - cy
            square = dx * dx + dy * dy
            if is_inside(square, mine) or square - mine * mine > far * far:
                continue
            length = math.sqrt(max(0.0, square - mine * mine))
            nx = (dx * mine + way * dy * length) / square
            ny = (dy * mine - way * dx * length) / square
            if chart.bends(own, nx, ny):
                self._add(q, length, 0.0, 0.0, cx + mine * nx, cy + mine * ny)
        for c in range(chart.circle_count):
            if c == own:
                continue
            dx = chart.circles[7 * c] - cx
            dy = chart.circles[7 * c + 1] - cy
            square = dx * dx + dy * dy
            reach = far + mine + chart.circles[7 * c + 2]
            if square < 1e-24 or square > reach * reach:
                continue
            self._tangents(own, way, c, dx, dy, math.sqrt(square))

    def _tangents(self, own: int, way: float, c: int, dx: float, dy: float, away: float) -> None:
        """The two legs from one circle, rounded in one direction, to another."""
        chart = self.chart
        mine = chart.circles[7 * own + 2]
        other = chart.circles[7 * c + 2]
        for k in range(2):
            side = 1.0 - 2.0 * k
            slant = (way * mine - side * other) / away
            if slant > 1.0 or slant < -1.0:
                continue
            straight = math.sqrt(1.0 - slant * slant)
            # The normal to the right of the common tangent.
            mx = (dy * straight + dx * slant) / away
            my = -(dx * straight - dy * slant) / away
            if chart.bends(own, way * mx, way * my) and chart.bends(c, side * mx, side * my):
                self._add(
                    chart.spot_count + 2 * c + k,
                    away * straight,
                    side * mx,
                    side * my,
                    chart.circles[7 * own] + mine * way * mx,
                    chart.circles[7 * own + 1] + mine * way * my,
                )

    # ------------------------------------------------------------------ the cost of a leg

    def leaves_at(self, leg: int, circle: int) -> float:
        """The angle at which a leg leaves its circle."""
        j = leg * _WIDE
        if self.numbers[j + 2] == _UNKNOWN:
            dx = self.numbers[j + 6] - self.chart.circles[7 * circle]
            dy = self.numbers[j + 7] - self.chart.circles[7 * circle + 1]
            self.numbers[j + 2] = math.atan2(dy, dx)
        return self.numbers[j + 2]

    def arrives_at(self, leg: int) -> float:
        """The angle at which a leg meets the next circle."""
        j = leg * _WIDE
        if self.numbers[j + 5] == _UNKNOWN:
            self.numbers[j + 5] = math.atan2(self.numbers[j + 4], self.numbers[j + 3])
        return self.numbers[j + 5]

    def ask(self, leg: int, leaving: bool) -> float:
        """The cost of a leg; infinite if it is blocked."""
        chart = self.chart
        j = leg * _WIDE
        target = self.targets[leg]
        from_x = self.numbers[j + 6]
        from_y = self.numbers[j + 7]
        if target < chart.spot_count:
            x = chart.spots[2 * target]
            y = chart.spots[2 * target + 1]
        else:
            c = (target - chart.spot_count) >> 1
            x = chart.circles[7 * c] + chart.circles[7 * c + 2] * self.numbers[j + 3]
            y = chart.circles[7 * c + 1] + chart.circles[7 * c + 2] * self.numbers[j + 4]
        if not chart.free(from_x, from_y, x, y, leaving):
            self.numbers[j + 1] = inf
            return inf
        price = chart.price(from_x, from_y, x, y)
        if target < chart.spot_count and price > chart.lowest * self.numbers[j] + 1e-6:
            # From inside expensive ground it may be cheaper to go to its border first and along it.
            direct = price
            followed = -1
            end_x = 0.0
            end_y = 0.0
            first_part = 0.0
            for k in range(2):
                edge = chart.spot_edges[2 * target + k]
                if edge < 0:
                    continue
                found = self.along(edge, from_x, from_y, x, y, direct, leaving)
                if found < price - _SAME:
                    price = found
                    followed = edge
                    end_x = self.end_x
                    end_y = self.end_y
                    first_part = self.first_part
            if followed >= 0:
                self.numbers[j + 8] = self._follow(followed, end_x, end_y, first_part)
        self.numbers[j + 1] = price
        return price

    def _follow(self, edge: int, x: float, y: float, first_part: float) -> int:
        """Store a border that a leg follows; few legs do."""
        if self.border_count >= self.border_room:
            self.borders = longer("d", self.borders)
            self.border_room *= 2
        j = self.border_count * _BORDER
        self.borders[j] = edge
        self.borders[j + 1] = x
        self.borders[j + 2] = y
        self.borders[j + 3] = first_part
        self.border_count += 1
        return self.border_count - 1

    def drop_blocked(self, node: int) -> None:
        """Remove the blocked legs of a fan."""
        first = self.firsts[node]
        kept = first
        for i in range(first, first + self.counts[node]):
            if self.numbers[i * _WIDE + 1] == inf:
                continue
            if kept != i:
                self.targets[kept] = self.targets[i]
                for k in range(_WIDE):
                    self.numbers[kept * _WIDE + k] = self.numbers[i * _WIDE + k]
            kept += 1
        if first + self.counts[node] == self.used:
            self.used = kept
        self.counts[node] = kept - first

    def along(
        self, edge: int, from_x: float, from_y: float, x: float, y: float, price: float, leaving: bool
    ) -> float:
        """The price from a point off a border to one on it, by way of the border (left in `end_x`, `end_y`); infinite if there is none.

        If the ground is expensive and the border is cheap, the path meets the border at the critical angle.
        """
        chart = self.chart
        ax = chart.edges[4 * edge]
        ay = chart.edges[4 * edge + 1]
        ex = chart.edges[4 * edge + 2] - ax
        ey = chart.edges[4 * edge + 3] - ay
        length = math.sqrt(ex * ex + ey * ey)
        if length < 1e-9:
            return inf
        ex /= length
        ey /= length
        deep = abs((from_x - ax) * ey - (from_y - ay) * ex)
        foot = (from_x - ax) * ex + (from_y - ay) * ey
        spot = (x - ax) * ex + (y - ay) * ey
        reach = abs(spot - foot)
        straight = math.sqrt(deep * deep + reach * reach)
        if deep < 1e-6 or straight < 1e-9:
            return inf
        dear = price / straight
        if dear <= chart.lowest * (1.0 + 1e-9):
            return inf
        # The rate along the border, where it is used.
        sign = 1.0 if spot > foot else -1.0
        near = max(0.0, min(length, spot - sign * min(reach, 1e-3)))
        if abs(near - spot) < 1e-9:
            return inf
        cheap = chart.price(ax + near * ex, ay + near * ey, x, y) / abs(near - spot)
        if cheap >= dear * (1.0 - 1e-9):
            return inf
        off = deep * cheap / math.sqrt(dear * dear - cheap * cheap)
        if off >= reach:
            return inf
        at = max(0.0, min(length, foot + sign * off))
        gx = ax + at * ex
        gy = ay + at * ey
        first = chart.price(from_x, from_y, gx, gy)
        second = chart.price(gx, gy, x, y)
        if first + second >= price - _SAME:
            return inf
        if not (chart.free(from_x, from_y, gx, gy, leaving) and chart.free(gx, gy, x, y, False)):
            return inf
        self.end_x = gx
        self.end_y = gy
        self.first_part = first
        return first + second


def legs_of(chart: Chart) -> Legs:
    """The stored legs of a chart."""
    if chart.legs is None:
        chart.legs = Legs(chart)
    found: Legs = chart.legs
    return found
