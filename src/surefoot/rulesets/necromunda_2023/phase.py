"""The phases of a round, for games that keep track of them."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.language import Either, Notation, Quoted, say
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.necromunda_classic.activation import ACTION_PHASE
from surefoot.rulesets.necromunda_classic.ticks import end_activation
from surefoot.table.effects import ClockSet, Expired
from surefoot.table.words import corrected, likely

PHASES = ("priority", ACTION_PHASE, "end")


def begin_phase(game: Game, declaration: Declaration) -> Procedure[None]:
    """Begin another phase of the round; the current activation ends."""
    phase = declaration.details.text("phase")
    if phase not in PHASES:
        says = say(
            "There is no phase {phase}: use {known}",
            phase=Quoted(phase),
            known=Either(tuple(Notation(each) for each in PHASES)),
        )
        raise Refused(Break("move.action-phase", corrected(says, likely(phase, PHASES))))
    yield from end_activation(game, declaration)
    yield from do(Expired("phase"), "support.actions")
    yield from do(ClockSet(game.now.clock.changed(phase=phase)), "support.actions")
