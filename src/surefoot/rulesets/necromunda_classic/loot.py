"""Loot on moving vehicles: it falls off unless a rider or a transport space holds it."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.geometry.tolerance import short_of
from surefoot.rulesets.necromunda_classic import deck
from surefoot.rulesets.necromunda_classic.edges import falling_view
from surefoot.rulesets.necromunda_classic.fighter import POINT, is_vehicle, outline, touches_object
from surefoot.rulesets.necromunda_classic.movement import Movement
from surefoot.table.effects import ObjectMoved, Reported
from surefoot.table.model import Object
from surefoot.table.place import Pose
from surefoot.table.table import Table


def aboard(table: Table, carrier: str) -> list[Object]:
    """The objects that lie on a vehicle's decks."""
    decks = [f"{carrier}.{each.name}" for each in table.models[carrier].decks]
    return [
        thing for thing in table.objects.values() if thing.place.kind == "surface" and thing.place.on in decks
    ]


def starts_to_move(game: Game, m: Movement, carrier: str) -> Procedure[None]:
    """Each object on a vehicle that begins to move is held, or falls off."""
    table = game.now
    for thing in [each for each in aboard(table, carrier) if (each.id, carrier) not in m.falling]:
        if deck.in_transport_space(table, carrier, outline(thing, table.resolve(thing.place))):
            yield from do(Reported("stays aboard", thing.id), "loot.transport-area")
        elif _is_held(table, m, carrier, thing):
            yield from do(Reported("stays aboard", thing.id), "loot.held-by-fighter")
        else:
            m.falling.append((thing.id, carrier))


def _is_held(table: Table, m: Movement, carrier: str, thing: Object) -> bool:
    """Whether a rider that stays on the vehicle touches the object."""
    return any(
        touches_object(table, rider.id, thing)
        for rider in table.riders(carrier)
        if not is_vehicle(rider) and (rider.id, carrier) not in m.falling
    )


def falls_off(game: Game, name: str, carrier: str) -> Procedure[None]:
    """An object lands 1" from the hull, in a random direction from where it was, undamaged."""
    table = game.now
    thing = table.objects[name]
    here = table.resolve(thing.place)
    bearing = yield from deck.direction(name, "loot.falls-off")
    view = falling_view(table, carrier)
    shape = (thing.base or POINT).shape
    x, y, _ = deck.beside(view, shape, here, carrier, bearing)
    lower = [s for s in view.surfaces_at(x, y) if short_of(s.height(x, y), here.z)]
    if lower:
        place = view.scene.place_at(Pose(x, y, here.z, here.facing), lower[-1])
        yield from do(ObjectMoved(name, place), "loot.falls-off")
