"""Retreat (Basic), and Running for Cover (Double) of Broken fighters."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, Roll, do, passed, roll
from surefoot.language import say
from surefoot.referee.protocol import Declaration, RolledAllowance
from surefoot.rulesets.necromunda_classic.activation import spend
from surefoot.rulesets.necromunda_classic.move import keeping_away
from surefoot.rulesets.necromunda_classic.prices import distance_roll, tariff
from surefoot.rulesets.necromunda_classic.route import follow, journey
from surefoot.rulesets.necromunda_classic.tests import initiative_roll
from surefoot.table.effects import Stopped
from surefoot.table.table import Table


def retreat(game: Game, declaration: Declaration) -> Procedure[None]:
    """An Engaged fighter tests and, if it passes, moves D6 inches."""
    who = declaration.actor
    yield from spend(game, who, "retreat")
    if not (yield from passed(_getting_away(game.now, who))):
        yield from do(Stopped(who, "does not get away"), "support.fighter-actions")
        return
    yield from _as_rolled(game, declaration, "retreat")


def run_for_cover(game: Game, declaration: Declaration) -> Procedure[None]:
    """A Broken fighter runs 2D6 inches, or crawls if it is Prone."""
    who = declaration.actor
    yield from spend(game, who, "running for cover")
    yield from _as_rolled(game, declaration, "running for cover")


def _as_rolled(game: Game, declaration: Declaration, action: str) -> Procedure[None]:
    """A move of the distance that the dice of the action give; without dice, of its allowance."""
    who = declaration.actor
    request = distance_roll(game.now, who, action)
    inches = 0 if request is None else (yield from roll(request))
    way = journey(game, who, tariff(game.now, who, action, float(inches)), keeping_away)
    yield from follow(game, way, declaration.legs)


def _getting_away(table: Table, who: str) -> Roll:
    says = say("Initiative test to Retreat")
    return initiative_roll(table, who, "retreat", says, "support.fighter-actions")


def retreat_rolls(table: Table, who: str) -> RolledAllowance | None:
    """The rolls of a Retreat: the test, and the distance."""
    distance = distance_roll(table, who, "retreat")
    return None if distance is None else RolledAllowance((_getting_away(table, who), distance))
