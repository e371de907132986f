"""Deep water and swimmers: their armour and loads, and whether they float, sink, or walk on the bottom."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.geometry.tolerance import from_lattice, same, to_lattice
from surefoot.language import Field, Term, Thing, Who, say
from surefoot.records import replace
from surefoot.referee.itinerary import Stride
from surefoot.referee.protocol import Problem
from surefoot.referee.scene import Scene, Surface
from surefoot.rulesets.gemini_arap.burden import LADDER, held
from surefoot.rulesets.gemini_arap.figure import equipped, flag, flagged
from surefoot.rulesets.gemini_arap.terrain import holds, inside
from surefoot.table.place import BOARD, Place, Pose
from surefoot.table.table import Table

# Water too deep to wade.
DEEP = "deep-water"
# Loads that forbid swimming unless the GM allows it, with the equipment and weapon kinds of each.
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
# The loads that a figure has dropped, and whether it has thrown off its armour, for the whole game.
DROPPED = "dropped"
BARE = "armour-gone"
# A figure under water.
UNDER = "under-water"


def bed(table: Table, pose: Pose) -> str:
    """The surface under deep water at a position (the board, the floor of a pit, a roof); empty if it is dry."""
    ground = Scene(table).ground
    for area in ground.areas:
        if area.piece.has(DEEP) and same(area.low, pose.z) and holds(area.piece, pose.x, pose.y):
            return next(
                (one.id for one in ground.surfaces if _under(one, area.piece.on) and _there(one, pose)), ""
            )
    return ""


def _under(surface: Surface, on: str) -> bool:
    """Whether the water lies on this surface: as it states, or else on the board or the floor of a pit."""
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


def dry(table: Table) -> list[Problem]:
    """The problems of figures that are set up in the water where there is none."""
    return [
        Problem(
            f"models.{name}.place",
            say("There is no deep water where {who} is set up", who=Who(name)),
            "swim.distance",
        )
        for name in table.models
        if swims(table, name) and not bed(table, table.pose(name))
    ]


def ashore(table: Table, who: str) -> Table:
    """The table with a swimmer standing on the water, as its path is traced."""
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
    """A place as one on the water if deep water is there; any other place as it is."""
    if place.kind != "surface":
        return place
    pose = table.resolve(place)
    if bed(table, pose) == place.on:
        return replace(place, kind="water", on="", z=to_lattice(pose.z))
    return place


def settled(table: Table, place: Place) -> Place:
    """A place of a set-up: on the water if deep water is there, and at its height, in a pit or on a roof too."""
    if place.kind != "water" or bed(table, table.resolve(place)):
        return afloat(table, place)
    x, y = from_lattice(place.x), from_lattice(place.y)
    levels = [
        area.low for area in Scene(table).ground.areas if area.piece.has(DEEP) and holds(area.piece, x, y)
    ]
    return replace(place, z=to_lattice(max(levels))) if levels else place


def loads(table: Table, who: str) -> tuple[str, ...]:
    """The loads of a figure that forbid swimming."""
    gone = table.note(DROPPED, who)
    dropped = gone if isinstance(gone, tuple) else ()
    found = [
        load for load, words in LOADS.items() if equipped(table.models[who], *words) and load not in dropped
    ]
    thing = held(table, who, LADDER)
    return tuple(found) if thing is None else (*found, thing.id)


def load_of(word: str) -> str:
    """The load that a keyword names, such as `heavy-weapon` for `heavy`; any other word as it is."""
    return next((load for load, words in LOADS.items() if word in words), word)


def load_name(load: str) -> Field:
    """A load that forbids swimming, for a sentence: a kind of equipment, or a carried object."""
    return Term(load) if load in LOADS else Thing(load)


def not_in_it(who: str) -> Break:
    """The clause that keeps a model on land from climbing out of the water."""
    return Break("swim.climb-out", say("{who} isn't in the water", who=Who(who)))


def armour(table: Table, who: str) -> str:
    """The primitive armour that hinders a swimmer: "light", "heavy", or empty for none."""
    model = table.models[who]
    save = model.profile.number("Sv")
    if not equipped(model, PRIMITIVE) or not save or table.note(BARE, who) is not None:
        return ""
    return "heavy" if save <= HEAVY else "light"


def breathes(table: Table, who: str) -> bool:
    """Whether a figure can stay under water."""
    model = table.models[who]
    marine = any(model.has(word) for word in MARINES)
    return flagged(model, "breathes_underwater", marine) or flag(model, "needs_no_air")


def walks_bottom(table: Table, who: str) -> bool:
    """Whether a figure can walk on the bottom."""
    return flagged(table.models[who], "bottom_walker", breathes(table, who))


def floats(table: Table, who: str) -> bool:
    """Whether a figure's armour floats."""
    return flag(table.models[who], "armour_floats")
