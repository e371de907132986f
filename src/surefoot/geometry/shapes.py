"""Bases, bodies and regions: the vocabulary that every geometric question shares.

A base is a *core* (a polygon, or one point) grown by a *radius*: a round base is a point grown by its radius,
a hull is a polygon grown by nothing. One representation, so that each question is answered once.
Bearings are degrees clockwise from north (+y); in its own frame a base looks north.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from surefoot.records import cached_property, dataclass

Part = Literal["centre", "any", "all"]

# Flat x0, y0, x1, y1, …: what the kernel works on.
Flat = tuple[float, ...]

# An oval is stood for by this many corners, midway between the inscribed and the circumscribed polygon; for
# half axes up to 3 units the outline is then nowhere off by more than half the tolerance.
OVAL_CORNERS = 360
# How much further out these corners are than the oval itself.
_OVAL_GROWTH = 2 / (1 + math.cos(math.pi / OVAL_CORNERS))

MILLIMETRES_PER_INCH = 25.4


def turn(x: float, y: float, bearing: float) -> tuple[float, float]:
    """A vector of the base's own frame, seen on a table where the base looks along a bearing."""
    cosine, sine = direction(bearing)
    return x * cosine + y * sine, y * cosine - x * sine


def turned(core: Flat, bearing: float, x: float = 0.0, y: float = 0.0) -> Flat:
    """An outline of the base's own frame, set down somewhere and looking along a bearing."""
    cosine, sine = direction(bearing)
    found: list[float] = []
    for i in range(0, len(core), 2):
        ahead, aside = core[i + 1], core[i]
        found += (x + (aside * cosine + ahead * sine), y + (ahead * cosine - aside * sine))
    return tuple(found)


# Right angles are by far the commonest facings: they are kept free of rounding.
_QUARTERS = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}


def direction(bearing: float) -> tuple[float, float]:
    """The cosine and the sine of a bearing."""
    quarter = bearing % 360.0
    if quarter in _QUARTERS:
        return _QUARTERS[quarter]
    angle = math.radians(quarter)
    return math.cos(angle), math.sin(angle)


@dataclass(frozen=True, slots=True)
class Shape:
    """A base in its own frame: a core polygon (or a point) and the radius it is grown by."""

    name: Literal["round", "oval", "rectangle", "hull"]
    core: Flat
    radius: float

    def __hash__(self) -> int:
        # Bases are looked up all the time, and an oval has hundreds of corners: a few tell them apart.
        return hash((self.name, len(self.core), self.core[:6], self.radius))

    def at(self, x: float, y: float, bearing: float = 0.0) -> Body:
        """The base set down with its centre at a point."""
        # A round base is made faster than it is found again.
        return Body((x, y), self.radius, x, y) if self.name == "round" else _placed(self, x, y, bearing)

    @property
    def rim(self) -> tuple[tuple[float, float], ...]:
        """Points, seen from the centre, whose paths give the length of a move: corners on the edge itself, of a round base its centre."""
        grown = _OVAL_GROWTH if self.name == "oval" else 1.0
        return tuple((x / grown, y / grown) for x, y in zip(self.core[::2], self.core[1::2], strict=True))

    @property
    def reach(self) -> float:
        """Distance from the centre to the furthest point of the base."""
        # Most bases are round: there is nothing to look up.
        return self.radius if self.core == (0.0, 0.0) else _reach(self)

    def across(self, bearing: float, facing: float = 0.0) -> float:
        """Width of the base along a bearing, when it looks along `facing`."""
        dx, dy = turn(0.0, 1.0, bearing - (0.0 if self.name == "round" else facing))
        core = self.core
        shadows = [core[i] * dx + core[i + 1] * dy for i in range(0, len(core), 2)]
        return max(shadows) - min(shadows) + 2 * self.radius


@lru_cache(maxsize=4096)
def _reach(shape: Shape) -> float:
    core = shape.core
    return max(math.hypot(core[i], core[i + 1]) for i in range(0, len(core), 2)) + shape.radius


@lru_cache(maxsize=65536)
def _placed(shape: Shape, x: float, y: float, bearing: float) -> Body:
    return Body(turned(shape.core, bearing, x, y), shape.radius, x, y)


@dataclass(frozen=True, slots=True)
class Body:
    """A base set down on the table: its core in table coordinates, its radius and its centre."""

    core: Flat
    radius: float
    x: float
    y: float


@dataclass(frozen=True)
class Region:
    """Ground enclosed by rings (flat, not repeated at the end): a point is in it if it is inside an odd number of them."""

    rings: tuple[Flat, ...]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Regions are looked up all the time, and may have thousands of corners.
        return hash(self.rings)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, south, east, north."""
        xs = [value for ring in self.rings for value in ring[0::2]]
        ys = [value for ring in self.rings for value in ring[1::2]]
        return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True, slots=True)
class Shift:
    """A straight movement in plan."""

    dx: float
    dy: float


@dataclass(frozen=True, slots=True)
class Pivot:
    """A turn by some degrees clockwise (negative: the other way) about a point."""

    degrees: float
    x: float
    y: float


Motion = Shift | Pivot

# Fractions of a motion, 0 at its start and 1 at its end: disjoint, in order.
Intervals = tuple[tuple[float, float], ...]


def round_base(diameter: float) -> Shape:
    """A round base of some diameter, in the table's unit."""
    return Shape("round", (0.0, 0.0), diameter / 2)


def oval_base(length: float, width: float) -> Shape:
    """An oval base, its length along its facing."""
    half_width, half_length = width / 2, length / 2
    core: list[float] = []
    for corner in range(OVAL_CORNERS):
        angle = 2 * math.pi * corner / OVAL_CORNERS
        core += (
            half_width * _OVAL_GROWTH * math.cos(angle),
            half_length * _OVAL_GROWTH * math.sin(angle),
        )
    return Shape("oval", tuple(core), 0.0)


def rectangle_base(length: float, width: float) -> Shape:
    """A rectangular base, its length along its facing."""
    x, y = width / 2, length / 2
    return Shape("rectangle", (-x, -y, x, -y, x, y, -x, y), 0.0)


def hull(corners: Sequence[tuple[float, float]]) -> Shape:
    """A hull given by its corners in its own frame, counter-clockwise, looking north."""
    flat = tuple(float(value) for corner in corners for value in corner)
    return Shape("hull", flat, 0.0)
