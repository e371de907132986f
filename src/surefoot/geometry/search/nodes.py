# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The nodes of a grid, by their prices and by where they lie."""

from __future__ import annotations

from array import array
from collections.abc import Sequence


def nodes_between(values: array[float], least: float, most: float) -> list[int]:
    """The numbers of the values that lie between two, in their order."""
    return [k for k in range(len(values)) if least <= values[k] <= most]


def nodes_outside(
    nodes: list[int],
    frame: tuple[float, float, float, int, int],
    rings: Sequence[Sequence[float]],
) -> list[int]:
    """The nodes of a grid, out of some, that lie inside an even number of rings; on an edge the result may be either."""
    west, south, step, columns, _ = frame
    # The edges that cross a row of nodes are the same for all nodes of it.
    crossings: list[float] = []
    row = -1
    outside: list[int] = []
    for k in nodes:
        if k // columns != row:
            row = k // columns
            crossings = _crossings(south + row * step, rings)
        x = west + (k - row * columns) * step
        inside = False
        for at in crossings:
            if x < at:
                inside = not inside
        if not inside:
            outside.append(k)
    return outside


def _crossings(y: float, rings: Sequence[Sequence[float]]) -> list[float]:
    """Where the edges of rings cross a line along the first axis."""
    found: list[float] = []
    for ring in rings:
        count = len(ring)
        if count < 6:
            continue
        ax = ring[count - 2]
        ay = ring[count - 1]
        for i in range(0, count, 2):
            bx = ring[i]
            by = ring[i + 1]
            if (ay > y) != (by > y):
                found.append(ax + (y - ay) * (bx - ax) / (by - ay))
            ax = bx
            ay = by
    return found
