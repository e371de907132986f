"""Outlines prepared before play: checked, joined, cut, grown. Slow and thorough; never in an inner loop."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple

from surefoot.geometry import kernel
from surefoot.geometry.shapes import Flat, Region
from surefoot.geometry.tolerance import TOLERANCE

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Bounds = tuple[float, float, float, float]

# Beyond this, double arithmetic no longer keeps the tolerance with room to spare.
FURTHEST = 1e6

# An outline with more corners than this is simplified, if these deviations allow it.
MANY = 128
HAIRS = (5e-4, 1e-3, 2e-3)

# Up to this many edges or regions are compared pairwise; beyond that an index is faster.
_FEW = 64
# Regions of so many rings are handed over in one call.
_MANY = 4

# Sharper corners of a grown outline are cut off at this many times the distance.
MITRE_LIMIT = 5.0


class Flaw(NamedTuple):
    """A problem of an outline: its kind, the number of different corners, and the point where it is."""

    kind: Literal["not-finite", "too-far", "too-few-corners", "crosses-itself", "no-area"]
    corners: int = 0
    at: tuple[float, float] = (0.0, 0.0)


def problems(points: Sequence[tuple[float, float]]) -> list[Flaw]:
    """Every problem of an outline; empty if it can be used."""
    found: list[Flaw] = []
    # No comparison holds for what is not a number.
    if not all(-FURTHEST <= value <= FURTHEST for point in points for value in point):
        finite = [point for point in points if all(math.isfinite(value) for value in point)]
        if len(finite) < len(points):
            found.append(Flaw("not-finite"))
        if any(abs(value) > FURTHEST for point in finite for value in point):
            found.append(Flaw("too-far"))
        return found
    corners = distinct(points)
    if len(corners) < 3:
        return [Flaw("too-few-corners", len(corners))]
    crossing = _self_crossing(corners)
    if crossing is not None:
        found.append(Flaw("crosses-itself", at=crossing))
    area = abs(kernel.signed_area(tuple(value for corner in corners for value in corner)))
    if area <= TOLERANCE * _longest_edge(corners):
        found.append(Flaw("no-area"))
    return found


def counter_clockwise(flat: Sequence[float]) -> Flat:
    """A ring the same way round as the hulls of bases: counter-clockwise."""
    ring = tuple(float(value) for value in flat)
    if kernel.signed_area(ring) >= 0.0:
        return ring
    return tuple(value for i in range(len(ring) - 2, -1, -2) for value in ring[i : i + 2])


def union(regions: Iterable[Region]) -> Region:
    """The ground that lies in any of the regions, without the edges between them.

    Regions apart from all others stay as they are, and a box such as a board absorbs the regions inside it: most
    tables do not need shapely for this, which takes long to load.
    """
    rings: list[Flat] = []
    filled = [region for region in regions if region.rings]
    for group in _groups(filled) if len(filled) <= _FEW else [filled]:
        whole = next((region for region in group if _is_box_around(region, group)), None)
        if whole is None:
            whole = joined([_geometry(region) for region in group])
        rings += whole.rings
    return Region(tuple(rings))


def _groups(regions: list[Region]) -> list[list[Region]]:
    """Regions sorted into groups whose boxes lie apart."""
    groups: list[list[Region]] = []
    for region in regions:
        joined = [region]
        apart: list[list[Region]] = []
        for group in groups:
            if any(_meet(region.bounds, other.bounds) for other in group):
                joined = group + joined
            else:
                apart.append(group)
        groups = [*apart, joined]
    return groups


def _meet(one: Bounds, other: Bounds) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _is_box_around(region: Region, group: list[Region]) -> bool:
    """Whether a region is the only one of its group, or an upright box in which all of them lie."""
    if len(group) == 1:
        return True
    west, south, east, north = region.bounds
    if len(region.rings) != 1 or len(region.rings[0]) != 8:
        return False
    return abs(kernel.signed_area(region.rings[0])) == (east - west) * (north - south) and all(
        west <= each.bounds[0]
        and south <= each.bounds[1]
        and each.bounds[2] <= east
        and each.bounds[3] <= north
        for each in group
    )


def difference(region: Region, others: Iterable[Region]) -> Region:
    """The ground of a region that lies in none of the others."""
    return outside(others)(region)


def outside(others: Iterable[Region]) -> Callable[[Region], Region]:
    """A function that returns the ground of a region that lies in none of some others."""
    cut = outside_to_join(others)
    return lambda region: _region(cut(region))


def outside_to_join(others: Iterable[Region]) -> Callable[[Region], BaseGeometry]:
    """Like `outside`, for ground that is joined with more (`joined`) before anything reads its rings."""
    from shapely import union_all

    shut = union_all([_geometry(other) for other in others])
    return lambda region: _geometry(region).difference(shut)


def joined(ground: Sequence[BaseGeometry]) -> Region:
    """The ground that lies in any of some geometries of shapely."""
    from shapely import union_all

    return _region(union_all(ground))


def common(region: Region, other: Region) -> Region:
    """The ground that two regions share; nothing where they only touch."""
    return _region(_geometry(region).intersection(_geometry(other)))


def clipped(region: Region, other: Region) -> Region:
    """The part of a region that lies in another; the very same region if all of it does."""
    outside = difference(region, [other])
    return difference(region, [outside]) if outside.rings else region


def boxes_near(one: Region, other: Region, distance: float) -> bool:
    """Whether the bounding boxes of two regions are at most a distance apart along each axis."""
    west, south, east, north = one.bounds
    left, low, right, high = other.bounds
    return (
        west - distance <= right
        and east + distance >= left
        and south - distance <= high
        and north + distance >= low
    )


def is_hole(ring: Flat, rings: Sequence[Flat]) -> bool:
    """Whether the ground just inside a ring is no part of a region with these rings."""
    ax, ay, bx, by = ring[:4]
    length = math.hypot(bx - ax, by - ay)
    for side in (1.0, -1.0):
        x = (ax + bx) / 2 - side * (by - ay) / length * 1e-6
        y = (ay + by) / 2 + side * (bx - ax) / length * 1e-6
        if kernel.inside_rings(x, y, (ring,)):
            return not kernel.inside_rings(x, y, rings)
    return False


def grown(region: Region, distance: float) -> Region:
    """A region whose edges are moved outwards by a distance (negative: inwards), its corners kept sharp."""
    return _region(
        _geometry(region).buffer(distance, join_style="mitre", mitre_limit=MITRE_LIMIT, cap_style="flat")
    )


def rounded(region: Region, distance: float) -> Region:
    """A region grown by a distance with round corners, off by at most half the tolerance."""
    quarter = math.ceil(math.pi / 4 / math.acos(max(0.0, 1.0 - TOLERANCE / 2 / distance)))
    return _region(_geometry(region).buffer(distance, quad_segs=max(2, quarter)))


def cut_round(region: Region, distance: float, lines: int = 4) -> Region:
    """A region grown by a distance with corners cut by some straight lines each: nowhere further, at corners a little less.

    By four it is 2 % less, by eight half of one.
    """
    return _region(_geometry(region).buffer(distance, quad_segs=lines))


def coarser(region: Region) -> tuple[Region, float]:
    """A region of very many corners drawn with fewer, and by how much it reaches further out; never less far."""
    return (region, 0.0) if _corners(region) <= MANY else _coarser(region)


@lru_cache(maxsize=256)
def _coarser(region: Region) -> tuple[Region, float]:
    """It is grown by a hair, and then every corner is left out that lies within a hair of the side that replaces it."""
    ground = _geometry(region)
    least = _corners(region)
    best, width = region, 0.0
    for hair in HAIRS:
        wider = ground.buffer(hair, join_style="mitre", mitre_limit=2.0, cap_style="flat")
        found = _region(wider.simplify(hair))
        # A wider hair has to earn its width.
        if _corners(found) <= least / 2 and wider.simplify(hair).contains(ground):
            best, width, least = found, 3 * hair, _corners(found)
        if least <= MANY:
            break
    return best, width


def _corners(region: Region) -> int:
    return sum(len(ring) for ring in region.rings) // 2


def inner_point(region: Region) -> tuple[float, float]:
    """A point well inside the largest part of a region, for a word to stand on."""
    from shapely import get_parts
    from shapely.algorithms.polylabel import polylabel

    part = max(get_parts(_geometry(region)), key=lambda each: each.area)
    point = polylabel(part, tolerance=0.05)
    return point.x, point.y


def line_region(points: Sequence[tuple[float, float]], width: float) -> Region:
    """A wall or a pipe given by its middle line and its width: flat at its ends, sharp at its bends."""
    from shapely.geometry import LineString

    line = distinct(points)
    if len(line) < 2 or width <= 0.0:
        return Region(())
    # A line that comes back to its first point is closed: the wall then has no ends.
    if len(line) > 2 and _close(points[0], points[-1]):
        line.append(line[0])
    return _region(
        LineString(line).buffer(width / 2, join_style="mitre", mitre_limit=MITRE_LIMIT, cap_style="flat")
    )


def distinct(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners without those that repeat the one before, and without a last one that repeats the first."""
    kept: list[tuple[float, float]] = []
    for point in points:
        if not kept or not _close(kept[-1], point):
            kept.append((float(point[0]), float(point[1])))
    while len(kept) > 1 and _close(kept[0], kept[-1]):
        kept.pop()
    return kept


