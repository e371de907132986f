"""The phases of a round, for games whose clock says them."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.necromunda_classic.activation import ACTION_PHASE
from surefoot.rulesets.necromunda_classic.ticks import end_activation
from surefoot.table.effects import ClockSet, Expired

PHASES = ("priority", ACTION_PHASE, "end")


def begin_phase(game: Game, declaration: Declaration) -> Procedure[None]:
    """Another phase of the round begins; whoever acts has finished."""
    phase = declaration.details.text("phase")
    if phase not in PHASES:
        raise Refused(
            Break("move.action-phase", f"a round has the phases {', '.join(PHASES)}, not {phase!r}")
        )
    yield from end_activation(game, declaration)
    yield from do(Expired("phase"), "support.actions")
    yield from do(ClockSet(game.now.clock.changed(phase=phase)), "support.actions")
