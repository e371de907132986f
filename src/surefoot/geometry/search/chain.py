# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The last digits of a path: its points on borders slide until the path is as cheap as its course allows.

A *chain* is a path as a row of elements: fixed points, points on a border edge, and circles with a direction. Once it
has an element wherever it crosses a border, the rate between two elements is constant. Its price is then convex in
the positions of its points, and the best position of each is where the derivative of the price changes its sign.
"""

from __future__ import annotations

import math
from math import inf

from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.elements import Elements

# The largest number of sweeps over all sliding points, and of steps for one of them; both end much earlier.
_SWEEPS = 200
_STEPS = 60
# The price is flat at its minimum: a point off by this much changes it by less than a double can show.
_STILL = 1e-8
# A leg along an edge takes its rate from the edge if it is shorter than this; any leg shorter than the second has none.
_BRIEF = 1e-3
_TINY = 1e-6
# Two sides of a strip this thin, with an angle between them whose sine is less than the second, hold a path's points together.
_STRIP = 0.25
_EVEN = 1e-5
# Points of two borders nearer together than this are the same.
_SAME = 1e-5
# The most borders that one arc is looked at for.
_LIFTS = 8
# A leg this near to a border runs along it.
_BESIDE = 2e-6


class Chain(Elements):
    """A path whose points slide."""

    # ------------------------------------------------------------------ crossings

    def crossed(self, other: Chain) -> bool:
        """Copy another chain and add a sliding point wherever a leg crosses a border; false if it has no legs."""
        chart = self.chart
        self.count = 0
        for k in range(other.count - 1):
            self._take(other, k)
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
        self._take(other, other.count - 1)
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
                if chart.stretch_firsts[edge + 1] - chart.stretch_firsts[edge] > 1:
                    self._lane_ends(first, ax, ay, vx, vy, length, edge)
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
                    x = ax + at * vx
                    y = ay + at * vy
                    # Borders that fall together take one point: two would hold each other fast.
                    if abs(x - bx) + abs(y - by) < _SAME and parallel(chart, edge, following):
                        continue
                    if not self._has_twin(first - 1, x, y, edge):
                        self._insert(first, x, y, vx, vy, edge)

    def _lane_ends(
        self, first: int, ax: float, ay: float, vx: float, vy: float, length: float, edge: int
    ) -> None:
        """Insert a fixed point wherever the lane beside a border ends that a leg follows: there its rate changes."""
        chart = self.chart
        cx = chart.edges[4 * edge]
        cy = chart.edges[4 * edge + 1]
        ex = chart.edges[4 * edge + 2] - cx
        ey = chart.edges[4 * edge + 3] - cy
        long = math.sqrt(ex * ex + ey * ey)
        if long < 1e-9:
            return
        ex /= long
        ey /= long
        off = (ax - cx) * ey - (ay - cy) * ex
        if abs(off) > _BESIDE or abs(off + vx * ey - vy * ex) > _BESIDE:
            return
        for i in range(chart.stretch_firsts[edge] + 1, chart.stretch_firsts[edge + 1]):
            along = chart.stretches[2 * i]
            if along > chart.stretches[2 * i - 1] + _STILL:
                # An obstacle lies between the two stretches.
                continue
            x = cx + along * ex
            y = cy + along * ey
            at = ((x - ax) * vx + (y - ay) * vy) / length
            if at > _SAME and at < length - _SAME:
                self._insert(first, x, y, vx, vy, -1)

    def _has_twin(self, first: int, x: float, y: float, edge: int) -> bool:
        """Whether a point, from one element on, already slides at this place along the same line."""
        for k in range(first, self.count):
            if abs(self.xs[k] - x) + abs(self.ys[k] - y) < _SAME and parallel(
                self.chart, edge, self.edges[k]
            ):
                return True
        return False

    def _insert(self, first: int, x: float, y: float, vx: float, vy: float, edge: int) -> None:
        """Insert a sliding point in order among those of the same leg."""
        k = self.count
        while k > first and (self.xs[k - 1] - x) * vx + (self.ys[k - 1] - y) * vy > 0.0:
            k -= 1
        self.insert(k, x, y, edge)

    def meets(self, other: Chain, at: int, there: int) -> bool:
        """Whether an element is the same as one of another chain: a circle with the same direction, or the same point."""
        if self.sides[at] != other.sides[there]:
            return False
        if self.sides[at] != 0.0:
            return self.circles[at] == other.circles[there]
        return abs(self.xs[at] - other.xs[there]) + abs(self.ys[at] - other.ys[there]) < _STILL

    def may_run_along(self) -> bool:
        """Whether running along the border may pay at one of its sliding points: the border costs less there than both legs do."""
        if not self._measured():
            return True
        for k in range(1, self.count - 1):
            if self.edges[k] >= 0 and self._rate_along(k) < min(self.rates[k - 1], self.rates[k]):
                return True
        return False

    def lifted(self, other: Chain, where: int) -> None:
        """Copy another chain, priced just now, with sliding points where an arc crosses borders: there the path may leave the arc.

        It is the first border that the arc crosses (0), the last one (1), both, without the arc between them (2), all, with the
        arc between each two of them (3), or all without it (4).
        """
        chart = self.chart
        self.count = 0
        for k in range(other.count):
            self._take(other, k)
            if other.sides[k] == 0.0 or k == 0 or k + 1 >= other.count or other.turns[k] < 1e-6:
                continue
            angle = math.atan2(other.legs[4 * k - 1] - other.ys[k], other.legs[4 * k - 2] - other.xs[k])
            last = chart.change(other.circles[k], other.sides[k], angle, other.turns[k], True)
            turned = 0.0
            count = self.count
            for i in range(_LIFTS):
                begun = angle + other.sides[k] * turned
                more = chart.change(other.circles[k], other.sides[k], begun, other.turns[k] - turned, False)
                if more <= 0.0 or (where > 0 and last <= more and i == 0):
                    break
                turned += more
                ends = turned > last - 1e-9
                if where > 2 or (where in (0, 2) and i == 0) or (where in (1, 2) and ends):
                    self._leave_arc(other, k, angle + other.sides[k] * turned)
                    if where == 3 and not ends and self.count > count:
                        self._take(other, k)
                if ends:
                    break
            if self.count > count:
                self._take(other, k)

    def _leave_arc(self, other: Chain, k: int, angle: float) -> None:
        """Add a sliding point where the arc of an element of another chain crosses a border."""
        radius = other._radius(k)
        x = other.xs[k] + radius * math.cos(angle)
        y = other.ys[k] + radius * math.sin(angle)
        edge = self.chart.edge_at(x, y, -1)
        if edge >= 0:
            self.add(x, y, 0.0, -1, edge)

    # ------------------------------------------------------------------ sliding

    def slide(self) -> None:
        """Slide the points to where the path is cheapest."""
        if not self._measured():
            return
        before = inf
        for _ in range(_SWEEPS):
            moved = 0.0
            for i in range(1, self.count - 1):
                if self.edges[i] < 0:
                    continue
                # Points that hold each other fast also move as one; on two borders that is only nearly exact.
                last = i
                while last + 2 < self.count and self._hold_fast(i, last + 1, before > _SAME):
                    last += 1
                if last > i:
                    moved = max(moved, self._move(i, last))
                moved = max(moved, self._move(i, i))
            if moved < _STILL:
                return
            before = moved

    def _hold_fast(self, one: int, other: int, strip: bool) -> bool:
        """Whether two points lie together on one border edge, or, with `strip`, on both sides of a thin strip."""
        away = abs(self.xs[other] - self.xs[one]) + abs(self.ys[other] - self.ys[one])
        if self.edges[other] == self.edges[one]:
            return away < _STILL
        return strip and away < _STRIP and parallel(self.chart, self.edges[one], self.edges[other], _EVEN)

    def _move(self, first: int, last: int) -> float:
        """Move some points that hold each other fast to their best position; by how far."""
        chart = self.chart
        edge = self.edges[first]
        ax = chart.edges[4 * edge]
        ay = chart.edges[4 * edge + 1]
        ex = chart.edges[4 * edge + 2] - ax
        ey = chart.edges[4 * edge + 3] - ay
        length = math.sqrt(ex * ex + ey * ey)
        if length < 1e-12:
            return 0.0
        ex /= length
        ey /= length
        old = (self.xs[first] - ax) * ex + (self.ys[first] - ay) * ey
        begin = self.lows[first]
        end = self.highs[first]
        for i in range(first + 1, last + 1):
            low, high = self._room(i, ex, ey)
            begin = max(begin, old + low)
            end = min(end, old + high)
        if last > first and end - begin < _STILL:
            return 0.0
        new = self._settled(first, last, ax, ay, ex, ey, old, begin, end)
        for i in range(first + 1, last + 1):
            self._shove(i, new - old, ex, ey)
        self.xs[first] = ax + new * ex
        self.ys[first] = ay + new * ey
        return abs(new - old)

    def nudge(self, k: int, by: float) -> None:
        """Move a point along its edge, as far as that is free."""
        i = 4 * self.edges[k]
        edges = self.chart.edges
        at = self._along(k)
        self._shove(
            k,
            max(self.lows[k], min(self.highs[k], at + by)) - at,
            edges[i + 2] - edges[i],
            edges[i + 3] - edges[i + 1],
        )

    def _room(self, k: int, ex: float, ey: float) -> tuple[float, float]:
        """How far a point may move along its edge against a direction, and in it."""
        i = 4 * self.edges[k]
        edges = self.chart.edges
        at = self._along(k)
        if (edges[i + 2] - edges[i]) * ex + (edges[i + 3] - edges[i + 1]) * ey > 0.0:
            return self.lows[k] - at, self.highs[k] - at
        return at - self.highs[k], at - self.lows[k]

    def _shove(self, k: int, by: float, ex: float, ey: float) -> None:
        """Move a point along its edge, in a direction."""
        i = 4 * self.edges[k]
        edges = self.chart.edges
        fx = edges[i + 2] - edges[i]
        fy = edges[i + 3] - edges[i + 1]
        length = math.sqrt(fx * fx + fy * fy)
        if fx * ex + fy * ey < 0.0:
            by = -by
        at = self._along(k) + by
        self.xs[k] = edges[i] + at * fx / length
        self.ys[k] = edges[i + 1] + at * fy / length

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
            if self.edges[k] >= 0 and self.edges[k] == self.edges[k + 1] and length < _BRIEF:
                self.rates[k] = self._rate_along(k)
            elif length < _BRIEF and (self.sides[k] == 0.0) != (self.sides[k + 1] == 0.0):
                self.rates[k] = self._next_to(k)
            elif length > _TINY:
                self.rates[k] = (
                    chart.ground(self.legs[j], self.legs[j + 1], self.legs[j + 2], self.legs[j + 3]) / length
                )
            else:
                # Which side of a border so short a leg is on says nothing: it must not pull its ends apart.
                self.rates[k] = self._dearest(self.legs[j], self.legs[j + 1])
        return True

    def _next_to(self, k: int) -> float:
        """The rate of a short leg to a circle, or from one: it grows on the side of a border on which the arc begins, or ends."""
        j = 4 * k
        if self.sides[k] == 0.0:
            return self._rate_on(k + 1, self.legs[j + 2], self.legs[j + 3], self.sides[k + 1])
        return self._rate_on(k, self.legs[j], self.legs[j + 1], -self.sides[k])

    def _rate_on(self, k: int, x: float, y: float, side: float) -> float:
        """The rate on a circle slightly beyond a point of it, in a direction."""
        radius = self._radius(k)
        if radius <= _BRIEF:
            return self._dearest(x, y)
        angle = math.atan2(y - self.ys[k], x - self.xs[k]) + side * _BRIEF / radius
        return self.chart.rate_at(
            self.xs[k] + radius * math.cos(angle), self.ys[k] + radius * math.sin(angle)
        )

    def _dearest(self, x: float, y: float) -> float:
        """The highest rate round a point."""
        chart = self.chart
        one = max(chart.rate_at(x + _BRIEF, y), chart.rate_at(x - _BRIEF, y))
        return max(one, chart.rate_at(x, y + _BRIEF), chart.rate_at(x, y - _BRIEF))

    def modelled(self) -> float:
        """The price by the rates that sliding went by: another one than `price` if a leg has come to lie on other ground."""
        total = 0.0
        for k in range(self.count - 1):
            if not self._tangent(k):
                return inf
            j = 4 * k
            if k > 0 and self.sides[k] != 0.0:
                total += self._rounding(k)
            dx = self.legs[j + 2] - self.legs[j]
            dy = self.legs[j + 3] - self.legs[j + 1]
            total += self.rates[k] * math.sqrt(dx * dx + dy * dy)
        return total

    def unbend(self) -> bool:
        """Remove the first circle that the path would now round backwards; false if there is none."""
        for k in range(1, self.count - 1):
            if self.sides[k] == 0.0 or not self._tangent(k - 1) or not self._tangent(k):
                continue
            j = 4 * k
            nx = self.legs[j - 2] - self.xs[k]
            ny = self.legs[j - 1] - self.ys[k]
            mx = self.legs[j] - self.xs[k]
            my = self.legs[j + 1] - self.ys[k]
            if self.sides[k] * (nx * my - ny * mx) < 0.0:
                self.leave_out(k)
                return True
        return False

    def hold(self, before: Chain) -> bool:
        """Put points back, and fix them, between which the path lies on other ground than sliding went by, or is blocked.

        False if there is none.
        """
        chart = self.chart
        held = False
        for k in range(self.count - 1):
            if not self._tangent(k):
                return False
            ax = self.legs[4 * k]
            ay = self.legs[4 * k + 1]
            bx = self.legs[4 * k + 2]
            by = self.legs[4 * k + 3]
            length = math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
            if chart.free(ax, ay, bx, by, k == 0) and (
                chart.price(ax, ay, bx, by) <= self.rates[k] * length + 1e-7
            ):
                continue
            for i in range(k, k + 2):
                if self.edges[i] >= 0 and self.highs[i] > self.lows[i]:
                    self.xs[i] = before.xs[i]
                    self.ys[i] = before.ys[i]
                    self.set_edge(i, self.edges[i])
                    edge = self.edges[i]
                    dx = self.xs[i] - chart.edges[4 * edge]
                    dy = self.ys[i] - chart.edges[4 * edge + 1]
                    at = math.sqrt(dx * dx + dy * dy)
                    self.lows[i] = at
                    self.highs[i] = at
                    held = True
        return held

    def keep_strays(self, before: Chain) -> bool:
        """Put all points back, and fix those whose leg had come to lie on dearer ground than sliding went by; false if none.

        At a corner of an area a point that slides takes the leg from beyond the corner through the area.
        """
        chart = self.chart
        found = False
        for k in range(self.count - 1):
            if not self._tangent(k):
                return False
            ax = self.legs[4 * k]
            ay = self.legs[4 * k + 1]
            bx = self.legs[4 * k + 2]
            by = self.legs[4 * k + 3]
            length = math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
            self.turns[k] = 0.0
            if chart.price(ax, ay, bx, by) > self.rates[k] * length + 1e-7:
                self.turns[k] = 1.0
                found = True
        if not found:
            return False
        self.restore(before)
        found = False
        for k in range(self.count - 1):
            if self.turns[k] == 0.0:
                continue
            one = self._at_end(k)
            other = self._at_end(k + 1)
            for i in range(k, k + 2):
                # If one of two points lies at the end of its edge, the other may slide.
                mine = one if i == k else other
                if self.edges[i] >= 0 and self.highs[i] > self.lows[i] and (mine or not (one or other)):
                    at = self._along(i)
                    self.lows[i] = at
                    self.highs[i] = at
                    found = True
        return found

    def _along(self, k: int) -> float:
        """How far along its edge an element is."""
        i = 4 * self.edges[k]
        dx = self.xs[k] - self.chart.edges[i]
        dy = self.ys[k] - self.chart.edges[i + 1]
        return math.sqrt(dx * dx + dy * dy)

    def _at_end(self, k: int) -> bool:
        """Whether an element that slides is at an end of its stretch."""
        if self.edges[k] < 0 or self.highs[k] <= self.lows[k]:
            return False
        at = self._along(k)
        return at < self.lows[k] + _SAME or at > self.highs[k] - _SAME

    def release(self) -> None:
        """Let all points slide again."""
        for k in range(self.count):
            if self.edges[k] >= 0:
                self.set_edge(k, self.edges[k])

    def part_way(self, before: Chain, share: float) -> None:
        """Move the points back towards where they were."""
        for i in range(1, self.count - 1):
            if self.edges[i] >= 0:
                self.xs[i] = before.xs[i] + share * (self.xs[i] - before.xs[i])
                self.ys[i] = before.ys[i] + share * (self.ys[i] - before.ys[i])

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
        self,
        i: int,
        last: int,
        ax: float,
        ay: float,
        ex: float,
        ey: float,
        old: float,
        begin: float,
        end: float,
    ) -> float:
        """The best position along its edge of one point, or of the first of some that move as one, while the others stay."""
        at = min(max(old, begin), end)
        if end - begin < _STILL:
            return at
        # Where the neighbour lies on the same line the price has a kink, and often its minimum.
        for side in range(2):
            k = last + 1 if side else i - 1
            if self.sides[k] == 0.0:
                to_x = self.xs[k] - (self.xs[last] - self.xs[i] if side else 0.0)
                to_y = self.ys[k] - (self.ys[last] - self.ys[i] if side else 0.0)
                dx = to_x - ax
                dy = to_y - ay
                there = dx * ex + dy * ey
                if abs(dx * ey - dy * ex) < 1e-9 and begin <= there <= end:
                    rate = self.rates[last] if side else self.rates[i - 1]
                    if abs(self._slope(i, last, to_x, to_y, ex, ey)[0]) <= rate:
                        return there
        low = begin
        high = end
        for _ in range(_STEPS):
            slope, bend = self._slope(i, last, ax + at * ex, ay + at * ey, ex, ey)
            if slope > 0.0:
                high = at
            else:
                low = at
            following = at - slope / bend if bend > 1e-12 else (low + high) / 2.0
            # On a circle, where the price bends without limit, a step by its bend would be none.
            if abs(following - at) < _TINY and abs(slope) > _TINY:
                following = (low + high) / 2.0
            # An end of the edge matters only to points that are pulled towards it.
            if following <= begin and low == begin:
                if at == begin or self._slope(i, last, ax + begin * ex, ay + begin * ey, ex, ey)[0] >= 0.0:
                    return begin
            elif (
                following >= end
                and high == end
                and (at == end or self._slope(i, last, ax + end * ex, ay + end * ey, ex, ey)[0] <= 0.0)
            ):
                return end
            if following <= low or following >= high:
                following = (low + high) / 2.0
            if abs(following - at) < _STILL or high - low < _STILL:
                return following
            at = following
        return at

    def _slope(self, i: int, last: int, x: float, y: float, ex: float, ey: float) -> tuple[float, float]:
        """The first and second derivative of the price along the edge of one point, or of some that move as one.

        Rounding a circle and leaving it on a tangent changes the price like the tangent alone.
        """
        ux, uy, before = self._towards(i - 1, self.sides[i - 1], x, y)
        wx, wy, after = self._towards(
            last + 1, -self.sides[last + 1], x + self.xs[last] - self.xs[i], y + self.ys[last] - self.ys[i]
        )
        near = ux * ex + uy * ey
        far = wx * ex + wy * ey
        slope = self.rates[i - 1] * near + self.rates[last] * far
        bend = self.rates[i - 1] * (1.0 - near * near) / max(before, 1e-9)
        bend += self.rates[last] * (1.0 - far * far) / max(after, 1e-9)
        return slope, bend

    def _towards(self, k: int, side: float, x: float, y: float) -> tuple[float, float, float]:
        """The direction from an element to a point, and the straight distance."""
        dx = x - self.xs[k]
        dy = y - self.ys[k]
        square = dx * dx + dy * dy
        if side != 0.0:
            radius = self._radius(k)
            length = math.sqrt(max(0.0, square - radius * radius))
            if square <= 0.0:
                return 0.0, 0.0, 1.0
            # Also for a point on the circle: there it is the tangent.
            ux = (dx * length - side * dy * radius) / square
            uy = (dy * length + side * dx * radius) / square
            return ux, uy, length
        length = math.sqrt(square)
        if length < 1e-12:
            return 0.0, 0.0, 1.0
        return dx / length, dy / length, length


def parallel(chart: Chart, one: int, other: int, slant: float = 1e-3) -> bool:
    """Whether two border edges (-1: none) have the same direction: the sine of their angle is below a limit."""
    if one < 0 or other < 0:
        return False
    ax = chart.edges[4 * one + 2] - chart.edges[4 * one]
    ay = chart.edges[4 * one + 3] - chart.edges[4 * one + 1]
    bx = chart.edges[4 * other + 2] - chart.edges[4 * other]
    by = chart.edges[4 * other + 3] - chart.edges[4 * other + 1]
    turn = ax * by - ay * bx
    return turn * turn < slant * slant * (ax * ax + ay * ay) * (bx * bx + by * by)
