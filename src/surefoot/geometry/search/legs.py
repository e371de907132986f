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
# The fields of a border that a leg follows: the edge, and for the points where it meets and leaves it x, y and the cost
# of the leg up to there.
_BORDER = 7
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
        # The result of `by_edge` and `by_borders`: a border, and where a leg meets and leaves it at which cost.
        self.border = -1
        self.in_x = 0.0
        self.in_y = 0.0
        self.in_cost = 0.0
        self.out_x = 0.0
        self.out_y = 0.0
        self.out_cost = 0.0

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
            # A point just inside is the point of the circle nearest to it.
            square = max(square, radius * radius)
            length = math.sqrt(square - radius * radius)
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
            square = max(square, mine * mine)
            length = math.sqrt(square - mine * mine)
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

    def ask(self, leg: int, own: int, leaving: bool) -> float:
        """The cost of a leg from an anchor (-1: from another point); infinite if it is blocked."""
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
        free = chart.free(from_x, from_y, x, y, leaving)
        if target >= chart.spot_count and not free:
            self.numbers[j + 1] = inf
            return inf
        price = chart.price(from_x, from_y, x, y)
        if target < chart.spot_count and price > chart.lowest * self.numbers[j] + 1e-6:
            # Through expensive ground it may be cheaper to go to its border first and along it, past an obstacle too.
            found = inf
            if own < 0 and chart.pieces == 1:
                found = self.by_borders(from_x, from_y, x, y, price, leaving)
            else:
                dear = price / self.numbers[j]
                self.border = -1
                for k in range(2):
                    edge = chart.spot_edges[2 * target + k]
                    if edge >= 0:
                        found = min(
                            found, self.by_edge(edge, from_x, from_y, x, y, dear, min(price, found), leaving)
                        )
            if found < price - _SAME:
                price = found
                free = True
                self.numbers[j + 8] = self._follow()
        if not free:
            price = inf
        self.numbers[j + 1] = price
        return price

    def _follow(self) -> int:
        """Store the border that a leg follows; few legs do."""
        if self.border_count >= self.border_room:
            self.borders = longer("d", self.borders)
            self.border_room *= 2
        j = self.border_count * _BORDER
        self.borders[j] = self.border
        self.borders[j + 1] = self.in_x
        self.borders[j + 2] = self.in_y
        self.borders[j + 3] = self.in_cost
        self.borders[j + 4] = self.out_x
        self.borders[j + 5] = self.out_y
        self.borders[j + 6] = self.out_cost
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

    def by_borders(
        self, ax: float, ay: float, bx: float, by: float, price: float, leaving: bool, asking: bool = True
    ) -> float:
        """The price of a leg through ground of one rate if it runs along a border for a part; infinite if none makes it cheaper.

        Without `asking`, it need not be free.
        """
        chart = self.chart
        best = inf
        self.border = -1
        length = math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
        if length < 1e-9:
            return best
        dear = chart.rate_at((ax + bx) / 2.0, (ay + by) / 2.0)
        if dear <= chart.lowest * (1.0 + 1e-9):
            return best
        # Beyond this nothing is worth the way there and back.
        far = price / chart.lowest
        for area in range(chart.areas):
            if _far_off(chart.boxes, 4 * area, ax, ay, bx, by, far):
                continue
            for bunch in range(chart.bunch_of[area], chart.bunch_of[area + 1]):
                if _far_off(chart.bunch_boxes, 4 * bunch, ax, ay, bx, by, far):
                    continue
                for edge in range(chart.bunch_firsts[bunch], chart.bunch_firsts[bunch + 1]):
                    found = self.by_edge(edge, ax, ay, bx, by, dear, min(price, best), leaving, asking)
                    best = min(best, found)
        return best

    def by_edge(
        self,
        edge: int,
        ax: float,
        ay: float,
        bx: float,
        by: float,
        dear: float,
        price: float,
        leaving: bool,
        asking: bool = True,
    ) -> float:
        """The price of a leg at a rate if it runs along one border for a part; infinite if that is not cheaper than a price.

        It meets the border and leaves it at the critical angle: there the border is as good as any other direction.
        """
        chart = self.chart
        ox = chart.edges[4 * edge]
        oy = chart.edges[4 * edge + 1]
        ex = chart.edges[4 * edge + 2] - ox
        ey = chart.edges[4 * edge + 3] - oy
        length = math.sqrt(ex * ex + ey * ey)
        if length < 1e-9:
            return inf
        ex /= length
        ey /= length
        a_off = (ax - ox) * ey - (ay - oy) * ex
        b_off = (bx - ox) * ey - (by - oy) * ex
        if a_off * b_off < -1e-14:
            return inf
        a_off = abs(a_off)
        b_off = abs(b_off)
        a_foot = (ax - ox) * ex + (ay - oy) * ey
        b_foot = (bx - ox) * ex + (by - oy) * ey
        run = abs(b_foot - a_foot)
        lowest = chart.lowest
        if dear <= lowest:
            return inf
        # At least this much, even if the border is as cheap as anything.
        if (a_off + b_off) * math.sqrt(dear * dear - lowest * lowest) + run * lowest >= price - _SAME:
            return inf
        sign = 1.0 if b_foot > a_foot else -1.0
        slant = lowest / math.sqrt(dear * dear - lowest * lowest)
        low = a_foot + sign * a_off * slant
        high = b_foot - sign * b_off * slant
        middle = max(0.0, min(length, (low + high) / 2.0))
        free_low, free_high = chart.stretch(edge, middle)
        if free_high - free_low < 1e-6:
            return inf
        low = max(free_low, min(free_high, low))
        high = max(free_low, min(free_high, high))
        if (high - low) * sign < 1e-6:
            return inf
        cheap = chart.ground(ox + low * ex, oy + low * ey, ox + high * ex, oy + high * ey) / abs(high - low)
        if cheap >= dear * (1.0 - 1e-9):
            return inf
        slant = cheap / math.sqrt(dear * dear - cheap * cheap)
        low = max(free_low, min(free_high, a_foot + sign * a_off * slant))
        high = max(free_low, min(free_high, b_foot - sign * b_off * slant))
        if (high - low) * sign < 1e-6:
            return inf
        in_x = ox + low * ex
        in_y = oy + low * ey
        out_x = ox + high * ex
        out_y = oy + high * ey
        first = chart.price(ax, ay, in_x, in_y)
        second = first + chart.price(in_x, in_y, out_x, out_y)
        total = second + chart.price(out_x, out_y, bx, by)
        if total >= price - _SAME:
            return inf
        if asking and not (
            chart.free(ax, ay, in_x, in_y, leaving)
            and chart.free(in_x, in_y, out_x, out_y, False)
            and chart.free(out_x, out_y, bx, by, False)
        ):
            return inf
        self.border = edge
        self.in_x = in_x
        self.in_y = in_y
        self.in_cost = first
        self.out_x = out_x
        self.out_y = out_y
        self.out_cost = second
        return total


def _far_off(boxes: array[float], j: int, ax: float, ay: float, bx: float, by: float, far: float) -> bool:
    """Whether a box is further off than a distance, from two points together."""
    a_x = max(boxes[j] - ax, ax - boxes[j + 2], 0.0)
    a_y = max(boxes[j + 1] - ay, ay - boxes[j + 3], 0.0)
    b_x = max(boxes[j] - bx, bx - boxes[j + 2], 0.0)
    b_y = max(boxes[j + 1] - by, by - boxes[j + 3], 0.0)
    return math.sqrt(a_x * a_x + a_y * a_y) + math.sqrt(b_x * b_x + b_y * b_y) >= far


def legs_of(chart: Chart) -> Legs:
    """The stored legs of a chart."""
    if chart.legs is None:
        chart.legs = Legs(chart)
    found: Legs = chart.legs
    return found
