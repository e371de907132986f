"""Deep water and those in it: what they wear and carry, whether they float, sink, or walk the bottom."""

from __future__ import annotations

from dataclasses import replace

from surefoot.geometry.tolerance import same, to_lattice
from surefoot.referee.itinerary import Stride
from surefoot.referee.scene import Scene, Surface
from surefoot.rulesets.gemini_arap.burden import LADDER, held
from surefoot.rulesets.gemini_arap.figure import equipped, flag, flagged
from surefoot.rulesets.gemini_arap.terrain import holds, inside
from surefoot.table.place import BOARD, Place, Pose
from surefoot.table.table import Table

# Water too deep to wade.
DEEP = "deep-water"
# What no model swims with unless the GM allows it, and the kinds of weapons that belong to it.
LOADS = {
    "shield": ("shield",),
    "spear": ("spear",),
    "polearm": ("polearm",),
    "two-handed": ("two-handed", "two-handed-weapon"),
    "heavy-weapon": ("heavy-weapon", "heavy"),
}
SHIELD = "shield"
PRIMITIVE = "primitive-armour"
# Primitive armour with a save of this or better is heavy.
HEAVY = 4
MARINES = ("marine", "space-marine")
# What a figure has thrown away, for the game.
DROPPED = "dropped"
BARE = "armour-gone"
# A figure under water.
UNDER = "under-water"


def bed(table: Table, pose: Pose) -> str:
    """The surface on which deep water lies at a position: the board, the floor of a pit, a roof; empty if it is dry."""
    ground = Scene(table).ground
    for area in ground.areas:
        if area.piece.has(DEEP) and same(area.low, pose.z) and holds(area.piece, pose.x, pose.y):
            return next(
                (one.id for one in ground.surfaces if _under(one, area.piece.on) and _there(one, pose)), ""
            )
    return ""


def _under(surface: Surface, on: str) -> bool:
    """Whether water can lie on a surface: it says so, or the surface is open ground."""
    is_pit = surface.piece is not None and surface.piece.sort == "gap"
    return surface.id == (on or BOARD) or (not on and is_pit)


def _there(surface: Surface, pose: Pose) -> bool:
    return same(surface.height(pose.x, pose.y), pose.z) and inside(surface.region, pose.x, pose.y)


def wet(table: Table, stride: Stride) -> bool:
    """Whether a stride leads through deep water, or down into it."""
    return DEEP in stride.grounds or bool(bed(table, stride.end))


def swims(table: Table, who: str) -> bool:
    """Whether a figure is in deep water."""
    return table.models[who].place.kind == "water"


def ashore(table: Table, who: str) -> Table:
    """The table with a swimmer as if it stood on the water: that is how its way is traced."""
    model = table.models[who]
    if not swims(table, who):
        return table
    return table.changed(models=table.models.with_(who, model.at(grounded(table, model.place))))


def grounded(table: Table, place: Place) -> Place:
    """The ground under a place on the water; any other place as it is."""
    if place.kind != "water":
        return place
    return replace(place, kind="surface", on=bed(table, table.resolve(place)) or BOARD, z=0)


def afloat(table: Table, place: Place) -> Place:
    """A place on the water, if that is where it is."""
    if place.kind != "surface":
        return place
    pose = table.resolve(place)
    if bed(table, pose) == place.on:
        return replace(place, kind="water", on="", z=to_lattice(pose.z))
    return place


def loads(table: Table, who: str) -> tuple[str, ...]:
    """What a figure has about it that nobody swims with."""
    gone = table.note(DROPPED, who)
    dropped = gone if isinstance(gone, tuple) else ()
    found = [
        load for load, words in LOADS.items() if equipped(table.models[who], *words) and load not in dropped
    ]
    thing = held(table, who, LADDER)
    return tuple(found) if thing is None else (*found, thing.id)


def armour(table: Table, who: str) -> str:
    """The primitive armour that hinders a figure: light or heavy; empty for none that does."""
    model = table.models[who]
    save = model.profile.number("Sv")
    if not equipped(model, PRIMITIVE) or not save or table.note(BARE, who) is not None:
        return ""
    return "heavy" if save <= HEAVY else "light"


def breathes(table: Table, who: str) -> bool:
    """Whether a figure needs no air from the surface."""
    model = table.models[who]
    marine = any(model.has(word) for word in MARINES)
    return flagged(model, "breathes_underwater", marine) or flag(model, "needs_no_air")


def walks_bottom(table: Table, who: str) -> bool:
    """Whether a figure can walk on the bottom."""
    return flagged(table.models[who], "bottom_walker", breathes(table, who))


def floats(table: Table, who: str) -> bool:
    """Whether its armour keeps a figure afloat."""
    return flag(table.models[who], "armour_floats")
