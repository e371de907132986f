"""The atlas: the floors of a table for one mover, made as they are needed, and what leads from one to another."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass, field, replace
from math import inf

from surefoot.geometry.kernel import region_distance
from surefoot.geometry.kernel_spread import Spread, Swell
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, to_lattice, within
from surefoot.geometry.ways import Point, taken
from surefoot.referee.bill import price
from surefoot.referee.itinerary import By, Leg, Mode, Stride
from surefoot.referee.protocol import Crossing, Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene, Surface
from surefoot.referee.tariff import Tariff
from surefoot.referee.view import View, bearing
from surefoot.routes.clockwork import Clockwork
from surefoot.routes.crossing import Crossed, crossed, declared, likely, put, strolled
from surefoot.routes.drawing import bends, drawn
from surefoot.routes.linking import linked, own_crossing
from surefoot.routes.route import Cancelled
from surefoot.routes.seams import Seam
from surefoot.routes.survey import Survey, freed, survey
from surefoot.table.place import BOARD, Place, Pose, on_surface
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# Nothing shifts a base further for nothing than so many radii in one link.
_SHIFT = 6.0
# A hair aside, in every direction; and out of a corner whose sides are drawn by straight pieces.
_AROUND = tuple(
    (dx * hair * TOLERANCE, dy * hair * TOLERANCE)
    for hair in (1, 3)
    for dx in (-1, 0, 1)
    for dy in (-1, 0, 1)
    if dx or dy
)


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


@dataclass(frozen=True)
class Entry:
    """Where a floor is entered, what has been used by then, and by which link; none: the mover stands there."""

    x: float
    y: float
    used: float
    passage: Passage | None
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
    entries: list[Entry] = field(default_factory=list)
    swell: Swell | None = None
    settled: int = 0

    def pending(self) -> float:
        """The cheapest entry that has not been looked at."""
        return min((entry.used for entry in self.entries[self.settled :]), default=inf)

    def settle(self, limit: float, cancelled: Cancelled | None) -> None:
        """Price everything within the limit, from all entries."""
        chart = self.ground.chart
        leaving = 1 if self.entries and self.entries[0].passage is None else 0
        spread = Spread(chart)
        spread.may_leave(self.ground.leaving if leaving else ())
        flat = array("d", [value for each in self.entries for value in (each.x, each.y, each.used)])
        spread.settle_from(flat, len(self.entries), leaving, limit, cancelled)
        self.swell = Swell(spread)
        self.settled = len(self.entries)

    def cost(self, x: float, y: float, most: float) -> float:
        """What a place costs; infinite above `most`, or if it was never entered."""
        if self.swell is None:
            return inf
        return self.swell.price(*self.clear((x, y)), most)

    def at_most(self, x: float, y: float, turn_fare: float) -> tuple[float, float]:
        """What a place costs at most, with all turning on the way paid for; and how the mover faces there."""
        assert self.swell is not None
        found, swell = self.cost(x, y, inf), self.swell
        if found == inf:
            return inf, 0.0
        label, point = swell.origin, self.clear((x, y))
        entry = self.entries[swell.spread.root(label)]
        way = taken(swell.polisher, swell.polisher.way(swell.spread, label, *point, True, 0.0))
        if way is None:
            return inf, 0.0
        pose = self.ground.ends.pose._replace(x=entry.x, y=entry.y, facing=entry.facing)
        legs = drawn(self.seen_from((entry.x, entry.y)), way, point)
        return entry.most + way.cost + turn_fare * bends(legs, pose), _ahead(legs, pose)

    def seen_from(self, start: Point) -> Survey:
        """The same ground with the mover somewhere else on it."""
        ends = self.ground.ends
        return replace(self.ground, ends=replace(ends, pose=ends.pose._replace(x=start[0], y=start[1])))

    def clear(self, *points: Point) -> Point:
        """The first of some points, so near that they are one, at which the search can begin or end."""
        chart = self.ground.chart
        for point in points:
            if chart.spot_free(*point):
                return point
            freer, _ = freed(chart, point, self.ground.firm, self.ground.coarse)
            if chart.spot_free(*freer):
                return freer
        # Exactly on an edge, or in a corner, one side or another is inside.
        x, y = points[0]
        near = [freed(chart, (x + dx, y + dy), self.ground.firm, self.ground.coarse)[0] for dx, dy in _AROUND]
        free = [each for each in near if chart.spot_free(*each)]
        # Beside an edge rather inside of it; and in a corner there may be slivers that nobody gets into.
        known = self.swell

        def worth(each: Point) -> tuple[bool, float]:
            return self.surface_at(*each) is None, known.price(each[0], each[1], inf) if known else 0.0

        return min(free, key=worth, default=points[0])

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
        return [each for each in self.ground.ends.view.surfaces_at(x, y) if each.id in self.names]


def _ahead(legs: tuple[Leg, ...], pose: Pose) -> float:
    """How somebody faces who has faced along each leg in turn."""
    x, y, facing = pose.x, pose.y, pose.facing
    for leg in legs:
        if leg.to is not None:
            to = from_lattice(leg.to[0]), from_lattice(leg.to[1])
            facing = bearing(to[0] - x, to[1] - y) if beyond(math.dist((x, y), to), 0.0) else facing
            x, y = to
    return facing


class Atlas:
    """All floors of a table for one mover and one action, made as they are needed."""

    def __init__(
        self,
        table: Table,
        who: str,
        action: str,
        alternative: int,
        clockwork: Clockwork,
        details: Record = EMPTY,
        without: tuple[str, ...] = (),
    ) -> None:
        self.table, self.who, self.action, self.alternative = table, who, action, alternative
        self.tariff = self.tariff_on(table)
        self.clockwork, self.details, self.without = clockwork, details, without
        self.view = View(Scene(table), self.tariff.anywhere or self.tariff.lens, who)
        self.pose = table.pose(who)
        self.floors: list[Floor] = []
        self.crossings = ruleset_of(table).crossings
        self._seams: list[Seam] | None = None
        self._tempos: dict[tuple[By, Mode], tuple[bool, bool]] = {}
        self._manners: dict[tuple[By, Mode, bool, bool], tuple[Crossing | None, ...]] = {}
        # How each seam was crossed the last time: it is asked first the next time.
        self._granted: dict[tuple[By, str, str, str], Crossing | None] = {}
        # What a sort of link costs that leads nowhere, and for each unit of height up or down.
        self._heights: dict[tuple[Mode, bool], tuple[float, float]] = {}
        # Doors as they are once they have been opened.
        self._doors: dict[str, Piece] = {}
        # What each sort of link costs: a fixed sum, and so much along it.
        self._guesses: dict[tuple[Mode, float, float, float], tuple[float, float]] = {}

    def floor(self, z: float, near: Point, name: str, opened: tuple[str, ...] = ()) -> Floor:
        """The floor at a height, surveyed from a place on it, with some doors open."""
        known = next(
            (each for each in self.floors if abs(each.z - z) <= TOLERANCE and each.opened == opened), None
        )
        if known is not None:
            return known
        here = self.with_open(opened)
        if self.floors:
            here = put(here, self.who, self.place(near, name))
        # What things are to the mover may hang on the level that it stands on.
        ground = survey(Scene(here), self.tariff_on(here), self.who, without=self.without)
        levels = ground.ends.levels
        names = tuple(
            surface.id
            for surface in self.view.surfaces
            if not surface.sloped and any(within(abs(surface.low - each), 0.0) for each in levels)
        )
        low = self._low(ground, names)
        made = Floor(len(self.floors), z, ground, (*names, *(each.id for each in low)), low, opened)
        self.floors.append(made)
        return made

    def _low(self, ground: Survey, names: tuple[str, ...]) -> tuple[Surface, ...]:
        """What a ruleset that follows paths by itself leads over as though it were not there."""
        if self.tariff.anywhere is None:
            return ()
        lens = ground.ends.view.lens
        return tuple(
            surface
            for surface in self.view.scene.ground.surfaces
            if surface.piece is not None
            and surface.piece.sort != "door"
            and (surface.piece.on or BOARD) in names
            and lens.role_of_piece(surface.piece) == "absent"
        )

    def tariff_on(self, table: Table) -> Tariff:
        """The prices on a table, which may not be the one it began on."""
        return ruleset_of(table).tariffs(table, self.who, self.action)[self.alternative]

    def place(self, point: Point, name: str, facing: float | None = None) -> Place:
        """A place on a surface."""
        scene = self.view.scene
        surface = self.view.surface(name)
        facing = self.pose.facing if facing is None else facing
        if surface is None or not surface.carrier:
            return on_surface(*point, name, facing)
        pose = Pose(point[0], point[1], surface.low, facing)
        return scene.place_at(pose, surface)

    @property
    def seams(self) -> list[Seam]:
        """All seams that may matter within the limit."""
        if self._seams is None:
            far = self.clockwork.limit / max(self.lowest, 1e-9) + _SHIFT * self.view.shape.reach
            leap = own_crossing(ruleset_of(self.table), "leap")
            longest = None if leap is None else self.stroke(leap)
            found = linked(self.view.scene, self.tariff, self.who, far, longest)
            self._seams = [seam for seam in found if seam.label not in self.without and self.manners(seam)]
        return self._seams

    def manners(self, seam: Seam) -> tuple[Crossing | None, ...]:
        """How a seam can be crossed: as a part of a move, which is none, or by actions of their own."""
        key = seam.by, seam.mode, seam.rise > 0, seam.opening is not None
        if key not in self._manners:
            way = "up" if seam.rise > 0 else "down"
            own = [each for each in self.crossings if each.by == seam.by and each.way in ("", way)]
            # Nobody falls upwards: a jump up is no part of a move.
            priced = self.guess(seam, 0.0) < inf and not (seam.mode == "drop" and seam.rise > 0)
            part: tuple[None, ...] = (None,) if priced else ()
            self._manners[key] = part if seam.opening is not None else (*part, *own)
        return self._manners[key]

    @property
    def lowest(self) -> float:
        """The lowest price of a unit of length."""
        return self.floors[0].ground.chart.lowest

    def guess(self, seam: Seam, length: float) -> float:
        """What a link costs by the tariff, before the referee is asked; infinite if it has no price."""
        key = seam.mode, seam.rise, seam.over, seam.across
        if key not in self._guesses:
            fixed = self._priced(seam, 0.0)
            self._guesses[key] = fixed, self._priced(seam, 1.0) - fixed if fixed < inf else 0.0
        fixed, along = self._guesses[key]
        if seam.mode == "leap":
            # Of the whole way, what lies over the gap.
            inset = self.view.shape.reach if self.view.lens.rest == "all" else 0.0
            length = max(seam.across, length * seam.across / (seam.across + 2 * inset))
        elif seam.mode == "stairs":
            length = math.hypot(length, seam.rise)
        return fixed + along * length

    def tolls(self, seam: Seam, start: Point, end: Point) -> tuple[float, float]:
        """What a link between two places costs by the tariff: the walk along the slope where it begins or ends, and itself."""
        if not seam.slope:
            return 0.0, self.guess(seam, math.dist(start, end))
        slope, level = (
            self.view.surface(seam.slope),
            self.view.surface(seam.source if seam.behind else seam.target),
        )
        assert slope is not None
        assert level is not None
        via = seam.on_slope(start, end)
        z = slope.height(*via)
        walked = end if seam.behind else start
        along = math.dist((*via, z), (*walked, slope.height(*walked)))
        rise = z - level.low if seam.behind else level.low - z
        key = seam.mode, rise > 0
        if key not in self._heights:
            none, one = (
                self._priced(replace(seam, rise=each), 0.0) for each in (0.0, math.copysign(1.0, rise))
            )
            self._heights[key] = none, one - none if none < inf else 0.0
        fixed, each = self._heights[key]
        return along * self.lowest, fixed + each * abs(rise)

    def _priced(self, seam: Seam, length: float) -> float:
        """What the tariff says of a link on which so much is travelled along."""
        here = self.pose
        if self.tariff.fare(seam.mode) is None:
            return inf
        if seam.mode == "climb" and seam.across:
            up, down = seam.over + max(seam.rise, 0.0), -(seam.over + max(-seam.rise, 0.0))
            strides = [Stride("climb", here, here, 0.0, up), Stride("climb", here, here, 0.0, down)]
            strides.append(Stride("over", here, here, seam.across))
        elif seam.mode in ("climb", "drop", "ladder"):
            strides = [Stride(seam.mode, here, here, 0.0, seam.rise)]
            if self.tariff.anywhere is not None:
                # A ruleset that follows paths by itself counts the way along too.
                strides.append(Stride("walk", here, here, length))
        elif seam.mode in ("leap", "stairs"):
            strides = [Stride(seam.mode, here, here, length, seam.rise if seam.mode == "stairs" else 0.0)]
        else:
            strides = [Stride("walk", here, here, length)]
        if any(self.tariff.fare(stride.mode) is None for stride in strides):
            return inf
        return from_lattice(sum(price(stride, self.tariff)[2] for stride in strides))

    def pauses(self, seam: Seam) -> bool:
        """Whether a link may be begun by one action and ended by the next."""
        return self._tempo(seam)[0]

    def flows(self, seam: Seam) -> bool:
        """Whether a link is walked, and an action may end on it."""
        return self._tempo(seam)[1]

    def _tempo(self, seam: Seam) -> tuple[bool, bool]:
        key = seam.by, seam.mode
        if key not in self._tempos:
            fare = self.tariff.fare(seam.mode)
            walked = seam.by == "walk" and self.tariff.anywhere is None
            rests = fare is not None and fare.rest
            self._tempos[key] = fare is not None and fare.pauses, rests and walked
        return self._tempos[key]

    def legs(self, seam: Seam, end: Point) -> tuple[Leg, ...]:
        """The leg of a link to a place."""
        if seam.link:
            return (Leg(None, seam.by, link=seam.link),)
        at = to_lattice(end[0]), to_lattice(end[1])
        if seam.by == "through":
            return (Leg(at, seam.by, on=seam.target, link=seam.name),)
        if seam.by == "lift":
            return (Leg(None, "lift", link=seam.name, rise=to_lattice(seam.rise)), Leg(at, on=seam.target))
        named = seam.target if seam.by != "walk" or self.tariff.anywhere is not None else ""
        return (Leg(at, seam.by, on=named),)

    def cross(self, seam: Seam, start: Point, end: Point) -> Crossed | None:
        """What the referee says to a link between two places, as a part of a move if it lets that pass."""
        key = seam.by, seam.name, seam.source, seam.target
        manners = self.manners(seam)
        if len(manners) > 1 and key in self._granted:
            manners = (self._granted[key], *(each for each in manners if each is not self._granted[key]))
        for own in manners:
            made = self._crossed(seam, start, end, own)
            if made is not None:
                self._granted[key] = own
                return made
        return None

    def _crossed(self, seam: Seam, start: Point, end: Point, own: Crossing | None) -> Crossed | None:
        # Turning is paid for on the way there: a link begins facing along it.
        turns = self.tariff.turn_fare and not seam.link and seam.opening is None
        facing = bearing(end[0] - start[0], end[1] - start[1]) if turns else None
        place = self.place(start, seam.source, facing)
        if seam.by == "walk" and own is None and self.tariff.anywhere is None:
            return strolled(self.table, self.who, self.tariff, place, self.legs(seam, end))
        if seam.rests:
            return self._carried(seam, place, end)
        if seam.opening is not None:
            return self._opened(seam, place)
        if seam.slope:
            return self._sloping(seam, place, seam.on_slope(start, end), end, own)
        legs = self.legs(seam, end)
        if own is not None and own.by_strokes:
            legs = strokes(start, end, own.by, self.stroke(own))
        return crossed(self.table, self.who, self.action, place, legs, own, self.details)

    def stroke(self, own: Crossing) -> float:
        """How far one action of a crossing goes."""
        return ruleset_of(self.table).tariffs(self.table, self.who, own.action)[0].allowance

    def _sloping(
        self, seam: Seam, start: Place, via: Point, end: Point, own: Crossing | None
    ) -> Crossed | None:
        """A link that begins or ends on a slope, with the walk along it."""
        last = Leg((to_lattice(end[0]), to_lattice(end[1])))
        on_slope = Leg((to_lattice(via[0]), to_lattice(via[1])))
        if seam.behind:
            leg = replace(on_slope, by=seam.by, on=seam.slope)
            made = crossed(self.table, self.who, self.action, start, (leg,), own, self.details)
            walk = made and strolled(self.table, self.who, self.tariff, made.place, (last,))
            if made is None or walk is None or made.place.on != seam.slope:
                return None
            return replace(made, behind=walk, place=walk.place, cost=made.cost + walk.cost)
        walk = strolled(self.table, self.who, self.tariff, start, (on_slope,))
        if walk is None or walk.place.on != seam.slope:
            return None
        leg = replace(last, by=seam.by, on=seam.target)
        made = crossed(self.table, self.who, self.action, walk.place, (leg,), own, self.details)
        return None if made is None else replace(made, before=walk, cost=made.cost + walk.cost)

    def _opened(self, seam: Seam, place: Place) -> Crossed | None:
        """Open a door from somewhere beside it, as a part of a move or with an action of its own."""
        opening = seam.opening
        assert opening is not None
        here = put(self.table, self.who, place)
        if opening.action:
            said = Declaration(opening.action, (self.who,), details=Record({opening.detail: seam.name}))
        else:
            leg = Leg((place.x, place.y), "through", on=place.on, link=seam.name, manner=opening.manner)
            said = Declaration(self.action, (self.who,), (leg,), details=self.details)
        made = declared(here, said)
        if made is None:
            return None
        outcome, after = made
        self._doors.setdefault(seam.name, after.pieces[seam.name])
        if opening.action:
            return Crossed((), place, 0.0, takes=1, opens=said, chance=likely(here, outcome))
        return Crossed(said.legs, place, from_lattice(outcome.cost), chance=likely(here, outcome))

    def with_open(self, names: tuple[str, ...]) -> Table:
        """The table with some doors as they are once they have been opened."""
        table = self.table
        for name in names:
            table = table.changed(pieces=table.pieces.with_(name, self._doors[name]))
        return table

    def _carried(self, seam: Seam, start: Place, end: Point) -> Crossed | None:
        """The same for an end that only carries a part of the base: the referee is led on to where it can be rested."""
        rest = min(seam.rests, key=lambda point: math.dist(point, end))
        legs = self.legs(seam, end)
        if math.dist(rest, end) <= TOLERANCE:
            return crossed(self.table, self.who, self.action, start, legs, None, self.details)
        made = crossed(
            self.table, self.who, self.action, start, (*legs, *self.legs(seam, rest)), None, self.details
        )
        if made is None:
            return None
        return replace(
            made, legs=legs, place=self.place(end, seam.target), cost=made.cost - math.dist(end, rest)
        )

    def arrival(self, used: float, seam: Seam, made: Crossed) -> float:
        """What is used after a link."""
        if made.opens is not None:
            return self.clockwork.after_own(used, made.takes) + made.cost
        before, behind = made.walked
        used, cost = used + before, made.cost - before - behind
        if made.own is not None:
            return self.after_own(used, made.own, made.takes, cost) + behind
        return self.after(used, seam, cost) + behind

    def after_own(self, used: float, own: Crossing, takes: int, cost: float) -> float:
        """What is used after a link by actions of its own."""
        if own.goes_on:
            return self.clockwork.after_shared(used, cost, own.takes)
        return self.clockwork.after_own(used, takes, runs_up=own.runs_up)

    def soonest(self, used: float, seam: Seam, start: Point, end: Point) -> float:
        """The least that can be used behind a link, before the referee is asked."""
        walk, cost = self.tolls(seam, start, end)
        found, behind = inf, walk if seam.behind else 0.0
        used += walk - behind
        if seam.opening is not None and seam.opening.action:
            return self.clockwork.after_own(used, 1) + cost
        for own in self.manners(seam):
            if own is None:
                later = self.after(used, seam, cost)
            else:
                apart = math.dist(start, end)
                count = math.ceil(apart / self.stroke(own) - TOLERANCE) if own.by_strokes else 1
                later = self.after_own(used, own, own.takes * count, cost)
            found = min(found, later + behind)
        return found

    def after(self, used: float, seam: Seam, cost: float) -> float:
        """What is used after a link that is part of a move: where one may rest on it, it is walked like any ground."""
        if self.flows(seam):
            return used + cost
        return self.clockwork.after(used, cost, pauses=self.pauses(seam))


def strokes(start: Point, end: Point, by: By, longest: float) -> tuple[Leg, ...]:
    """A straight way in as few equal legs as an action is long."""
    count = max(1, math.ceil(math.dist(start, end) / longest - TOLERANCE)) if longest > 0.0 else 1
    shares = [(k + 1) / count for k in range(count)]
    return tuple(
        Leg(
            (
                to_lattice(start[0] + (end[0] - start[0]) * share),
                to_lattice(start[1] + (end[1] - start[1]) * share),
            ),
            by,
        )
        for share in shares
    )
