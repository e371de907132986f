"""Tactical movement: a D6 of inches from fold to fold of the ground, by whoever is able and trained to do it."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.pool import D6, Dice
from surefoot.dice.readings import Total
from surefoot.dice.requests import Break, Procedure, Roll, do, roll
from surefoot.referee.bill import point
from surefoot.rulesets.gemini_arap import rules, variable
from surefoot.rulesets.gemini_arap.action import HUGGED, standing, unit_of
from surefoot.rulesets.gemini_arap.book import rows
from surefoot.rulesets.gemini_arap.crawl import able
from surefoot.rulesets.gemini_arap.figure import (
    FALLEN,
    INFANTRY,
    KNOCKED,
    PRONE,
    SLOW_AND_PURPOSEFUL,
    kind,
    on_foot,
)
from surefoot.rulesets.gemini_arap.route import Trip
from surefoot.rulesets.gemini_arap.terrain import DIFFICULT, VERY_DIFFICULT, traits
from surefoot.table.effects import Became, Noted
from surefoot.table.record import Value
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# A figure that moved so shoots worse for the rest of the turn.
SHAKEN = "shaken-aim"
WORSE = -1
SIDES = 6
STANCES = ("standing", "prone")
# Things too bulky to hug the ground with.
BULKY = ("standard", "ladder", "portable-ladder", "battering-ram", "model")
# Names under which one creature goes.
_SPELLINGS = {"hornagaunt": "hormagaunt"}
_FLAT = ("highway-undamaged", "landing-pad")


def _listed(creature: str) -> bool | None:
    """What the list of creatures says; None if it does not name this one."""
    name = _SPELLINGS.get(creature, creature)
    listed = {row["creature"]: bool(row["tactical"]) for row in rows("tactical.intelligent-beasts")}
    return listed.get(name)


def allowed_by(table: Table, who: str) -> str:
    """The clause that lets a figure move tactically; empty if none does."""
    model = table.models[who]
    listed = _listed(model.profile.text("creature"))
    if not on_foot(model) or listed is False or (not able(model, "crawl")[0] and listed is None):
        return ""
    if listed:
        return "tactical.intelligent-beasts"
    knows = model.profile.get("understands_firearms")
    if kind(model) == INFANTRY:
        return "" if knows is False else "tactical.infantry"
    return "tactical.intelligent-beasts" if knows is True else ""


def breaks(table: Table, who: str) -> list[Break]:
    """What keeps a figure from moving tactically, whatever its path."""
    found = []
    model = table.models[who]
    if not allowed_by(table, who):
        says = f"{who} is not of those who can: infantry or clever beasts, on foot and able to crawl"
        found.append(Break("tactical.only-these", says))
    if _said(table, who, "tactical_trained") is False:
        found.append(Break("tactical.untrained", f"{who} was never trained for it"))
    if _said(table, who, "tactical_refused") is True:
        found.append(Break("tactical.cowardice", f"{who} thinks it cowardly"))
    squad = standing(table, unit_of(table, who))
    slow = squad is not None and SLOW_AND_PURPOSEFUL in squad.keywords
    if slow or model.has(SLOW_AND_PURPOSEFUL):
        found.append(Break("tactical.slow-and-purposeful", f"{who} is slow and purposeful"))
    if load := bulk(table, who):
        found.append(Break("tactical.bulky-loads", f"{who} carries {load}"))
    if model.is_(KNOCKED) and not model.is_(FALLEN):
        found.append(
            Break("prone.getting-up-costs-action", f"{who} was knocked down and has to get up first")
        )
    return found


def _said(table: Table, who: str, name: str) -> Value:
    """A switch of a figure, or else of its unit."""
    own = table.models[who].profile.get(name)
    squad = standing(table, unit_of(table, who))
    return squad.profile.get(name) if own is None and squad is not None else own


def bulk(table: Table, who: str) -> str:
    """The bulky thing that a figure carries or helps to carry, if any."""
    for thing in table.objects.values():
        if who in thing.holders and (thing.sort in BULKY or thing.details.get("bulky") is True):
            return thing.id
    return next((each for each in BULKY if table.models[who].has(f"carries-{each}")), "")


def too_flat(piece: Piece) -> bool:
    """Whether a piece of ground offers no cover at all."""
    said = traits(piece).get("no_tactical")
    return said if isinstance(said, bool) else any(tag in piece.tags for tag in _FLAT)


def path_breaks(table: Table, path: Trip) -> list[Break]:
    """What is wrong with a path that is to be gone tactically: ground without a fold to hide in."""
    for stride in path.itinerary.strides:
        for name in stride.areas:
            piece = table.pieces.get(name)
            if piece is not None and too_flat(piece):
                return [Break("tactical.too-flat", f"{name} is too flat for it", point(stride.start))]
    return []


def rolled(game: Game, paths: dict[str, Trip]) -> Procedure[int]:
    """The distance of the unit: one die, and one more in variable ground for those who move through cover."""
    table = game.now
    clauses = ["tactical.d6-distance"]
    pool = D6
    for path in paths.values():
        if variable.touches(path):
            covered, more = rules.through_cover(table, path.way.who)
            clauses.append("tactical.variable-one-die")
            if covered:
                pool = Dice(2, SIDES, "highest", 1)
                clauses += ["move-through-cover.variable-extra-die", *more]
    who = next(iter(paths))
    inches: int = yield from roll(Roll("tactical move", pool, Total(), who, tuple(dict.fromkeys(clauses))))
    return inches


def slowed(path: Trip) -> tuple[str, ...]:
    """The clause by which bad ground shortens a tactical move, where it does."""
    bad = any(
        tag in path.items[share.item].stride.grounds
        for share in path.paid.shares
        for tag in (DIFFICULT, VERY_DIFFICULT)
        if share.length
    )
    return ("tactical.terrain-penalties",) if bad else ()


def remember(game: Game, who: str, stance: str) -> Procedure[None]:
    """Afterwards: harder to hit, worse at shooting, and standing or prone as the player likes."""
    yield from do(Noted(HUGGED, who, True, "event", "activation"), "tactical.harder-to-hit")
    yield from do(Noted(SHAKEN, who, True, "turn"), "tactical.shooting-penalty")
    prone = game.now.models[who].is_(PRONE)
    if stance == "prone" and not prone:
        yield from do(Became(who, (PRONE,)), "tactical.stance-free")
    if stance == "standing" and prone:
        yield from do(Became(who, loses=(PRONE,)), "tactical.stance-free")


def as_target(table: Table, who: str) -> tuple[int, tuple[str, ...]]:
    """What hugging the ground does to shots at a figure."""
    return (WORSE, ("tactical.harder-to-hit",)) if table.note(HUGGED, who) is not None else (0, ())


def as_shooter(table: Table, who: str) -> tuple[int, tuple[str, ...]]:
    """What a tactical move does to the figure's own shots and throws."""
    return (WORSE, ("tactical.shooting-penalty",)) if table.note(SHAKEN, who) is not None else (0, ())
