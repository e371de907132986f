"""The places where a base may not end, although it may pass over them."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property, partial

from surefoot.geometry import prepare
from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.measure import gap, overlaps
from surefoot.geometry.search.grown import swollen
from surefoot.geometry.search.plot import EVERYWHERE, Box
from surefoot.geometry.shapes import Body, Region
from surefoot.geometry.tolerance import TOLERANCE, short_of, within
from surefoot.records import dataclass
from surefoot.referee.lens import Zone, in_height
from surefoot.referee.scene import Figure, higher_part, region_of
from surefoot.referee.view import View
from surefoot.routes.ground.lifted import met_at, where_met
from surefoot.table.place import Pose

# The centre keeps this distance from the edge of its surface and from closed ground: the edge itself counts as
# outside.
LIP = 2 * TOLERANCE
# The name under which the edge of its surface keeps a base from ending, and the edges as obstacles of a path.
EDGE = "the edge of what it stands on"
EDGES = (EDGE, "the edge")
# A ring round every table: the outside of other rings is the inside of this one.
_FAR = (-1e4, -1e4, 1e4, -1e4, 1e4, 1e4, -1e4, 1e4)


@dataclass(frozen=True)
class RestingPlaces:
    """The places where a base may not end, although it may pass: on models, hurdles, in zones, and on ground that does not support it."""

    view: View
    zones: tuple[tuple[Zone, Figure, float], ...]
    pose: Pose
    levels: tuple[float, ...]
    # The shapes that the centre keeps away from, each with its distance, and the ground that supports the base.
    shut: tuple[tuple[Region | Body, float], ...]
    footing: Region
    box: Box
    # Zones that it may pass through as it leaves them, but not end in, and the models that they belong to.
    zoned: tuple[tuple[Region, str], ...] = ()
    # Whether the base keeps its facing and has its own shape; otherwise it counts as the circle round it.
    faces: bool = False

    def refuses(self, x: float, y: float) -> str:
        """The name of the obstacle that keeps the base from ending at a point; empty if there is none."""
        pose = Pose(x, y, self.height(x, y), self.pose.facing)
        near = self.view.around((x, y))
        for kind, what in near.overlapped(pose):
            if kind != "model" or self._meets(what, pose):
                return what
        if not near.supported(pose):
            return EDGE
        for low, over, name, _ in self.low_roofs:
            if inside_rings(x, y, low.rings) and overlaps(self.view.body(pose), over):
                return name
        for region, name in self.zoned:
            if inside_rings(x, y, region.rings):
                return name
        for zone, figure, distance in self.zones:
            if gap(self.view.body(pose), figure.body) >= distance:
                continue
            met = met_at(self.view, figure, x, y, pose.z)
            if met is figure or reach_at(zone, met, pose.z) is not None:
                return figure.id
        return ""

    def leads_into(self, x: float, y: float) -> bool:
        """Whether a place lies in a zone that the mover may only leave, nearer to its model than the mover stands."""
        names = [name for region, name in self.zoned if inside_rings(x, y, region.rings)]
        if not names:
            return False
        here, there = self.view.body(self.pose), self.view.body(self.pose._replace(x=x, y=y))
        bodies = [figure.body for figure in self.view.scene.figures if figure.id in names]
        return any(short_of(gap(there, each), gap(here, each)) for each in bodies)

    def _meets(self, who: str, pose: Pose) -> bool:
        """Whether a model is met at the height at which a base stands."""
        figure = next(each for each, _ in self.view.figures if each.id == who)
        return self.view.figure_bars(met_at(self.view, figure, pose.x, pose.y, pose.z), pose.z)

    def closed(self, window: Box = EVERYWHERE) -> list[Region]:
        """The regions where the centre of the base may not end: round everything it would overlap, and off its support.

        What lies wholly outside a window is left out.
        """
        found = [spread(what, distance) for what, distance in self.shut if _near(what, distance, window)]
        reach = self.view.shape.reach
        for figure, role in self.view.figures:
            near = role == "pass" and _near(figure.body, reach, window)
            if near and any(self.view.figure_bars(figure, level) for level in self.levels):
                found.append(self._where_met(figure, 0.0, self.view.figure_bars))
        found += [
            self._clear_of(hurdle.region, 0.0)
            for hurdle in self.view.terrain.hurdles
            if _near(hurdle.region, reach, window)
            and any(self.view.takes_room(hurdle, level) for level in self.levels)
        ]
        found += [
            self._clear_of(solid.region, 0.0)
            for solid in self.view.terrain.passed
            if _near(solid.region, reach, window)
            and any(self.view.fills(solid, level) for level in self.levels)
        ]
        found += [
            self._where_met(figure, distance, partial(_is_in, zone))
            for zone, figure, distance in self.zones
            if _near(figure.body, reach + distance, window)
        ]
        found += [
            prepare.clipped(low, self._clear_of(over, 0.0))
            for low, over, _, passed in self.low_roofs
            if passed and _near(over, reach, window)
        ]
        if self.box is not EVERYWHERE:
            west, south, east, north = self.box
            found.append(Region((_FAR, (west, south, east, south, east, north, west, north))))
        held = self.footing
        if not (self.box is not EVERYWHERE and len(held.rings) == 1 and len(held.rings[0]) == 8):
            held = prepare.grown(held, -self.view.shape.reach) if self.view.lens.rest == "all" else held
            found.append(Region((_FAR, *held.rings)))
        return found

    @cached_property
    def low_roofs(self) -> list[tuple[Region, Region, str, bool]]:
        """Low ground of this level, each with a floor over it that the base would be in there, its name, and whether it is passed through."""
        pieces = self.view.scene.ground.pieces
        return [
            (
                higher_part(pieces[each.low], each.fits),
                region_of(pieces[each.roof].outline),
                each.roof,
                each.passed,
            )
            for each in self.view.lens.low_roofs
            if any(within(abs(each.level - level), 0.0) for level in self.levels)
        ]

    def _where_met(self, figure: Figure, distance: float, meets: Callable[[Figure, float], bool]) -> Region:
        """The positions of the centre at which the base is nearer to a model than a distance, and meets it."""
        around = self._clear_of(figure.body, distance)
        if len(self.levels) > 1:
            return around
        z = self.levels[0]
        part = where_met(self.view, figure, around, z, lambda met: meets(met, z))
        return around if part is None else part

    def _clear_of(self, what: Region | Body, distance: float) -> Region:
        """The positions of the centre at which the base is nearer to a shape than a distance."""
        if not self.faces:
            return spread(what, self.view.shape.reach + distance)
        grown = distance + self.view.shape.radius + (what.radius if isinstance(what, Body) else 0.0)
        return spread(swollen(what, self.view.shape, self.pose.facing), grown)

    def height(self, x: float, y: float) -> float:
        """The height at which a base stands at a point."""
        if len(self.levels) == 1:
            return self.pose.z
        found = [
            surface.height(x, y)
            for surface in self.view.surfaces_at(x, y)
            if any(within(abs(surface.height(x, y) - level), 0.0) for level in self.levels)
        ]
        return found[-1] if found else self.pose.z


def reach_at(zone: Zone, figure: Figure, height: float) -> float | None:
    """How far the zone of a model reaches in plan at a height; None if it does not."""
    apart = abs(height - figure.pose.z)
    if not zone.space:
        return zone.reach if in_height(zone, apart) else None
    # At exactly this distance the zone counts only if it is closed.
    if short_of(apart, zone.reach) or (zone.closed and within(apart, zone.reach)):
        return math.sqrt(max(0.0, zone.reach * zone.reach - apart * apart))
    return None


def _is_in(zone: Zone, figure: Figure, z: float) -> bool:
    return reach_at(zone, figure, z) is not None


def _near(what: Region | Body, distance: float, window: Box) -> bool:
    """Whether the box round a shape that is grown by a distance meets a window."""
    west, south, east, north = what.bounds if isinstance(what, Region) else _bounds(what)
    left, low, right, high = window
    grown = distance + 2 * TOLERANCE
    return west - grown <= right and east + grown >= left and south - grown <= high and north + grown >= low


def _bounds(body: Body) -> Box:
    xs, ys, away = body.core[0::2], body.core[1::2], body.radius
    return min(xs) - away, min(ys) - away, max(xs) + away, max(ys) + away


def spread(what: Region | Body, distance: float) -> Region:
    """A shape grown by a distance. Round corners are polygons that deviate by less than the tolerance."""
    if isinstance(what, Region):
        return prepare.rounded(what, distance) if distance > LIP else what
    reach = distance + what.radius
    if len(what.core) > 2:
        return prepare.rounded(Region((what.core,)), reach)
    count = max(12, math.ceil(math.pi / math.acos(1.0 - min(0.5, TOLERANCE / 2 / reach))))
    x, y = what.core
    angles = (2 * math.pi * k / count for k in range(count))
    return Region(
        (tuple(value for a in angles for value in (x + reach * math.cos(a), y + reach * math.sin(a))),)
    )
