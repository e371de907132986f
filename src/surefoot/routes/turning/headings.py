"""Headings: the obstacles of a base that is not round while it faces one way, and where it has room to turn."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from surefoot.geometry import prepare
from surefoot.geometry.kernel import point_segment
from surefoot.geometry.search.grown import extent, slack, swollen
from surefoot.geometry.search.plot import EVERYWHERE, Box
from surefoot.geometry.shapes import Body, Flat, Region, Shape
from surefoot.geometry.sweep import rings_of
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.records import replace
from surefoot.referee.lens import Zone
from surefoot.referee.scene import Figure, Scene, Solid
from surefoot.referee.tariff import Tariff
from surefoot.referee.view import View
from surefoot.routes.ground.survey import LEEWAY, POINT, Survey, Surveyor

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Point = tuple[float, float]

# The largest step in degrees in which a turn is examined; between two steps extra room is required.
_GLANCE = 1.0
# The largest distance between points on the border of the room to turn.
SPACING = 0.4
# These points lie this far inside the room.
_INSET = 2e-4


# The precision with which opposite corners of a base must match.
_EVEN = 1e-9


class Heading(Surveyor):
    """Builds the chart of a base that keeps its facing: every obstacle is grown by the shape of the base."""

    faces = True
    # Half of it is for the base, which is drawn a hair smaller, half for arcs.
    leeway = LEEWAY / 2

    def __init__(self, view: View, tariff: Tariff, without: tuple[str, ...], facing: float) -> None:
        self.facing = facing
        super().__init__(view, tariff, (), without)
        self.pose = self.pose._replace(facing=facing)
        self.radius = view.shape.radius
        self.inner = _inner(view.shape)
        self.coarse = slack(view.shape)

    def _box(self) -> Box:
        board = self.view.scene.ground.board
        if board is None or not any(surface.id == "board" for surface in self.surfaces):
            return EVERYWHERE
        west, south, east, north = board.bounds
        left, low, right, high = extent(self.view.shape, self.facing)
        return west - left, south - low, east - right, north - high

    def _keep(self, what: Region | Body, distance: float, owner: str) -> None:
        # Touching an obstacle is allowed; entering a zone is not.
        hair = LEEWAY - self.leeway if distance == 0.0 else 0.0
        region = swollen(what, self.view.shape, self.facing, hair)
        self._solid(region, self._away(what, distance), owner)

    def _away(self, what: Region | Body, distance: float) -> float:
        """The distance of the centre from an obstacle that is grown by the core of the base."""
        return distance + self.radius + (what.radius if isinstance(what, Body) else 0.0)

    def _strictly(self, body: Body, distance: float) -> None:
        for ring in swollen(body, self.view.shape, self.facing).rings:
            away = max(self._away(body, distance), POINT)
            self.strict += [(ring[i], ring[i + 1], away) for i in range(0, len(ring), 2)]

    def _over(self, hurdle: Solid) -> None:
        # Touching a hurdle is not crossing it: a mover that begins beside it pays for it.
        region = swollen(hurdle.region, self.view.shape, self.facing, LEEWAY - self.leeway)
        self.plot.hurdle(rings_of(region), self.radius + TOLERANCE + POINT, TOLERANCE, self._fee(hurdle))

    def _spread_out(self, region: Region) -> Region:
        return swollen(region, self.view.shape, self.facing)

    def _wide(self, region: Region) -> Region:
        return self._spread_out(region)


class Glance(Heading):
    """The obstacles of a base that faces one way, without a chart."""

    def lay(self) -> tuple[list[float], tuple[tuple[Zone, Figure, float], ...]]:
        """Collect the closed regions."""
        ends_in = self.close()
        self._hurdles()
        return [], ends_in

    def _solid(self, region: Region, distance: float, owner: str) -> None:  # noqa: ARG002  # the owner is not kept
        self.shut.append((region, distance))

    def _strictly(self, body: Body, distance: float) -> None:
        """Only a chart distinguishes strict limits."""

    def _over(self, hurdle: Solid) -> None:
        # A hurdle can be crossed, but the base cannot turn on it.
        region = self._spread_out(hurdle.region)
        self.shut.append((region if self.radius == 0.0 else prepare.rounded(region, self.radius), 0.0))


@lru_cache(maxsize=256)
def _inner(shape: Shape) -> float:
    """The radius of the disc round the centre that a core covers."""
    core = shape.core
    return min(
        point_segment(0.0, 0.0, *core[i - 2 : i], *core[i : i + 2])
        if i
        else point_segment(0.0, 0.0, *core[-2:], *core[:2])
        for i in range(0, len(core), 2)
    )


@lru_cache(maxsize=1024)
def facing_survey(
    scene: Scene, tariff: Tariff, who: str, without: tuple[str, ...], facing: float, far: float
) -> Survey:
    """The survey of a mover that keeps a facing, as far as it can move."""
    # A base that is symmetric front to back sees the same in the opposite facing.
    if facing >= 180.0 and is_even(scene.table.models[who].base.shape):
        about = facing_survey(scene, tariff, who, without, facing - 180.0, far)
        return replace(about, resting=replace(about.resting, pose=about.resting.pose._replace(facing=facing)))
    return Heading(_near(scene, tariff, who, far), tariff, without, facing).made()


@lru_cache(maxsize=16)
def _near(scene: Scene, tariff: Tariff, who: str, far: float) -> View:
    pose = scene.table.pose(who)
    return View(scene, tariff.lens, who).around((pose.x - far, pose.y - far), (pose.x + far, pose.y + far))


class Verge(NamedTuple):
    """Places and their distances, nearest first."""

    places: array[float]
    away: list[float]


class Room:
    """The room in which a mover can turn from one heading to another."""

    def __init__(self, closed: BaseGeometry, box: Box) -> None:
        from shapely import prepare

        prepare(closed)
        self.closed, self.box = closed, box
        self._verges: dict[tuple[Point, float], Verge] = {}

    def holds(self, places: Sequence[Point]) -> list[bool]:
        """Whether the mover can turn at each of some places."""
        from shapely import contains_xy

        west, south, east, north = self.box
        hit = contains_xy(self.closed, [x for x, _ in places], [y for _, y in places]).tolist()
        return [
            not met and west <= x <= east and south <= y <= north
            for met, (x, y) in zip(hit, places, strict=True)
        ]

    def verge(self, at: Point, far: float) -> Verge:
        """Points along the border of the room, within a distance of a place: there the room to turn begins."""
        if (at, far) not in self._verges:
            found = sorted((math.dist(place, at), place) for place in self._verge(at, far))
            self._verges[at, far] = Verge(flat([place for _, place in found]), [away for away, _ in found])
        return self._verges[at, far]

    def _verge(self, at: Point, far: float) -> list[Point]:
        from shapely import get_coordinates, segmentize

        rim = self.closed.buffer(_INSET, join_style="mitre")
        inside = rim if self.box is EVERYWHERE else rim.union(_frame(self.box))
        east, north = at
        near: list[Point] = list(
            dict.fromkeys(
                (x, y)
                for x, y in get_coordinates(segmentize(inside.boundary, SPACING)).tolist()
                if (x - east) * (x - east) + (y - north) * (y - north) <= far * far
            )
        )
        return [place for place, free in zip(near, self.holds(near), strict=True) if free] if near else []


def _frame(box: Box) -> BaseGeometry:
    """The outside of a box, as a wide frame."""
    from shapely import Polygon

    outer, inner = (
        [(west, south), (east, south), (east, north), (west, north)]
        for west, south, east, north in (_wider(box, 1.0), _wider(box, -_INSET))
    )
    # Nothing is left of a board that is narrower than the base.
    return Polygon(outer, [inner] if inner[0][0] < inner[2][0] and inner[0][1] < inner[2][1] else [])


def _wider(box: Box, by: float) -> Box:
    west, south, east, north = box
    return west - by, south - by, east + by, north + by


def room_to_turn(
    scene: Scene, tariff: Tariff, who: str, without: tuple[str, ...], facing: float, turn: float, far: float
) -> Room:
    """The room of a mover for a turn (degrees clockwise) from a facing."""
    # A base that is symmetric front to back needs the same room in the opposite facing.
    if facing >= 180.0 and is_even(scene.table.models[who].base.shape):
        facing -= 180.0
    return _room(scene, tariff, who, without, facing, turn, far)


@lru_cache(maxsize=256)
def is_even(shape: Shape) -> bool:
    """Whether a base is the same after half a turn."""
    core = shape.core
    half = len(core) // 2
    return half % 2 == 0 and all(abs(core[i] + core[i - half]) < _EVEN for i in range(half))


@lru_cache(maxsize=1024)
def _room(
    scene: Scene, tariff: Tariff, who: str, without: tuple[str, ...], facing: float, turn: float, far: float
) -> Room:
    view = _near(scene, tariff, who, far)
    count = max(1, math.ceil(abs(turn) / _GLANCE))
    closed: list[tuple[Flat, float]] = []
    west, south, east, north = EVERYWHERE
    for k in range(count + 1):
        glance = Glance(view, tariff, without, (facing + turn * k / count) % 360.0)
        glance.lay()
        for what, distance in glance.shut:
            assert isinstance(what, Region)
            closed += [(ring, distance) for ring in what.rings]
        left, low, right, high = glance.plot.box
        west, south, east, north = max(west, left), max(south, low), min(east, right), min(north, high)
    # No part of the base is further than this from its position in one of the examined poses.
    bulge = 2.0 * view.shape.reach * math.sin(math.radians(abs(turn) / count / 4.0))
    whole = _joined(closed).buffer(bulge, join_style="mitre")
    box = (west + bulge, south + bulge, east - bulge, north - bulge) if west > -math.inf else EVERYWHERE
    return Room(whole, box)


def _joined(closed: list[tuple[Flat, float]]) -> BaseGeometry:
    """The union of some rings, each grown by its distance."""
    from shapely import Polygon, get_parts, linearrings, make_valid, polygons, union_all

    if not closed:
        return Polygon()
    corners = [(ring[i], ring[i + 1]) for ring, _ in closed for i in range(0, len(ring), 2)]
    numbers = [k for k, (ring, _) in enumerate(closed) for _ in range(0, len(ring), 2)]
    # All in one call: one by one they take longer than joining them. A thin base makes rings that touch themselves.
    pieces = make_valid(get_parts(polygons(linearrings(corners, indices=numbers)))).tolist()
    return union_all(
        [
            piece.buffer(distance) if distance > TOLERANCE else piece
            for piece, (_, distance) in zip(pieces, closed, strict=True)
        ]
    )


def flat(points: list[Point]) -> array[float]:
    """Points as a flat array for the kernel."""
    return array("d", [value for point in points for value in point])
