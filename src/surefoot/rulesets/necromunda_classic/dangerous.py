"""Dangerous terrain: a test at the moment of entry."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.geometry.measure import overlaps
from surefoot.geometry.tolerance import same
from surefoot.referee.cut import Cut
from surefoot.referee.itinerary import Itinerary
from surefoot.referee.scene import Scene
from surefoot.rulesets.necromunda_classic.fighter import is_vehicle
from surefoot.rulesets.necromunda_classic.tests import initiative_test
from surefoot.table.effects import Removed, Reported
from surefoot.table.table import Table

DANGEROUS = "dangerous"


def next_entry(itinerary: Itinerary, table: Table, tested: tuple[str, ...]) -> tuple[Cut, str] | None:
    """The first dangerous area on a route that was not tested for yet in this action."""
    for mark in itinerary.marks:
        if mark.kind == "enter" and mark.what not in tested:
            piece = table.pieces.get(mark.what)
            if piece is not None and piece.has(DANGEROUS):
                return (mark.stride, 0.0), mark.what
    return None


def entering(game: Game, who: str, area: str) -> Procedure[bool]:
    """Test for one area; a fighter that fails is out of the game at once."""
    safe = yield from initiative_test(game.now, who, f"crossing {area}", "dangerous.test")
    if safe:
        return True
    yield from do(Removed(who, "out of action"), "dangerous.fail")
    if game.now.option("lasting_injuries"):
        yield from do(Reported("lasting injury roll", who), "dangerous.lasting-injury")
    return False


def moved_through(game: Game, who: str, areas: tuple[str, ...], tested: tuple[str, ...]) -> Procedure[None]:
    """Test a fighter that was moved for the areas on its way and those it has come to, each once."""
    if is_vehicle(game.now.models[who]):
        return
    for area in dict.fromkeys((*areas, *under(game.now, who))):
        if game.now.pieces[area].has(DANGEROUS) and area not in tested:
            safe = yield from entering(game, who, area)
            if not safe:
                return


def under(table: Table, who: str) -> tuple[str, ...]:
    """The dangerous areas that a fighter's base lies in, where it came down."""
    body, height = table.body(who), table.pose(who).z
    return tuple(
        area.id
        for area in Scene(table).ground.areas
        if area.piece.has(DANGEROUS) and same(area.low, height) and overlaps(body, area.region)
    )
