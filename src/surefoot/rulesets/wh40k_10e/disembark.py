"""Disembarking: a unit is set up beside its Transport; how the Transport moved decides what the unit may do next."""

from __future__ import annotations

from surefoot.dice import requests
from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do, plan
from surefoot.language import Notation, Sentence, Term, Who, say
from surefoot.records import replace
from surefoot.referee.protocol import Declaration, Detail
from surefoot.rulesets.wh40k_10e.aftermath import announce
from surefoot.rulesets.wh40k_10e.arrival import arrival_of
from surefoot.rulesets.wh40k_10e.engagement import engaged_models
from surefoot.rulesets.wh40k_10e.finding import find
from surefoot.rulesets.wh40k_10e.kinds_of_move import ADVANCE, FALL_BACK, NORMAL, STATIONARY
from surefoot.rulesets.wh40k_10e.phase import (
    MOVE_UNITS,
    MOVEMENT,
    made,
    moving_kind,
    several_units,
    side_breaks,
)
from surefoot.rulesets.wh40k_10e.plans import PLACES_NOTATION, read_hint
from surefoot.rulesets.wh40k_10e.setting_up import Conditions, Placing, SetUpJudge, carry_out
from surefoot.rulesets.wh40k_10e.squad import ARRIVED, DISEMBARKED, LEFT, MADE, Squad, squad
from surefoot.table.effects import Noted
from surefoot.table.record import Value
from surefoot.table.table import Table

NEAR = 3.0
PLACES = Detail(
    "plan",
    say(
        "Where its models are set up: {places} or {near}",
        places=PLACES_NOTATION,
        near=Notation("{near: [x, y]}"),
    ),
    "plan",
)
DISEMBARK_DETAILS = (PLACES,)

BEFORE, AFTER = "disembarked-before-transport-moved", "disembarked-after-normal-move"


