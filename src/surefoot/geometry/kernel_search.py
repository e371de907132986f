# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The search over the anchors of a chart: cheapest first, legs tried only when they can still help.

A *label* is one way to an anchor: where it arrives, on which circle and which way round, what it has cost, and the
label it came from. Towards a goal the search is guided by the straight distance; without one it settles everything
within the limit, and any place can then be asked for its price.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from math import inf, pi

from surefoot.geometry.kernel_chart import Chart
from surefoot.geometry.kernel_labels import Labels

START = -1
GOAL = -2
BETWEEN = -3

# A way round more than this is never the shorter one.
_ROUND = 3.6
_TURN = 2.0 * pi
# Costs that differ by less are the same.
_SAME = 1e-9
# How often a search that takes long asks whether it is still wanted.
_BREATH = 64

# Numbers that a label has, see there.
_SIZE = 9


class Cancelled(Exception):
    """The search was told to stop."""


class Search(Labels):
    """Ways over a chart from one start, as cheap as they can be."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        Labels.__init__(self)
        self.best = array("d", [inf]) * (chart.spot_count + 1)
        self.arrivals = array("i", [-1]) * (2 * chart.circle_count + 1)
        self.near_spots = array("i", [0]) * (chart.spot_count + 1)
        self.near_circles = array("i", [0]) * (chart.circle_count + 1)
        self.spots_near = 0
        self.circles_near = 0
        self.goals: list[int] = []
        self.goal_x = 0.0
        self.goal_y = 0.0
        self.goal_radius = 0.0
        self.guided = False
        self.limit = inf
        self.bound = inf
        self.margin = 0.0
        self.expanded = 0
        # What `reach`, `along` and `cost_at` leave behind.
        self.leg_x = 0.0
        self.leg_y = 0.0
        self.end_x = 0.0
        self.end_y = 0.0
        self.rounded = 0.0
        self.first_part = 0.0
        self.border = -1

    # ------------------------------------------------------------------ the search itself

    def settle(self, x: float, y: float, limit: float, cancelled: Callable[[], bool] | None) -> None:
        """Find the cheapest ways to everything within a limit."""
        self._begin(x, y, limit)
        self._run(cancelled)

    def seek(
        self,
        x: float,
        y: float,
        goal_x: float,
        goal_y: float,
        goal_radius: float,
        limit: float,
        margin: float,
        cancelled: Callable[[], bool] | None,
    ) -> int:
        """The label of the cheapest way to a goal (or to within a radius of it), or -1 if there is none.

        `goals` then holds every way found that costs at most the margin more than the cheapest.
        """
        self._begin(x, y, limit)
        self.guided = True
        self.goal_x = goal_x
        self.goal_y = goal_y
        self.goal_radius = goal_radius
        self.margin = margin
        self._run(cancelled)
        chosen = -1
        for label in self.goals:
            if chosen < 0 or self.labels[label * _SIZE + 5] < self.labels[chosen * _SIZE + 5]:
                chosen = label
        return chosen

    def _begin(self, x: float, y: float, limit: float) -> None:
        self.used = 0
        self.heap_used = 0
        self.goals = []
        self.guided = False
        self.limit = limit
        self.bound = inf
        self.margin = 0.0
        self.expanded = 0
        chart = self.chart
        far = limit / chart.lowest + 1e-6
        self.spots_near = 0
        for q in range(chart.spot_count):
            self.best[q] = inf
            if _square(chart.spots[2 * q] - x, chart.spots[2 * q + 1] - y) <= far * far:
                self.near_spots[self.spots_near] = q
                self.spots_near += 1
        self.circles_near = 0
        for c in range(chart.circle_count):
            self.arrivals[2 * c] = -1
            self.arrivals[2 * c + 1] = -1
            reach = far + chart.circles[7 * c + 2]
            if _square(chart.circles[7 * c] - x, chart.circles[7 * c + 1] - y) <= reach * reach:
                self.near_circles[self.circles_near] = c
                self.circles_near += 1
        self._push(0.0, self._label(START, -1, x, y, 0.0, 0.0, 0.0, 0.0, x, y, 0.0))

    def _run(self, cancelled: Callable[[], bool] | None) -> None:
        while self.heap_used > 0:
            if self.heap[0] > min(self.limit, self.bound + self.margin) + _SAME:
                break
            label = self._pop()
            node = self.nodes[label]
            cost = self.labels[label * _SIZE + 5]
            if node == GOAL:
                if self.margin <= 0.0:
                    break
                continue
            if node >= self.chart.spot_count:
                if self._dominated(label, node - self.chart.spot_count, cost):
                    # It stays out of the fields that are read off later.
                    self.labels[label * _SIZE + 5] = inf
                    continue
            elif node >= 0 and cost > self.best[node] + _SAME:
                self.labels[label * _SIZE + 5] = inf
                continue
            self.expanded += 1
            if cancelled is not None and self.expanded % _BREATH == 0 and cancelled():
                raise Cancelled
            if self.guided:
                self._to_goal(label)
            self._to_spots(label)
            self._to_circles(label)

    def _ahead(self, x: float, y: float) -> float:
        """What the rest of the way costs at least."""
        if not self.guided:
            return 0.0
        away = math.sqrt(_square(x - self.goal_x, y - self.goal_y)) - self.goal_radius
        return max(0.0, away) * self.chart.lowest

    def _most(self) -> float:
        """What a way may cost to be of any use."""
        return min(self.limit, self.bound + self.margin)

    def _dominated(self, label: int, arrival: int, cost: float) -> bool:
        """Whether another way round the same circle was there before and more cheaply."""
        chart = self.chart
        j = label * _SIZE
        radius = chart.circles[7 * (arrival >> 1) + 2]
        other = self.arrivals[arrival]
        while other >= 0:
            i = other * _SIZE
            if other != label and self.labels[i + 5] <= cost:
                turn = _between(
                    self.labels[j + 2],
                    self.labels[i + 3],
                    self.labels[i + 4],
                    self.labels[j + 3],
                    self.labels[j + 4],
                )
                if turn < 3.0:
                    first = self.labels[i + 5] + radius * turn * chart.lowest
                    if first < cost - _SAME and (turn < 1e-9 or self._rounds(other, arrival, turn) <= cost):
                        return True
            other = self.following[other]
        return False

    def _rounds(self, label: int, arrival: int, turn: float) -> float:
        j = label * _SIZE
        return self.labels[j + 5] + self.chart.arc(
            arrival >> 1, self.labels[j + 2], self.labels[j + 3], self.labels[j + 4], turn
        )

    # ------------------------------------------------------------------ legs to spots

    def reach(self, label: int, x: float, y: float, radius: float, most: float) -> float:
        """What a place costs that is reached straight from a label; infinite if it is not, or costs too much.

        With a radius only that near to it. The leg is left in `leg_x`, `leg_y` (where it leaves), `end_x`, `end_y` and `rounded`.
        """
        j = label * _SIZE
        chart = self.chart
        cost = self.labels[j + 5]
        side = self.labels[j + 2]
        px = self.labels[j]
        py = self.labels[j + 1]
        turn = 0.0
        if side != 0.0:
            circle = (self.nodes[label] - chart.spot_count) >> 1
            radius_c = chart.circles[7 * circle + 2]
            cx = chart.circles[7 * circle]
            cy = chart.circles[7 * circle + 1]
            dx = x - cx
            dy = y - cy
            square = dx * dx + dy * dy
            if square < radius_c * radius_c * (1.0 - 1e-12):
                return inf
            length = math.sqrt(max(0.0, square - radius_c * radius_c))
            if cost + max(0.0, length - radius) * chart.lowest >= most:
                return inf
            nx = (dx * radius_c + side * dy * length) / square
            ny = (dy * radius_c - side * dx * length) / square
            turn = _between(side, self.labels[j + 3], self.labels[j + 4], nx, ny)
            if turn > _ROUND:
                return inf
            if cost + (max(0.0, length - radius) + radius_c * turn) * chart.lowest >= most:
                return inf
            if not chart.bends(circle, nx, ny):
                return inf
            px = cx + radius_c * nx
            py = cy + radius_c * ny
            cost += chart.arc(circle, side, self.labels[j + 3], self.labels[j + 4], turn)
            if cost >= most:
                return inf
        self.leg_x = px
        self.leg_y = py
        self.rounded = turn
        self.end_x = x
        self.end_y = y
        away = math.sqrt(_square(x - px, y - py))
        if radius > 0.0:
            if away <= radius:
                self.end_x = px
                self.end_y = py
                return cost
            self.end_x = x - (x - px) * radius / away
            self.end_y = y - (y - py) * radius / away
            away -= radius
        if cost + away * chart.lowest >= most:
            return inf
        return cost

    def _to_goal(self, label: int) -> None:
        chart = self.chart
        most = self._most() + _SAME
        cost = self.reach(label, self.goal_x, self.goal_y, self.goal_radius, most)
        if cost == inf:
            return
        leg_x = self.leg_x
        leg_y = self.leg_y
        rounded = self.rounded
        if chart.blocked(leg_x, leg_y, self.end_x, self.end_y, self.nodes[label] == START) >= 0:
            return
        x = self.end_x
        y = self.end_y
        price = chart.price(leg_x, leg_y, x, y)
        parent = label
        found = self.by_border(label, leg_x, leg_y, x, y, price)
        if found < price - _SAME and cost + found <= most:
            parent = self._label(
                BETWEEN, label, self.end_x, self.end_y, 0.0, self.border, 0.0,
                cost + found - self.first_part, leg_x, leg_y, rounded,
            )  # fmt: skip
            price = found
            leg_x = self.end_x
            leg_y = self.end_y
            rounded = 0.0
        cost += price
        if cost > most:
            return
        made = self._label(GOAL, parent, x, y, 0.0, 0.0, 0.0, cost, leg_x, leg_y, rounded)
        self.goals.append(made)
        self.bound = min(self.bound, cost)
        self._push(cost, made)

    def _to_spots(self, label: int) -> None:
        chart = self.chart
        node = self.nodes[label]
        base = self.labels[label * _SIZE + 5]
        for i in range(self.spots_near):
            q = self.near_spots[i]
            if q == node:
                continue
            x = chart.spots[2 * q]
            y = chart.spots[2 * q + 1]
            known = -1.0
            if chart.remembers and node >= 0:
                known = chart.memo[node * chart.nodes + q]
                if known == inf:
                    continue
            ahead = self._ahead(x, y)
            most = min(self.best[q] - _SAME, self._most() - ahead + _SAME)
            if known >= 0.0 and base + known >= most:
                continue
            cost = self.reach(label, x, y, 0.0, most)
            if cost == inf:
                continue
            if known < 0.0:
                if chart.blocked(self.leg_x, self.leg_y, x, y, node == START) >= 0:
                    known = inf
                else:
                    known = chart.price(self.leg_x, self.leg_y, x, y)
                if chart.remembers and node >= 0:
                    chart.memo[node * chart.nodes + q] = known
                if known == inf:
                    continue
            self._arrive(label, q, x, y, cost, known, most, ahead)

    def _arrive(
        self, label: int, q: int, x: float, y: float, cost: float, price: float, most: float, ahead: float
    ) -> None:
        """Label a spot; from inside dear ground it may pay to go to its border first and along it."""
        parent = label
        from_x = self.leg_x
        from_y = self.leg_y
        rounded = self.rounded
        total = cost + price
        first = self.chart.spot_edges[2 * q]
        if first >= 0 and price > self.chart.lowest * math.sqrt(_square(x - from_x, y - from_y)) + 1e-6:
            for k in range(2):
                edge = self.chart.spot_edges[2 * q + k]
                if edge < 0:
                    continue
                found = self.along(edge, from_x, from_y, x, y, price, self.nodes[label] == START)
                if cost + found < total - _SAME:
                    total = cost + found
                    if total < most:
                        parent = self._label(
                            BETWEEN, label, self.end_x, self.end_y, 0.0, edge, 0.0,
                            cost + self.first_part, from_x, from_y, rounded,
                        )  # fmt: skip
        if total >= most:
            return
        if parent != label:
            from_x = self.labels[parent * _SIZE]
            from_y = self.labels[parent * _SIZE + 1]
            rounded = 0.0
        self.best[q] = total
        made = self._label(q, parent, x, y, 0.0, 0.0, 0.0, total, from_x, from_y, rounded)
        self._push(total + ahead, made)

    def along(
        self, edge: int, from_x: float, from_y: float, x: float, y: float, price: float, leaving: bool
    ) -> float:
        """The price from a point off a border to one on it, by way of the border (left in `end_x`, `end_y`), or infinite.

        Where the ground is dear and the border is cheap, the border is met at the critical angle.
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
        # The rate along the border, taken where it is used.
        sign = 1.0 if spot > foot else -1.0
        near = max(0.0, min(length, spot - sign * min(reach, 1e-3)))
        cheap = chart.price(ax + near * ex, ay + near * ey, x, y)
        if abs(near - spot) < 1e-9:
            return inf
        cheap /= abs(near - spot)
        if cheap >= dear * (1.0 - 1e-9):
            return inf
        off = deep * cheap / math.sqrt(dear * dear - cheap * cheap)
        if off >= reach:
            return inf
        at = foot + sign * off
        if at < 0.0 or at > length:
            at = max(0.0, min(length, at))
        gx = ax + at * ex
        gy = ay + at * ey
        first = chart.price(from_x, from_y, gx, gy)
        second = chart.price(gx, gy, x, y)
        if first + second >= price - _SAME:
            return inf
        if chart.blocked(from_x, from_y, gx, gy, leaving) >= 0 or chart.blocked(gx, gy, x, y, False) >= 0:
            return inf
        self.end_x = gx
        self.end_y = gy
        self.first_part = first
        return first + second

    # ------------------------------------------------------------------ legs to circles

    def _to_circles(self, label: int) -> None:
        chart = self.chart
        j = label * _SIZE
        node = self.nodes[label]
        own = (node - chart.spot_count) >> 1 if node >= chart.spot_count else -1
        cost = self.labels[j + 5]
        px = self.labels[j]
        py = self.labels[j + 1]
        for i in range(self.circles_near):
            c = self.near_circles[i]
            if c == own:
                continue
            radius = chart.circles[7 * c + 2]
            cx = chart.circles[7 * c]
            cy = chart.circles[7 * c + 1]
            away = math.sqrt(_square(px - cx, py - cy)) - radius
            if self.guided:
                ahead = math.sqrt(_square(cx - self.goal_x, cy - self.goal_y)) - radius - self.goal_radius
            else:
                ahead = 0.0
            if own < 0 and away < 0.0:
                continue
            if cost + (max(0.0, away) + max(0.0, ahead)) * chart.lowest > self._most() + _SAME:
                continue
            room = self._most() + _SAME - cost - max(0.0, ahead) * chart.lowest
            for k in range(2):
                if chart.remembers and node >= 0:
                    # A leg that is known to be blocked or too dear needs no second look.
                    known = chart.memo[node * chart.nodes + chart.spot_count + 2 * c + k]
                    if known > room:
                        continue
                if own < 0:
                    self._from_spot(label, c, 1.0 - 2.0 * k)
                else:
                    self._from_circle(label, own, c, 1.0 - 2.0 * k)

    def _from_spot(self, label: int, c: int, side: float) -> None:
        chart = self.chart
        j = label * _SIZE
        radius = chart.circles[7 * c + 2]
        dx = self.labels[j] - chart.circles[7 * c]
        dy = self.labels[j + 1] - chart.circles[7 * c + 1]
        square = dx * dx + dy * dy
        length = math.sqrt(max(0.0, square - radius * radius))
        nx = (dx * radius - side * dy * length) / square
        ny = (dy * radius + side * dx * length) / square
        self._touch(label, c, side, self.labels[j], self.labels[j + 1], 0.0, nx, ny)

    def _from_circle(self, label: int, own: int, c: int, side: float) -> None:
        chart = self.chart
        j = label * _SIZE
        way = self.labels[j + 2]
        mine = chart.circles[7 * own + 2]
        other = chart.circles[7 * c + 2]
        dx = chart.circles[7 * c] - chart.circles[7 * own]
        dy = chart.circles[7 * c + 1] - chart.circles[7 * own + 1]
        away = math.sqrt(dx * dx + dy * dy)
        if away < 1e-12:
            return
        slant = (way * mine - side * other) / away
        if slant > 1.0 or slant < -1.0:
            return
        straight = math.sqrt(1.0 - slant * slant)
        # The normal to the right of the common tangent.
        mx = (dy * straight + dx * slant) / away
        my = -(dx * straight - dy * slant) / away
        turn = _between(way, self.labels[j + 3], self.labels[j + 4], way * mx, way * my)
        if turn > _ROUND:
            return
        if self.labels[j + 5] + (mine * turn + away * straight) * chart.lowest > self._most() + _SAME:
            return
        if not chart.bends(own, way * mx, way * my):
            return
        from_x = chart.circles[7 * own] + mine * way * mx
        from_y = chart.circles[7 * own + 1] + mine * way * my
        self._touch(label, c, side, from_x, from_y, turn, side * mx, side * my)

    def _touch(
        self,
        label: int,
        c: int,
        side: float,
        from_x: float,
        from_y: float,
        turn: float,
        nx: float,
        ny: float,
    ) -> None:
        """Try a tangent to a circle, and label it if nothing is in its way and nothing better is known."""
        chart = self.chart
        if not chart.bends(c, nx, ny):
            return
        j = label * _SIZE
        node = self.nodes[label]
        radius = chart.circles[7 * c + 2]
        x = chart.circles[7 * c] + radius * nx
        y = chart.circles[7 * c + 1] + radius * ny
        arrival = 2 * c + (0 if side > 0.0 else 1)
        column = chart.spot_count + arrival
        known = -1.0
        if chart.remembers and node >= 0:
            known = chart.memo[node * chart.nodes + column]
            if known == inf:
                return
        cost = self.labels[j + 5]
        length = math.sqrt(_square(x - from_x, y - from_y))
        ahead = self._ahead(x, y)
        own = (node - chart.spot_count) >> 1
        rounding = turn * chart.circles[7 * own + 2] if turn > 0.0 else 0.0
        least = cost + (length + rounding) * chart.lowest
        if least + ahead > self._most() + _SAME or self._known_better(arrival, side, nx, ny, least):
            return
        if turn > 0.0:
            cost += chart.arc(own, self.labels[j + 2], self.labels[j + 3], self.labels[j + 4], turn)
            if cost + ahead > self._most() + _SAME:
                return
        if known < 0.0:
            if chart.blocked(from_x, from_y, x, y, node == START) >= 0:
                known = inf
            else:
                known = chart.price(from_x, from_y, x, y)
            if chart.remembers and node >= 0:
                chart.memo[node * chart.nodes + column] = known
        cost += known
        if cost + ahead > self._most() + _SAME or self._known_better(arrival, side, nx, ny, cost):
            return
        made = self._label(column, label, x, y, side, nx, ny, cost, from_x, from_y, turn)
        self.following[made] = self.arrivals[arrival]
        self.arrivals[arrival] = made
        self._push(cost + ahead, made)

    def _known_better(self, arrival: int, side: float, nx: float, ny: float, cost: float) -> bool:
        radius = self.chart.circles[7 * (arrival >> 1) + 2]
        other = self.arrivals[arrival]
        while other >= 0:
            i = other * _SIZE
            if self.labels[i + 5] <= cost:
                turn = _between(side, self.labels[i + 3], self.labels[i + 4], nx, ny)
                first = self.labels[i + 5] + radius * turn * self.chart.lowest
                if (
                    turn < 3.0
                    and first <= cost + _SAME
                    and (turn < 1e-9 or self._rounds(other, arrival, turn) <= cost + _SAME)
                ):
                    return True
            other = self.following[other]
        return False

    def by_border(self, label: int, leg_x: float, leg_y: float, x: float, y: float, price: float) -> float:
        """The price from a border spot to a place in dear ground by way of that border, or infinite."""
        chart = self.chart
        node = self.nodes[label]
        best = inf
        if node < 0 or node >= chart.spot_count:
            return best
        if price <= chart.lowest * math.sqrt(_square(x - leg_x, y - leg_y)) + _SAME:
            return best
        best_x = 0.0
        best_y = 0.0
        best_first = 0.0
        for k in range(2):
            edge = chart.spot_edges[2 * node + k]
            if edge >= 0:
                # Backwards it is the same question.
                found = self.along(edge, x, y, leg_x, leg_y, price, False)
                if found < best:
                    best = found
                    best_x = self.end_x
                    best_y = self.end_y
                    best_first = self.first_part
                    self.border = edge
        self.end_x = best_x
        self.end_y = best_y
        self.first_part = best_first
        return best


def _square(x: float, y: float) -> float:
    return x * x + y * y


def _between(side: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The angle from one normal to another, the given way round."""
    turn = math.atan2(side * (ax * by - ay * bx), ax * bx + ay * by)
    if turn < -1e-9:
        return turn + _TURN
    return max(turn, 0.0)
