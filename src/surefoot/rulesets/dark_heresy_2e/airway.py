"""The way through the air: what a flier passes over, follows, and runs into."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from itertools import pairwise

from surefoot.geometry.kernel import leg_inside, region_distance
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, to_lattice, within
from surefoot.referee.itinerary import Hold, Itinerary, Leg, Stride
from surefoot.referee.scene import Area, Surface
from surefoot.referee.view import View, seen
from surefoot.referee.walk import Line, Walk
from surefoot.rulesets.dark_heresy_2e.altitude import FLOATING, GROUND, HOVER, HOVERING, level_of, metres_of
from surefoot.rulesets.dark_heresy_2e.env import HINDERING, ONLY_ALONE, TREACHEROUS
from surefoot.rulesets.dark_heresy_2e.falling import beneath
from surefoot.rulesets.dark_heresy_2e.gravity import ZERO
from surefoot.rulesets.dark_heresy_2e.light import DARKNESS, LIGHT
from surefoot.rulesets.dark_heresy_2e.prices import lens
from surefoot.table.place import Place, Pose
from surefoot.table.table import Table

CROWDS = "dense-crowds"


@dataclass(frozen=True)
class Airway:
    """A flight: what it meets, whether it passes over what would hinder others, and where it dives into a trap."""

    itinerary: Itinerary
    over_obstacles: bool
    follows: bool
    trap: int | None
    # The clause that says at which height things are in the way.
    clause: str


@dataclass
class _Flight:
    """A flier on its way."""

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
        if line.length <= TOLERANCE:
            return
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
        if self.hovers:
            floor = self._floor(middle)
            if floor is None:
                self.hold = Hold("level", "", self.pose, says="the ground rises by more than 2 m at once")
                return
            z = floor.height(line.x + line.dx * low, line.y + line.dy * low) + HOVER
            end_z = floor.height(line.x + line.dx * high, line.y + line.dy * high) + HOVER
            if beyond(abs(z - self.pose.z), 0.0) or floor.sloped:
                self.follows = True
            if beyond(self.pose.z - z, HOVER) and self.trap is None:
                self.trap = len(self.strides)
            if floor.piece is not None and floor.piece.sort in ("wall", "obstacle"):
                self.over_obstacles = True
        event = Walk(self.view, line, self.pose.facing).obstruction(low, high, z)
        stop = high if event is None else max(low, event.at)
        end = line.at(stop, end_z, self.pose.facing)
        start = Pose(self.pose.x, self.pose.y, z, self.pose.facing)
        if stop > low:
            length = math.hypot(end.x - start.x, end.y - start.y)
            grounds = self._grounds(middle)
            self.strides.append(
                Stride("fly", start, end, length, end.z - start.z, grounds=grounds, leg=number)
            )
            self.pose = end
        if event is not None:
            self.hold = Hold("solid" if event.kind == "solid" else "model", event.what, self.pose)

    def _floor(self, at: tuple[float, float]) -> Surface | None:
        """The ground that a hovering flier follows: the highest that is not above it."""
        lower = [floor for floor in self.view.surfaces_at(*at) if within(floor.height(*at), self.pose.z)]
        return lower[-1] if lower else None

    def _grounds(self, at: tuple[float, float]) -> tuple[str, ...]:
        found: list[str] = []
        for area in self.view.terrain.areas:
            if region_distance(*at, area.region.rings) > TOLERANCE:
                continue
            kept = self._kept(area)
            if self.hovers and any(tag == HINDERING or tag.startswith(TREACHEROUS) for tag in area.tags):
                self.over_obstacles = self.over_obstacles or (
                    HINDERING in area.tags and HINDERING not in kept
                )
            found += kept
        return tuple(dict.fromkeys(found))

    def _kept(self, area: Area) -> list[str]:
        """What an area does to whoever flies over it: only what reaches so high."""
        height = area.high - area.low
        names = [name for name in (ONLY_ALONE, CROWDS, ZERO) if area.piece.has(name)]
        if level_of(self.band):
            names = [name for name in names if name == ZERO or within(self.pose.z, area.low + height)]
        elif not beyond(height, HOVER):
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
    for number, leg in enumerate(legs):
        if leg.to is not None and flight.hold is None:
            flight.leg(number, (from_lattice(leg.to[0]), from_lattice(leg.to[1])))
    place = _end(table, who, flight, after)
    resolved = table.resolve(place)
    overlapped = () if flight.hold else tuple(view.overlapped(resolved))
    rests = tuple(((0.0, 1.0),) for _ in flight.strides)
    itinerary = Itinerary(
        table.models[who].place,
        place,
        tuple(flight.strides),
        rests=rests,
        hold=flight.hold,
        overlapped=overlapped,
    )
    clause = "fly.hovering-height" if flies_at == HOVERING else "fly.three-altitudes"
    if flies_at == FLOATING:
        clause = "env.clear-assumed"
    return Airway(itinerary, flight.over_obstacles, flight.follows, flight.trap, clause)


def _height(table: Table, start: Pose, before: str, flies_at: str) -> float:
    if flies_at != HOVERING:
        return metres_of(table.options, flies_at)
    return start.z if before == HOVERING else start.z + HOVER


def _end(table: Table, who: str, flight: _Flight, after: str) -> Place:
    """Where a flight ends: in the air, or on what lies below."""
    pose, facing = flight.pose, table.models[who].place.facing
    if after == GROUND:
        floors = [floor for floor in flight.view.surfaces_at(pose.x, pose.y) if within(floor.low, pose.z)]
        if floors:
            place = flight.view.scene.place_at(pose, floors[-1])
            return Place(place.kind, place.on, place.x, place.y, place.z, facing)
    x, y = to_lattice(pose.x), to_lattice(pose.y)
    if after == HOVERING and flight.band != HOVERING:
        landing = beneath(table, who, pose.x, pose.y, pose.z)
        floor = 0.0 if landing is None else pose.z - landing.drop
        return Place("air", "", x, y, to_lattice(floor + HOVER), facing, after)
    z = pose.z if after in (HOVERING, FLOATING) else metres_of(table.options, after)
    return Place("air", "", x, y, to_lattice(z), facing, "" if after == FLOATING else after)


def air_place(itinerary: Itinerary, band: str, facing: int) -> Place:
    """The place in the air where a flight ends that was cut short."""
    if not itinerary.strides:
        return itinerary.start
    end = itinerary.strides[-1].end
    named = "" if band == FLOATING else HOVERING if band == GROUND else band
    return Place("air", "", to_lattice(end.x), to_lattice(end.y), to_lattice(end.z), facing, named)
