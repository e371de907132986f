"""Destroyed models and destroyed Transports: Deadly Demise, passengers that must get out, mortal wounds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import Any

from surefoot.dice import requests
from surefoot.dice.host import Game
from surefoot.dice.pool import D6, TWO_D6, Dice, dice
from surefoot.dice.readings import AtLeast, Total
from surefoot.dice.requests import Break, Choice, Procedure, Refused, Roll, choose, do, passed, plan, roll
from surefoot.geometry.measure import gap
from surefoot.geometry.tolerance import within
from surefoot.referee.protocol import Declaration, Detail
from surefoot.rulesets.wh40k_10e import capacity
from surefoot.rulesets.wh40k_10e.aftermath import announce
from surefoot.rulesets.wh40k_10e.engagement import apart_vertically
from surefoot.rulesets.wh40k_10e.finding import Found, find, most
from surefoot.rulesets.wh40k_10e.kinds_of_move import NORMAL
from surefoot.rulesets.wh40k_10e.low_dice import low_dice
from surefoot.rulesets.wh40k_10e.setting_up import Conditions, SetUpJudge, carry_out
from surefoot.rulesets.wh40k_10e.squad import (
    DISEMBARKED,
    MADE,
    SHOCKED,
    Squad,
    squad,
    squads,
    stand,
    trait,
)
from surefoot.table.effects import Became, Counted, Noted, Removed, Reported
from surefoot.table.model import Model
from surefoot.table.record import EMPTY, Record, Value
from surefoot.table.table import Table

NEAR = 3.0
EMERGENCY = 6.0
# Dice that wound: for who gets out in time, and for who does not.
WOUNDS_ON, EMERGENCY_WOUNDS_ON = 1, 3
DEMISE_ON = 6
DEMISE_REACH = 6.0
LOST = "wounds_lost"

SHOCK_DETAILS = (Detail("test", "whether a Battle-shock test is taken: 2D6 against Leadership", "switch"),)
WOUND_DETAILS = (Detail("count", "how many mortal wounds", "number"),)
DESTROYED_DETAILS = (
    Detail("plan", "where passengers are set up, by unit: {squad: {places: {model: [x, y]}}}", "data"),
    Detail("order", "the order in which units get out", "names"),
)


@dataclass(frozen=True, slots=True)
class Orders:
    """What the owner of a destroyed Transport says beforehand: the order of the units, and their places."""

    order: tuple[str, ...] = ()
    places: Record = EMPTY


def shocked(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit becomes Battle-shocked: a rule says so, or it fails a test."""
    clause = "support.battle-shock"
    unit = squad(game.now, declaration.actor)
    if not unit.models:
        raise Refused(Break(clause, f"nobody is left of {unit.name}"))
    _not_aboard(game.now, unit)
    if declaration.details.get("test") is True:
        best = min(game.now.models[name].profile.number("Ld") for name in unit.models)
        request = Roll("Battle-shock", TWO_D6, AtLeast(best), unit.name, (clause,), hope=True)
        if (yield from passed(request)):
            return
    for name in unit.models:
        yield from do(Became(name, (SHOCKED,)), clause)


def destroyed(game: Game, declaration: Declaration) -> Procedure[None]:
    """Another part of the game has destroyed a model."""
    who = declaration.actor
    if who not in game.now.models or not game.now.models[who].place.on_table:
        raise Refused(Break("support.mortal-wounds", f"{who} is no model on the battlefield"))
    named, places = declaration.details.get("order"), declaration.details.get("plan", EMPTY)
    order = tuple(str(name) for name in named) if isinstance(named, tuple) else ()
    if not isinstance(places, Record):
        raise Refused(Break("support.set-up", "the plan is a mapping from units to their places"))
    clause = "destroyed.must-disembark" if capacity.aboard(game.now, who) else "support.mortal-wounds"
    yield from destroy(game, who, (clause,), Orders(order, places))


def destroy(
    game: Game, who: str, clauses: tuple[str, ...], orders: Orders | None = None, dying: tuple[str, ...] = ()
) -> Procedure[None]:
    """A model is destroyed: it may explode, its passengers get out, and it is removed."""
    blown = False
    if demise_of(game.now.models[who]):
        blown = yield from _deadly_demise(game, who, (*dying, who))
    if capacity.aboard(game.now, who):
        yield from _everybody_out(game, who, orders or Orders(), blown=blown)
    yield from do(Removed(who, "destroyed"), *clauses)


