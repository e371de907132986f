"""Remain Stationary: no model of the unit moves or pivots."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.language import Sentence, Who, say
from surefoot.referee.protocol import Declaration
from surefoot.referee.unit_plan import UnreadablePlan
from surefoot.rulesets.wh40k_10e.engagement import engaged_models
from surefoot.rulesets.wh40k_10e.kind import options_clause
from surefoot.rulesets.wh40k_10e.kinds_of_move import STATIONARY
from surefoot.rulesets.wh40k_10e.phase import select
from surefoot.rulesets.wh40k_10e.plans import read
from surefoot.rulesets.wh40k_10e.squad import Squad
from surefoot.rulesets.wh40k_10e.survey import MOVING
from surefoot.rulesets.wh40k_10e.unit_move import declared
from surefoot.table.effects import Noted
from surefoot.table.table import Table


def stationary(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit Remains Stationary."""
    unit = yield from select(game, declaration, STATIONARY)
    breaks = _moved_models(game.now, unit, declared(game.now, declaration, unit))
    if breaks:
        raise Refused(*breaks)
    clauses = [options_clause(game.now, unit), "aftermath.table"]
    if engaged_models(game.now, unit):
        clauses.append("stationary.allowed-when-engaged")
    yield from do(Noted(MOVING, unit.name, None, "phase"), *clauses)
    yield from do(Noted("made", unit.name, STATIONARY, "turn"), *clauses)


def _moved_models(table: Table, unit: Squad, wanted: object) -> list[Break]:
    """The refusals for models that the declaration moves or turns."""
    try:
        plan = read(table, unit, wanted)
    except UnreadablePlan as problem:
        return [*problem.breaks("stationary.no-models-move")]
    steps = [(name, step) for name, path in plan.paths for step in path]
    shifted = tuple(dict.fromkeys(name for name, step in steps if step.to is not None))
    turned = tuple(dict.fromkeys(name for name, step in steps if step.turn))
    return [
        *(Break("stationary.no-models-move", _must_stay(name)) for name in shifted),
        *(Break("stationary.no-pivot", _must_not_turn(name)) for name in turned),
    ]


def _must_stay(name: str) -> Sentence:
    return say("{model} can't move: its unit Remains Stationary", model=Who(name))


def _must_not_turn(name: str) -> Sentence:
    return say("{model} can't pivot: its unit Remains Stationary", model=Who(name))
