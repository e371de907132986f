"""Why a path cannot be followed to its end: what it runs into, and why the base cannot stand there."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Hold, Itinerary
from surefoot.table.place import BOARD
from surefoot.table.table import Table


def held(table: Table, hold: Hold) -> Break:
    """What forbids a path that runs into something it cannot pass."""
    where, what = point(hold.pose), hold.what
    if hold.kind == "model":
        return Break("support.locked-in-combat", f"{what} is an enemy and stands in the way", where)
    if hold.kind == "board":
        return Break("impassable.not-on-foot", "the table ends here", where)
    if hold.kind == "edge":
        clause = "jump.no-premeasure" if hold.gap else "jump-down.part-of-move"
        return Break(clause, hold.says, where)
    piece = table.pieces.get(what)
    if piece is not None and piece.sort in ("rope", "grapple") and hold.kind == "room":
        up = "rope.height-of-grapple" if hold.rise else "rope.across-gap"
        clause = "descend.slide-rope" if hold.rise < 0 else up
        return Break(clause, f"there is no footing where {what} ends", where)
    if piece is not None and piece.sort in ("door", "window") and not piece.is_("open"):
        return Break("door.actions", f"{what} is closed", where)
    if (piece is not None or what == BOARD) and hold.kind == "solid" and not hold.says:
        return Break("climb.gm-climbable", f"{what} is too high to be crossed in a walk", where)
    return Break("climb.definition", hold.says or f"this way does not lead to {what}", where)


def no_room(itinerary: Itinerary) -> list[Break]:
    """Why the base cannot end where the path does."""
    if itinerary.fits or not itinerary.strides:
        return []
    last = itinerary.strides[-1]
    where = point(last.end)
    if last.mode == "bridge":
        return [Break("jump.small-gap-must-clear", "the path ends over a gap", where)]
    found = []
    for kind, what in itinerary.overlapped:
        clause = {"model": "coherency.head-to-head", "hurdle": "obstacle.definition"}.get(
            kind, "impassable.not-on-foot"
        )
        found.append(Break(clause, f"the base would stand in {what}", where))
    return found
