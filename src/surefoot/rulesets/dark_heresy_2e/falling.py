"""Falling: the place of landing, the damage, and ending Prone."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.pool import D10
from surefoot.dice.readings import Total
from surefoot.dice.requests import Procedure, Roll, do, roll
from surefoot.geometry.settle import On, Settled, fits
from surefoot.geometry.tolerance import TOLERANCE, beyond, short_of, within
from surefoot.records import dataclass, replace
from surefoot.referee.placing import nearest, one_of, place_on_level, room
from surefoot.referee.remember import remembered
from surefoot.referee.scene import Surface
from surefoot.referee.view import View, seen
from surefoot.rulesets.dark_heresy_2e.character import DAMAGE, HANGING, PRONE, UNCONSCIOUS, flag, score
from surefoot.rulesets.dark_heresy_2e.gravity import weightless
from surefoot.rulesets.dark_heresy_2e.kept import LEDGE, forget
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, setting
from surefoot.rulesets.dark_heresy_2e.prices import lens, lens_of_things
from surefoot.rulesets.dark_heresy_2e.water import afloat, water_of
from surefoot.table.effects import Became, Counted, Moved, Reported
from surefoot.table.place import Place, Pose
from surefoot.table.record import Record
from surefoot.table.table import Table

# Falls shorter than this do not end Prone.
PRONE_FROM = 1.0
# The first edition's damage: the addition to the die for falls of up to so many metres, and beyond all of them.
STEPPED = ((3, 3), (6, 5), (9, 7), (12, 9), (15, 11), (18, 13), (21, 15), (24, 17))
STEPPED_MOST = 20


@dataclass(frozen=True, slots=True)
class Landing:
    """The place where a fall ends, and its height in metres."""

    place: Place
    drop: float


@remembered
def beneath(table: Table, who: str, x: float, y: float, z: float, *, thing: bool = False) -> Landing | None:
    """The landing on the first surface below a point, or in the deep water that covers it; None if there is none.

    A `thing` may lie over the board edge, and at the feet of models.
    """
    view = seen(table, lens_of_things(table) if thing else lens(table), who)
    lower = [surface for surface in view.surfaces_at(x, y) if within(surface.height(x, y), z)]
    if not lower:
        return None
    surface, facing = lower[-1], table.pose(who).facing
    spot = one_of(_free(view, Pose(x, y, surface.height(x, y), facing), thing=thing))
    if spot is not None:
        pose = Pose(*spot, surface.height(*spot), facing)
        return Landing(afloat(table, view.scene.place_at(pose, surface)), z - pose.z)
    rim = _at_the_rim(view, surface, Pose(x, y, z, facing), thing=thing)
    return replace(rim, place=afloat(table, rim.place))


def is_step_down(table: Table, landing: Landing) -> bool:
    """Whether a landing is no lower than a step, which is taken freely."""
    return within(landing.drop, lens(table).step)


@remembered
def has_room_beneath(table: Table, who: str, x: float, y: float, z: float) -> bool:
    """Whether the base fits on the first surface below a point, right there; also if there is no surface."""
    view = seen(table, lens(table), who)
    lower = [surface for surface in view.surfaces_at(x, y) if within(surface.height(x, y), z)]
    return not lower or fits(view.shape.at(x, y, table.pose(who).facing), room(view, lower[-1].height(x, y)))


def _free(view: View, at: Pose, *, thing: bool) -> Settled:
    """The point itself, or if it is occupied, the nearest free one on the same side of every wall."""
    keeps = room(view, at.z)
    if thing:
        keeps = tuple(keep for keep in keeps if not (isinstance(keep, On) and keep.part == "all"))
    return nearest(view, at, keeps)


def _at_the_rim(view: View, surface: Surface, at: Pose, *, thing: bool) -> Landing:
    """Over a surface without room for the base: the nearest room on a level above it, no higher than the fall began."""
    floor = surface.height(at.x, at.y)
    levels = {s.low for s in view.surfaces if not s.sloped and beyond(s.low, floor) and within(s.low, at.z)}
    found = [(_free(view, at._replace(z=level), thing=thing), level) for level in sorted(levels)]
    found = [(each, level) for each, level in found if one_of(each) is not None]
    if not found:
        return Landing(view.scene.place_at(at._replace(z=floor), surface), at.z - floor)
    near, level = min(found, key=lambda each: each[0].distance)
    x, y = one_of(near) or (at.x, at.y)
    return Landing(place_on_level(view, x, y, level, at.facing), at.z - level)


def extra_damage(options: Record, drop: float) -> int:
    """The addition to the die for the height; only full metres count."""
    full = math.floor(drop + TOLERANCE)
    if chosen(options, "falling") == "per-metre":
        return full
    return next((plus for most, plus in STEPPED if full <= most), STEPPED_MOST)


def fall(game: Game, who: str, landing: Landing, *clauses: str) -> Procedure[None]:
    """Fall: land, take damage, end Prone."""
    drop, place = landing.drop, landing.place
    if game.now.note(LEDGE, who):
        yield from forget(LEDGE, who, *clauses)
    if place != game.now.models[who].place:
        yield from do(Moved(who, place, "falls"), *clauses, "support.falling-prone")
    yield from hurt(game, who, drop)
    if not short_of(drop, PRONE_FROM):
        yield from become_prone(game, who, "support.falling-prone")


def become_prone(game: Game, who: str, clause: str) -> Procedure[None]:
    """Become Prone, except in deep water."""
    if not game.now.models[who].is_(PRONE) and water_of(game.now, who) is None:
        yield from do(Became(who, (PRONE,)), clause)


def hurt(game: Game, who: str, drop: float) -> Procedure[None]:
    """The damage of a fall, less the Toughness bonus."""
    options, model = game.now.options, game.now.models[who]
    if short_of(drop, float(setting(options, "min_fall_metres"))):
        return
    plus = extra_damage(options, drop) + int(setting(options, "fall_modifier"))
    toughness = score(options, model, "T")
    clauses = ("support.falling-damage", *toughness.clauses)
    dealt = yield from roll(Roll("falling damage", D10, Total(plus), who, clauses))
    damage = max(0, int(dealt) - toughness.bonus)
    yield from do(Reported("is hurt", who, Record(impact=int(dealt), damage=damage)), *clauses)
    if damage:
        yield from do(Counted(who, DAMAGE, damage), *clauses)


def fall_if_unconscious(game: Game, who: str) -> Procedure[None]:
    """At the end of a round: an Unconscious character on a wall or ledge falls off, unless secured or weightless."""
    table, model = game.now, game.now.models[who]
    if model.place.kind not in HANGING or not model.is_(UNCONSCIOUS) or flag(model, "secured"):
        return
    if weightless(table, who):
        return
    pose = table.pose(who)
    landing = beneath(table, who, pose.x, pose.y, pose.z)
    if landing is not None:
        yield from fall(game, who, landing, "support.fatigue-threshold")
