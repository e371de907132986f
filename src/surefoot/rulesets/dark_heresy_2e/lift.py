"""Lifting: up to the limit without a test, beyond it with one, holding what was lifted and setting it down."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Aim, Break, Modifier, Procedure, Refused, do
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.actions import FULL, room, spend
from surefoot.rulesets.dark_heresy_2e.carry import (
    LIFTED,
    WEAPONS,
    Column,
    Limits,
    Thing,
    burden,
    limits,
    overloaded,
    thing_of,
)
from surefoot.rulesets.dark_heresy_2e.fatigue import tire
from surefoot.rulesets.dark_heresy_2e.hurry import BURDEN
from surefoot.rulesets.dark_heresy_2e.kept import forget, keep
from surefoot.rulesets.dark_heresy_2e.numbers import lattice, shown, written
from surefoot.rulesets.dark_heresy_2e.paths import said_breaks
from surefoot.rulesets.dark_heresy_2e.tests import MOST_DEGREES, characteristic, request, tested
from surefoot.table.effects import ObjectMoved, ObjectPlaced, Reported, Stopped
from surefoot.table.model import Object
from surefoot.table.place import Place
from surefoot.table.record import Record
from surefoot.table.table import Table

# What a weight is that nobody has named.
LOAD = "load"
# A failure by so many degrees tires.
STRAINED = -2


def lift(game: Game, declaration: Declaration) -> Procedure[None]:
    """Pick something up off the ground."""
    who, table = declaration.actor, game.now
    thing, breaks = thing_of(table, who, declaration.details, "lift.maximum")
    breaks += said_breaks(declaration, "structured")
    found = limits(table, who)
    heavy = thing is not None and thing.kilograms > found.kilograms("carry")
    if heavy:
        breaks += room(table, who, "lift", FULL)
    if thing is not None and thing.object is not None and who in thing.object.holders:
        breaks.append(Break("lift.maximum", f"{who} holds {thing.object.id} already"))
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
    """Have something in one's hands; what was only a weight is an object from then on."""
    if thing.object is not None:
        yield from do(ObjectMoved(thing.object.id, thing.object.place, (who,)), *clauses)
    else:
        yield from do(ObjectPlaced(_named(table, who, thing)), *clauses)
    yield from do(Reported("lifts", who, _weight(thing)), *clauses)


def _named(table: Table, who: str, thing: Thing) -> Object:
    """An object that stands for a weight, under a name that no other has."""
    called = thing.sort or f"{who}-load"
    names = (called, *(f"{called}-{number}" for number in range(2, len(table.objects) + 3)))
    name = next(each for each in names if each not in table.objects)
    weighs = lattice(thing.kilograms)
    sort = thing.sort if thing.sort in WEAPONS else LOAD
    return Object(name, sort, table.models[who].place, (who,), weight=weighs)


def _weight(thing: Thing) -> Record:
    return Record(kilograms=shown(thing.kilograms))


def over_limit(
    game: Game,
    who: str,
    thing: Thing,
    found: Limits,
    column: Column,
    modifiers: tuple[Modifier, ...] = (),
) -> Procedure[bool]:
    """The Strength test for more than a limit allows; whether the limit that it raises is enough."""
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
        aims=(Aim("not to tire", STRAINED + 1), Aim(f"to {column} {written(thing.kilograms)} kg", moves)),
    )
    degrees = yield from tested(asked)
    if thing.kilograms <= found.kilograms(column, degrees):
        return True
    if degrees <= STRAINED:
        yield from tire(model, f"{column}.over-limit-fatigue", "support.degrees-of-failure")
    clause = f"{column}.over-limit-{'success' if degrees > 0 else 'test'}"
    yield from do(Stopped(who, "it does not move"), clause)
    return False


def set_down(game: Game, declaration: Declaration) -> Procedure[None]:
    """Put down what one holds."""
    who, table = declaration.actor, game.now
    held = [each.id for each in table.objects.values() if who in each.holders]
    name = declaration.details.text("object", held[0] if len(held) == 1 else "")
    if name not in held:
        has = (
            f"holds {', '.join(held)}: say which with object"
            if held and not name
            else f"does not hold {name}"
        )
        raise Refused(Break("lift.move-with-load", f"{who} {has if held or name else 'holds nothing'}"))
    thing = table.objects[name]
    left = tuple(each for each in thing.holders if each != who)
    yield from do(ObjectMoved(name, table.models[who].place, left), "lift.move-with-load")
    yield from unburdened(game, who)


def release(game: Game, thing: Object, place: Place, *clauses: str) -> Procedure[None]:
    """Something leaves everybody's hands and comes to lie somewhere."""
    yield from do(ObjectMoved(thing.id, place), *clauses)
    for who in thing.holders:
        yield from unburdened(game, who)


def unburdened(game: Game, who: str) -> Procedure[None]:
    """With a load ends what it did to its bearer."""
    table = game.now
    if table.note(LIFTED, who) and not overloaded(table, who):
        yield from forget(LIFTED, who, "lift.move-with-load")
    if table.note(BURDEN, who) and burden(table, who).state in ("untracked", "comfortable"):
        yield from forget(BURDEN, who, "encumbered.fatigue-test")
