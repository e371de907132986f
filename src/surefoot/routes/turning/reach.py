"""The reach of a base that is not round: one chart for each heading, and turns between neighbouring headings.

While a base keeps its facing it is a point among grown obstacles, and its cheapest path is exact. Turns are made
between headings of a lattice, where there is room for them. A turn can be moved along a path until the room for it
ends, so it is enough to turn where the mover stands, where it has just turned, and along the borders of that room.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from math import inf
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from surefoot.collecting import collecting_rarely
from surefoot.geometry.search.anchor_search import Cancelled as Interrupted
from surefoot.geometry.search.multi_start import MultiStartField, MultiStartSearch
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.language import say
from surefoot.records import dataclass, replace
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Tariff, Turning
from surefoot.routes.ground.starting import moved_out
from surefoot.routes.ground.survey import Survey
from surefoot.routes.one_level.reach import PROMISE
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.outlines import (
    Bands,
    LevelOutline,
    ReachAnswer,
    Steps,
    TurningMover,
    levels_of,
    plain_bands,
)
from surefoot.routes.turning.headings import Point, Room, facing_survey, flat, is_even, room_to_turn
from surefoot.routes.turning.outlines import bands_of
from surefoot.table.place import Pose
from surefoot.table.table import Table

if TYPE_CHECKING:
    from surefoot.routes.turning.route import TurningRoute

Cancelled = Callable[[], bool]

# The spacing of headings in degrees, from the facing of the mover on; headings along the sides of obstacles are
# added.
LATTICE = 7.5
# Headings closer together than this are the same.
_ALIKE = 0.75
# An entry that saves less than this is dropped.
_WORTH = 2e-3
# A price that is lower by less than this is the same.
_SAME = 1e-6
# The number of entries added at once before their effect on the others is known.
_AT_ONCE = 6
# All headings are searched further by this much at a time.
_WAVE = 2.0


class Entry(NamedTuple):
    """A place where a heading is taken up, the cost so far, the layer it came from and the turn made there.

    Layer -1: the mover stands there.
    """

    x: float
    y: float
    used: float
    source: int = -1
    turn: float = 0.0


@dataclass
class HeadingLayer:
    """Everything that can be reached in one heading."""

    number: int
    # Degrees from the mover's facing, modulo the symmetry of the base: the number of full turns does not matter.
    turned: float
    # Whether the first turn has been paid for.
    paid: bool
    ground: Survey
    # The largest cost that will ever be searched.
    most: float
    # The entries that wait to be searched from, and the cost of the cheapest.
    entries: list[Entry] = field(default_factory=list)
    pending: float = inf
    kept: list[Entry] = field(default_factory=list)
    # The places of the entries in use, as the kernel reads them.
    taken_up: array[float] = field(default_factory=lambda: array("d"))
    prices: MultiStartField | None = None
    # Everything up to this cost is priced.
    limit: float = 0.0
    # Labels from this one on have not been turned from yet; others have been up to this cost.
    fresh: int = 0
    tried: float = 0.0
    # The prices at which turns were made at the borders of rooms, for each direction, and at entries (0).
    left: dict[int, array[float]] = field(default_factory=dict)

    @property
    def facing(self) -> float:
        """The facing."""
        return self.ground.resting.pose.facing

    def enter(self, entries: list[Entry]) -> None:
        """Add entries."""
        self.entries += entries
        self.pending = min(self.pending, *[entry.used for entry in entries])

    def settle(self, limit: float, cancelled: Cancelled | None) -> bool:
        """Price everything up to a limit and use the entries that lower a price; false if nothing is new."""
        due = sorted((each for each in self.entries if each.used <= limit), key=lambda entry: entry.used)
        self.entries = [each for each in self.entries if each.used > limit]
        self.pending = min((entry.used for entry in self.entries), default=inf)
        changed = self.prices is not None and limit > self.limit
        self.limit = limit
        if self.prices is not None:
            if changed:
                self.prices.multi.continue_to(limit, cancelled)
            self.prices.read_from(0)
        while due:
            if self.prices is not None:
                due = self._of_use(due)
            if due:
                self._take_up(due[:_AT_ONCE], cancelled)
                del due[:_AT_ONCE]
                changed = True
        return changed

    def _of_use(self, entries: list[Entry]) -> list[Entry]:
        """The entries that lower a price by enough to matter."""
        assert self.prices is not None
        places = flat([(each.x, each.y) for each in entries])
        known = array("d", [each.used + _WORTH for each in entries])
        there = self.prices.cheaper(places, len(entries), known, inf, 0.0)
        for k in reversed(there):
            del entries[k]
        return entries

    def _take_up(self, entries: list[Entry], cancelled: Cancelled | None) -> None:
        """Search from more entries; afterwards only the new labels are read."""
        starts = array("d", [value for each in entries for value in (each.x, each.y, each.used)])
        if self.prices is None:
            leaving = 1 if entries[0].source < 0 else 0
            multi = MultiStartSearch(self.ground.chart)
            self.ground.let_leave(multi, leaves=bool(leaving))
            multi.pause = self.limit
            multi.settle_from(starts, len(entries), leaving, self.most, cancelled)
            self.prices = MultiStartField(multi)
        else:
            multi = self.prices.multi
            first = multi.used
            multi.add_starts(starts, len(entries), 0, cancelled)
            self.prices.read_from(first)
        self.kept += entries
        self.taken_up += flat([(each.x, each.y) for each in entries])

    def cheaper(self, places: array[float], count: int, way: int, since: int) -> list[Spot]:
        """The places that have become cheaper since they were last turned from; labels before `since` were there then."""
        assert self.prices is not None
        known = self.left.setdefault(way, array("d"))
        known.extend([inf] * (count - len(known)))
        found = self.prices.cheaper(places, count, known, self.limit, _SAME, since)
        return [(places[2 * k], places[2 * k + 1], known[k]) for k in found]

    def cost(self, x: float, y: float, most: float) -> float:
        """The price of a place in this heading; infinite above `most`."""
        if self.prices is None:
            return inf
        x, y = self.clear(x, y)
        found = self.prices.price(x, y, most)
        # Along the straight path out of an obstacle the field gives a price even above the limit.
        return found if found <= most else inf

    def clear(self, x: float, y: float) -> Point:
        """A place, moved out of an obstacle that it overlaps by less than the tolerance."""
        if self.ground.chart.spot_free(x, y):
            return x, y
        return moved_out(self.ground.chart, (x, y), self.ground.firm, self.ground.coarse)

    def origin(self, x: float, y: float) -> Entry | None:
        """The entry from which a place is reached most cheaply."""
        if self.cost(x, y, inf) == inf or self.prices is None:
            return None
        return self.kept[self.prices.multi.start_of(self.prices.origin)]


# A place and the cost of getting there.
Spot = tuple[float, float, float]


class HeadingStack:
    """The headings of one mover for one action, made as they are needed."""

    def __init__(
        self,
        scene: Scene,
        who: str,
        tariff: Tariff,
        limit: float,
        without: tuple[str, ...] = (),
        lattice: float = LATTICE,
    ) -> None:
        assert tariff.turning is not None
        self.lattice = lattice
        # After a turn by this angle the base is the same.
        self.round = 180.0 if is_even(scene.table.models[who].base.shape) else 360.0
        self.scene, self.who, self.tariff, self.limit, self.without = scene, who, tariff, limit, without
        self.turning: Turning = tariff.turning
        self.pose = scene.table.pose(who)
        self.layers: list[HeadingLayer] = []
        self._numbers: dict[tuple[float, bool], int] = {}
        self.headings = self._headings()
        self._rooms: dict[tuple[float, float], Room] = {}
        # Everything up to this cost is priced in every heading.
        self.settled = 0.0

    # ------------------------------------------------------------------ the lattice of headings

    def _headings(self) -> list[float]:
        """The headings in degrees from the mover's facing, within the symmetry of the base."""
        found = [k * self.lattice for k in range(round(self.round / self.lattice))]
        for more in self._along_sides():
            if all(self._apart(more, each) > _ALIKE for each in found):
                found.append(more)
        return sorted(found)

    def _along_sides(self) -> list[float]:
        """The headings along and across the sides of nearby obstacles: in a narrow gap only these fit."""
        ground = facing_survey(self.scene, self.tariff, self.who, self.without, self.pose.facing, self.far)
        view = ground.resting.view
        regions = [solid.region for solid in (*view.terrain.solids, *view.terrain.hurdles)]
        regions += [Region((figure.body.core,)) for figure, _ in view.figures if len(figure.body.core) > 2]
        sides: list[tuple[float, float]] = []
        for region in regions:
            for ring in region.rings:
                for i in range(0, len(ring), 2):
                    dx, dy = ring[i] - ring[i - 2], ring[i + 1] - ring[i - 1]
                    sides.append((math.hypot(dx, dy), math.degrees(math.atan2(dx, dy)) - self.pose.facing))
        shortest = self.scene.table.models[self.who].base.shape.reach / 2.0
        longest = sorted((side for side in sides if side[0] > shortest), key=lambda side: -side[0])
        found: list[float] = []
        for _, way in longest:
            for quarter in range(round(self.round / 90.0)):
                heading = (way + 90.0 * quarter) % self.round
                if all(self._apart(heading, each) > _ALIKE for each in found):
                    found.append(heading)
        return found[: round(_MOST_SIDES * self.round / 360.0)]

    def _apart(self, one: float, other: float) -> float:
        """The angle between two headings."""
        half = self.round / 2.0
        return abs((one - other + half) % self.round - half)

    @property
    def slack(self) -> float:
        """The cost of turning half a step of the lattice too far, and of placing turns on a grid."""
        return self.turning.price(self.lattice / 2.0) + _SAMPLED

    @property
    def far(self) -> float:
        """The furthest that the mover can get from its place, rounded up so that cached values can be shared."""
        return float(math.ceil(self.limit + TOLERANCE))

    def _next(self, turned: float, way: int) -> float:
        """The next heading, clockwise or counter-clockwise."""
        laps, k = divmod(self._number(turned) + way, len(self.headings))
        return self.headings[k] + self.round * laps

    def _number(self, turned: float) -> int:
        """The number of a heading, counting on for each full symmetry of the base."""
        laps, rest = divmod(turned, self.round)
        # Equal headings may differ by rounding.
        return bisect_left(self.headings, rest - _ALIKE / 2.0) + int(laps) * len(self.headings)

    def layer(self, turned: float, *, paid: bool) -> HeadingLayer:
        """The layer of a heading."""
        key = self.headings[self._number(turned) % len(self.headings)], paid
        if key not in self._numbers:
            self._numbers[key] = len(self.layers)
            self.layers.append(HeadingLayer(len(self.layers), key[0], paid, self._ground(key[0]), self.limit))
        return self.layers[self._numbers[key]]

    def _ground(self, turned: float) -> Survey:
        facing = (self.pose.facing + turned) % 360.0
        return facing_survey(self.scene, self.tariff, self.who, self.without, facing, self.far)

    def barred(self, x: float, y: float) -> tuple[str, ...]:
        """The obstacles that keep the base from ending at a place with any facing; empty if it may end there with one of them."""
        named: list[str] = []
        for heading in sorted(self.headings, key=lambda each: self._apart(each, 0.0)):
            named.append(self._ground(heading).resting.refuses(x, y))
            if not named[-1]:
                return ()
        return tuple(dict.fromkeys(named))

    def room(self, turned: float, turn: float) -> Room:
        """The room for a turn from a heading."""
        if turn < 0.0:
            turned, turn = turned + turn, -turn
        key = turned % self.round, turn
        if key not in self._rooms:
            facing = (self.pose.facing + turned) % 360.0
            self._rooms[key] = room_to_turn(
                self.scene, self.tariff, self.who, self.without, facing, turn, self.far
            )
        return self._rooms[key]

    # ------------------------------------------------------------------ the search

    def run(self, cancelled: Cancelled | None = None, goal: Point | None = None) -> None:
        """Price everything within the limit, all headings a little further at a time, so that little work is repeated.

        With a goal, only as far as needed for the cheapest path to it; not at all if the base can't end there.
        """
        if goal is not None and self.barred(*goal):
            return
        if not self.layers:
            first = self.layer(0.0, paid=not self.turning.first)
            first.enter([Entry(*first.ground.start, 0.0)])
        count = max(1, math.ceil((self.limit - self.settled) / _WAVE))
        for _ in range(count):
            if goal is not None and self._is_there(*goal):
                break
            self.settled = min(self.settled + _WAVE, self.limit)
            waiting = [layer.number for layer in self.layers]
            while waiting:
                layer = min((self.layers[k] for k in waiting), key=attrgetter("pending"))
                waiting.remove(layer.number)
                if layer.settle(self.settled, cancelled):
                    for beside in self._turn(layer):
                        if beside not in waiting:
                            waiting.append(beside)
            for layer in self.layers:
                if layer.prices is not None:
                    layer.prices.read_from(0)

    def cost(self, x: float, y: float, most: float) -> float:
        """The price of a place in its best heading; infinite above `most`."""
        best = inf
        for layer in self.layers:
            best = min(best, layer.cost(x, y, min(most, best)))
        return best

    def _is_there(self, x: float, y: float) -> bool:
        """Whether the price of a place to end at cannot be lowered any more."""
        return any(
            layer.cost(x, y, self.settled - self.slack) < inf and not layer.ground.resting.refuses(x, y)
            for layer in self.layers
        )

    def _turn(self, layer: HeadingLayer) -> list[int]:
        """Turn to the neighbouring headings from the newly reached places; the layers that may have become cheaper."""
        fixed = 0.0 if layer.paid else self.turning.first
        found: list[int] = []
        assert layer.prices is not None
        since = layer.fresh
        # Places that cost more than the limit was may be reached from labels that were there before.
        layer.prices.read_from(0 if layer.limit > layer.tried else since)
        layer.fresh, layer.tried = layer.prices.multi.used, layer.limit
        again = layer.cheaper(layer.taken_up, len(layer.kept), 0, since)
        for way in (1, -1):
            turned, spots, begins = layer.turned, again, self._begins(layer, way, since)
            while spots or begins:
                follows = self._next(turned, way)
                price = fixed + self.turning.price(follows - layer.turned)
                # On the border of the room there is room.
                spots = self._held(turned, follows - turned, spots) + begins
                spots, begins = [spot for spot in spots if spot[2] + price <= self.limit], []
                if spots:
                    beside = self.layer(follows, paid=True)
                    by = follows - layer.turned
                    beside.enter([Entry(x, y, cost + price, layer.number, by) for x, y, cost in spots])
                    found.append(beside.number)
                turned = follows
                # Only if one wide turn is cheaper than several small ones.
                if not self.turning.straight or abs(turned - layer.turned) >= 180.0:
                    break
        return found

    def _held(self, turned: float, turn: float, spots: list[Spot]) -> list[Spot]:
        """The places that have room for a turn."""
        if not spots:
            return spots
        free = self.room(turned, turn).holds([(x, y) for x, y, _ in spots])
        return [spot for spot, held in zip(spots, free, strict=True) if held]

    def _begins(self, layer: HeadingLayer, way: int, since: int) -> list[Spot]:
        """The places on the border of the room for a turn."""
        room = self.room(layer.turned, self._next(layer.turned, way) - layer.turned)
        places, away = room.verge((self.pose.x, self.pose.y), self.far)
        # Places further off than the mover can have got are skipped.
        near = bisect_right(away, self.settled / layer.ground.chart.lowest + TOLERANCE)
        return layer.cheaper(places, near, way, since)


