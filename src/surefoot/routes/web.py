"""The web: what leads from level to level for one mover on one table, and what the referee has said to it: kept for every search."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from surefoot.geometry.kernel_links import Links
from surefoot.geometry.ways import Point
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.routes.crossing import Crossed
from surefoot.routes.linking import linked, own_crossing
from surefoot.routes.seams import Seam
from surefoot.routes.survey import Survey
from surefoot.table.place import Pose
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# The numbers of a manner, as the kernel reads them.
MANNER = 3


@dataclass(frozen=True)
class Landing:
    """What the referee says to a link between two places, and the level that it leads to."""

    crossed: Crossed
    pose: Pose
    # The surface that one stands on then, and how high that lies.
    name: str
    z: float


@dataclass(frozen=True)
class Quay:
    """The links that leave one level: which seams they are, and the starts of them that can be stood at, as the kernel reads them."""

    seams: tuple[int, ...]
    numbers: array[float] = field(default_factory=lambda: array("d"))
    manners: array[float] = field(default_factory=lambda: array("d"))
    manner_firsts: array[int] = field(default_factory=lambda: array("i", [0]))
    firsts: array[int] = field(default_factory=lambda: array("i", [0]))
    places: array[float] = field(default_factory=lambda: array("d"))
    owners: array[int] = field(default_factory=lambda: array("i"))
    points: array[float] = field(default_factory=lambda: array("d"))
    indices: array[int] = field(default_factory=lambda: array("i"))
    end_firsts: array[int] = field(default_factory=lambda: array("i", [0]))
    ends: array[float] = field(default_factory=lambda: array("d"))

    def links(self) -> Links:
        """The same for one search, which notes in it what it finds."""
        return Links(
            self.numbers,
            self.manners,
            self.manner_firsts,
            self.firsts,
            self.places,
            self.owners,
            self.points,
            self.indices,
            self.end_firsts,
            self.ends,
        )

    def add(
        self,
        seam: Seam,
        numbers: array[float],
        manners: array[float],
        spots: Callable[[Point], tuple[Point, ...]],
    ) -> None:
        """Add a seam, with the places at which the search prices each of its starts; none where nobody can stand."""
        self.numbers.extend(numbers)
        self.manners.extend(manners)
        self.manner_firsts.append(len(self.manners) // MANNER)
        for k, start in enumerate(seam.starts):
            places = spots(start)
            for place in places:
                self.places.extend(place)
                self.owners.append(len(self.indices))
            if places:
                self.points.extend(start)
                self.indices.append(k)
        self.firsts.append(len(self.indices))
        for end in seam.ends:
            self.ends.extend(end)
        self.end_firsts.append(len(self.ends) // 2)

    def close(self) -> None:
        """That is all: a last place that stands for none is put behind, since the kernel reads no empty arrays."""
        for each in (self.numbers, self.manners, self.places, self.points, self.ends):
            each.append(0.0)
        self.owners.append(0)
        self.indices.append(0)


@dataclass(frozen=True)
class Mover:
    """Who moves on which table, how, and how far at most: whatever is the same of these has the same web."""

    table: Table
    who: str
    action: str
    alternative: int
    details: Record
    far: float


class Web:
    """The seams of a table for one mover, and what has been found out about them."""

    def __init__(self, seams: tuple[Seam, ...]) -> None:
        self.seams = seams
        # What was said to a link from a place to one of its ends, as a part of a move or by one of the crossings.
        self.landings: dict[tuple[int, Point, int, int], Landing | None] = {}
        # Levels as they were surveyed, what leaves each of them, and where ends of links can be got to on them.
        self.sheets: list[Survey] = []
        self.quays: dict[tuple[int, bool, tuple[str, ...]], Quay] = {}
        self.spots: dict[tuple[int, tuple[Point, ...]], tuple[Point, ...]] = {}
        # What links cost that lead along a slope, by their seam, start and end: the walk along it, and themselves.
        self.tolls: dict[tuple[int, int, int], tuple[float, float]] = {}
        # Doors as they are once they have been opened.
        self.doors: dict[str, Piece] = {}

    def sheet(self, ground: Survey) -> int:
        """The number of a level."""
        for k, known in enumerate(self.sheets):
            if known is ground:
                return k
        self.sheets.append(ground)
        return len(self.sheets) - 1


@lru_cache(maxsize=64)
def web_of(mover: Mover) -> Web:
    """The web of a mover: on the same table, for the same action, it is spun once."""
    ruleset = ruleset_of(mover.table)
    tariff = ruleset.tariffs(mover.table, mover.who, mover.action)[mover.alternative]
    leap = own_crossing(ruleset, "leap")
    longest = None
    if leap is not None:
        longest = ruleset.tariffs(mover.table, mover.who, leap.action)[0].allowance
    return Web(linked(Scene(mover.table), tariff, mover.who, mover.far, longest))
