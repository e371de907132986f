"""Lifting: within the limit or by a test beyond it, holding objects and setting them down."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Aim, Break, Modifier, Procedure, Refused, do
from surefoot.language import Either, Quantity, Quoted, Sentence, Who, say
from surefoot.language import Thing as Named
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.actions import FULL, present, room, spend
from surefoot.rulesets.dark_heresy_2e.carry import LIFTED, WEAPONS, Column, Limits, burden, limits, overloaded
from surefoot.rulesets.dark_heresy_2e.character import HANGING
from surefoot.rulesets.dark_heresy_2e.falling import beneath
from surefoot.rulesets.dark_heresy_2e.fatigue import gain_fatigue
from surefoot.rulesets.dark_heresy_2e.gravity import weightless
from surefoot.rulesets.dark_heresy_2e.handling import Thing, in_place_of, thing_of
from surefoot.rulesets.dark_heresy_2e.hurry import BURDEN
from surefoot.rulesets.dark_heresy_2e.kept import forget, keep
from surefoot.rulesets.dark_heresy_2e.numbers import lattice
from surefoot.rulesets.dark_heresy_2e.paths import declaration_breaks
from surefoot.rulesets.dark_heresy_2e.tests import MOST_DEGREES, characteristic, request, roll_degrees
from surefoot.table.effects import ObjectMoved, ObjectPlaced, Reported, Stopped
from surefoot.table.model import Object
from surefoot.table.place import Place
from surefoot.table.record import Record, amount
from surefoot.table.table import Table

# The sort of an object that stands for a weight.
LOAD = "load"
# From this many degrees of failure, the test costs Fatigue.
STRAINED = -2


def lift(game: Game, declaration: Declaration) -> Procedure[None]:
    """Lift an object or a weight off the ground."""
    who, table = declaration.actor, game.now
    thing, breaks = thing_of(table, who, declaration.details, "lift.maximum")
    breaks += declaration_breaks(declaration, "structured")
    found = limits(table, who)
    heavy = thing is not None and thing.kilograms > found.kilograms("carry")
    if heavy:
        breaks += room(table, who, "lift", FULL)
    if thing is not None and thing.object is not None and who in thing.object.holders:
        says = say("{who} is already holding {thing}", who=Who(who), thing=Named(thing.object.id))
        breaks.append(Break("lift.maximum", says))
    if breaks or thing is None:
        raise Refused(*breaks)
    if heavy:
        yield from spend(table, who, "lift", FULL, "lift.full-action", *found.clauses)
    if thing.kilograms <= found.kilograms("lift"):
        yield from _hold(table, who, thing, "lift.maximum", *found.clauses)
        return
    raised = yield from over_limit(game, who, thing, found, "lift")
    if raised:
        yield from keep(LIFTED, who, True, "lift.over-limit-success")
        yield from _hold(table, who, thing, "lift.over-limit-success")


def _hold(table: Table, who: str, thing: Thing, *clauses: str) -> Procedure[None]:
    """Hold an object; a weight becomes an object of the table."""
    if thing.object is not None:
        yield from do(ObjectMoved(thing.object.id, thing.object.place, (who,)), *clauses)
    else:
        yield from do(ObjectPlaced(_named(table, who, thing)), *clauses)
    weight = Quantity(thing.kilograms, "kg")
    says = say("lifts {weight}", weight=weight)
    if thing.object is not None:
        says = say("lifts {thing} ({weight})", thing=Named(thing.object.id), weight=weight)
    yield from do(Reported("lifts", who, _weight(thing), says=says), *clauses)


def _named(table: Table, who: str, thing: Thing) -> Object:
    """An object that stands for a weight, with a name of its own."""
    called = thing.sort or f"{who}-load"
    names = (called, *(f"{called}-{number}" for number in range(2, len(table.objects) + 3)))
    name = next(each for each in names if each not in table.objects)
    weighs = lattice(thing.kilograms)
    sort = thing.sort if thing.sort in WEAPONS else LOAD
    return Object(name, sort, table.models[who].place, (who,), weight=weighs)


def _weight(thing: Thing) -> Record:
    return Record(kilograms=amount(thing.kilograms))


def _aim(column: Column, weight: Quantity) -> Sentence:
    """The aim of the test for a weight above a limit."""
    return (
        say("to push {weight}", weight=weight) if column == "push" else say("to lift {weight}", weight=weight)
    )


def over_limit(
    game: Game,
    who: str,
    thing: Thing,
    found: Limits,
    column: Column,
    modifiers: tuple[Modifier, ...] = (),
) -> Procedure[bool]:
    """The Strength test for a weight above a limit; returns whether the raised limit is enough."""
    options, model = game.now.options, game.now.models[who]
    enough = found.degrees_for(column, thing.kilograms)
    moves = enough if thing.kilograms <= found.kilograms(column, enough) else MOST_DEGREES
    asked = request(
        options,
        who,
        column,
        characteristic(options, model, "S"),
        f"{column}.over-limit-test",
        *found.clauses,
        modifiers=modifiers,
        enough=enough,
        worst=-STRAINED,
        aims=(
            Aim(say("not to gain Fatigue"), STRAINED + 1),
            Aim(_aim(column, Quantity(thing.kilograms, "kg")), moves),
        ),
    )
    degrees = yield from roll_degrees(asked)
    if thing.kilograms <= found.kilograms(column, degrees):
        return True
    if degrees <= STRAINED:
        yield from gain_fatigue(model, f"{column}.over-limit-fatigue", "support.degrees-of-failure")
    clause = f"{column}.over-limit-{'success' if degrees > 0 else 'test'}"
    yield from do(Stopped(who, "it does not move"), clause)
    return False


def _held(table: Table, who: str) -> list[str]:
    """The objects that a character holds."""
    return [each.id for each in table.objects.values() if who in each.holders]


def may_set_down(table: Table, who: str) -> tuple[Break, ...]:
    """What forbids a character to set anything down."""
    if (breaks := present(table, who)) or _held(table, who):
        return breaks
    return (Break("lift.move-with-load", say("{who} isn't holding anything", who=Who(who))),)


def set_down(game: Game, declaration: Declaration) -> Procedure[None]:
    """Set a held object down."""
    who, table = declaration.actor, game.now
    held = _held(table, who)
    name = declaration.details.text("object", held[0] if len(held) == 1 else "")
    if name not in held:
        if name:
            says = say("{who} isn't holding {thing}", who=Who(who), thing=Quoted(name))
        else:
            things = Either(tuple(Named(each) for each in held))
            says = say("Which object does {who} set down: {things}?", who=Who(who), things=things)
        raise Refused(Break("lift.move-with-load", says))
    thing = table.objects[name]
    left = tuple(each for each in thing.holders if each != who)
    yield from do(ObjectMoved(name, _beneath(table, who, thing), left), "lift.move-with-load")
    yield from unburdened(game, who)


def _beneath(table: Table, who: str, thing: Object) -> Place:
    """Where an object lies that a character lets go of: at its feet, or below them if it hangs or flies."""
    place = table.models[who].place
    if place.kind not in (*HANGING, "air") or weightless(table, who):
        return place
    pose = table.pose(who)
    landing = beneath(in_place_of(table, who, thing), who, pose.x, pose.y, pose.z, thing=True)
    return place if landing is None else landing.place


def release(game: Game, thing: Object, place: Place, *clauses: str) -> Procedure[None]:
    """An object leaves the hands of all its holders and is placed somewhere."""
    yield from do(ObjectMoved(thing.id, place), *clauses)
    for who in thing.holders:
        yield from unburdened(game, who)


def unburdened(game: Game, who: str) -> Procedure[None]:
    """Forget the effects of a load that is no longer carried."""
    table = game.now
    if table.note(LIFTED, who) and not overloaded(table, who):
        yield from forget(LIFTED, who, "lift.move-with-load")
    if table.note(BURDEN, who) and burden(table, who, "narrative").state in ("untracked", "comfortable"):
        yield from forget(BURDEN, who, "encumbered.fatigue-test")
