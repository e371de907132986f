"""The end of a round: effects that continue by themselves, and a new turn for each character."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.character import dead
from surefoot.rulesets.dark_heresy_2e.falling import fall_if_unconscious
from surefoot.rulesets.dark_heresy_2e.fly import stay_aloft
from surefoot.rulesets.dark_heresy_2e.swim import keep_afloat
from surefoot.rulesets.dark_heresy_2e.water import hold_breath, sink
from surefoot.rulesets.dark_heresy_2e.zero import float_on
from surefoot.table.effects import ClockSet, Expired


def end_round(game: Game, declaration: Declaration) -> Procedure[None]:
    """Fliers that did not move come down, drifting continues, swimmers tire, sink and hold their breath."""
    for who in game.now.models:
        if game.now.models[who].place.on_table:
            yield from stay_aloft(game, who)
            yield from fall_if_unconscious(game, who)
            yield from float_on(game, who)
            yield from keep_afloat(game, who)
            yield from sink(game, who)
        if not dead(game.now.models[who]):
            yield from hold_breath(game, who)
    clock = game.now.clock
    yield from do(Expired("round"), "support.actions")
    yield from do(ClockSet(clock.changed(round=clock.round + 1)), "time.structured-when")
