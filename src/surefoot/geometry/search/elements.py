# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""A path as a row of elements: fixed points, points on a border edge, and circles with a direction."""

from __future__ import annotations

import math
from array import array
from math import inf, pi

from surefoot.geometry.search.arrays import longer
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.intersections import is_inside

_TURN = 2.0 * pi
# Two points of a path closer together than this may be one too many: the search only had anchors further apart.
_TOGETHER = 0.375
# A path may be this much longer than one that is pulled taut: less than what sliding leaves.
_TAUT = 1e-11


class Elements:
    """A path as a row of elements.

    Each element has a place (its centre, if it is a circle), a side (0: no circle), the number of its circle, and the
    border edge that it slides on (-1: none).
    """

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.count = 0
        self.room = 64
        self.xs = array("d", [0.0]) * 64
        self.ys = array("d", [0.0]) * 64
        self.sides = array("d", [0.0]) * 64
        self.circles = array("i", [0]) * 64
        self.edges = array("i", [0]) * 64
        # The free stretch of its edge, which a point slides along.
        self.lows = array("d", [0.0]) * 64
        self.highs = array("d", [0.0]) * 64
        self.rates = array("d", [0.0]) * 64
        # The straight leg from each element to the next, and the angle by which the element is rounded before it.
        self.legs = array("d", [0.0]) * 256
        self.turns = array("d", [0.0]) * 64

    def clear(self) -> None:
        """Remove all elements."""
        self.count = 0

    def add(self, x: float, y: float, side: float, circle: int, edge: int) -> None:
        """Add an element at the end."""
        if self.count >= self.room:
            self._grow()
        k = self.count
        self.xs[k] = x
        self.ys[k] = y
        self.sides[k] = side
        self.circles[k] = circle
        self.edges[k] = edge
        self.lows[k] = 0.0
        self.highs[k] = 0.0
        self.count += 1
        if edge >= 0:
            self.set_edge(k, edge)

    def set_edge(self, k: int, edge: int) -> None:
        """Put an element on a border edge, to slide along the free stretch of it."""
        chart = self.chart
        ax = chart.edges[4 * edge]
        ay = chart.edges[4 * edge + 1]
        ex = chart.edges[4 * edge + 2] - ax
        ey = chart.edges[4 * edge + 3] - ay
        length = math.sqrt(ex * ex + ey * ey)
        self.edges[k] = edge
        at = 0.0
        if length > 0.0:
            at = max(0.0, min(length, ((self.xs[k] - ax) * ex + (self.ys[k] - ay) * ey) / length))
        self.lows[k], self.highs[k] = chart.stretch(edge, at)

    def _grow(self) -> None:
        self.xs = longer("d", self.xs)
        self.ys = longer("d", self.ys)
        self.sides = longer("d", self.sides)
        self.rates = longer("d", self.rates)
        self.turns = longer("d", self.turns)
        self.legs = longer("d", self.legs)
        self.lows = longer("d", self.lows)
        self.highs = longer("d", self.highs)
        self.circles = longer("i", self.circles)
        self.edges = longer("i", self.edges)
        self.room *= 2

    def reverse(self) -> None:
        """Reverse the order of the elements."""
        for i in range(self.count >> 1):
            j = self.count - 1 - i
            self.xs[i], self.xs[j] = self.xs[j], self.xs[i]
            self.ys[i], self.ys[j] = self.ys[j], self.ys[i]
            self.sides[i], self.sides[j] = self.sides[j], self.sides[i]
            self.circles[i], self.circles[j] = self.circles[j], self.circles[i]
            self.edges[i], self.edges[j] = self.edges[j], self.edges[i]
            self.lows[i], self.lows[j] = self.lows[j], self.lows[i]
            self.highs[i], self.highs[j] = self.highs[j], self.highs[i]

    def copy(self, other: Elements) -> None:
        """Copy another chain."""
        self.count = 0
        for k in range(other.count):
            self._take(other, k)

    def _take(self, other: Elements, k: int) -> None:
        """Add an element of another chain at the end."""
        self.add(other.xs[k], other.ys[k], other.sides[k], other.circles[k], -1)
        self.edges[self.count - 1] = other.edges[k]
        self.lows[self.count - 1] = other.lows[k]
        self.highs[self.count - 1] = other.highs[k]

    def joined(self, one: Elements, other: Elements, at: int, there: int) -> None:
        """Copy one chain up to an element, and from there on another chain."""
        self.count = 0
        for k in range(at):
            self._take(one, k)
        for k in range(there, other.count):
            self._take(other, k)

    def doubled(self, other: Elements) -> None:
        """Copy another chain with each sliding point twice: a path that only touches a border may run along it."""
        self.count = 0
        for k in range(other.count):
            self._take(other, k)
            if other.edges[k] >= 0:
                self._take(other, k)

    def node(self, node: int) -> int:
        """The element that is a spot of the chart and does not slide; -1 if there is none."""
        for k in range(1, self.count - 1):
            if self.sides[k] == 0.0 and self.edges[k] < 0 and self.circles[k] == node:
                return k
        return -1

    def lie_together(self, k: int) -> bool:
        """Whether a point and the next one are closer to each other than most anchors."""
        dx = self.xs[k + 1] - self.xs[k]
        dy = self.ys[k + 1] - self.ys[k]
        both = self.sides[k] == 0.0 and self.sides[k + 1] == 0.0
        return both and dx * dx + dy * dy < _TOGETHER * _TOGETHER

    def at_corner(self, k: int) -> bool:
        """Whether a point is a corner of an area, or another spot that does not slide."""
        edge = self.edges[k]
        if edge < 0:
            return True
        chart = self.chart
        near_x = self.xs[k] - chart.edges[4 * edge]
        near_y = self.ys[k] - chart.edges[4 * edge + 1]
        far_x = self.xs[k] - chart.edges[4 * edge + 2]
        far_y = self.ys[k] - chart.edges[4 * edge + 3]
        return min(near_x * near_x + near_y * near_y, far_x * far_x + far_y * far_y) < 1e-12

    # ------------------------------------------------------------------ legs

    def _radius(self, k: int) -> float:
        return self.chart.circles[7 * self.circles[k] + 2] if self.sides[k] != 0.0 else 0.0

    def _tangent(self, k: int) -> bool:
        """Compute the straight leg from an element to the next, into `legs`; false if the circles leave none."""
        x = self.xs[k]
        y = self.ys[k]
        dx = self.xs[k + 1] - x
        dy = self.ys[k + 1] - y
        j = 4 * k
        self.legs[j] = x
        self.legs[j + 1] = y
        self.legs[j + 2] = self.xs[k + 1]
        self.legs[j + 3] = self.ys[k + 1]
        if self.sides[k] == 0.0 and self.sides[k + 1] == 0.0:
            return True
        away = math.sqrt(dx * dx + dy * dy)
        if away < 1e-12:
            return False
        mine = self._radius(k)
        theirs = self._radius(k + 1)
        way = self.sides[k] if self.sides[k] != 0.0 else 1.0
        side = self.sides[k + 1] if self.sides[k + 1] != 0.0 else 1.0
        slant = (way * mine - side * theirs) / away
        if (slant > 1.0 or slant < -1.0) and is_inside(away * away, abs(way * mine - side * theirs)):
            return False
        slant = max(-1.0, min(1.0, slant))
        straight = math.sqrt(1.0 - slant * slant)
        # The normal to the right of the common tangent.
        mx = (dy * straight + dx * slant) / away
        my = -(dx * straight - dy * slant) / away
        self.legs[j] += mine * way * mx
        self.legs[j + 1] += mine * way * my
        self.legs[j + 2] += theirs * side * mx
        self.legs[j + 3] += theirs * side * my
        return True

    def price(self) -> float:
        """The cost of the path, checked all along; infinite if it is blocked."""
        chart = self.chart
        total = 0.0
        for k in range(self.count - 1):
            if not self._tangent(k):
                return inf
            j = 4 * k
            self.turns[k] = 0.0
            if k > 0 and self.sides[k] != 0.0:
                total += self._rounding(k)
            if not chart.free(self.legs[j], self.legs[j + 1], self.legs[j + 2], self.legs[j + 3], k == 0):
                return inf
            total += chart.price(self.legs[j], self.legs[j + 1], self.legs[j + 2], self.legs[j + 3])
            if total == inf:
                return inf
        return total

    def is_taut(self, cost: float) -> bool:
        """Whether a path with this price costs the lowest rate all along and bends only where it rounds a circle.

        Then no path is cheaper that leads past the obstacles on the same sides.
        """
        least = 0.0
        length = 0.0
        first = 0
        for k in range(self.count - 1):
            if not self._tangent(k):
                return False
            j = 4 * k
            if k > 0 and self.sides[k] != 0.0:
                turn = self._turn(k)
                if turn > pi:
                    return False
                least += self._radius(k) * turn
                first = j
                length = 0.0
            dx = self.legs[j + 2] - self.legs[j]
            dy = self.legs[j + 3] - self.legs[j + 1]
            length += math.sqrt(dx * dx + dy * dy)
            dx = self.legs[j + 2] - self.legs[first]
            dy = self.legs[j + 3] - self.legs[first + 1]
            straight = math.sqrt(dx * dx + dy * dy)
            if length > straight + _TAUT:
                return False
            if self.sides[k + 1] != 0.0 or k + 2 == self.count:
                least += straight
        return cost <= least * self.chart.lowest + _TAUT

    def bend(self) -> bool:
        """Bend round the first obstacle of a leg; false if there is none, or no circle to bend round."""
        chart = self.chart
        for k in range(self.count - 1):
            if not self._tangent(k):
                return False
            ax = self.legs[4 * k]
            ay = self.legs[4 * k + 1]
            bx = self.legs[4 * k + 2]
            by = self.legs[4 * k + 3]
            met = chart.blocked(ax, ay, bx, by, k == 0)
            if met < 0:
                continue
            chosen = -1
            nearest = inf
            for i in range(2):
                circle = chart.ends[2 * met + i]
                if circle < 0 or self._rounds(k, circle):
                    continue
                cx = chart.circles[7 * circle]
                cy = chart.circles[7 * circle + 1]
                off = abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
                if off < nearest:
                    nearest = off
                    chosen = circle
            if chosen < 0:
                return False
            cx = chart.circles[7 * chosen]
            cy = chart.circles[7 * chosen + 1]
            left = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0.0
            self._make_room(k + 1)
            self.xs[k + 1] = cx
            self.ys[k + 1] = cy
            self.sides[k + 1] = 1.0 if left else -1.0
            self.circles[k + 1] = chosen
            self.edges[k + 1] = -1
            return True
        return False

    def restore(self, before: Elements) -> None:
        """Put the sliding points back to where they were, with the bends added since."""
        j = 0
        for i in range(self.count):
            if self.sides[i] == 0.0:
                while before.sides[j] != 0.0:
                    j += 1
                self.xs[i] = before.xs[j]
                self.ys[i] = before.ys[j]
                j += 1

    def _rounds(self, k: int, circle: int) -> bool:
        """Whether one of the two ends of a leg already rounds a circle."""
        return (self.sides[k] != 0.0 and self.circles[k] == circle) or (
            self.sides[k + 1] != 0.0 and self.circles[k + 1] == circle
        )

    def _make_room(self, at: int) -> None:
        self.add(0.0, 0.0, 0.0, -1, -1)
        for i in range(self.count - 1, at, -1):
            self._shift(i)

    def _shift(self, i: int) -> None:
        """Move the element before a place to that place."""
        self.xs[i] = self.xs[i - 1]
        self.ys[i] = self.ys[i - 1]
        self.sides[i] = self.sides[i - 1]
        self.circles[i] = self.circles[i - 1]
        self.edges[i] = self.edges[i - 1]
        self.lows[i] = self.lows[i - 1]
        self.highs[i] = self.highs[i - 1]

    def _shift_back(self, i: int) -> None:
        """Move an element to the place before it."""
        self.xs[i - 1] = self.xs[i]
        self.ys[i - 1] = self.ys[i]
        self.sides[i - 1] = self.sides[i]
        self.circles[i - 1] = self.circles[i]
        self.edges[i - 1] = self.edges[i]
        self.lows[i - 1] = self.lows[i]
        self.highs[i - 1] = self.highs[i]

    def leave_out(self, at: int) -> None:
        """Remove an element."""
        for i in range(at + 1, self.count):
            self._shift_back(i)
        self.count -= 1

    def insert(self, at: int, x: float, y: float, edge: int) -> None:
        """Insert a point that slides on an edge (-1: that stays)."""
        self._make_room(at)
        self.xs[at] = x
        self.ys[at] = y
        self.sides[at] = 0.0
        self.circles[at] = -1
        self.edges[at] = -1
        if edge >= 0:
            self.set_edge(at, edge)

    def _turn(self, k: int) -> float:
        """The angle by which an element is rounded."""
        radius = self._radius(k)
        j = 4 * k
        nx = (self.legs[j - 2] - self.xs[k]) / radius
        ny = (self.legs[j - 1] - self.ys[k]) / radius
        mx = (self.legs[j] - self.xs[k]) / radius
        my = (self.legs[j + 1] - self.ys[k]) / radius
        turn = math.atan2(self.sides[k] * (nx * my - ny * mx), nx * mx + ny * my)
        if turn < -1e-6:
            turn += _TURN
        return max(turn, 0.0)

    def _rounding(self, k: int) -> float:
        """The cost of the arc by which an element is rounded."""
        radius = self._radius(k)
        nx = (self.legs[4 * k - 2] - self.xs[k]) / radius
        ny = (self.legs[4 * k - 1] - self.ys[k]) / radius
        self.turns[k] = self._turn(k)
        return self.chart.arc(self.circles[k], self.sides[k], math.atan2(ny, nx), self.turns[k])