def _close(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return math.hypot(one[0] - other[0], one[1] - other[1]) <= TOLERANCE / 100


def _longest_edge(corners: Sequence[tuple[float, float]]) -> float:
    return max(math.dist(corners[i - 1], corners[i]) for i in range(len(corners)))


def _self_crossing(corners: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """A place where two edges that are not neighbours meet, or where an edge runs back over its neighbour."""
    count = len(corners)
    for i in range(count):
        if _runs_back(corners[i - 1], corners[i], corners[(i + 1) % count]):
            return corners[i]
    for i, j in _near_edges(corners):
        a, b, c, d = corners[i - 1], corners[i], corners[j - 1], corners[j]
        if kernel.segment_segment(*a, *b, *c, *d) <= TOLERANCE / 100:
            return _meeting(a, b, c, d)
    return None


def _near_edges(corners: Sequence[tuple[float, float]]) -> list[tuple[int, int]]:
    """Pairs of edges that are no neighbours and might touch, in order; an edge has the number of the corner it ends at."""
    count = len(corners)
    if count <= _FEW:
        pairs = [(i, j) for i in range(count) for j in range(i + 2, count)]
    else:
        from shapely import STRtree, linestrings

        edges = linestrings([(corners[i - 1], corners[i]) for i in range(count)])
        found = STRtree(edges).query(edges, predicate="dwithin", distance=TOLERANCE / 50)
        pairs = sorted((int(i), int(j)) for i, j in zip(*found.tolist(), strict=True) if j > i + 1)
    # The last edge is the neighbour of the first.
    return [(i, j) for i, j in pairs if (i, j) != (0, count - 1)]


def _runs_back(before: tuple[float, float], corner: tuple[float, float], after: tuple[float, float]) -> bool:
    ax, ay = before[0] - corner[0], before[1] - corner[1]
    bx, by = after[0] - corner[0], after[1] - corner[1]
    return ax * bx + ay * by > 0.0 and abs(ax * by - ay * bx) <= 1e-9 * math.hypot(ax, ay) * math.hypot(
        bx, by
    )


def _meeting(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]
) -> tuple[float, float]:
    turn = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if turn == 0.0:
        return c if kernel.point_segment(*c, *a, *b) <= kernel.point_segment(*d, *a, *b) else d
    along = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / turn
    along = min(max(along, 0.0), 1.0)
    return a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])


