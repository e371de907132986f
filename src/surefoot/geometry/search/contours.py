"""Contours of a field of prices: the outlines of the places that cost at most a level."""

from __future__ import annotations

import itertools
import math
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from surefoot.records import dataclass

if TYPE_CHECKING:
    # Loading numpy takes as long as a first answer should: questions about single places do not need it.
    import numpy as np
    from numpy.typing import NDArray

Prices: TypeAlias = "NDArray[np.float64]"
Point = tuple[float, float]
# The south-west corner of a grid, its step, its columns and rows.
Frame = tuple[float, float, float, int, int]

# The coarsest grid for contours. If the reach is longer than `_FAR` (in the table's unit), the grid is coarser in
# proportion.
_COARSEST = 1 / 4
_FAR = 48.0
# More contours cannot be told apart: then the step is multiplied.
MOST_CONTOURS = 60
# The precision with which a contour is moved to the exact price.
EXACT = 1e-4
# How often a contour is guessed from the prices on both sides of it, before the stretch is halved.
_GUESSES = 4

# The corners of a cell, counter-clockwise.
_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))


@dataclass(frozen=True)
class Grid:
    """Prices on a grid, row by row from the south-west corner; -1: blocked, infinite: out of reach."""

    west: float
    south: float
    step: float
    columns: int
    rows: int
    values: array[float]

    @property
    def frame(self) -> Frame:
        """The frame of its nodes."""
        return self.west, self.south, self.step, self.columns, self.rows

    @property
    def prices(self) -> Prices:
        """The prices of all nodes, row by row."""
        import numpy as np

        return np.frombuffer(self.values, dtype=np.float64)[: self.rows * self.columns]

    def eastings_northings(self, order: NDArray[np.int64]) -> tuple[list[float], list[float]]:
        """The coordinates of some nodes, given by their numbers: all x, and all y."""
        import numpy as np

        row, column = np.divmod(order, self.columns)
        return (self.west + column * self.step).tolist(), (self.south + row * self.step).tolist()

    def nodes(self, order: NDArray[np.int64]) -> list[Point]:
        """The points of some nodes, given by their numbers."""
        return list(zip(*self.eastings_northings(order), strict=True))

    @property
    def box(self) -> tuple[float, float, float, float]:
        """West, south, east and north of all nodes."""
        return self.west, self.south, *self.at(self.columns - 1, self.rows - 1)

    def at(self, column: int, row: int) -> Point:
        """The point of a node."""
        return self.west + column * self.step, self.south + row * self.step


def contour_levels(budget: float, step: float) -> tuple[float, ...]:
    """The levels of contours: multiples of a step, and the whole budget; of a wider step where there would be too many.

    >>> contour_levels(2.5, 1.0), len(contour_levels(600.0, 1.0))
    ((1.0, 2.0, 2.5), 60)
    """
    if step <= 0.0:
        return (budget,)
    step *= max(1, math.ceil(budget / step / MOST_CONTOURS - 1e-9))
    levels = [k * step for k in range(1, int(budget / step + 1e-9) + 1)]
    return tuple(levels) if levels and levels[-1] >= budget - 1e-6 else (*levels, budget)


def fineness(far: float, finest: float) -> float:
    """The spacing of a grid for contours at most this far from the start."""
    return min(_COARSEST, max(finest, far / 64)) * max(1.0, far / _FAR)


def bridged(grid: Grid) -> Prices:
    """The prices with estimates for blocked nodes beside free ones, so that contours run into obstacles, which are cut off later."""
    import numpy as np

    values = grid.prices.reshape(grid.rows, grid.columns)
    free = np.where(values >= 0.0, values, math.inf)
    # One more row on every side, so that every node has neighbours.
    wide = np.pad(free, 1, constant_values=math.inf)
    guess = free.copy()
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if dx or dy:
                beside = wide[1 + dy : 1 + dy + grid.rows, 1 + dx : 1 + dx + grid.columns]
                np.minimum(guess, beside + grid.step * math.hypot(dx, dy), out=guess)
    return np.where(values >= 0.0, free, guess)


