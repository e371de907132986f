# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The labels of a search, and the heap that decides which comes next."""

from __future__ import annotations

from array import array

from surefoot.geometry.search.arrays import longer

# The fields of a label: where it arrives, the direction round its circle (0: a spot), the normal there (for a point
# between two spots: its border edge), its cost, and the angle of the normal.
_SIZE = 7
# Nodes that are no anchors: the start, and a point of a border between two spots.
_START = -1
_BETWEEN = -3


class Labels:
    """The paths found so far, each with the label it came from, and those still to be expanded, cheapest first."""

    def __init__(self) -> None:
        self.labels = array("d", [0.0]) * (_SIZE * 256)
        self.nodes = array("i", [0]) * 256
        self.parents = array("i", [0]) * 256
        self.following = array("i", [0]) * 256
        # The estimate (cost so far plus lower bound) up to which the legs from a label have been taken; -1: none.
        self.dealt = array("d", [-1.0]) * 256
        self.room = 256
        self.used = 0
        self.heap = array("d", [0.0]) * 1024
        self.heap_labels = array("i", [0]) * 1024
        self.heap_used = 0

    def _grow(self) -> None:
        self.labels = longer("d", self.labels)
        self.nodes = longer("i", self.nodes)
        self.parents = longer("i", self.parents)
        self.following = longer("i", self.following)
        self.dealt = longer("d", self.dealt)
        self.room *= 2

    def _label(
        self,
        node: int,
        parent: int,
        x: float,
        y: float,
        side: float,
        nx: float,
        ny: float,
        cost: float,
        angle: float,
    ) -> int:
        if self.used >= self.room:
            self._grow()
        k = self.used
        j = k * _SIZE
        self.labels[j] = x
        self.labels[j + 1] = y
        self.labels[j + 2] = side
        self.labels[j + 3] = nx
        self.labels[j + 4] = ny
        self.labels[j + 5] = cost
        self.labels[j + 6] = angle
        self.nodes[k] = node
        self.parents[k] = parent
        self.dealt[k] = -1.0
        self.used += 1
        return k

    def _push(self, value: float, label: int) -> None:
        if self.heap_used >= len(self.heap):
            self.heap_labels = longer("i", self.heap_labels)
            self.heap = longer("d", self.heap)
        at = self.heap_used
        self.heap_used += 1
        while at > 0:
            above = (at - 1) >> 1
            if self.heap[above] <= value:
                break
            self.heap[at] = self.heap[above]
            self.heap_labels[at] = self.heap_labels[above]
            at = above
        self.heap[at] = value
        self.heap_labels[at] = label

    def _pop(self) -> int:
        label = self.heap_labels[0]
        self.heap_used -= 1
        count = self.heap_used
        value = self.heap[count]
        last = self.heap_labels[count]
        at = 0
        while True:
            below = 2 * at + 1
            if below >= count:
                break
            if below + 1 < count and self.heap[below + 1] < self.heap[below]:
                below += 1
            if self.heap[below] >= value:
                break
            self.heap[at] = self.heap[below]
            self.heap_labels[at] = self.heap_labels[below]
            at = below
        self.heap[at] = value
        self.heap_labels[at] = last
        return label

    def starts(self, label: int) -> bool:
        """Whether a label is the start."""
        return self.nodes[label] == _START

    def lies_between(self, label: int) -> bool:
        """Whether a label is a point of a border between two spots."""
        return self.nodes[label] == _BETWEEN

    def cost_of(self, label: int) -> float:
        """The cost of the path to a label."""
        return self.labels[label * _SIZE + 5]

    def label_data(self, label: int) -> tuple[int, int, tuple[float, ...]]:
        """A label's node, parent and fields."""
        j = label * _SIZE
        return self.nodes[label], self.parents[label], tuple(self.labels[j : j + _SIZE])
