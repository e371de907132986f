"""The clock: the end of an activation and of a round."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.language import Who, say
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.necromunda_classic import climb
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fall import fall_off
from surefoot.rulesets.necromunda_classic.fighter import hangs
from surefoot.table.effects import ClockSet, Expired


def end_activation(game: Game, declaration: Declaration) -> Procedure[None]:
    """End the activation; a fighter on a wall must finish its climb first, if it can."""
    active = game.now.clock.active
    if hangs(game.now, active) and climb.can_finish(game.now, active):
        says = say(
            "{who} is hanging on a wall: finish the climb with its other action first", who=Who(active)
        )
        raise Refused(Break("climb.no-mid-climb-end", says))
    back = climb.declared_at(game.now, active)
    if hangs(game.now, active):
        if back is None:
            yield from fall_off(game, active, "climb.no-mid-climb-end")
        else:
            yield from climb.goes_back(game, active, back)
    if active:
        yield from edition(game.now).driving.activation_ends(game, active)
        yield from do(Expired("activation", active), "support.actions")
        yield from do(ClockSet(game.now.clock.changed(active="")), "support.actions")


def end_round(game: Game, declaration: Declaration) -> Procedure[None]:
    """End the round: every model is Ready again."""
    yield from end_activation(game, declaration)
    yield from do(Expired("round"), "support.actions")
    clock = game.now.clock
    yield from do(ClockSet(clock.changed(round=clock.round + 1, phase="")), "support.actions")
