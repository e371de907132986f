"""Jumping down: part of a forward move, without cost, with a test for each full two inches."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, do
from surefoot.geometry.tolerance import TOLERANCE, beyond
from surefoot.language import Length, Who, say
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Stride
from surefoot.rulesets.gemini_arap import fall
from surefoot.rulesets.gemini_arap.book import decimal
from surefoot.rulesets.gemini_arap.figure import SIZE_TWO, equipped
from surefoot.rulesets.gemini_arap.support import Named, initiative_test
from surefoot.table.effects import Moved, Noted
from surefoot.table.place import Place
from surefoot.table.table import Table

# One test for each full stretch of this many inches, at normal gravity.
STRETCH = 2.0
# The furthest that a model of Size Two or less may jump down by choice.
LIMIT = 6.0
CHUTES = ("gravity-chute", "grav-chute", "jump-pack")
# Manners of moving that a jump down may be part of.
FORWARD = ("", "forward")
JUMP_DOWN = Named("jump down", say("Initiative test to jump down"))


def gravity(table: Table) -> float:
    """The gravity of the battlefield as a multiple of normal gravity."""
    return decimal(table.option("gravity"))


def is_controlled(table: Table, who: str) -> bool:
    """Whether a figure has a device that lands it safely."""
    return equipped(table.models[who], *CHUTES)


def tests(table: Table, who: str, drop: float) -> tuple[int, tuple[str, ...]]:
    """How many tests a drop takes, and the clauses behind the number."""
    pull = gravity(table)
    if is_controlled(table, who):
        return 0, ("jump-down.grav-chutes",)
    clauses = (
        ("jump-down.test-per-two-inches",)
        if pull == 1.0
        else ("jump-down.test-per-two-inches", "jump-down.low-gravity")
    )
    return math.floor(drop * pull / STRETCH + TOLERANCE), clauses


def limit(table: Table, who: str) -> tuple[float | None, tuple[str, ...]]:
    """How far down a figure may jump by choice, None for any height, and the clauses behind it."""
    model = table.models[who]
    own = model.profile.get("max_jump_down")
    pull = gravity(table)
    if is_controlled(table, who):
        return None, ()
    if not pull or (own is None and model.profile.number("size") > SIZE_TWO):
        return None, ("jump-down.conditions",)
    clauses: tuple[str, ...] = ("jump-down.human-limit",)
    clauses += ("jump-down.conditions",) if own is not None or pull != 1.0 else ()
    return decimal(own, LIMIT) / pull, clauses


def breaks(table: Table, who: str, stride: Stride, moves_by: str) -> list[Break]:
    """The clauses that a jump down breaks; `moves_by` is the clause that allows the move."""
    where = point(stride.start)
    found = []
    if stride.manner not in FORWARD:
        says = say("{who} can only jump down while moving forward", who=Who(who))
        found.append(Break("jump-down.part-of-move", says, where))
    elif moves_by == "tactical.d6-distance":
        says = say("{who} can't jump down in a Tactical Move", who=Who(who))
        found.append(Break("jump-down.part-of-move", says, where))
    most, clauses = limit(table, who)
    if most is not None and beyond(-stride.rise, most):
        says = say(
            "It is {drop} down from here, and {who} can jump down {most} at most. Climb down instead",
            drop=Length.of(-stride.rise),
            who=Who(who),
            most=Length.of(most),
        )
        found += [Break(clause, says, where) for clause in clauses]
    return found


def jumping(game: Game, who: str, stride: Stride, end: Place) -> Procedure[bool]:
    """Jump down: the tests one after the other, and the fall if one fails. Returns whether the move continues."""
    drop = -stride.rise
    cited: tuple[str, ...] = ("jump-down.part-of-move", "jump-down.no-allowance")
    count, clauses = tests(game.now, who, drop)
    for _ in range(count):
        safe = yield from initiative_test(game.now, who, JUMP_DOWN, *clauses)
        if not safe:
            yield from fails(game, who, stride)
            return False
    if is_controlled(game.now, who):
        cited = (*cited, *clauses)
    most, behind = limit(game.now, who)
    cited = (*cited, *behind) if most is None or beyond(drop, LIMIT) else cited
    yield from do(Moved(who, end, "jumps down"), *cited)
    return True


def fails(game: Game, who: str, stride: Stride, *clauses: str) -> Procedure[None]:
    """A failed test: the figure falls from where it jumped off."""
    landing = fall.beside(game.now, who, stride)
    yield from fall.fall(game, who, landing, "jump-down.fail-falls", *clauses)
    if landing is not None and game.now.models[who].place.on_table:
        yield from do(Noted(fall.JUMPED, who, True, "turn"), "jump-down.fail-ends-turn")
