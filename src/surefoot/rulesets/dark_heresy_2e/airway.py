"""The path of a flight: the ground it passes over or follows, and the obstacles it meets."""

from __future__ import annotations

import math
from dataclasses import field
from itertools import pairwise

from surefoot.geometry import prepare
from surefoot.geometry.kernel import leg_inside, region_distance
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import beyond, from_lattice, same, short_of, to_lattice, within
from surefoot.records import dataclass, replace
from surefoot.referee.itinerary import Hold, Itinerary, Leg, Stride
from surefoot.referee.scene import Area, Surface
from surefoot.referee.view import View, seen
from surefoot.referee.walk import Event, Line, Walk
from surefoot.rulesets.dark_heresy_2e.altitude import FLOATING, GROUND, HOVER, HOVERING, level_of, metres_of
from surefoot.rulesets.dark_heresy_2e.env import HINDERING, ONLY_ALONE, TREACHEROUS
from surefoot.rulesets.dark_heresy_2e.flight_traits import flight_trait
from surefoot.rulesets.dark_heresy_2e.gravity import ZERO, weightless
from surefoot.rulesets.dark_heresy_2e.light import DARKNESS, LIGHT
from surefoot.rulesets.dark_heresy_2e.prices import lens
from surefoot.rulesets.dark_heresy_2e.water import afloat
from surefoot.table.place import Place, Pose
from surefoot.table.table import Table

CROWDS = "dense-crowds"
# Along a slope, obstacles are looked for at heights this many metres apart.
SLOPE_STEP = 0.1


@dataclass(frozen=True)
class Airway:
    """A flight: its path, whether it passes over obstacles, and where it goes down into a trap."""

    itinerary: Itinerary
    over_obstacles: bool
    follows: bool
    trap: int | None
    # The clause about the height at which things block the flight.
    clause: str


@dataclass
class _Flight:
    """A flight while it is being traced."""

    table: Table
    view: View
    band: str
    pose: Pose
    strides: list[Stride] = field(default_factory=list)
    over_obstacles: bool = False
    follows: bool = False
    trap: int | None = None
    hold: Hold | None = None

    @property
    def hovers(self) -> bool:
        return self.band == HOVERING

    def leg(self, number: int, to: tuple[float, float]) -> None:
        """Fly straight to a point, following the ground if it hovers."""
        here = self.pose
        line = Line(here.x, here.y, to[0] - here.x, to[1] - here.y)
        for low, high in pairwise(self._cuts(line)):
            self._stretch(number, line, low, high)
            if self.hold is not None:
                return

    def _cuts(self, line: Line) -> list[float]:
        regions = [area.region for area in self.view.terrain.areas]
        if self.hovers:
            regions += [surface.region for surface in self.view.surfaces]
        found = [0.0, 1.0]
        for region in regions:
            found += _within(line, region)
        return sorted(dict.fromkeys(found))

    def _stretch(self, number: int, line: Line, low: float, high: float) -> None:
        middle = (line.x + line.dx * (low + high) / 2, line.y + line.dy * (low + high) / 2)
        z, end_z = self.pose.z, self.pose.z
        floor = self.floor(middle) if self.hovers else None
        if self.hovers:
            if floor is None:
                self.hold = self._no_floor(middle)
                return
            z = floor.height(line.x + line.dx * low, line.y + line.dy * low) + HOVER
            end_z = floor.height(line.x + line.dx * high, line.y + line.dy * high) + HOVER
            if beyond(abs(z - self.pose.z), 0.0) or floor.sloped:
                self.follows = True
            if beyond(self.pose.z - z, HOVER) and self.trap is None:
                self.trap = len(self.strides)
            if floor.piece is not None and floor.piece.sort in ("wall", "obstacle"):
                self.over_obstacles = True
        event = self._obstruction(line, (low, high), (z, end_z))
        stop = high if event is None else max(low, event.at)
        end = line.at(stop, end_z, self.pose.facing)
        start = Pose(self.pose.x, self.pose.y, z, self.pose.facing)
        length = math.hypot(end.x - start.x, end.y - start.y)
        grounds = self._grounds(middle)
        self.strides.append(Stride("fly", start, end, length, grounds=grounds, leg=number))
        self.pose = end
        if event is not None:
            # In the air, no model or obstacle can be climbed or passed.
            side = floor is not None and floor.is_pit_in(event.what)
            self.hold = Hold("level" if side else "solid", event.what, self.pose)

    def _obstruction(
        self, line: Line, ends: tuple[float, float], heights: tuple[float, float]
    ) -> Event | None:
        """The first obstacle; along a slope, at each height on it."""
        walk, (low, high), (z, end_z) = Walk(self.view, line, self.pose.facing), ends, heights
        steps = 1 + math.floor(abs(end_z - z) / SLOPE_STEP)
        shares = [number / steps for number in range(steps + 1)]
        points = [low + (high - low) * share for share in shares]
        levels = [z + (end_z - z) * share for share in shares]
        met = zip(pairwise(points), pairwise(levels), strict=True)
        found = (walk.obstruction(*between, min(level)) for between, level in met)
        return next((event for event in found if event is not None), None)

    def _no_floor(self, at: tuple[float, float]) -> Hold:
        """Why hovering stops: the ground is too high, or there is none."""
        higher = self.view.surfaces_at(*at)
        return Hold("level", higher[0].id, self.pose) if higher else Hold("room", "", self.pose)

    def floor(self, at: tuple[float, float]) -> Surface | None:
        """The ground that a hovering flier follows to a point: the highest that is not above it."""
        x, y, z, _ = self.pose
        lower = [floor for floor in self.view.surfaces_at(*at) if within(floor.height(x, y), z)]
        return lower[-1] if lower else None

    def _grounds(self, at: tuple[float, float]) -> tuple[str, ...]:
        found: list[str] = []
        for area in self.view.terrain.areas:
            if beyond(region_distance(*at, area.region.rings), 0.0):
                continue
            kept = kept_tags(area, self.band, self.pose.z)
            if self.hovers and HINDERING in area.tags and HINDERING not in kept:
                self.over_obstacles = True
            found += kept
        return tuple(dict.fromkeys(found))


