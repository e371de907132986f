"""Contours of a field of prices: the outlines of what can be reached for at most so much."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from dataclasses import dataclass

Point = tuple[float, float]

# A contour is moved to where the price is exactly the level, to within this.
EXACT = 1e-4


@dataclass(frozen=True)
class Grid:
    """Prices on a grid, row by row from the south-west corner; -1: blocked, infinite: out of reach."""

    west: float
    south: float
    step: float
    columns: int
    rows: int
    values: array[float]

    def at(self, column: int, row: int) -> Point:
        """Where a node lies."""
        return self.west + column * self.step, self.south + row * self.step


def bridged(grid: Grid) -> list[float]:
    """The prices with a guess for blocked nodes beside free ones, so that a contour runs into what is cut off later."""
    values = grid.values
    out = [value if value >= 0.0 else math.inf for value in values]
    around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    for row in range(grid.rows):
        for column in range(grid.columns):
            k = row * grid.columns + column
            if values[k] >= 0.0:
                continue
            for dx, dy in around:
                x, y = column + dx, row + dy
                if 0 <= x < grid.columns and 0 <= y < grid.rows and values[y * grid.columns + x] >= 0.0:
                    cost = values[y * grid.columns + x] + grid.step * math.hypot(dx, dy)
                    out[k] = min(out[k], cost)
    return out


def rings(grid: Grid, level: float, cost: Callable[[float, float], float]) -> list[tuple[float, ...]]:
    """The rings round all places that cost at most a level, by marching squares; places are asked again on the way.

    Even-odd: a ring within a ring is a hole.
    """
    values = bridged(grid)
    crossing: dict[tuple[int, int], Point] = {}

    def point(one: int, other: int) -> Point:
        """Where the level lies between a node within it and one beyond."""
        if (one, other) not in crossing:
            crossing[one, other] = _between(grid, one, other, level, cost)
        return crossing[one, other]

    follows: dict[Point, list[Point]] = {}
    for row in range(-1, grid.rows):
        for column in range(-1, grid.columns):
            for start, end in _segments(grid, values, column, row, level, point):
                if start != end:
                    follows.setdefault(start, []).append(end)
    return _closed(follows)


def _inside(grid: Grid, values: list[float], column: int, row: int, level: float) -> bool:
    if not (0 <= column < grid.columns and 0 <= row < grid.rows):
        return False
    return values[row * grid.columns + column] <= level


# The corners of a cell, counter-clockwise.
_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))


def _segments(
    grid: Grid,
    values: list[float],
    column: int,
    row: int,
    level: float,
    point: Callable[[int, int], Point],
) -> list[tuple[Point, Point]]:
    """The pieces of contour in one cell, what is within the level on their left."""
    within = [_inside(grid, values, column + dx, row + dy, level) for dx, dy in _CORNERS]
    if all(within) or not any(within):
        return []
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
    # Going round counter-clockwise, the contour runs from where the level is left to where it is entered again; of
    # two opposite corners each keeps to itself, which promises less.
    while order and order[0][0] != "out":
        order.append(order.pop(0))
    for kind, at in order:
        (leaves if kind == "out" else enters).append(at)
    if len(leaves) == 2:
        return [(leaves[0], enters[1]), (leaves[1], enters[0])]
    return [(leaves[0], enters[0])]


def _number(grid: Grid, column: int, row: int) -> int:
    """A node by one number; there is a row more on every side."""
    return (row + 1) * (grid.columns + 2) + column + 1


def _place(grid: Grid, node: int) -> tuple[int, int]:
    row, column = divmod(node, grid.columns + 2)
    return column - 1, row - 1


def _between(grid: Grid, one: int, other: int, level: float, cost: Callable[[float, float], float]) -> Point:
    column, row = _place(grid, one)
    ax, ay = grid.at(column, row)
    bx, by = grid.at(*_place(grid, other))
    first = grid.values[row * grid.columns + column]
    # From a blocked node on, nothing can be asked: what is cut off there later decides.
    if first < 0.0:
        return (ax + bx) / 2, (ay + by) / 2
    low, high = 0.0, 1.0
    while (high - low) * grid.step > EXACT:
        middle = (low + high) / 2
        if cost(ax + (bx - ax) * middle, ay + (by - ay) * middle) <= level:
            low = middle
        else:
            high = middle
    return ax + (bx - ax) * low, ay + (by - ay) * low


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
