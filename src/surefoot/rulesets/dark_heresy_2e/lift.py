"""Lifting: up to the limit without a test, beyond it with one, holding what was lifted and setting it down."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Aim, Break, Modifier, Procedure, Refused, do
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.actions import FULL, room, spend
from surefoot.rulesets.dark_heresy_2e.carry import LIFTED, Column, Limits, Thing, limits, thing_of
from surefoot.rulesets.dark_heresy_2e.fatigue import tire
from surefoot.rulesets.dark_heresy_2e.hurry import BURDEN
from surefoot.rulesets.dark_heresy_2e.kept import forget, keep
from surefoot.rulesets.dark_heresy_2e.numbers import shown, written
from surefoot.rulesets.dark_heresy_2e.paths import said_breaks
from surefoot.rulesets.dark_heresy_2e.tests import MOST_DEGREES, characteristic, request, tested
from surefoot.table.effects import ObjectMoved, Reported, Stopped
from surefoot.table.record import Record

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
        yield from _hold(who, thing, "lift.maximum", *found.clauses)
        return
    raised = yield from over_limit(game, who, thing, found, "lift")
    if raised:
        yield from keep(LIFTED, who, True, "lift.over-limit-success")
        yield from _hold(who, thing, "lift.over-limit-success")


def _hold(who: str, thing: Thing, *clauses: str) -> Procedure[None]:
    if thing.object is not None:
        yield from do(ObjectMoved(thing.object.id, thing.object.place, (who,)), *clauses)
    yield from do(Reported("lifts", who, _weight(thing)), *clauses)


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
    name = declaration.details.text("object")
    thing = table.objects.get(name)
    if thing is None or who not in thing.holders:
        raise Refused(Break("lift.move-with-load", f"{who} does not hold {name}"))
    left = tuple(each for each in thing.holders if each != who)
    yield from do(ObjectMoved(name, table.models[who].place, left), "lift.move-with-load")
    if table.note(LIFTED, who):
        yield from forget(LIFTED, who, "lift.move-with-load")
    if table.note(BURDEN, who):
        yield from forget(BURDEN, who, "encumbered.fatigue-test")
