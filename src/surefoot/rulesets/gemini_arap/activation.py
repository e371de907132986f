"""Activation: the roll is outside movement, its result is stated here."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, Refused, do
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.gemini_arap import action, speed
from surefoot.rulesets.gemini_arap.move import stated
from surefoot.table.effects import ClockSet, Expired


def activation(game: Game, declaration: Declaration) -> Procedure[None]:
    """State how many Action Points a unit has this turn."""
    found = action.breaks(game.now, declaration.who, 0, stated(declaration))
    if found:
        raise Refused(*found)
    yield from action.activate(game, declaration.who, stated(declaration), 0)


def end_turn(game: Game, declaration: Declaration) -> Procedure[None]:
    """The player turn ends: everything that counts per turn begins anew."""
    yield from speed.turn_ends(game.now)
    yield from do(Expired("turn"), "support.action-points")
    yield from do(ClockSet(game.now.clock.changed(active="")), "support.action-points")
