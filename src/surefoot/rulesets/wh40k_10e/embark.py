"""Embarking: at the end of its move, a unit whose models are all near a friendly Transport embarks in it."""

from __future__ import annotations

from math import hypot

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.measure import gap
from surefoot.geometry.tolerance import same, within
from surefoot.language import Length, Quoted, Who, say
from surefoot.referee.bill import point
from surefoot.referee.protocol import Declaration, Detail
from surefoot.rulesets.wh40k_10e import capacity
from surefoot.rulesets.wh40k_10e.disembark import BEFORE
from surefoot.rulesets.wh40k_10e.engagement import apart_vertically
from surefoot.rulesets.wh40k_10e.kinds_of_move import STATIONARY
from surefoot.rulesets.wh40k_10e.phase import made, moving_kind, several_units, time_breaks
from surefoot.rulesets.wh40k_10e.squad import (
    ARRIVED,
    DISEMBARKED,
    TRANSPORT,
    Squad,
    measured,
    on_battlefield,
    row,
    squad,
    stand,
)
from surefoot.rulesets.wh40k_10e.terms import named
from surefoot.table.effects import Moved, Noted
from surefoot.table.place import Place
from surefoot.table.record import Value
from surefoot.table.table import Table

NEAR = 3.0
EMBARK_DETAILS = (Detail("models", say("Models that embark; all of the unit by default"), "names"),)


def embark(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit that has just moved embarks."""
    table, transport = game.now, declaration.target
    unit = squad(table, declaration.actor)
    breaks = several_units(table, declaration) + _left_behind(unit, declaration.details.get("models"))
    if transport not in table.models:
        says = say("{target} is not a Transport", target=Quoted(transport))
        breaks.append(Break("capacity.transport-keyword", says))
    else:
        breaks += capacity.breaks(table, unit, transport)
        breaks += _too_far(table, unit, transport)
    if breaks:
        raise Refused(*breaks)
    clauses = ["embark.after-move-kinds", "embark.leaves-battlefield", "support.measuring"]
    if any(same(distance(table, name, transport), NEAR) for name in unit.models):
        clauses.append("support.within")
    if capacity.aboard(table, transport):
        clauses.append("capacity.several-units")
    if made(table, squad(table, transport).name) not in ("", STATIONARY):
        clauses.append("embark.transport-may-have-moved")
    for name in unit.models:
        yield from do(Moved(name, Place("aboard", transport), "embarks"), *clauses)
    yield from do(Noted("embarked", unit.name, transport, "phase"), *clauses)


def distance(table: Table, who: str, transport: str) -> float:
    """The distance in space between the closest points of two models."""
    one, other = stand(table, who), measured(table, transport)
    return hypot(gap(one.body, other.body), apart_vertically(one, other))


def offered_embark(table: Table, who: str) -> bool:
    """Offered to units on the battlefield whose player has a Transport besides the unit itself."""
    unit = squad(table, who)
    carriers = [
        model for model in table.models.values() if model.has(TRANSPORT) and model.id not in unit.models
    ]
    return on_battlefield(table, unit) and any(model.side == unit.side for model in carriers)


def may_embark(table: Table, who: str) -> tuple[Break, ...]:
    """Why a unit can't embark now: it embarks at the end of its own move only."""
    unit = squad(table, who)
    found = time_breaks(table, unit)
    done = made(table, unit.name)
    if moving_kind(table, unit.name):
        says = say("{unit} has not finished its move. Finish it, then embark", unit=Who(unit.name))
        found.append(Break("phase.one-unit-at-a-time", says))
    elif not done or not any(table.models[name].place.on_table for name in unit.models):
        says = say(
            "{unit} can only embark after a Normal move, Advance or Fall Back of its own", unit=Who(unit.name)
        )
        found.append(Break("embark.after-move-kinds", says))
    elif not row("kind.table", "choice", done)["embark"]:
        says = say("{unit} Remained Stationary and can't embark", unit=Who(unit.name))
        found.append(Break("stationary.cannot-embark", says))
    elif table.clock.active != unit.name and not _only_counts_as_moved(table, unit):
        says = say("{unit} had to embark right after its move, before anything else", unit=Who(unit.name))
        found.append(Break("embark.optional", says))
    if table.note(ARRIVED, unit.name):
        says = say(
            "{unit} arrived from Reserves this turn: it counts as having moved, but can't embark",
            unit=Who(unit.name),
        )
        found.append(Break("reserves.counts-as-normal-move", says))
    if table.note(DISEMBARKED, unit.name):
        says = say("{unit} disembarked this phase and can't embark again", unit=Who(unit.name))
        found.append(Break("embark.not-after-disembark", says))
    return tuple(found)


def _only_counts_as_moved(table: Table, unit: Squad) -> bool:
    """Whether a unit counts as having moved without a move of its own: it arrived, or got out of a moved or destroyed Transport."""
    left = table.note(DISEMBARKED, unit.name)
    return bool(table.note(ARRIVED, unit.name) or (left and left != BEFORE))


def _left_behind(unit: Squad, chosen: Value) -> list[Break]:
    """The refusal if some models of the unit are not to embark."""
    if not isinstance(chosen, tuple) or all(name in chosen for name in unit.models):
        return []
    left = [name for name in unit.models if name not in chosen]
    says = say(
        "{unit} can only embark as a whole: {models} would be left behind",
        unit=Who(unit.name),
        models=named(left),
    )
    return [Break("capacity.whole-units", says)]


def _too_far(table: Table, unit: Squad, transport: str) -> list[Break]:
    found = []
    if not table.models[transport].place.on_table:
        says = say("{transport} is not on the battlefield", transport=Who(transport))
        return [Break("embark.every-model-within-3", says)]
    for name in unit.models:
        if table.models[name].place.on_table:
            apart = distance(table, name, transport)
            if not within(apart, NEAR):
                says = say(
                    "{model} is {apart} from {transport}. Every model must be within {near}",
                    model=Who(name),
                    apart=Length.of(apart),
                    transport=Who(transport),
                    near=Length.of(NEAR),
                )
                found.append(Break("embark.every-model-within-3", says, point(table.pose(name))))
    return found
