"""Retreat (Basic), and Running for Cover (Double) of Broken fighters."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.pool import dice
from surefoot.dice.readings import Total
from surefoot.dice.requests import Procedure, Roll, do, roll
from surefoot.language import say
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.necromunda_classic.activation import rolled_distance, row, spend
from surefoot.rulesets.necromunda_classic.fighter import is_prone
from surefoot.rulesets.necromunda_classic.move import keeping_away
from surefoot.rulesets.necromunda_classic.prices import tariff
from surefoot.rulesets.necromunda_classic.route import follow, journey
from surefoot.rulesets.necromunda_classic.tests import initiative_test
from surefoot.table.effects import Stopped


def retreat(game: Game, declaration: Declaration) -> Procedure[None]:
    """An Engaged fighter tests and, if it passes, moves D6 inches."""
    who = declaration.actor
    yield from spend(game, who, "retreat")
    says = say("Initiative test to Retreat")
    away = yield from initiative_test(game.now, who, "retreat", says, "support.fighter-actions")
    if not away:
        yield from do(Stopped(who, "does not get away"), "support.fighter-actions")
        return
    yield from _as_rolled(game, declaration, "retreat")


def run_for_cover(game: Game, declaration: Declaration) -> Procedure[None]:
    """A Broken fighter runs 2D6 inches, or crawls if it is Prone."""
    who = declaration.actor
    yield from spend(game, who, "running for cover")
    if is_prone(game.now.models[who]):
        way = journey(game, who, tariff(game.now, who, "running for cover"), keeping_away)
        yield from follow(game, way, declaration.legs)
    else:
        yield from _as_rolled(game, declaration, "running for cover")


def _as_rolled(game: Game, declaration: Declaration, action: str) -> Procedure[None]:
    """A move of the distance that the dice of the action give."""
    who = declaration.actor
    thrown = dice(row(action)["allowance"])
    clauses = ("support.fighter-actions",)
    request = Roll(f"{action}, how far", thrown, Total(), who, clauses, says=rolled_distance(action))
    inches = yield from roll(request)
    way = journey(game, who, tariff(game.now, who, action, float(inches)), keeping_away)
    yield from follow(game, way, declaration.legs)
