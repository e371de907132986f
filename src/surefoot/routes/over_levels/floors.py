"""Floors: one level as a mover sees it, the places at which it is entered, and the price of every place on it."""

from __future__ import annotations

import math
from dataclasses import field
from math import inf

from surefoot.geometry.kernel import region_distance
from surefoot.geometry.search.link_search import EntryQueue, LinkSearch
from surefoot.geometry.search.multi_start import MultiStartField, MultiStartSearch
from surefoot.geometry.search.paths import Point
from surefoot.geometry.tolerance import TOLERANCE, beyond, short_of, within
from surefoot.records import dataclass, replace
from surefoot.referee.scene import Surface
from surefoot.routes.ground.starting import AROUND, moved_out
from surefoot.routes.ground.survey import Survey
from surefoot.routes.links.judging import JudgedLink
from surefoot.routes.links.link import Link
from surefoot.routes.one_level.legs import turned_along
from surefoot.routes.one_level.route import Cancelled

# A place counts as taken if all places this near to it are.
NEAR = 0.02


@dataclass(frozen=True)
class TakenLink:
    """A link as it is used: from a place on one floor to a place on another, with its verdict."""

    link: Link
    start: Point
    end: Point
    source: int
    target: int
    judged: JudgedLink
    # The numbers of its start and end among those of the link.
    index: tuple[int, int] = (0, 0)

    @property
    def entry(self) -> Point:
        """A point slightly beyond its end: a mover at the very edge of a surface walks on from there."""
        away = math.dist(self.start, self.end)
        share = 3 * TOLERANCE / away if away > 0.0 else 0.0
        return (
            self.end[0] + (self.end[0] - self.start[0]) * share,
            self.end[1] + (self.end[1] - self.start[1]) * share,
        )


@dataclass(frozen=True)
class Entry:
    """A place at which a floor is entered, the movement used by then, and the link taken; None: the mover stands there."""

    x: float
    y: float
    used: float
    taken: TakenLink | None
    # The movement used if all turning is paid for, and the facing of the mover then.
    most: float
    facing: float