def _geometry(region: Region) -> BaseGeometry:
    """A region for shapely, by the even-odd rule whatever its rings do to each other."""
    from shapely import get_parts, linearrings, make_valid, polygons
    from shapely.geometry import Polygon

    rings = [ring for ring in region.rings if len(ring) >= 6]
    if len(rings) < _MANY:
        parts: list[BaseGeometry] = [
            make_valid(Polygon(list(zip(ring[0::2], ring[1::2], strict=True)))) for ring in rings
        ]
    else:
        # One by one they take longer than joining them.
        corners = [corner for ring in rings for corner in zip(ring[0::2], ring[1::2], strict=True)]
        numbers = [k for k, ring in enumerate(rings) for _ in range(0, len(ring), 2)]
        parts = make_valid(get_parts(polygons(linearrings(corners, indices=numbers)))).tolist()
    # Two by two, so that a region of many rings takes no longer for each of them.
    while len(parts) > 1:
        rest = parts[-1:] if len(parts) % 2 else []
        parts = [
            one.symmetric_difference(other) for one, other in zip(parts[0::2], parts[1::2], strict=False)
        ] + rest
    return parts[0] if parts else Polygon()


def _region(ground: BaseGeometry) -> Region:
    """The polygons of a shapely geometry as rings, outer ones counter-clockwise."""
    from shapely import get_parts, normalize
    from shapely.geometry import Polygon

    rings: list[Flat] = []
    for part in get_parts(normalize(ground)).tolist():
        # Lines and points left over by a cut enclose nothing.
        if isinstance(part, Polygon) and part.area > 0.0:
            rings.append(_flat(part.exterior, around=True))
            rings += [_flat(hole, around=False) for hole in part.interiors]
    return Region(tuple(rings))


def _flat(ring: BaseGeometry, *, around: bool) -> Flat:
    """A ring of shapely, counter-clockwise if it is `around` its region, else clockwise."""
    from shapely import get_coordinates

    points = get_coordinates(ring).tolist()[:-1]
    found: Flat = tuple(chain.from_iterable(points))
    if (kernel.signed_area(found) >= 0.0) == around:
        return found
    return tuple(chain.from_iterable(reversed(points)))
