"""Grapples: thrown with BS at an edge, a window or a loophole, and cast down again."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.pool import D6
from surefoot.dice.readings import AtLeast
from surefoot.dice.requests import Break, Modifier, Procedure, Refused, Roll, do, passed
from surefoot.geometry.measure import gap, lies_on
from surefoot.geometry.shapes import Body
from surefoot.geometry.tolerance import beyond, from_lattice, to_lattice
from surefoot.referee.protocol import Declaration
from surefoot.referee.view import seen
from surefoot.rulesets.gemini_arap import action, burden, carrying, squads, tactical, wall
from surefoot.rulesets.gemini_arap.book import decimal, rows
from surefoot.rulesets.gemini_arap.move import stated
from surefoot.rulesets.gemini_arap.prices import SMALL, lens
from surefoot.rulesets.gemini_arap.support import to_hit
from surefoot.rulesets.gemini_arap.terrain import traits
from surefoot.table.effects import Noted, ObjectRemoved, Reported
from surefoot.table.model import Object
from surefoot.table.record import Record
from surefoot.table.table import Table, piece_top
from surefoot.table.terrain import Piece

GRAPPLE = "grapple"
# The thrower stands no further than this from the foot of the wall.
NEAR = 2.0
# One grapple for each full stretch of a section.
EACH = 1.5
# A grapple that missed, until it is thrown again.
MISSED = "grapple-missed"
# A hook with a climber on its rope comes off on this.
CAST_DOWN = 4


def limits() -> dict[str, float]:
    """How far a hand throws: inches across, levels up, inches up."""
    return {
        str(row["throw"]): float(row["limit_inches"] if "limit_inches" in row else row["limit_levels"])
        for row in rows("grapple.range")
    }


def throw(game: Game, declaration: Declaration) -> Procedure[None]:
    """A Shooting Action: the throw, and the rope in place if it hits."""
    table, who = game.now, declaration.actor
    thing = burden.held(table, who, GRAPPLE)
    found = action.breaks(table, declaration.who, 1, stated(declaration))
    if thing is None:
        found.append(Break("grapple.shooting-action", f"{who} has no grapple to throw"))
        raise Refused(*found)
    aim = declaration.details.text("aim", "roof-edge")
    aims = {str(row["target"]): row for row in rows("grapple.to-hit-modifiers")}
    if aim not in aims:
        found.append(
            Break("grapple.to-hit-modifiers", f"a grapple is thrown at {', '.join(aims)}, not at {aim}")
        )
    piece = table.pieces.get(declaration.target)
    if piece is None or piece.sort not in wall.WALLS:
        found.append(Break("grapple.range", f"{declaration.target} is no wall to throw at"))
        raise Refused(*found)
    hook = _hook(declaration, piece)
    found += _footing(table, who)
    found += _in_range(table, who, thing, piece, hook)
    x, y, _ = hook
    if len(wall.standing(table, piece, x, y, GRAPPLE)) >= wall.room(piece, x, y, EACH):
        found.append(Break("grapple.four-per-section", f"that section of {piece.id} is full of grapples"))
    if found:
        raise Refused(*found)
    if not (yield from squads.begin(game, declaration.who, stated(declaration))):
        return
    yield from action.spend(game, (who,), "fire", 1, "grapple.shooting-action")
    again = ("grapple.retrieve",) if table.note(MISSED, who) is not None else ()
    value, size = int(aims[aim]["modifier"]), str(aims[aim]["size"])
    modifiers: tuple[Modifier, ...] = (
        (Modifier(value, f"a {size} target", "grapple.to-hit-modifiers"),) if value else ()
    )
    worse, why = tactical.as_shooter(table, who)
    modifiers += tuple(Modifier(worse, "after a tactical move", clause) for clause in why)
    bs = table.models[who].profile.number("BS")
    hit = yield from to_hit(table, who, bs, "grapple", "grapple.shooting-action", *again, modifiers=modifiers)
    yield from _thrown(game, who, thing, _rope(table, who, thing, piece, hook), hit=hit)
    yield from squads.over(game, action.unit_of(game.now, who))


def _thrown(game: Game, who: str, thing: Object, rope: Piece, *, hit: bool) -> Procedure[None]:
    """The hook holds, or it does not."""
    if hit:
        yield from carrying.set_up(game, thing, rope, "grapple.shooting-action")
        yield from action.forget(game, MISSED, who, "grapple.shooting-action")
        return
    yield from do(Reported("misses", who, Record(thing=thing.id)), "grapple.miss")
    if game.now.option("grapple_lost_on_miss") is True:
        yield from do(ObjectRemoved(thing.id), "grapple.retrieve")
    else:
        yield from do(Noted(MISSED, who, True, "game"), "grapple.miss")


def _hook(declaration: Declaration, piece: Piece) -> tuple[float, float, float]:
    """Where the hook is to hold: a point in plan and a height, that of the top if none is said."""
    top = from_lattice(piece_top(piece))
    x, y = carrying.spot(declaration)
    height = declaration.details.get("height")
    return x, y, from_lattice(height) if isinstance(height, int) else top


def _footing(table: Table, who: str) -> list[Break]:
    """Whether the thrower stands where its whole base rests."""
    place = table.models[who].place
    view = seen(table, lens(table, who), who)
    pose = table.pose(who)
    if place.kind == "surface" and lies_on(view.body(pose), view.support(pose.z), "all"):
        return []
    return [Break("rope.rethrow-needs-footing", f"{who} needs a secure footing to throw from")]


def _in_range(
    table: Table, who: str, thing: Object, piece: Piece, hook: tuple[float, float, float]
) -> list[Break]:
    """Whether a throw gets there: up a wall, or across to something on the same height."""
    pose = table.pose(who)
    x, y, z = hook
    rise = z - pose.z
    if not beyond(rise, SMALL):
        across = gap(table.body(who), Body((x, y), 0.0, x, y))
        own = thing.details.get("grapple_range_horizontal")
        far = beyond(across, decimal(own, limits()["horizontal"]))
        return _too_far(own, f'{across:.4g}" across are too far') if far else []
    found = []
    away = wall.distance(table, who, piece)
    if beyond(away, NEAR):
        found.append(Break("grapple.throw-position", f'{who} is {away:.4g}" from the foot of {piece.id}'))
    own = thing.details.get("grapple_range_vertical")
    highest = _highest(piece, pose.z) if own is None else pose.z + decimal(own)
    if beyond(z, highest):
        found += _too_far(own, f'{rise:.4g}" up are too far')
    return found


def _too_far(own: object, says: str) -> list[Break]:
    clauses = ("grapple.range",) if own is None else ("grapple.range", "grapple.launchers")
    return [Break(clause, says) for clause in clauses]


def _highest(piece: Piece, z: float) -> float:
    """How high a hand throws: to the top of the second level of a building, else some inches."""
    levels = traits(piece).get("levels")
    if isinstance(levels, tuple):
        above = sorted(height for each in levels if beyond(height := decimal(each), z))
        count = int(limits()["vertical-with-levels"])
        return above[min(count, len(above)) - 1] if above else z
    return z + limits()["vertical-without-levels"]


def _rope(table: Table, who: str, thing: Object, piece: Piece, hook: tuple[float, float, float]) -> Piece:
    """The grapple in place: straight down a wall, or across from the edge where the thrower stands."""
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
    """An activated model that touches the hook throws the grapple down: at once, or on a roll if somebody climbs."""
    table = game.now
    top = from_lattice(piece.z + piece.height)
    hook = from_lattice(piece.line[2]), from_lattice(piece.line[3])
    climbed = bool(carrying.climbers(table, piece.id))
    clause = "grapple.cast-down-attended" if climbed else "grapple.cast-down-unattended"
    need = int(climbed)
    found = action.breaks(table, (who,), need, stated(declaration))
    found += action.down(table, who)
    if not carrying.touches(table, who, *hook, top):
        found.append(Break(clause, f"{who} does not touch the hook of {piece.id}"))
    if found:
        raise Refused(*found)
    if not (yield from squads.begin(game, (who,), stated(declaration), need)):
        return
    if not climbed:
        yield from carrying.taken_down(game, piece.id, (), clause)
        return
    yield from action.spend(game, (who,), "cast-down", 1, clause)
    down = yield from passed(Roll("cast down", D6, AtLeast(CAST_DOWN), who, (clause,), hope=True))
    if down:
        yield from carrying.cast_off(game, piece.id, "grapple.climbers-fall")
    yield from squads.over(game, action.unit_of(game.now, who))
