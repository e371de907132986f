"""A map: features with their outlines, markers, zones and a picture, before heights are known.

Every reader returns the same types. Coordinates are in squares of the map's grid, or in inches or units of the table where they are measured;
y grows northwards, as on a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from surefoot.language import Sentence
from surefoot.records import dataclass

Point = tuple[float, float]
# `table`: the unit of the table, whichever it is.
MapUnit = Literal["square", "inch", "table"]


@dataclass(frozen=True, slots=True)
class Feature:
    """One thing on a map: what it becomes on the table, where it is, and what the file says of it."""

    name: str
    # A sort of terrain, and the kind by which its height is assumed if the file says none.
    sort: str
    kind: str
    points: tuple[Point, ...]
    # Whether the points are an outline; a line otherwise.
    closed: bool
    # Fields of the piece as a scenario writes them: z, height, width, tags, state, …
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Marker:
    """A named spot: an objective."""

    name: str
    at: Point


@dataclass(frozen=True, slots=True)
class Zone:
    """A named area in which a side sets up its models."""

    name: str
    points: tuple[Point, ...]
    side: str = ""


@dataclass(frozen=True, slots=True)
class Background:
    """The picture of a map: its bytes, or the name under which the file refers to it."""

    data: bytes
    ending: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class TableMap:
    """A map as it was read."""

    name: str
    format: str
    unit: MapUnit
    width: float
    depth: float
    features: tuple[Feature, ...]
    markers: tuple[Marker, ...] = ()
    zones: tuple[Zone, ...] = ()
    background: Background | None = None
    notes: tuple[Sentence, ...] = ()
    # Whether heights are in squares as well; elsewhere people write them in the unit of the table.
    heights_in_squares: bool = False


def tidy(value: float) -> float:
    """A coordinate on the lattice of tables, so that what goes out comes in again as it was."""
    return round(value, 6) + 0.0


# What words for terrain in other programs mean here; also the singular of each.
WORDS = {
    "wall": "wall",
    "building": "wall",
    "collision": "wall",
    "block": "wall",
    "solid": "wall",
    "column": "wall",
    "pillar": "wall",
    "door": "door",
    "gate": "door",
    "window": "window",
    "obstacle": "obstacle",
    "barricade": "obstacle",
    "barrier": "obstacle",
    "crate": "obstacle",
    "barrel": "obstacle",
    "pipe": "obstacle",
    "rock": "obstacle",
    "platform": "platform",
    "gantry": "platform",
    "floor": "platform",
    "roof": "platform",
    "walkway": "platform",
    "bridge": "platform",
    "catwalk": "platform",
    "railing": "railing",
    "fence": "railing",
    "gap": "gap",
    "pit": "gap",
    "chasm": "gap",
    "hole": "gap",
    "ladder": "ladder",
    "stairs": "stairs",
    "stair": "stairs",
    "ramp": "ramp",
    "lift": "lift",
    "elevator": "lift",
    "duct": "ductway",
    "ductway": "ductway",
    "rope": "rope",
    "area": "area",
    "terrain": "area",
    "wood": "area",
    "forest": "area",
    "water": "area",
    "river": "area",
    "rubble": "area",
    "mud": "area",
    "ruin": "area",
    "crater": "area",
    "hill": "area",
}


def sort_of(*words: str) -> str:
    """The sort of terrain that the first telling word means; empty if none does.

    >>> sort_of("", "Walls"), sort_of("Stone-wall 3"), sort_of("Light")
    ('wall', 'wall', '')
    """
    for word in words:
        parts = "".join(sign if sign.isalpha() else " " for sign in word.casefold()).split()
        for part in reversed(parts):
            for form in (part, part.removesuffix("s"), part.removesuffix("es")):
                if form in WORDS:
                    return WORDS[form]
    return ""
