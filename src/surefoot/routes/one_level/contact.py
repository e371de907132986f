"""The shortest path into contact, by which a charge is measured. Rules get it from `dice.planner`."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import pairwise
from math import inf

from surefoot.geometry.kernel import point_segment_square
from surefoot.geometry.prepare import rounded
from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.field import PriceField
from surefoot.geometry.search.paths import Path, Point, cheapest
from surefoot.geometry.shapes import Body, Region
from surefoot.geometry.sweep import rings_of
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, within
from surefoot.records import dataclass, replace
from surefoot.referee.bill import bill
from surefoot.referee.contact import height_between
from surefoot.referee.itinerary import Leg
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Figure, Scene
from surefoot.referee.tariff import Tariff
from surefoot.referee.trace import trace
from surefoot.routes.ground.survey import Survey, Unpriced, survey
from surefoot.routes.one_level.legs import path_legs
from surefoot.routes.one_level.route import prepared
from surefoot.table.place import Pose
from surefoot.table.table import Table

# The largest distance between points tried on the outline of a target, and the precision of a border between two of
# them.
_TRIED = 0.05
_EXACT = 1e-9
# Places are tried this far outside the outline: there nothing overlaps, and they still count as touching.
_HAIR = TOLERANCE / 4
# At an edge nearer than this a base may come to stand on either side.
_EDGE = 2 * TOLERANCE


@dataclass(frozen=True)
class Shortest:
    """The cheapest path into contact on one level: its legs and what they cost by the tariff, in millionths."""

    legs: tuple[Leg, ...]
    cost: int


def shortest_to_contact(
    table: Table,
    who: str,
    tariff: Tariff | str,
    target: str,
    reach: float = 0.0,
    without: tuple[str, ...] = (),
    level: float = inf,
) -> Shortest | None:
    """The cheapest path of a model, however long, to where its base touches a target's or comes within `reach` of it.

    There it stands at most `level` higher or lower than the target. The path is walked on the level where the model stands, and ends where its base may stand. Zones do not count for
    a model that ends in contact. Ground with a tag in `without` (ground that needs a test) is avoided. None if there
    is no such path; there may still be one by climbing or leaping.
    """
    if isinstance(tariff, str):
        tariff = ruleset_of(table).tariffs(table, who, tariff)[0]
    return _shortest(Scene(table), who, replace(tariff, allowance=0.0), target, reach, without, level)


@lru_cache(maxsize=1024)
def _shortest(
    scene: Scene,
    who: str,
    tariff: Tariff,
    target: str,
    reach: float,
    without: tuple[str, ...],
    level: float,
) -> Shortest | None:
    zoneless = replace(tariff, lens=replace(tariff.lens, zones=()), keep_out=())
    figure = next((one for one in scene.figures if one.id == target), None)
    if figure is None:
        return None
    distance = scene.table.models[who].base.shape.reach + figure.body.radius + reach
    try:
        ground = survey(scene, zoneless, who, (target,), without)
        meeting = _Target(scene, figure, level)
        way = _straight(ground, figure.body, distance, meeting)
        if way is None:
            # From here on the target itself is an obstacle.
            ground = survey(scene, zoneless, who, (), without)
            way = _round_it(ground, figure.body, distance, meeting)
    except Unpriced:
        return None
    if way is None:
        return None
    if way.cost <= 1e-9:
        return Shortest((), 0)
    legs = path_legs(ground, way, way.end)
    itinerary = trace(scene, tariff.lens, who, legs)
    return Shortest(legs, bill(itinerary, tariff).cost)


@dataclass(frozen=True)
class _Target:
    """The model to touch, and how much higher or lower than it a base may stand where they touch."""

    scene: Scene
    figure: Figure
    level: float

    def met_at(self, ground: Survey, x: float, y: float) -> bool:
        """Whether a base at a point meets the model at its height."""
        resting = ground.resting
        pose = Pose(x, y, resting.height(x, y), resting.pose.facing)
        body = resting.view.body(pose)
        there = self.figure.beside(pose.z).pose
        apart = height_between(self.scene, pose, body, there, self.figure.body, self.level)
        return within(apart, self.level)


def _may_end(ground: Survey, x: float, y: float, target: _Target) -> bool:
    """Whether the base may stand at a point, at the height of its target; at an edge on both sides of it."""
    if target.level != inf:
        spots = ((x + dx, y + dy) for dx in (-_EDGE, _EDGE) for dy in (-_EDGE, _EDGE))
        if not all(target.met_at(ground, *spot) for spot in spots):
            return False
    return not ground.resting.refuses(x, y)


def _straight(ground: Survey, body: Body, distance: float, target: _Target) -> Path | None:
    """The cheapest path to a round body, if the base may stand where it ends."""
    if len(body.core) > 2:
        return None
    centre = body.x, body.y
    ways = cheapest(ground.chart, ground.start, centre, radius=distance, search=prepared(ground))
    if not ways or not _may_end(ground, *ways[0].end, target) or _passes(ground, ways[0], body, distance):
        return None
    return ways[0]


def _passes(ground: Survey, way: Path, body: Body, distance: float) -> bool:
    """Whether a path leads past a round body, nearer than a distance, before it ends: the body itself is in its way."""
    pose = ground.resting.pose
    spots = [(pose.x, pose.y)]
    spots += [
        (from_lattice(leg.to[0]), from_lattice(leg.to[1]))
        for leg in path_legs(ground, way, way.end)
        if leg.to
    ]
    near = (distance - _EDGE) ** 2
    return any(point_segment_square(body.x, body.y, *one, *other) < near for one, other in pairwise(spots))


def _round_it(ground: Survey, body: Body, distance: float, target: _Target) -> Path | None:
    """The cheapest path to any place at a distance from a body where the base may stand."""
    search = prepared(ground)
    best = _cheapest_place(ground, search, _Outline(body, distance + _HAIR), target)
    ways = [] if best is None else cheapest(ground.chart, ground.start, best, search=search)
    return ways[0] if ways else None


def _cheapest_place(ground: Survey, search: Search, outline: _Outline, target: _Target) -> Point | None:
    """The cheapest point of an outline at which the base may stand, at the height of its target."""
    search.settle(*ground.start, inf, None)
    field = PriceField(search)

    def stands(at: float) -> bool:
        x, y = outline.point(at)
        return ground.chart.spot_free(x, y) and _may_end(ground, x, y, target)

    def firmly(at: float) -> bool:
        # Leave room for rounding to the lattice, which must not move the place beyond the tolerance.
        return stands(at) and stands(at - _HAIR) and stands(at + _HAIR)

    def cost(at: float) -> float:
        return field.cost_at(*outline.point(at), inf)

    steps = outline.steps()
    away = [math.dist(ground.start, outline.point(at)) for at in steps]
    # A place between two steps is nearer than both by no more than the way along the outline.
    between = [(one + other - outline.step) / 2 for one, other in pairwise([*away, away[0]])]
    touching = _touching(ground, outline)
    away += [*between, *(math.dist(ground.start, outline.point(at)) for at in touching)]
    firm = cache(lambda number: firmly(steps[number]))

    def place(number: int) -> float | None:
        """The place to stand at a step, at the border between it and the next, or where another base is touched."""
        if number < len(steps):
            return steps[number] if firm(number) else None
        if number >= 2 * len(steps):
            at = touching[number - 2 * len(steps)]
            return at if stands(at) else None
        first = number - len(steps)
        if firm(first) == firm((first + 1) % len(steps)):
            return None
        return _border(firmly, steps[first], steps[first] + outline.step, inside=firm(first))

    best: tuple[float, int, float] | None = None
    # The nearest first: no place costs less than the straight way to it at the lowest rate, so most need not be tried.
    for number in sorted(range(len(away)), key=away.__getitem__):
        if best is not None and away[number] * ground.chart.lowest > best[0] + _HAIR:
            break
        at = place(number)
        if at is not None:
            best = min(best or (inf, 0, 0.0), (cost(at), number, at))
    if best is None or best[0] == inf:
        return None
    return outline.point(_lowest(lambda at: cost(at) if firmly(at) else inf, best[2], best[0], outline.step))


def _touching(ground: Survey, outline: _Outline) -> list[float]:
    """The points of a round target's outline at which the base also touches another round base: a gap may be exactly that wide."""
    view = ground.resting.view
    return [
        at
        for figure, _ in view.figures
        if len(figure.body.core) == 2
        for at in outline.meets(figure.body.x, figure.body.y, view.shape.reach + figure.body.radius)
    ]


