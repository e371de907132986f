"""Carried objects stay on the table when their bearer falls, is lost, or lets go."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.records import replace
from surefoot.referee.lens import Models
from surefoot.referee.placing import nearest, one_of, place_on_level, room
from surefoot.referee.view import seen
from surefoot.rulesets.gemini_arap import water
from surefoot.rulesets.gemini_arap.prices import lens
from surefoot.table.effects import Moved, ObjectMoved
from surefoot.table.place import Place
from surefoot.table.table import Table


def release(game: Game, who: str, to: Place, *clauses: str) -> Procedure[None]:
    """A figure lets go of everything: objects without another holder go to a place, and its passengers go overboard."""
    for thing in tuple(game.now.objects.values()):
        if who in thing.holders:
            left = tuple(name for name in thing.holders if name != who)
            there = Place("aboard", left[0]) if left else water.grounded(game.now, to)
            yield from do(ObjectMoved(thing.id, there, left), *clauses)
    for rider in tuple(game.now.models.values()):
        if rider.place.kind == "aboard" and rider.place.on == who:
            yield from do(Moved(rider.id, _beside(game.now, rider.id, to), "goes overboard"), *clauses)


def _beside(table: Table, who: str, to: Place) -> Place:
    """The nearest place with room for a figure that comes back onto the table."""
    view = seen(table, replace(lens(table, who), models=((Models(), "solid"),)), who)
    pose = table.resolve(to)
    spot = one_of(nearest(view, pose, room(view, pose.z)))
    return to if spot is None else water.afloat(table, place_on_level(view, *spot, pose.z, pose.facing))
