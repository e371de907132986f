"""Reserves: units that start elsewhere, arrive in the Reinforcements step, or never come at all."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.wh40k_10e.arrival import Arrival, arrival_of
from surefoot.rulesets.wh40k_10e.disembark import PLACES, set_up_unit
from surefoot.rulesets.wh40k_10e.kinds_of_move import NORMAL
from surefoot.rulesets.wh40k_10e.phase import MOVEMENT, REINFORCEMENTS, side_breaks
from surefoot.rulesets.wh40k_10e.setting_up import Conditions, SetUpJudge, carry_out
from surefoot.rulesets.wh40k_10e.squad import ARRIVED, MADE, Squad, squad
from surefoot.table.effects import Noted, Removed
from surefoot.table.table import Table

RESERVE = "reserve"
ARRIVE_DETAILS = (PLACES,)


def arrive(game: Game, declaration: Declaration) -> Procedure[None]:
    """A Reserves unit is set up on the battlefield."""
    table = game.now
    unit = squad(table, declaration.actor)
    others = [name for name in declaration.who if squad(table, name).name != unit.name]
    if others:
        says = f"{unit.name} first; {', '.join(others)} is set up when it is complete"
        raise Refused(Break("reserves.one-at-a-time", says))
    rule = arrival_of(table, unit)
    assert rule is not None  # else it would not be permitted
    conditions = Conditions(
        engaged_clause="reserves.own-setup-rule",
        apart=rule.apart,
        apart_allowed=rule.allowed,
        apart_clause=rule.clause,
        zone=rule.zone,
        whole_clause="reserves.own-setup-rule",
    )
    judge = SetUpJudge(table, unit.name, unit.models, conditions)
    wanted = declaration.details.get("plan")
    what = f"where {unit.name} arrives"
    placing = yield from set_up_unit(
        judge, unit, wanted, what, ("reserves.arrive-in-step", "reserves.own-setup-rule")
    )
    clauses = ["reserves.arrive-in-step", rule.clause, "support.set-up"]
    yield from carry_out(placing, "arrives", tuple(clauses))
    state = ("reserves.counts-as-normal-move", "aftermath.table")
    yield from do(Noted(ARRIVED, unit.name, True, "turn"), *state)
    yield from do(Noted(MADE, unit.name, NORMAL, "turn"), *state)


def offered_arrival(table: Table, who: str) -> bool:
    """To whoever waits in Reserves."""
    return in_reserves(table, squad(table, who))


def may_arrive(table: Table, who: str) -> tuple[Break, ...]:
    """Who waits in Reserves, comes by a rule of his own, and when."""
    unit = squad(table, who)
    rule = arrival_of(table, unit)
    found = _when(table, unit, rule)
    if not in_reserves(table, unit):
        found.append(Break("reserves.definition", f"{unit.name} is not in Reserves"))
    if rule is None:
        says = f"{unit.name} has no rule that says how it arrives"
        found.append(Break("reserves.own-setup-rule", says))
    return tuple(found)


def _when(table: Table, unit: Squad, rule: Arrival | None) -> list[Break]:
    """In the Reinforcements step of its player, in the rounds that its rule allows."""
    found = side_breaks(table, unit)
    clock = table.clock
    if clock.phase != MOVEMENT or clock.step != REINFORCEMENTS:
        says = "units arrive in the Reinforcements step of the Movement phase"
        found.append(Break("reserves.arrive-in-step", says))
        if clock.phase == MOVEMENT:
            found.append(Break("phase.two-steps", "Move Units comes first, Reinforcements second"))
    if rule is not None and clock.round < rule.from_round:
        says = f"{unit.name} arrives from battle round {rule.from_round} on"
        found.append(Break("reserves.arrive-in-step", says))
    if rule is not None and rule.until_round and clock.round > rule.until_round:
        says = f"{unit.name} could arrive up to battle round {rule.until_round}"
        found.append(Break("reserves.arrive-in-step", says))
    return found


def in_reserves(table: Table, unit: Squad) -> bool:
    """Whether a unit waits in Reserves itself."""
    return any(table.models[name].place.kind == RESERVE for name in unit.models)


def end_battle(game: Game, declaration: Declaration) -> Procedure[None]:
    """The battle ends: whoever never arrived counts as destroyed, passengers of such Transports with them."""
    table = game.now
    for model in table.models.values():
        place = model.place
        carried = place.kind == "aboard" and table.models[place.on].place.kind == RESERVE
        if place.kind == RESERVE:
            yield from do(Removed(model.id, "never arrived"), "reserves.destroyed-at-end")
        elif carried:
            clauses = ("reserves.destroyed-at-end", "reserves.definition")
            yield from do(Removed(model.id, "never arrived"), *clauses)
    yield from do(Noted("battle over", "", True, "game"), "reserves.destroyed-at-end")
