"""Destroyed models and destroyed Transports: Deadly Demise, passengers that must disembark, mortal wounds."""

from __future__ import annotations

from math import hypot
from typing import Any

from surefoot.dice import requests
from surefoot.dice.host import Game
from surefoot.dice.pool import D6, TWO_D6, Dice, Faces, dice
from surefoot.dice.readings import AtLeast, Total
from surefoot.dice.requests import Break, Choice, Procedure, Refused, Roll, choose, do, passed, plan, roll
from surefoot.geometry.measure import gap
from surefoot.geometry.tolerance import within
from surefoot.language import Length, Notation, Quoted, Sentence, Text, Who, count, say
from surefoot.records import dataclass, replace
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
from surefoot.rulesets.wh40k_10e.terms import labels, named
from surefoot.table.effects import Became, Counted, Noted, Removed, Reported
from surefoot.table.model import Model
from surefoot.table.record import EMPTY, Record, Value
from surefoot.table.table import Table

NEAR = 3.0
EMERGENCY = 6.0
# Rolls up to these numbers are mortal wounds: after an ordinary and after an Emergency Disembarkation.
WOUNDS_ON, EMERGENCY_WOUNDS_ON = 1, 3
DEMISE_ON = 6
DEMISE_REACH = 6.0
LOST = "wounds_lost"

# Places of passengers, as a declaration writes them.
_PASSENGERS = Notation("{unit: {places: {model: [x, y]}}}")
SHOCK_DETAILS = (Detail("test", say("Take a Battle-shock test first: 2D6 against Leadership"), "switch"),)
WOUND_DETAILS = (Detail("count", say("Number of mortal wounds"), "number"),)
DESTROYED_DETAILS = (
    Detail("plan", say("Where passengers are set up: {places}", places=_PASSENGERS), "plan"),
    Detail("order", say("Order in which units disembark"), "names"),
)


@dataclass(frozen=True, slots=True)
class Orders:
    """What the player of a destroyed Transport declared beforehand: the order of the units, and their places."""

    order: tuple[str, ...] = ()
    places: Record = EMPTY


NO_ORDERS = Orders()


