"""Dangerous terrain: a test at the moment of entry."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.language import Thing, say
from surefoot.referee.cut import Cut
from surefoot.referee.itinerary import Itinerary
from surefoot.rulesets.necromunda_classic.activation import climb_is_over
from surefoot.rulesets.necromunda_classic.edges import falling_view
from surefoot.rulesets.necromunda_classic.fighter import is_vehicle
from surefoot.rulesets.necromunda_classic.tests import initiative_test
from surefoot.table.effects import Removed, Reported
from surefoot.table.table import Table

DANGEROUS = "dangerous"


def next_entry(itinerary: Itinerary, table: Table, tested: tuple[str, ...]) -> tuple[Cut, str] | None:
    """The first dangerous area on a route that this action has not tested for yet."""
    for mark in itinerary.marks:
        if mark.kind == "enter" and mark.what not in tested:
            piece = table.pieces.get(mark.what)
            if piece is not None and piece.has(DANGEROUS):
                return (mark.stride, 0.0), mark.what
    return None


def entering(game: Game, who: str, area: str) -> Procedure[bool]:
    """The test for one area; a fighter that fails goes Out of Action. Whether it passed."""
    says = say("Initiative test to cross {area}", area=Thing(area))
    safe = yield from initiative_test(game.now, who, f"crossing {area}", says, "dangerous.test")
    if safe:
        return True
    yield from do(Removed(who, "out of action"), "dangerous.fail")
    yield from climb_is_over(game, who, "dangerous.fail")
    if game.now.option("lasting_injuries"):
        yield from do(Reported("lasting injury roll", who), "dangerous.lasting-injury")
    return False


def moved_through(game: Game, who: str, areas: tuple[str, ...], tested: tuple[str, ...]) -> Procedure[None]:
    """Test a moved fighter once for each dangerous area that it passed or ended in."""
    if is_vehicle(game.now.models[who]):
        return
    for area in dict.fromkeys((*areas, *under(game.now, who))):
        if game.now.pieces[area].has(DANGEROUS) and area not in tested:
            safe = yield from entering(game, who, area)
            if not safe:
                return


def under(table: Table, who: str) -> tuple[str, ...]:
    """The dangerous areas that a fighter's base is in."""
    found = falling_view(table, who).areas_at(table.pose(who))
    return tuple(area.id for area in found if area.piece.has(DANGEROUS))
