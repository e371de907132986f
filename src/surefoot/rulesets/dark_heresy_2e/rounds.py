"""The end of a round: what goes on by itself, and a new turn for everybody."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.fly import stay_aloft
from surefoot.rulesets.dark_heresy_2e.zero import float_on
from surefoot.table.effects import ClockSet, Expired


def end_round(game: Game, declaration: Declaration) -> Procedure[None]:
    """Who flies stays aloft or comes down, who drifts floats on; then the round is over."""
    for who in game.now.models:
        if game.now.models[who].place.on_table:
            yield from stay_aloft(game, who)
            yield from float_on(game, who)
    clock = game.now.clock
    yield from do(Expired("round"), "support.actions")
    yield from do(ClockSet(clock.changed(round=clock.round + 1)), "time.structured-when")
