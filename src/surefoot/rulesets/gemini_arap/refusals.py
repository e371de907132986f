"""Refusals of paths: what blocks a path, and why the base cannot stand at its end."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from surefoot.dice.requests import Break
from surefoot.geometry.tolerance import beyond
from surefoot.language import Clause, Field, Length, Sentence, Thing, Who, say
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Hold, Itinerary
from surefoot.rulesets.gemini_arap import door
from surefoot.rulesets.gemini_arap.purse import Share
from surefoot.table.place import BOARD
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

OPEN_GROUND = "terrain.normal"
BOARD_EDGE = say("The path leaves the table here. Stay inside the board edge")


def held(table: Table, hold: Hold) -> Break:
    """The clause that a blocked path breaks, by what blocks it."""
    where, what = point(hold.pose), hold.what
    if hold.kind == "model":
        says = say("{who} is an enemy and blocks the path. Go around, or charge", who=Who(what))
        return Break("support.locked-in-combat", says, where)
    if hold.kind == "board":
        return Break("impassable.not-on-foot", BOARD_EDGE, where)
    if hold.kind == "edge":
        clause = "jump.no-premeasure" if hold.gap else "jump-down.part-of-move"
        if beyond(hold.rise, 0.0):
            # The far side of a gap is too high.
            clause = "jump.height-difference"
        return Break(clause, hold.says, where)
    piece = table.pieces.get(what)
    if piece is not None and piece.sort in ("rope", "grapple") and hold.kind == "room":
        up = "rope.height-of-grapple" if hold.rise else "rope.across-gap"
        clause = "descend.slide-rope" if hold.rise < 0 else up
        return Break(clause, say("There is nowhere to stand at the end of {rope}", rope=Thing(what)), where)
    if piece is not None and piece.sort in ("door", "window") and not piece.is_("open"):
        return door.closed(what, where)
    if (piece is not None or what == BOARD) and hold.kind == "solid" and not hold.says:
        return Break("climb.gm-climbable", _too_high(piece), where)
    return Break("climb.definition", hold.says or _no_way(what), where)


def runs_out(whole: float, reached: float, shares: Iterable[Share]) -> Sentence:
    """How far along a path the movement lasts, and the rules by which it pays for more than open ground."""
    dear = dict.fromkeys(each.clause for each in shares if each.cost and each.clause != OPEN_GROUND)
    length, far = Length.of(whole), Length.of(reached)
    if not dear:
        return say(
            "The path is {length} long, and the movement runs out after {reached}", length=length, reached=far
        )
    first, *others = [say("{rule}", rule=Clause(each)) for each in dear]
    return say(
        "The path is {length} long, and the movement runs out after {reached} ({rules})",
        length=length,
        reached=far,
        rules=reduce(lambda one, other: say("{one}; {other}", one=one, other=other), others, first),
    )


def _too_high(piece: Piece | None) -> Sentence:
    if piece is None:
        # The ground round a pit.
        return say("The side of the pit is too high to walk up. Climb it")
    if piece.details.text("climbable") == "no":
        return say("{thing} can't be climbed. Go around", thing=Thing(piece.id))
    return say("{thing} is too high to walk over. Climb it, or go around", thing=Thing(piece.id))


def _no_way(what: str) -> Sentence:
    if what in ("", BOARD):
        return say("You can't get down to the ground this way")
    return say("You can't get onto {thing} this way", thing=Thing(what))


def no_room(itinerary: Itinerary) -> list[Break]:
    """Why the base cannot end where the path does."""
    if itinerary.fits or not itinerary.strides:
        return []
    last = itinerary.strides[-1]
    where = point(last.end)
    if last.mode == "bridge":
        says = say("The path ends over a gap. Cross it completely, or stop before it")
        return [Break("jump.small-gap-must-clear", says, where)]
    found = []
    for kind, what in itinerary.overlapped:
        clause = {"model": "coherency.head-to-head", "hurdle": "obstacle.definition"}.get(
            kind, "impassable.not-on-foot"
        )
        other: Field = Who(what) if kind == "model" else Thing(what)
        says = say("There is no room here: the base would overlap {other}", other=other)
        found.append(Break(clause, says, where))
    return found
