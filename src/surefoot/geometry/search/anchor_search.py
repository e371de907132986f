# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The search over the anchors of a chart: cheapest first, and legs are tried only if they can still help.

A *label* is one path to an anchor: where it arrives, on which circle and in which direction, its cost, and the label
it came from. Towards a goal the straight distance guides the search. Without a goal it settles everything within the
limit, and any place can then be priced.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable
from math import inf, pi

from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.intersections import is_inside
from surefoot.geometry.search.legs import Legs, legs_of
from surefoot.geometry.search.rivals import Rivals

START = -1
GOAL = -2
BETWEEN = -3

# A path round more than this angle is never the shortest.
_ROUND = 3.6
_TURN = 2.0 * pi
# A path that meets a circle this little beyond the point where it leaves it, in radians, touches it.
_BACK = 1e-6
# Costs that differ by less are the same.
_SAME = 1e-9
# A border is near to the start if it is no further off than the anchors on it are apart; and close to it if it is this near.
_NEAR = 0.75
_CLOSE = 0.1
# Paths to a circle may come from several borders. Besides the cheapest, _RIVALS others are kept that cost at most _SLACK more.
_SLACK = 0.05
_RIVALS = 1
# How often a long search asks whether it has been cancelled.
_BREATH = 64

# Towards a goal the legs from an anchor are taken in portions, most promising first. Each portion is this share of
# the lower bound of the whole path.
_SHARE = 1.0 / 16.0

# The sizes of a label, of a leg, and of a border that a leg follows.
_SIZE = 7
_WIDE = 9
_BORDER = 7


class Cancelled(Exception):
    """The search was told to stop."""


