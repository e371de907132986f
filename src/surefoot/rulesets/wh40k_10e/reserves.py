"""Reserves: units that start the battle elsewhere and arrive in the Reinforcements step, or never."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.language import Who, say
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.wh40k_10e import capacity
from surefoot.rulesets.wh40k_10e.arrival import Arrival, arrival_of
from surefoot.rulesets.wh40k_10e.disembark import PLACES, set_up_unit
from surefoot.rulesets.wh40k_10e.kinds_of_move import NORMAL
from surefoot.rulesets.wh40k_10e.phase import MOVEMENT, REINFORCEMENTS, of_other_units, side_breaks
from surefoot.rulesets.wh40k_10e.setting_up import Conditions, SetUpJudge, carry_out
from surefoot.rulesets.wh40k_10e.squad import ARRIVED, MADE, Squad, squad
from surefoot.rulesets.wh40k_10e.terms import named
from surefoot.table.effects import Noted, Removed
from surefoot.table.notes import GAME_OVER
from surefoot.table.table import Table

RESERVE = "reserve"
ARRIVE_DETAILS = (PLACES,)


def arrive(game: Game, declaration: Declaration) -> Procedure[None]:
    """Set up a unit from Reserves on the battlefield."""
    table = game.now
    unit = squad(table, declaration.actor)
    others = of_other_units(table, declaration)
    if others:
        says = say(
            "Units arrive one at a time. Set up {unit} before {others}",
            unit=Who(unit.name),
            others=named(others),
        )
        raise Refused(Break("reserves.one-at-a-time", says))
    rule = arrival_of(table, unit)
    assert rule is not None  # `may_arrive` refuses units without one
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
    asking = ("reserves.arrive-in-step", "reserves.own-setup-rule")
    what, question = f"where {unit.name} arrives", say("Where does {unit} arrive?", unit=Who(unit.name))
    placing = yield from set_up_unit(judge, unit, wanted, what, question, asking)
    clauses = ["reserves.arrive-in-step", rule.clause, "support.set-up"]
    yield from carry_out(placing, "arrives", tuple(clauses))
    state = ("reserves.counts-as-normal-move", "aftermath.table")
    yield from do(Noted(ARRIVED, unit.name, True, "turn"), *state)
    yield from do(Noted(MADE, unit.name, NORMAL, "turn"), *state)


def offered_arrival(table: Table, who: str) -> bool:
    """Offered to units in Reserves."""
    return in_reserves(table, squad(table, who))


def may_arrive(table: Table, who: str) -> tuple[Break, ...]:
    """Why a unit can't arrive now: wrong time, not in Reserves, or no rule for it."""
    unit = squad(table, who)
    rule = arrival_of(table, unit)
    found = _when(table, unit, rule)
    if not in_reserves(table, unit):
        found.append(Break("reserves.definition", say("{unit} is not in Reserves", unit=Who(unit.name))))
    if rule is None:
        says = say("{unit} has no rule by which it arrives, such as Deep Strike", unit=Who(unit.name))
        found.append(Break("reserves.own-setup-rule", says))
    return tuple(found)


def _when(table: Table, unit: Squad, rule: Arrival | None) -> list[Break]:
    """Units arrive in their player's Reinforcements step, in the battle rounds that their rule allows."""
    found = side_breaks(table, unit)
    clock = table.clock
    if clock.phase != MOVEMENT or clock.step != REINFORCEMENTS:
        says = say("Units arrive in the Reinforcements step of the Movement phase")
        found.append(Break("reserves.arrive-in-step", says))
        if clock.phase == MOVEMENT:
            says = say("End the Move Units step first. The Reinforcements step comes after it")
            found.append(Break("phase.two-steps", says))
    if rule is not None and clock.round < rule.from_round:
        says = say(
            "{unit} can't arrive before battle round {first}", unit=Who(unit.name), first=rule.from_round
        )
        found.append(Break("reserves.arrive-in-step", says))
    if rule is not None and rule.until_round and clock.round > rule.until_round:
        says = say(
            "{unit} can't arrive after battle round {last}", unit=Who(unit.name), last=rule.until_round
        )
        found.append(Break("reserves.arrive-in-step", says))
    return found


def in_reserves(table: Table, unit: Squad) -> bool:
    """Whether a unit is in Reserves itself, and not just aboard a Transport that is."""
    return any(table.models[name].place.kind == RESERVE for name in unit.models)


def end_battle(game: Game, declaration: Declaration) -> Procedure[None]:
    """End the battle: units that never arrived count as destroyed, and so do passengers of such Transports."""
    table = game.now
    for model in table.models.values():
        if model.place.kind == RESERVE:
            yield from do(Removed(model.id, "never arrived"), "reserves.destroyed-at-end")
            for each in capacity.carried(table, model.id):
                clauses = ("reserves.destroyed-at-end", "reserves.definition")
                yield from do(Removed(each.id, "never arrived"), *clauses)
    yield from do(Noted(GAME_OVER, "", True, "game"), "reserves.destroyed-at-end")
