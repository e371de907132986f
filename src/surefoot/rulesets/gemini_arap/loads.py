"""What a figure carries stays on the table when the figure falls, is lost, or lets go."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.rulesets.gemini_arap import water
from surefoot.table.effects import ObjectMoved
from surefoot.table.place import Place


def release(game: Game, who: str, to: Place, *clauses: str) -> Procedure[None]:
    """A figure lets go of everything; what nobody else holds lies where it is said to."""
    for thing in tuple(game.now.objects.values()):
        if who in thing.holders:
            left = tuple(name for name in thing.holders if name != who)
            there = Place("aboard", left[0]) if left else water.grounded(game.now, to)
            yield from do(ObjectMoved(thing.id, there, left), *clauses)
