"""Contours of a field of prices: the outlines of the places that cost at most a level."""

from __future__ import annotations

import itertools
import math
from array import array
from collections.abc import Callable, Iterable
from functools import cached_property

from surefoot.geometry.search.cover import Cover
from surefoot.geometry.search.squares import pieces
from surefoot.records import dataclass

Point = tuple[float, float]
# The south-west corner of a grid, its step, its columns and rows.
Frame = tuple[float, float, float, int, int]
# The share of the line from a node (its number, and where it is) to another one that surely costs at most a level.
Ahead = Callable[[int, Point, Point, float], float]
# Whether a place costs at most a level.
Within = Callable[[float, float, float], bool]

# The coarsest grid for contours. If the reach is longer than `_FAR` (in the table's unit), the grid is coarser in
# proportion.
_COARSEST = 1 / 4
_FAR = 48.0
# More contours cannot be told apart: then the step is multiplied.
MOST_CONTOURS = 60
# The same for the contours of several movers, by the number of points on all of them.
_MOST_POINTS = 60_000
# The precision with which a contour is moved to the exact price.
EXACT = 1e-4
# The same, and how much wider a grid is, where contours are drawn coarsely.
_ROUGHLY, _WIDER = 0.02, 2.0
# How often a contour is guessed from the prices on both sides of it, before the stretch is halved.
_GUESSES = 4


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
    def prices(self) -> array[float]:
        """The prices of all nodes, row by row."""
        return self.values[: self.rows * self.columns]

    def nodes(self, order: Iterable[int]) -> list[Point]:
        """The points of some nodes, given by their numbers."""
        west, south, step, columns = self.west, self.south, self.step, self.columns
        return [(west + each % columns * step, south + each // columns * step) for each in order]

    @cached_property
    def bridged(self) -> list[float]:
        """The prices with estimates for blocked nodes beside free ones, so that contours run into obstacles, which are cut off later."""
        inf, columns, rows, step = math.inf, self.columns, self.rows, self.step
        free = [value if value >= 0.0 else inf for value in self.prices]
        found = free.copy()
        near = [(dx, dy, step * math.hypot(dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        for node, value in enumerate(self.prices):
            if value >= 0.0:
                continue
            row, column = divmod(node, columns)
            found[node] = min(
                free[node + dy * columns + dx] + away
                for dx, dy, away in near
                if 0 <= column + dx < columns and 0 <= row + dy < rows
            )
        return found

    @property
    def box(self) -> tuple[float, float, float, float]:
        """West, south, east and north of all nodes."""
        return self.west, self.south, *self.at(self.columns - 1, self.rows - 1)

    def at(self, column: int, row: int) -> Point:
        """The point of a node."""
        return self.west + column * self.step, self.south + row * self.step


def contour_levels(budget: float, step: float, movers: int = 1) -> tuple[float, ...]:
    """The levels of contours: multiples of a step, and the whole budget; of a wider step where there would be too many.

    >>> contour_levels(2.5, 1.0), len(contour_levels(600.0, 1.0)), contour_levels(24.0, 1.0, movers=40)
    ((1.0, 2.0, 2.5), 60, (5.0, 10.0, 15.0, 20.0, 24.0))
    """
    if step <= 0.0:
        return (budget,)
    step *= max(1, math.ceil(budget / step / MOST_CONTOURS - 1e-9))
    # On average a contour is half as long as that of the whole budget.
    points = movers * budget / step * math.pi * budget / fineness(budget, _COARSEST)
    step *= max(1, math.ceil(points / _MOST_POINTS - 1e-9))
    levels = [k * step for k in range(1, int(budget / step + 1e-9) + 1)]
    return tuple(levels) if levels and levels[-1] >= budget - 1e-6 else (*levels, budget)


@dataclass
class _Detail:
    """How finely contours are drawn."""

    exact: float = EXACT
    wider: float = 1.0


_detail = _Detail()


def draw_coarsely() -> None:
    """Draw contours with less detail from now on, for a host that runs interpreted; each still lies within its level."""
    _detail.exact, _detail.wider = _ROUGHLY, _WIDER


def fineness(far: float, finest: float) -> float:
    """The spacing of a grid for contours at most this far from the start."""
    return _detail.wider * min(_COARSEST, max(finest, far / 64)) * max(1.0, far / _FAR)


def rings(
    grid: Grid,
    level: float,
    cost: Callable[[float, float], float],
    exact: float = 0.0,
    cover: Cover | None = None,
    ahead: Ahead | None = None,
    within: Within | None = None,
) -> list[tuple[float, ...]]:
    """The rings round all places that cost at most a level, by marching squares; `cost` is asked again along the contour.

    Even-odd: a ring within a ring is a hole. A contour lies within its level, by no more than `exact`,
    or than contours are drawn anyway. Where it is covered, it lies anywhere in its cells. If `ahead` is given, it says how
    far a level reaches at least from a node: most often no further. `within` is asked where a price does not matter beyond that.
    """
    exact = max(exact, _detail.exact)
    if min(grid.rows, grid.columns) < 2:
        # If the base is wider than the board there are no nodes.
        return []
    # `level.__ge__` compares without a step of the interpreter for each node.
    flags = bytes(map(level.__ge__, grid.bridged)) if cover is None else cover.within(grid.bridged, level)
    crossing: dict[tuple[int, int], Point] = {}

    def point(one: int, other: int) -> Point:
        """Where the level lies between a node within it and one beyond."""
        known = crossing.get((one, other))
        if known is None:
            hidden = cover is not None and cover.hides(one, other, level)
            known = (
                _middle(grid, one, other)
                if hidden
                else _between(grid, one, other, level, cost, exact, ahead, within)
            )
            crossing[one, other] = known
        return known

    follows: dict[Point, list[Point]] = {}
    for one, other, then, beyond in pieces(flags, grid.columns):
        start, end = point(one, other), point(then, beyond)
        if start != end:
            follows.setdefault(start, []).append(end)
    return _closed(follows)


def _place(grid: Grid, node: int) -> tuple[int, int]:
    row, column = divmod(node, grid.columns + 2)
    return column - 1, row - 1


def _middle(grid: Grid, one: int, other: int) -> Point:
    (ax, ay), (bx, by) = grid.at(*_place(grid, one)), grid.at(*_place(grid, other))
    return (ax + bx) / 2, (ay + by) / 2


def _between(
    grid: Grid,
    one: int,
    other: int,
    level: float,
    cost: Callable[[float, float], float],
    exact: float,
    ahead: Ahead | None,
    within: Within | None,
) -> Point:
    column, row = _place(grid, one)
    ax, ay = grid.at(column, row)
    bx, by = grid.at(*_place(grid, other))
    first = grid.values[row * grid.columns + column]
    # At a blocked node no price is known: the obstacle is cut off later anyway.
    if first < 0.0:
        return _middle(grid, one, other)
    low, high = 0.0, 1.0
    at_low, at_high = first, _beyond(grid, other)
    hair = exact / grid.step
    if ahead is not None:
        low = ahead(row * grid.columns + column, (ax, ay), (bx, by), level)
        beyond = min(low + hair, 1.0)
        x, y = ax + (bx - ax) * beyond, ay + (by - ay) * beyond
        if within(x, y, level) if within is not None else cost(x, y) <= level:
            low = beyond
        else:
            high = beyond
    for tries in itertools.count():
        if high - low <= hair:
            break
        # Prices rise nearly evenly between two nodes: a guess on either side of where the level should be most often ends it.
        guess = (low + high) / 2
        if tries < _GUESSES and at_low < level < at_high < math.inf:
            share = (level - at_low) / (at_high - at_low)
            guess = low + (high - low) * share + (hair / 3 if tries % 2 else -hair / 3)
        middle = min(max(guess, low + hair / 3), high - hair / 3)
        x, y = ax + (bx - ax) * middle, ay + (by - ay) * middle
        if tries >= _GUESSES - 1 and within is not None:
            # No guess follows, so that the price itself does not matter.
            low, high = (middle, high) if within(x, y, level) else (low, middle)
            continue
        price = cost(x, y)
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
