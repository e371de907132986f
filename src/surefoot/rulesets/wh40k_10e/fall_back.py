"""Fall Back moves: away from the enemy, through Engagement Range and over enemy models if need be."""

from __future__ import annotations

from surefoot.dice import requests
from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do, plan
from surefoot.referee.protocol import Declaration, Detail
from surefoot.rulesets.wh40k_10e import kind
from surefoot.rulesets.wh40k_10e.escape import (
    Declared,
    SurvivorsJudge,
    aims_of,
    desperate_escape,
    freeze_or_none,
    replanned,
)
from surefoot.rulesets.wh40k_10e.kinds_of_move import FALL_BACK
from surefoot.rulesets.wh40k_10e.phase import select
from surefoot.rulesets.wh40k_10e.plans import STAY
from surefoot.rulesets.wh40k_10e.regroup import Aim
from surefoot.rulesets.wh40k_10e.squad import Squad, squad
from surefoot.rulesets.wh40k_10e.survey import TESTED, Survey, UnitJudge
from surefoot.rulesets.wh40k_10e.unit_move import (
    DETAILS,
    carry_out,
    declared,
    finish_unit,
    finishes,
    move_characteristic,
    move_models,
)
from surefoot.table.effects import Reported
from surefoot.table.record import EMPTY, Record, Value
from surefoot.table.table import Table

# What was tried before an owner's word that the survivors cannot Fall Back is taken.
SEARCHED = "no Fall Back was found: tried were the declared plan, its ends with the ranks closed up, and ends near them"
CROSSERS = Detail("crossers", "models that will pass over enemies, besides those whose path does", "names")
FALL_BACK_DETAILS = (*DETAILS, CROSSERS)


def fall_back(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit Falls Back: the plan, the tests, then the moves of those who are left."""
    unit = yield from select(game, declaration, FALL_BACK)
    wanted, finish = declared(declaration, unit), finishes(declaration)
    yield from move_characteristic(game, unit)
    lost = 0
    aims: tuple[Aim, ...] = ()
    if game.now.note(TESTED, unit.name) is None:
        judge = UnitJudge(game.now, unit.name, FALL_BACK, finish)
        wanted = yield from _planned(judge, unit, wanted)
        named = declaration.details.get("crossers")
        more = tuple(str(name) for name in named) if isinstance(named, tuple) else ()
        strange = [name for name in more if name not in unit.models]
        if strange:
            says = f"{unit.name} has no model {strange[0]!r} to pass over enemies"
            raise Refused(Break("escape.declare-crossers", says))
        survey = judge.survey(wanted)
        aims = aims_of(game.now, unit, survey)
        lost = yield from desperate_escape(game, unit, (*survey.crossers, *more))
    if lost:
        yield from _survivors(game, unit.name, Declared(wanted, aims), finish=finish)
    else:
        if wanted == STAY:
            _none_is_left(game.now, unit)
        yield from move_models(game, unit, FALL_BACK, wanted, finish, ())


def _none_is_left(table: Table, unit: Squad) -> None:
    """Whoever begins a Fall Back and says later that it cannot be finished is held to the plans that are found."""
    judge = UnitJudge(table, unit.name, FALL_BACK, finish=True)
    here = Declared(EMPTY, aims_of(table, unit, Survey((), ())))
    breaks = SurvivorsJudge(judge, here)(STAY)
    if breaks:
        raise Refused(*breaks)


def _planned(judge: UnitJudge, unit: Squad, wanted: Value) -> Procedure[Value]:
    """The whole plan before the dice: it shows that the unit can Fall Back at all."""
    if wanted is not None and judge(wanted):
        raise Refused(*judge(wanted))
    if wanted is not None:
        return wanted
    clauses = ("fall-back.cannot-if-stuck", "escape.declare-crossers")
    request = requests.Plan(f"where {unit.name} goes", unit.name, judge, unit.side, clauses)
    return freeze_or_none((yield from plan(request)))


def _survivors(game: Game, name: str, declared: Declared, *, finish: bool) -> Procedure[None]:
    """After losses the plan may be a new one; who can still Fall Back has to."""
    unit = squad(game.now, name)
    if not unit.models:
        yield from finish_unit(game, unit, FALL_BACK, ())
        return
    judge = UnitJudge(game.now, unit.name, FALL_BACK, finish)
    survivors = SurvivorsJudge(judge, declared)
    found = replanned(judge, declared)
    clauses = ("escape.after-losses",)
    proof = [] if found is not None else kind.cannot_fall_back(game.now, unit)
    # Without a plan and without a proof that there is none, the owner is asked for one.
    proposal = STAY if proof else found
    if proposal is None:
        told = Record(proof="unproven", says=f"{SEARCHED}; give a plan, or {{stay: true}} if there is none")
        yield from do(Reported("needs a new plan", name, told), *clauses, "support.not-possible")
    request = requests.Plan(f"where {name} goes", name, survivors, unit.side, clauses, proposal)
    answer = freeze_or_none((yield from plan(request)))
    if answer == STAY:
        told = (
            Record(proof="proven", says=str(proof[0].says))
            if proof
            else Record(proof="unproven", says=SEARCHED)
        )
        what = "cannot Fall Back any more" if proof else "stays, as its owner says"
        yield from do(Reported(what, name, told), *clauses, "support.not-possible")
    # Who stays has no plan, and goes nowhere.
    yield from carry_out(game, judge.survey(answer), unit, FALL_BACK, clauses, finish=finish)
