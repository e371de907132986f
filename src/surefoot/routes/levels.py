"""Reach over all levels: floors surveyed one by one, and the links between them, priced by the referee."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf

from surefoot.geometry.kernel_spread import Spread, Swell
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, to_lattice, within
from surefoot.geometry.ways import Point
from surefoot.referee.bill import price
from surefoot.referee.itinerary import Leg, Stride
from surefoot.referee.protocol import Crossing
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene, Surface
from surefoot.referee.tariff import Tariff
from surefoot.referee.view import View
from surefoot.routes.clockwork import Clockwork
from surefoot.routes.crossing import Crossed, crossed, put, strolled
from surefoot.routes.reach import PROMISE, Said
from surefoot.routes.route import ERROR, Cancelled
from surefoot.routes.seams import Finder, Seam, between, both, least
from surefoot.routes.survey import Survey, Unpriced, freed, survey
from surefoot.table.place import Place, on_surface
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

# A start that is better by less than this is no better.
_SAME = 1e-6
# Of several starts for the same end so many are tried before it is given up.
_TRIES = 3
# Links slid along their seams take off no more than this.
_NEARLY = 0.5
# Nothing shifts a base further for nothing than so many radii in one link.
_SHIFT = 6.0


@dataclass(frozen=True)
class Passage:
    """A link as it is used: from a place of one floor to a place of another, for so much."""

    seam: Seam
    start: Point
    end: Point
    source: int
    target: int
    crossed: Crossed
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


@dataclass
class Floor:
    """One level as the mover would see it from there, the places at which it is entered, and what all of it costs."""

    number: int
    z: float
    ground: Survey
    names: tuple[str, ...]
    # Where it is entered: x, y, what has been used by then, and by which link; none: the mover stands there.
    entries: list[tuple[float, float, float, Passage | None]] = field(default_factory=list)
    swell: Swell | None = None
    settled: int = 0

    def pending(self) -> float:
        """The cheapest entry that has not been looked at."""
        return min((entry[2] for entry in self.entries[self.settled :]), default=inf)

    def settle(self, limit: float, cancelled: Cancelled | None) -> None:
        """Price everything within the limit, from all entries."""
        chart = self.ground.chart
        leaving = 1 if self.entries and self.entries[0][3] is None else 0
        spread = Spread(chart)
        spread.may_leave(self.ground.leaving if leaving else ())
        flat = array("d", [value for x, y, used, _ in self.entries for value in (x, y, used)])
        spread.settle_from(flat, len(self.entries), leaving, limit, cancelled)
        self.swell = Swell(spread)
        self.settled = len(self.entries)

    def cost(self, x: float, y: float, most: float) -> float:
        """What a place costs; infinite above `most`, or if it was never entered."""
        if self.swell is None:
            return inf
        return self.swell.price(*self.clear((x, y)), most)

    def clear(self, *points: Point) -> Point:
        """The first of some points, so near that they are one, at which the search can begin or end."""
        chart = self.ground.chart
        for point in points:
            if chart.spot_free(*point):
                return point
            freer, _ = freed(chart, point, self.ground.firm, self.ground.coarse)
            if chart.spot_free(*freer):
                return freer
        return points[0]

    def surface_at(self, x: float, y: float) -> Surface | None:
        """What one stands on at a point of this floor."""
        found = [each for each in self.ground.ends.view.surfaces_at(x, y) if each.id in self.names]
        return found[-1] if found else None


class Atlas:
    """All floors of a table for one mover and one action, made as they are needed."""

    def __init__(
        self,
        table: Table,
        who: str,
        action: str,
        tariff: Tariff,
        clockwork: Clockwork,
        details: Record = EMPTY,
        without: tuple[str, ...] = (),
    ) -> None:
        self.table, self.who, self.action, self.tariff = table, who, action, tariff
        self.clockwork, self.details, self.without = clockwork, details, without
        self.view = View(Scene(table), tariff.lens, who)
        self.pose = table.pose(who)
        self.floors: list[Floor] = []
        self.own = {each.by: each for each in ruleset_of(table).crossings}
        self._seams: list[Seam] | None = None

    def floor(self, z: float, near: Point, name: str) -> Floor:
        """The floor at a height, surveyed from a place on it."""
        known = next((each for each in self.floors if abs(each.z - z) <= TOLERANCE), None)
        if known is not None:
            return known
        here = self.table
        if self.floors:
            here = put(self.table, self.who, self.place(near, name))
        ground = survey(Scene(here), self.tariff, self.who, without=self.without)
        levels = ground.ends.levels
        names = tuple(
            surface.id
            for surface in self.view.surfaces
            if not surface.sloped and any(within(abs(surface.low - each), 0.0) for each in levels)
        )
        made = Floor(len(self.floors), z, ground, names)
        self.floors.append(made)
        return made

    def place(self, point: Point, name: str) -> Place:
        """A place on a surface."""
        scene = self.view.scene
        surface = self.view.surface(name)
        if surface is None or not surface.carrier:
            return on_surface(*point, name, self.pose.facing)
        return scene.place_at(self.pose._replace(x=point[0], y=point[1], z=surface.low), surface)

    @property
    def seams(self) -> list[Seam]:
        """All seams that may matter within the limit."""
        if self._seams is None:
            far = self.clockwork.limit / max(self.lowest, 1e-9) + _SHIFT * self.view.shape.reach
            leap = self.own.get("leap")
            longest = None
            if leap is not None:
                longest = ruleset_of(self.table).tariffs(self.table, self.who, leap.action)[0].allowance
            found = Finder(self.view, self.tariff, (self.pose.x, self.pose.y), far, longest).found()
            self._seams = [seam for seam in found if seam.by in self.own or self.guess(seam, 0.0) < inf]
        return self._seams

    @property
    def lowest(self) -> float:
        """The lowest price of a unit of length."""
        return self.floors[0].ground.chart.lowest

    def guess(self, seam: Seam, length: float) -> float:
        """What a link costs by the tariff, before the referee is asked; infinite if it has no price."""
        here = self.pose
        strides = []
        if seam.mode == "climb" and seam.across:
            up, down = seam.over + max(seam.rise, 0.0), -(seam.over + max(-seam.rise, 0.0))
            strides = [Stride("climb", here, here, 0.0, up), Stride("climb", here, here, 0.0, down)]
            strides.append(Stride("over", here, here, seam.across))
        elif seam.mode == "leap":
            # Of the whole way, what lies over the gap.
            inset = self.view.shape.reach if self.view.lens.rest == "all" else 0.0
            share = seam.across / (seam.across + 2 * inset)
            strides = [Stride("leap", here, here, max(seam.across, length * share))]
        elif seam.mode in ("climb", "drop", "ladder"):
            strides = [Stride(seam.mode, here, here, 0.0, seam.rise)]
        elif seam.mode == "stairs":
            strides = [Stride("stairs", here, here, math.hypot(length, seam.rise), seam.rise)]
        else:
            strides = [Stride("walk", here, here, length)]
        if any(self.tariff.fare(stride.mode) is None for stride in strides):
            return inf
        return from_lattice(sum(price(stride, self.tariff)[2] for stride in strides))

    def pauses(self, seam: Seam) -> bool:
        """Whether a link may be begun by one action and ended by the next."""
        fare = self.tariff.fare(seam.mode)
        return fare is not None and fare.pauses

    def legs(self, seam: Seam, end: Point) -> tuple[Leg, ...]:
        """The leg of a link to a place."""
        if seam.link:
            return (Leg(None, seam.by, link=seam.link),)
        at = to_lattice(end[0]), to_lattice(end[1])
        named = seam.target if seam.by != "walk" else ""
        return (Leg(at, seam.by, on=named),)

    def cross(self, seam: Seam, start: Point, end: Point) -> Crossed | None:
        """What the referee says to a link between two places."""
        own: Crossing | None = self.own.get(seam.by)
        place = self.place(start, seam.source)
        if seam.by == "walk" and own is None:
            return strolled(self.table, self.who, self.tariff, place, self.legs(seam, end))
        return crossed(self.table, self.who, self.action, place, self.legs(seam, end), own, self.details)

    def arrival(self, used: float, seam: Seam, made: Crossed) -> float:
        """What is used after a link."""
        if made.takes:
            return self.clockwork.after_own(used, made.takes, runs_up=self.own[seam.by].runs_up)
        return self.clockwork.after(used, made.cost, pauses=self.pauses(seam))


@dataclass
class Levels:
    """What a model can reach on every level: floors with prices, and the links that were taken."""

    atlas: Atlas
    budget: float
    risk: bool = True
    error: float = ERROR
    cancelled: Cancelled | None = None
    # The slopes that were reached, each with the floors and the places along its sides at which it begins.
    slopes: dict[str, dict[tuple[int, tuple[Point, ...]], None]] = field(default_factory=dict)

    @property
    def floors(self) -> list[Floor]:
        """The floors that are reached, the mover's own first."""
        return [floor for floor in self.atlas.floors if floor.swell is not None]

    def run(self) -> None:
        """Settle floor after floor, cheapest entry first, until no link leads anywhere more cheaply."""
        atlas = self.atlas
        pose = atlas.pose
        place = atlas.table.models[atlas.who].place
        if place.kind != "surface":
            raise Unpriced(f"{atlas.who} stands on no surface: it hangs, flies or swims")
        first = atlas.floor(pose.z, (pose.x, pose.y), place.on)
        first.entries.append((*first.ground.start, 0.0, None))
        while True:
            floor = min(atlas.floors, key=lambda each: each.pending())
            if floor.pending() > self.budget + _NEARLY:
                return
            floor.settle(self.budget + _NEARLY, self.cancelled)
            for seam in atlas.seams:
                if seam.source in floor.names and (self.risk or not self._risky(seam)):
                    self._through(floor, seam)

    def _risky(self, seam: Seam) -> bool:
        fare = self.atlas.tariff.fare(seam.mode)
        return fare is not None and bool(fare.risk)

    def _through(self, floor: Floor, seam: Seam) -> None:
        """Enter whatever a seam leads to, at every place along it that is cheaper so."""
        assert floor.swell is not None
        if seam.foot is not None:
            seam = self._at_foot(floor, seam)
        count = len(seam.starts)
        flat = array("d", [value for point in seam.starts for value in floor.clear(point)])
        used = floor.swell.prices(flat, count, self.budget + _NEARLY)
        reached = [k for k in range(count) if used[k] < inf]
        if not reached:
            return
        if seam.mode == "stairs":
            self.slopes.setdefault(seam.name, {})[(floor.number, seam.starts)] = None
        for j, end in enumerate(seam.ends):
            self._enter(floor, seam, [(used[k], k) for k in reached], j, end)

    def _at_foot(self, floor: Floor, seam: Seam) -> Seam:
        """A ladder with the very place where the base first touches its end before all others."""
        assert floor.swell is not None
        assert seam.foot is not None
        if floor.swell.within(*seam.foot, self.atlas.view.shape.reach, self.budget) == inf:
            return seam
        found = (floor.swell.end_x, floor.swell.end_y)
        return replace(seam, starts=(found, *seam.starts))

    def _enter(self, floor: Floor, seam: Seam, starts: list[tuple[float, int]], j: int, end: Point) -> None:
        atlas = self.atlas
        ranked = []
        for used, k in starts:
            apart = math.dist(seam.starts[k], end)
            if apart > seam.far + 1e-9 if seam.far is not None else k != j:
                continue
            if seam.by in atlas.own:
                own = atlas.own[seam.by]
                ranked.append((atlas.clockwork.after_own(used, own.takes, runs_up=own.runs_up), k))
            else:
                ranked.append(
                    (atlas.clockwork.after(used, atlas.guess(seam, apart), pauses=atlas.pauses(seam)), k)
                )
        ranked.sort()
        for cheapest, k in ranked[:_TRIES]:
            if cheapest > self.budget + _NEARLY or self._known(seam, end, cheapest):
                return
            made = atlas.cross(seam, seam.starts[k], end)
            if made is None or (not self.risk and made.chance < 1):
                continue
            before = next(used for used, index in starts if index == k)
            self._enters(floor, seam, (k, j), made, before)
            return

    def _known(self, seam: Seam, end: Point, least: float) -> bool:
        """Whether a place is there already for as little."""
        return any(
            seam.target in floor.names
            and (
                floor.cost(*end, least + _SAME) <= least
                or any(
                    used + math.dist((x, y), end) * self.atlas.lowest <= least
                    for x, y, used, _ in floor.entries[floor.settled :]
                    if math.dist((x, y), end) < _SAME
                )
            )
            for floor in self.atlas.floors
        )

    def _enters(self, floor: Floor, seam: Seam, index: tuple[int, int], made: Crossed, before: float) -> None:
        atlas = self.atlas
        pose = atlas.table.resolve(made.place)
        used = atlas.arrival(before, seam, made)
        surface = atlas.view.surface(made.place.on)
        if used > self.budget + _NEARLY or surface is None or surface.sloped:
            return
        target = atlas.floor(pose.z, (pose.x, pose.y), made.place.on)
        passage = Passage(
            seam, seam.starts[index[0]], (pose.x, pose.y), floor.number, target.number, made, index
        )
        x, y = target.clear(passage.end, passage.entry)
        if not target.ground.chart.spot_free(x, y) or target.cost(x, y, used + _SAME) <= used:
            return
        target.entries.append((x, y, used, passage))

    # ------------------------------------------------------------------ what is asked

    def at(self, x: float, y: float, on: str = "") -> Iterator[Floor]:
        """The floors on which a base could stand at a point."""
        for floor in self.floors:
            surface = floor.surface_at(x, y)
            if surface is not None and on in ("", surface.id):
                yield floor

    def cost(self, x: float, y: float, on: str = "") -> float | None:
        """What it costs to get to a place; None: more than the budget, or no way."""
        found = min((self.on_floor(floor, x, y) for floor in self.at(x, y, on)), default=inf)
        for slope in self.slopes_at(x, y, on):
            passage = self.onto(slope, x, y)
            found = min(found, inf if passage is None else self._ends(passage))
        return None if found > self.budget + self.error else found

    def slopes_at(self, x: float, y: float, on: str) -> list[str]:
        """The slopes that have been reached under a point."""
        return [
            surface.id
            for surface in self.atlas.view.surfaces_at(x, y)
            if surface.id in self.slopes and on in ("", surface.id)
        ]

    def _ends(self, passage: Passage) -> float:
        used = self.atlas.floors[passage.source].cost(*passage.start, self.budget + _NEARLY)
        return self.atlas.arrival(used, passage.seam, passage.crossed)

    def onto(self, slope: str, x: float, y: float) -> Passage | None:
        """The cheapest way onto a slope to a place of it, straight from where it begins."""
        atlas = self.atlas
        surface = atlas.view.surface(slope)
        assert surface is not None
        found: list[tuple[float, Passage]] = []
        for number, starts in self.slopes[slope]:
            floor = atlas.floors[number]
            top = (x, y, surface.height(x, y))

            def cost(at: float, floor: Floor = floor, starts: tuple[Point, ...] = starts) -> float:
                start = between(starts, at)
                used = floor.cost(*start, self.budget + _NEARLY)
                return used + math.dist((*start, floor.z), top) * atlas.lowest  # noqa: B023  # used at once

            first = min(range(len(starts)), key=cost)
            start = between(starts, least(cost, float(first), len(starts)))
            below = floor.surface_at(*start)
            if below is None or cost(float(first)) == inf:
                continue
            seam = Seam("walk", "stairs", slope, below.id, slope, (start,), ((x, y),), inf)
            made = atlas.cross(seam, start, (x, y))
            if made is not None and made.place.on == slope:
                passage = Passage(seam, start, (x, y), number, number, made)
                found.append((self._ends(passage), passage))
        return min(found, key=lambda each: each[0])[1] if found else None

    def on_floor(self, floor: Floor, x: float, y: float) -> float:
        """What a place of a floor costs, the last link taken where it suits that place best; infinite if there is no way."""
        coarse = floor.cost(x, y, self.budget + _NEARLY)
        if coarse == inf:
            return inf
        assert floor.swell is not None
        spread = floor.swell.spread
        last = floor.swell.origin
        root = spread.root(last)
        passage = floor.entries[root][3]
        if passage is None or passage.seam.link:
            return coarse
        aim, tail = (x, y), 0.0
        if last != root:
            while spread.parents[last] != root:
                last = spread.parents[last]
            _, _, fields = spread.label_data(last)
            aim, tail = (fields[0], fields[1]), coarse - fields[5]
        return min(coarse, self._nearer(floor, passage, aim) + tail)

    def _nearer(self, floor: Floor, passage: Passage, aim: Point) -> float:
        """What a place costs straight behind a link, if that is slid along its seam to where it serves best."""
        atlas, seam, chart = self.atlas, passage.seam, floor.ground.chart
        source = atlas.floors[passage.source]
        before: dict[Point, float] = {}

        def walked(end: Point) -> float:
            x, y = floor.clear(end)
            free = chart.spot_free(x, y) and chart.blocked(x, y, *aim, False) < 0
            return chart.price(x, y, *aim) if free else inf

        def used(start: Point) -> float:
            if start not in before:
                before[start] = source.cost(*start, self.budget + _NEARLY)
            return before[start]

        def cost(at: float, lands: float) -> float:
            start, end = between(seam.starts, at), between(seam.ends, lands)
            if used(start) == inf:
                return inf
            price = atlas.guess(seam, math.dist(start, end))
            return atlas.clockwork.after(used(start), price, pauses=atlas.pauses(seam)) + walked(end)

        at, lands = (float(each) for each in passage.index)
        if seam.far is None:
            at = lands = least(lambda x: cost(x, x), at, len(seam.starts))
        else:
            at, lands = both(cost, at, lands, len(seam.starts), len(seam.ends))
        start = between(seam.starts, at)
        made = atlas.cross(seam, start, between(seam.ends, lands))
        if made is None or used(start) == inf or made.place.on not in floor.names:
            return inf
        pose = atlas.table.resolve(made.place)
        return atlas.arrival(used(start), seam, made) + walked((pose.x, pose.y))

    def refuses(self, floor: Floor, x: float, y: float) -> str:
        """What keeps the base from ending at a point of a floor: its name, or nothing."""
        surface = floor.surface_at(x, y)
        if surface is None:
            return "the edge of what it stands on"
        ends = floor.ground.ends
        # What stands there stands at the height of that surface.
        return replace(ends, pose=ends.pose._replace(z=surface.low), levels=(surface.low,)).refuses(x, y)

    def refuses_on(self, slope: str, x: float, y: float) -> str:
        """What keeps the base from ending on a slope."""
        view = self.atlas.view.around((x, y))
        surface = view.surface(slope)
        assert surface is not None
        pose = self.atlas.pose._replace(x=x, y=y, z=surface.height(x, y))
        for _, what in view.overlapped(pose):
            return what
        return "" if view.supported(pose) else "the edge of what it stands on"

    def says(self, x: float, y: float, on: str = "") -> Said:
        """Whether the base may end at a place within the budget."""
        found = [self.on_floor(floor, x, y) for floor in self.at(x, y, on) if not self.refuses(floor, x, y)]
        for slope in self.slopes_at(x, y, on):
            passage = self.onto(slope, x, y)
            if passage is not None and not self.refuses_on(slope, x, y):
                found.append(self._ends(passage))
        cheapest = min(found, default=inf)
        if cheapest > self.budget + self.error:
            return "no"
        return "yes" if cheapest <= self.budget - PROMISE else "within the error"

    def origin(self, floor: Floor, x: float, y: float) -> Passage | None:
        """The link by which a floor was entered on the cheapest way to a place of it."""
        assert floor.swell is not None
        if floor.cost(x, y, inf) == inf:
            return None
        return floor.entries[floor.swell.spread.root(floor.swell.origin)][3]

    def passages(self, floor: Floor, x: float, y: float) -> tuple[Passage, ...]:
        """The links of the cheapest way to a place, in order."""
        found: list[Passage] = []
        passage = self.origin(floor, x, y)
        while passage is not None:
            found.append(passage)
            floor = self.atlas.floors[passage.source]
            passage = self.origin(floor, *floor.clear(passage.start))
        return tuple(reversed(found))

    def chance(self, x: float, y: float, on: str = "") -> Fraction:
        """How likely every test on the cheapest way to a place is passed; 1 if there is none."""
        best = min(self.at(x, y, on), key=lambda floor: floor.cost(x, y, inf), default=None)
        if best is None or best.cost(x, y, self.budget + self.error) == inf:
            return Fraction(0)
        found = Fraction(1)
        for passage in self.passages(best, x, y):
            found *= passage.crossed.chance
        return found


def levels(
    table: Table,
    who: str,
    action: str,
    *,
    budget: float | None = None,
    extra: float = 0.0,
    actions: int = 1,
    risk: bool = True,
    tariff: Tariff | None = None,
    details: Record = EMPTY,
    without: tuple[str, ...] = (),
    cancelled: Cancelled | None = None,
) -> Levels:
    """What a model can reach on all levels with an action, or with several in a row.

    Without risk, only by links that need no test; ground tagged with one of `without` is kept off.
    """
    tariff = tariff or ruleset_of(table).tariffs(table, who, action)[0]
    allowance = tariff.allowance + extra if budget is None else budget / actions
    clockwork = Clockwork(allowance, actions, tariff.in_a_turn)
    atlas = Atlas(table, who, action, tariff, clockwork, details, without)
    found = Levels(atlas, clockwork.limit, risk, cancelled=cancelled)
    found.run()
    return found
