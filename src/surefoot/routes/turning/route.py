"""The cheapest route of a base that is not round: read from its headings, smoothed, and judged by the referee."""

from __future__ import annotations

import math
from math import inf

from surefoot.collecting import collecting_rarely
from surefoot.dice.requests import Break
from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.paths import Path, cheapest
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, to_lattice
from surefoot.language import Length, count, say
from surefoot.records import dataclass, replace
from surefoot.referee.itinerary import Leg
from surefoot.referee.referee import check
from surefoot.routes.ground.starting import moved_out
from surefoot.routes.ground.survey import Survey
from surefoot.routes.one_level.legs import path_legs
from surefoot.routes.one_level.route import (
    NoRoute,
    Route,
    RouteRequest,
    arrives,
    is_dearer,
    obstacles,
    prepared,
    refused,
    too_far,
)
from surefoot.routes.turning.headings import Point, facing_survey, room_to_turn
from surefoot.routes.turning.reach import Cancelled, HeadingLayer, HeadingStack, TurningReach, turning_reach
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

# A smaller turn in degrees is no turn.
_NO_TURN = 1e-6
# The number of bisections when turns and their places are smoothed.
_HALVINGS = 10
_FIRST_SLIDE, _LAST_SLIDE = 0.5, 2e-3
# The number of rounds over all turns and their places.
_ROUNDS = 2


@dataclass(frozen=True)
class TurningPath:
    """A path as headings (degrees from the first facing) and the places between which each is kept."""

    headings: tuple[float, ...]
    places: tuple[Point, ...]


def turning_path(stack: HeadingStack, layer: HeadingLayer, goal: Point) -> TurningPath | None:
    """The cheapest path to a place in one heading, as the search found it."""
    headings: list[float] = [layer.turned]
    places: list[Point] = [goal]
    while True:
        entry = layer.origin(*goal)
        if entry is None:
            return None
        goal = entry.x, entry.y
        places.append(goal)
        if entry.source < 0:
            break
        layer = stack.layers[entry.source]
        # The heading before the turn, whatever full symmetries of the base lie in between.
        laps = round((headings[-1] - entry.turn - layer.turned) / stack.round)
        headings.append(layer.turned + stack.round * laps)
    facing = headings[-1]
    return _merged(TurningPath(tuple(each - facing for each in reversed(headings)), tuple(reversed(places))))


def _merged(found: TurningPath) -> TurningPath:
    """The path without headings that are kept for no length: two turns at one place are one."""
    headings, places = [found.headings[0]], [found.places[0]]
    for heading, place in zip(found.headings[1:], found.places[1:-1], strict=True):
        if abs(heading - headings[-1]) < _NO_TURN:
            continue
        if math.dist(place, places[-1]) <= TOLERANCE and len(headings) > 1:
            headings[-1] = heading
        else:
            headings.append(heading)
            places.append(place)
    return TurningPath(tuple(headings), (*places, found.places[-1]))


