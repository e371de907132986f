# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Paths to one spot that compete: where borders meet, which of them is the cheapest is known only once their points have slid."""

from __future__ import annotations

from array import array
from math import inf
from typing import Any

from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.labels import Labels

START = -1
# Costs that differ by less are the same; and so are those of paths whose points have slid.
_SAME = 1e-9
_BETTER = 1e-5
# A path that is dearer by more than this does not become the cheaper one.
_SLACK = 0.05
# The size of a label.
_SIZE = 7


class Rivals(Labels):
    """The labels of a search, with the best path to each spot, and a rival that came from another border."""

    def __init__(self, chart: Chart) -> None:
        Labels.__init__(self)
        self.chart = chart
        # The polisher of this search's paths, kept between calls.
        self.polisher: Any = None
        # The cost of the best path to each spot, its label, and the border edge that it came from.
        self.best = array("d", [inf]) * (chart.spot_count + 1)
        self.leaders = array("i", [-1]) * (chart.spot_count + 1)
        self.origins = array("i", [-1]) * (chart.spot_count + 1)
        # How much dearer a rival may be; 0 where only one border leads past. And its label.
        self.slacks = array("d", [0.0]) * (chart.spot_count + 1)
        self.rivals = array("i", [-1]) * (chart.spot_count + 1)

    def _forget(self) -> None:
        """Forget all paths to spots."""
        chart = self.chart
        for q in range(chart.spot_count):
            self.best[q] = inf
            self.leaders[q] = -1
            self.rivals[q] = -1
            self.slacks[q] = _SLACK if chart.areas and chart.spot_edges[2 * q + 1] >= 0 else 0.0

    def _origin(self, label: int) -> int:
        """The border edge from which a path came to the circles that it rounds last; -1 if it came from the start."""
        chart = self.chart
        while label >= 0 and self.nodes[label] >= chart.spot_count:
            label = self.parents[label]
        if label < 0 or self.nodes[label] == START:
            return -1
        if self.nodes[label] >= 0:
            return chart.spot_edges[2 * self.nodes[label]]
        return int(self.labels[label * _SIZE + 3])

    def _may_lead(self, q: int, origin: int, total: float) -> bool:
        """Whether a path to a spot is the best one so far, or may be it once its points have slid."""
        if total < self.best[q] - _SAME:
            return True
        if self.leaders[q] < 0 or total >= self.best[q] + self.slacks[q] - _SAME or self.origins[q] == origin:
            return False
        rival = self.rivals[q]
        return rival < 0 or total < self.labels[rival * _SIZE + 5] - _SAME

    def _enter(self, q: int, label: int, origin: int, total: float) -> None:
        """Enter a path to a spot that may lead: as the best one, or as its rival."""
        if total >= self.best[q] - _SAME:
            self.rivals[q] = label
        else:
            if self.leaders[q] >= 0 and self.best[q] < total + self.slacks[q] and self.origins[q] != origin:
                self.rivals[q] = self.leaders[q]
            self.best[q] = total
            self.leaders[q] = label
            self.origins[q] = origin

    def _overtakes(self, label: int, q: int) -> bool:
        """Whether a rival is the best path to a spot once the points of both have slid; then it counts at that price."""
        leader = self.leaders[q]
        if label != self.rivals[q]:
            return False
        if self.polisher is None:
            # Imported here because polishing needs the search.
            from surefoot.geometry.search.polish import Polisher

            self.polisher = Polisher(self.chart)
        self.rivals[q] = -1
        slid = self._slid(label)
        if slid >= min(self._slid(leader), self.best[q]) - _BETTER:
            return False
        self.labels[label * _SIZE + 5] = slid
        self.best[q] = slid
        self.leaders[q] = label
        self.origins[q] = self._origin(self.parents[label])
        return True

    def _slid(self, label: int) -> float:
        """The cost of the path to a spot once its points have slid."""
        root = label
        while self.parents[root] >= 0:
            root = self.parents[root]
        x = self.labels[label * _SIZE]
        y = self.labels[label * _SIZE + 1]
        self.polisher.bound = inf
        found: float = self.polisher.path(self, self.parents[label], x, y, True, 0.0)
        return self.labels[root * _SIZE + 5] + found
