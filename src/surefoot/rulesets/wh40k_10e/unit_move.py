"""The move of a unit: select it, roll, plan, move the models, finish."""

from __future__ import annotations

from typing import Any

from surefoot.dice import requests
from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do, plan, roll
from surefoot.language import Notation, Sentence, Who, say
from surefoot.referee.protocol import Declaration, Detail
from surefoot.referee.unit_plan import UnreadablePlan
from surefoot.rulesets.wh40k_10e.aftermath import announce
from surefoot.rulesets.wh40k_10e.plans import STAY, from_legs
from surefoot.rulesets.wh40k_10e.prices import move_roll
from surefoot.rulesets.wh40k_10e.squad import FLY, LEFT, Squad
from surefoot.rulesets.wh40k_10e.survey import MOVING, Survey, UnitJudge
from surefoot.rulesets.wh40k_10e.terms import STAY_NOTATION
from surefoot.table.effects import Moved, Noted, Reported
from surefoot.table.record import Record
from surefoot.table.table import Table

# Notes of rolls made before a unit's models move: a plan declared earlier may not fit the result.
ROLLED = ("advance", "move")
DETAILS = (
    Detail(
        "plan",
        say(
            "Where its models move: {shift} or {paths}; {stay} if there is no legal move",
            shift=Notation("{shift: [dx, dy]}"),
            paths=Notation("{paths: {model: [[x, y], …]}}"),
            stay=STAY_NOTATION,
        ),
        "plan",
    ),
    Detail("finish", say("Finish this unit's move? No, if more of its models will move"), "switch"),
)


def finishes(declaration: Declaration) -> bool:
    """Whether this declaration finishes the unit's move."""
    return declaration.details.get("finish") is not False


def declared(table: Table, declaration: Declaration, unit: Squad) -> Any:
    """The plan of a declaration, or its path as a plan; None if it has neither."""
    if declaration.legs:
        mover = declaration.actor if declaration.actor in unit.models else unit.models[0]
        if any(leg.by == "fly" for leg in declaration.legs) and not table.models[mover].has(FLY):
            raise Refused(Break("fly.per-model", say("{who} can't Fly", who=Who(mover))))
        try:
            return from_legs(table, unit, declaration.actor, declaration.legs)
        except UnreadablePlan as problem:
            raise Refused(*problem.breaks("move.any-path")) from None
    return declaration.details.get("plan")


def move_characteristic(game: Game, unit: Squad) -> Procedure[None]:
    """A random Move is rolled once for the whole unit."""
    request = move_roll(game.now, unit)
    if request is not None:
        inches = yield from roll(request)
        yield from do(Noted("move", unit.name, inches, "phase"), *request.clauses)


def has_rolled(table: Table, unit: Squad) -> bool:
    """Whether a unit has rolled for its Move, or for an Advance, in this phase."""
    return any(table.note(key, unit.name) is not None for key in ROLLED)


def move_models(
    game: Game, unit: Squad, kind: str, wanted: Any, finish: bool, clauses: tuple[str, ...]
) -> Procedure[None]:
    """Ask where the models move, move them, and finish the unit if `finish` is set."""
    if wanted == STAY:
        yield from _stay(game, unit, kind)
        return
    judge = UnitJudge(game.now, unit.name, kind, finish)
    if wanted is not None and judge(wanted):
        # After a roll the unit stays selected, and another plan may be declared for it.
        if has_rolled(game.now, unit):
            yield from do(Reported("has not moved", unit.name), "phase.one-unit-at-a-time")
        raise Refused(*judge(wanted))
    ordered = judge.survey(wanted).clauses
    cited = (*clauses, "move.any-models", *(each for each in ordered if each.startswith("move.")))
    if game.now.note(LEFT, unit.name):
        cited = (*cited, "disembark.transport-moves-afterwards")
    by = unit.side
    what, says = f"where {unit.name} goes", where_to(unit.name)
    request = requests.Plan(what, unit.name, judge, by, cited, wanted, says)
    answer = yield from plan(request)
    yield from carry_out(game, judge.survey(answer), unit, kind, (), finish=finish)


def where_to(unit: str) -> Sentence:
    """The question where a unit moves."""
    return say("Where do you move {unit}?", unit=Who(unit))


def _stay(game: Game, unit: Squad, kind: str) -> Procedure[None]:
    """Finish a move that has begun and has no legal end: all models go back to where they started."""
    judge = UnitJudge(game.now, unit.name, kind, finish=True)
    still = Record(paths=Record({name: () for name in unit.models if game.now.models[name].place.on_table}))
    survey = judge.survey(still)
    if survey.breaks:
        told = Record(proof="unproven")
        yield from do(Reported("stays, as its owner says", unit.name, told), "support.not-possible")
    yield from carry_out(game, survey, unit, kind, (), finish=True)


def carry_out(
    game: Game, survey: Survey, unit: Squad, kind: str, clauses: tuple[str, ...], *, finish: bool
) -> Procedure[None]:
    """Move the models as judged, and finish the unit if `finish` is set."""
    for way in survey.ways:
        # A model that is moved by nothing has moved, too.
        yield from do(Moved(way.who, way.end), *way.clauses, *clauses, ledger=way.bill.lines)
    if finish:
        seen = tuple(each for each in survey.clauses if each.startswith("support."))
        yield from finish_unit(game, unit, kind, seen)


def finish_unit(game: Game, unit: Squad, kind: str, seen: tuple[str, ...]) -> Procedure[None]:
    """Finish a unit: it counts as having made this kind of move."""
    yield from do(Noted(MOVING, unit.name, None, "phase"), "move.zero-move-counts", *seen)
    yield from do(Noted("made", unit.name, kind, "turn"), "move.zero-move-counts", "aftermath.table")
    yield from announce(game, unit.name)