def shocked(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit becomes Battle-shocked, by a rule or by a failed test."""
    clause = "support.battle-shock"
    unit = squad(game.now, declaration.actor)
    if not unit.models:
        raise Refused(Break(clause, say("{unit} has no models left", unit=Who(unit.name))))
    _not_aboard(game.now, unit)
    if declaration.details.get("test") is True:
        request = Roll(
            "Battle-shock",
            TWO_D6,
            AtLeast(_best_leadership(game.now, unit)),
            unit.name,
            (clause,),
            hope=True,
            says=say("Battle-shock test"),
        )
        if (yield from passed(request)):
            return
    for name in unit.models:
        yield from do(Became(name, (SHOCKED,)), clause)


def _best_leadership(table: Table, unit: Squad) -> int:
    """The best Leadership in a unit, which is the lowest; refused if none of its models has one."""
    stated = [
        profile.number("Ld")
        for profile in (table.models[name].profile for name in unit.models)
        if "Ld" in profile
    ]
    if not stated:
        says = say(
            "{unit} has no Leadership to test on. Write {ld} in the profile of its models",
            unit=Who(unit.name),
            ld=Notation("Ld"),
        )
        raise Refused(Break("support.battle-shock", says))
    return min(stated)


def destroyed(game: Game, declaration: Declaration) -> Procedure[None]:
    """Another part of the game has destroyed a model."""
    who = declaration.actor
    if not game.now.models[who].place.on_table:
        says = say("{model} is not on the battlefield", model=Who(who))
        raise Refused(Break("support.mortal-wounds", says))
    given, places = declaration.details.get("order"), declaration.details.get("plan", EMPTY)
    order = tuple(str(name) for name in given) if isinstance(given, tuple) else ()
    if not isinstance(places, Record):
        says = say("Can't read this plan. Write {places}", places=_PASSENGERS)
        raise Refused(Break("support.set-up", says))
    orders = Orders(order, places)
    _check_orders(game.now, who, orders)
    clause = "destroyed.must-disembark" if capacity.aboard(game.now, who) else "support.mortal-wounds"
    yield from destroy(game, who, (clause,), orders)


def _check_orders(table: Table, transport: str, orders: Orders) -> None:
    """Refuse orders for units that are not embarked in a destroyed model, before any die is rolled."""
    units = capacity.units_aboard(table, transport)
    strange = [name for name in (*orders.order, *orders.places) if name not in units]
    if not strange:
        return
    says = say(
        "{unit} is not embarked in {transport}. Its passengers are {units}",
        unit=Quoted(strange[0]),
        transport=Who(transport),
        units=named(units),
    )
    if not units:
        says = say("{transport} carries no units that could disembark", transport=Who(transport))
    elif strange[0] == "places":
        example = Notation(f"{{{units[0]}: {{places: {{model: [x, y]}}}}}}")
        says = say("Write the places of each unit under its name: {places}", places=example)
    raise Refused(Break("destroyed.must-disembark", says))


def destroy(
    game: Game, who: str, clauses: tuple[str, ...], orders: Orders = NO_ORDERS, dying: tuple[str, ...] = ()
) -> Procedure[None]:
    """A model is destroyed: Deadly Demise is rolled, its passengers disembark, and it is removed."""
    exploded = False
    if demise_of(game.now.models[who]):
        exploded = yield from _deadly_demise(game, who, (*dying, who))
    yield from remove(game, who, "destroyed", clauses, orders, exploded=exploded)


def remove(
    game: Game,
    who: str,
    why: str,
    clauses: tuple[str, ...],
    orders: Orders = NO_ORDERS,
    *,
    exploded: bool = False,
) -> Procedure[None]:
    """A model leaves the battle for good; its passengers disembark before it is removed."""
    if capacity.aboard(game.now, who):
        yield from _passengers_disembark(game, who, orders, exploded=exploded)
    yield from do(Removed(who, why), *clauses)


# ---------------------------------------------------------------------- wounds


def mortal_wounds(
    game: Game, name: str, wounds: int, clauses: tuple[str, ...], dying: tuple[str, ...] = ()
) -> Procedure[None]:
    """Mortal wounds one at a time: a wounded model takes them first, then the model that its player picks."""
    cited = (*clauses, "support.mortal-wounds")
    for number in range(wounds):
        table = game.now
        unit = squad(table, name)
        alive = [each for each in reversed(unit.models) if each not in dying]
        hurt = [each for each in alive if table.models[each].counted(LOST)]
        ranks = [each for each in alive if trait(table.models[each], "leader") is not True]
        among = tuple(hurt or ranks or alive)
        if not among:
            return
        what = f"which model of {name} takes the mortal wound ({number + 1} of {wounds})"
        says = say(
            "Which model of {unit} takes mortal wound {number} of {wounds}?",
            unit=Who(name),
            number=number + 1,
            wounds=wounds,
        )
        choice = Choice(what, among, unit.side, cited, name, says, labels(among))
        picked = str((yield from choose(choice)))
        yield from do(Counted(picked, LOST, 1), *cited)
        model = game.now.models[picked]
        if model.counted(LOST) >= model.profile.number("W"):
            yield from destroy(game, picked, cited, dying=dying)


def suffers(game: Game, declaration: Declaration) -> Procedure[None]:
    """Another part of the game inflicts mortal wounds on a unit."""
    unit = squad(game.now, declaration.actor)
    if not unit.models:
        raise Refused(Break("support.mortal-wounds", say("{unit} has no models left", unit=Who(unit.name))))
    _not_aboard(game.now, unit)
    wounds = declaration.details.number("count", 1)
    yield from mortal_wounds(game, unit.name, wounds, ())


def _not_aboard(table: Table, unit: Squad) -> None:
    """Refuse effects on an embarked unit: nothing outside the Transport affects it."""
    if any(table.models[name].place.kind == "aboard" for name in unit.models):
        says = say("{unit} is embarked and can't be affected", unit=Who(unit.name))
        raise Refused(Break("embark.inert", says))


@dataclass(frozen=True, slots=True)
class Spared:
    """Passed unless the die shows so much."""

    on: int

    def __call__(self, faces: Faces) -> bool:
        return sum(faces) < self.on

    def needs(self) -> Text:
        """The roll that passes: 5 or less."""
        return say("{most} or less", most=self.on - 1)


def _deadly_demise(game: Game, who: str, dying: tuple[str, ...]) -> Procedure[bool]:
    """On a 6 each unit within 6" suffers mortal wounds, before passengers disembark; whether a 6 was rolled."""
    clause = "support.deadly-demise"
    test = Roll(
        "Deadly Demise",
        D6,
        Spared(DEMISE_ON),
        who,
        (clause,),
        hope=True,
        says=say("Deadly Demise"),
    )
    if (yield from roll(test)):
        return False
    amount = demise_of(game.now.models[who])
    for name in _units_within(game.now, who):
        wounds = amount
        if isinstance(wounds, Dice):
            number = Roll(
                "mortal wounds", wounds, Total(), name, (clause,), says=say("Number of mortal wounds")
            )
            wounds = yield from roll(number)
        yield from mortal_wounds(game, name, wounds, (clause,), dying)
    return True


def demise_of(model: Model) -> Dice | int:
    """The mortal wounds of a model's Deadly Demise, 0 without that ability; raises ValueError if it can't be read."""
    stated = trait(model, "deadly_demise")
    if stated is None:
        return 0
    return stated if isinstance(stated, int) else dice(str(stated))


def _units_within(table: Table, who: str) -> list[str]:
    """The other units with a model within range of a Deadly Demise."""
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


def _passengers_disembark(game: Game, transport: str, orders: Orders, *, exploded: bool) -> Procedure[None]:
    """Every unit aboard is set up; then dice are rolled for all of them."""
    units = capacity.units_aboard(game.now, transport)
    out: list[tuple[str, int, bool]] = []
    for name in dict.fromkeys((*orders.order, *units)):
        wanted = orders.places.get(name)
        standing, emergency = yield from _set_up(game, transport, name, wanted, exploded=exploded)
        out.append((name, standing, emergency))
    for name, standing, emergency in out:
        yield from _after_effects(game, name, standing, emergency=emergency)


@dataclass(frozen=True, slots=True)
class MostJudge:
    """Judges an Emergency Disembarkation: legal places for as many models as the referee can place."""

    judge: SetUpJudge

    def __call__(self, answer: Any) -> tuple[Break, ...]:
        breaks = self.judge(answer)
        if breaks:
            return breaks
        placed, can = (len(self.judge.survey(each).places) for each in (answer, most(self.judge)))
        if placed >= can:
            return ()
        says = count(
            "You set up {n} model of {unit}, but there is room for {can}: set up at least {can}",
            "You set up {n} models of {unit}, but there is room for {can}: set up at least {can}",
            placed,
            unit=Who(self.judge.unit),
            can=can,
        )
        return (Break("emergency.unplaceable-destroyed", says),)


def _set_up(
    game: Game, transport: str, name: str, wanted: Value, *, exploded: bool
) -> Procedure[tuple[int, bool]]:
    """Set up one unit, wholly within 3" if possible; how many models were set up, and whether in an emergency."""
    table = game.now
    unit = squad(table, name)
    usual = SetUpJudge(table, name, unit.models, _usual(transport))
    clauses = ["destroyed.must-disembark", "destroyed.before-removal", "destroyed.placement"]
    if exploded:
        clauses.append("destroyed.no-deadly-demise")
    fits = wanted is not None and not usual(wanted)
    found = Found(wanted) if fits else find(usual)
    if found.places is not None:
        if wanted is not None and not fits:
            raise Refused(*usual(wanted), *_no_emergency(usual, wanted, found))
        request = _place_question(unit, usual, tuple(clauses), found.places)
        placing = usual.survey((yield from plan(request)))
        yield from carry_out(placing, "gets out", tuple(clauses))
        return len(placing.places), False
    yield from do(_emergency(name, found), "emergency.trigger", "support.not-possible")
    judge = MostJudge(replace(usual, conditions=_in_an_emergency(transport)))
    if wanted is not None and judge(wanted):
        raise Refused(*judge(wanted))
    proposal = most(judge.judge) if wanted is None else wanted
    clauses = ["destroyed.must-disembark", "destroyed.before-removal", "emergency.wholly-within-6"]
    request = _place_question(unit, judge, tuple(clauses), proposal)
    placing = judge.judge.survey((yield from plan(request)))
    yield from carry_out(placing, "gets out", tuple(clauses))
    standing = [who for who, _ in placing.places]
    for who in unit.models:
        if who not in standing:
            # A Transport that never stood on the battlefield takes its passengers with it.
            for each in (who, *(model.id for model in capacity.carried(table, who))):
                yield from do(Removed(each, "destroyed"), "emergency.unplaceable-destroyed")
    return len(standing), True


def _place_question(
    unit: Squad, judge: SetUpJudge | MostJudge, clauses: tuple[str, ...], proposal: Value
) -> requests.Plan:
    """Asks where a unit is set up that leaves a destroyed Transport."""
    says = say("Where do you set up {unit}?", unit=Who(unit.name))
    return requests.Plan(f"where {unit.name} gets out", unit.name, judge, unit.side, clauses, proposal, says)


def _emergency(name: str, found: Found) -> Reported:
    """The report of an Emergency Disembarkation, with the reason why there is no ordinary one."""
    proof = "proven" if found.proven else "unproven"
    says = say("{unit} makes an Emergency Disembarkation. {why}", unit=Who(name), why=found.why)
    return Reported("makes an Emergency Disembarkation", name, Record(proof=proof), says)


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
    """The refusal of an Emergency Disembarkation that is not needed."""
    if replace(usual, conditions=_in_an_emergency(usual.conditions.near))(wanted):
        return []
    says = say(
        "All of {unit} can be set up wholly within {near} of {transport}, so no Emergency Disembarkation is allowed",
        unit=Who(usual.unit),
        near=Length.of(NEAR),
        transport=Who(usual.conditions.near),
    )
    return [Break("emergency.trigger", says)]


def _after_effects(game: Game, name: str, standing: int, *, emergency: bool) -> Procedure[None]:
    """A die for each model that was set up, Battle-shock, and what the unit may no longer do this turn."""
    table = game.now
    wounding = "emergency.mortal-wound-on-1-3" if emergency else "destroyed.mortal-wound-on-1"
    limit = EMERGENCY_WOUNDS_ON if emergency else WOUNDS_ON
    also = ("emergency.rest-as-destroyed",) if emergency else ()
    test: Sentence = say("Disembarking from a destroyed Transport")
    if emergency:
        test = say("Emergency Disembarkation")
    lost = yield from low_dice("getting out", name, standing, limit, ("destroyed.roll-per-model",), test)
    if lost:
        yield from mortal_wounds(game, name, lost, (wounding,))
    for who in squad(game.now, name).models:
        yield from do(Became(who, (SHOCKED,)), "destroyed.battle-shocked", "support.battle-shock", *also)
    event = "emergency-disembarkation" if emergency else "disembarked-from-destroyed-transport"
    yield from do(Noted(DISEMBARKED, name, event, "turn"), "destroyed.no-charge", *also)
    if not table.note(MADE, name):
        yield from do(Noted(MADE, name, NORMAL, "turn"), "destroyed.counts-as-normal-move", *also)
    yield from announce(game, name)
