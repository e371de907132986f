"""Normal moves: up to M inches, outside Engagement Range."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused
from surefoot.language import Who, say
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.wh40k_10e.kinds_of_move import NORMAL
from surefoot.rulesets.wh40k_10e.phase import moving_kind, select
from surefoot.rulesets.wh40k_10e.plans import STAY
from surefoot.rulesets.wh40k_10e.squad import squad
from surefoot.rulesets.wh40k_10e.unit_move import (
    declared,
    finishes,
    move_characteristic,
    move_models,
)


def normal(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit makes a Normal move."""
    begun = moving_kind(game.now, squad(game.now, declaration.actor).name)
    unit = yield from select(game, declaration, NORMAL)
    wanted, finish = declared(game.now, declaration, unit), finishes(declaration)
    if wanted == STAY and not begun:
        says = say("{unit} has not started to move. Declare Remain Stationary instead", unit=Who(unit.name))
        raise Refused(Break("move.any-models", says))
    yield from move_characteristic(game, unit)
    yield from move_models(game, unit, NORMAL, wanted, finish, ())
