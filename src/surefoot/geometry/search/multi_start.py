# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""A search from several starts, each with the cost of reaching it, and the prices of all places by it."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from math import inf

from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.cover import Cover
from surefoot.geometry.search.field import PriceField

# The node of a start, as the search numbers it; that of a start with no obstacle to leave; the size of a label.
_START = -1
_ARRIVED = -4
_SIZE = 7
# The most that polishing may take off a price, and how much dearer than the best a path may be to be polished too.
_POLISH = 0.25
_SLACK = 0.1
# Less than this between two prices is rounding.
_SAME = 1e-12
# What is looked for up to a limit does not include it.
_BESIDE = 1e-6
# The number of bisections that find where an obstacle stops a leg.
_HALVINGS = 16
# The number of nodes in a stretch of a row: a label that can make none of them cheaper passes over all of them.
_STRETCH = 16


class MultiStartSearch(Search):
    """Cheapest paths over a chart from the best of several starts."""

    def __init__(self, chart: Chart) -> None:
        Search.__init__(self, chart)
        # The number of starts given so far.
        self.start_count = 0

    def settle_from(
        self,
        starts: array[float],
        count: int,
        leaving: int,
        limit: float,
        cancelled: Callable[[], bool] | None,
    ) -> None:
        """Find the cheapest paths to everything within a limit, from starts given as x, y, cost.

        The first `leaving` of them may stand inside an obstacle, and leave it.
        """
        self._begin(starts[0], starts[1], limit)
        self.used = 0
        self.heap_used = 0
        self.start_count = 0
        self.add_starts(starts, count, leaving, cancelled)

    def add_starts(
        self, starts: array[float], count: int, leaving: int, cancelled: Callable[[], bool] | None
    ) -> None:
        """Find what becomes cheaper by more starts, within the same limit. New labels come after those already there."""
        for k in range(count):
            x = starts[3 * k]
            y = starts[3 * k + 1]
            cost = starts[3 * k + 2]
            node = _START if k < leaving else _ARRIVED
            # A start has no normal: the field holds its number instead.
            self._push(cost, self._label(node, -1, x, y, 0.0, self.start_count, 0.0, cost, 0.0))
            self.start_count += 1
        self._run(cancelled)

    def continue_to(self, pause: float, cancelled: Callable[[], bool] | None) -> None:
        """Find the cheapest paths to everything that costs at most `pause`; the rest waits for the next call."""
        self.pause = pause
        self._run(cancelled)

    def root(self, label: int) -> int:
        """The label of the start from which a label was reached."""
        while self.parents[label] >= 0:
            label = self.parents[label]
        return label

    def start_of(self, label: int) -> int:
        """The number of the start from which a label was reached, in the order in which the starts were given."""
        return int(self.labels[self.root(label) * _SIZE + 3])


