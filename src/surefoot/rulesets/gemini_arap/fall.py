"""Falling: the landing place, the hits, models underneath, and the end of the turn."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do, sub
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, same, short_of, to_lattice, within
from surefoot.language import Either, Notation, Quoted, say
from surefoot.records import replace
from surefoot.referee.itinerary import Stride
from surefoot.referee.lens import Models
from surefoot.referee.placing import Landing, nearest, one_of, room, straight_down
from surefoot.referee.protocol import Answer, Declaration
from surefoot.referee.view import View, bearing, seen
from surefoot.rulesets.gemini_arap import dangerous, loads, water
from surefoot.rulesets.gemini_arap.action import members
from surefoot.rulesets.gemini_arap.book import decimal, rows
from surefoot.rulesets.gemini_arap.figure import FALLEN, PRONE, flag, toughness, wounds_left
from surefoot.rulesets.gemini_arap.prices import SMALL, lens
from surefoot.rulesets.gemini_arap.support import Named, d3, initiative_test
from surefoot.rulesets.gemini_arap.wounds import Victim, is_hit, is_saved, is_wounded, suffer, victim
from surefoot.table.effects import Became, Moved, Noted, Removed, Stopped
from surefoot.table.place import Place, Pose
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.words import corrected, likely

# After a fall shorter than this a figure may act again in the same turn.
SHORT = 3.0
FELL = "fell"
# Notes a jump down that ended in a fall.
JUMPED = "jumped-down"
# Notes a diving charge that ended in a fall.
DIVED = "dived"
# The causes of hits; only the first two make a climber fall off a wall or rope.
CAUSES = ("shooting", "melee", "other")
LADDERS = ("ladder", "portable-ladder")
HITS = Named("falling hits", say("Number of hits from the fall"))
DISCARD = Named("discard armour", say("Initiative test to throw off armour"))


def strength(drop: float) -> int:
    """The Strength of the hits: the height in inches, rounded up, at most that of the last row of the table."""
    return min(math.ceil(drop - TOLERANCE), max(int(row["strength"]) for row in rows("fall.hits")))


def sight(table: Table, who: str) -> View:
    """The table as seen by a falling figure: every model is solid, its own squad included."""
    return seen(table, replace(lens(table, who), models=((Models(), "solid"),)), who)


def beside(table: Table, who: str, stride: Stride) -> Landing | None:
    """Where a figure lands that falls from the start of a jump or a climb down."""
    view = sight(table, who)
    dx, dy = stride.end.x - stride.start.x, stride.end.y - stride.start.y
    length = math.hypot(dx, dy)
    half = view.shape.across(bearing(dx, dy), stride.start.facing) / 2
    # A hanging figure falls straight down: the stride has no length in plan.
    share = half / max(length, half)
    x, y = stride.start.x + dx * share, stride.start.y + dy * share
    return _down(view, x, y, stride.start, stride.start.z)


def below(table: Table, who: str) -> Landing | None:
    """Where a figure lands that loses its hold: straight below."""
    pose, view = table.pose(who), sight(table, who)
    # Slightly higher, so that a figure at the foot of a climb finds the ground under it.
    return _down(view, pose.x, pose.y, pose, pose.z + 10 * TOLERANCE)


def ground_below(table: Table, who: str) -> Place:
    """The ground straight below a figure, whether or not its base has room there."""
    pose, view = table.pose(who), sight(table, who)
    here = view.surfaces_at(pose.x, pose.y)
    # Of a figure that hangs lower than all ground there, the lowest.
    lower = [each for each in here if within(each.height(*pose[:2]), pose.z)] or here[:1]
    surface = lower[-1]
    return view.scene.place_at(pose._replace(z=surface.height(*pose[:2])), surface)


def _down(view: View, x: float, y: float, start: Pose, z: float) -> Landing | None:
    """Where a base lands that falls from a point below a height: with room, on the near side of every wall."""
    found = straight_down(view, x, y, z, start.facing)
    if found is None:
        return None
    return replace(
        found, place=water.afloat(view.scene.table, found.place), drop=max(0.0, start.z - found.pose.z)
    )


def fall(game: Game, who: str, landing: Landing | None, *clauses: str) -> Procedure[None]:
    """One fall: down, the hits, models underneath, Prone, and the end of the turn.

    Without a landing there is no room for the base anywhere below: the figure stays where it is.
    """
    if landing is None:
        yield from do(Stopped(who, "nowhere to fall"), *clauses, "fall.hits")
        return
    yield from do(Moved(who, landing.place, "falls"), *clauses)
    yield from loads.release(game, who, landing.place, *clauses)
    if beyond(landing.drop, SMALL):
        yield from _hits(game, who, landing, *clauses)
    yield from _make_room(game, who, landing)
    if game.now.models[who].place.on_table and beyond(landing.drop, SMALL):
        # In deep water a figure is not Prone.
        low = (FALLEN,) if water.swims(game.now, who) else (FALLEN, PRONE)
        yield from do(Became(who, low), "prone.fallen-or-knocked-down")
        yield from do(Noted(FELL, who, to_lattice(landing.drop), "turn"), "fall.no-more-move-or-hide")
    yield from dangerous.arrives(game, who)
    if water.swims(game.now, who):
        yield from plunge(game, who)
    yield from do(Stopped(who, "fell"), *clauses)


def plunge(game: Game, who: str) -> Procedure[None]:
    """A figure falls into deep water: it drops its loads, and throws off heavy armour or sinks."""
    table = game.now
    loads_left = water.loads(table, who)
    if loads_left and not flag(table.models[who], "swim_load_allowed"):
        yield from do(Noted(water.DROPPED, who, loads_left, "game"), "swim.forbidden-loads")
    if water.armour(table, who) == "heavy" and not water.floats(table, who):
        free = yield from initiative_test(table, who, DISCARD, "swim.discard-armour")
        if free:
            yield from do(Noted(water.BARE, who, True, "game"), "swim.discard-armour")
        else:
            yield from sinks(game, who)


def sinks(game: Game, who: str) -> Procedure[None]:
    """A figure sinks in heavy armour: it is lost, unless it can walk on the bottom."""
    if water.walks_bottom(game.now, who):
        clauses = ("swim.setting-exceptions", "swim.walk-the-bottom")
        yield from do(Noted(water.UNDER, who, True, "game"), *clauses)
        return
    yield from loads.release(game, who, game.now.models[who].place, "swim.heavy-primitive-armour")
    yield from do(Removed(who, "sunk"), "swim.heavy-primitive-armour")


def _hits(game: Game, who: str, landing: Landing, *clauses: str) -> Procedure[None]:
    power = strength(landing.drop)
    storey = ("fall.one-storey",) if same(landing.drop, decimal(game.now.option("level_height"))) else ()
    by_jump = ("jump.fall-damage",) if any(clause.startswith("jump.") for clause in clauses) else ()
    struck = tuple(victim(game.now.models[each]) for each in (who, *landing.onto))
    stood = {other: game.now.models[other].place for other in landing.onto}
    yield from sub(_struck, struck, power, ("fall.hits", *by_jump, *storey))
    for other, place in stood.items():
        if not game.now.models[other].place.on_table:
            yield from loads.release(game, other, place, "fall.on-another-model")


def _struck(struck: tuple[Victim, ...], power: int, clauses: tuple[str, ...]) -> Procedure[None]:
    """The hits of one fall: the same number for the falling figure, which is the first, and those underneath."""
    number = yield from d3(HITS, struck[0].who, "fall.hits")
    for each in struck:
        cited = clauses if each is struck[0] else ("fall.on-another-model",)
        yield from do(is_hit(each.who, number, power), *cited)
        yield from suffer(each, power, number)


def hit(game: Game, declaration: Declaration) -> Procedure[None]:
    """A hit from outside movement: a figure that hangs on a wall, rope or ladder falls if wounded, saved or not."""
    details = declaration.details
    cause = details.text("cause", CAUSES[0])
    if cause not in CAUSES:
        causes = Either(tuple(Notation(each) for each in CAUSES))
        says = say("The cause of a hit is {causes}, not {given}", causes=causes, given=Quoted(cause))
        raise Refused(Break("fall.climbers-hit", corrected(says, likely(cause, CAUSES))))
    for who in members(game.now, declaration.who):
        model = game.now.models[who]
        power = details.number("strength")
        struck = Victim(who, toughness(model), wounds_left(model), model.profile.number("Sv"))
        wounded = yield from is_wounded(struck, power)
        if not wounded:
            continue
        saved = yield from is_saved(struck, "support.strength-vs-toughness")
        if not saved and struck.wounds <= 1:
            landing = below(game.now, who) if model.place.kind == "link" else None
            lies = model.place if landing is None else landing.place
            yield from loads.release(game, who, lies, "support.strength-vs-toughness")
            yield from do(Removed(who, "killed"), "support.strength-vs-toughness")
            continue
        clause = dislodges(game.now, who, cause)
        if clause:
            yield from drop(game, who, clause)


def dislodges(table: Table, who: str, cause: str) -> str:
    """The clause by which a wound makes a climbing figure fall; empty if it does not."""
    place = table.models[who].place
    if place.kind != "link":
        return ""
    # At the side of a pit it hangs below the board, which is no piece.
    piece = table.pieces.get(place.on)
    if piece is not None and piece.sort in LADDERS:
        return "ladder.damage-means-fall"
    return "" if cause == CAUSES[-1] else "fall.climbers-hit"


def drop(game: Game, who: str, *clauses: str) -> Procedure[None]:
    """A figure loses its hold and falls straight down."""
    yield from fall(game, who, below(game.now, who), *clauses)


def defending_skill(table: Table, who: str, details: Record) -> Answer:
    """The WS with which a figure defends itself: half while it is fallen."""
    model = table.models[who]
    skill = model.profile.number("WS")
    if not model.is_(FALLEN):
        return Answer(skill, ("support.locked-in-combat",), say("WS {n}", n=skill))
    dived = ("diving-charge.fallen-half-ws",) if table.note(DIVED, who) is not None else ()
    half = max(1, skill // 2)
    says = say("WS {half}: half of {full} while Fallen", half=half, full=skill)
    return Answer(half, ("fall.half-ws", *dived), says)


def _make_room(game: Game, who: str, landing: Landing) -> Procedure[None]:
    """Move a figure that fell onto others to the nearest free spot."""
    table = game.now
    if not landing.onto or not table.models[who].place.on_table:
        return
    spot = free_spot(table, who, table.pose(who))
    if spot is not None:
        place = replace(landing.place, x=spot[0], y=spot[1])
        if place != table.models[who].place:
            yield from do(Moved(who, place, "is set aside"), "fall.on-another-model")


def free_spot(table: Table, who: str, pose: Pose) -> tuple[int, int] | None:
    """The nearest spot to a position with room for a figure, on the near side of every wall, in millionths."""
    view = sight(table, who)
    spot = one_of(nearest(view, pose, room(view, pose.z)))
    return None if spot is None else (to_lattice(spot[0]), to_lattice(spot[1]))


def short_enough(table: Table, who: str) -> bool:
    """Whether a figure that fell this turn may still act once it is up."""
    drop = table.note(FELL, who)
    allowed = table.option("short_fall_recovery") is not False or table.note(JUMPED, who) is not None
    return allowed and isinstance(drop, int) and short_of(from_lattice(drop), SHORT)
