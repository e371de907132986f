"""Jumping across: small gaps as part of the walk, wide ones with an Initiative test."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, do
from surefoot.geometry.tolerance import beyond
from surefoot.language import Length, Who, say
from surefoot.referee.bill import Line, point
from surefoot.referee.itinerary import Stride
from surefoot.rulesets.gemini_arap import fall, jump_down
from surefoot.rulesets.gemini_arap.book import decimal
from surefoot.rulesets.gemini_arap.figure import LEAPING, flag, movement, number
from surefoot.rulesets.gemini_arap.prices import SMALL
from surefoot.rulesets.gemini_arap.support import Named, initiative_test
from surefoot.table.effects import Moved
from surefoot.table.place import Place
from surefoot.table.table import Table

# The widest jump is this much less than M.
SHORT_OF_M = 1.0
JUMP = Named("jump", say("Initiative test to jump the gap"))
DROP = Named("drop", say("Initiative test for the drop"))


def widest(table: Table, who: str) -> tuple[float, tuple[str, ...]]:
    """The widest gap that a figure can jump, and the clauses behind the number."""
    model = table.models[who]
    bonus = number(model, "jump_bonus") + decimal(table.option("jump_bonus"))
    clauses = ("jump.max-width", "jump.other-factors") if bonus else ("jump.max-width",)
    return movement(model) - SHORT_OF_M + bonus, clauses


def is_natural(table: Table, who: str) -> bool:
    """Whether a creature moves by jumping."""
    return flag(table.models[who], "natural_jumper")


def too_wide(table: Table, who: str, stride: Stride, moves: int) -> tuple[str, ...]:
    """The clauses that make a gap too wide; none if it is not."""
    limit, clauses = widest(table, who)
    if is_natural(table, who) or not beyond(stride.length, limit):
        return ()
    combined = limit + (moves - 1) * movement(table.models[who])
    single = not beyond(stride.length, combined)
    return (*clauses, "jump.single-action-basis") if single else clauses


def breaks(table: Table, who: str, stride: Stride, moves: int) -> list[Break]:
    """The clauses that a jump breaks if pre-measuring is allowed; otherwise the figure jumps and falls."""
    if table.option("premeasure_jumps") is not True:
        return []
    says = say(
        "The gap is {width} wide. {who} can jump {most} at most",
        width=Length.of(stride.length),
        who=Who(who),
        most=Length.of(widest(table, who)[0]),
    )
    return [Break(clause, says, point(stride.start)) for clause in too_wide(table, who, stride, moves)]


def binding(table: Table, who: str) -> bool:
    """Whether a declared jump must be made even without enough movement, and then ends in a fall."""
    return table.option("premeasure_jumps") is not True and not is_natural(table, who)


def jumping(
    game: Game, who: str, stride: Stride, moves: int, enough: bool, end: Place, ledger: tuple[Line, ...]
) -> Procedure[bool]:
    """Commit, check the distance, roll, then move across. Returns whether the figure is across."""
    wide = too_wide(game.now, who, stride, moves)
    if wide:
        yield from _down(game, who, stride, "jump.no-premeasure", *wide)
        return False
    if not enough:
        leaping = ("leap.can-still-fall",) if game.now.models[who].has(LEAPING) else ()
        yield from _down(game, who, stride, "jump.short-of-movement-falls", *leaping)
        return False
    clauses: tuple[str, ...] = ("jump.deduct-distance",)
    if is_natural(game.now, who):
        clauses = (*clauses, "jump.natural-jumpers")
    elif game.now.models[who].has(LEAPING):
        clauses = (*clauses, "leap.no-jump-test")
    else:
        over = yield from initiative_test(game.now, who, JUMP, "jump.initiative-test")
        if not over:
            yield from _down(game, who, stride, "jump.initiative-test")
            return False
    if beyond(widest(game.now, who)[0], movement(game.now.models[who]) - SHORT_OF_M):
        clauses = (*clauses, "jump.other-factors")
    return (yield from _across(game, who, stride, end, clauses, ledger))


def _across(
    game: Game, who: str, stride: Stride, end: Place, clauses: tuple[str, ...], ledger: tuple[Line, ...]
) -> Procedure[bool]:
    """Move over the gap; a lower far side takes the tests of a jump down."""
    drop = -stride.rise
    if beyond(drop, SMALL):
        clauses = (*clauses, "jump.height-difference")
        count, behind = jump_down.tests(game.now, who, drop)
        for _ in range(count):
            safe = yield from initiative_test(game.now, who, DROP, *behind, "jump.height-difference")
            if not safe:
                yield from _down(game, who, stride, "jump.height-difference", "jump-down.fail-falls")
                return False
    elif beyond(stride.rise, 0.0):
        clauses = (*clauses, "jump.height-difference")
    yield from do(Moved(who, end, "jumps"), *clauses, ledger=ledger)
    return True


def _down(game: Game, who: str, stride: Stride, *clauses: str) -> Procedure[None]:
    """The jump fails: the figure falls at the take-off edge."""
    yield from fall.fall(game, who, fall.beside(game.now, who, stride), *clauses)
