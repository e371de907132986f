"""Floors: one level of a table as a mover sees it, the places at which it is entered, and what all of it costs."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from math import inf

from surefoot.geometry.kernel import region_distance
from surefoot.geometry.search.link_search import EntryQueue, LinkSearch
from surefoot.geometry.search.multi_start import MultiStartField, MultiStartSearch
from surefoot.geometry.search.paths import Point, polished_path
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, within
from surefoot.referee.itinerary import Leg
from surefoot.referee.scene import Surface
from surefoot.referee.view import bearing
from surefoot.routes.ground.survey import Survey, freed
from surefoot.routes.links.judging import JudgedLink
from surefoot.routes.links.link import Link
from surefoot.routes.one_level.legs import path_legs, turned_degrees
from surefoot.routes.one_level.route import Cancelled
from surefoot.table.place import Pose

# A hair aside, in every direction; and out of a corner whose sides are drawn by straight pieces.
_AROUND = tuple(
    (dx * hair * TOLERANCE, dy * hair * TOLERANCE)
    for hair in (1, 3)
    for dx in (-1, 0, 1)
    for dy in (-1, 0, 1)
    if dx or dy
)


@dataclass(frozen=True)
class TakenLink:
    """A link as it is used: from a place of one floor to a place of another, for so much."""

    link: Link
    start: Point
    end: Point
    source: int
    target: int
    judged: JudgedLink
    # Which of the seam's starts and ends it uses.
    index: tuple[int, int] = (0, 0)

    @property
    def entry(self) -> Point:
        """A hair on from where it ends: whoever stands at the very lip of something walks on from there."""
        away = math.dist(self.start, self.end)
        share = 3 * TOLERANCE / away if away > 0.0 else 0.0
        return (
            self.end[0] + (self.end[0] - self.start[0]) * share,
            self.end[1] + (self.end[1] - self.start[1]) * share,
        )


@dataclass(frozen=True)
class Entry:
    """Where a floor is entered, what has been used by then, and by which link; none: the mover stands there."""

    x: float
    y: float
    used: float
    taken: TakenLink | None
    # The same with all turning on the way paid for, and how the mover faces then.
    most: float
    facing: float


@dataclass
class Floor:
    """One level as the mover would see it from there, the places at which it is entered, and what all of it costs."""

    number: int
    z: float
    ground: Survey
    names: tuple[str, ...]
    # What stands on it too low to be another level: who is over it counts as standing on it, at the height of the floor.
    low: tuple[Surface, ...] = ()
    # The doors that have been opened on the way: a floor is another one then.
    opened: tuple[str, ...] = ()
    # Its number among the levels of the web.
    survey_number: int = 0
    entries: list[Entry] = field(default_factory=list)
    # What is known of its places, and the entries that have not been looked at.
    queue: EntryQueue = field(init=False)
    # The links that leave it, as far as this search has got with them.
    link_search: LinkSearch | None = None
    # Where the base first touches each ladder, or is as near to it, by the number of its link and of that start.
    touched: dict[tuple[int, int], Point] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.queue = EntryQueue(self.ground.chart)

    @property
    def prices(self) -> MultiStartField | None:
        """What its places cost; none if it was never settled."""
        return self.queue.prices

    def enter(self, entry: Entry) -> None:
        """Enter it here too."""
        self.entries.append(entry)
        self.queue.enter(entry.x, entry.y, entry.used)

    def settle(self, limit: float, cancelled: Cancelled | None) -> None:
        """Price everything within the limit, from all entries; what is new by this is what is read at first."""
        queue, first = self.queue, 0
        if queue.prices is None:
            # Whoever opens something from within what he may leave goes on from there.
            leaving = 1 if self.entries and self.may_leave(self.entries[0].x, self.entries[0].y) else 0
            multi = MultiStartSearch(self.ground.chart)
            multi.may_leave(self.ground.leaving if leaving else ())
            multi.settle_from(queue.waiting, queue.count, leaving, limit, cancelled)
            queue.prices = MultiStartField(multi)
        else:
            multi = queue.prices.multi
            first = multi.used
            multi.add_starts(queue.waiting, queue.count, 0, cancelled)
        queue.prices.read_from(first)
        queue.count = 0

    def may_leave(self, x: float, y: float) -> bool:
        """Whether the mover stands there who has not come by a link: what he is in from the start he may leave."""
        own = self.number == 0 or bool(self.opened)
        return own and math.dist((x, y), self.ground.start) <= TOLERANCE

    def cost(self, x: float, y: float, most: float) -> float:
        """What a place costs; infinite above `most`, or if it was never entered."""
        if self.prices is None:
            return inf
        return self.prices.price(*self.clear((x, y)), most)

    def at_most(self, x: float, y: float, turn_fare: float) -> tuple[float, float]:
        """What a place costs at most, with all turning on the way paid for; and how the mover faces there."""
        assert self.prices is not None
        found, prices = self.cost(x, y, inf), self.prices
        if found == inf:
            return inf, 0.0
        label, point = prices.origin, self.clear((x, y))
        entry = self.entries[prices.multi.start_of(label)]
        way = polished_path(prices.polisher, prices.polisher.path(prices.multi, label, *point, True, 0.0))
        if way is None:
            return inf, 0.0
        pose = self.ground.resting.pose._replace(x=entry.x, y=entry.y, facing=entry.facing)
        legs = path_legs(self.seen_from((entry.x, entry.y)), way, point)
        return entry.most + way.cost + turn_fare * turned_degrees(legs, pose), _ahead(legs, pose)

    def seen_from(self, start: Point) -> Survey:
        """The same ground with the mover somewhere else on it."""
        ends = self.ground.resting
        return replace(self.ground, resting=replace(ends, pose=ends.pose._replace(x=start[0], y=start[1])))

    def clear(self, *points: Point) -> Point:
        """The first of some points, so near that they are one, at which the search can begin or end."""
        return self.nearest(self.spots(*points)) or points[0]

    def nearest(self, spots: tuple[Point, ...]) -> Point | None:
        """The cheapest of some places that are one: in a corner there may be slivers that nobody gets into."""
        known = self.prices
        if len(spots) < 2 or known is None:
            return spots[0] if spots else None
        return min(spots, key=lambda each: known.price(each[0], each[1], inf))

    def spots(self, *points: Point) -> tuple[Point, ...]:
        """Where the search can begin or end that is led to a point, given by several so near that they are one."""
        chart = self.ground.chart
        if self.ground.leaving and self.may_leave(*points[0]):
            return (self.ground.start,)
        for point in points:
            if chart.spot_free(*point):
                return (point,)
            freer, _ = freed(chart, point, self.ground.firm, self.ground.coarse)
            if chart.spot_free(*freer):
                return (freer,)
        # Exactly on an edge, or in a corner, one side or another is inside.
        x, y = points[0]
        near = [freed(chart, (x + dx, y + dy), self.ground.firm, self.ground.coarse)[0] for dx, dy in _AROUND]
        free = tuple(dict.fromkeys(each for each in near if chart.spot_free(*each)))
        # Beside an edge rather inside of it.
        return tuple(each for each in free if self.surface_at(*each) is not None) or free

    def height_at(self, surface: Surface) -> float:
        """The height that a surface of this floor counts at."""
        return self.z if surface in self.low else surface.low

    def carries(self, point: Point, name: str) -> bool:
        """Whether a surface lies at a point of this floor."""
        return any(surface.id == name for surface in self.surfaces_at(*point))

    def surface_at(self, x: float, y: float) -> Surface | None:
        """What one stands on at a point of this floor."""
        found = self.surfaces_at(x, y)
        return found[-1] if found else None

    def surfaces_at(self, x: float, y: float) -> list[Surface]:
        """All that lies level at a point of this floor, or what stands there too low to be a level."""
        under = [each for each in self.low if within(region_distance(x, y, each.region.rings), 0.0)]
        if under:
            return sorted(under, key=lambda each: each.height(x, y))
        return [each for each in self.ground.resting.view.surfaces_at(x, y) if each.id in self.names]


def _ahead(legs: tuple[Leg, ...], pose: Pose) -> float:
    """How somebody faces who has faced along each leg in turn."""
    x, y, facing = pose.x, pose.y, pose.facing
    for leg in legs:
        if leg.to is not None:
            to = from_lattice(leg.to[0]), from_lattice(leg.to[1])
            facing = bearing(to[0] - x, to[1] - y) if beyond(math.dist((x, y), to), 0.0) else facing
            x, y = to
    return facing
