"""The sides of surfaces, at which links begin and end."""

from __future__ import annotations

import math
from collections.abc import Iterator

from surefoot.geometry.cells import Window
from surefoot.geometry.kernel import core_distance, inside_rings
from surefoot.geometry.search.paths import Point
from surefoot.geometry.shapes import Region
from surefoot.geometry.sweep import rings_of
from surefoot.records import dataclass
from surefoot.referee.scene import Surface

# A leg begins this far before an edge, and is declared to end this far beyond it.
SHORT = 5e-5
BEYOND = 1e-3


@dataclass(frozen=True)
class Edge:
    """A side of a surface, or of a piece on it, with the direction away from the surface."""

    surface: Surface
    ax: float
    ay: float
    bx: float
    by: float
    nx: float
    ny: float

    @property
    def length(self) -> float:
        return math.hypot(self.bx - self.ax, self.by - self.ay)

    @property
    def box(self) -> Window:
        """The box round the side."""
        return min(self.ax, self.bx), min(self.ay, self.by), max(self.ax, self.bx), max(self.ay, self.by)

    def beside(self, x: float, y: float) -> float:
        """The position of a point along the side."""
        return ((x - self.ax) * (self.bx - self.ax) + (y - self.ay) * (self.by - self.ay)) / self.length

    def off(self, x: float, y: float) -> float:
        """How far a point lies outside the line of the side, negative inside it."""
        return (x - self.ax) * self.nx + (y - self.ay) * self.ny

    def faces(self, other: Edge) -> bool:
        """Whether part of another side lies outside this one."""
        return any(self.off(x, y) > SHORT for x, y in ((other.ax, other.ay), (other.bx, other.by)))

    def at(self, along: float, out: float) -> Point:
        """A point at a position along the side and a distance outside it."""
        share = along / self.length
        return (
            self.ax + (self.bx - self.ax) * share + self.nx * out,
            self.ay + (self.by - self.ay) * share + self.ny * out,
        )


def side_at(surface: Surface, point: Point) -> Edge:
    """The side of a surface at a point."""
    return min(
        edges_of(surface),
        key=lambda edge: core_distance(point, (edge.ax, edge.ay, edge.bx, edge.by)),
    )


def edges_of(surface: Surface) -> Iterator[Edge]:
    """The sides of a surface, each with the direction away from it."""
    return sides(surface.region, surface)


def sides(region: Region, surface: Surface) -> Iterator[Edge]:
    """The sides of a region on a surface, each with the direction away from it."""
    for ring in rings_of(region):
        for i in range(0, len(ring), 2):
            ax, ay, bx, by = ring[i - 2], ring[i - 1], ring[i], ring[i + 1]
            length = math.hypot(bx - ax, by - ay)
            if length < 1e-6:
                continue
            nx, ny = (by - ay) / length, (ax - bx) / length
            x, y = (ax + bx) / 2 + nx * 1e-6, (ay + by) / 2 + ny * 1e-6
            side = -1.0 if inside_rings(x, y, region.rings) else 1.0
            yield Edge(surface, ax, ay, bx, by, side * nx, side * ny)
