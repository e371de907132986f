# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Marching squares: the pieces of a contour in each cell of a grid, between nodes within a level and nodes beyond."""

from __future__ import annotations

import itertools


def pieces(flags: bytes, columns: int) -> list[tuple[int, int, int, int]]:
    """The pieces of a contour with the inside on their left, given by the lines that they cross: from a node within to one beyond.

    Each is the two nodes where it begins and the two where it ends. The flags say for each node, row by row, whether it is
    within (1) or not (0). Nodes are numbered with an extra row and column on every side.

    >>> pieces(b"\\1", 1)
    [(4, 3, 4, 1), (4, 1, 4, 5), (4, 7, 4, 3), (4, 5, 4, 7)]
    """
    found: list[tuple[int, int, int, int]] = []
    above = bytes(columns + 2)
    width = columns + 1
    rows = [b"\0" + flags[start : start + columns] + b"\0" for start in range(0, len(flags), columns)]
    # A row of nodes is a number with a byte for each node, so that all cells of a row are compared at once.
    for row, (low, high) in enumerate(itertools.pairwise((above, *rows, above))):
        if 1 not in low and 1 not in high:
            continue
        one, other = int.from_bytes(low, "little"), int.from_bytes(high, "little")
        some, every = one | other, one & other
        mixed = ((some | some >> 8) ^ (every & every >> 8)).to_bytes(width + 1, "little")
        column = mixed.find(1)
        while -1 < column < width:
            _in_cell(low, high, row, column, columns + 2, found)
            column = mixed.find(1, column + 1)
    return found


def _in_cell(
    low: bytes, high: bytes, row: int, column: int, wide: int, found: list[tuple[int, int, int, int]]
) -> None:
    """Add the pieces in one cell, given by the flags of its rows of nodes, its place and the number of nodes in a row."""
    first = row * wide + column
    # Its corners, counter-clockwise.
    nodes = (first, first + 1, first + wide + 1, first + wide)
    within = (low[column], low[column + 1], high[column + 1], high[column])
    leaves: list[tuple[int, int]] = []
    enters: list[tuple[int, int]] = []
    # Counter-clockwise, the contour runs from where the level is left to where it is entered again.
    for k in range(8):
        follower = (k + 1) % 4
        if within[k % 4] and not within[follower]:
            if k < 4:
                leaves.append((nodes[k], nodes[follower]))
        elif within[follower] and not within[k % 4] and leaves and len(enters) < len(leaves):
            enters.append((nodes[follower], nodes[k % 4]))
    # Opposite corners stay separate, which is the safe choice.
    enters.reverse()
    for leave, enter in zip(leaves, enters, strict=True):
        found.append((leave[0], leave[1], enter[0], enter[1]))
