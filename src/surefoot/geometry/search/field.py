# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Reads a settled search: the price of any place, and the label from which it is reached."""

from __future__ import annotations

import math
from array import array
from collections.abc import Collection
from math import inf

from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.bends import Bends
from surefoot.geometry.search.polish import Polisher

# The size of a label.
_SIZE = 7
# The most that polishing may take off a price.
_POLISH = 0.25
# Paths up to this much dearer may become the cheapest when polished.
_SLACK = 0.2
# Less than this between two prices is rounding.
_SAME = 1e-12
# More than rounding can add to the lower bound of a price.
_HAIR = 1e-9


class PriceField:
    """The prices of all places within the limit of a settled search."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.chart = search.chart
        self.polisher = Polisher(search.chart)
        # What measures the turns on a path, once it is needed.
        self.bends: Bends | None = None
        self.found = -1
        # The label that gave the last price: most often it gives that of a place nearby, too.
        self.recent = -1
        self.filled = array("d", [0.0])
        self.live_first = 0
        self.live_count = 0
        self.good_count = 0
        self.read_from(0)

    def read_from(self, first: int) -> None:
        """Read the search from a label on: from the first, or only those added since."""
        search = self.search
        # The labels from which places can be reached: x, y, cost, and number.
        self.live = array("d", [0.0]) * (3 * search.used + 1)
        self.live_labels = array("i", [0]) * (search.used + 1)
        # Those before the first of them are left out.
        self.live_first = 0
        self.live_count = 0
        for k in range(first, search.used):
            j = k * _SIZE
            if search.labels[j + 5] < inf:
                self.live[3 * self.live_count] = search.labels[j]
                self.live[3 * self.live_count + 1] = search.labels[j + 1]
                self.live[3 * self.live_count + 2] = search.labels[j + 5]
                self.live_labels[self.live_count] = k
                self.live_count += 1
        self.good = array("i", [0]) * (search.used + 1)
        self.good_costs = array("d", [0.0]) * (search.used + 1)
        self.candidates = array("d", [0.0]) * (search.used + 1)
        self.candidate_labels = array("i", [0]) * (search.used + 1)

    def cost_at(self, x: float, y: float, most: float) -> float:
        """The cost of a place straight from the best label; infinite above `most`. The label is left in `found`."""
        return self._sought(x, y, most, 0.0)

    def _sought(self, x: float, y: float, most: float, slack: float) -> float:
        """Like `cost_at`; labels within some slack of the best are left in `good`."""
        self.found = -1
        self.good_count = 0
        if self.chart.spot_free(x, y):
            return self._from_labels(x, y, most, slack, -1)
        # A mover inside an obstacle that it may leave can stay, or stop on the straight path out of it.
        away = abs(x - self.search.labels[0]) + abs(y - self.search.labels[1])
        cost = 0.0
        if away > 1e-9:
            chart = self.chart
            inside = chart.west <= x <= chart.east and chart.south <= y <= chart.north
            cost = self.price_from(0, x, y, most) if inside and self.search.starts(0) else inf
        if cost > most:
            return inf
        self.found = 0
        return cost

    def _from_labels(self, x: float, y: float, most: float, slack: float, hint: int) -> float:
        """The price of a free place; `hint` is a label to try first, such as the best one of a neighbour."""
        lowest = self.chart.lowest
        best = most
        self.found = -1
        # Up to the nearest border the last stretch costs the rate of the ground here.
        extra = self.chart.rate_at(x, y) - lowest if self.chart.areas else 0.0
        deep = self.chart.depth(x, y) if extra > 0.0 else 0.0
        if hint >= 0:
            cost = self.price_from(hint, x, y, most)
            if cost < best:
                best = cost
                self.found = hint
        likely = best if hint >= 0 and hint == self.recent else self._likely(x, y, most)
        count = self._sift(x, y, most, min(best, likely) + slack, extra, deep, hint)
        while count > 0:
            label = self.candidate_labels[0]
            if self.candidates[0] >= min(best + slack, most):
                break
            count -= 1
            self.candidates[0] = self.candidates[count]
            self.candidate_labels[0] = self.candidate_labels[count]
            self._sink(0, count)
            cost = self.price_from(label, x, y, min(best + slack, most))
            if cost < inf and slack > 0.0:
                self.good[self.good_count] = label
                self.good_costs[self.good_count] = cost
                self.good_count += 1
            if cost < best:
                best = cost
                self.found = label
        if self.found >= 0:
            self.recent = self.found
        return best if self.found >= 0 else inf

    def _likely(self, x: float, y: float, most: float) -> float:
        """The price of a place from the label that gave the last one; infinite if that is not among those that are read."""
        if (
            self.recent < 0
            or self.live_first >= self.live_count
            or self.recent < self.live_labels[self.live_first]
            or self.recent > self.live_labels[self.live_count - 1]
        ):
            return inf
        return self.price_from(self.recent, x, y, most)

    def _sift(
        self, x: float, y: float, most: float, bound: float, extra: float, deep: float, without: int
    ) -> int:
        """Collect the labels from which a place may cost less than `most` and no more than a bound; how many there are.

        They are left in `candidates`, a heap by the lower bounds of their prices. By `extra` the ground round the place
        costs more than the lowest rate, up to `deep` away from it.
        """
        lowest = self.chart.lowest
        limit = min(bound + _HAIR, most)
        count = 0
        for i in range(self.live_first, self.live_count):
            room = limit - self.live[3 * i + 2]
            if room <= 0.0:
                continue
            dx = x - self.live[3 * i]
            dy = y - self.live[3 * i + 1]
            square = dx * dx + dy * dy
            if square * lowest * lowest >= room * room or self.live_labels[i] == without:
                continue
            away = math.sqrt(square)
            least = away * lowest + min(away, deep) * extra
            if least < room:
                self.candidates[count] = self.live[3 * i + 2] + least
                self.candidate_labels[count] = self.live_labels[i]
                count += 1
        for i in range(count // 2 - 1, -1, -1):
            self._sink(i, count)
        return count

    def _sink(self, at: int, count: int) -> None:
        """Move a candidate down the heap until none below it comes before it."""
        least = self.candidates[at]
        label = self.candidate_labels[at]
        below = 2 * at + 1
        while below < count:
            if below + 1 < count and self._is_before(
                below + 1, self.candidates[below], self.candidate_labels[below]
            ):
                below += 1
            if not self._is_before(below, least, label):
                break
            self.candidates[at] = self.candidates[below]
            self.candidate_labels[at] = self.candidate_labels[below]
            at = below
            below = 2 * at + 1
        if count > 0:
            self.candidates[at] = least
            self.candidate_labels[at] = label

    def _is_before(self, k: int, least: float, label: int) -> bool:
        """Whether a candidate is tried before another one: it has a lower bound, or the same and a lower number."""
        return self.candidates[k] < least or (
            self.candidates[k] == least and self.candidate_labels[k] < label
        )

    def price_from(self, label: int, x: float, y: float, most: float) -> float:
        """The cost of a place straight from one label; infinite if it is blocked, or not below `most`."""
        search = self.search
        cost = search.reach(label, x, y, 0.0, most)
        if cost == inf:
            return inf
        leg_x = search.leg_x
        leg_y = search.leg_y
        leaving = search.starts(label)
        if leaving:
            self.chart.leaving = search.leaving
        free = self.chart.free(leg_x, leg_y, x, y, leaving)
        if not free and self.chart.areas == 0:
            # No border leads past the obstacle.
            return inf
        price = self.chart.price(leg_x, leg_y, x, y)
        # Also where an obstacle bars the straight leg: the border may lead past it.
        found = search.by_border(label, leg_x, leg_y, x, y, price)
        return cost + (min(price, found) if free else found)

    def polished(self, x: float, y: float, most: float) -> float:
        """The cost of a place by its polished path; infinite above `most`."""
        if self.chart.areas == 0:
            return self.cost_at(x, y, most)
        # Polishing takes off little: costs further above stay above.
        cost = self._sought(x, y, most + _POLISH, _SLACK)
        best = inf
        if cost < inf:
            self.polisher.begin()
            for i in range(self.good_count):
                if self.good_costs[i] < cost + _SLACK:
                    if self.polisher.straight(self.search, 0, x, y) >= best - _SAME:
                        break
                    self.polisher.bound = best
                    best = min(best, self.polisher.rival(self.search, self.good[i], x, y, True, 0.0))
            self.polisher.bound = inf
            if self.good_count == 0:
                best = cost
        return best if best <= most else inf

    def fill(
        self,
        west: float,
        south: float,
        step: float,
        columns: int,
        rows: int,
        most: float,
        sure: float,
        known: Collection[int] = (),
    ) -> array[float]:
        """The prices on a grid, row by row: -1 inside obstacles, infinite above `most`, polished if above `sure`.

        Nodes that are `known` already are left out: -1.
        """
        values = array("d", [inf]) * (columns * rows + 1)
        for k in known:
            values[k] = -1.0
        self.filled = values
        lowest = self.chart.lowest
        start_x = self.search.labels[0]
        start_y = self.search.labels[1]
        # The best label for each node of the row below.
        hints = array("i", [-1]) * (columns + 1)
        self.hints = hints
        for row in range(rows):
            y = south + row * step
            before = -1
            for column in range(columns):
                x = west + column * step
                dx = x - start_x
                dy = y - start_y
                if (dx * dx + dy * dy) * lowest * lowest > most * most:
                    continue
                k = row * columns + column
                if self.filled[k] < 0.0:
                    continue
                if not self.chart.spot_free(x, y):
                    self.filled[k] = -1.0
                    continue
                hint = before if before >= 0 else self.hints[column]
                cost = self._from_labels(x, y, most + _POLISH, 0.0, hint)
                before = self.found
                self.hints[column] = before
                if cost > sure and cost < inf:
                    cost = self.polished(x, y, most)
                self.filled[k] = cost if cost <= most else inf
        return values
