"""Activation: the roll is outside movement, its result is stated here."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, Refused
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.gemini_arap import action
from surefoot.rulesets.gemini_arap.move import stated


def activation(game: Game, declaration: Declaration) -> Procedure[None]:
    """State how many Action Points a unit has this turn."""
    found = action.breaks(game.now, declaration.who, 0, stated(declaration))
    if found:
        raise Refused(*found)
    yield from action.activate(game, declaration.who, stated(declaration))