@dataclass
class Floor:
    """One level as the mover sees it from there, the places at which it is entered, and the price of every place."""

    number: int
    z: float
    ground: Survey
    names: tuple[str, ...]
    # Pieces on it too low to be a level: a mover on one counts as standing on the floor, at its height.
    low: tuple[Surface, ...] = ()
    # The doors opened on the way: with other doors open it is another floor.
    opened: tuple[str, ...] = ()
    # The number of its survey in the link cache.
    survey_number: int = 0
    entries: list[Entry] = field(default_factory=list)
    # The known prices, and the entries that wait to be searched from.
    queue: EntryQueue = field(init=False)
    # The state of the search over the links that leave it.
    link_search: LinkSearch | None = None
    # The number of floors on which the ends of these links have been located.
    located_on: int = 0
    # Where the base first touches each ladder, or comes near enough, by the numbers of the link and of that start.
    touched: dict[tuple[int, int], Point] = field(default_factory=dict)

    # The survey with the mover at each of its entries.
    _seen: dict[Point, Survey] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.queue = EntryQueue(self.ground.chart)

    @property
    def upcoming(self) -> float:
        """The least movement used at which there is something to do: an entry to search from, or a link to take."""
        taken = inf if self.link_search is None else self.link_search.upcoming()
        return min(self.queue.pending(), taken)

    @property
    def prices(self) -> MultiStartField | None:
        """The prices of its places; None if it was never searched."""
        return self.queue.prices

    def enter(self, entry: Entry) -> None:
        """Add an entry."""
        self.entries.append(entry)
        self.queue.enter(entry.x, entry.y, entry.used)

    def settle(self, limit: float, cancelled: Cancelled | None) -> None:
        """Price everything within the limit from all entries.

        Afterwards only the new labels are read, until `read_from(0)`.
        """
        queue, first = self.queue, 0
        if queue.prices is None:
            # A mover that opens a door from inside an obstacle it may leave continues from there.
            leaving = 1 if self.entries and self.may_leave(self.entries[0].x, self.entries[0].y) else 0
            multi = MultiStartSearch(self.ground.chart)
            self.ground.let_leave(multi, leaves=bool(leaving))
            multi.settle_from(queue.waiting, queue.count, leaving, limit, cancelled)
            queue.prices = MultiStartField(multi)
        else:
            multi = queue.prices.multi
            first = multi.used
            multi.add_starts(queue.waiting, queue.count, 0, cancelled)
        queue.prices.read_from(first)
        queue.count = 0

    def may_leave(self, x: float, y: float) -> bool:
        """Whether a place is the mover's own, reached by no link: it may leave the obstacles that it starts in."""
        own = self.number == 0 or bool(self.opened)
        # A search from its place begins right beside it, if that is on an edge.
        stands = self.ground.start, self.ground.resting.pose[:2]
        return own and min(math.dist((x, y), each) for each in stands) <= TOLERANCE

    def cost(self, x: float, y: float, most: float) -> float:
        """The price of a place; infinite above `most`, or if the floor was never entered."""
        if self.prices is None:
            return inf
        return self.prices.price(*self.clear((x, y)), most)

    def at_most(self, x: float, y: float, turn_fare: float) -> tuple[float, float]:
        """The highest price of a place, with all turning paid for; and the facing of the mover there."""
        assert self.prices is not None
        point, prices = self.clear((x, y)), self.prices
        if prices.price(*point, inf) == inf:
            return inf, 0.0
        label = prices.origin
        entry = self.entries[prices.multi.start_of(label)]
        cost = prices.polisher.path(prices.multi, label, *point, True, 0.0)
        pose = self.ground.resting.pose._replace(x=entry.x, y=entry.y, facing=entry.facing)
        found = turned_along(self.seen_from((entry.x, entry.y)), prices, cost, point, pose)
        if found is None:
            return inf, 0.0
        turned, facing = found
        return entry.most + cost + turn_fare * turned, facing

    def seen_from(self, start: Point) -> Survey:
        """The survey with the mover at another place."""
        if start not in self._seen:
            ends = self.ground.resting
            pose = ends.pose._replace(x=start[0], y=start[1])
            self._seen[start] = replace(self.ground, resting=replace(ends, pose=pose))
        return self._seen[start]

    def clear(self, *points: Point) -> Point:
        """The first of some points, all the same within the tolerance, at which a search can begin or end."""
        return self.nearest(self.spots(*points)) or points[0]

    def nearest(self, spots: tuple[Point, ...]) -> Point | None:
        """The cheapest of some equivalent points: in a corner some may lie in slivers that cannot be reached."""
        known = self.prices
        if len(spots) < 2 or known is None:
            return spots[0] if spots else None
        return min(spots, key=lambda each: known.price(each[0], each[1], inf))

    def spots(self, *points: Point) -> tuple[Point, ...]:
        """The points at which a search for a place can begin or end; the place is given by points that are the same within the tolerance."""
        chart = self.ground.chart
        free = chart.spot_free(*points[0])
        if (self.ground.leaving or not free) and self.may_leave(*points[0]):
            return (self.ground.start,)
        if free:
            return (points[0],)
        outside: list[Point] = []
        for point in points:
            freer = moved_out(chart, point, self.ground.firm, self.ground.coarse)
            if chart.spot_free(*freer):
                # Rather inside the edge than outside: a ladder at an edge is also climbed towards the edge.
                if self.surface_at(*freer) is not None:
                    return (freer,)
                outside.append(freer)
        # Exactly on an edge or in a corner, a point may lie inside an obstacle: try round it.
        x, y = points[0]
        near = [moved_out(chart, (x + dx, y + dy), self.ground.firm, self.ground.coarse) for dx, dy in AROUND]
        beside = tuple(dict.fromkeys(each for each in near if chart.spot_free(*each)))
        return (
            tuple(each for each in beside if self.surface_at(*each) is not None)
            or tuple(outside[:1])
            or beside
            or (points[:1] if self._is_on_the_way_out(*points[0]) else ())
        )

    def _is_on_the_way_out(self, x: float, y: float) -> bool:
        """Whether a place lies in nothing but what the mover stands in and may leave: a link may begin there."""
        own, leaving = self.number == 0 or bool(self.opened), self.ground.leaving
        return own and bool(leaving) and {*self.ground.chart.around(x, y)} <= {*leaving}

    def is_crowded(self, x: float, y: float) -> bool:
        """Whether the mover fits neither at a place nor anywhere near it."""
        chart = self.ground.chart
        if self.ground.leaving and self.may_leave(x, y):
            return False
        if chart.spot_free(x, y):
            # The chart keeps a base away from the sides of things; far enough within them it knows nothing.
            return bool(self.ground.resting.view.covered(x, y, self.z))
        around = [(math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)) for k in range(8)]
        return not any(chart.spot_free(x + NEAR * dx, y + NEAR * dy) for dx, dy in around)

    def height_at(self, surface: Surface) -> float:
        """The height of a surface of this floor."""
        return self.z if surface in self.low else surface.low

    def carries(self, point: Point, name: str) -> bool:
        """Whether a surface lies at a point of this floor."""
        return any(surface.id == name for surface in self.surfaces_at(*point))

    def surface_at(self, x: float, y: float) -> Surface | None:
        """The surface that a mover stands on at a point of this floor."""
        found = self.surfaces_at(x, y)
        return found[-1] if found else None

    def surfaces_at(self, x: float, y: float) -> list[Surface]:
        """All level surfaces at a point of this floor, or the low pieces there."""
        under = [each for each in self.low if within(region_distance(x, y, each.region.rings), 0.0)]
        if under:
            return sorted(under, key=lambda each: each.height(x, y))
        here = self.ground.resting.view.surfaces_at(x, y)
        slopes = [each.height(x, y) for each in here if each.sloped]
        return [each for each in here if each.id in self.names and not self._is_filled(each, slopes)]

    def _is_filled(self, level: Surface, slopes: list[float]) -> bool:
        """Whether a level lies under one of some slopes with no room for the mover between them: it stands on the slope there."""
        tall = self.ground.resting.view.height
        return any(beyond(height, level.low) and short_of(height, level.low + tall) for height in slopes)