_MOST_SIDES = 24


@dataclass(frozen=True)
class TurningReach(TurningMover):
    """The reach of a base that is not round: a price for every place, an answer (yes, no, within the error), and outlines."""

    who: str
    action: str
    budget: float
    stack: HeadingStack = field(repr=False)

    @property
    def pose(self) -> Pose:
        """Where it stands."""
        return self.stack.pose

    @property
    def start(self) -> Point:
        """Where it stands."""
        return self.pose.x, self.pose.y

    def limited(self, budget: float) -> TurningReach:
        """The same reach within a smaller budget."""
        return replace(self, budget=budget)

    def chance(self, x: float, y: float, on: str = "") -> Fraction:
        """The chance that it can end at a place: there is nothing to roll on one level."""
        return Fraction(int(self.says(x, y, on) == "yes"))

    def outlines(self, step: Steps) -> tuple[LevelOutline, ...]:
        """The outlines of its one level."""
        return (LevelOutline(self.pose.z, (), plain_bands(self.bands(step))),)

    def route_to(self, to: Point, on: str = "") -> TurningRoute | NoRoute:
        """The cheapest legal route to a place within the budget."""
        # Imported here because the two modules need each other.
        from surefoot.routes.turning.route import turning_route

        stack = self.stack
        if not self._is_own(on):
            return NoRoute(say("There is no path on this level"), self.budget)
        return turning_route(
            stack.scene.table, self.who, self.action, to, budget=self.budget, without=stack.without
        )

    def _is_own(self, on: str) -> bool:
        table = self.stack.scene.table
        table.demand_surface(on)
        return on in ("", table.models[self.who].place.on)

    @property
    def error(self) -> float:
        """The most by which a price may be too high where there is room: half a step of the lattice too far."""
        return self.stack.slack

    def cost(self, x: float, y: float, on: str = "") -> float | None:
        """The cost of getting to a place in the best heading; None if there is no path within the budget."""
        found = self.stack.cost(x, y, self.budget) if self._is_own(on) else inf
        return None if found == inf else found

    def best(self, x: float, y: float, most: float) -> list[HeadingLayer]:
        """The headings in which the base may end at a place for at most `most`, cheapest first."""
        priced = [(layer.cost(x, y, most), layer.number) for layer in self.stack.layers]
        return [
            self.stack.layers[k]
            for cost, k in sorted(priced)
            if cost <= most and not self.stack.layers[k].ground.resting.refuses(x, y)
        ]

    def says(self, x: float, y: float, on: str = "") -> ReachAnswer:
        """Whether the base may end at a place within the budget, with any facing."""
        found = self.best(x, y, self.budget + self.stack.slack) if self._is_own(on) else []
        if not found:
            return "no"
        return "yes" if found[0].cost(x, y, self.budget - PROMISE) < inf else "within the error"

    def __contains__(self, place: Point) -> bool:
        return self.says(*place) == "yes"

    def bands(self, step: Steps) -> Bands:
        """The outlines of the places where the centre may end, for each multiple of a step and for the whole budget."""
        return bands_of(self.stack.layers, self.budget, levels_of(self.budget, step, _CONTOURED))