class MultiStartField(PriceField):
    """The prices of all places within the limit of a search from several starts."""

    def __init__(self, multi: MultiStartSearch) -> None:
        PriceField.__init__(self, multi)
        self.multi = multi
        # The label that gave the last price.
        self.origin = -1
        # The price of the dearest node of each stretch of a grid, and how many stretches a row has.
        self.dearest = array("d")
        self.stretches = 0
        # The label that gives each node its price.
        self.sources = array("i")
        # The price of each node from which it doesn't matter.
        self.bounds = array("d")
        # Where `cost_near` ended last.
        self.end_x = 0.0
        self.end_y = 0.0

    def price(self, x: float, y: float, most: float) -> float:
        """The cost of a place by its polished path; infinite above `most`."""
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
                    start = self.multi.root(label)
                    # The polished path begins at its start: add the cost of that start.
                    before = self.multi.labels[start * _SIZE + 5]
                    if self.polisher.straight(self.multi, start, x, y) >= best - before - _SAME:
                        continue
                    self.polisher.bound = best - before
                    found = before + self.polisher.path(self.multi, label, x, y, True, 0.0)
                    if found < best:
                        best = found
                        self.origin = label
        self.polisher.bound = inf
        return best if best <= most else inf

    def costs_within(self, x: float, y: float, level: float) -> bool:
        """Whether a place costs at most a level: quicker than its price, as what leads there for more is not looked at."""
        return self.price(x, y, level + _BESIDE) <= level

    def cost_near(self, x: float, y: float, radius: float, most: float) -> float:
        """The cost of coming within a radius of a place, or twice that if an obstacle is in between; infinite above `most`.

        The point reached is left in `end_x`, `end_y`.
        """
        multi = self.multi
        self.chart.leaving = multi.leaving
        best = most
        self.origin = -1
        for label in range(multi.used):
            if multi.labels[label * _SIZE + 5] >= best:
                continue
            cost = multi.reach(label, x, y, radius, best)
            if cost == inf:
                continue
            leg_x = multi.leg_x
            leg_y = multi.leg_y
            to_x = multi.end_x
            to_y = multi.end_y
            if self.chart.blocked(leg_x, leg_y, to_x, to_y, multi.starts(label)) >= 0:
                # Go as far as possible, if that is near enough.
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
        """Whether a leg towards a place is blocked if it ends at a distance `off` from it."""
        to_x = x - (x - leg_x) * off / away
        to_y = y - (y - leg_y) * off / away
        return self.chart.blocked(leg_x, leg_y, to_x, to_y, self.multi.starts(label)) >= 0

    def prices(self, places: array[float], count: int, most: float) -> array[float]:
        """The costs of some places, given as x, y; infinite inside obstacles or above `most`."""
        values = array("d", [inf]) * (count + 1)
        self.filled = values
        for k in range(count):
            x = places[2 * k]
            y = places[2 * k + 1]
            if self.chart.spot_free(x, y):
                self.filled[k] = self.price(x, y, most)
        return values

    def cheaper(
        self, places: array[float], count: int, known: array[float], most: float, by: float, since: int = 0
    ) -> list[int]:
        """The places that cost at most `most` and are cheaper than `known` by at least `by`; `known` is updated.

        If a price is known, it is that by the labels before `since`.
        """
        found: list[int] = []
        fresh = 0
        # Where prices are polished, an older label may give a lower one.
        while self.chart.areas == 0 and fresh < self.live_count and self.live_labels[fresh] < since:
            fresh += 1
        for k in range(count):
            x = places[2 * k]
            y = places[2 * k + 1]
            # Only lower costs matter.
            limit = min(most, known[k] - by)
            if limit > 0.0 and self.chart.spot_free(x, y):
                self.live_first = fresh if known[k] < inf else 0
                cost = self.price(x, y, limit)
                if cost < inf:
                    known[k] = cost
                    found.append(k)
        self.live_first = 0
        return found

    def grid_prices(
        self,
        west: float,
        south: float,
        step: float,
        columns: int,
        rows: int,
        most: float,
        near: float,
        cover: Cover | None = None,
    ) -> array[float]:
        """The prices on a grid, row by row: -1 inside obstacles, infinite above `most`, polished if within `near` of it.

        They are infinite, too, where a cover says that they don't matter.
        """
        values = array("d", [inf]) * (columns * rows + 1)
        self.filled = values
        self.sources = array("i", [-1]) * (columns * rows + 1)
        self.stretches = (columns + _STRETCH - 1) // _STRETCH
        self.dearest = array("d", [inf]) * (rows * self.stretches + 1)
        for row in range(rows):
            for column in range(columns):
                if not self.chart.spot_free(west + column * step, south + row * step):
                    self.filled[row * columns + column] = -1.0
        if cover is not None:
            self.bounds = cover.bounds(self.filled)
            for k in range(columns * rows):
                self.filled[k] = min(self.filled[k], self.bounds[k])
        multi = self.multi
        # Label by label, cheapest first: each looks only at nodes that it could still make cheaper.
        costs = [(multi.labels[label * _SIZE + 5], label) for label in range(multi.used)]
        costs.sort()
        for cost, label in costs:
            if cost >= most + near:
                break
            self._lower_around(label, west, south, step, columns, rows, most + near)
        for k in range(columns * rows):
            cost = self.filled[k]
            if cost > most - near and cost < inf and near > 0.0:
                cost = self.price(west + (k % columns) * step, south + (k // columns) * step, most)
            if cost > most or (cover is not None and cost >= self.bounds[k]):
                self.filled[k] = inf
            elif cost >= 0.0:
                self.filled[k] = cost
        return values

    def ahead(
        self, node: int, ax: float, ay: float, bx: float, by: float, level: float, hair: float
    ) -> float:
        """The share of the line from a node of the last grid to another point up to which a level reaches from the node's own label.

        It is found by halving, down to a share of `hair`; 0 if the node has none.
        """
        label = self.sources[node]
        low = 0.0
        high = 1.0
        while label >= 0 and high - low > hair:
            middle = (low + high) / 2.0
            x = ax + (bx - ax) * middle
            y = ay + (by - ay) * middle
            if self.chart.spot_free(x, y) and self.price_from(label, x, y, inf) <= level:
                low = middle
            else:
                high = middle
        return low

    def _lower_around(
        self, label: int, west: float, south: float, step: float, columns: int, rows: int, most: float
    ) -> None:
        """Lower the prices of the nodes that can be reached straight from a label."""
        lowest = self.chart.lowest
        x = self.multi.labels[label * _SIZE]
        y = self.multi.labels[label * _SIZE + 1]
        cost = self.multi.labels[label * _SIZE + 5]
        far = (most - cost) / lowest
        first = max(0, int(math.ceil((y - far - south) / step)))  # noqa: RUF046  # in C a double
        last = min(rows - 1, int(math.floor((y + far - south) / step)))  # noqa: RUF046  # in C a double
        for row in range(first, last + 1):
            dy = south + row * step - y
            half = math.sqrt(max(0.0, far * far - dy * dy))
            begin = max(0, int(math.ceil((x - half - west) / step)))  # noqa: RUF046  # in C a double
            end = min(columns - 1, int(math.floor((x + half - west) / step)))  # noqa: RUF046  # in C a double
            for stretch in range(begin // _STRETCH, end // _STRETCH + 1):
                low = stretch * _STRETCH
                high = min(columns, low + _STRETCH) - 1
                away = max(0.0, west + low * step - x, x - (west + high * step))
                # No node of the stretch can become cheaper than the dearest of them is.
                if (
                    cost + math.sqrt(away * away + dy * dy) * lowest
                    >= self.dearest[row * self.stretches + stretch]
                ):
                    continue
                for column in range(max(begin, low), min(end, high) + 1):
                    k = row * columns + column
                    best = min(self.filled[k], most)
                    if best < 0.0:
                        continue
                    dx = west + column * step - x
                    if cost + math.sqrt(dx * dx + dy * dy) * lowest < best:
                        found = self.price_from(label, x + dx, y + dy, best)
                        if found < best:
                            self.filled[k] = found
                            self.sources[k] = label
                best = -1.0
                for k in range(row * columns + low, row * columns + high + 1):
                    best = max(best, min(self.filled[k], most))
                self.dearest[row * self.stretches + stretch] = best
