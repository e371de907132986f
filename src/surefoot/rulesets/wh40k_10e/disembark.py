"""Disembarking: set up beside the Transport between unit moves; what follows depends on how the Transport moved."""

from __future__ import annotations

from dataclasses import replace

from surefoot.dice import requests
from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do, plan
from surefoot.referee.protocol import Declaration, Detail
from surefoot.rulesets.wh40k_10e.aftermath import announce
from surefoot.rulesets.wh40k_10e.arrival import arrival_of
from surefoot.rulesets.wh40k_10e.engagement import engaged_models
from surefoot.rulesets.wh40k_10e.finding import find
from surefoot.rulesets.wh40k_10e.kinds_of_move import ADVANCE, FALL_BACK, NORMAL, STATIONARY
from surefoot.rulesets.wh40k_10e.phase import MOVE_UNITS, MOVEMENT, made, moving_kind, side_breaks
from surefoot.rulesets.wh40k_10e.plans import read_hint
from surefoot.rulesets.wh40k_10e.setting_up import Conditions, Placing, SetUpJudge, carry_out
from surefoot.rulesets.wh40k_10e.squad import ARRIVED, DISEMBARKED, LEFT, MADE, Squad, squad
from surefoot.table.effects import Noted
from surefoot.table.record import Value
from surefoot.table.table import Table

NEAR = 3.0
PLACES = Detail("plan", "where its models are set up: {places: {model: [x, y]}} or {near: [x, y]}", "data")
DISEMBARK_DETAILS = (PLACES,)

BEFORE, AFTER = "disembarked-before-transport-moved", "disembarked-after-normal-move"


def disembark(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit gets out of its Transport."""
    table = game.now
    unit = squad(table, declaration.actor)
    transport = carrier(table, unit)
    how = made(table, squad(table, transport).name)
    after = how not in ("", STATIONARY)
    judge = SetUpJudge(table, unit.name, unit.models, conditions(table, transport))
    wanted = declaration.details.get("plan")
    what = f"where {unit.name} disembarks"
    asking = ("disembark.is-set-up", "disembark.all-or-none", "emergency.only-when-destroyed")
    placing = yield from set_up_unit(judge, unit, wanted, what, asking)
    clauses = ["disembark.is-set-up", "disembark.started-embarked", "disembark.timing"]
    if engaged_models(table, squad(table, transport)):
        clauses.append("disembark.from-engaged-transport")
    yield from carry_out(placing, "disembarks", tuple(clauses))
    if after:
        yield from _after(table, unit, transport)
    else:
        yield from _before(table, unit, transport)
    yield from announce(game, unit.name)


def carrier(table: Table, unit: Squad) -> str:
    """The Transport that a unit is embarked in; empty if it is in none."""
    places = [table.models[name].place for name in unit.models]
    return next((place.on for place in places if place.kind == "aboard"), "")


def offered_disembark(table: Table, who: str) -> bool:
    """To whoever is embarked."""
    return bool(carrier(table, squad(table, who)))


def may_disembark(table: Table, who: str) -> tuple[Break, ...]:
    """When a unit gets out of nothing, or not now."""
    unit = squad(table, who)
    return (*_when(table, unit), *_why_not(table, unit, carrier(table, unit)))


def _when(table: Table, unit: Squad) -> list[Break]:
    """In the Movement phase of its player, and never in the middle of a unit's move."""
    found = side_breaks(table, unit)
    if table.clock.phase != MOVEMENT:
        says = f"units disembark in the Movement phase; this is the {table.clock.phase} phase"
        found.append(Break("disembark.started-embarked", says))
    active = table.clock.active
    if moving_kind(table, active):
        says = f"{active} is not finished; {unit.name} disembarks before or after its move"
        found.append(Break("phase.one-unit-at-a-time", says))
    return found


def _why_not(table: Table, unit: Squad, transport: str) -> list[Break]:
    if not transport:
        return [Break("disembark.started-embarked", f"{unit.name} is embarked in nothing")]
    if not table.models[transport].place.on_table:
        says = f"{transport} is not on the battlefield; {unit.name} waits until it has arrived"
        return [Break("reserves.passengers", says)]
    found = []
    if table.note("embarked", unit.name):
        says = f"{unit.name} embarked in this phase"
        found = [Break("embark.then-no-disembark", says), Break("disembark.started-embarked", says)]
    how = made(table, squad(table, transport).name)
    if how == ADVANCE:
        found.append(Break("disembark.not-after-advance", f"{transport} Advanced this turn"))
    if how == FALL_BACK:
        found.append(Break("disembark.not-after-fall-back", f"{transport} Fell Back this turn"))
    return found


def conditions(table: Table, transport: str) -> Conditions:
    """What the places of passengers keep; of a Transport that has just arrived, its own distance from enemies too."""
    usual = Conditions(near=transport, within=NEAR, engaged_clause="disembark.not-engaged")
    rule = arrival_of(table, squad(table, transport))
    if rule is None or not table.note(ARRIVED, squad(table, transport).name):
        return usual
    return replace(usual, apart=rule.apart, apart_allowed=rule.allowed, apart_clause="reserves.passengers")


def set_up_unit(
    judge: SetUpJudge, unit: Squad, wanted: Value, what: str, clauses: tuple[str, ...]
) -> Procedure[Placing]:
    """Ask where a unit is set up; the referee proposes a place where the player names none.

    The first clause asks for the places, the others refuse where there are none.
    """
    hint = read_hint(wanted)
    if wanted is not None and hint is None:
        if judge(wanted):
            raise Refused(*judge(wanted))
        proposal = wanted
    else:
        found = find(judge, hint)
        if found.places is None:
            says = f"{unit.name} cannot be set up there ({found.says})"
            raise Refused(*(Break(each, says) for each in (*clauses[1:], "support.not-possible")))
        proposal = found.places
    request = requests.Plan(what, unit.name, judge, unit.side, clauses[:1], proposal)
    return judge.survey((yield from plan(request)))


def _before(table: Table, unit: Squad, transport: str) -> Procedure[None]:
    """Out of a Transport that has not moved: free to act, but not to Remain Stationary."""
    clauses = ("disembark.before-acts-normally", "aftermath.table")
    yield from do(Noted(DISEMBARKED, unit.name, BEFORE, "turn"), *clauses)
    yield from do(Noted(LEFT, squad(table, transport).name, True, "phase"), *clauses)
    if table.clock.step != MOVE_UNITS:
        # Move Units is over: the unit makes no move of its own any more.
        yield from do(Noted(MADE, unit.name, NORMAL, "turn"), "disembark.timing")


def _after(table: Table, unit: Squad, transport: str) -> Procedure[None]:
    """Out of a Transport that moved: counts as having moved, goes no further, does not charge."""
    clauses = ["disembark.after-normal-counts-moved", "disembark.after-normal-no-charge", "aftermath.table"]
    if table.note(ARRIVED, squad(table, transport).name):
        clauses.append("reserves.passengers")
    yield from do(Noted(DISEMBARKED, unit.name, AFTER, "turn"), *clauses)
    yield from do(Noted(MADE, unit.name, NORMAL, "turn"), *clauses)
