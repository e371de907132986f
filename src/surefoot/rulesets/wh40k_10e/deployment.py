"""Before the battle: units are set up, begin aboard a Transport, or are put into Reserves."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.referee.protocol import Declaration, Detail
from surefoot.rulesets.wh40k_10e import capacity
from surefoot.rulesets.wh40k_10e.arrival import NoSuchRule, arrival_of, read_arrival
from surefoot.rulesets.wh40k_10e.disembark import PLACES, set_up_unit
from surefoot.rulesets.wh40k_10e.phase import DEPLOYMENT
from surefoot.rulesets.wh40k_10e.setting_up import Conditions, SetUpJudge, carry_out
from surefoot.rulesets.wh40k_10e.squad import Squad, squad
from surefoot.table.effects import Moved
from surefoot.table.place import Place
from surefoot.table.record import Record
from surefoot.table.table import Table

ZONE = Detail("zone", "the corners of the deployment zone: [[x, y], …]", "data")
DEPLOY_DETAILS = (PLACES, ZONE)


def deploy(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit is set up before the battle."""
    table = game.now
    unit = squad(table, declaration.actor)
    try:
        zone = read_arrival(Record(zone=declaration.details.get("zone"))).zone
    except NoSuchRule as problem:
        raise Refused(Break("support.set-up", str(problem))) from None
    conditions = Conditions(whole_clause="support.set-up", apart_clause="support.set-up", zone=zone)
    judge = SetUpJudge(table, unit.name, unit.models, conditions)
    wanted = declaration.details.get("plan")
    asking = ("support.set-up", "support.set-up")
    placing = yield from set_up_unit(judge, unit, wanted, f"where {unit.name} is set up", asking)
    yield from carry_out(placing, "is set up", ("support.set-up",))


def start_aboard(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit begins the battle embarked."""
    table, transport = game.now, declaration.target
    unit = squad(table, declaration.actor)
    breaks = []
    if transport not in table.models:
        breaks.append(Break("capacity.transport-keyword", f"{transport} is no Transport"))
    else:
        breaks += capacity.breaks(table, unit, transport)
        if table.models[transport].place.kind != "off":
            says = f"{transport} is set up already; who begins inside is declared before"
            breaks.append(Break("capacity.declare-before-setup", says))
    if breaks:
        raise Refused(*breaks)
    for name in unit.models:
        yield from do(Moved(name, Place("aboard", transport), "begins aboard"), "capacity.start-embarked")


def start_in_reserves(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit is put into Reserves before the battle."""
    unit = squad(game.now, declaration.actor)
    for name in unit.models:
        yield from do(Moved(name, Place("reserve"), "waits in Reserves"), "reserves.definition")


def offered_deployment(table: Table, who: str) -> bool:
    """To whoever is to be dealt with before the battle."""
    unit = squad(table, who)
    return table.clock.phase == DEPLOYMENT and not _is_deployed(table, unit)


def may_start_in_reserves(table: Table, who: str) -> tuple[Break, ...]:
    """Whoever has a rule for it."""
    unit, found = squad(table, who), may_deploy(table, who)
    if arrival_of(table, unit) is None:
        says = f"{unit.name} has no rule that lets it start in Reserves"
        return (*found, Break("reserves.needs-a-rule", says))
    return found


def may_deploy(table: Table, who: str) -> tuple[Break, ...]:
    """Deployment comes before the battle, and each unit is dealt with once."""
    unit, found = squad(table, who), []
    if table.clock.phase != DEPLOYMENT:
        says = f"units are set up before the battle; this is the {table.clock.phase} phase"
        found.append(Break("support.turn-sequence", says))
    if _is_deployed(table, unit):
        found.append(Break("support.set-up", f"{unit.name} is deployed already"))
    return tuple(found)


def _is_deployed(table: Table, unit: Squad) -> bool:
    return any(table.models[name].place.kind != "off" for name in unit.models)
