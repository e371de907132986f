"""The clock: the end of an activation and of a round."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.necromunda_classic.activation import CLIMBING
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.table.effects import ClockSet, Expired


def end_activation(game: Game, declaration: Declaration) -> Procedure[None]:
    """The fighter that acts has finished; one that hangs on a wall may not."""
    active = game.now.clock.active
    if active and game.now.note(CLIMBING, active):
        raise Refused(
            Break("climb.no-mid-climb-end", f"{active} may not end its activation part-way up a climb")
        )
    if active:
        yield from edition(game.now).driving.activation_ends(game, active)
        yield from do(Expired("activation", active), "support.actions")
        yield from do(ClockSet(game.now.clock.changed(active="")), "support.actions")


def end_round(game: Game, declaration: Declaration) -> Procedure[None]:
    """Everybody is ready again."""
    yield from end_activation(game, declaration)
    yield from do(Expired("round"), "support.actions")
    clock = game.now.clock
    yield from do(ClockSet(clock.changed(round=clock.round + 1, phase="")), "support.actions")
