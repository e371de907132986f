"""The links of a table for one mover, and the referee's verdicts on them, kept between searches."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from dataclasses import field
from functools import cached_property, lru_cache, partial

from surefoot.geometry.search.link_search import LinkTable
from surefoot.geometry.search.paths import Point
from surefoot.records import dataclass
from surefoot.referee.itinerary import By
from surefoot.referee.protocol import Crossing
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene, Solid, Surface
from surefoot.referee.tariff import most
from surefoot.routes.ground.survey import Survey
from surefoot.routes.links.find import find_links, own_crossing
from surefoot.routes.links.judging import JudgedLink
from surefoot.routes.links.link import Link
from surefoot.routes.links.slope_bends import SlopeBends
from surefoot.table.place import Pose
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# Two starts of a ladder are found by each search: the first place where the base touches it, and the first one near
# enough if something is in between. They have these numbers, which are not among the starts of the link.
TOUCHED, NEARED = -1, -2


@dataclass(frozen=True)
class Arrival:
    """The verdict on a link between two places, and the level that it leads to."""

    judged: JudgedLink
    pose: Pose
    # The surface that the mover stands on afterwards, and its height.
    name: str
    z: float


@dataclass(frozen=True)
class OutgoingLinks:
    """The links that leave one level, each with every way to use it, as a table for the kernel."""

    # The number of each link, and the crossing that uses it; None: as part of a move.
    ways: tuple[tuple[int, Crossing | None], ...]
    link_table: LinkTable
    # The arrivals by pairs of a start and an end; refused pairs are missing.
    arrivals: dict[int, Arrival] = field(default_factory=dict)
    # The arrivals at the ends of ladders, by the number of the link; the start does not matter.
    heads: dict[int, Arrival] = field(default_factory=dict)
    # The links whose ends have been measured: lengths of legs for which no roll is good enough are marked.
    measured: set[int] = field(default_factory=set)


class OutgoingLinksBuilder:
    """Collects the links of a level: their numbers, the starts where a base can stand, and the ends."""

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
        """Add a use of a link, with the points at which the search prices each of its starts; none where a base cannot stand."""
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
        """The finished table. Every array gets one more entry, because the kernel cannot view empty arrays."""
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
    """The links of a table for one mover, and everything found out about them."""

    def __init__(self, find: Callable[[], tuple[Link, ...]]) -> None:
        self._find = find
        # Verdicts by link, start, end and crossing (-1: as part of a move).
        self.arrivals: dict[tuple[int, Point, int, int], Arrival | None] = {}
        # The surveyed levels, the links that leave each of them, and the points at which link ends can be reached on
        # them.
        self.surveys: list[Survey] = []
        self.outgoing: dict[tuple[int, bool, tuple[str, ...] | None, tuple[str, ...]], OutgoingLinks] = {}
        self.spots: dict[tuple[int, tuple[Point, ...]], tuple[Point, ...]] = {}
        # The same points for all ends of a link on a level, as the kernel reads them.
        self.end_spots: dict[tuple[int, int, bool], tuple[array[int], array[float]]] = {}
        # Whether something stands where a link ends, by survey, link and end.
        self.crowded: dict[tuple[int, int, int], bool] = {}
        # The room nearest to the ends of ladders, by survey and end.
        self.beside: dict[tuple[int, Point], list[Point]] = {}
        # The obstacles with convex footprints on a level, by its height.
        self.convex_solids: dict[float, list[Solid]] = {}
        # The bends of paths over slopes.
        self.bends: dict[str, SlopeBends] = {}
        # Doors as they are once opened.
        self.doors: dict[str, Piece] = {}

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """All links, found when they are first asked for: the mover's own floor is searched before."""
        return self._find()

    @cached_property
    def climbs(self) -> dict[tuple[str, str], list[Link]]:
        """The links that climb up, by the surfaces from which and to which they lead."""
        found: dict[tuple[str, str], list[Link]] = {}
        for link in self.links:
            if link.by == "climb" and link.rise > 0.0:
                found.setdefault((link.source, link.target), []).append(link)
        return found

    def is_only_climb_to(self, link: Link, surface: Surface) -> bool:
        """Whether no other climb leads from where a link begins to a surface on its way."""
        if link.by != "climb":
            return True
        if link.rise > 0.0:
            return (link.source, surface.id) not in self.climbs
        return surface.id not in self.descended.get((link.by, link.source), ())

    @cached_property
    def descents(self) -> dict[tuple[By, str, Point], tuple[str, ...]]:
        """The surfaces to which links lead down, by their kind, the surface that they leave, and the end."""
        found: dict[tuple[By, str, Point], tuple[str, ...]] = {}
        for link in self.links:
            if link.rise < 0.0 and not link.slope:
                for end in link.ends:
                    key = link.by, link.source, end
                    found[key] = (*found.get(key, ()), link.target)
        return found

    @cached_property
    def descended(self) -> dict[tuple[By, str], frozenset[str]]:
        """The surfaces to which links lead down, by their kind and the surface that they leave."""
        found: dict[tuple[By, str], frozenset[str]] = {}
        for (by, source, _), targets in self.descents.items():
            found[by, source] = found.get((by, source), frozenset()).union(targets)
        return found

    def survey_number(self, ground: Survey) -> int:
        """The number of a surveyed level."""
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
    return LinkCache(partial(_links, table, who, action, alternative, far))


def _links(table: Table, who: str, action: str, alternative: int, far: float) -> tuple[Link, ...]:
    ruleset = ruleset_of(table)
    tariff = ruleset.tariffs(table, who, action)[alternative]
    leap = own_crossing(ruleset, "leap")
    longest = None
    if leap is not None:
        prices = ruleset.tariffs(table, who, leap.action)[0]
        fare = prices.fare("leap")
        longest = min(prices.allowance, math.inf if fare is None else most(fare.longest, math.inf))
    return find_links(Scene(table), tariff, who, far, longest)
