"""Builds a chart from obstacles, areas and hurdles: capsules to keep away from, and anchors. No game words here either."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import field

from surefoot.geometry.kernel import core_distance, inside_rings
from surefoot.geometry.search.border_points import border_spots
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.ground import Hurdle
from surefoot.geometry.shapes import Flat
from surefoot.records import dataclass

# A path may graze obstacles: they keep it out by this much less than the radius of the circles that it rounds.
GRAZE = 1e-7
# The spacing of the points at which a path may first cross a border.
SPACING = 0.75
# A corner with a smaller sine is part of a straight side.
_STRAIGHT = 1e-9

Rings = Sequence[Sequence[float]]
Box = tuple[float, float, float, float]
EVERYWHERE: Box = (-math.inf, -math.inf, math.inf, math.inf)


@dataclass
class Plot:
    """The parts of a chart, collected one by one; each obstacle has an owner."""

    box: Box = EVERYWHERE
    owners: list[str] = field(default_factory=list)
    _capsules: array[float] = field(default_factory=lambda: array("d"))
    _circles: array[float] = field(default_factory=lambda: array("d"))
    _edges: array[float] = field(default_factory=lambda: array("d"))
    _firsts: array[int] = field(default_factory=lambda: array("i", [0]))
    _masks: array[int] = field(default_factory=lambda: array("i"))
    _hurdles: list[Hurdle] = field(default_factory=list)

    def disc(self, x: float, y: float, radius: float, owner: str) -> None:
        """Keep away from a point."""
        self._capsule(x, y, x, y, radius, owner)
        self.bend(x, y, radius)

    def bend(self, x: float, y: float, radius: float) -> None:
        """Allow a path to bend here, without an obstacle."""
        self._circles.extend((x, y, radius, 0.0, 0.0, 0.0, 0.0))

    def solid(self, rings: Rings, distance: float, owner: str, *, outside: bool = False) -> None:
        """Keep away from the ground that some rings enclose; or, with `outside`, from everything else."""
        for ring in rings:
            if len(ring) < 6:
                continue
            self._sides(ring, distance, owner)
            self._corners(ring, rings, distance, outside=outside)

    def hurdle(
        self,
        rings: Rings,
        distance: float,
        leeway: float,
        fee: float,
        begun: tuple[tuple[Flat, ...], ...] = (),
    ) -> None:
        """Charge a fee whenever the path comes nearer to a region than a distance, less some leeway; the path may also go round.

        A mover that begins in some parts of it pays, unless it only leaves them.
        """
        self._hurdles.append((tuple(tuple(ring) for ring in rings), distance - leeway, fee, begun))
        for ring in rings:
            self._corners(ring, rings, distance, outside=False)

    def area(self, rings: Rings, mask: int) -> None:
        """Add ground with a mask of tags, if there is any."""
        if not rings:
            return
        for ring in rings:
            ax, ay = ring[-2], ring[-1]
            for i in range(0, len(ring), 2):
                self._edges.extend((ax, ay, ring[i], ring[i + 1]))
                ax, ay = ring[i], ring[i + 1]
        self._firsts.append(len(self._edges) // 4)
        self._masks.append(mask)

    def chart(self, rates: Sequence[float], spacing: float = SPACING) -> Chart:
        """The chart with its anchors; `rates` gives the rate of each mask."""
        made = Chart(
            self._capsules, self.box, self._edges, self._firsts, self._masks, array("d", rates), self._hurdles
        )
        made.anchor(*border_spots(made, spacing), self._circles, self._rounded())
        return made

    def around(
        self, x: float, y: float, hair: float
    ) -> Iterator[tuple[float, float, float, float, float, str]]:
        """The obstacles that a point lies deeper in than a hair: the two ends of each, the distance that it keeps, and its owner."""
        for k, owner in enumerate(self.owners):
            ax, ay, bx, by, distance = self._capsules[5 * k : 5 * k + 5]
            far = distance - hair
            near = min(ax, bx) - far < x < max(ax, bx) + far and min(ay, by) - far < y < max(ay, by) + far
            if far > 0.0 and near and core_distance((x, y), (ax, ay, bx, by)) < far:
                yield ax, ay, bx, by, distance, owner

    def rounded(self) -> Iterator[tuple[float, float, float]]:
        """The circles that a path may round so far, each as its centre and its radius."""
        for i in range(0, len(self._circles), 7):
            yield self._circles[i], self._circles[i + 1], self._circles[i + 2]

    def _rounded(self) -> array[int]:
        """The numbers of the circles at the two ends of each capsule (-1: none)."""
        circles, capsules = self._circles, self._capsules
        numbers = {center: k for k, center in enumerate(zip(circles[0::7], circles[1::7], strict=True))}
        ends = array("i", [-1]) * (2 * (len(capsules) // 5))
        for end in (0, 1):
            points = zip(capsules[2 * end :: 5], capsules[2 * end + 1 :: 5], strict=True)
            ends[end::2] = array("i", [numbers.get(point, -1) for point in points])
        return ends

    def token(self) -> tuple[object, ...]:
        """Everything that the chart consists of, as a cache key."""
        arrays = (self._capsules, self._circles, self._edges, self._firsts, self._masks)
        return (self.box, *(each.tobytes() for each in arrays), tuple(self._hurdles))

    def _capsule(self, ax: float, ay: float, bx: float, by: float, distance: float, owner: str) -> None:
        self._capsules.extend((ax, ay, bx, by, distance - min(GRAZE, distance * 1e-3)))
        self.owners.append(owner)

    def _sides(self, ring: Sequence[float], distance: float, owner: str) -> None:
        ax, ay = ring[-2], ring[-1]
        for i in range(0, len(ring), 2):
            bx, by = ring[i], ring[i + 1]
            if ax != bx or ay != by:
                self._capsule(ax, ay, bx, by, distance, owner)
            ax, ay = bx, by

    def _corners(self, ring: Sequence[float], rings: Rings, distance: float, *, outside: bool) -> None:
        """Add the convex corners of a ring, which a path can bend round."""
        corners = _distinct(ring)
        count = len(corners)
        if count < 2:
            return
        (ax, ay), (bx, by) = corners[0], corners[1]
        length = math.hypot(bx - ax, by - ay)
        step = min(1e-6, length * 1e-3)
        left = inside_rings(
            (ax + bx) / 2 - (by - ay) / length * step, (ay + by) / 2 + (bx - ax) / length * step, rings
        )
        if left == outside:
            corners.reverse()
        for i in range(count):
            (ax, ay), (x, y), (bx, by) = corners[i - 1], corners[i], corners[(i + 1) % count]
            before = math.hypot(x - ax, y - ay)
            after = math.hypot(bx - x, by - y)
            ux, uy = (x - ax) / before, (y - ay) / before
            wx, wy = (bx - x) / after, (by - y) / after
            turn = ux * wy - uy * wx
            if turn > _STRAIGHT or (turn >= -_STRAIGHT and ux * wx + uy * wy < 0.0):
                self._circles.extend((x, y, distance, uy, -ux, wy, -wx))


def _distinct(ring: Sequence[float]) -> list[tuple[float, float]]:
    points = [(ring[i], ring[i + 1]) for i in range(0, len(ring), 2)]
    return [point for i, point in enumerate(points) if point != points[i - 1]]
