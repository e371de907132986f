"""What lies beyond the edge of the board: nothing there can take part in the game."""

from __future__ import annotations

from collections.abc import Sequence

from surefoot.files.reading import Reading
from surefoot.geometry import kernel
from surefoot.geometry.shapes import Body
from surefoot.geometry.tolerance import TOLERANCE, from_lattice
from surefoot.language import Quantity, Sentence, say
from surefoot.table.table import Board, Table

# One after the other: x, y, x, y, …, on the lattice.
Flat = Sequence[int]


def check_terrain(reading: Reading, table: Table) -> None:
    """Add a problem for each piece of terrain that lies wholly beyond the board; others may jut over its edge."""
    for name, piece in table.pieces.items():
        says = beyond(table.board, piece.outline or piece.line)
        if says is not None:
            reading.wrong((*reading.owners[name][1], piece.sort), says)


def beyond(board: Board | None, corners: Flat) -> Sentence | None:
    """The problem with something that lies wholly beyond the board; None if a part of it is on the board, or touches it."""
    if board is None or not corners or _touches(board, corners):
        return None
    high = say("({x}, {y})", x=Quantity(from_lattice(board.width)), y=Quantity(from_lattice(board.depth)))
    problem = say("lies beyond the board, which extends from (0, 0) to {high}", high=high)
    turned = [value for x, y in zip(corners[0::2], corners[1::2], strict=True) for value in (y, x)]
    return swapped(problem) if _touches(board, turned) else problem


def swapped(problem: Sentence) -> Sentence:
    """The problem of a place that would be on the board if its x were its y."""
    return say("{problem}; did you swap x and y?", problem=problem)


def on_board(board: Board | None, x: float, y: float) -> bool:
    """Whether a point is on the board, if there is one."""
    if board is None:
        return False
    width, depth = from_lattice(board.width), from_lattice(board.depth)
    return -TOLERANCE <= x <= width + TOLERANCE and -TOLERANCE <= y <= depth + TOLERANCE


def over_edge(board: Board, body: Body) -> float:
    """How far a base reaches over the edge of the board; below 0 if it does not."""
    west, south, east, north = kernel.bounds(body.core)
    width, depth = from_lattice(board.width), from_lattice(board.depth)
    return body.radius + max(-west, -south, east - width, north - depth)


def _touches(board: Board, corners: Flat) -> bool:
    xs, ys = corners[0::2], corners[1::2]
    return max(xs) >= 0 and min(xs) <= board.width and max(ys) >= 0 and min(ys) <= board.depth
