"""Vehicles that move where they face: straight ahead, a turn on the spot, straight ahead again, as often as the action allows.

With one turn, every path to a place is given by where the turn is made: it is searched along the line ahead, the
shortest path first. With any number of turns, one place on the way is searched at which the vehicle turns.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import field
from fractions import Fraction
from itertools import accumulate, pairwise

from surefoot.dice.requests import Break
from surefoot.geometry import prepare
from surefoot.geometry.shapes import Body, Motion, Pivot, Region, Shift, turn
from surefoot.geometry.sweep import complement, inside, nearer, overlapping
from surefoot.geometry.tolerance import TOLERANCE, to_lattice
from surefoot.language import Length, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.itinerary import Leg
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Tariff, Turning
from surefoot.referee.view import View, bearing
from surefoot.routes.one_level.reach import PROMISE
from surefoot.routes.one_level.route import NoRoute, RouteRequest, arrives, refused
from surefoot.routes.outlines import (
    Bands,
    LevelOutline,
    ReachAnswer,
    Steps,
    TurningMover,
    levels_of,
    plain_bands,
)
from surefoot.routes.turning.route import TurningRoute
from surefoot.table.place import Pose
from surefoot.table.table import Table

Point = tuple[float, float]

# The number of places for a turn along the line ahead, and over the ground if several turns are allowed.
ALONG, ABOUT = 0.05, 0.5
# The angle between the rays of a fan, in degrees.
_RAY = 3.0
# A vehicle keeps this distance from obstacles: touching is a collision.
_CLEAR = 2e-3
# The number of drives that the referee judges, shortest first, before the search gives up.
_JUDGED = 12


@dataclass(frozen=True)
class Stage:
    """A straight stretch: the turn before it, its direction relative to the facing, and its length."""

    turn: float
    way: float
    length: float


Drive = tuple[Stage, ...]


class Driver:
    """A vehicle at its place, and its obstacles."""

    def __init__(self, scene: Scene, who: str, tariff: Tariff, without: tuple[str, ...] = ()) -> None:
        assert tariff.turning is not None
        self.turning: Turning = tariff.turning
        self.view = View(scene, tariff.lens, who)
        self.pose = scene.table.pose(who)
        self.board = scene.ground.board
        z = self.pose.z
        self.solids = [
            solid.region for solid in self.view.terrain.solids if self.view.bars(solid.low, solid.high, z)
        ]
        # Ground to avoid is as good as a wall.
        self.solids += [
            area.region
            for area in scene.ground.areas
            if area.id in without or any(tag in without for tag in area.tags)
        ]
        tags = [tag for area in self.view.terrain.areas for tag in area.tags]
        self.dearest = max((rate.factor for rate in tariff.rates if rate.is_for(tags)), default=1.0)
        self.figures = [
            each.body for each in scene.figures if each.id != who and self.view.figure_bars(each, z)
        ]

    def free(self, pose: Pose, motion: Motion) -> float:
        """The share of a motion that can be made before the vehicle hits an obstacle."""
        body = self.view.body(pose)
        met = [1.0]
        others: list[Body | Region] = [*self.solids, *self.figures]
        for other in others:
            # It may move along an obstacle that it touches at the start, or away from it.
            met += [low for low, _ in nearer(body, motion, other, _CLEAR) if low > 0.0]
            met += [low for low, _ in overlapping(body, motion, other)[:1]]
        if self.board is not None:
            met += [low for low, _ in complement(inside(body, motion, self.board, "all"))[:1]]
        return max(0.0, min(met))

    def goes(self, drive: Drive) -> bool:
        """Whether a drive hits nothing."""
        pose = self.pose
        for stage in drive:
            if stage.turn:
                if self.free(pose, Pivot(stage.turn, pose.x, pose.y)) < 1.0:
                    return False
                pose = pose._replace(facing=(pose.facing + stage.turn) % 360.0)
            dx, dy = turn(0.0, stage.length, pose.facing + stage.way)
            if stage.length and self.free(pose, Shift(dx, dy)) < 1.0:
                return False
            pose = pose._replace(x=pose.x + dx, y=pose.y + dy)
        return True

    # ------------------------------------------------------------------ drives to a place

    def drives(self, goal: Point, budget: float) -> Iterator[tuple[float, Drive]]:
        """All drives to a place that could be the shortest, the shortest first."""
        found = list(self._straight(goal))
        if self.turning.most != 0:
            found += self._with_a_turn(goal, budget)
        if self.turning.most is None:
            found += self._about(goal, budget)
        within = [(sum(stage.length for stage in drive), drive) for drive in found]
        yield from sorted(
            (each for each in within if each[0] <= budget + TOLERANCE),
            key=lambda each: (round(each[0], 6), len(each[1])),
        )

    def _leads(self, pose: Pose, goal: Point) -> Iterator[tuple[float, float, float]]:
        """The turns after which a vehicle faces a place, or backs towards it: turn, direction, length."""
        length = math.dist((pose.x, pose.y), goal)
        ahead = bearing(goal[0] - pose.x, goal[1] - pose.y)
        for way in self.turning.ways:
            yield (ahead - way - pose.facing + 180.0) % 360.0 - 180.0, way, length

    def _straight(self, goal: Point) -> Iterator[Drive]:
        for turned, way, length in self._leads(self.pose, goal):
            if abs(turned) * math.pi / 180.0 * length <= TOLERANCE / 2:
                yield (Stage(0.0, way, length),)

    def _with_a_turn(self, goal: Point, budget: float) -> Iterator[Drive]:
        """Drives that go ahead, turn, and go to the place."""
        widest = self.turning.widest + TOLERANCE if self.turning.most else 180.0
        for first in self.turning.ways:
            for k in range(int(budget / ALONG) + 1):
                dx, dy = turn(0.0, k * ALONG, self.pose.facing + first)
                there = self.pose._replace(x=self.pose.x + dx, y=self.pose.y + dy)
                for turned, way, length in self._leads(there, goal):
                    if abs(turned) <= widest:
                        yield (Stage(0.0, first, k * ALONG), Stage(turned, way, length))

    def _about(self, goal: Point, budget: float) -> Iterator[Drive]:
        """Drives that turn, go to some place, turn, and go on."""
        count = int(budget / ABOUT)
        for column in range(-count, count + 1):
            for row in range(-count, count + 1):
                place = self.pose.x + column * ABOUT, self.pose.y + row * ABOUT
                if math.dist(self.pose[:2], place) + math.dist(place, goal) > budget + TOLERANCE:
                    continue
                for turned, way, length in self._leads(self.pose, place):
                    there = Pose(*place, self.pose.z, (self.pose.facing + turned) % 360.0)
                    for then, on, rest in self._leads(there, goal):
                        yield (Stage(turned, way, length), Stage(then, on, rest))

    def legs(self, drive: Drive) -> tuple[Leg, ...]:
        """A drive as the legs of a declaration. A turn too wide for one leg is made in several."""
        legs: list[Leg] = []
        pose = self.pose
        for stage in drive:
            count = max(1, math.ceil(abs(stage.turn) / (self.turning.widest + TOLERANCE)))
            if stage.turn:
                legs += [Leg(by="turn", turn=to_lattice(stage.turn / count))] * count
            pose = pose._replace(facing=(pose.facing + stage.turn) % 360.0)
            dx, dy = turn(0.0, stage.length, pose.facing + stage.way)
            pose = pose._replace(x=pose.x + dx, y=pose.y + dy)
            if stage.length > TOLERANCE:
                legs.append(Leg((to_lattice(pose.x), to_lattice(pose.y))))
        return tuple(legs)

    # ------------------------------------------------------------------ the area ahead

    def fan(self, pose: Pose, budget: float, widest: float) -> Region:
        """The area that a vehicle reaches with one turn and straight ahead, between its rays."""
        rays: list[tuple[float, float]] = []
        for side in (-1.0, 1.0):
            room = self.free(pose, Pivot(side * widest, pose.x, pose.y)) * widest
            count = max(1, math.ceil(room / _RAY))
            angles = [side * room * k / count for k in range(0 if side > 0.0 else 1, count + 1)]
            rays += [(angle, self._ray(pose, angle, budget)) for angle in angles]
        rays.sort()
        # Between two rays, only as far as the shorter of them.
        ring = [pose.x, pose.y]
        for (angle, far), (following, other) in pairwise(rays):
            for each in (angle, following):
                dx, dy = turn(0.0, min(far, other), pose.facing + each)
                ring += (pose.x + dx, pose.y + dy)
        return Region((tuple(ring),)) if len(ring) > 6 else Region(())

    def _ray(self, pose: Pose, angle: float, budget: float) -> float:
        facing = pose._replace(facing=(pose.facing + angle) % 360.0)
        return budget * self.free(facing, Shift(*turn(0.0, budget, facing.facing)))


@dataclass(frozen=True)
class DrivingReach(TurningMover):
    """The reach of a vehicle with a limited number of turns."""

    who: str
    action: str
    budget: float
    table: Table = field(repr=False)
    driver: Driver = field(repr=False)
    # The number of places for a turn along the line ahead.
    error: float = ALONG

    # The target of the action.
    target: str = ""

    @property
    def pose(self) -> Pose:
        """Where it stands."""
        return self.driver.pose

    @property
    def start(self) -> Point:
        """Where it stands."""
        return self.pose.x, self.pose.y

    @property
    def needs_path(self) -> bool:
        """Whether its action can't be declared without a path: staying is no drive."""
        return ruleset_of(self.table).actions[self.action].path == "required"

    def limited(self, budget: float) -> DrivingReach:
        """The same reach within a smaller budget."""
        return replace(self, budget=budget)

    def chance(self, x: float, y: float, on: str = "") -> Fraction:
        """The chance that it can end at a place, by the rolls of the drive itself."""
        found = self.route_to((x, y), on)
        return found.chance if isinstance(found, TurningRoute) else Fraction(0)

    def outlines(self, step: Steps) -> tuple[LevelOutline, ...]:
        """The outlines of its one level."""
        return (LevelOutline(self.pose.z, (), plain_bands(self.bands(step))),)

    def cost(self, x: float, y: float, on: str = "") -> float | None:
        """What the referee bills for the shortest drive to a place; None if there is none within the budget."""
        self.table.demand_surface(on)
        found = self.route_to((x, y), on)
        return found.cost if isinstance(found, TurningRoute) else None

    def route_to(self, to: Point, on: str = "") -> TurningRoute | NoRoute:
        """The shortest legal drive to a place that hits nothing."""
        if on not in ("", self.table.models[self.who].place.on):
            return NoRoute(say("A vehicle is planned on its own level only"), self.budget)
        if self.needs_path and math.dist(self.start, to) <= TOLERANCE:
            return NoRoute(say("{who} is there already", who=Who(self.who)), self.budget)
        asked, driver = (
            RouteRequest(self.table, self.who, self.action, to, target=self.target),
            self.driver,
        )
        breaks: list[Break] = []
        judged = 0
        for _, drive in driver.drives(to, self.budget):
            if not driver.goes(drive):
                continue
            outcome = check(self.table, asked.declaration(driver.legs(drive)), nearest=False)
            if outcome.verdict == "legal" and arrives(asked, outcome):
                facings = tuple(accumulate((stage.turn for stage in drive), initial=driver.pose.facing))
                shown = tuple(facing % 360.0 for facing in facings[1:])
                return TurningRoute(outcome.declaration, outcome, self.budget, (), self.error, shown)
            breaks += outcome.breaks
            judged += 1
            if judged >= _JUDGED:
                break
        says = refused(tuple(breaks))
        if not breaks:
            says = say("No drive gets there within {limit} without a collision", limit=Length.of(self.budget))
        return NoRoute(says, self.budget, breaks=tuple(breaks))

    def says(self, x: float, y: float, on: str = "") -> ReachAnswer:
        """Whether it can end at a place."""
        found = self.cost(x, y, on)
        if found is None:
            return "no"
        return "yes" if found <= self.budget - PROMISE else "within the error"

    def bands(self, step: Steps) -> Bands:
        """The outlines of the places where its centre may end for each multiple of a step: ahead, a turn, ahead."""
        return tuple((level, self._within(level)) for level in levels_of(self.budget, step))

    def _within(self, level: float) -> Region:
        driver = self.driver
        # Ground with a higher price is not considered here: all of it counts as the most expensive.
        level /= driver.dearest
        widest = 0.0 if driver.turning.most == 0 else driver.turning.widest if driver.turning.most else 180.0
        fans = []
        for way in driver.turning.ways:
            dx, dy = turn(0.0, level, self.pose.facing + way)
            far = level * self._ahead(dx, dy)
            for k in range(int(far / ABOUT) + 1):
                on_x, on_y = turn(0.0, k * ABOUT, self.pose.facing + way)
                there = self.pose._replace(x=self.pose.x + on_x, y=self.pose.y + on_y)
                fans.append(driver.fan(there, level - k * ABOUT, max(widest, 1.0)))
        return prepare.union([each for each in fans if each.rings])

    def _ahead(self, dx: float, dy: float) -> float:
        return self.driver.free(self.pose, Shift(dx, dy))


def driving_reach(
    table: Table,
    who: str,
    action: str,
    *,
    target: str = "",
    budget: float | None = None,
    without: tuple[str, ...] = (),
) -> DrivingReach:
    """The reach of a vehicle with a limited number of turns, with an action. Ground in `without` (tags or ids) is avoided."""
    tariff = ruleset_of(table).tariffs(table, who, action)[0]
    driver = Driver(Scene(table), who, tariff, without)
    return DrivingReach(
        who, action, tariff.allowance if budget is None else budget, table, driver, target=target
    )


def driving_route(
    table: Table,
    who: str,
    action: str,
    to: Point,
    *,
    target: str = "",
    budget: float | None = None,
    without: tuple[str, ...] = (),
) -> TurningRoute | NoRoute:
    """The shortest legal drive of a vehicle to a place that hits nothing."""
    return driving_reach(table, who, action, target=target, budget=budget, without=without).route_to(to)