class Smoother:
    """Removes from a path the extra cost of the heading lattice and of the grid of turn places."""

    def __init__(self, stack: HeadingStack) -> None:
        self.stack = stack
        self._lengths: dict[tuple[float, Point, Point], float] = {}
        self._searches: dict[tuple[float, bool], Search] = {}

    def smoothed(self, found: TurningPath) -> TurningPath:
        """A path that costs no more."""
        for _ in range(_ROUNDS):
            for k in range(1, len(found.headings)):
                found = self._turn_less(found, k)
            found = _merged(found)
            for k in range(1, len(found.headings)):
                found = self._slide(found, k)
        return _merged(found)

    def price(self, found: TurningPath) -> float:
        """The cost of a path; infinite if it does not fit."""
        turning, total = self.stack.turning, 0.0
        if len(found.headings) > 1:
            total += turning.first
        for k, heading in enumerate(found.headings):
            total += self.length(heading, found.places[k], found.places[k + 1])
            if k:
                total += turning.price(heading - found.headings[k - 1])
        return total

    def ground(self, heading: float) -> Survey:
        """The survey of a heading, whether it is on the lattice or not."""
        stack = self.stack
        facing = (stack.pose.facing + heading) % 360.0
        return facing_survey(stack.scene, stack.tariff, stack.who, stack.without, facing, stack.far)

    def way(self, heading: float, start: Point, end: Point) -> Path | None:
        """The cheapest path between two places in one heading."""
        ground = self.ground(heading)
        leaves = math.dist(start, ground.start) <= 3 * TOLERANCE + ground.coarse
        search = self._searches.get((heading, leaves))
        if search is None:
            search = self._searches[heading, leaves] = prepared(ground)
            if not leaves:
                search.may_leave(())
        ends = [moved_out(ground.chart, point, ground.firm, ground.coarse) for point in (start, end)]
        ways = cheapest(ground.chart, ends[0], ends[1], limit=self.stack.limit + 1.0, search=search)
        return ways[0] if ways else None

    def length(self, heading: float, start: Point, end: Point) -> float:
        """The cost of the cheapest path between two places in one heading."""
        key = heading, start, end
        if key not in self._lengths:
            found = self.way(heading, start, end) if math.dist(start, end) > TOLERANCE else None
            self._lengths[key] = found.cost if found else 0.0 if math.dist(start, end) <= TOLERANCE else inf
        return self._lengths[key]

    def _fits(self, found: TurningPath, k: int) -> bool:
        """Whether there is room for the turn into a heading."""
        stack = self.stack
        before, turn = found.headings[k - 1], found.headings[k] - found.headings[k - 1]
        if turn < 0.0:
            before, turn = before + turn, -turn
        facing = (stack.pose.facing + before) % 360.0
        room = room_to_turn(stack.scene, stack.tariff, stack.who, stack.without, facing, turn, stack.far)
        return room.holds([found.places[k]])[0]

    def _turn_less(self, found: TurningPath, k: int) -> TurningPath:
        """Reduce a heading that is turned into and out of again, or ended in, to the smallest turn that fits."""
        before = found.headings[k - 1]
        after = found.headings[k + 1] if k + 1 < len(found.headings) else before
        heading = found.headings[k]
        if (heading - before) * (heading - after) <= 0.0:
            return found
        least = before if abs(before - heading) < abs(after - heading) else after
        best, price = found, self.price(found)
        low, high = 0.0, 1.0
        for _ in range(_HALVINGS):
            share = (low + high) / 2.0
            turned = (*found.headings[:k], heading + (least - heading) * share, *found.headings[k + 1 :])
            other = TurningPath(turned, found.places)
            cost = self.price(other)
            if cost < price:
                best, price, low = other, cost, share
            else:
                high = share
        return best

    def _slide(self, found: TurningPath, k: int) -> TurningPath:
        """Slide the place of a turn to where the path over it is shortest."""
        before, after = found.places[k - 1], found.places[k + 1]

        def cost(place: Point) -> float:
            return self.length(found.headings[k - 1], before, place) + self.length(
                found.headings[k], place, after
            )

        best, price, step = found.places[k], cost(found.places[k]), _FIRST_SLIDE
        while step > _LAST_SLIDE:
            x, y = best
            places = [
                (x + step * math.cos(math.pi * i / 4), y + step * math.sin(math.pi * i / 4)) for i in range(8)
            ]
            better = None
            for place in places:
                # A straight line is the lower bound.
                if math.dist(before, place) + math.dist(place, after) >= price - 1e-6:
                    continue
                made = cost(place)
                if made < price - 1e-6 and self._fits(self._moved(found, k, place), k):
                    better, price = place, made
            if better is None:
                step /= 2.0
            else:
                best = better
        return self._moved(found, k, best)

    def _moved(self, found: TurningPath, k: int, place: Point) -> TurningPath:
        return replace(found, places=(*found.places[:k], place, *found.places[k + 1 :]))

    def legs(self, found: TurningPath) -> tuple[Leg, ...] | None:
        """A path as the legs of a declaration."""
        legs: list[Leg] = []
        for k, heading in enumerate(found.headings):
            if k:
                legs.append(Leg(by="turn", turn=to_lattice(heading - found.headings[k - 1])))
            start, end = found.places[k], found.places[k + 1]
            if math.dist(start, end) <= TOLERANCE:
                continue
            way = self.way(heading, start, end)
            if way is None:
                return None
            ground = self.ground(heading)
            pose = ground.resting.pose._replace(x=start[0], y=start[1])
            legs += path_legs(replace(ground, resting=replace(ground.resting, pose=pose)), way, end)
        return tuple(legs)


