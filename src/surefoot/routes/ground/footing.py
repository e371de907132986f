"""Where the ground bears a base: over some surfaces, or a little beside them."""

from __future__ import annotations

from functools import lru_cache

from surefoot.geometry import prepare
from surefoot.geometry.shapes import Region
from surefoot.routes.ground.resting import LIP


# Cached, because all headings of a base share it.
@lru_cache(maxsize=128)
def ground_of(regions: tuple[Region, ...]) -> Region:
    """The ground of some surfaces, as one region."""
    return prepare.union(regions)


@lru_cache(maxsize=128)
def ground_beside(regions: tuple[Region, ...], near: float, board: Region | None) -> Region:
    """The positions at most this far beside some surfaces. The outline of the board itself is not grown."""
    ground = ground_of(regions)
    if board is None:
        return prepare.cut_round(ground, near) if near > LIP else ground
    # Of the board only the holes: they shrink by the same distance.
    closed = prepare.grown(prepare.difference(board, [ground]), -near)
    return prepare.difference(board, [closed]) if closed.rings else board
