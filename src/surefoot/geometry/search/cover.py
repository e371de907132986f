# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The cells of a grid where it doesn't matter how an outline runs: others that it is joined with contain them, or they are cut off it."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from math import inf

# A border this near to a cell, in cells, meets it.
_NEAR = 1e-6


class Cover:
    """For each cell, the lowest level at which an outline on this grid contains all of it; one outline after the other.

    For each of them `cut_off`, then `bounds` for its prices, and in the end `add`.
    """

    def __init__(self, west: float, south: float, step: float, columns: int, rows: int) -> None:
        self.west = west
        self.south = south
        self.step = step
        # Of nodes, and of cells.
        self.columns = columns
        self.rows = rows
        self.width = columns - 1
        self.height = rows - 1
        count = max(self.width, 0) * max(self.height, 0) + 1
        self.levels = array("d", [inf]) * count
        # Of the present outline: whether a cell meets what is cut off it (1) or lies within that as a whole (2), and how
        # often borders of that cross its row just before each cell.
        self.cut = array("i", [0]) * count
        self.crossed = array("i", [0]) * (columns * rows + 1)
        # For each node the price from which it doesn't matter, and the prices themselves.
        self.found = array("d", [inf]) * (columns * rows + 1)
        self.nodes = array("d", [0.0])
        # The prices that were last compared with levels, and the nodes that are within some level by them.
        self.asked: list[float] | None = None
        self.open_nodes = array("i", [0])
        self.open_values = array("d", [0.0])
        self.open_count = 0

    # ------------------------------------------------------------------ what is cut off

    def cut_off(self, rings: Sequence[Sequence[float]]) -> None:
        """Begin with the next outline, of which everything within some rings (even-odd) is cut off."""
        width = self.width
        for k in range(width * self.height):
            self.cut[k] = 0
        for k in range(self.columns * self.rows):
            self.crossed[k] = 0
        for ring in rings:
            self._meet(array("d", ring), len(ring))
        for row in range(self.height):
            inside = 0
            for column in range(width - 1, -1, -1):
                inside += self.crossed[row * self.columns + column + 1]
                if inside % 2 and not self.cut[row * width + column]:
                    self.cut[row * width + column] = 2

    def _meet(self, ring: array[float], length: int) -> None:
        """Note which cells a ring meets, and which rows it crosses where."""
        for i in range(0, length, 2):
            j = length - 2 if i == 0 else i - 2
            ax = (ring[j] - self.west) / self.step
            ay = (ring[j + 1] - self.south) / self.step
            bx = (ring[i] - self.west) / self.step
            by = (ring[i + 1] - self.south) / self.step
            if ay > by:
                ax, ay, bx, by = bx, by, ax, ay
            self._touch(ax, ay, bx, by)
            self._cross(ax, ay, bx, by)

    def _touch(self, ax: float, ay: float, bx: float, by: float) -> None:
        """Note the cells that a line from south to north meets; all in cells."""
        first = math.floor(max(ay - _NEAR, 0.0))
        last = math.floor(min(by + _NEAR, self.height - 1.0))
        slope = (bx - ax) / (by - ay) if by > ay else 0.0
        for row in range(int(first), int(last) + 1):
            x = ax
            end = bx
            if by > ay:
                x = ax + slope * (max(ay, row - _NEAR) - ay)
                end = ax + slope * (min(by, row + 1.0 + _NEAR) - ay)
            low = math.floor(max(min(x, end) - _NEAR, 0.0))
            high = math.floor(min(max(x, end) + _NEAR, self.width - 1.0))
            for column in range(int(low), int(high) + 1):
                self.cut[row * self.width + column] = 1

    def _cross(self, ax: float, ay: float, bx: float, by: float) -> None:
        """Note where a line from south to north crosses the middle of each row of cells: cells west of it are on its other side."""
        first = math.floor(max(ay - 0.5, 0.0))
        last = math.floor(min(by - 0.5, self.height - 1.0))
        for row in range(int(first), int(last) + 1):
            middle = row + 0.5
            if ay <= middle < by:
                x = ax + (bx - ax) * (middle - ay) / (by - ay)
                column = int(math.floor(min(max(x + 0.5, 0.0), self.width + 0.0)))  # noqa: RUF046  # in C a double
                self.crossed[row * self.columns + column] += 1

    # ------------------------------------------------------------------ what matters

    def bounds(self, blocked: array[float]) -> array[float]:
        """For each node, the price from which it doesn't matter how much it costs, as no cell round it matters at such levels.

        A node that is `blocked` (-1) borrows its price from its neighbours: beside one, the cells round that one count, too.
        """
        self.nodes = blocked
        found = array("d", [inf]) * (self.columns * self.rows + 1)
        self.found = found
        self.asked = None
        for row in range(self.rows):
            for column in range(self.columns):
                self.found[row * self.columns + column] = self._highest(column, row)
        return found

    def _highest(self, column: int, row: int) -> float:
        """The lowest level at which none of the cells round a node matters."""
        wide = 1 if self._is_beside(column, row) else 0
        most = 0.0
        for i in range(row - 1 - wide, row + wide + 1):
            for j in range(column - 1 - wide, column + wide + 1):
                if i < 0 or j < 0 or i >= self.height or j >= self.width:
                    return inf
                most = max(most, self._level(i * self.width + j))
        return most

    def _is_beside(self, column: int, row: int) -> bool:
        """Whether a node or one next to it is blocked."""
        for i in range(max(row - 1, 0), min(row + 2, self.rows)):
            for j in range(max(column - 1, 0), min(column + 2, self.columns)):
                if self.nodes[i * self.columns + j] < 0.0:
                    return True
        return False

    def _level(self, cell: int) -> float:
        """The lowest level at which a cell doesn't matter."""
        return 0.0 if self.cut[cell] == 2 else self.levels[cell]

    def last(self, values: array[float]) -> float:
        """The level above which the outline by these prices, found within the last bounds, does not grow; -1 if there is none.

        It grows up to the highest of its prices, and of the prices from which nodes beside these don't matter.
        """
        columns = self.columns
        self.nodes = values
        most = -1.0
        for row in range(self.rows):
            for column in range(columns):
                k = row * columns + column
                if not 0.0 <= self.nodes[k] < inf:
                    continue
                most = max(most, self.nodes[k])
                if row > 0:
                    most = max(most, self._bound(k - columns))
                if row < self.rows - 1:
                    most = max(most, self._bound(k + columns))
                if column > 0:
                    most = max(most, self._bound(k - 1))
                if column < columns - 1:
                    most = max(most, self._bound(k + 1))
        return most

    def _bound(self, node: int) -> float:
        """The price from which a node doesn't matter, if it is not known to cost less."""
        return self.found[node] if self.nodes[node] == inf and self.found[node] < inf else -1.0

    def within(self, values: list[float], level: float) -> bytes:
        """For each node whether it is within a level by its price (1) or not (0); where it doesn't matter, it is not."""
        if values is not self.asked:
            self._open(values)
        flags = bytearray(self.columns * self.rows)
        for i in range(self.open_count):
            if self.found[self.open_nodes[i]] > level >= self.open_values[i]:
                flags[self.open_nodes[i]] = 1
        return bytes(flags)

    def _open(self, values: list[float]) -> None:
        """List the nodes that are within some level by their price: of an outline that is nearly covered only few are."""
        count = self.columns * self.rows
        self.asked = values
        self.open_nodes = array("i", [0]) * (count + 1)
        self.open_values = array("d", [0.0]) * (count + 1)
        self.open_count = 0
        for k in range(count):
            value = values[k]
            if self.found[k] > value:
                self.open_nodes[self.open_count] = k
                self.open_values[self.open_count] = value
                self.open_count += 1

    def hides(self, one: int, other: int, level: float) -> bool:
        """Whether the cells on both sides of the line between two neighbouring nodes don't matter at a level.

        Nodes are numbered with an extra row and column on every side.
        """
        least = min(one, other)
        row = least // (self.columns + 2) - 1
        column = least % (self.columns + 2) - 1
        if abs(one - other) == 1:
            return self._hides(column, row - 1, level) and self._hides(column, row, level)
        return self._hides(column - 1, row, level) and self._hides(column, row, level)

    def _hides(self, column: int, row: int, level: float) -> bool:
        if column < 0 or row < 0 or column >= self.width or row >= self.height:
            return False
        return self._level(row * self.width + column) <= level

    def add(self, values: array[float]) -> None:
        """Add the outline by these prices to those that cover cells."""
        columns = self.columns
        self.nodes = values
        for row in range(self.height):
            for column in range(self.width):
                cell = row * self.width + column
                if self.cut[cell]:
                    continue
                k = row * columns + column
                low = min(self.nodes[k], self.nodes[k + 1])
                low = min(low, self.nodes[k + columns], self.nodes[k + columns + 1])
                high = max(self.nodes[k], self.nodes[k + 1])
                high = max(high, self.nodes[k + columns], self.nodes[k + columns + 1])
                if low >= 0.0:
                    self.levels[cell] = min(self.levels[cell], high)
