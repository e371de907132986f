"""A unit's move as one procedure: select, roll, plan, move the models, finish."""

from __future__ import annotations

from typing import Any

from surefoot.dice import requests
from surefoot.dice.host import Game
from surefoot.dice.readings import Total
from surefoot.dice.requests import Break, Procedure, Refused, Roll, do, plan, roll
from surefoot.referee.protocol import Declaration, Detail
from surefoot.rulesets.wh40k_10e.aftermath import announce
from surefoot.rulesets.wh40k_10e.plans import STAY, Unreadable, from_legs
from surefoot.rulesets.wh40k_10e.prices import random_move
from surefoot.rulesets.wh40k_10e.squad import LEFT, Squad
from surefoot.rulesets.wh40k_10e.survey import MOVING, Survey, UnitJudge
from surefoot.table.effects import Moved, Noted, Reported
from surefoot.table.record import Record

# What is rolled before a unit's models move: a plan that was made before may not fit it.
ROLLED = ("advance", "move")
DETAILS = (
    Detail(
        "plan",
        "where its models go: {shift: [dx, dy]} or {paths: {model: [[x, y], …]}}; {stay: true}: there is no legal way",
        "data",
    ),
    Detail("finish", "false if more of its models are to be moved before the unit is finished", "switch"),
)


def finishes(declaration: Declaration) -> bool:
    """Whether the unit is finished with this declaration."""
    return declaration.details.get("finish") is not False


def declared(declaration: Declaration, unit: Squad) -> Any:
    """The plan that a declaration carries; None if it leaves that open."""
    if declaration.legs:
        try:
            return from_legs(unit, declaration.actor, declaration.legs)
        except Unreadable as problem:
            raise Refused(Break("move.any-path", str(problem))) from None
    return declaration.details.get("plan")


def move_characteristic(game: Game, unit: Squad) -> Procedure[None]:
    """A random Move is rolled once for the whole unit."""
    found = [random_move(game.now.models[name]) for name in unit.models]
    dice = next((each for each in found if each is not None), None)
    if dice is None or game.now.note("move", unit.name) is not None:
        return
    clause = "support.move-characteristic"
    inches = yield from roll(Roll("Move characteristic", dice, Total(), unit.name, (clause,)))
    yield from do(Noted("move", unit.name, inches, "phase"), clause)


def move_models(
    game: Game, unit: Squad, kind: str, wanted: Any, finish: bool, clauses: tuple[str, ...]
) -> Procedure[None]:
    """Ask where the models go, move them, and finish the unit if it is to be finished."""
    if wanted == STAY:
        yield from _stay(game, unit, kind)
        return
    judge = UnitJudge(game.now, unit.name, kind, finish)
    if wanted is not None and judge(wanted):
        # After a roll the unit stays selected as it is, and another plan may be declared for it.
        if any(game.now.note(key, unit.name) is not None for key in ROLLED):
            says = "its plan was refused after the roll: declare another, or {stay: true} if there is none"
            told = Record(says=says)
            yield from do(Reported("has not moved", unit.name, told), "phase.one-unit-at-a-time")
        raise Refused(*judge(wanted))
    ordered = judge.survey(wanted).clauses
    cited = (*clauses, "move.any-models", *(each for each in ordered if each.startswith("move.")))
    if game.now.note(LEFT, unit.name):
        cited = (*cited, "disembark.transport-moves-afterwards")
    by = unit.side
    request = requests.Plan(f"where {unit.name} goes", unit.name, judge, by, cited, wanted)
    answer = yield from plan(request)
    yield from carry_out(game, judge.survey(answer), unit, kind, (), finish=finish)


def _stay(game: Game, unit: Squad, kind: str) -> Procedure[None]:
    """A move that has begun and that its owner cannot finish: all models are back where they were, and the unit is finished."""
    judge = UnitJudge(game.now, unit.name, kind, finish=True)
    still = Record(paths=Record({name: () for name in unit.models if game.now.models[name].place.on_table}))
    survey = judge.survey(still)
    if survey.breaks:
        told = Record(proof="unproven", says=str(survey.breaks[0].says))
        yield from do(Reported("stays, as its owner says", unit.name, told), "support.not-possible")
    yield from carry_out(game, survey, unit, kind, (), finish=True)


def carry_out(
    game: Game, survey: Survey, unit: Squad, kind: str, clauses: tuple[str, ...], *, finish: bool
) -> Procedure[None]:
    """Move the models as judged, and finish the unit if it is to be finished."""
    for way in survey.ways:
        yield from do(Moved(way.who, way.place), *way.clauses, *clauses, ledger=way.lines)
    if finish:
        seen = tuple(each for each in survey.clauses if each.startswith("support."))
        yield from finish_unit(game, unit, kind, seen)


def finish_unit(game: Game, unit: Squad, kind: str, seen: tuple[str, ...]) -> Procedure[None]:
    """The unit is finished and counts as having made its kind of move."""
    yield from do(Noted(MOVING, unit.name, None, "phase"), "move.zero-move-counts", *seen)
    yield from do(Noted("made", unit.name, kind, "turn"), "move.zero-move-counts", "aftermath.table")
    yield from announce(game, unit.name)
