"""Move (Simple)."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.language import Who, say
from surefoot.referee.cut import Cut
from surefoot.referee.following import Path, zone_breaks
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.necromunda_classic.activation import row, spend
from surefoot.rulesets.necromunda_classic.fighter import PINNED, contacts, hangs, is_engaged
from surefoot.rulesets.necromunda_classic.prices import tariff
from surefoot.rulesets.necromunda_classic.route import Journey, follow, hold_breaks, journey, refuse
from surefoot.table.effects import Became, Moved, Reported, apply
from surefoot.table.record import Record
from surefoot.table.table import Table


def move(game: Game, declaration: Declaration) -> Procedure[None]:
    """Walk, climb, leap and jump along a declared route."""
    who = declaration.actor
    must_climb_on(game.now, who, declaration)
    yield from spend(game, who, "move")
    way = journey(game, who, tariff(game.now, who, "move"), keeping_away)
    yield from follow(game, way, declaration.legs)
    yield from ends_in_contact(game, who)


def ends_in_contact(game: Game, who: str) -> Procedure[None]:
    """A fighter that moved into contact without a Charge, as the house rule or a rule of its own allows, is Engaged."""
    if is_engaged(game.now, who):
        touched = tuple(enemy.id for enemy in contacts(game.now, who))
        clause = "house.move-to-engage" if _house_rule(game.now) else "one-inch.charge"
        yield from engages(game, who, touched, clause, "support.measuring")


def engages(game: Game, who: str, enemies: tuple[str, ...], *clauses: str) -> Procedure[None]:
    """A fighter has moved into combat; Pinned enemies that it touches stand up."""
    yield from do(Reported("engages", who, Record(enemies=enemies)), *clauses)
    for enemy in contacts(game.now, who):
        if enemy.is_(PINNED):
            yield from do(Became(enemy.id, (), (PINNED,)), "support.statuses")


def must_climb_on(table: Table, who: str, declaration: Declaration) -> None:
    """Refuse a path of a fighter on a wall that does not begin with its climb."""
    if hangs(table, who) and declaration.legs[0].by not in ("climb", "link"):
        says = say("{who} is hanging on a wall: finish the climb first", who=Who(who))
        raise Refused(Break("climb.two-actions", says))


def keeping_away(game: Game, way: Journey, path: Path) -> tuple[Cut | None, tuple[str, ...]]:
    """The judge of moves: a route within 1" of an enemy fighter, or into an obstacle, is illegal, not cut short."""
    engaging = _engages(game, path)
    dry, hold = path.bill.dry, path.itinerary.hold
    found = [] if engaging else list(zone_breaks(path, dry))
    if hold is not None and dry is None and not engaging:
        known = [each.clause for each in found]
        found += [each for each in hold_breaks(game.now, way.who, hold) if each.clause not in known]
    refuse(found)
    return None, ()


def _house_rule(table: Table) -> bool:
    return bool(table.option("house_move_to_engage"))


def _engages(game: Game, path: Path) -> bool:
    """Whether the house rule allows this move into contact without a Charge."""
    if not _house_rule(game.now) or path.bill.dry is not None or not path.itinerary.fits:
        return False
    if row(path.tariff.action)["status"] != "Standing and Active":
        return False
    return is_engaged(apply(game.now, Moved(path.who, path.end)), path.who)