@dataclass(frozen=True)
class TurningRoute(Route):
    """A route with turns that the referee has judged legal, and the most by which it may be too long."""

    error: float = 0.0
    # The facing between the places of turns, in degrees from north.
    facings: tuple[float, ...] = ()


# The number of final headings that are smoothed and judged, cheapest first.
_JUDGED = 3
# How much further than the budget a path is searched that is only reported.
_FURTHER = 2.0


@collecting_rarely()
def turning_route(
    table: Table,
    who: str,
    action: str,
    to: Point,
    *,
    target: str = "",
    details: Record = EMPTY,
    budget: float | None = None,
    without: tuple[str, ...] = (),
    cancelled: Cancelled | None = None,
) -> TurningRoute | NoRoute:
    """The cheapest legal route of a base that is not round to a point on its level, with any final facing."""
    found = turning_reach(table, who, action, budget=budget, without=without, goal=to, cancelled=cancelled)
    asked = RouteRequest(table, who, action, to, target=target, details=details, without=without)
    layers = found.best(*to, found.stack.limit)
    if not layers:
        return _none(found, asked, cancelled)
    smoother, best = Smoother(found.stack), None
    breaks: list[Break] = []
    cost = inf
    for layer in layers[:_JUDGED]:
        rough = turning_path(found.stack, layer, to)
        for each in () if rough is None else (smoother.smoothed(rough), rough):
            legs = smoother.legs(each)
            outcome = None if legs is None else check(table, asked.declaration(legs), nearest=False)
            if outcome is None:
                continue
            if outcome.verdict != "legal" or not arrives(asked, outcome):
                breaks += outcome.breaks
                continue
            if is_dearer(outcome, found.budget):
                # It is looked for a little beyond the budget, as the price of a place may be too high.
                cost = min(cost, from_lattice(outcome.cost))
                continue
            facings = tuple((found.stack.pose.facing + heading) % 360.0 for heading in each.headings)
            made = TurningRoute(outcome.declaration, outcome, found.budget, (), found.error, facings)
            best = made if best is None or made.cost < best.cost else best
            break
    if best is not None:
        return best
    if cost < inf:
        return NoRoute(too_far(cost, found.budget), found.budget, cost, searched=len(found.stack.layers))
    cost = layers[0].cost(*to, inf)
    says = too_far(cost, found.budget)
    if cost <= found.budget and breaks:
        says = refused(tuple(breaks))
    return NoRoute(says, found.budget, cost, searched=len(found.stack.layers), breaks=tuple(breaks))


def _none(found: TurningReach, asked: RouteRequest, cancelled: Cancelled | None) -> NoRoute:
    """The refusal: the base does not fit there, it is too far, or no path leads there."""
    named = [layer.ground.resting.refuses(*asked.goal) for layer in found.stack.layers]
    names = found.stack.barred(*asked.goal) or (tuple(dict.fromkeys(named)) if all(named) else ())
    if names:
        blockers = obstacles(names)
        says = count(
            "The base can't end there with any facing: {obstacles} blocks it",
            "The base can't end there with any facing: {obstacles} block it",
            len(blockers),
            obstacles=blockers,
        )
        return NoRoute(says, found.budget, blocked_by=names)
    far = turning_reach(
        asked.table,
        asked.who,
        asked.action,
        budget=_FURTHER * found.budget,
        without=asked.without,
        goal=asked.goal,
        cancelled=cancelled,
    )
    layers = far.best(*asked.goal, far.stack.limit)
    searched = len(far.stack.layers)
    if layers:
        cost = layers[0].cost(*asked.goal, inf)
        return NoRoute(too_far(cost, found.budget), found.budget, cost, searched=searched)
    says = say("There is no path wide enough, not even within {limit}", limit=Length.of(far.budget))
    return NoRoute(says, found.budget, searched=searched)
