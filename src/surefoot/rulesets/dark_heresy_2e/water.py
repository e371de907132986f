"""Water: deep water and its depth, being weighted down, sinking, and holding breath."""

from __future__ import annotations

from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.kernel import region_distance
from surefoot.geometry.tolerance import beyond, same, short_of, to_lattice, within
from surefoot.language import say
from surefoot.records import replace
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Area, Scene
from surefoot.rulesets.dark_heresy_2e.carry import burden
from surefoot.rulesets.dark_heresy_2e.character import (
    HELPLESS,
    UNCONSCIOUS,
    flag,
    full_bonus,
)
from surefoot.rulesets.dark_heresy_2e.fatigue import gain_fatigue
from surefoot.rulesets.dark_heresy_2e.hurry import BREATH, pause
from surefoot.rulesets.dark_heresy_2e.kept import forget, keep, new_turn
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, exact, setting
from surefoot.rulesets.dark_heresy_2e.terrain_traits import traits
from surefoot.rulesets.dark_heresy_2e.tests import characteristic, roll_to_pass
from surefoot.table.effects import Became, ClockSet, Moved, Removed, Reported, apply
from surefoot.table.model import Model
from surefoot.table.place import Place
from surefoot.table.record import Record
from surefoot.table.table import Table

DEEP = "deep-water"
# Rounds of held breath in structured time, for each point of the Toughness bonus.
ROUNDS = 2


def deep_at(table: Table, x: float, y: float) -> tuple[Area, ...]:
    """The deep waters at a point, at any height."""
    return tuple(
        area
        for area in Scene(table).ground.areas
        if area.piece.has(DEEP) and not beyond(region_distance(x, y, area.region.rings), 0.0)
    )


def deep_level(table: Table, x: float, y: float, z: float) -> Area | None:
    """The deep water at a point whose surface is at a height."""
    return next((area for area in deep_at(table, x, y) if same(area.low, z)), None)


def water_of(table: Table, who: str) -> Area | None:
    """The deep water that a model is in; None if it is not in deep water."""
    place = table.models[who].place
    if place.kind not in ("surface", "water"):
        return None
    pose = table.pose(who)
    waters = deep_at(table, pose.x, pose.y)
    return next((area for area in waters if _wets(area, pose.z, stands=place.kind == "surface")), None)


def _wets(area: Area, z: float, *, stands: bool) -> bool:
    """Whether a model at a height is in this water: between its surface and its bottom.

    Water above the ground lies on a floor: a character who stands lower is in the room beneath.
    """
    on_a_floor = stands and beyond(area.low, 0.0)
    bottom = area.low if on_a_floor else area.low - float(depth_of(area))
    return within(bottom, z) and within(z, area.low)


def afloat(table: Table, place: Place) -> Place:
    """A place on a surface, or in the deep water that covers it there."""
    pose = table.resolve(place)
    area = deep_level(table, pose.x, pose.y, pose.z) if place.kind == "surface" else None
    if area is None:
        return place
    return Place("water", area.id, to_lattice(pose.x), to_lattice(pose.y), to_lattice(area.low), place.facing)


def at_the_surface(table: Table, who: str) -> Table:
    """The table on which a swimmer at the surface of deep water stands on the ground that the water covers, to climb from there."""
    place, water = table.models[who].place, water_of(table, who)
    pose = table.pose(who)
    if place.kind != "water" or water is None or short_of(pose.z, water.low):
        return table
    scene = Scene(table)
    covered = [
        surface
        for surface in scene.ground.surfaces
        if same(surface.height(pose.x, pose.y), pose.z)
        and within(region_distance(pose.x, pose.y, surface.region.rings), 0.0)
    ]
    return apply(table, Moved(who, scene.place_at(pose, covered[0]))) if covered else table


def depth_of(area: Area) -> Fraction:
    """The depth of deep water in metres."""
    found = exact(traits(area.piece).get("depth"))
    assert found is not None
    return found


def depth_at(table: Table, area: Area, x: float, y: float) -> Fraction:
    """The depth of deep water at a point: down to its bottom, or to the floor of a pit under it that is less deep."""
    floors = (
        surface.height(x, y)
        for surface in Scene(table).ground.surfaces
        if within(region_distance(x, y, surface.region.rings), 0.0)
    )
    above = (Fraction(to_lattice(area.low - floor), 10**6) for floor in floors if short_of(floor, area.low))
    return min([depth_of(area), *above])


def submerged(table: Table, who: str) -> bool:
    """Whether a model is under water."""
    water = water_of(table, who)
    return water is not None and short_of(table.pose(who).z, water.low)