def rings(
    grid: Grid, level: float, cost: Callable[[float, float], float], exact: float = EXACT
) -> list[tuple[float, ...]]:
    """The rings round all places that cost at most a level, by marching squares; `cost` is asked again along the contour.

    Even-odd: a ring within a ring is a hole. A contour lies within its level, by no more than `exact`.
    """
    import numpy as np

    if min(grid.rows, grid.columns) < 2:
        # If the base is wider than the board there are no nodes.
        return []
    values = bridged(grid)
    crossing: dict[tuple[int, int], Point] = {}

    def point(one: int, other: int) -> Point:
        """Where the level lies between a node within it and one beyond."""
        if (one, other) not in crossing:
            crossing[one, other] = _between(grid, one, other, level, cost, exact)
        return crossing[one, other]

    # Only the cells that the level runs through; the extra row on every side is outside.
    within = np.pad(values <= level, 1, constant_values=False)
    corners = [within[dy : dy + grid.rows + 1, dx : dx + grid.columns + 1] for dx, dy in _CORNERS]
    number = sum(corner.astype(np.int8) for corner in corners)
    follows: dict[Point, list[Point]] = {}
    for row, column in np.argwhere((number > 0) & (number < len(_CORNERS))).tolist():
        inside = [bool(corner[row, column]) for corner in corners]
        for start, end in _segments(grid, inside, column - 1, row - 1, point):
            if start != end:
                follows.setdefault(start, []).append(end)
    return _closed(follows)


def _segments(
    grid: Grid,
    within: list[bool],
    column: int,
    row: int,
    point: Callable[[int, int], Point],
) -> list[tuple[Point, Point]]:
    """The pieces of contour in one cell, with the inside on their left."""
    nodes = [_number(grid, column + dx, row + dy) for dx, dy in _CORNERS]
    leaves: list[Point] = []
    enters: list[Point] = []
    order: list[tuple[str, Point]] = []
    for k in range(4):
        follower = (k + 1) % 4
        if within[k] and not within[follower]:
            order.append(("out", point(nodes[k], nodes[follower])))
        elif within[follower] and not within[k]:
            order.append(("in", point(nodes[follower], nodes[k])))
    # Counter-clockwise, the contour runs from where the level is left to where it is entered again. Opposite corners
    # stay separate, which is the safe choice.
    while order and order[0][0] != "out":
        order.append(order.pop(0))
    for kind, at in order:
        (leaves if kind == "out" else enters).append(at)
    if len(leaves) == 2:
        return [(leaves[0], enters[1]), (leaves[1], enters[0])]
    return [(leaves[0], enters[0])]


def _number(grid: Grid, column: int, row: int) -> int:
    """The number of a node, counting the extra row on every side."""
    return (row + 1) * (grid.columns + 2) + column + 1


def _place(grid: Grid, node: int) -> tuple[int, int]:
    row, column = divmod(node, grid.columns + 2)
    return column - 1, row - 1


def _between(
    grid: Grid, one: int, other: int, level: float, cost: Callable[[float, float], float], exact: float
) -> Point:
    column, row = _place(grid, one)
    ax, ay = grid.at(column, row)
    bx, by = grid.at(*_place(grid, other))
    first = grid.values[row * grid.columns + column]
    # At a blocked node no price is known: the obstacle is cut off later anyway.
    if first < 0.0:
        return (ax + bx) / 2, (ay + by) / 2
    low, high = 0.0, 1.0
    at_low, at_high = first, _beyond(grid, other)
    hair = exact / grid.step
    for tries in itertools.count():
        if high - low <= hair:
            break
        # Prices rise nearly evenly between two nodes: a guess on either side of where the level should be most often ends it.
        guess = (low + high) / 2
        if tries < _GUESSES and at_low < level < at_high < math.inf:
            share = (level - at_low) / (at_high - at_low)
            guess = low + (high - low) * share + (hair / 3 if tries % 2 else -hair / 3)
        middle = min(max(guess, low + hair / 3), high - hair / 3)
        price = cost(ax + (bx - ax) * middle, ay + (by - ay) * middle)
        if price <= level:
            low, at_low = middle, price
        else:
            high, at_high = middle, price
    return ax + (bx - ax) * low, ay + (by - ay) * low


def _beyond(grid: Grid, node: int) -> float:
    """The price of a node; infinite if it is unknown."""
    column, row = _place(grid, node)
    if not (0 <= column < grid.columns and 0 <= row < grid.rows):
        return math.inf
    value = float(grid.values[row * grid.columns + column])
    return value if value >= 0.0 else math.inf


def _closed(follows: dict[Point, list[Point]]) -> list[tuple[float, ...]]:
    found: list[tuple[float, ...]] = []
    while follows:
        start = next(iter(follows))
        at = start
        ring: list[float] = []
        while True:
            ring += at
            ends = follows[at]
            following = ends.pop()
            if not ends:
                del follows[at]
            at = following
            if at == start or at not in follows:
                break
        if len(ring) >= 6:
            found.append(tuple(ring))
    return found
