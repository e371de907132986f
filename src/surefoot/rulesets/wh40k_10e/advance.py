"""Advance moves: a D6 for the unit, added to the Move of every model."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Choice, Procedure, Refused, choose, do, roll
from surefoot.language import Notation, Who, say
from surefoot.referee.protocol import Declaration, Detail
from surefoot.rulesets.wh40k_10e.kinds_of_move import ADVANCE
from surefoot.rulesets.wh40k_10e.phase import select
from surefoot.rulesets.wh40k_10e.plans import STAY
from surefoot.rulesets.wh40k_10e.prices import ADVANCE_CLAUSES, advance_roll
from surefoot.rulesets.wh40k_10e.squad import Squad
from surefoot.rulesets.wh40k_10e.survey import UnitJudge
from surefoot.rulesets.wh40k_10e.unit_move import (
    DETAILS,
    declared,
    finishes,
    move_characteristic,
    move_models,
)
from surefoot.table.effects import Noted, apply
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

# The abilities that may change an Advance roll, as a declaration writes them.
_ABILITIES = (Notation("{fixed: 6}"), Notation("{plus: 1}"), Notation("{reroll: true}"))
ROLL = Detail(
    "advance_roll", say("Abilities that change the Advance roll: {abilities}", abilities=_ABILITIES), "data"
)
ADVANCE_DETAILS = (*DETAILS, ROLL)
KEEP, AGAIN = "keep", "re-roll"


def advance(game: Game, declaration: Declaration) -> Procedure[None]:
    """Advance with a unit: roll first, then move its models."""
    ability = _ability(declaration)
    unit = yield from select(game, declaration, ADVANCE)
    wanted, finish = declared(game.now, declaration, unit), finishes(declaration)
    yield from move_characteristic(game, unit)
    if game.now.note("advance", unit.name) is None:
        enough = partial(_enough, game.now, unit, wanted, finish)
        yield from _advance_roll(unit, ability, enough)
    yield from move_models(game, unit, ADVANCE, wanted, finish, ("advance.roll-before-moving",))


def _ability(declaration: Declaration) -> Record:
    given = declaration.details.get("advance_roll", EMPTY)
    known = ("fixed", "plus", "reroll")
    if not isinstance(given, Record) or any(key not in known for key in given):
        says = say(
            "Can't read {field}. It takes {abilities}", field=Notation("advance_roll"), abilities=_ABILITIES
        )
        raise Refused(Break("advance.roll", says))
    if given.number("fixed") and (given.number("plus") or given.get("reroll")):
        says = say(
            "A fixed Advance roll is neither changed nor re-rolled. Write {fixed} alone, or leave it out",
            fixed=Notation("fixed"),
        )
        raise Refused(Break("advance.roll", says))
    return given


def _enough(table: Table, unit: Squad, wanted: Any, finish: bool, inches: int) -> bool:
    """Whether a roll is enough for the declared plan; without a plan, any roll is."""
    rolled = apply(table, Noted("advance", unit.name, inches, "phase"))
    return wanted is None or wanted == STAY or not UnitJudge(rolled, unit.name, ADVANCE, finish)(wanted)


def _advance_roll(unit: Squad, ability: Record, enough: Callable[[int], bool]) -> Procedure[None]:
    """Roll one D6 for the whole unit and note it as a bonus to Move until the end of the phase."""
    clauses = ADVANCE_CLAUSES
    inches = ability.number("fixed")
    if not inches:
        inches = yield from _die(unit, ability, clauses)
        if ability.get("reroll"):
            timing = ("support.advance-roll-timing",)
            keep, again = (KEEP, say("Keep")), (AGAIN, say("Re-roll"))
            # By default a roll is made again if the declared plan is too long for it.
            among = (keep, again) if enough(inches) else (again, keep)
            ask = Choice(
                f"the Advance roll of {unit.name} is {inches}",
                tuple(answer for answer, _ in among),
                unit.side,
                timing,
                says=say(
                    "{unit} rolled {rolled} for its Advance. Keep it, or re-roll?",
                    unit=Who(unit.name),
                    rolled=inches,
                ),
                labels=tuple(label for _, label in among),
            )
            if (yield from choose(ask)) == AGAIN:
                inches = yield from _die(unit, ability, (*clauses, *timing))
    bonus = (*clauses, "advance.adds-to-move", "advance.until-end-of-phase")
    yield from do(Noted("advance", unit.name, inches, "phase"), *bonus)
    yield from do(Noted("made", unit.name, ADVANCE, "turn"), "aftermath.table")


def _die(unit: Squad, ability: Record, clauses: tuple[str, ...]) -> Procedure[int]:
    result: int = yield from roll(advance_roll(unit, ability.number("plus"), clauses))
    return result