def kept_tags(area: Area, band: str, z: float) -> list[str]:
    """The tags of an area that affect a flier at an altitude: those that reach its height."""
    names = [name for name in (ONLY_ALONE, CROWDS, ZERO) if area.piece.has(name)]
    if level_of(band):
        names = [name for name in names if name == ZERO or within(z, area.high)]
    elif not beyond(area.high - area.low, HOVER):
        names = [name for name in names if name != CROWDS]
    kept = [tag for tag in area.tags if tag.startswith(LIGHT) or tag == DARKNESS]
    for name in [*names, DARKNESS]:
        kept += [tag for tag in (name, f"{TREACHEROUS}{name}") if tag in area.tags and tag not in kept]
    return [*kept, HINDERING] if names and HINDERING in area.tags else kept


def _within(line: Line, region: Region) -> list[float]:
    return leg_inside(line.x, line.y, line.x + line.dx, line.y + line.dy, region.rings)


def airway(table: Table, who: str, legs: tuple[Leg, ...], before: str, after: str) -> Airway:
    """The flight along some legs, at the higher of two altitudes, and where it ends."""
    flies_at = max(before, after, key=level_of)
    if flies_at == GROUND:
        flies_at = HOVERING
    start = table.pose(who)
    z = start.z if flies_at == FLOATING else _height(table, start, before, flies_at)
    view = seen(table, replace(lens(table), step=0.0), who)
    flight = _Flight(table, view, flies_at, Pose(start.x, start.y, z, start.facing))
    if level_of(flies_at) > level_of(before):
        flight.hold = _under_a_roof(view, start, z, legs)
    for number, leg in enumerate(legs):
        if leg.to is not None and flight.hold is None:
            flight.leg(number, (from_lattice(leg.to[0]), from_lattice(leg.to[1])))
    place = _end(table, who, flight, after)
    itinerary = Itinerary(
        table.models[who].place,
        place,
        tuple(flight.strides),
        rests=((),) * len(flight.strides),
        hold=flight.hold,
        overlapped=tuple(view.overlapped(table.resolve(place))),
    )
    clause = "fly.hovering-height" if flies_at == HOVERING else "fly.three-altitudes"
    if flies_at == FLOATING:
        clause = "env.clear-assumed"
    return Airway(itinerary, flight.over_obstacles, flight.follows, flight.trap, clause)


def _under_a_roof(view: View, start: Pose, z: float, legs: tuple[Leg, ...]) -> Hold | None:
    """What keeps a flight from rising to a height: floors or roofs above all of its path; None if there is open air above any of it."""
    roofs = [
        solid for solid in view.scene.ground.solids if beyond(solid.low, start.z) and short_of(solid.low, z)
    ]
    if not roofs:
        return None
    covered = prepare.union([solid.region for solid in roofs]).rings
    points = [(from_lattice(leg.to[0]), from_lattice(leg.to[1])) for leg in legs if leg.to is not None]
    for one, other in pairwise([(start.x, start.y), *points]):
        inner = leg_inside(*one, *other, covered)
        if len(inner) != len((0.0, 1.0)) or beyond(inner[0], 0.0) or short_of(inner[1], 1.0):
            return None
    return Hold("solid", roofs[0].id, start)


def _height(table: Table, start: Pose, before: str, flies_at: str) -> float:
    if flies_at != HOVERING:
        return metres_of(table.options, flies_at)
    return start.z if before == HOVERING else start.z + HOVER


def _end(table: Table, who: str, flight: _Flight, after: str) -> Place:
    """The place where a flight ends, in the air or on the surface below; held where there is no surface."""
    pose, facing = flight.pose, table.models[who].place.facing
    floor = flight.floor((pose.x, pose.y))
    if floor is None and after in (GROUND, HOVERING) and flight.hold is None:
        flight.hold = Hold("room", "", pose)
    if floor is not None and after == GROUND:
        return afloat(table, flight.view.scene.place_at(pose, floor))
    if floor is not None and after == HOVERING and flight.band != HOVERING:
        return _aloft(pose, floor.height(pose.x, pose.y) + HOVER, facing, after)
    if floor is not None and after == FLOATING and same(floor.height(pose.x, pose.y), pose.z):
        return flight.view.scene.place_at(pose, floor)
    z = pose.z if after in (HOVERING, FLOATING) else metres_of(table.options, after)
    return _aloft(pose, z, facing, after)


def _aloft(pose: Pose, z: float, facing: int, band: str) -> Place:
    """A place in the air; a floating model has no altitude."""
    named = "" if band == FLOATING else band
    return Place(
        "air", x=to_lattice(pose.x), y=to_lattice(pose.y), z=to_lattice(z), facing=facing, band=named
    )


def floats_over(table: Table, who: str, itinerary: Itinerary) -> bool:
    """Whether a path on foot leads over an edge where nothing falls, so that it is floated at one height."""
    hold = itinerary.hold
    over = hold is not None and hold.kind == "edge"
    return over and weightless(table, who) and not flight_trait(table.models[who])


def air_place(itinerary: Itinerary, band: str, facing: int) -> Place:
    """The place in the air where a shortened flight ends."""
    if not itinerary.strides:
        return itinerary.start
    end = itinerary.strides[-1].end
    return _aloft(end, end.z, facing, HOVERING if band == GROUND else band)