def disembark(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit disembarks from its Transport."""
    table = game.now
    unit = squad(table, declaration.actor)
    others = several_units(table, declaration)
    if others:
        raise Refused(*others)
    transport = carrier(table, unit)
    how = made(table, squad(table, transport).name)
    after = how not in ("", STATIONARY)
    judge = SetUpJudge(table, unit.name, unit.models, conditions(table, transport))
    wanted = declaration.details.get("plan")
    what = f"where {unit.name} disembarks"
    asking = ("disembark.is-set-up", "disembark.all-or-none", "emergency.only-when-destroyed")
    question = say("Where does {unit} disembark?", unit=Who(unit.name))
    placing = yield from set_up_unit(judge, unit, wanted, what, question, asking)
    clauses = ["disembark.is-set-up", "disembark.started-embarked", "disembark.timing"]
    if engaged_models(table, squad(table, transport)):
        clauses.append("disembark.from-engaged-transport")
    yield from carry_out(placing, "disembarks", tuple(clauses))
    if after:
        yield from _after_its_move(table, unit, transport)
    else:
        yield from _before_its_move(table, unit, transport)
    yield from announce(game, unit.name)


def carrier(table: Table, unit: Squad) -> str:
    """The Transport that a unit is embarked in; empty if it is in none."""
    places = [table.models[name].place for name in unit.models]
    return next((place.on for place in places if place.kind == "aboard"), "")


def offered_disembark(table: Table, who: str) -> bool:
    """Offered to embarked units."""
    return bool(carrier(table, squad(table, who)))


def may_disembark(table: Table, who: str) -> tuple[Break, ...]:
    """Why a unit can't disembark now."""
    unit = squad(table, who)
    return (*_when(table, unit), *_why_not(table, unit, carrier(table, unit)))


def _when(table: Table, unit: Squad) -> list[Break]:
    """A unit disembarks in its player's Movement phase, and never during the move of another unit."""
    found = side_breaks(table, unit)
    if table.clock.phase != MOVEMENT:
        says = say(
            "Units disembark in the Movement phase, but it is now the {phase}", phase=Term(table.clock.phase)
        )
        found.append(Break("disembark.started-embarked", says))
    active = table.clock.active
    if moving_kind(table, active):
        says = say(
            "{active} has not finished its move. Finish it before {unit} disembarks",
            active=Who(active),
            unit=Who(unit.name),
        )
        found.append(Break("phase.one-unit-at-a-time", says))
    return found


def _why_not(table: Table, unit: Squad, transport: str) -> list[Break]:
    if not transport:
        says = say("{unit} is not embarked in a Transport", unit=Who(unit.name))
        return [Break("disembark.started-embarked", says)]
    if table.models[transport].place.kind == "aboard":
        says = say(
            "{transport} is embarked itself. {unit} can disembark once it has got out",
            transport=Who(transport),
            unit=Who(unit.name),
        )
        return [Break("embark.inert", says)]
    if not table.models[transport].place.on_table:
        says = say(
            "{transport} is not on the battlefield yet. {unit} can disembark once it has arrived",
            transport=Who(transport),
            unit=Who(unit.name),
        )
        return [Break("reserves.passengers", says)]
    found = []
    if table.note("embarked", unit.name):
        says = say(
            "{unit} embarked this phase: it can disembark in its next Movement phase", unit=Who(unit.name)
        )
        found = [Break("embark.then-no-disembark", says), Break("disembark.started-embarked", says)]
    how = made(table, squad(table, transport).name)
    if how == ADVANCE:
        says = say(
            "{transport} Advanced this turn, so its passengers can't disembark", transport=Who(transport)
        )
        found.append(Break("disembark.not-after-advance", says))
    if how == FALL_BACK:
        says = say(
            "{transport} Fell Back this turn, so its passengers can't disembark", transport=Who(transport)
        )
        found.append(Break("disembark.not-after-fall-back", says))
    return found


def conditions(table: Table, transport: str) -> Conditions:
    """The conditions for the places of passengers; a Transport that arrived this turn adds its distance from enemies."""
    usual = Conditions(near=transport, within=NEAR, engaged_clause="disembark.not-engaged")
    rule = arrival_of(table, squad(table, transport))
    if rule is None or not table.note(ARRIVED, squad(table, transport).name):
        return usual
    return replace(usual, apart=rule.apart, apart_allowed=rule.allowed, apart_clause="reserves.passengers")


def set_up_unit(
    judge: SetUpJudge, unit: Squad, wanted: Value, what: str, question: Sentence, clauses: tuple[str, ...]
) -> Procedure[Placing]:
    """Ask where a unit is set up; if the player names no places, the referee proposes some.

    The question cites the first clause, the refusal if there is no place the others.
    """
    hint = read_hint(wanted)
    if wanted is not None and hint is None:
        if judge(wanted):
            raise Refused(*judge(wanted))
        proposal = wanted
    else:
        found = find(judge, hint)
        if found.places is None:
            says = say("{unit} can't be set up. {why}", unit=Who(unit.name), why=found.why)
            raise Refused(*(Break(each, says) for each in (*clauses[1:], "support.not-possible")))
        proposal = found.places
    request = requests.Plan(what, unit.name, judge, unit.side, clauses[:1], proposal, question)
    return judge.survey((yield from plan(request)))


def _before_its_move(table: Table, unit: Squad, transport: str) -> Procedure[None]:
    """Out of a Transport that has not moved: the unit acts normally, but can't Remain Stationary."""
    clauses = ("disembark.before-acts-normally", "aftermath.table")
    yield from do(Noted(DISEMBARKED, unit.name, BEFORE, "turn"), *clauses)
    yield from do(Noted(LEFT, squad(table, transport).name, True, "phase"), *clauses)
    if table.clock.step != MOVE_UNITS:
        # The Move Units step is over: the unit can no longer move itself.
        yield from do(Noted(MADE, unit.name, NORMAL, "turn"), "disembark.timing")


def _after_its_move(table: Table, unit: Squad, transport: str) -> Procedure[None]:
    """Out of a Transport that moved: the unit counts as having moved, and can't move further or charge."""
    clauses = ["disembark.after-normal-counts-moved", "disembark.after-normal-no-charge", "aftermath.table"]
    if table.note(ARRIVED, squad(table, transport).name):
        clauses.append("reserves.passengers")
    yield from do(Noted(DISEMBARKED, unit.name, AFTER, "turn"), *clauses)
    yield from do(Noted(MADE, unit.name, NORMAL, "turn"), *clauses)