def weighted(table: Table, who: str) -> bool:
    """Whether a character is weighted down in the water: by its profile, armour or a load."""
    model = table.models[who]
    said = model.profile.get("weighted_down")
    if isinstance(said, bool):
        return said
    return flag(model, "armour") or burden(table, who).state in ("encumbered", "overloaded")


def helpless(model: Model) -> bool:
    """Whether a character is unable to swim."""
    return any(model.is_(status) for status in (UNCONSCIOUS, *HELPLESS))


def sink(game: Game, who: str) -> Procedure[None]:
    """A character who is unable to swim sinks, down to the bottom."""
    table, model = game.now, game.now.models[who]
    water = water_of(table, who)
    if water is None or not helpless(model):
        return
    pose = table.pose(who)
    bottom = water.low - float(depth_at(table, water, pose.x, pose.y))
    z = max(bottom, pose.z - float(setting(table.options, "sink_rate")))
    if short_of(z, pose.z):
        place = replace(model.place, kind="water", on=water.id, z=to_lattice(z))
        yield from do(Moved(who, place, "sinks"), "swim.helpless-sinks")


def surface(game: Game, who: str) -> Procedure[None]:
    """A character under water comes up and breathes."""
    table = game.now
    water = water_of(table, who)
    if water is None or not submerged(table, who):
        return
    place = replace(table.models[who].place, kind="water", on=water.id, z=to_lattice(water.low))
    yield from do(Moved(who, place, "swims"), "swim.underwater")
    if table.note(BREATH, who) is not None:
        yield from forget(BREATH, who, "support.suffocation")


# ---------------------------------------------------------------------- breath


def breath_left(model: Model) -> int:
    """Minutes of held breath at rest, and rounds until drowning: the Toughness bonus, at least 1."""
    return max(1, full_bonus(model, "T"))


def hold_breath(game: Game, who: str) -> Procedure[None]:
    """A round under water: hold breath, become Unconscious when it runs out, and drown."""
    table = game.now
    spent = table.note(BREATH, who)
    if not submerged(table, who) and not table.models[who].place.on_table:
        # Went under during a long swim.
        if isinstance(spent, Record) and table.models[who].is_(UNCONSCIOUS):
            yield from _drown(game, who, spent)
        return
    if not submerged(table, who):
        if spent is not None:
            yield from forget(BREATH, who, "support.suffocation")
        return
    kept = spent if isinstance(spent, Record) else Record()
    if not kept:
        yield from do(Reported("is under water", who), "swim.drowning", "swim.underwater")
    if chosen(table.options, "suffocation") == "report":
        if not kept:
            yield from keep(BREATH, who, Record(held=1), "support.suffocation")
        return
    if table.models[who].is_(UNCONSCIOUS):
        yield from _drown(game, who, kept)
        return
    held = kept.number("held") + 1
    yield from keep(BREATH, who, kept.changed(held=held), "support.suffocation")
    model = yield from breath_test(table, who)
    if held >= ROUNDS * breath_left(model) and not model.is_(UNCONSCIOUS):
        yield from do(Became(who, (UNCONSCIOUS,)), "support.suffocation")


def breath_test(table: Table, who: str) -> Procedure[Model]:
    """The test to hold breath; returns the character after it."""
    options, model = table.options, table.models[who]
    skill = characteristic(options, model, "T")
    holds = yield from roll_to_pass(options, who, "hold one's breath", skill, "support.suffocation")
    return model if holds else (yield from gain_fatigue(model, "support.suffocation"))


def _drown(game: Game, who: str, kept: Record) -> Procedure[None]:
    """A round without air for an Unconscious character."""
    out = kept.number("out") + 1
    yield from keep(BREATH, who, kept.changed(out=out), "support.suffocation")
    if out >= breath_left(game.now.models[who]):
        yield from do(Removed(who, "drowned"), "support.suffocation", "swim.drowning")


def hold_still(game: Game, declaration: Declaration) -> Procedure[None]:
    """Hold breath at rest for some minutes: a test each minute, and Unconscious when it runs out."""
    who = declaration.actor
    minutes = declaration.details.number("minutes")
    if minutes < 1:
        raise Refused(Break("support.suffocation", say("Give the number of minutes: at least 1")))
    most = breath_left(game.now.models[who])
    for _ in range(min(minutes, most)):
        model = yield from breath_test(game.now, who)
        if model.is_(UNCONSCIOUS):
            break
    if minutes >= most and not game.now.models[who].is_(UNCONSCIOUS):
        yield from do(Became(who, (UNCONSCIOUS,)), "support.suffocation")
    yield from new_turn(game, who)
    yield from pause(game, who, Fraction(min(minutes, most)))
    clock = game.now.clock
    yield from do(ClockSet(clock.changed(minutes=clock.minutes + min(minutes, most))), "support.suffocation")
