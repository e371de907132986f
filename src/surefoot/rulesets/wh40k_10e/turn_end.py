"""The end of a turn: units restore their coherency, effects end, and the other player's turn begins."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Choice, Procedure, Refused, choose, do
from surefoot.language import Who, say
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.wh40k_10e import coherency
from surefoot.rulesets.wh40k_10e.destroyed import remove
from surefoot.rulesets.wh40k_10e.phase import PHASES, unfinished
from surefoot.rulesets.wh40k_10e.squad import SHOCKED, squad, squads
from surefoot.rulesets.wh40k_10e.terms import labels
from surefoot.table.effects import Became, ClockSet, Expired
from surefoot.table.table import Table


def end_turn(game: Game, declaration: Declaration) -> Procedure[None]:
    """End a turn: the other player's turn begins, and after both turns a new battle round."""
    clock = game.now.clock
    refused = unfinished(game.now)
    if refused:
        raise Refused(*refused)
    for unit in squads(game.now):
        yield from _restore_coherency(game, unit.name)
    yield from do(Expired("turn"), "aftermath.expiry")
    sides = turn_order(game.now)
    following = sides.index(clock.side) + 1 if clock.side in sides else 0
    fresh = clock.changed(
        round=clock.round + following // len(sides),
        side=sides[following % len(sides)],
        phase=PHASES[0],
        step="",
        active="",
    )
    yield from do(ClockSet(fresh), "support.turn-sequence")
    for model in game.now.models.values():
        if model.side == fresh.side and model.is_(SHOCKED):
            clauses = ("support.battle-shock", "aftermath.expiry")
            yield from do(Became(model.id, loses=(SHOCKED,)), *clauses)


def _restore_coherency(game: Game, name: str) -> Procedure[None]:
    """At the end of a turn, remove models one at a time until the unit is in coherency."""
    clause = "support.coherency-undone"
    while coherency.lacking(game.now, squad(game.now, name)):
        unit = squad(game.now, name)
        apart = tuple(coherency.shortfalls(game.now, unit))
        among = (*apart, *(each for each in unit.models if each not in apart))
        what = f"which model of {name} is removed for coherency"
        says = say("{unit} is out of Unit Coherency. Which model do you remove?", unit=Who(name))
        choice = Choice(what, among, unit.side, (clause,), name, says, labels(among))
        yield from remove(game, str((yield from choose(choice))), "out of coherency", (clause,))


def turn_order(table: Table) -> tuple[str, ...]:
    """The players in turn order: the player named by the clock's `first` begins, else the first by name."""
    sides = sorted(dict.fromkeys(unit.side for unit in squads(table))) or [""]
    first = table.clock.details.text("first")
    start = sides.index(first) if first in sides else 0
    return tuple(sides[start:] + sides[:start])
