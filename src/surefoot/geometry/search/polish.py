# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Polishing: the path that a search found, made as cheap as its course allows."""

from __future__ import annotations

import math
from math import inf

from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.chain import Chain
from surefoot.geometry.search.chart import Chart

# The size of a label.
_SIZE = 7
# The largest number of obstacles that a path is bent round while it is polished.
_BENDS = 4


class Polisher:
    """Polishes the paths of one chart; the best one is left in `best`."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.best = Chain(chart)
        self.raw = Chain(chart)
        self.trial = Chain(chart)
        self.crossed = Chain(chart)
        self.before = Chain(chart)
        self.cost = inf

    def path(self, search: Search, label: int, x: float, y: float, beyond: bool, radius: float) -> float:
        """The price of the polished path to a label; with `beyond`, of the path on to a point, or to within a radius of it."""
        chart = self.chart
        chart.leaving = search.leaving
        raw = self.raw
        raw.clear()
        if beyond:
            raw.add(x, y, 0.0, -1, -1)
        while label >= 0:
            node = search.nodes[label]
            j = label * _SIZE
            if node >= chart.spot_count:
                circle = (node - chart.spot_count) >> 1
                raw.add(
                    chart.circles[7 * circle], chart.circles[7 * circle + 1], search.labels[j + 2], circle, -1
                )
            elif node >= 0:
                # A corner belongs to two edges: it stays until each has been tried.
                single = chart.spot_edges[2 * node + 1] < 0
                raw.add(
                    search.labels[j],
                    search.labels[j + 1],
                    0.0,
                    node,
                    chart.spot_edges[2 * node] if single else -1,
                )
            elif search.lies_between(label):
                raw.add(search.labels[j], search.labels[j + 1], 0.0, -1, int(search.labels[j + 3] + 0.5))
            else:
                raw.add(search.labels[j], search.labels[j + 1], 0.0, -1, -1)
            label = search.parents[label]
        raw.reverse()
        self._polish(x, y, radius)
        return self.cost

    def _polish(self, x: float, y: float, radius: float) -> None:
        raw = self.raw
        self.best.copy(raw)
        self.cost = self.best.price()
        if self.chart.areas == 0:
            return
        self._try(raw, x, y, radius)
        for k in range(1, raw.count - 1):
            if raw.sides[k] == 0.0 and raw.edges[k] < 0 and raw.circles[k] >= 0:
                self._corner(k, x, y, radius)
        self.trial.doubled(self.best)
        if self.trial.count > self.best.count:
            self.crossed.copy(self.trial)
            self._slide_crossed(x, y, radius)

    def _corner(self, k: int, x: float, y: float, radius: float) -> None:
        """Try a corner of a border on both of its edges, and keep the better."""
        node = self.raw.circles[k]
        kept = -1
        for i in range(2):
            edge = self.chart.spot_edges[2 * node + i]
            if edge < 0 or not self._gains(node, edge):
                continue
            self.raw.edges[k] = edge
            before = self.cost
            self._try(self.raw, x, y, radius)
            if self.cost < before - 1e-12:
                kept = edge
        self.raw.edges[k] = kept

    def _gains(self, node: int, edge: int) -> bool:
        """Whether a bend at a corner should slide along an edge: it is cheaper slightly further on.

        The price is convex in the positions of the points: if the first step does not help, no step does.
        """
        chart = self.chart
        best = self.best
        k = 1
        while k < best.count - 1 and (best.sides[k] != 0.0 or best.edges[k] >= 0 or best.circles[k] != node):
            k += 1
        if k >= best.count - 1 or not best._tangent(k - 1) or not best._tangent(k):
            return True
        x = best.xs[k]
        y = best.ys[k]
        ax = chart.edges[4 * edge]
        ay = chart.edges[4 * edge + 1]
        bx = chart.edges[4 * edge + 2]
        by = chart.edges[4 * edge + 3]
        length = math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
        if length < 1e-9:
            return False
        # Into the edge, from whichever end the corner is.
        step = min(1e-3, length / 4.0) / length
        if abs(x - ax) + abs(y - ay) > abs(x - bx) + abs(y - by):
            step = -step
        to_x = x + step * (bx - ax)
        to_y = y + step * (by - ay)
        from_x = best.legs[4 * k - 4]
        from_y = best.legs[4 * k - 3]
        end_x = best.legs[4 * k + 2]
        end_y = best.legs[4 * k + 3]
        before = chart.price(from_x, from_y, x, y) + chart.price(x, y, end_x, end_y)
        after = chart.price(from_x, from_y, to_x, to_y) + chart.price(to_x, to_y, end_x, end_y)
        return after < before - 1e-12

    def _try(self, chain: Chain, x: float, y: float, radius: float) -> None:
        if self.crossed.crossed(chain):
            self._slide_crossed(x, y, radius)

    def _slide_crossed(self, x: float, y: float, radius: float) -> None:
        chain = self.crossed
        last = chain.count - 1
        if last < 2:
            return
        if radius > 0.0:
            # A path towards a disc is cheapest if it points at its centre.
            chain.xs[last] = x
            chain.ys[last] = y
        self.before.copy(chain)
        chain.slide()
        if radius > 0.0:
            self._short_of(x, y, radius)
        cost = chain.price()
        # Sliding may run into an obstacle: then the path bends round it, and slides again.
        bends = 0
        while cost == inf and radius == 0.0 and bends < _BENDS and chain.bend():
            chain.restore(self.before)
            chain.slide()
            cost = chain.price()
            bends += 1
        if cost < self.cost:
            self.cost = cost
            self.best.copy(chain)

    def _short_of(self, x: float, y: float, radius: float) -> None:
        """The point at which a path that points at the centre of a disc meets it."""
        chain = self.crossed
        last = chain.count - 1
        if not chain._tangent(last - 1):
            return
        from_x = chain.legs[4 * last - 4]
        from_y = chain.legs[4 * last - 3]
        away = math.sqrt((x - from_x) * (x - from_x) + (y - from_y) * (y - from_y))
        share = 1.0 if away <= radius else radius / away
        chain.xs[last] = x - (x - from_x) * share
        chain.ys[last] = y - (y - from_y) * share
