# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Reading a settled search: what any place costs, and from which label it is reached."""

from __future__ import annotations

import math
from array import array
from math import inf

from surefoot.geometry.kernel_polish import Polisher
from surefoot.geometry.kernel_search import START, Search

# Numbers that a label has, see there.
_SIZE = 9
# What polishing may take off the price of a way.
_POLISH = 0.25


class Field:
    """The prices of all places within the limit of a search that has settled everything."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.chart = search.chart
        self.polisher = Polisher(search.chart)
        self.found = -1
        self.candidates = array("d", [0.0]) * (search.used + 1)
        self.candidate_labels = array("i", [0]) * (search.used + 1)

    def cost_at(self, x: float, y: float, most: float) -> float:
        """What a place costs, straight from the best label; infinite above `most`. The label is left in `found`."""
        chart = self.chart
        search = self.search
        self.found = -1
        if not chart.spot_free(x, y):
            # Who stands in what it may leave is free to stay.
            away = abs(x - search.labels[0]) + abs(y - search.labels[1])
            if away > 1e-9:
                return inf
            self.found = 0
            return 0.0
        count = 0
        for k in range(search.used):
            j = k * _SIZE
            cost = search.labels[j + 5]
            if cost >= most:
                continue
            dx = x - search.labels[j]
            dy = y - search.labels[j + 1]
            least = cost + math.sqrt(dx * dx + dy * dy) * chart.lowest
            if least < most:
                self.candidates[count] = least
                self.candidate_labels[count] = k
                count += 1
        best = most
        while count > 0:
            chosen = 0
            for i in range(1, count):
                if self.candidates[i] < self.candidates[chosen]:
                    chosen = i
            if self.candidates[chosen] >= best:
                break
            label = self.candidate_labels[chosen]
            count -= 1
            self.candidates[chosen] = self.candidates[count]
            self.candidate_labels[chosen] = self.candidate_labels[count]
            cost = self.price_from(label, x, y, best)
            if cost < best:
                best = cost
                self.found = label
        return best if self.found >= 0 else inf

    def price_from(self, label: int, x: float, y: float, most: float) -> float:
        """What a place costs straight from one label; infinite if it cannot be reached so, or not below `most`."""
        search = self.search
        cost = search.reach(label, x, y, 0.0, most)
        if cost == inf:
            return inf
        leg_x = search.leg_x
        leg_y = search.leg_y
        if self.chart.blocked(leg_x, leg_y, x, y, search.nodes[label] == START) >= 0:
            return inf
        price = self.chart.price(leg_x, leg_y, x, y)
        return cost + min(price, search.by_border(label, leg_x, leg_y, x, y, price))

    def polished(self, x: float, y: float, most: float) -> float:
        """What a place costs by the way to it, polished; infinite above `most`."""
        # Polishing takes off little: what is further above than this stays above.
        cost = self.cost_at(x, y, most + _POLISH)
        if cost == inf or self.chart.areas == 0:
            return cost if cost <= most else inf
        cost = min(cost, self.polisher.way(self.search, self.found, x, y, True, 0.0))
        return cost if cost <= most else inf