# All headings together count as this many contours for each one: the points of 24, less what others cover.
_CONTOURED = 8
# The cost of examining the border of the room to turn only at some points.
_SAMPLED = 0.02


@collecting_rarely()
def turning_reach(
    table: Table,
    who: str,
    action: str,
    *,
    budget: float | None = None,
    without: tuple[str, ...] = (),
    goal: Point | None = None,
    lattice: float = LATTICE,
    cancelled: Cancelled | None = None,
) -> TurningReach:
    """The reach of a base that is not round, with an action; with a goal, at least everything cheaper than the goal.

    A finer `lattice` (in degrees) takes longer and loses less.
    """
    tariff = ruleset_of(table).tariffs(table, who, action)[0]
    limit = tariff.allowance if budget is None else budget
    found = _stack(Scene(table), who, tariff, limit, without, lattice)
    try:
        found.run(cancelled, goal)
    except Interrupted:
        # A search that was begun is not continued with another goal.
        _stack.cache_clear()
        raise
    return TurningReach(who, action, limit, found)


# Cached: a player asks for several routes while no model moves.
@lru_cache(maxsize=8)
def _stack(
    scene: Scene, who: str, tariff: Tariff, limit: float, without: tuple[str, ...], lattice: float
) -> HeadingStack:
    made = HeadingStack(scene, who, tariff, limit, without, lattice)
    # A path slightly over the budget on the lattice may be within it once smoothed.
    made.limit += made.slack
    return made
