"""Move (Simple): the ordinary way to get somewhere."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.referee.bill import Bill
from surefoot.referee.cut import Cut
from surefoot.referee.itinerary import Itinerary
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.necromunda_classic import one_inch
from surefoot.rulesets.necromunda_classic.activation import CLIMBING, spend
from surefoot.rulesets.necromunda_classic.fighter import contacts, is_standing
from surefoot.rulesets.necromunda_classic.prices import tariff
from surefoot.rulesets.necromunda_classic.route import Journey, follow, hold_breaks, journey, refuse
from surefoot.table.effects import Reported
from surefoot.table.record import Record
from surefoot.table.table import Table


def move(game: Game, declaration: Declaration) -> Procedure[None]:
    """Walk, climb, leap and jump along a declared route."""
    who = declaration.actor
    must_climb_on(game.now, who, declaration)
    yield from spend(game, who, "move")
    way = journey(game, who, tariff(game.now, who, "move"), keeping_away)
    yield from follow(game, way, declaration.legs)
    touched = contacts(game.now, who)
    if touched and _house_rule(game.now) and is_standing(game.now.models[who]):
        enemies = Record(enemies=tuple(enemy.id for enemy in touched))
        yield from do(Reported("engages", who, enemies), "house.move-to-engage", "support.measuring")


def must_climb_on(table: Table, who: str, declaration: Declaration) -> None:
    """Whoever hangs on a wall goes on with its climb before anything else."""
    if table.note(CLIMBING, who) and declaration.legs[0].by not in ("climb", "link"):
        raise Refused(Break("climb.two-actions", f"{who} hangs on a wall and must climb on first"))


def keeping_away(
    game: Game, way: Journey, itinerary: Itinerary, paid: Bill
) -> tuple[Cut | None, tuple[str, ...]]:
    """A route that comes inside 1" of an enemy fighter, or runs into something, is illegal, not cut short."""
    found = [] if _may_engage(game, way, itinerary, paid) else one_inch.breaks(itinerary, paid.dry, game.now)
    if itinerary.hold is not None and paid.dry is None and not _engages(game, way, itinerary):
        known = [each.clause for each in found]
        found += [each for each in hold_breaks(game.now, way.who, itinerary.hold) if each.clause not in known]
    refuse(found)
    return None, ()


def _house_rule(table: Table) -> bool:
    return bool(table.option("house_move_to_engage"))


def _engages(game: Game, way: Journey, itinerary: Itinerary) -> bool:
    hold = itinerary.hold
    if not _house_rule(game.now):
        return False
    return (
        hold is not None
        and hold.kind == "model"
        and game.now.models[hold.what].side != game.now.models[way.who].side
    )


def _may_engage(game: Game, way: Journey, itinerary: Itinerary, paid: Bill) -> bool:
    """The house rule: into contact without a Charge."""
    return paid.dry is None and _engages(game, way, itinerary)
