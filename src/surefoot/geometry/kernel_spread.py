# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""A search from many starts, each with what it has cost to get there, and the reading of it."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from math import inf

from surefoot.geometry.kernel_chart import Chart
from surefoot.geometry.kernel_field import Field
from surefoot.geometry.kernel_search import Search

# The node of a start, as the search numbers it, and of one that has nothing to leave; the numbers that a label has.
_START = -1
_ARRIVED = -4
_SIZE = 7
# What polishing may take off the price of a way, and how much dearer a way may be that is polished too.
_POLISH = 0.25
_SLACK = 0.1
# How finely the place is sought where something stops a leg.
_HALVINGS = 16


class Spread(Search):
    """Cheapest ways over a chart from the nearest of several starts."""

    def __init__(self, chart: Chart) -> None:
        Search.__init__(self, chart)
        # So many starts were given.
        self.begun = 0

    def settle_from(
        self,
        starts: array[float],
        count: int,
        leaving: int,
        limit: float,
        cancelled: Callable[[], bool] | None,
    ) -> None:
        """Find the cheapest ways to everything within a limit from starts given as x, y, cost.

        The first `leaving` of them may stand in something, and leave it.
        """
        self._begin(starts[0], starts[1], limit)
        self.used = 0
        self.heap_used = 0
        self.begun = 0
        self.go_on_from(starts, count, leaving, cancelled)

    def go_on_from(
        self, starts: array[float], count: int, leaving: int, cancelled: Callable[[], bool] | None
    ) -> None:
        """Find what becomes cheaper by more starts, within the same limit; what is new comes behind the labels that were there."""
        for k in range(count):
            x = starts[3 * k]
            y = starts[3 * k + 1]
            cost = starts[3 * k + 2]
            node = _START if k < leaving else _ARRIVED
            # A start has no normal: its number stands there.
            self._push(cost, self._label(node, -1, x, y, 0.0, self.begun, 0.0, cost, 0.0))
            self.begun += 1
        self._run(cancelled)

    def go_on_to(self, pause: float, cancelled: Callable[[], bool] | None) -> None:
        """Find the cheapest ways to everything that costs at most so much; what is dearer waits until it is asked for."""
        self.pause = pause
        self._run(cancelled)

    def root(self, label: int) -> int:
        """The label of the start that a label comes from."""
        while self.parents[label] >= 0:
            label = self.parents[label]
        return label

    def start_of(self, label: int) -> int:
        """The number of the start that a label comes from, in the order in which they were given."""
        return int(self.labels[self.root(label) * _SIZE + 3])