# ---------------------------------------------------------------------- wounds


def mortal_wounds(
    game: Game, name: str, count: int, clauses: tuple[str, ...], dying: tuple[str, ...] = ()
) -> Procedure[None]:
    """Mortal wounds one at a time: who is hurt already takes them first, then whom the owner picks."""
    cited = (*clauses, "support.mortal-wounds")
    for number in range(count):
        table = game.now
        unit = squad(table, name)
        alive = [each for each in reversed(unit.models) if each not in dying]
        hurt = [each for each in alive if table.models[each].counted(LOST)]
        ranks = [each for each in alive if trait(table.models[each], "leader") is not True]
        among = tuple(hurt or ranks or alive)
        if not among:
            return
        what = f"which model of {name} takes the mortal wound ({number + 1} of {count})"
        picked = str((yield from choose(Choice(what, among, unit.side, cited, name))))
        yield from do(Counted(picked, LOST, 1), *cited)
        model = game.now.models[picked]
        if model.counted(LOST) >= model.profile.number("W"):
            yield from destroy(game, picked, cited, dying=dying)


def suffers(game: Game, declaration: Declaration) -> Procedure[None]:
    """Another part of the game inflicts mortal wounds on a unit."""
    unit = squad(game.now, declaration.actor)
    _not_aboard(game.now, unit)
    count = declaration.details.number("count", 1)
    yield from mortal_wounds(game, unit.name, count, ())


def _not_aboard(table: Table, unit: Squad) -> None:
    """Nothing that happens outside a Transport affects who is inside."""
    if any(table.models[name].place.kind == "aboard" for name in unit.models):
        raise Refused(Break("embark.inert", f"{unit.name} is embarked and cannot be affected"))


def _deadly_demise(game: Game, who: str, dying: tuple[str, ...]) -> Procedure[bool]:
    """On a 6 every unit within 6" is hurt, before passengers get out; whether it was."""
    clause = "support.deadly-demise"
    blown = yield from roll(Roll("Deadly Demise", D6, AtLeast(DEMISE_ON), who, (clause,), hope=False))
    if not blown:
        return False
    amount = demise_of(game.now.models[who])
    for name in _units_within(game.now, who):
        wounds = amount
        if isinstance(wounds, Dice):
            wounds = yield from roll(Roll("mortal wounds", wounds, Total(), name, (clause,)))
        yield from mortal_wounds(game, name, wounds, (clause,), dying)
    return True


def demise_of(model: Model) -> Dice | int:
    """The mortal wounds of a model's Deadly Demise, none without the rule; raises ValueError if it is no amount."""
    stated = trait(model, "deadly_demise")
    if stated is None:
        return 0
    return stated if isinstance(stated, int) else dice(str(stated))


def _units_within(table: Table, who: str) -> list[str]:
    """The other units with a model within reach of a Deadly Demise."""
    here = stand(table, who)
    found = []
    for unit in squads(table):
        others = [name for name in unit.models if name != who and table.models[name].place.on_table]
        bodies = [stand(table, name) for name in others]
        away = [hypot(gap(here.body, each.body), apart_vertically(here, each)) for each in bodies]
        if any(within(each, DEMISE_REACH) for each in away):
            found.append(unit.name)
    return found


# ---------------------------------------------------------------------- passengers


def _everybody_out(game: Game, transport: str, orders: Orders, *, blown: bool) -> Procedure[None]:
    """Every unit aboard is set up, then dice are rolled for all of them."""
    units = capacity.units_aboard(game.now, transport)
    strange = [name for name in (*orders.order, *orders.places) if name not in units]
    if strange:
        says = f"{strange[0]} is not aboard {transport}; there are {', '.join(units)}"
        raise Refused(Break("destroyed.must-disembark", says))
    out: list[tuple[str, int, bool]] = []
    for name in dict.fromkeys((*orders.order, *units)):
        wanted = orders.places.get(name)
        count, emergency = yield from _set_up(game, transport, name, wanted, blown=blown)
        out.append((name, count, emergency))
    for name, count, emergency in out:
        yield from _shaken(game, name, count, emergency=emergency)


@dataclass(frozen=True, slots=True)
class MostJudge:
    """Judges an Emergency Disembarkation: legal places, and as many of them as can be shown."""

    judge: SetUpJudge

    def __call__(self, answer: Any) -> tuple[Break, ...]:
        breaks = self.judge(answer)
        if breaks:
            return breaks
        count, can = (len(self.judge.survey(each).places) for each in (answer, most(self.judge)))
        if count >= can:
            return ()
        says = f"{count} of {self.judge.unit} are set up; {can} can be, so at least {can} have to be"
        return (Break("emergency.unplaceable-destroyed", says),)


