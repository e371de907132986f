"""Grapples: thrown with BS at a roof edge, window or loophole, and cast down again."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.pool import D6
from surefoot.dice.readings import AtLeast
from surefoot.dice.requests import Break, Modifier, Procedure, Refused, Roll, do, passed
from surefoot.geometry.measure import gap, lies_on
from surefoot.geometry.shapes import Body
from surefoot.geometry.tolerance import beyond, from_lattice, to_lattice
from surefoot.language import Either, Length, Quoted, Sentence, Term, Thing, Who, say
from surefoot.referee.protocol import Declaration
from surefoot.referee.view import seen
from surefoot.rulesets.gemini_arap import action, burden, carrying, squads, tactical, wall
from surefoot.rulesets.gemini_arap.book import decimal, rows
from surefoot.rulesets.gemini_arap.figure import called
from surefoot.rulesets.gemini_arap.move import stated
from surefoot.rulesets.gemini_arap.prices import SMALL, lens
from surefoot.rulesets.gemini_arap.support import Named, to_hit
from surefoot.rulesets.gemini_arap.terrain import traits
from surefoot.table.effects import Noted, ObjectRemoved, Reported
from surefoot.table.model import Object
from surefoot.table.record import Record
from surefoot.table.table import Table, piece_top
from surefoot.table.terrain import Piece
from surefoot.table.words import corrected, likely

GRAPPLE = "grapple"
# The greatest distance of the thrower from the foot of the wall.
NEAR = 2.0
# One grapple for each full stretch of a section.
EACH = 1.5
# A grapple that missed, until it is thrown again.
MISSED = "grapple-missed"
# A hook with a climber on its rope comes off on this roll or more.
CAST_DOWN = 4
THROW = Named("grapple", say("Roll to hit with the grapple"))
_SIZES: dict[str, Sentence] = {"large": say("Large target"), "small": say("Small target")}


def limits() -> dict[str, float]:
    """The limits of a throw by hand: inches across, levels up, inches up."""
    return {
        str(row["throw"]): float(row["limit_inches"] if "limit_inches" in row else row["limit_levels"])
        for row in rows("grapple.range")
    }


def throw(game: Game, declaration: Declaration) -> Procedure[None]:
    """A Shooting Action: throw the grapple; if it hits, the rope is in place."""
    table, who = game.now, declaration.actor
    thing = burden.held(table, who, GRAPPLE)
    found = action.breaks(table, declaration.who, 1, stated(declaration)) + unable(table, who)
    if thing is None:
        raise Refused(*found)
    aim = declaration.details.text("aim", "roof-edge")
    aims = {str(row["target"]): row for row in rows("grapple.to-hit-modifiers")}
    if aim not in aims:
        says = say(
            "A grapple needs a {aims} to hook onto, not {given}",
            aims=Either(tuple(Term(each) for each in aims)),
            given=Quoted(aim),
        )
        found.append(Break("grapple.to-hit-modifiers", corrected(says, likely(aim, aims))))
    piece = table.pieces.get(declaration.target)
    if piece is None or piece.sort not in wall.WALLS:
        says = say("{target} isn't a wall to throw a grapple at", target=called(table, declaration.target))
        found.append(Break("grapple.range", says))
        raise Refused(*found)
    hook = _hook(declaration, piece)
    found += _in_range(table, who, thing, piece, hook)
    x, y, _ = hook
    if len(wall.standing(table, piece, x, y, GRAPPLE)) >= wall.room(piece, x, y, EACH):
        says = say("That section of {wall} has no room for another grapple", wall=Thing(piece.id))
        found.append(Break("grapple.four-per-section", says))
    if found:
        raise Refused(*found)
    if not (yield from squads.begin(game, declaration.who, stated(declaration))):
        return
    yield from action.spend(game, (who,), "fire", 1, "grapple.shooting-action")
    again = ("grapple.retrieve",) if table.note(MISSED, who) is not None else ()
    value, size = int(aims[aim]["modifier"]), str(aims[aim]["size"])
    modifiers: tuple[Modifier, ...] = (
        (Modifier(value, _SIZES[size], "grapple.to-hit-modifiers"),) if value else ()
    )
    worse, why = tactical.as_shooter(table, who)
    modifiers += tuple(Modifier(worse, say("After a Tactical Move"), clause) for clause in why)
    bs = table.models[who].profile.number("BS")
    hit = yield from to_hit(table, who, bs, THROW, "grapple.shooting-action", *again, modifiers=modifiers)
    yield from _thrown(game, who, thing, _rope(table, who, thing, piece, hook), hit=hit)
    yield from squads.over(game, action.unit_of(game.now, who))


def _thrown(game: Game, who: str, thing: Object, rope: Piece, *, hit: bool) -> Procedure[None]:
    """The result of a throw: the rope is in place, or the grapple misses."""
    if hit:
        yield from carrying.set_up(game, thing, rope, "grapple.shooting-action")
        yield from action.forget(game, MISSED, who, "grapple.shooting-action")
        return
    says = say("misses with {grapple}", grapple=Thing(thing.id))
    yield from do(Reported("misses", who, Record(thing=thing.id), says), "grapple.miss")
    if game.now.option("grapple_lost_on_miss") is True:
        yield from do(ObjectRemoved(thing.id), "grapple.retrieve")
    else:
        yield from do(Noted(MISSED, who, True, "game"), "grapple.miss")


def _hook(declaration: Declaration, piece: Piece) -> tuple[float, float, float]:
    """Where the hook is aimed: a point in plan and a height, by default the top of the piece."""
    top = from_lattice(piece_top(piece))
    x, y = carrying.spot(declaration)
    height = declaration.details.get("height")
    return x, y, from_lattice(height) if isinstance(height, int) else top


def unable(table: Table, who: str) -> list[Break]:
    """The clause broken by a thrower without a grapple, or whose base does not rest on the ground completely."""
    if burden.held(table, who, GRAPPLE) is None:
        return [Break("grapple.shooting-action", say("{who} has no grapple to throw", who=Who(who)))]
    place = table.models[who].place
    view = seen(table, lens(table, who), who)
    pose = table.pose(who)
    if place.kind == "surface" and lies_on(view.body(pose), view.support(pose.z), "all"):
        return []
    says = say("{who} needs firm footing to throw: the whole base must rest on the ground", who=Who(who))
    return [Break("rope.rethrow-needs-footing", says)]


def _in_range(
    table: Table, who: str, thing: Object, piece: Piece, hook: tuple[float, float, float]
) -> list[Break]:
    """The clauses broken by a throw that is too far: up a wall, or across at the same height."""
    pose = table.pose(who)
    x, y, z = hook
    rise = z - pose.z
    if beyond(-rise, SMALL):
        says = say(
            "The hook is {depth} lower than {who}. Throw a grapple up or across",
            depth=Length.of(-rise),
            who=Who(who),
        )
        return [Break("grapple.range", says)]
    if not beyond(rise, SMALL):
        across = gap(table.body(who), Body((x, y), 0.0, x, y))
        if not beyond(across, 0.0):
            says = say("{who} stands where the hook is to hold. Throw it further", who=Who(who))
            return [Break("grapple.range", says)]
        own = thing.details.get("grapple_range_horizontal")
        most = decimal(own, limits()["horizontal"])
        says = say(
            "The hook is {across} away. The grapple reaches {most} across",
            across=Length.of(across),
            most=Length.of(most),
        )
        return _too_far(own, says) if beyond(across, most) else []
    found = []
    away = wall.distance(table, who, piece)
    if beyond(away, NEAR):
        says = say(
            "{who} is {away} from the foot of {wall}. Throw from within {near}",
            who=Who(who),
            away=Length.of(away),
            wall=Thing(piece.id),
            near=Length.of(NEAR),
        )
        found.append(Break("grapple.throw-position", says))
    own = thing.details.get("grapple_range_vertical")
    highest = _highest(piece, pose.z) if own is None else pose.z + decimal(own)
    if beyond(z, highest):
        says = say(
            "The hook is {rise} up. The grapple reaches {most} up",
            rise=Length.of(rise),
            most=Length.of(highest - pose.z),
        )
        found += _too_far(own, says)
    return found


def _too_far(own: object, says: Sentence) -> list[Break]:
    clauses = ("grapple.range",) if own is None else ("grapple.range", "grapple.launchers")
    return [Break(clause, says) for clause in clauses]


def _highest(piece: Piece, z: float) -> float:
    """The greatest height of a throw by hand: the top of the second level of a building, else a number of inches."""
    levels = traits(piece).get("levels")
    if isinstance(levels, tuple):
        above = sorted(height for each in levels if beyond(height := decimal(each), z))
        count = int(limits()["vertical-with-levels"])
        return above[min(count, len(above)) - 1] if above else z
    return z + limits()["vertical-without-levels"]


def _rope(table: Table, who: str, thing: Object, piece: Piece, hook: tuple[float, float, float]) -> Piece:
    """The grapple in place as a piece: straight down a wall, or across from the thrower's base."""
    pose = table.pose(who)
    x, y, z = hook
    foot = (x, y)
    across = not beyond(z - pose.z, SMALL)
    if across:
        apart = math.hypot(x - pose.x, y - pose.y)
        half = table.models[who].base.shape.reach
        foot = (pose.x + (x - pose.x) * half / apart, pose.y + (y - pose.y) * half / apart)
    details = Record(against=piece.id, thrown_by=who)
    line = tuple(to_lattice(value) for value in (*foot, x, y))
    height = 0 if across else to_lattice(z - pose.z)
    on = carrying.footing(table, who)
    return Piece(thing.id, "grapple", line=line, z=to_lattice(pose.z), height=height, on=on, details=details)


