"""Before the battle: units are set up, start embarked in a Transport, or start in Reserves."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.language import Notation, Quoted, Term, Who, say
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

ZONE = Detail(
    "zone",
    say(
        "The deployment zone: its corners {corners}, or {rectangle}",
        corners=Notation("[[x, y], …]"),
        rectangle=Notation("{rect: [x, y, width, depth]}"),
    ),
    "data",
)
DEPLOY_DETAILS = (PLACES, ZONE)


def deploy(game: Game, declaration: Declaration) -> Procedure[None]:
    """Set up a unit before the battle."""
    table = game.now
    unit = squad(table, declaration.actor)
    try:
        zone = read_arrival(Record(zone=declaration.details.get("zone"))).zone
    except NoSuchRule as problem:
        raise Refused(*problem.breaks("support.set-up")) from None
    conditions = Conditions(whole_clause="support.set-up", apart_clause="support.set-up", zone=zone)
    judge = SetUpJudge(table, unit.name, unit.models, conditions)
    wanted = declaration.details.get("plan")
    asking = ("support.set-up", "support.set-up")
    question = say("Where do you set up {unit}?", unit=Who(unit.name))
    placing = yield from set_up_unit(judge, unit, wanted, f"where {unit.name} is set up", question, asking)
    yield from carry_out(placing, "is set up", ("support.set-up",))


def start_aboard(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit starts the battle embarked in a Transport."""
    table, transport = game.now, declaration.target
    unit = squad(table, declaration.actor)
    breaks = []
    if transport not in table.models:
        says = say("{target} is not a Transport", target=Quoted(transport))
        breaks.append(Break("capacity.transport-keyword", says))
    else:
        breaks += capacity.breaks(table, unit, transport)
        if table.models[transport].place.kind != "off":
            says = say(
                "{transport} is already set up. Declare its passengers before you set it up",
                transport=Who(transport),
            )
            breaks.append(Break("capacity.declare-before-setup", says))
    if breaks:
        raise Refused(*breaks)
    for name in unit.models:
        yield from do(Moved(name, Place("aboard", transport), "begins aboard"), "capacity.start-embarked")


def start_in_reserves(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit starts the battle in Reserves."""
    unit = squad(game.now, declaration.actor)
    for name in unit.models:
        yield from do(Moved(name, Place("reserve"), "waits in Reserves"), "reserves.definition")


def offered_deployment(table: Table, who: str) -> bool:
    """Offered to units that have not been deployed yet."""
    unit = squad(table, who)
    return table.clock.phase == DEPLOYMENT and not _is_deployed(table, unit)


def may_start_in_reserves(table: Table, who: str) -> tuple[Break, ...]:
    """Why a unit can't start in Reserves: not now, or no rule allows it."""
    unit, found = squad(table, who), may_deploy(table, who)
    if arrival_of(table, unit) is None:
        says = say(
            "{unit} has no rule that lets it start in Reserves, such as Deep Strike", unit=Who(unit.name)
        )
        return (*found, Break("reserves.needs-a-rule", says))
    return found


def may_deploy(table: Table, who: str) -> tuple[Break, ...]:
    """Why a unit can't be deployed: the battle has begun, or it is already deployed."""
    unit, found = squad(table, who), []
    if table.clock.phase != DEPLOYMENT:
        says = say("Units deploy before the battle, but it is now the {phase}", phase=Term(table.clock.phase))
        found.append(Break("support.turn-sequence", says))
    if _is_deployed(table, unit):
        found.append(Break("support.set-up", say("{unit} is already deployed", unit=Who(unit.name))))
    return tuple(found)


def _is_deployed(table: Table, unit: Squad) -> bool:
    return any(table.models[name].place.kind != "off" for name in unit.models)
