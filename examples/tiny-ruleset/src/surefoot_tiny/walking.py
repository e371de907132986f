"""The walk action: checked as a whole, then carried out from ditch to ditch."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.pool import D6
from surefoot.dice.readings import AtLeast
from surefoot.dice.requests import Break, Modifier, Procedure, Refused, Roll, do, passed
from surefoot.geometry.tolerance import within
from surefoot.referee.bill import bill, point
from surefoot.referee.cut import cut
from surefoot.referee.itinerary import Itinerary, Stride
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Scene
from surefoot.referee.trace import trace
from surefoot.table.effects import Became, Expired, Moved, Noted, Stopped
from surefoot.table.table import Table
from surefoot_tiny.prices import needs, tariff

WALKED = "walked"


def may_walk(table: Table, who: str) -> tuple[Break, ...]:
    """Every clause that forbids any walk now."""
    if not table.models[who].place.on_table:
        return (Break("move.blocked", f"{who} is not on the table"),)
    if table.note(WALKED, who):
        return (Break("move.once", f"{who} has already walked this turn"),)
    return ()


def walk(game: Game, declaration: Declaration) -> Procedure[None]:
    """Follow a path; stop at each ditch, roll, and jump or stay."""
    who = declaration.actor
    itinerary = trace(Scene(game.now), tariff(game.now, who).lens, who, declaration.legs)
    breaks = broken(game.now, who, itinerary)
    if breaks:
        raise Refused(*breaks)
    yield from do(Noted(WALKED, who, True, "turn"), "move.once")
    walked = 0
    for index, stride in enumerate(itinerary.strides):
        if stride.mode != "leap":
            continue
        yield from go(game, who, itinerary, walked, index)
        walked = index
        across = yield from passed(jump(game.now, who, stride))
        if not across:
            yield from do(Became(who, ("wet",)), "jump.test")
            yield from do(Stopped(who, "fell short of the far bank"), "jump.test")
            return
    yield from go(game, who, itinerary, walked, len(itinerary.strides))


def broken(table: Table, who: str, itinerary: Itinerary) -> list[Break]:
    """Every clause that a path breaks, with its place."""
    found: list[Break] = []
    paid = bill(itinerary, tariff(table, who))
    hold = itinerary.hold
    if hold is not None:
        found.append(Break("move.blocked", hold.says or f"{hold.what} is in the way", point(hold.pose)))
    elif not itinerary.fits:
        found.append(Break("move.blocked", "there is no room for the base"))
    if paid.barred is not None:
        index, says = paid.barred
        found.append(Break("jump.table", says, point(itinerary.strides[index].start)))
    if paid.dry is not None:
        found.append(Break("move.pace", f"the path is longer than the pace of {who}"))
    return found


def go(game: Game, who: str, itinerary: Itinerary, first: int, last: int) -> Procedure[None]:
    """Walk some strides of the path and pay for them."""
    end = cut(itinerary, (last, 0.0), Scene(game.now)).end
    paid = bill(Itinerary(itinerary.start, end, itinerary.strides[first:last]), tariff(game.now, who))
    if paid.lines:
        clauses = dict.fromkeys(line.clause for line in paid.lines)
        yield from do(Moved(who, end), *clauses, ledger=paid.lines)


def jump(table: Table, who: str, ditch: Stride) -> Roll:
    """The roll at the edge of a ditch."""
    need = next(roll for width, roll in needs() if within(ditch.length, width))
    modifiers = (Modifier(-1, "slippery banks", "jump.slippery"),) if table.option("slippery") else ()
    reading = AtLeast(need, sum(each.value for each in modifiers))
    return Roll("jump", D6, reading, who, ("jump.test", "jump.table"), modifiers, hope=True)


def end_turn(game: Game, declaration: Declaration) -> Procedure[None]:
    """Let every walker walk again."""
    yield from do(Expired("turn"), "turn.end")
