"""The slow, obvious way to find out where a base that turns can go: every pose of a dense lattice, and steps between them.

It knows nothing of swollen outlines or charts: shapely lays the base itself down in every pose and sees what it meets. All it
finds can really be gone, since things are drawn larger than they are by more than a base moves between two poses; so whatever it
finds must be found by the planner too, for no more.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

STEP = 0.25
HEADINGS = 48

# From each place to the next ones, in steps: straight, across, and like a knight's move.
WAYS = [
    (dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if (dx, dy) != (0, 0) and math.gcd(dx, dy) == 1
]


@dataclass(frozen=True)
class Poses:
    """What every pose of the lattice costs; infinite where it cannot be got to."""

    west: float
    south: float
    costs: NDArray[np.float64]

    def reached(self) -> list[tuple[float, float, float]]:
        """All places that can be got to, with what they cost in the best heading."""
        best = self.costs.min(axis=0)
        return [
            (self.west + column * STEP, self.south + row * STEP, float(best[row, column]))
            for row, column in np.argwhere(best < np.inf).tolist()
        ]


def searched(
    corners: list[tuple[float, float]],
    start: tuple[float, float, float],
    solids: list[shapely.Polygon],
    board: tuple[float, float],
    budget: float,
) -> Poses:
    """All poses that a base (its corners about its centre, looking north) gets to for straight ways and turns by its furthest corner."""
    reach = max(math.hypot(x, y) for x, y in corners)
    # Between two places, and between two headings, no part of the base moves further than this from the nearer one.
    margin = max(STEP * math.sqrt(5) / 2, reach * math.pi / HEADINGS) + 1e-3
    blocked = shapely.union_all(solids).buffer(margin) if solids else shapely.Polygon()
    shapely.prepare(blocked)
    # Places of the board within the budget, counted from the start.
    west, east = (math.ceil(min(budget, far) / STEP) for far in (start[0], board[0] - start[0]))
    south, north = (math.ceil(min(budget, far) / STEP) for far in (start[1], board[1] - start[1]))
    xs, ys = np.meshgrid(
        start[0] + np.arange(-west, east + 1) * STEP, start[1] + np.arange(-south, north + 1) * STEP
    )
    free = np.zeros((HEADINGS, *xs.shape), dtype=bool)
    for k in range(HEADINGS):
        angle = math.radians(start[2] + k * 360 / HEADINGS)
        turned = [
            (x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle))
            for x, y in corners
        ]
        bases = shapely.polygons(np.stack([np.stack([xs + x, ys + y], axis=-1) for x, y in turned], axis=-2))
        inside = np.ones(xs.shape, dtype=bool)
        for x, y in turned:
            inside &= (xs + x >= margin) & (xs + x <= board[0] - margin)
            inside &= (ys + y >= margin) & (ys + y <= board[1] - margin)
        free[k] = inside & ~shapely.intersects(blocked, bases)
    costs = np.where(free, np.inf, np.nan)
    # The start is free, however near to something it stands.
    costs[0, south, west] = 0.0
    free[0, south, west] = True
    _spread(costs, free, reach * 2 * math.pi / HEADINGS, budget)
    return Poses(start[0] - west * STEP, start[1] - south * STEP, np.where(np.isnan(costs), np.inf, costs))


def _spread(costs: NDArray[np.float64], free: NDArray[np.bool_], turn: float, budget: float) -> None:
    """Let every pose make its neighbours cheaper until none gets cheaper any more."""
    blocked = np.where(free, 0.0, np.inf)
    costs[~free] = np.inf
    while True:
        before = costs.copy()
        for dx, dy in WAYS:
            _relax(costs, dx, dy, STEP * math.hypot(dx, dy))
        for way in (1, -1):
            np.minimum(costs, np.roll(costs, way, axis=0) + turn, out=costs)
        costs += blocked
        costs[costs > budget] = np.inf
        if np.array_equal(before, costs):
            return


def _relax(costs: NDArray[np.float64], dx: int, dy: int, price: float) -> None:
    rows, columns = costs.shape[1:]
    to = costs[:, max(dy, 0) : rows + min(dy, 0), max(dx, 0) : columns + min(dx, 0)]
    source = costs[:, max(-dy, 0) : rows + min(-dy, 0), max(-dx, 0) : columns + min(-dx, 0)]
    np.minimum(to, source + price, out=to)
