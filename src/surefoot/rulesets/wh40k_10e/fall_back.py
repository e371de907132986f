"""Fall Back moves: out of Engagement Range, if necessary over enemy models."""

from __future__ import annotations

from surefoot.dice import requests
from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do, plan
from surefoot.language import Quoted, Sentence, Who, say
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
from surefoot.rulesets.wh40k_10e.kinds_of_move import FALL_BACK, STATIONARY
from surefoot.rulesets.wh40k_10e.phase import select
from surefoot.rulesets.wh40k_10e.plans import STAY
from surefoot.rulesets.wh40k_10e.regroup import Aim
from surefoot.rulesets.wh40k_10e.squad import MADE, Squad, squad
from surefoot.rulesets.wh40k_10e.survey import MOVING, TESTED, Survey, UnitJudge
from surefoot.rulesets.wh40k_10e.unit_move import (
    DETAILS,
    carry_out,
    declared,
    finish_unit,
    finishes,
    has_rolled,
    move_characteristic,
    move_models,
    where_to,
)
from surefoot.table.effects import Noted, Reported
from surefoot.table.record import EMPTY, Record, Value
from surefoot.table.table import Table

CROSSERS = Detail(
    "crossers", say("Models that will move over enemies, in addition to those whose path does"), "names"
)
FALL_BACK_DETAILS = (*DETAILS, CROSSERS)


def fall_back(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit Falls Back: the plan first, then the tests, then the moves of the survivors."""
    unit = yield from select(game, declaration, FALL_BACK)
    wanted, finish = declared(game.now, declaration, unit), finishes(declaration)
    yield from move_characteristic(game, unit)
    lost = 0
    aims: tuple[Aim, ...] = ()
    if game.now.note(TESTED, unit.name) is None:
        judge = UnitJudge(game.now, unit.name, FALL_BACK, finish)
        wanted = yield from _planned(judge, unit, wanted)
        if wanted == STAY:
            yield from _cannot(game, unit)
            return
        named = declaration.details.get("crossers")
        more = tuple(str(name) for name in named) if isinstance(named, tuple) else ()
        strange = [name for name in more if name not in unit.models]
        if strange:
            says = say(
                "{unit} has no model {name} that could move over enemies",
                unit=Who(unit.name),
                name=Quoted(strange[0]),
            )
            raise Refused(Break("escape.declare-crossers", says))
        survey = judge.survey(wanted)
        aims = aims_of(game.now, unit, survey)
        lost = yield from desperate_escape(game, unit, (*survey.crossers, *more))
    if lost:
        yield from _survivors(game, unit.name, Declared(wanted, aims), finish=finish)
    else:
        if wanted == STAY:
            _check_stay(game.now, unit)
        elif wanted is None:
            wanted = replanned(UnitJudge(game.now, unit.name, FALL_BACK, finish), _ends_here(game.now, unit))
        yield from move_models(game, unit, FALL_BACK, wanted, finish, ())


def _cannot(game: Game, unit: Squad) -> Procedure[None]:
    """Finish a unit whose random Move, once rolled, leaves it no Fall Back: it Remains Stationary."""
    clause = "fall-back.cannot-if-stuck"
    proof = [says for _, says in kind.proofs(game.now, unit)]
    yield from do(_stays(unit.name, proof), clause, "support.not-possible")
    yield from do(Noted(MOVING, unit.name, None, "phase"), clause)
    yield from do(Noted(MADE, unit.name, STATIONARY, "turn"), clause, "aftermath.table")


def _check_stay(table: Table, unit: Squad) -> None:
    """Refuse that a unit whose Fall Back has begun stays where it is, if the referee finds a legal plan for it."""
    judge = UnitJudge(table, unit.name, FALL_BACK, finish=True)
    breaks = SurvivorsJudge(judge, _ends_here(table, unit))(STAY)
    if breaks:
        raise Refused(*breaks)


def _ends_here(table: Table, unit: Squad) -> Declared:
    """The plan of a unit whose Fall Back has begun and that ends where it is now, from which the referee looks for another."""
    return Declared(EMPTY, aims_of(table, unit, Survey((), ())))


def _planned(by_unit: UnitJudge, unit: Squad, wanted: Value) -> Procedure[Value]:
    """The whole plan, before the dice: it proves that the unit can Fall Back. After the roll of a random Move it may stay."""
    table, clause = by_unit.table, "fall-back.cannot-if-stuck"
    rolled = has_rolled(table, unit)
    judge = SurvivorsJudge(by_unit, _ends_here(table, unit), clause) if rolled else by_unit
    if wanted is not None and judge(wanted):
        if rolled:
            yield from do(Reported("has not moved", unit.name), "phase.one-unit-at-a-time")
        raise Refused(*judge(wanted))
    if wanted is not None:
        return wanted
    clauses = (clause, "escape.declare-crossers")
    says = where_to(unit.name)
    request = requests.Plan(f"where {unit.name} goes", unit.name, judge, unit.side, clauses, says=says)
    return freeze_or_none((yield from plan(request)))


def _survivors(game: Game, name: str, declared: Declared, *, finish: bool) -> Procedure[None]:
    """After losses the plan may change, but survivors that can still Fall Back must do so."""
    unit = squad(game.now, name)
    if not unit.models:
        yield from finish_unit(game, unit, FALL_BACK, ())
        return
    judge = UnitJudge(game.now, unit.name, FALL_BACK, finish)
    survivors = SurvivorsJudge(judge, declared)
    found = replanned(judge, declared)
    clauses = ("escape.after-losses",)
    proof = [] if found is not None else [says for _, says in kind.proofs(game.now, unit)]
    # The referee found no plan and no proof that there is none: the player is asked for one.
    proposal = STAY if proof else found
    if proposal is None:
        report = Reported("needs a new plan", name, Record(proof="unproven"))
        yield from do(report, *clauses, "support.not-possible")
    what, says = f"where {name} goes", where_to(name)
    request = requests.Plan(what, name, survivors, unit.side, clauses, proposal, says)
    answer = freeze_or_none((yield from plan(request)))
    if answer == STAY:
        yield from do(_stays(name, proof), *clauses, "support.not-possible")
    # A unit that stays has an empty plan.
    yield from carry_out(game, judge.survey(answer), unit, FALL_BACK, clauses, finish=finish)


def _stays(name: str, proof: list[Sentence]) -> Reported:
    """The report that survivors stay: with the proof that they can't Fall Back, or because their player says so."""
    if not proof:
        return Reported("stays, as its owner says", name, Record(proof="unproven"))
    says = say("{unit} can no longer Fall Back. {why}", unit=Who(name), why=proof[0])
    return Reported("cannot Fall Back any more", name, Record(proof="proven"), says)