def cast_down(game: Game, who: str, piece: Piece, declaration: Declaration) -> Procedure[None]:
    """An active model that touches the hook casts the grapple down: freely, or on a roll if it is being climbed."""
    table = game.now
    top = from_lattice(piece.z + piece.height)
    hook = from_lattice(piece.line[2]), from_lattice(piece.line[3])
    climbed = bool(carrying.climbers(table, piece.id))
    clause = "grapple.cast-down-attended" if climbed else "grapple.cast-down-unattended"
    need = int(climbed)
    found = action.breaks(table, (who,), need, stated(declaration))
    found += action.down(table, who)
    if not carrying.touches(table, who, *hook, top):
        says = say(
            "{who} must touch the hook of {grapple} to cast it down", who=Who(who), grapple=Thing(piece.id)
        )
        found.append(Break(clause, says))
    if found:
        raise Refused(*found)
    if not (yield from squads.begin(game, (who,), stated(declaration), need)):
        return
    if not climbed:
        yield from carrying.taken_down(game, piece.id, (), clause)
        return
    yield from action.spend(game, (who,), "cast-down", 1, clause)
    says = say("Roll to cast down {grapple}", grapple=Thing(piece.id))
    request = Roll("cast down", D6, AtLeast(CAST_DOWN), who, (clause,), hope=True, says=says)
    down = yield from passed(request)
    if down:
        yield from carrying.cast_off(game, piece.id, "grapple.climbers-fall")
    yield from squads.over(game, action.unit_of(game.now, who))
