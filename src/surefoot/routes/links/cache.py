"""The web: what leads from level to level for one mover on one table, and what the referee has said to it: kept for every search."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from functools import lru_cache

from surefoot.geometry.search.link_search import LinkTable
from surefoot.geometry.search.paths import Point
from surefoot.referee.protocol import Crossing
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.routes.ground.survey import Survey
from surefoot.routes.links.find import find_links, own_crossing
from surefoot.routes.links.judging import JudgedLink
from surefoot.routes.links.link import Link
from surefoot.routes.links.slope_bends import SlopeBends
from surefoot.table.place import Pose
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# The places where a base first touches a ladder, and where it first comes as near to it as will do if something keeps it
# off, are none of those that its seam names: each search finds its own.
TOUCHED, NEARED = -1, -2


@dataclass(frozen=True)
class Arrival:
    """What the referee says to a link between two places, and the level that it leads to."""

    judged: JudgedLink
    pose: Pose
    # The surface that one stands on then, and how high that lies.
    name: str
    z: float


@dataclass(frozen=True)
class OutgoingLinks:
    """The links that leave one level: each seam in each manner in which it can be crossed, as the kernel reads them."""

    # The number of each seam, and the action that it is crossed by; none: as a part of a move.
    ways: tuple[tuple[int, Crossing | None], ...]
    link_table: LinkTable
    # Where links lead to, by the pair of a start and an end; refused ones do not stand here.
    arrivals: dict[int, Arrival] = field(default_factory=dict)
    # Where ladders lead to, from whichever start, by the number of the link.
    heads: dict[int, Arrival] = field(default_factory=dict)


class OutgoingLinksBuilder:
    """Gathers links for a quay: their numbers, the starts that can be stood at, the ends."""

    def __init__(self) -> None:
        self.ways: list[tuple[int, Crossing | None]] = []
        self.numbers = array("d")
        self.firsts = array("i", [0])
        self.places = array("d")
        self.owners = array("i")
        self.points = array("d")
        self.indices = array("i")
        self.end_firsts = array("i", [0])
        self.ends = array("d")

    def add(
        self,
        way: tuple[int, Crossing | None],
        link: Link,
        numbers: list[float],
        spots: list[tuple[Point, ...]],
    ) -> None:
        """Add a way, with the places at which the search prices each of its starts; none where nobody can stand."""
        self.ways.append(way)
        self.numbers.extend(numbers)
        for k, places in enumerate(spots):
            for place in places:
                self.places.extend(place)
                self.owners.append(len(self.indices))
            if places:
                self._start(k, link.starts[k])
        if link.foot is not None:
            self._start(TOUCHED, link.foot)
            self._start(NEARED, link.foot)
        self.firsts.append(len(self.indices))
        for end in link.ends:
            self.ends.extend(end)
        self.end_firsts.append(len(self.ends) // 2)

    def _start(self, index: int, point: Point) -> None:
        self.points.extend(point)
        self.indices.append(index)

    def outgoing(self) -> OutgoingLinks:
        """All that was gathered; a last one that stands for none is put behind, since the kernel reads no empty arrays."""
        for each in (self.numbers, self.places, self.points, self.ends):
            each.extend((0.0, 0.0))
        for other in (self.owners, self.indices):
            other.append(0)
        link_table = LinkTable(
            self.numbers,
            self.firsts,
            self.places,
            self.owners,
            self.points,
            self.indices,
            self.end_firsts,
            self.ends,
        )
        return OutgoingLinks(tuple(self.ways), link_table)


class LinkCache:
    """The seams of a table for one mover, and what has been found out about them."""

    def __init__(self, links: tuple[Link, ...]) -> None:
        self.links = links
        # What was said to a link from a place to one of its ends, as a part of a move or by one of the crossings.
        self.arrivals: dict[tuple[int, Point, int, int], Arrival | None] = {}
        # Levels as they were surveyed, what leaves each of them, and where ends of links can be got to on them.
        self.surveys: list[Survey] = []
        self.outgoing: dict[tuple[int, bool, tuple[str, ...] | None, tuple[str, ...]], OutgoingLinks] = {}
        self.spots: dict[tuple[int, tuple[Point, ...]], tuple[Point, ...]] = {}
        # The same for all ends of a seam on a level, as the kernel reads them.
        self.end_spots: dict[tuple[int, int, bool], tuple[array[int], array[float]]] = {}
        # Where ways over slopes may bend.
        self.bends: dict[str, SlopeBends] = {}
        # Doors as they are once they have been opened.
        self.doors: dict[str, Piece] = {}

    def survey_number(self, ground: Survey) -> int:
        """The number of a level."""
        for k, known in enumerate(self.surveys):
            if known is ground:
                return k
        self.surveys.append(ground)
        return len(self.surveys) - 1


@lru_cache(maxsize=64)
def link_cache(
    table: Table,
    who: str,
    action: str,
    alternative: int,
    details: Record,  # noqa: ARG001  # part of the key: links are judged with these details
    far: float,
) -> LinkCache:
    """The link cache of a mover. Cached per table, mover, action (with its alternative and details) and range."""
    ruleset = ruleset_of(table)
    tariff = ruleset.tariffs(table, who, action)[alternative]
    leap = own_crossing(ruleset, "leap")
    longest = None
    if leap is not None:
        longest = ruleset.tariffs(table, who, leap.action)[0].allowance
    return LinkCache(find_links(Scene(table), tariff, who, far, longest))
