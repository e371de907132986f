"""Railings: they help against falling and can be crossed freely."""

from __future__ import annotations

from surefoot.geometry.kernel import leg_inside
from surefoot.geometry.tolerance import from_lattice, within
from surefoot.referee.itinerary import Stride
from surefoot.referee.scene import region_of
from surefoot.rulesets.necromunda_classic.fighter import LEVEL_STEP
from surefoot.table.table import Table


def crossed(table: Table, strides: tuple[Stride, ...]) -> tuple[str, ...]:
    """The clause about crossing railings, if a route crosses one."""
    railings = [piece for piece in table.pieces.values() if piece.sort == "railing"]
    for piece in railings:
        rings, foot = region_of(piece.outline).rings, from_lattice(piece.z)
        for stride in strides:
            start, end = stride.start, stride.end
            level = within(abs(max(start.z, end.z) - foot), LEVEL_STEP)
            if level and leg_inside(start.x, start.y, end.x, end.y, rings):
                return ("railing.crossing",)
    return ()
