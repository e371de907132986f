"""Tactical Movement: D6 inches from cover to cover, for figures that are able and trained."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.pool import D6, Dice
from surefoot.dice.readings import Total
from surefoot.dice.requests import Break, Procedure, Roll, do, roll
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.language import Thing, Who, say
from surefoot.referee.bill import point
from surefoot.referee.protocol import RolledAllowance
from surefoot.referee.tariff import Tariff
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
    names,
    on_foot,
)
from surefoot.rulesets.gemini_arap.route import Trip
from surefoot.rulesets.gemini_arap.terrain import DIFFICULT, VERY_DIFFICULT, traits
from surefoot.table.effects import Became, Noted
from surefoot.table.model import Model
from surefoot.table.record import Value
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# A figure that moved tactically shoots worse for the rest of the turn.
SHAKEN = "shaken-aim"
WORSE = -1
SIDES = 6
STANCES = ("standing", "prone")
# Loads too bulky for Tactical Movement.
BULKY = ("standard", "ladder", "portable-ladder", "battering-ram", "model")
# Other spellings of creatures.
_SPELLINGS = {"hornagaunt": "hormagaunt"}
_FLAT = ("highway-undamaged", "landing-pad")


def _listed(model: Model) -> bool | None:
    """Whether the list of creatures allows Tactical Movement to this one; None if it is not listed."""
    listed = {row["creature"]: bool(row["tactical"]) for row in rows("tactical.intelligent-beasts")}
    found = [listed[name] for each in names(model) if (name := _SPELLINGS.get(each, each)) in listed]
    return all(found) if found else None


def allowed_by(table: Table, who: str) -> str:
    """The clause that allows a figure Tactical Movement; empty if none does."""
    model = table.models[who]
    listed = _listed(model)
    if not on_foot(model) or listed is False or not able(model, "crawl")[0]:
        return ""
    if listed:
        return "tactical.intelligent-beasts"
    knows = model.profile.get("understands_firearms")
    if kind(model) == INFANTRY:
        return "" if knows is False else "tactical.infantry"
    return "tactical.intelligent-beasts" if knows is True else ""


def breaks(table: Table, who: str) -> list[Break]:
    """The clauses that keep a figure from moving tactically, whatever its path."""
    found = []
    model = table.models[who]
    if not allowed_by(table, who):
        says = say(
            "{who} can't move tactically. Only infantry and clever beasts can, on foot and able to crawl",
            who=Who(who),
        )
        found.append(Break("tactical.only-these", says))
    if _said(table, who, "tactical_trained") is False:
        says = say("{who} isn't trained in Tactical Movement", who=Who(who))
        found.append(Break("tactical.untrained", says))
    if _said(table, who, "tactical_refused") is True:
        says = say("{who} considers Tactical Movement cowardly and refuses it", who=Who(who))
        found.append(Break("tactical.cowardice", says))
    squad = standing(table, unit_of(table, who))
    slow = squad is not None and SLOW_AND_PURPOSEFUL in squad.keywords
    if slow or model.has(SLOW_AND_PURPOSEFUL):
        says = say("{who} is Slow and Purposeful and can't move tactically", who=Who(who))
        found.append(Break("tactical.slow-and-purposeful", says))
    if load := bulk(table, who):
        says = say("{who} can't move tactically while carrying {load}", who=Who(who), load=Thing(load))
        found.append(Break("tactical.bulky-loads", says))
    if model.is_(KNOCKED) and not model.is_(FALLEN):
        says = say("{who} was knocked down and must get up first", who=Who(who))
        found.append(Break("prone.getting-up-costs-action", says))
    return found


def _said(table: Table, who: str, name: str) -> Value:
    """A value of a figure's profile, or else of its unit's."""
    own = table.models[who].profile.get(name)
    squad = standing(table, unit_of(table, who))
    return squad.profile.get(name) if own is None and squad is not None else own


def bulk(table: Table, who: str) -> str:
    """The bulky load that a figure carries or helps to carry; empty if none."""
    for thing in table.objects.values():
        if who in thing.holders and (thing.sort in BULKY or thing.details.get("bulky") is True):
            return thing.id
    return next((each for each in BULKY if table.models[who].has(f"carries-{each}")), "")


def too_flat(piece: Piece) -> bool:
    """Whether a piece of ground is too flat for Tactical Movement."""
    said = traits(piece).get("no_tactical")
    return said if isinstance(said, bool) else any(tag in piece.tags for tag in _FLAT)


def path_breaks(table: Table, path: Trip) -> list[Break]:
    """The clause that a tactical path breaks: it crosses ground that is too flat."""
    for stride in path.itinerary.strides:
        for name in stride.areas:
            piece = table.pieces.get(name)
            if piece is not None and too_flat(piece):
                says = say("{thing} is too flat for Tactical Movement", thing=Thing(name))
                return [Break("tactical.too-flat", says, point(stride.start))]
    return []


def rolled(game: Game, paths: dict[str, Trip]) -> Procedure[int]:
    """Roll the distance of the unit: one die, and one more on Variable Terrain with Move Through Cover."""
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
    request = distance_roll(next(iter(paths)), pool, *dict.fromkeys(clauses))
    inches: int = yield from roll(request)
    return inches


def distance_roll(who: str, pool: Dice = D6, *clauses: str) -> Roll:
    """The roll for the distance of a Tactical Move, which takes the place of M."""
    says = say("Distance of the Tactical Move")
    return Roll("tactical move", pool, Total(), who, clauses, says=says)


def rolls(table: Table, who: str) -> RolledAllowance:
    """What is rolled for a Tactical Move, for the planner; a path through Variable Terrain may gain a die."""
    return RolledAllowance((distance_roll(who),), _allowance)


def _allowance(tariff: Tariff, inches: int) -> float:
    """The movement of a Tactical Move by a tariff: a rate for every inch rounds it up, as it rounds M."""
    walked = tariff.fare("walk")
    each = 1.0 if walked is None else walked.along
    return each * math.ceil(inches / each - TOLERANCE)


def slowed(path: Trip) -> tuple[str, ...]:
    """The clause for bad ground that shortens a Tactical Move; none without such ground."""
    bad = any(
        tag in path.items[share.item].stride.grounds
        for share in path.paid.shares
        for tag in (DIFFICULT, VERY_DIFFICULT)
        if share.length
    )
    return ("tactical.terrain-penalties",) if bad else ()


def remember(game: Game, who: str, stance: str) -> Procedure[None]:
    """After the move: harder to hit, worse at shooting, and standing or Prone as the player chose."""
    yield from do(Noted(HUGGED, who, True, "event", "activation"), "tactical.harder-to-hit")
    yield from do(Noted(SHAKEN, who, True, "turn"), "tactical.shooting-penalty")
    prone = game.now.models[who].is_(PRONE)
    if stance == "prone" and not prone:
        yield from do(Became(who, (PRONE,)), "tactical.stance-free")
    if stance == "standing" and prone:
        yield from do(Became(who, loses=(PRONE,)), "tactical.stance-free")


def as_target(table: Table, who: str) -> tuple[int, tuple[str, ...]]:
    """The modifier to shots at a figure that moved tactically, and the clause behind it."""
    return (WORSE, ("tactical.harder-to-hit",)) if table.note(HUGGED, who) is not None else (0, ())


def as_shooter(table: Table, who: str) -> tuple[int, tuple[str, ...]]:
    """The modifier to a figure's own shots and throws after a Tactical Move, and the clause behind it."""
    return (WORSE, ("tactical.shooting-penalty",)) if table.note(SHAKEN, who) is not None else (0, ())
