"""Crawl (Double), Stand Up (Basic) and Take Cover (Basic)."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.necromunda_classic.activation import spend
from surefoot.rulesets.necromunda_classic.fighter import PINNED, is_prone
from surefoot.rulesets.necromunda_classic.move import ends_in_contact, keeping_away, must_climb_on
from surefoot.rulesets.necromunda_classic.prices import tariff
from surefoot.rulesets.necromunda_classic.route import follow, journey
from surefoot.table.effects import Became


def crawl(game: Game, declaration: Declaration) -> Procedure[None]:
    """A Prone fighter moves."""
    who = declaration.actor
    yield from spend(game, who, "crawl")
    yield from follow(
        game, journey(game, who, tariff(game.now, who, "crawl"), keeping_away), declaration.legs
    )


def stand_up(game: Game, declaration: Declaration) -> Procedure[None]:
    """A Pinned fighter stands up."""
    yield from spend(game, declaration.actor, "stand up")
    yield from do(Became(declaration.actor, (), (PINNED,)), "support.fighter-actions")


def take_cover(game: Game, declaration: Declaration) -> Procedure[None]:
    """A short move that ends Pinned by choice, so edges nearby need no test."""
    who = declaration.actor
    must_climb_on(game.now, who, declaration)
    yield from spend(game, who, "take cover")
    yield from follow(
        game, journey(game, who, tariff(game.now, who, "take cover"), keeping_away), declaration.legs
    )
    yield from ends_in_contact(game, who)
    model = game.now.models[who]
    if model.place.on_table and not is_prone(model):
        yield from do(Became(who, (PINNED,)), "support.fighter-actions", "support.voluntary-prone")
