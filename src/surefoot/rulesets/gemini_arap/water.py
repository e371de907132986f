"""Deep water and those in it: what they wear and carry, whether they float, sink, or walk the bottom."""

from __future__ import annotations

from dataclasses import replace

from surefoot.geometry.tolerance import from_lattice
from surefoot.rulesets.gemini_arap.burden import LADDER, held
from surefoot.rulesets.gemini_arap.figure import flag, flagged
from surefoot.rulesets.gemini_arap.terrain import holds
from surefoot.table.place import BOARD, Place
from surefoot.table.table import Table

# Water too deep to wade.
DEEP = "deep-water"
# What nobody swims with, unless the GM lets him.
LOADS = ("shield", "spear", "polearm", "two-handed", "heavy-weapon")
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


def is_deep(table: Table, x: float, y: float) -> bool:
    """Whether water is too deep to wade at a point."""
    return any(
        piece.sort == "area" and piece.has(DEEP) and holds(piece, x, y) for piece in table.pieces.values()
    )


def swims(table: Table, who: str) -> bool:
    """Whether a figure is in deep water."""
    return table.models[who].place.kind == "water"


def ashore(table: Table, who: str) -> Table:
    """The table with a swimmer as if it stood on the water: that is how its way is traced."""
    model = table.models[who]
    place = model.place
    if place.kind != "water":
        return table
    stands = replace(place, kind="surface", on=BOARD)
    return table.changed(models=table.models.with_(who, model.at(stands)))


def afloat(table: Table, place: Place) -> Place:
    """A place on the water, if that is where it is."""
    x, y = from_lattice(place.x), from_lattice(place.y)
    if place.kind == "surface" and place.on == BOARD and is_deep(table, x, y):
        return replace(place, kind="water", on="")
    return place


def loads(table: Table, who: str) -> tuple[str, ...]:
    """What a figure has about it that nobody swims with."""
    gone = table.note(DROPPED, who)
    dropped = gone if isinstance(gone, tuple) else ()
    found = [each for each in LOADS if table.models[who].has(each) and each not in dropped]
    thing = held(table, who, LADDER)
    return tuple(found) if thing is None else (*found, thing.id)


def armour(table: Table, who: str) -> str:
    """The primitive armour that hinders a figure: light or heavy; empty for none that does."""
    model = table.models[who]
    save = model.profile.number("Sv")
    if not model.has(PRIMITIVE) or not save or table.note(BARE, who) is not None:
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
