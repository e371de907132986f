"""What Surefoot uses of shapely, over GEOS compiled to WebAssembly: shapely has no package for browsers that can be fetched.

A geometry is its WKB; JavaScript (`page/js/host/geos.js`) hands it to GEOS, the library under shapely, and hands back
the result. `install` makes it importable under the names of shapely.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, TypeAlias

Point: TypeAlias = tuple[float, float]

_POINT, _LINE, _POLYGON, _LINES, _POLYGONS, _COLLECTION = 1, 2, 3, 5, 6, 7
_CAPS = {"round": 1, "flat": 2, "square": 3}
_JOINS = {"round": 1, "mitre": 2, "bevel": 3}
_HEAD = struct.Struct("<BI")
_COUNT = struct.Struct("<I")
# As in shapely.
_SEGMENTS = 16

# The functions of JavaScript; `install` sets them.
_geos: Any = None


class Values(list[Any]):
    """A list where shapely gives an array."""

    def tolist(self) -> list[Any]:
        """The same as a list."""
        return list(self)


class Geometry:
    """A geometry of any kind."""

    def __init__(self, wkb: bytes) -> None:
        self.wkb = wkb

    @cached_property
    def read(self) -> list[tuple[int, list[list[Point]]]]:
        """Its parts: the kind of each, and its rings or lines."""
        return list(_parts(self.wkb))

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing of it."""
        return not any(ring for _, rings in self.read for ring in rings)

    @property
    def points(self) -> list[Point]:
        """All its points, in order."""
        return [point for _, rings in self.read for ring in rings for point in ring]

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, south, east and north."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def area(self) -> float:
        """Its area."""
        return float(_geos.area(self.wkb))

    @property
    def boundary(self) -> Geometry:
        """Its border."""
        return _made(_geos.boundary(self.wkb))

    @property
    def centroid(self) -> Geometry:
        """Its middle."""
        return _made(_geos.centroid(self.wkb))

    @property
    def x(self) -> float:
        """The easting of a point."""
        return self.points[0][0]

    @property
    def y(self) -> float:
        """The northing of a point."""
        return self.points[0][1]

    @property
    def exterior(self) -> Geometry:
        """The outer ring of a polygon."""
        return LineString(self.read[0][1][0])

    @property
    def interiors(self) -> list[Geometry]:
        """The holes of a polygon."""
        return [LineString(ring) for ring in self.read[0][1][1:]]

    def buffer(
        self,
        distance: float,
        quad_segs: int = _SEGMENTS,
        *,
        cap_style: str = "round",
        join_style: str = "round",
        mitre_limit: float = 5.0,
    ) -> Geometry:
        """It and what is near it."""
        wishes = (float(distance), quad_segs, _CAPS[cap_style], _JOINS[join_style], float(mitre_limit))
        return _made(_geos.buffer(self.wkb, *wishes))

    def union(self, other: Geometry) -> Geometry:
        """What is in either."""
        return union_all([self, other])

    def difference(self, other: Geometry) -> Geometry:
        """What is in this one alone."""
        return _made(_geos.difference(self.wkb, other.wkb))

    def intersection(self, other: Geometry) -> Geometry:
        """What is in both."""
        return _made(_geos.intersection(self.wkb, other.wkb))

    def symmetric_difference(self, other: Geometry) -> Geometry:
        """What is in one of them alone."""
        return _made(_geos.symmetric_difference(self.wkb, other.wkb))

    def simplify(self, tolerance: float) -> Geometry:
        """It with fewer corners."""
        return _made(_geos.simplify(self.wkb, float(tolerance)))

    def contains(self, other: Geometry) -> bool:
        """Whether all of another lies in it."""
        return bool(_geos.contains(self.wkb, other.wkb))


class Polygon(Geometry):
    """A polygon from its outer ring and its holes."""

    def __init__(
        self, shell: Iterable[Sequence[float]] = (), holes: Iterable[Iterable[Sequence[float]]] = ()
    ) -> None:
        rings = [ring for ring in (_closed(each) for each in (shell, *holes)) if ring]
        body = b"".join(_COUNT.pack(len(ring)) + _coordinates(ring) for ring in rings)
        super().__init__(_HEAD.pack(1, _POLYGON) + _COUNT.pack(len(rings)) + body)


class LineString(Geometry):
    """A line through some points."""

    def __init__(self, points: Iterable[Sequence[float]]) -> None:
        line = [(float(each[0]), float(each[1])) for each in points]
        super().__init__(_HEAD.pack(1, _LINE) + _COUNT.pack(len(line)) + _coordinates(line))


def _closed(points: Iterable[Sequence[float]]) -> list[Point]:
    ring = [(float(each[0]), float(each[1])) for each in points]
    return [*ring, ring[0]] if ring and ring[0] != ring[-1] else ring


def _coordinates(points: Sequence[Point]) -> bytes:
    return array("d", [value for point in points for value in point]).tobytes()


def _made(found: Any) -> Geometry:
    """A geometry of JavaScript; polygons have a kind of their own."""
    wkb: bytes = found.to_bytes()
    made = Geometry(wkb)
    if _HEAD.unpack_from(wkb)[1] == _POLYGON:
        made.__class__ = Polygon
    return made


