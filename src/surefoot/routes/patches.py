"""Patches of ground: what lies in two of them, beside each other, round a hole."""

from __future__ import annotations

import math

from surefoot.geometry import prepare
from surefoot.geometry.kernel import bounds, inside_rings
from surefoot.geometry.shapes import Region


def both(one: Region, other: Region) -> Region:
    """The ground that lies in both of two regions."""
    apart = prepare.difference(one, [other])
    return prepare.difference(one, [apart]) if apart.rings else one


def near(one: Region, other: Region, reach: float) -> bool:
    """Whether the boxes round two regions come as near to each other as a reach."""
    west, south, east, north = one.bounds
    left, low, right, high = other.bounds
    return west - reach <= right and east + reach >= left and south - reach <= high and north + reach >= low


def is_board(ring: tuple[float, ...], board: Region | None) -> bool:
    """Whether a ring is the outline of the board."""
    if board is None:
        return False
    west, south, east, north = board.bounds
    return bounds(ring) == (west, south, east, north)


def is_hole(ring: tuple[float, ...], rings: tuple[tuple[float, ...], ...]) -> bool:
    """Whether what a ring encloses, close to its edge, is no part of the ground."""
    ax, ay, bx, by = ring[:4]
    length = math.hypot(bx - ax, by - ay)
    for side in (1.0, -1.0):
        x = (ax + bx) / 2 - side * (by - ay) / length * 1e-6
        y = (ay + by) / 2 + side * (bx - ax) / length * 1e-6
        if inside_rings(x, y, (ring,)):
            return not inside_rings(x, y, rings)
    return False
