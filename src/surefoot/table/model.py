"""Models, units and objects: who and what can move."""

from __future__ import annotations

import math
from dataclasses import field
from functools import lru_cache
from typing import Literal

from surefoot.geometry.shapes import Shape, hull, oval_base, rectangle_base, round_base
from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.records import dataclass, replace
from surefoot.table.place import Place
from surefoot.table.record import EMPTY, Record
from surefoot.table.words import labelled

BaseKind = Literal["round", "oval", "rectangle", "hull"]

# A round base as a deck is stood for by this many corners, inside the base.
ROUND_CORNERS = 48


@dataclass(frozen=True, slots=True)
class Base:
    """The outline of a model in millionths: a diameter, a length and a width, or the corners of a hull."""

    kind: BaseKind
    size: tuple[int, ...]

    @property
    def shape(self) -> Shape:
        """The base as geometry sees it."""
        return _shape(self)


@lru_cache(maxsize=4096)
def _shape(base: Base) -> Shape:
    size = [from_lattice(value) for value in base.size]
    if base.kind == "round":
        return round_base(size[0])
    if base.kind == "oval":
        return oval_base(size[0], size[1])
    if base.kind == "rectangle":
        return rectangle_base(size[0], size[1])
    return hull(list(zip(size[0::2], size[1::2], strict=True)))


def base_outline(base: Base) -> tuple[int, ...]:
    """The corners of a base in its own frame, for a deck that covers it."""
    shape = base.shape
    corners = list(shape.core)
    if len(corners) <= 2:
        corners = []
        for i in range(ROUND_CORNERS):
            angle = math.tau * i / ROUND_CORNERS
            corners += (shape.radius * math.cos(angle), shape.radius * math.sin(angle))
    return tuple(to_lattice(value) for value in corners)


@dataclass(frozen=True, slots=True)
class Deck:
    """A surface that a model carries: its outline in the model's own frame, its height above the model's foot."""

    name: str
    outline: tuple[int, ...]
    z: int
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Model:
    """One model: its base, where it is, what it is and what has become of it."""

    id: str
    base: Base
    place: Place
    side: str = ""
    unit: str = ""
    height: int = 0
    profile: Record = EMPTY
    keywords: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    counters: Record = EMPTY
    decks: tuple[Deck, ...] = ()
    traits: Record = EMPTY
    # Free words: kept and shown, never read by rules.
    labels: tuple[str, ...] = ()

    def is_(self, status: str) -> bool:
        """Whether the model has a status."""
        return status in self.statuses

    def has(self, keyword: str) -> bool:
        """Whether the model has a keyword."""
        return keyword in self.keywords

    def counted(self, counter: str) -> int:
        """A running number of the model (wounds lost, fatigue, …)."""
        return self.counters.number(counter)

    def at(self, place: Place) -> Model:
        """The model at another place."""
        return replace(self, place=place)

    def scene_token(self) -> str:
        """What geometry and lenses can see of the model."""
        # As the text of a tuple: written out, it takes a third of the time.
        return (
            f"({self.id!r}, {self.base!r}, {self.place!r}, {self.side!r}, {self.unit!r}, {self.height!r}, "
            f"{self.keywords!r}, {self.statuses!r}, {self.decks!r})"
        )

    def rest_token(self) -> str:
        """What only rules can see of the model."""
        return labelled(f"({self.profile!r}, {self.counters!r}, {self.traits!r})", self.labels)


@dataclass(frozen=True, slots=True)
class Unit:
    """Models that act together."""

    id: str
    side: str
    models: tuple[str, ...]
    profile: Record = EMPTY
    keywords: tuple[str, ...] = ()
    traits: Record = EMPTY
    labels: tuple[str, ...] = field(default=(), repr=False)

    def scene_token(self) -> str:
        """A unit is kept whole; geometry sees only its models."""
        return labelled(repr(self), self.labels)


@dataclass(frozen=True, slots=True)
class Object:
    """A thing that can be carried, placed or lost: loot, a ladder, a grapple, a load."""

    id: str
    sort: str
    place: Place
    holders: tuple[str, ...] = ()
    base: Base | None = None
    length: int = 0
    weight: int = 0
    details: Record = EMPTY
    labels: tuple[str, ...] = field(default=(), repr=False)

    def scene_token(self) -> str:
        """An object is seen whole."""
        return labelled(repr(self), self.labels)