class Swell(Field):
    """The prices of all places within the limit of a search from many starts."""

    def __init__(self, spread: Spread) -> None:
        Field.__init__(self, spread)
        self.spread = spread
        # The label from which the last price that was asked for comes.
        self.origin = -1
        # Where the last place lies that was found within a radius of another.
        self.end_x = 0.0
        self.end_y = 0.0

    def price(self, x: float, y: float, most: float) -> float:
        """What a place costs by the way to it, polished; infinite above `most`."""
        self.origin = -1
        if self.chart.areas == 0:
            best = self.cost_at(x, y, most)
            self.origin = self.found
            return best
        cost = self._sought(x, y, most + _POLISH, _SLACK)
        best = cost
        self.origin = self.found
        if cost < inf:
            for i in range(self.good_count):
                if self.good_costs[i] < cost + _SLACK:
                    label = self.good[i]
                    # What is polished is the way from its start: what that start has cost comes on top.
                    before = self.spread.labels[self.spread.root(label) * _SIZE + 5]
                    found = before + self.polisher.way(self.spread, label, x, y, True, 0.0)
                    if found < best:
                        best = found
                        self.origin = label
        return best if best <= most else inf

    def within(self, x: float, y: float, radius: float, most: float) -> float:
        """What it costs to come as near as a radius to a place, or twice that where something keeps one off; infinite above `most`.

        Where that is, is left in `end_x`, `end_y`.
        """
        spread = self.spread
        self.chart.leaving = spread.leaving
        best = most
        self.origin = -1
        for label in range(spread.used):
            if spread.labels[label * _SIZE + 5] >= best:
                continue
            cost = spread.reach(label, x, y, radius, best)
            if cost == inf:
                continue
            leg_x = spread.leg_x
            leg_y = spread.leg_y
            to_x = spread.end_x
            to_y = spread.end_y
            if self.chart.blocked(leg_x, leg_y, to_x, to_y, spread.starts(label)) >= 0:
                # As far as it goes, if that is near enough.
                away = math.sqrt((x - leg_x) * (x - leg_x) + (y - leg_y) * (y - leg_y))
                near = radius
                off = min(2.0 * radius, away)
                if self._blocked(label, leg_x, leg_y, x, y, away, off):
                    continue
                for _ in range(_HALVINGS):
                    middle = (near + off) / 2.0
                    if self._blocked(label, leg_x, leg_y, x, y, away, middle):
                        near = middle
                    else:
                        off = middle
                to_x = x - (x - leg_x) * off / away
                to_y = y - (y - leg_y) * off / away
            cost += self.chart.price(leg_x, leg_y, to_x, to_y)
            if cost < best:
                best = cost
                self.origin = label
                self.end_x = to_x
                self.end_y = to_y
        return best if self.origin >= 0 else inf

    def _blocked(
        self, label: int, leg_x: float, leg_y: float, x: float, y: float, away: float, off: float
    ) -> bool:
        """Whether something is in the way of a leg towards a place that ends so far off it."""
        to_x = x - (x - leg_x) * off / away
        to_y = y - (y - leg_y) * off / away
        return self.chart.blocked(leg_x, leg_y, to_x, to_y, self.spread.starts(label)) >= 0

    def prices(self, places: array[float], count: int, most: float) -> array[float]:
        """What some places cost, given as x, y; infinite where nobody can be or above `most`."""
        values = array("d", [inf]) * (count + 1)
        self.filled = values
        for k in range(count):
            x = places[2 * k]
            y = places[2 * k + 1]
            if self.chart.spot_free(x, y):
                self.filled[k] = self.price(x, y, most)
        return values

    def cheaper(
        self, places: array[float], count: int, known: array[float], most: float, by: float
    ) -> list[int]:
        """The places that cost at most so much and by so much less than is known of them, which is then known."""
        found: list[int] = []
        for k in range(count):
            x = places[2 * k]
            y = places[2 * k + 1]
            # Only what is below that is looked for.
            limit = min(most, known[k] - by)
            if limit > 0.0 and self.chart.spot_free(x, y):
                cost = self.price(x, y, limit)
                if cost < inf:
                    known[k] = cost
                    found.append(k)
        return found

    def spread_out(
        self, west: float, south: float, step: float, columns: int, rows: int, most: float, near: float
    ) -> array[float]:
        """The prices on a grid, row by row: -1 where nobody can be, infinite above `most`, polished within `near` of it."""
        values = array("d", [inf]) * (columns * rows + 1)
        self.filled = values
        for row in range(rows):
            for column in range(columns):
                if not self.chart.spot_free(west + column * step, south + row * step):
                    self.filled[row * columns + column] = -1.0
        spread = self.spread
        # Label by label, cheapest first: each looks only at what it could still make cheaper.
        costs = [(spread.labels[label * _SIZE + 5], label) for label in range(spread.used)]
        costs.sort()
        for cost, label in costs:
            if cost >= most + near:
                break
            self._around(label, west, south, step, columns, rows, most + near)
        for k in range(columns * rows):
            cost = self.filled[k]
            if cost > most - near and cost < inf and near > 0.0:
                cost = self.price(west + (k % columns) * step, south + (k // columns) * step, most)
            if cost > most:
                self.filled[k] = inf
            elif cost >= 0.0:
                self.filled[k] = cost
        return values

    def _around(
        self, label: int, west: float, south: float, step: float, columns: int, rows: int, most: float
    ) -> None:
        """Make the places of a grid cheaper that are reached straight from a label."""
        lowest = self.chart.lowest
        x = self.spread.labels[label * _SIZE]
        y = self.spread.labels[label * _SIZE + 1]
        cost = self.spread.labels[label * _SIZE + 5]
        far = (most - cost) / lowest
        first = max(0, int(math.ceil((y - far - south) / step)))  # noqa: RUF046  # in C a double
        last = min(rows - 1, int(math.floor((y + far - south) / step)))  # noqa: RUF046  # in C a double
        for row in range(first, last + 1):
            dy = south + row * step - y
            half = math.sqrt(max(0.0, far * far - dy * dy))
            begin = max(0, int(math.ceil((x - half - west) / step)))  # noqa: RUF046  # in C a double
            end = min(columns - 1, int(math.floor((x + half - west) / step)))  # noqa: RUF046  # in C a double
            for column in range(begin, end + 1):
                k = row * columns + column
                best = min(self.filled[k], most)
                if best < 0.0:
                    continue
                dx = west + column * step - x
                if cost + math.sqrt(dx * dx + dy * dy) * lowest < best:
                    found = self.price_from(label, x + dx, y + dy, best)
                    if found < best:
                        self.filled[k] = found
