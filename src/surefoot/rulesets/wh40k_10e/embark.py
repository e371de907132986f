"""Embarking: at the end of its move, a unit that is near enough gets into a friendly Transport."""

from __future__ import annotations

from math import hypot

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.measure import gap
from surefoot.geometry.tolerance import same, within
from surefoot.referee.bill import point
from surefoot.referee.protocol import Declaration, Detail
from surefoot.rulesets.wh40k_10e import capacity
from surefoot.rulesets.wh40k_10e.engagement import apart_vertically
from surefoot.rulesets.wh40k_10e.kinds_of_move import STATIONARY
from surefoot.rulesets.wh40k_10e.phase import made, moving_kind, time_breaks
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
from surefoot.table.effects import Moved, Noted
from surefoot.table.place import Place
from surefoot.table.record import Value
from surefoot.table.table import Table

NEAR = 3.0
EMBARK_DETAILS = (Detail("models", "which of its models get in; all of them if left out", "names"),)


def embark(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit that has just moved embarks."""
    table, transport = game.now, declaration.target
    unit = squad(table, declaration.actor)
    breaks = _who(unit, declaration.details.get("models"))
    if transport not in table.models:
        breaks.append(Break("capacity.transport-keyword", f"{transport} is no Transport"))
    else:
        breaks += capacity.breaks(table, unit, transport)
        breaks += _far(table, unit, transport)
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
    """To whoever stands on the battlefield, if there is a Transport of his side."""
    unit = squad(table, who)
    carriers = [
        model for model in table.models.values() if model.has(TRANSPORT) and model.id not in unit.models
    ]
    return on_battlefield(table, unit) and any(model.side == unit.side for model in carriers)


def may_embark(table: Table, who: str) -> tuple[Break, ...]:
    """Embarking closes a unit's own move."""
    unit = squad(table, who)
    found = time_breaks(table, unit)
    done = made(table, unit.name)
    if not done or not any(table.models[name].place.on_table for name in unit.models):
        found.append(Break("embark.after-move-kinds", f"{unit.name} has made no move to embark after"))
    elif not row("kind.table", "choice", done)["embark"]:
        found.append(Break("stationary.cannot-embark", f"{unit.name} Remained Stationary"))
    elif moving_kind(table, unit.name):
        found.append(Break("phase.one-unit-at-a-time", f"{unit.name} has not finished its move"))
    elif table.clock.active != unit.name:
        says = f"{unit.name} did not embark at the end of its move; another unit has been selected since"
        found.append(Break("embark.optional", says))
    if table.note(ARRIVED, unit.name):
        says = f"{unit.name} arrived this turn and only counts as having moved"
        found.append(Break("reserves.counts-as-normal-move", says))
    if table.note(DISEMBARKED, unit.name):
        found.append(Break("embark.not-after-disembark", f"{unit.name} disembarked in this phase"))
    return tuple(found)


def _who(unit: Squad, named: Value) -> list[Break]:
    if not isinstance(named, tuple) or all(name in named for name in unit.models):
        return []
    says = (
        f"{unit.name} embarks as a whole;"
        f" {', '.join(name for name in unit.models if name not in named)} would be left behind"
    )
    return [Break("capacity.whole-units", says)]


def _far(table: Table, unit: Squad, transport: str) -> list[Break]:
    found = []
    if not table.models[transport].place.on_table:
        return [Break("embark.every-model-within-3", f"{transport} is not on the battlefield")]
    for name in unit.models:
        if table.models[name].place.on_table:
            apart = distance(table, name, transport)
            if not within(apart, NEAR):
                says = f'{name} is {apart:.4g}" from {transport}, more than 3"'
                found.append(Break("embark.every-model-within-3", says, point(table.pose(name))))
    return found
