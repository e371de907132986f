"""Legs straight ahead: where they end depends on where the model stands when it is declared, so they are placed then."""

from __future__ import annotations

from surefoot.geometry.shapes import turn
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, to_lattice
from surefoot.records import replace
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.table.table import Table

# A leg as far ahead as the board goes, in millionths.
ALL_AHEAD = -1
# How far ahead a leg leads on a table without a board.
_FURTHEST = 10_000.0


def with_places(declaration: Declaration, table: Table) -> Declaration:
    """The declaration with a point in place of each leg straight ahead, from where its model stands on this table."""
    if not any(leg.ahead is not None for leg in declaration.legs):
        return declaration
    model = table.models.get(declaration.actor)
    if model is None or not model.place.on_table:
        return declaration
    pose = table.pose(model.id)
    at, facing = (pose.x, pose.y), pose.facing
    legs: list[Leg] = []
    for leg in declaration.legs:
        placed = leg
        if leg.by == "turn":
            facing = (facing + from_lattice(leg.turn)) % 360.0
        elif leg.ahead is not None:
            at = point_ahead(table, at, facing, leg.ahead)
            placed = replace(leg, to=(to_lattice(at[0]), to_lattice(at[1])), ahead=None)
        elif leg.to is not None:
            at = (from_lattice(leg.to[0]), from_lattice(leg.to[1]))
        legs.append(placed)
    return replace(declaration, legs=tuple(legs))


def point_ahead(table: Table, at: tuple[float, float], facing: float, distance: int) -> tuple[float, float]:
    """The point this far straight ahead, in millionths; with ALL_AHEAD, on the edge of the board."""
    length = _to_the_edge(table, at, facing) if distance == ALL_AHEAD else from_lattice(distance)
    dx, dy = turn(0.0, length, facing)
    return at[0] + dx, at[1] + dy


def _to_the_edge(table: Table, at: tuple[float, float], facing: float) -> float:
    """The distance to the edge of the board straight ahead."""
    board = table.board
    if board is None:
        return _FURTHEST
    ahead = turn(0.0, 1.0, facing)
    far = [
        (side - here) / step
        for here, step, size in zip(at, ahead, (board.width, board.depth), strict=True)
        for side in (0.0, from_lattice(size))
        if abs(step) > TOLERANCE and (side - here) / step > 0
    ]
    return min(far, default=_FURTHEST)
