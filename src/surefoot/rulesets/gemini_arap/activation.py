"""Activation: its Action Points are rolled outside movement and stated here."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, Refused, do
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.gemini_arap import action, speed, squads
from surefoot.rulesets.gemini_arap.move import stated
from surefoot.table.effects import ClockSet, Expired, Noted
from surefoot.table.notes import Clock
from surefoot.table.table import Table


def activation(game: Game, declaration: Declaration) -> Procedure[None]:
    """State the Action Points of a unit for this turn, and optionally split it."""
    found = action.breaks(game.now, declaration.who, 0, stated(declaration))
    parts: squads.Parts = []
    unit = action.unit_of(game.now, declaration.actor)
    if "parts" in declaration.details and not found:
        parts, found = squads.named_parts(game.now, unit, declaration.details["parts"])
    if found:
        raise Refused(*found)
    yield from squads.begin(game, declaration.who, stated(declaration), 0)
    if len(parts) > 1:
        yield from squads.divide_now(game, unit, parts)


def end_activation(game: Game, declaration: Declaration) -> Procedure[None]:
    """End the activation of a unit: it may split or merge now."""
    unit = action.unit_of(game.now, declaration.actor)
    found = action.breaks(game.now, declaration.who)
    if found:
        raise Refused(*found)
    yield from do(Noted(action.ACTIVATED, unit, True, "turn"), "support.action-points")
    yield from squads.close(game, unit)
    yield from do(ClockSet(game.now.clock.changed(active="")), "support.action-points")


def end_turn(game: Game, declaration: Declaration) -> Procedure[None]:
    """End the player turn: notes that last for a turn are cleared."""
    for unit in tuple(game.now.units):
        if game.now.note(action.ACTIVATED, unit) is not None:
            yield from squads.close(game, unit)
    yield from speed.turn_ends(game.now)
    yield from do(Expired("turn"), "support.action-points")
    yield from do(ClockSet(_next(game.now)), "support.action-points")


def _next(table: Table) -> Clock:
    """The clock of the next player turn; its side is set only if the clock had one."""
    clock = table.clock.changed(active="")
    sides = list(dict.fromkeys(model.side for model in table.models.values() if model.place.on_table))
    if clock.side not in sides:
        return clock
    after = sides.index(clock.side) + 1
    return clock.changed(side=sides[after % len(sides)], round=clock.round + after // len(sides))
