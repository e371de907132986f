# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The last digits of a path: its points on borders slide until the path is as cheap as its course allows.

A *chain* is a path as a row of elements: fixed points, points on a border edge, and circles with a direction. Once it
has an element wherever it crosses a border, the rate between two elements is constant. Its price is then convex in
the positions of its points, and the best position of each is where the derivative of the price changes its sign.
"""

from __future__ import annotations

import math
from array import array
from math import inf, pi

from surefoot.geometry.search.arrays import longer
from surefoot.geometry.search.chart import Chart

# The largest number of sweeps over all sliding points, and of steps for one of them; both end much earlier.
_SWEEPS = 200
_STEPS = 60
# The price is flat at its minimum: a point off by this much changes it by less than a double can show.
_STILL = 1e-8
_TURN = 2.0 * pi
# A point inside a circle by no more than this share counts as on it, like `_TOUCHES` of the intersections.
_ON = 1.0 + 1e-6


class Chain:
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
        self.count += 1

    def _grow(self) -> None:
        self.xs = longer("d", self.xs)
        self.ys = longer("d", self.ys)
        self.sides = longer("d", self.sides)
        self.rates = longer("d", self.rates)
        self.turns = longer("d", self.turns)
        self.legs = longer("d", self.legs)
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

    def copy(self, other: Chain) -> None:
        """Copy another chain."""
        self.count = 0
        for k in range(other.count):
            self.add(other.xs[k], other.ys[k], other.sides[k], other.circles[k], other.edges[k])

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
        if slant > _ON or slant < -_ON:
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

    def restore(self, before: Chain) -> None:
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
            self.xs[i] = self.xs[i - 1]
            self.ys[i] = self.ys[i - 1]
            self.sides[i] = self.sides[i - 1]
            self.circles[i] = self.circles[i - 1]
            self.edges[i] = self.edges[i - 1]

    def _rounding(self, k: int) -> float:
        """The cost of the arc by which an element is rounded."""
        radius = self._radius(k)
        j = 4 * k
        nx = (self.legs[j - 2] - self.xs[k]) / radius
        ny = (self.legs[j - 1] - self.ys[k]) / radius
        mx = (self.legs[j] - self.xs[k]) / radius
        my = (self.legs[j + 1] - self.ys[k]) / radius
        turn = math.atan2(self.sides[k] * (nx * my - ny * mx), nx * mx + ny * my)
        if turn < -1e-6:
            turn += _TURN
        self.turns[k] = max(turn, 0.0)
        return self.chart.arc(self.circles[k], self.sides[k], math.atan2(ny, nx), self.turns[k])

    # ------------------------------------------------------------------ crossings

    def crossed(self, other: Chain) -> bool:
        """Copy another chain and add a sliding point wherever a leg crosses a border; false if it has no legs."""
        chart = self.chart
        self.count = 0
        for k in range(other.count - 1):
            self.add(other.xs[k], other.ys[k], other.sides[k], other.circles[k], other.edges[k])
            if not other._tangent(k):
                return False
            j = 4 * k
            self._crossings(
                other.legs[j],
                other.legs[j + 1],
                other.legs[j + 2],
                other.legs[j + 3],
                other.edges[k],
                other.edges[k + 1],
            )
        k = other.count - 1
        self.add(other.xs[k], other.ys[k], other.sides[k], other.circles[k], other.edges[k])
        return chart.areas > 0

    def _crossings(self, ax: float, ay: float, bx: float, by: float, own: int, following: int) -> None:
        chart = self.chart
        vx = bx - ax
        vy = by - ay
        length = math.sqrt(vx * vx + vy * vy)
        if length < 1e-9:
            return
        slack = 1e-7 / length
        first = self.count
        for area in range(chart.areas):
            if (
                chart.boxes[4 * area] > max(ax, bx)
                or chart.boxes[4 * area + 2] < min(ax, bx)
                or chart.boxes[4 * area + 1] > max(ay, by)
                or chart.boxes[4 * area + 3] < min(ay, by)
            ):
                continue
            for edge in range(chart.firsts[area], chart.firsts[area + 1]):
                if edge in (own, following):
                    continue
                cx = chart.edges[4 * edge]
                cy = chart.edges[4 * edge + 1]
                ex = chart.edges[4 * edge + 2] - cx
                ey = chart.edges[4 * edge + 3] - cy
                turn = vx * ey - vy * ex
                if abs(turn) < 1e-9 * length:
                    continue
                at = ((cx - ax) * ey - (cy - ay) * ex) / turn
                across = ((cx - ax) * vy - (cy - ay) * vx) / turn
                if slack < at < 1.0 - slack and 0.0 <= across <= 1.0:
                    self._insert(first, ax, ay, vx, vy, at, edge)

    def _insert(self, first: int, ax: float, ay: float, vx: float, vy: float, at: float, edge: int) -> None:
        """Insert a sliding point in order among those of the same leg."""
        x = ax + at * vx
        y = ay + at * vy
        self.add(x, y, 0.0, -1, edge)
        k = self.count - 1
        while k > first and (self.xs[k - 1] - x) * vx + (self.ys[k - 1] - y) * vy > 0.0:
            self.xs[k] = self.xs[k - 1]
            self.ys[k] = self.ys[k - 1]
            self.edges[k] = self.edges[k - 1]
            k -= 1
        self.xs[k] = x
        self.ys[k] = y
        self.edges[k] = edge

    def doubled(self, other: Chain) -> None:
        """Copy another chain with each sliding point twice: a path that only touches a border may run along it."""
        self.count = 0
        for k in range(other.count):
            self.add(other.xs[k], other.ys[k], other.sides[k], other.circles[k], other.edges[k])
            if other.edges[k] >= 0:
                self.add(other.xs[k], other.ys[k], other.sides[k], other.circles[k], other.edges[k])

    # ------------------------------------------------------------------ sliding

    def slide(self) -> None:
        """Slide the points to where the path is cheapest."""
        if not self._measured():
            return
        chart = self.chart
        for _ in range(_SWEEPS):
            moved = 0.0
            for i in range(1, self.count - 1):
                edge = self.edges[i]
                if edge < 0:
                    continue
                ax = chart.edges[4 * edge]
                ay = chart.edges[4 * edge + 1]
                ex = chart.edges[4 * edge + 2] - ax
                ey = chart.edges[4 * edge + 3] - ay
                length = math.sqrt(ex * ex + ey * ey)
                if length < 1e-12:
                    continue
                ex /= length
                ey /= length
                old = (self.xs[i] - ax) * ex + (self.ys[i] - ay) * ey
                new = self._settled(i, ax, ay, ex, ey, length, old)
                self.xs[i] = ax + new * ex
                self.ys[i] = ay + new * ey
                moved = max(moved, abs(new - old))
            if moved < _STILL:
                return

    def _measured(self) -> bool:
        """Compute the rate between each element and the next, into `rates`."""
        chart = self.chart
        for k in range(self.count - 1):
            if not self._tangent(k):
                return False
            j = 4 * k
            dx = self.legs[j + 2] - self.legs[j]
            dy = self.legs[j + 3] - self.legs[j + 1]
            length = math.sqrt(dx * dx + dy * dy)
            if length > 1e-9:
                self.rates[k] = (
                    chart.ground(self.legs[j], self.legs[j + 1], self.legs[j + 2], self.legs[j + 3]) / length
                )
            else:
                self.rates[k] = self._rate_along(k)
        return True

    def _rate_along(self, k: int) -> float:
        """The rate along the border edge of an element, near it."""
        chart = self.chart
        edge = self.edges[k]
        if edge < 0:
            return chart.lowest
        ax = chart.edges[4 * edge]
        ay = chart.edges[4 * edge + 1]
        ex = chart.edges[4 * edge + 2] - ax
        ey = chart.edges[4 * edge + 3] - ay
        length = math.sqrt(ex * ex + ey * ey)
        step = min(1e-3, length / 4.0)
        ex /= length
        ey /= length
        at = max(step, min(length - step, (self.xs[k] - ax) * ex + (self.ys[k] - ay) * ey))
        return chart.ground(
            ax + (at - step) * ex, ay + (at - step) * ey, ax + (at + step) * ex, ay + (at + step) * ey
        ) / (2.0 * step)

    def _settled(
        self, i: int, ax: float, ay: float, ex: float, ey: float, length: float, old: float
    ) -> float:
        """The best position of one point along its edge while its neighbours stay."""
        # Between two points of one edge the price has a kink where they meet, and often its minimum there.
        for k in range(i - 1, i + 2, 2):
            if self.edges[k] == self.edges[i] and self.sides[k] == 0.0:
                at = (self.xs[k] - ax) * ex + (self.ys[k] - ay) * ey
                rate = self.rates[i - 1] if k < i else self.rates[i]
                if abs(self._slope(i, self.xs[k], self.ys[k], ex, ey)[0]) <= rate:
                    return at
        low = 0.0
        high = length
        at = min(max(old, 0.0), length)
        for _ in range(_STEPS):
            slope, bend = self._slope(i, ax + at * ex, ay + at * ey, ex, ey)
            if slope > 0.0:
                high = at
            else:
                low = at
            following = at - slope / bend if bend > 1e-12 else (low + high) / 2.0
            # An end of the edge matters only to points that are pulled towards it.
            if following <= 0.0 and low == 0.0:
                if at == 0.0 or self._slope(i, ax, ay, ex, ey)[0] >= 0.0:
                    return 0.0
            elif (
                following >= length
                and high == length
                and (at == length or self._slope(i, ax + length * ex, ay + length * ey, ex, ey)[0] <= 0.0)
            ):
                return length
            if following <= low or following >= high:
                following = (low + high) / 2.0
            if abs(following - at) < _STILL or high - low < _STILL:
                return following
            at = following
        return at

    def _slope(self, i: int, x: float, y: float, ex: float, ey: float) -> tuple[float, float]:
        """The first and second derivative of the price along a point's edge.

        Rounding a circle and leaving it on a tangent changes the price like the tangent alone.
        """
        ux, uy, before = self._towards(i - 1, self.sides[i - 1], x, y)
        wx, wy, after = self._towards(i + 1, -self.sides[i + 1], x, y)
        near = ux * ex + uy * ey
        far = wx * ex + wy * ey
        slope = self.rates[i - 1] * near + self.rates[i] * far
        bend = self.rates[i - 1] * (1.0 - near * near) / max(before, 1e-9)
        bend += self.rates[i] * (1.0 - far * far) / max(after, 1e-9)
        return slope, bend

    def _towards(self, k: int, side: float, x: float, y: float) -> tuple[float, float, float]:
        """The direction from an element to a point, and the straight distance."""
        dx = x - self.xs[k]
        dy = y - self.ys[k]
        square = dx * dx + dy * dy
        if side != 0.0:
            radius = self._radius(k)
            straight = square - radius * radius
            if straight <= 0.0:
                return 0.0, 0.0, 1.0
            length = math.sqrt(straight)
            nx = (dx * radius + side * dy * length) / square
            ny = (dy * radius - side * dx * length) / square
            return (dx - radius * nx) / length, (dy - radius * ny) / length, length
        length = math.sqrt(square)
        if length < 1e-12:
            return 0.0, 0.0, 1.0
        return dx / length, dy / length, length