def _set_up(
    game: Game, transport: str, name: str, wanted: Value, *, blown: bool
) -> Procedure[tuple[int, bool]]:
    """Set up one unit, wholly within 3" if that is possible; how many stand, and whether in an emergency."""
    table = game.now
    unit = squad(table, name)
    usual = SetUpJudge(table, name, unit.models, _usual(transport))
    clauses = ["destroyed.must-disembark", "destroyed.before-removal", "destroyed.placement"]
    if blown:
        clauses.append("destroyed.no-deadly-demise")
    fits = wanted is not None and not usual(wanted)
    found = Found(wanted) if fits else find(usual)
    if found.places is not None:
        if wanted is not None and not fits:
            raise Refused(*usual(wanted), *_no_emergency(usual, wanted, found))
        what = f"where {name} gets out"
        request = requests.Plan(what, name, usual, unit.side, tuple(clauses), found.places)
        placing = usual.survey((yield from plan(request)))
        yield from carry_out(placing, "gets out", tuple(clauses))
        return len(placing.places), False
    told = Record(proof="proven" if found.proven else "unproven", says=found.says)
    trigger = ("emergency.trigger", "support.not-possible")
    yield from do(Reported("makes an Emergency Disembarkation", name, told), *trigger)
    judge = MostJudge(replace(usual, conditions=_in_an_emergency(transport)))
    if wanted is not None and judge(wanted):
        raise Refused(*judge(wanted))
    proposal = most(judge.judge) if wanted is None else wanted
    clauses = ["destroyed.must-disembark", "destroyed.before-removal", "emergency.wholly-within-6"]
    request = requests.Plan(f"where {name} gets out", name, judge, unit.side, tuple(clauses), proposal)
    placing = judge.judge.survey((yield from plan(request)))
    yield from carry_out(placing, "gets out", tuple(clauses))
    standing = [who for who, _ in placing.places]
    for who in unit.models:
        if who not in standing:
            yield from do(Removed(who, "destroyed"), "emergency.unplaceable-destroyed")
    return len(standing), True


def _usual(transport: str) -> Conditions:
    return Conditions(
        near=transport,
        within=NEAR,
        near_clause="destroyed.placement",
        engaged_clause="destroyed.placement",
        filled_clause="destroyed.before-removal",
        whole_clause="destroyed.must-disembark",
    )


def _in_an_emergency(transport: str) -> Conditions:
    return Conditions(
        near=transport,
        within=EMERGENCY,
        near_clause="emergency.wholly-within-6",
        engaged_clause="emergency.not-engaged",
        filled_clause="destroyed.before-removal",
        whole_clause="",
    )


def _no_emergency(usual: SetUpJudge, wanted: Value, found: Found) -> list[Break]:
    """What is said to who wants an Emergency Disembarkation that is not needed."""
    if replace(usual, conditions=_in_an_emergency(usual.conditions.near))(wanted):
        return []
    says = f'all of {usual.unit} can be set up wholly within {NEAR:g}", so they have to be'
    return [Break("emergency.trigger", says)]


def _shaken(game: Game, name: str, count: int, *, emergency: bool) -> Procedure[None]:
    """A die for each model that got out, Battle-shock, and what the unit may no longer do."""
    table = game.now
    wounding = "emergency.mortal-wound-on-1-3" if emergency else "destroyed.mortal-wound-on-1"
    limit = EMERGENCY_WOUNDS_ON if emergency else WOUNDS_ON
    also = ("emergency.rest-as-destroyed",) if emergency else ()
    lost = yield from low_dice("getting out", name, count, limit, ("destroyed.roll-per-model",))
    if lost:
        yield from mortal_wounds(game, name, lost, (wounding,))
    for who in squad(game.now, name).models:
        yield from do(Became(who, (SHOCKED,)), "destroyed.battle-shocked", "support.battle-shock", *also)
    event = "emergency-disembarkation" if emergency else "disembarked-from-destroyed-transport"
    yield from do(Noted(DISEMBARKED, name, event, "turn"), "destroyed.no-charge", *also)
    if not table.note(MADE, name):
        yield from do(Noted(MADE, name, NORMAL, "turn"), "destroyed.counts-as-normal-move", *also)
    yield from announce(game, name)