def _parts(wkb: bytes) -> Iterator[tuple[int, list[list[Point]]]]:
    """The simple parts of a geometry."""
    at = 0

    def number() -> int:
        nonlocal at
        (found,) = _COUNT.unpack_from(wkb, at)
        at += _COUNT.size
        return int(found)

    def line(count: int) -> list[Point]:
        nonlocal at
        flat = struct.unpack_from(f"<{2 * count}d", wkb, at)
        at += 16 * count
        return list(zip(flat[0::2], flat[1::2], strict=True))

    def part() -> Iterator[tuple[int, list[list[Point]]]]:
        nonlocal at
        _, kind = _HEAD.unpack_from(wkb, at)
        at += _HEAD.size
        if kind == _POINT:
            yield kind, [line(1)]
        elif kind == _LINE:
            yield kind, [line(number())]
        elif kind == _POLYGON:
            yield kind, [line(number()) for _ in range(number())]
        else:
            for _ in range(number()):
                yield from part()

    yield from part()


# --- functions of shapely -------------------------------------------------------------------------


def union_all(geometries: Iterable[Geometry]) -> Geometry:
    """What is in any of some geometries."""
    listed = [each.wkb for each in geometries]
    return _made(_geos.unary_union(_HEAD.pack(1, _COLLECTION) + _COUNT.pack(len(listed)) + b"".join(listed)))


def make_valid(geometry: Geometry | Iterable[Geometry]) -> Any:
    """The same ground without crossings; of several each."""
    if isinstance(geometry, Geometry):
        return _made(_geos.make_valid(geometry.wkb))
    return Values(make_valid(each) for each in geometry)


def normalize(geometry: Geometry) -> Geometry:
    """The same in a fixed order."""
    return _made(_geos.normalize(geometry.wkb))


def segmentize(geometry: Geometry, most: float) -> Geometry:
    """The same with no stretch longer than this."""
    return _made(_geos.segmentize(geometry.wkb, float(most)))


def prepare(geometry: Geometry) -> None:
    """Nothing: each question prepares for itself."""


def contains_xy(geometry: Geometry, x: Any, y: Any) -> Any:
    """Whether a point, or each of some points, lies inside."""
    if isinstance(x, float | int):
        return bool(_geos.contains_xy(geometry.wkb, _numbers([x]), _numbers([y]))[0])
    return Values(bool(each) for each in _geos.contains_xy(geometry.wkb, _numbers(x), _numbers(y)))


def _numbers(values: Iterable[float]) -> Any:
    from pyodide.ffi import to_js  # type: ignore[import-not-found]  # only browsers have it

    return to_js(array("d", values))


def get_coordinates(geometry: Geometry) -> Values:
    """All points of a geometry."""
    return Values(geometry.points)


def get_parts(geometry: Geometry | Iterable[Geometry]) -> Values:
    """The simple geometries of one, or of several."""
    if not isinstance(geometry, Geometry):
        return Values(part for each in geometry for part in get_parts(each))
    return Values(
        Polygon(rings[0], rings[1:]) if kind == _POLYGON else LineString(rings[0])
        for kind, rings in geometry.read
        if rings
    )


def linearrings(coordinates: Sequence[Point], indices: Sequence[int]) -> list[list[Point]]:
    """Rings of points, which are numbered by their ring."""
    rings: dict[int, list[Point]] = {}
    for point, number in zip(coordinates, indices, strict=True):
        rings.setdefault(number, []).append(point)
    return list(rings.values())


def polygons(rings: Iterable[list[Point]]) -> list[Geometry]:
    """A polygon of each ring."""
    return [Polygon(ring) for ring in rings]


def linestrings(lines: Iterable[Sequence[Point]]) -> list[LineString]:
    """A line through each list of points."""
    return [LineString(each) for each in lines]


def box(west: float, south: float, east: float, north: float) -> Polygon:
    """An upright box."""
    return Polygon([(east, south), (east, north), (west, north), (west, south)])


class STRtree:
    """Finds lines that may be near each other, by their boxes."""

    def __init__(self, lines: Sequence[Geometry]) -> None:
        self.bounds = [each.bounds for each in lines]

    def query(self, _: Any, predicate: str, distance: float) -> Values:
        """The numbers of all pairs whose boxes are no further apart; `prepare` measures them itself."""
        assert predicate == "dwithin"
        order = sorted(range(len(self.bounds)), key=lambda i: self.bounds[i][0])
        found: list[tuple[int, int]] = []
        active: list[int] = []
        for i in order:
            west, south, _, north = self.bounds[i]
            active = [j for j in active if self.bounds[j][2] + distance >= west]
            for j in active:
                if self.bounds[j][1] - distance <= north and self.bounds[j][3] + distance >= south:
                    found += [(i, j), (j, i)]
            active.append(i)
        return Values([[i for i, _ in found], [j for _, j in found]])


def install(geos: Any) -> None:
    """Make this module importable as shapely, over the functions of JavaScript."""
    global _geos  # noqa: PLW0603  # one GEOS in one worker
    _geos = geos
    here = sys.modules[__name__]
    named = {"shapely": here, "shapely.geometry": here, "shapely.geometry.base": here}
    for name, module in named.items():
        sys.modules.setdefault(name, module)


BaseGeometry = Geometry
unary_union = union_all
geometry: ModuleType = sys.modules[__name__]
