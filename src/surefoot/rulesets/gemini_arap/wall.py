"""Walls to climb over: how near somebody stands to one, and what stands against each section of it."""

from __future__ import annotations

import math

from surefoot.geometry.measure import gap
from surefoot.geometry.tolerance import TOLERANCE, from_lattice
from surefoot.referee.scene import region_of
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# Walls are divided into sections of this length.
SECTION = 6.0
WALLS = ("wall", "platform", "obstacle")


def distance(table: Table, who: str, piece: Piece) -> float:
    """Inches from the base of a figure to the foot of a wall."""
    return gap(table.body(who), region_of(piece.outline))


def spot(piece: Piece, x: float, y: float) -> tuple[int, float, float]:
    """The side of a wall that is nearest to a point, how far along it, and how long it is."""
    corners = [from_lattice(value) for value in piece.outline]
    best: tuple[float, int, float, float] | None = None
    count = len(corners) // 2
    for side in range(count):
        ax, ay = corners[2 * side], corners[2 * side + 1]
        bx, by = corners[2 * ((side + 1) % count)], corners[2 * ((side + 1) % count) + 1]
        length = math.hypot(bx - ax, by - ay)
        along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / max(length, TOLERANCE)
        along = min(max(along, 0.0), length)
        px, py = ax + (bx - ax) * along / length, ay + (by - ay) * along / length
        away = math.hypot(x - px, y - py)
        if best is None or away < best[0] - TOLERANCE:
            best = away, side, along, length
    assert best is not None, "every wall has sides"
    return best[1], best[2], best[3]


def section(piece: Piece, x: float, y: float) -> tuple[int, int]:
    """The section of a wall that a point belongs to: its side, and which stretch of it."""
    side, along, length = spot(piece, x, y)
    last = max(0, math.ceil(length / SECTION - TOLERANCE) - 1)
    return side, min(last, math.floor(along / SECTION + TOLERANCE))


def room(piece: Piece, x: float, y: float, each: float) -> int:
    """How many things stand against a section, one for each full stretch of some inches, at least one."""
    _, _, length = spot(piece, x, y)
    _, number = section(piece, x, y)
    inches = min(SECTION, length - SECTION * number)
    return max(1, math.floor(inches / each + TOLERANCE))


def standing(table: Table, piece: Piece, x: float, y: float, sort: str) -> list[str]:
    """Things of one sort that stand against the same section of a wall."""
    here = section(piece, x, y)
    found = []
    for other in table.pieces.values():
        if other.sort == sort and other.details.text("against") == piece.id:
            at = from_lattice(other.line[2]), from_lattice(other.line[3])
            if section(piece, *at) == here:
                found.append(other.id)
    return found