def _border(stands: Callable[[float], bool], low: float, high: float, *, inside: bool) -> float:
    """The last place between two at which the base may stand, given that it may stand at one of them."""
    good, bad = (low, high) if inside else (high, low)
    while abs(good - bad) > _EXACT:
        middle = (good + bad) / 2
        good, bad = (middle, bad) if stands(middle) else (good, middle)
    return good


def _lowest(cost: Callable[[float], float], at: float, best: float, step: float) -> float:
    """The cheapest place near a given one, by steps of decreasing size."""
    while step > _EXACT:
        step /= 2
        for near in (at - step, at + step):
            price = cost(near)
            if price < best:
                at, best = near, price
    return at


class _Outline:
    """The points at a distance from a body, addressed by their length along the outline."""

    def __init__(self, body: Body, distance: float) -> None:
        self.body, self.distance = body, distance
        self.is_round = len(body.core) == 2
        corners: list[Point] = []
        if not self.is_round:
            ring = max(rings_of(rounded(Region((body.core,)), distance)), key=len)
            corners = [(ring[i], ring[i + 1]) for i in range(0, len(ring), 2)]
        self._corners = corners
        self._ends = [0.0]
        for k, corner in enumerate(corners):
            self._ends.append(self._ends[-1] + math.dist(corner, corners[(k + 1) % len(corners)]))
        self.length = 2 * math.pi * distance if self.is_round else self._ends[-1]
        self.step = self.length / max(8, math.ceil(self.length / _TRIED))

    def steps(self) -> list[float]:
        """Places all round the body."""
        return [k * self.step for k in range(round(self.length / self.step))]

    def point(self, at: float) -> Point:
        """The point at a length along the outline."""
        at %= self.length
        if self.is_round:
            angle = at / self.distance
            return (
                self.body.x + self.distance * math.cos(angle),
                self.body.y + self.distance * math.sin(angle),
            )
        k = min(bisect_right(self._ends, at) - 1, len(self._corners) - 1)
        (ax, ay), (bx, by) = self._corners[k], self._corners[(k + 1) % len(self._corners)]
        share = (at - self._ends[k]) / max(self._ends[k + 1] - self._ends[k], _EXACT)
        return ax + (bx - ax) * share, ay + (by - ay) * share

    def meets(self, x: float, y: float, radius: float) -> list[float]:
        """The points at which a circle crosses a round outline."""
        dx, dy = x - self.body.x, y - self.body.y
        away = math.hypot(dx, dy)
        if not self.is_round or not abs(self.distance - radius) < away < self.distance + radius:
            return []
        towards = math.atan2(dy, dx)
        share = (away * away + self.distance**2 - radius * radius) / (2 * away * self.distance)
        beside = math.acos(min(1.0, max(-1.0, share)))
        return [(towards + turn) % (2 * math.pi) * self.distance for turn in (beside, -beside)]
