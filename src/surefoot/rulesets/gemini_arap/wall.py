"""Walls to climb: the distance to them, and the ladders and grapples on each section."""

from __future__ import annotations

import math

from surefoot.geometry.kernel import point_segment, region_distance
from surefoot.geometry.measure import gap
from surefoot.geometry.tolerance import from_lattice, to_lattice, within
from surefoot.referee.scene import region_of
from surefoot.table.table import Table, piece_top
from surefoot.table.terrain import Piece

# Walls are divided into sections of this length.
SECTION = to_lattice(6.0)
WALLS = ("wall", "platform", "obstacle")
# A ladder of the scenario within this distance of a wall leans against it: a ladder is an inch wide.
TOUCHES = 0.5


def distance(table: Table, who: str, piece: Piece) -> float:
    """Inches from the base of a figure to the foot of a wall."""
    return gap(table.body(who), region_of(piece.outline))


def spot(piece: Piece, x: float, y: float) -> tuple[int, int, int]:
    """The side of a wall nearest to a point, the distance along it, and its length, in millionths."""
    values = [from_lattice(value) for value in piece.outline]
    corners = list(zip(values[::2], values[1::2], strict=True))
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    # At a corner two sides are equally near: the first is taken.
    nearest = [to_lattice(point_segment(x, y, *one, *other)) for one, other in sides]
    side = nearest.index(min(nearest))
    (ax, ay), (bx, by) = sides[side]
    length = math.hypot(bx - ax, by - ay)
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
    return side, to_lattice(along), to_lattice(length)


def section(piece: Piece, x: float, y: float) -> tuple[int, int]:
    """The section of a wall that a point belongs to: its side, and the number of the stretch."""
    side, along, length = spot(piece, x, y)
    last = math.ceil(length / SECTION) - 1
    return side, min(max(0, along // SECTION), last)


def room(piece: Piece, x: float, y: float, each: float) -> int:
    """The number of ladders or grapples that a section holds: one per `each` inches, at least one."""
    _, _, length = spot(piece, x, y)
    _, number = section(piece, x, y)
    inches = min(SECTION, length - SECTION * number)
    return max(1, inches // to_lattice(each))


def standing(table: Table, piece: Piece, x: float, y: float, sort: str) -> list[str]:
    """The ladders or grapples that stand against the same section of a wall."""
    here = section(piece, x, y)
    return [
        other.id
        for other in table.pieces.values()
        if other.sort == sort and _is_against(other, piece) and section(piece, *_head(other)) == here
    ]


def _head(thing: Piece) -> tuple[float, float]:
    """The upper end of a ladder or grapple."""
    return from_lattice(thing.line[2]), from_lattice(thing.line[3])


def _is_against(thing: Piece, piece: Piece) -> bool:
    """Whether a ladder or grapple leads up a wall: it was set up there in play or by the scenario."""
    was = thing.details.text("against")
    if was:
        return was == piece.id
    touches = within(region_distance(*_head(thing), region_of(piece.outline).rings), TOUCHES)
    return touches and thing.z < piece_top(piece)
