"""Lower bounds of link costs, by the prices of the action that uses the link. The referee never bills less."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import field
from functools import cached_property, partial
from math import inf

from surefoot.geometry.kernel import core_region_distance, leg_along_edges, leg_inside, region_distance
from surefoot.geometry.search.paths import Point
from surefoot.geometry.shapes import Flat
from surefoot.geometry.tolerance import TOLERANCE, beyond
from surefoot.records import dataclass
from surefoot.referee.itinerary import Mode
from surefoot.referee.protocol import Crossing
from surefoot.referee.scene import Surface
from surefoot.referee.tariff import Fare, Tariff, limits, most
from surefoot.referee.view import View
from surefoot.routes.links.link import Link
from surefoot.routes.links.sides import BEYOND, SHORT, edges_of

# A climb off a slope begins at its edge, up to this far from the given place.
_LIP = 4 * BEYOND
# A leg this near to the side of a slope may run beside it.
_BESIDE = 2 * BEYOND

# The cost before a link, of the link, and after it.
CostParts = tuple[float, float, float]


Bounds = tuple[float, float, float, float]


@dataclass
class _LeapGround:
    """The surfaces from which a leap may begin, its source first, and what bars its way."""

    link: Link
    source: Surface
    near: list[Surface]
    # The box round all its legs.
    bounds: Bounds
    barring: list[tuple[Flat, ...]] | None = None
    _away: dict[Point, float] = field(default_factory=dict)

    def away(self, end: Point) -> float:
        """The distance of an end from all of them."""
        if end not in self._away:
            self._away[end] = min(region_distance(*end, each.region.rings) for each in self.near)
        return self._away[end]


@dataclass
class LinkCosts:
    """Lower bounds of the costs of links, for one mover."""

    view: View
    # The prices for a link: those of a move, or of the action that crosses it.
    tariff_of: Callable[[Crossing | None], Tariff]
    # The lowest price of a unit of length.
    lowest: float
    _between: dict[tuple[str, str, str, tuple[Point, ...]], list[Surface]] = field(default_factory=dict)
    _grounds: dict[int, _LeapGround] = field(default_factory=dict)
    _surfaces: dict[str, Surface] = field(default_factory=dict)
    _are_apart: dict[tuple[str, str], bool] = field(default_factory=dict)
    _beside: dict[int, tuple[Link, list[Surface]]] = field(default_factory=dict)
    _standing: dict[int, tuple[Fare, float]] = field(default_factory=dict)

    def least(self, link: Link, own: Crossing | None, start: Point, end: Point) -> CostParts:
        """The lower bound of a link between two places; infinite if it has no price."""
        if not link.slope:
            return 0.0, self._price(link, own, start, end), 0.0
        via = link.on_slope(start, end)
        slope = self._surface(link.slope)
        walk = self._slanted(slope, via, end if link.behind else start) * self.lowest
        level = self._surface(link.source if link.behind else link.target).low
        high = slope.height(*via)
        # Between the slope and the level there may be others from which it is a free step.
        near = [
            each
            for each in self._beside_slope(link, slope)
            if self._is_met(each, via, start if link.behind else end)
        ]
        left = abs(self._stepless(near, high, level)) - _LIP
        rise = math.copysign(max(0.0, left), high - level if link.behind else level - high)
        price = self._climb(link.mode, own, rise)
        return (0.0, price, walk) if link.behind else (walk, price, 0.0)

    def least_by_place(self, link: Link, own: Crossing | None) -> Callable[[Point, Point], CostParts]:
        """`least` for the places of one link. Of a leap that takes whole actions only the length has to be looked at."""
        fare = self.tariff_of(own).fare(link.mode)
        whole = own is not None and not own.goes_on
        if not whole or link.mode != "leap" or link.slope or fare is None or self._is_too_deep(link, fare):
            return partial(self.least, link, own)
        ground, standing = self._leap_ground(link), self._without_run_up(fare)
        # Most leaps are short enough as they are, with nothing in the way of any from this edge.
        free = fare.clears is None or not self._barring(ground, fare.clears)

        def least(start: Point, end: Point) -> CostParts:
            if free and math.dist(start, end) <= standing:
                return 0.0, 0.0, 0.0
            return 0.0, inf if self._is_leap_beyond(ground, fare, start, end) else 0.0, 0.0

        return least

    def least_evenly(self, link: Link, own: Crossing | None) -> tuple[float, float] | None:
        """The lower bound for all places of a link as a fixed sum and a rate per unit of length; None if it has another form."""
        tariff = self.tariff_of(own)
        if own is not None and not own.goes_on and not link.slope:
            if self._limits_pairs(link, tariff):
                return None
            return self._price(link, own, link.starts[0], link.ends[0]), 0.0
        if tariff.fare(link.mode) is None and not link.slope:
            return inf, 0.0
        if link.opening is not None:
            return 0.0, 0.0
        if (
            tariff.anywhere is not None
            or link.slope
            or link.across
            or link.foot
            or link.mode in ("leap", "stairs")
            or self._on_the_way(link)
        ):
            return None
        if link.mode in ("climb", "drop", "ladder"):
            return self._price(link, own, link.starts[0], link.ends[0]), 0.0
        return 0.0, self.lowest

    def least_actions(self, link: Link, own: Crossing | None, ends: Callable[[Surface], bool]) -> int:
        """The least number of actions that a climb takes which is no part of a move; 0 if that is not known.

        With fewer it may end on a surface on the way: it is not known if the climb is needed for one (`ends`).
        """
        fare = None if own is None or own.goes_on else self.tariff_of(own).fare(link.mode)
        if own is None or fare is None or not fare.at_once or link.slope or link.across:
            return 0
        here, there, between = self._surface(link.source), self._surface(link.target), self._on_the_way(link)
        if here.sloped or there.sloped or any(ends(each) for each in between):
            return 0
        height = abs(self._stepless(between, here.low, there.low))
        return own.takes * math.ceil(height / fare.at_once - TOLERANCE)

    def is_surely_tested(self, link: Link) -> bool:
        """Whether a link needs a test that may fail, wherever it begins and ends, if it is part of a move."""
        fare = self.tariff_of(None).fare(link.mode)
        if fare is None or fare.risk_beyond is None or link.slope:
            return False
        here, there = self._surface(link.source), self._surface(link.target)
        if link.mode == "leap":
            # No walk leads across, not over a gap of that width either.
            near = self._leap_ground(link).near
            return self._bridged >= fare.risk_beyond and not any(each is there for each in near)
        if link.mode != "drop" or here.sloped or there.sloped or self._on_the_way(link):
            return False
        return beyond(here.low - there.low, max(fare.risk_beyond, self.view.lens.step))

    def lengths_out_of_reach(self, link: Link, own: Crossing | None, end: Point) -> tuple[float, float]:
        """The lengths of a leap to an end, more than the first and less than the second, for which no roll is good enough.

        Nearer to the end no run-up is needed, and further off there is room enough for one.
        """
        if link.mode != "leap" or link.slope:
            return 0.0, 0.0
        fare = self.tariff_of(own).fare(link.mode)
        if fare is None or not fare.longest or not fare.to_end:
            return 0.0, 0.0
        away = self._leap_ground(link).away(end)
        enough = [each.run_up for each in limits(fare.longest) if away <= each.most + TOLERANCE]
        return self._without_run_up(fare), away + min(enough) - TOLERANCE if enough else inf

    def _limits_pairs(self, link: Link, tariff: Tariff) -> bool:
        """Whether the fare of a link allows it between some of its places and not between others: by length, or by a rise on the way."""
        fare = tariff.fare(link.mode)
        if fare is None:
            return False
        rises = fare.highest and link.rise > 0.0 and not fare.to_end and self._on_the_way(link)
        return bool(fare.longest or rises or (link.foot and (fare.highest or fare.deepest)))

    def _surface(self, name: str) -> Surface:
        if name not in self._surfaces:
            found = self.view.surface(name)
            assert found is not None
            self._surfaces[name] = found
        return self._surfaces[name]

    def _price(self, link: Link, own: Crossing | None, start: Point, end: Point) -> float:
        tariff = self.tariff_of(own)
        fare = tariff.fare(link.mode)
        if fare is not None and self._is_beyond(link, fare, start, end):
            return inf
        if own is not None and not own.goes_on:
            # It costs whole actions instead of movement.
            return 0.0
        if fare is None:
            return inf
        if link.opening is not None:
            return 0.0
        if tariff.anywhere is not None:
            # Rulesets that follow paths themselves bill the height too: climbed, or walked and flown at a slant.
            rise = self._surface(link.target).height(*end) - self._surface(link.source).height(*start)
            length = math.dist(start, end)
            aside = self.aside(link, start, end) if link.mode == "stairs" else 0.0
            return max(aside + length * self.lowest, math.hypot(length, rise) * self.lowest)
        if link.mode in ("climb", "drop", "ladder"):
            return self._vertical(link, own, start, end)
        if link.mode == "leap":
            rate, gap = self._rate(fare), self._gap(self._leap_ground(link), start, end)
            price = fare.stretch(gap, rate * gap)
            if self.view.lens.rest == "centre" and link.rise >= 0.0:
                # Where the centre decides, all of the leg is billed: the gap, and the walk before and after it. But a
                # base that comes down lower lands clear of the edge that it has left, however far that is.
                price = max(price, min(rate, self.lowest) * (math.dist(start, end) - _LIP))
            return fare.fixed + price
        if link.mode == "stairs":
            return min(self._rate(fare), self.lowest) * self._slanted(self._surface(link.name), start, end)
        return math.dist(start, end) * self.lowest

    def aside(self, link: Link, start: Point, end: Point) -> float:
        """The cost of climbing up one side of a slope and down another, in rulesets where sides are climbed."""
        if self.tariff_of(None).anywhere is None:
            return 0.0
        slope = self._surface(link.name)
        spans = leg_inside(*start, *end, slope.region.rings)
        if not spans or leg_along_edges(*start, *end, slope.region.rings, _BESIDE):
            return 0.0
        found = 0.0
        for name, at in ((link.source, spans[0]), (link.target, spans[-1])):
            lip = start[0] + (end[0] - start[0]) * at, start[1] + (end[1] - start[1]) * at
            rise = abs(slope.height(*lip) - self._surface(name).height(*lip))
            found += self._climb("climb", None, max(0.0, rise - _LIP))
        return found

    def _rate(self, fare: Fare) -> float:
        """The price of a unit of length, on any ground."""
        return min(fare.along, self.lowest) if fare.by_ground else fare.along

    # ------------------------------------------------------------------ up and down

    def _climb(self, mode: Mode, own: Crossing | None, rise: float) -> float:
        """The price of a climb or a fall of this height."""
        if own is not None and not own.goes_on:
            return 0.0
        fare = self.tariff_of(own).fare(mode)
        if fare is None:
            return inf
        high = abs(rise)
        return fare.fixed + fare.stretch(high, high * (fare.up if rise > 0 else fare.down)) if rise else 0.0

    def _vertical(self, link: Link, own: Crossing | None, start: Point, end: Point) -> float:
        """The lower bound of moving up or down between two levels. Surfaces in between may be stepped onto for free."""
        low, high = self._surface(link.source).low, self._surface(link.target).low
        between = [each for each in self._on_the_way(link) if self._is_met(each, start, end)]
        fare = self.tariff_of(own).fare(link.mode)
        if between and fare is not None and fare.by_stretch:
            # Each part between two surfaces has its own least price and its own free units.
            return 0.0
        if not (link.mode == "climb" and link.across):
            return self._climb(link.mode, own, self._stepless(between, low, high))
        # Over the top of a piece, and down on its far side.
        top = self._surface(link.name)
        over = self.tariff_of(own).fare("over")
        rate = min(self.lowest, over.along) if over is not None else 0.0
        spans = leg_inside(*start, *end, top.region.rings)
        width = sum(spans[1::2]) - sum(spans[0::2])
        up = self._climb("climb", own, self._stepless(between, low, top.low))
        # An action of its own may end after the way up.
        down = self._climb("climb", own, self._stepless(between, top.low, high)) if own is None else 0.0
        return up + down + rate * width * math.dist(start, end)

    def _stepless(self, between: list[Surface], here: float, there: float) -> float:
        """The part of the height between two levels that free steps from surface to surface do not cover."""
        low, high = min(here, there), max(here, there)
        step = self.view.lens.step
        left = sum(each for each in _single_rises(between, low, high) if beyond(each, step))
        return math.copysign(left, there - here)

    def _on_the_way(self, link: Link) -> list[Surface]:
        """The surfaces near any leg of a link, between the heights of its ends."""
        key = link.name, link.source, link.target, link.starts
        if key not in self._between:
            self._between[key] = list(self._lying_near(link))
        return self._between[key]

    def _lying_near(self, link: Link) -> list[Surface]:
        ends = [self._surface(link.source).low, self._surface(link.target).low]
        if link.across:
            ends.append(self._surface(link.name).low)
        reach = self.view.shape.reach
        points = (*link.starts, *link.ends, *((link.foot,) if link.foot is not None else ()))
        west, east = min(x for x, _ in points) - reach, max(x for x, _ in points) + reach
        south, north = min(y for _, y in points) - reach, max(y for _, y in points) + reach
        found = []
        for each in self.view.surfaces:
            x0, y0, x1, y1 = each.region.bounds
            inside = beyond(each.high, min(ends)) and beyond(max(ends), each.low)
            # A level at the height of an end shortens nothing.
            level = not each.sloped and any(abs(each.low - z) <= TOLERANCE for z in ends)
            if inside and not level and x0 <= east and x1 >= west and y0 <= north and y1 >= south:
                found.append(each)
        return found

    def _beside_slope(self, link: Link, slope: Surface) -> list[Surface]:
        """The surfaces, other than the slope itself, that a base may pass over on any leg between a slope and a level."""
        known, found = self._beside.get(id(link), (None, []))
        if known is link:
            return found
        points = [*link.starts, *link.ends, *((link.foot,) if link.foot is not None else ())]
        points += [link.on_slope(point, point) for point in points]
        west, south, east, north = _bounds(tuple(points))
        far = self._near
        box = west - far, south - far, east + far, north + far
        found = [
            each for each in self.view.surfaces if each is not slope and _overlap(each.region.bounds, box)
        ]
        # The link is kept beside it, so that its identity stays its own.
        self._beside[id(link)] = link, found
        return found

    @cached_property
    def _near(self) -> float:
        """How near to its centre a base passes over a surface."""
        return self.view.shape.reach + SHORT

    def _is_met(self, surface: Surface, start: Point, end: Point) -> bool:
        """Whether a base that moves in a straight line passes over a surface."""
        near = self._near
        west, south, east, north = surface.region.bounds
        (ax, ay), (bx, by) = start, end
        if (
            (ax < west - near and bx < west - near)
            or (ax > east + near and bx > east + near)
            or (ay < south - near and by < south - near)
            or (ay > north + near and by > north + near)
        ):
            return False
        return core_region_distance((ax, ay, bx, by), surface.region.rings) <= near

    # ------------------------------------------------------------------ across

    def _is_beyond(self, link: Link, fare: Fare, start: Point, end: Point) -> bool:
        """Whether a link is longer, higher or deeper than the best roll can make it, or leads into something too high."""
        if self._is_too_deep(link, fare):
            return True
        if fare.longest and link.mode == "leap":
            return self._is_leap_beyond(self._leap_ground(link), fare, start, end)
        if fare.highest and link.rise > 0.0 and not link.across and not link.slope:
            low, high = self._surface(link.source).low, self._surface(link.target).low
            # As part of a move it may lead from surface to surface.
            near = [] if fare.to_end else self._on_the_way(link)
            between = [each for each in near if self._is_met(each, start, end)]
            return any(beyond(each, most(fare.highest)) for each in _single_rises(between, low, high))
        return False

    def _is_too_deep(self, link: Link, fare: Fare) -> bool:
        """Whether a link leads deeper down than the best roll allows."""
        if not fare.deepest or link.rise >= 0.0 or link.slope:
            return False
        above, below = self._surface(link.source), self._surface(link.target)
        flat = not above.sloped and not below.sloped
        return flat and beyond(above.low - below.low, most(fare.deepest))

    def _is_leap_beyond(self, ground: _LeapGround, fare: Fare, start: Point, end: Point) -> bool:
        """Whether a leap is longer than the best roll can make it, or leads into something too high."""
        length = math.dist(start, end)
        if length > self._without_run_up(fare) and self._is_too_far(ground, fare, length, start, end):
            return True
        return fare.clears is not None and self._is_blocked(ground, fare.clears, start, end)

    def _is_too_far(self, ground: _LeapGround, fare: Fare, length: float, start: Point, end: Point) -> bool:
        """Whether a leap that needs a run-up is too long even after the longest one on its own leg."""
        if not fare.to_end:
            return beyond(self._gap(ground, start, end), self._without_run_up(fare))
        # The leap is no shorter than the end is away, which leaves so much for the run-up at most.
        away = ground.away(end)
        if away > most(fare.longest, length - away) + TOLERANCE:
            return True
        last = max(last for _, last in self._walked_over(ground, start, end))
        return beyond((1.0 - last) * length, most(fare.longest, last * length))

    def _without_run_up(self, fare: Fare) -> float:
        """The longest leap without a run-up."""
        known, standing = self._standing.get(id(fare), (None, 0.0))
        if known is not fare:
            standing = most(fare.longest)
            self._standing[id(fare)] = fare, standing
        return standing

    def _is_blocked(self, ground: _LeapGround, clears: float, start: Point, end: Point) -> bool:
        """Whether a base on its way through the air surely meets something that it does not clear."""
        near = self.view.shape.reach - BEYOND
        return any(
            core_region_distance((*start, *end), rings) < near for rings in self._barring(ground, clears)
        )

    def _barring(self, ground: _LeapGround, clears: float) -> list[tuple[Flat, ...]]:
        """The outlines of what bars the way of a leap and is too high to be cleared."""
        if ground.barring is None:
            z = ground.source.low
            ground.barring = [
                solid.region.rings
                for solid in self.view.terrain.solids
                if self.view.bars(solid.low, solid.high, z)
                and beyond(solid.high, z + clears)
                and _overlap(solid.region.bounds, ground.bounds)
            ]
        return ground.barring

    def _leap_ground(self, link: Link) -> _LeapGround:
        """The surfaces near any leg of a leap on which the mover may run up to it."""
        ground = self._grounds.get(id(link))
        if ground is not None:
            return ground
        source, target = self._surface(link.source), self._surface(link.target)
        high, bounds = target.low - self.view.lens.step, _bounds((*link.starts, *link.ends))
        near = [
            each
            for each in self.view.surfaces
            if (not beyond(high, each.high) or each is source) and _overlap(each.region.bounds, bounds)
        ]
        made = _LeapGround(link, source, self._walkable(source, near), bounds)
        # It keeps the link, whose identity stays its own.
        self._grounds[id(link)] = made
        return made

    def _walkable(self, source: Surface, near: list[Surface]) -> list[Surface]:
        """Those of some surfaces that a walk from one of them can lead onto."""
        found = [source]
        for each in found:
            for other in near:
                level = max(other.low - each.high, each.low - other.high)
                if other in found or beyond(level, self.view.lens.step) or self._apart(each, other):
                    continue
                found.append(other)
        return found

    def _apart(self, one: Surface, other: Surface) -> bool:
        """Whether no mover can walk from one surface straight onto another, or back."""
        key = (one.id, other.id) if one.id < other.id else (other.id, one.id)
        if key not in self._are_apart:
            # One may lie inside the other, so that only its own edges are near.
            self._are_apart[key] = one is not other and all(
                core_region_distance((edge.ax, edge.ay, edge.bx, edge.by), there.region.rings) > self._bridged
                for here, there in ((one, other), (other, one))
                for edge in edges_of(here)
            )
        return self._are_apart[key]

    @cached_property
    def _bridged(self) -> float:
        """The widest gap that a mover walks over."""
        return self.view.lens.gap + self.view.lens.gap_in_bases * 2 * self.view.shape.reach + SHORT

    def _gap(self, ground: _LeapGround, start: Point, end: Point) -> float:
        """The width of the last gap before the target of a leap: the mover may have walked up to it over other surfaces."""
        begins = leg_inside(*start, *end, self._surface(ground.link.target).region.rings)[0::2]
        lips = self._walked_over(ground, start, end)
        gaps = [at - max(min(last, at) for first, last in lips if first < at) for at in begins if at > 0.0]
        return min(gaps, default=0.0) * math.dist(start, end)

    def _walked_over(self, ground: _LeapGround, start: Point, end: Point) -> list[tuple[float, float]]:
        """The spans of a leg over surfaces that a walk from the start of a leap can use."""
        if len(ground.near) == 1:
            inside = leg_inside(*start, *end, ground.source.region.rings)
            # As a rule the leg begins on its source, and leaves it once.
            if len(inside) == 2 and inside[0] == 0.0:
                return [(0.0, inside[1])]
        wide, step = self._bridged, self.view.lens.step
        bridged = wide / max(math.dist(start, end), wide)
        spans = []
        for each in ground.near:
            inside = leg_inside(*start, *end, each.region.rings)
            spans += [(each, inside[k], inside[k + 1]) for k in range(0, len(inside), 2)]
        found = [(ground.source, 0.0, 0.0)]
        for each, _, reached in found:
            # Each surface is stepped onto from the one before, or reached across a small gap.
            left: list[tuple[Surface, float, float]] = []
            for span in spans:
                other, first, _ = span
                rise = max(other.low - each.high, each.low - other.high)
                follows = first <= reached + bridged and not beyond(rise, step)
                (found if follows else left).append(span)
            spans = left
        return [(first, last) for _, first, last in found]

    def _slanted(self, slope: Surface, start: Point, end: Point) -> float:
        """The length of a straight path over a slope.

        Along a side of the slope it counts as level, because either side is possible.
        """
        length, rings = math.dist(start, end), slope.region.rings
        if length <= TOLERANCE or leg_along_edges(*start, *end, rings, _BESIDE):
            return length
        spans = leg_inside(*start, *end, rings)
        for first, last in _pairs(spans):
            low, high = (
                slope.height(start[0] + (end[0] - start[0]) * at, start[1] + (end[1] - start[1]) * at)
                for at in (first, last)
            )
            along = (last - first) * math.dist(start, end)
            length += math.hypot(along, high - low) - along
        return length


def _pairs(spans: list[float]) -> list[tuple[float, float]]:
    """Pairs of the begin and end of each span."""
    return list(zip(spans[0::2], spans[1::2], strict=True))


def _single_rises(between: list[Surface], low: float, high: float) -> list[float]:
    """The heights from one surface to the next on the way up from a level to another."""
    found, at = [], low
    for bottom, top in (*sorted((each.low, each.high) for each in between), (high, high)):
        found.append(min(max(bottom, at), high) - at)
        at = max(at, min(top, high))
    return found


def _bounds(points: tuple[Point, ...]) -> Bounds:
    """The box round some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _overlap(one: Bounds, other: Bounds) -> bool:
    """Whether two boxes have a point in common."""
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]