class Search(Rivals):
    """Cheapest paths over a chart from one start."""

    def __init__(self, chart: Chart) -> None:
        Rivals.__init__(self, chart)
        self.legs: Legs = legs_of(chart)
        # The obstacles that the start lies in and may leave, moving away from their middle.
        self.leaving = array("i", [0]) * (chart.count + 1)
        self.arrivals = array("i", [-1]) * (2 * chart.circle_count + 1)
        # Lower bounds of the cost from each anchor to the goal.
        self.aheads = array("d", [0.0]) * (chart.nodes + 1)
        self.goals: list[int] = []
        self.goal_x = 0.0
        self.goal_y = 0.0
        self.goal_radius = 0.0
        self.guided = False
        self.limit = inf
        self.bound = inf
        self.margin = 0.0
        # Labels above this cost wait.
        self.pause = inf
        self.expanded = 0
        # The results of `reach`.
        self.leg_x = 0.0
        self.leg_y = 0.0
        self.end_x = 0.0
        self.end_y = 0.0

    def may_leave(
        self, capsules: Iterable[int], behind: Iterable[int] = (), passed: Iterable[tuple[int, int]] = ()
    ) -> None:
        """Set the obstacles that the start lies in, and those of them that bar nothing: they lie behind others.

        Others may be `passed` by a leg from the start that comes no nearer to the obstacle named with each.
        """
        for k in range(self.chart.count):
            self.leaving[k] = 0
        for k in capsules:
            self.leaving[k] = 1
        for k in behind:
            self.leaving[k] = 2
        for k, core in passed:
            self.leaving[k] = 3 + core

    # ------------------------------------------------------------------ the search itself

    def settle(self, x: float, y: float, limit: float, cancelled: Callable[[], bool] | None) -> None:
        """Find the cheapest paths to everything within a limit."""
        self.guided = False
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
        """The label of the cheapest path to a goal (or to within a radius of it); -1 if there is none.

        `goals` then holds every path found that costs at most the margin more than the cheapest.
        """
        self.guided = True
        self.goal_x = goal_x
        self.goal_y = goal_y
        self.goal_radius = goal_radius
        self._begin(x, y, limit)
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
        self.limit = limit
        self.bound = inf
        self.margin = 0.0
        self.expanded = 0
        chart = self.chart
        chart.leaving = self.leaving
        self._forget()
        for q in range(chart.spot_count):
            self.aheads[q] = self._ahead(chart.spots[2 * q], chart.spots[2 * q + 1])
        for c in range(chart.circle_count):
            self.arrivals[2 * c] = -1
            self.arrivals[2 * c + 1] = -1
            node = chart.spot_count + 2 * c
            # Anywhere on the circle.
            nearer = chart.circles[7 * c + 2] * chart.lowest
            ahead = max(0.0, self._ahead(chart.circles[7 * c], chart.circles[7 * c + 1]) - nearer)
            self.aheads[node] = ahead
            self.aheads[node + 1] = ahead
        start = self._label(START, -1, x, y, 0.0, 0.0, 0.0, 0.0, 0.0)
        self._push(self._ahead(x, y), start)
        self._cross_near(start, x, y)

    def _cross_near(self, start: int, x: float, y: float) -> None:
        """Add labels on the borders near the start, where a path may bend before it comes to any anchor."""
        chart = self.chart
        # Out of dear ground a little aside costs the most.
        beside = 4 if chart.areas and chart.rate_at(x, y) > chart.lowest else 2
        for k in range(chart.areas):
            if (
                chart.boxes[4 * k] > x + _NEAR
                or chart.boxes[4 * k + 2] < x - _NEAR
                or chart.boxes[4 * k + 1] > y + _NEAR
                or chart.boxes[4 * k + 3] < y - _NEAR
            ):
                continue
            for edge in range(chart.firsts[k], chart.firsts[k + 1]):
                ax = chart.edges[4 * edge]
                ay = chart.edges[4 * edge + 1]
                ex = chart.edges[4 * edge + 2] - ax
                ey = chart.edges[4 * edge + 3] - ay
                length = math.sqrt(ex * ex + ey * ey)
                if length < 1e-9:
                    continue
                foot = ((x - ax) * ex + (y - ay) * ey) / length
                off = abs((x - ax) * ey - (y - ay) * ex) / length
                if off > _NEAR or foot < -_NEAR or foot > length + _NEAR:
                    continue
                # Close to the border also along it, up to where the next anchor may be.
                most = beside + 2 if off < _CLOSE else beside
                for i in range(-most, most + 1):
                    at = foot + 0.6 / beside * i * off
                    if i > beside:
                        at = foot + (i - beside) * _NEAR / 4.0
                    elif i < -beside:
                        at = foot + (i + beside) * _NEAR / 4.0
                    elif off < 1e-4:
                        continue
                    if at < 0.0 or at > length:
                        continue
                    to_x = ax + at / length * ex
                    to_y = ay + at / length * ey
                    on_chart = chart.west <= to_x <= chart.east and chart.south <= to_y <= chart.north
                    if on_chart and chart.free(x, y, to_x, to_y, True):
                        cost = chart.price(x, y, to_x, to_y)
                        if cost <= self.limit:
                            self._push(
                                cost + self._ahead(to_x, to_y),
                                self._label(BETWEEN, start, to_x, to_y, 0.0, edge, 0.0, cost, 0.0),
                            )

    def _run(self, cancelled: Callable[[], bool] | None) -> None:
        chart = self.chart
        # Near the limit there is little left to postpone.
        portion = inf
        if self.guided and self.heap_used > 0 and self.limit > 2.0 * self.heap[0]:
            portion = self.heap[0] * _SHARE
        while self.heap_used > 0:
            if self.heap[0] > min(self.limit, self.bound + self.margin, self.pause) + _SAME:
                break
            upto = self.heap[0] + portion
            label = self._pop()
            node = self.nodes[label]
            cost = self.labels[label * _SIZE + 5]
            again = self.dealt[label] >= 0.0
            if node == GOAL:
                if self.margin <= 0.0:
                    break
                continue
            if node >= chart.spot_count:
                if self._dominated(label, node - chart.spot_count, cost):
                    # A label at the goal is not part of the field that is read later.
                    if not again:
                        self.labels[label * _SIZE + 5] = inf
                    continue
            elif node >= 0 and cost > self.best[node] + _SAME and not self._overtakes(label, node):
                if not again:
                    self.labels[label * _SIZE + 5] = inf
                continue
            self.expanded += 1
            if cancelled is not None and self.expanded % _BREATH == 0 and cancelled():
                raise Cancelled
            # The chart is shared: another search may have changed its marks meanwhile.
            chart.leaving = self.leaving
            if self.guided and not again:
                self._to_goal(label)
            self._fan_out(label, upto)

    def _ahead(self, x: float, y: float) -> float:
        """The lower bound of the rest of the path."""
        if not self.guided:
            return 0.0
        away = math.sqrt(_square(x - self.goal_x, y - self.goal_y)) - self.goal_radius
        return max(0.0, away) * self.chart.lowest

    def _most(self) -> float:
        """The highest cost at which a path is still of use."""
        return min(self.limit, self.bound + self.margin)

    def _dominated(self, label: int, arrival: int, cost: float) -> bool:
        """Whether a cheaper path round the same circle has been there before."""
        chart = self.chart
        side = 1.0 - 2.0 * (arrival & 1)
        angle = self.labels[label * _SIZE + 6]
        radius = chart.circles[7 * (arrival >> 1) + 2]
        # Sliding may make the dearer path the cheaper one.
        slack = _SLACK if chart.areas else 0.0
        origin = self._origin(label)
        rivals = 0
        other = self.arrivals[arrival]
        while other >= 0:
            i = other * _SIZE
            if other != label and self.labels[i + 5] <= cost:
                turn = _turned(side, self.labels[i + 6], angle)
                if turn < 3.0:
                    first = self.labels[i + 5] + radius * turn * chart.lowest
                    if first < cost - _SAME:
                        there = first if turn < 1e-9 else self._rounds(other, arrival, turn)
                        if there <= cost:
                            rivals += 1
                            if there <= cost - slack or rivals > _RIVALS or self._origin(other) == origin:
                                return True
            other = self.following[other]
        return False

    def _known_better(self, label: int, arrival: int, angle: float, cost: float) -> bool:
        """Whether a path on from a label, round a circle to an angle, would be too expensive to be of use."""
        chart = self.chart
        side = 1.0 - 2.0 * (arrival & 1)
        radius = chart.circles[7 * (arrival >> 1) + 2]
        # Sliding may make the dearer path the cheaper one.
        slack = _SLACK if chart.areas else 0.0
        origin = self._origin(label)
        rivals = 0
        other = self.arrivals[arrival]
        while other >= 0:
            i = other * _SIZE
            if self.labels[i + 5] <= cost:
                turn = _turned(side, self.labels[i + 6], angle)
                first = self.labels[i + 5] + radius * turn * chart.lowest
                if turn < 3.0 and first <= cost + _SAME:
                    there = first if turn < 1e-9 else self._rounds(other, arrival, turn)
                    if there <= cost + _SAME:
                        rivals += 1
                        if there <= cost + _SAME - slack or rivals > _RIVALS or self._origin(other) == origin:
                            return True
            other = self.following[other]
        return False

    def _rounds(self, label: int, arrival: int, turn: float) -> float:
        j = label * _SIZE
        return self.labels[j + 5] + self.chart.arc(
            arrival >> 1, 1.0 - 2.0 * (arrival & 1), self.labels[j + 6], turn
        )

    # ------------------------------------------------------------------ legs to anchors

    def _fan_out(self, label: int, upto: float) -> None:
        """Take the legs from a label's anchor that can still help: those within a cost now, the others later."""
        chart = self.chart
        legs = self.legs
        node = self.nodes[label]
        j = label * _SIZE
        cost = self.labels[j + 5]
        side = self.labels[j + 2]
        most = self._most() + _SAME
        far = (most - cost) / chart.lowest
        circle = -1
        radius = 0.0
        if node >= chart.spot_count:
            circle = (node - chart.spot_count) >> 1
            radius = chart.circles[7 * circle + 2]
        if node < 0:
            # These legs are not stored, so they are taken at once.
            first = legs.start(self.labels[j], self.labels[j + 1], far)
            count = legs.counts[chart.nodes]
            upto = inf
        else:
            first = legs.fan(node, far)
            count = legs.counts[node]
        origin = self._origin(label) if chart.areas else -1
        done = self.dealt[label]
        later = inf
        blocked = 0
        for leg in range(first, first + count):
            k = leg * _WIDE
            target = legs.targets[leg]
            price = legs.numbers[k + 1]
            if price == inf:
                blocked += 1
                continue
            ahead = self.aheads[target]
            # By its length alone: the order in which legs are taken must not change once their cost is known.
            whole = cost + legs.numbers[k] * chart.lowest + ahead
            least = cost + price if price >= 0.0 else whole - ahead
            if least + ahead > most:
                continue
            if target < chart.spot_count and not self._may_lead(target, origin, least):
                continue
            if whole > upto:
                later = min(later, whole)
                continue
            turn = 0.0
            if side != 0.0:
                turn = _turned(side, self.labels[j + 6], legs.leaves_at(leg, circle))
                if turn > _ROUND:
                    continue
                least += turn * radius * chart.lowest
                if least + ahead > most:
                    continue
                whole += turn * radius * chart.lowest
                if whole > upto:
                    later = min(later, whole)
                    continue
            if whole <= done:
                continue
            if target < chart.spot_count:
                if not self._may_lead(target, origin, least):
                    continue
            elif self._known_better(label, target - chart.spot_count, legs.arrives_at(leg), least):
                continue
            if price < 0.0:
                price = legs.ask(leg, node, node == START)
            if price == inf:
                blocked += 1
                continue
            before = cost
            if turn > 0.0:
                before += chart.arc(circle, side, self.labels[j + 6], turn)
            if before + price + ahead > most:
                continue
            if target < chart.spot_count:
                self._arrive(label, leg, before, before + price)
            else:
                self._touch(label, leg, before + price, most)
        # Removing blocked legs takes time: do it once for all of them, or when it is worth it.
        if node >= 0 and (2 * blocked > count or (blocked > 0 and later == inf)):
            legs.drop_blocked(node)
        if later < inf:
            self.dealt[label] = upto
            self._push(later, label)

    def _arrive(self, label: int, leg: int, before: float, total: float) -> None:
        """Add a label for a spot, by way of its border if that is cheaper."""
        q = self.legs.targets[leg]
        k = leg * _WIDE
        b = -1
        origin = -1
        if self.legs.numbers[k + 8] >= 0.0:
            b = int(self.legs.numbers[k + 8]) * _BORDER
            origin = int(self.legs.borders[b])
        elif self.slacks[q] > 0.0:
            origin = self._origin(label)
        if not self._may_lead(q, origin, total):
            return
        parent = label
        if b >= 0:
            edge = self.legs.borders[b]
            for i in range(b, b + 4, 3):
                x = self.legs.borders[i + 1]
                y = self.legs.borders[i + 2]
                first = before + self.legs.borders[i + 3]
                parent = self._label(BETWEEN, parent, x, y, 0.0, edge, 0.0, first, 0.0)
        x = self.chart.spots[2 * q]
        y = self.chart.spots[2 * q + 1]
        made = self._label(q, parent, x, y, 0.0, 0.0, 0.0, total, 0.0)
        self._enter(q, made, origin, total)
        self._push(total + self.aheads[q], made)

    def _touch(self, label: int, leg: int, total: float, most: float) -> None:
        """Add a label for a circle where a tangent meets it, unless a better one is known."""
        chart = self.chart
        k = leg * _WIDE
        target = self.legs.targets[leg]
        arrival = target - chart.spot_count
        c = arrival >> 1
        nx = self.legs.numbers[k + 3]
        ny = self.legs.numbers[k + 4]
        angle = self.legs.arrives_at(leg)
        x = chart.circles[7 * c] + chart.circles[7 * c + 2] * nx
        y = chart.circles[7 * c + 1] + chart.circles[7 * c + 2] * ny
        ahead = self._ahead(x, y)
        if total + ahead > most or self._known_better(label, arrival, angle, total):
            return
        made = self._label(target, label, x, y, 1.0 - 2.0 * (arrival & 1), nx, ny, total, angle)
        self.following[made] = self.arrivals[arrival]
        self.arrivals[arrival] = made
        self._push(total + ahead, made)

    # ------------------------------------------------------------------ legs to any place

    def reach(self, label: int, x: float, y: float, radius: float, most: float) -> float:
        """The cost of a place reached straight from a label; infinite if it is blocked, or over the limit.

        With a radius, only that near to it. The leg is left in `leg_x`, `leg_y` (where it leaves), `end_x` and
        `end_y`.
        """
        j = label * _SIZE
        chart = self.chart
        cost = self.labels[j + 5]
        side = self.labels[j + 2]
        px = self.labels[j]
        py = self.labels[j + 1]
        if side != 0.0:
            circle = (self.nodes[label] - chart.spot_count) >> 1
            radius_c = chart.circles[7 * circle + 2]
            cx = chart.circles[7 * circle]
            cy = chart.circles[7 * circle + 1]
            dx = x - cx
            dy = y - cy
            square = dx * dx + dy * dy
            if is_inside(square, radius_c):
                return inf
            square = max(square, radius_c * radius_c)
            length = math.sqrt(square - radius_c * radius_c)
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
            cost += chart.arc(circle, side, self.labels[j + 6], turn)
            if cost >= most:
                return inf
        self.leg_x = px
        self.leg_y = py
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
        x = self.end_x
        y = self.end_y
        free = chart.free(leg_x, leg_y, x, y, self.nodes[label] == START)
        price = chart.price(leg_x, leg_y, x, y)
        parent = label
        # Also where an obstacle bars the straight leg: the border may lead past it.
        found = self.by_border(label, leg_x, leg_y, x, y, price)
        if found == inf and not free:
            return
        if found < price - _SAME and cost + found <= most:
            legs = self.legs
            edge = legs.border
            first = cost + legs.in_cost
            second = cost + legs.out_cost
            parent = self._label(BETWEEN, parent, legs.in_x, legs.in_y, 0.0, edge, 0.0, first, 0.0)
            parent = self._label(BETWEEN, parent, legs.out_x, legs.out_y, 0.0, edge, 0.0, second, 0.0)
            price = found
        elif not free:
            return
        cost += price
        if cost > most:
            return
        made = self._label(GOAL, parent, x, y, 0.0, 0.0, 0.0, cost, 0.0)
        self.goals.append(made)
        self.bound = min(self.bound, cost)
        self._push(cost, made)

    def by_border(self, label: int, leg_x: float, leg_y: float, x: float, y: float, price: float) -> float:
        """The price of the leg from a label to a place that was priced last, if a border makes it cheaper; otherwise infinite.

        The border is left in `legs`.
        """
        chart = self.chart
        node = self.nodes[label]
        best = inf
        length = math.sqrt(_square(x - leg_x, y - leg_y))
        if price <= chart.lowest * length + _SAME:
            return best
        if chart.pieces == 1:
            return self.legs.by_borders(leg_x, leg_y, x, y, price, node == START)
        if 0 <= node < chart.spot_count:
            for k in range(2):
                edge = chart.spot_edges[2 * node + k]
                if edge >= 0:
                    found = self.legs.by_edge(
                        edge, leg_x, leg_y, x, y, price / length, min(price, best), False
                    )
                    best = min(best, found)
        return best


def _square(x: float, y: float) -> float:
    return x * x + y * y


def _turned(side: float, start: float, end: float) -> float:
    """The angle from one angle to another in the given direction; a tiny step backwards counts as zero."""
    turn = side * (end - start)
    if turn < -_BACK:
        turn += _TURN
    if turn > _TURN - _BACK:
        return 0.0
    return max(turn, 0.0)


def _between(side: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The angle from one normal to another in the given direction."""
    turn = math.atan2(side * (ax * by - ay * bx), ax * bx + ay * by)
    if turn < -_BACK:
        return turn + _TURN
    return max(turn, 0.0)
