"""Operations on whole outlines as flat sequences: shift a core past rings, shrink it, split it, and remove the seams of rings.

Like the kernel it uses no objects. Where the kernel moves a point, this moves a core, by giving the kernel the ground
on which the core's reference point would meet the other outline.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from math import acos, ceil, cos, pi, sin, sqrt

from surefoot.geometry.kernel import (
    between,
    bounds,
    from_lowest,
    inside_rings,
    is_convex,
    joined,
    leg_near_edges,
    leg_near_rings,
    minkowski,
    point_segment,
    signed_area,
)
from surefoot.geometry.tolerance import TOLERANCE

Flat = tuple[float, ...]

# Round a corner that points inwards, a shrunk outline follows the arc by tangents at most this far apart.
_ARC_STEP = pi / 4

# Two lines of an outline at a smaller angle (by its sine) have no usable corner.
_PARALLEL = 1e-8

# Edges this close to each other are one seam: far below what a table can tell, far above rounding.
_SEAM = TOLERANCE / 10


def core_near_edges(
    core: Sequence[float], dx: float, dy: float, rings: Sequence[Sequence[float]], distance: float
) -> list[float]:
    """Where a core (with its inside) that is shifted is nearer than a distance to any edge."""
    if len(core) == 2:
        return leg_near_edges(core[0], core[1], core[0] + dx, core[1] + dy, rings, distance)
    pieces = [from_lowest(core, -1.0)] if is_convex(core) else _mirrored_edges(core)
    boxes = [bounds(piece) for piece in pieces]
    west, east = min(0.0, dx) - distance, max(0.0, dx) + distance
    south, north = min(0.0, dy) - distance, max(0.0, dy) + distance
    spans: list[float] = []
    for ring in rings:
        last = len(ring) - 2
        for i in range(0, len(ring), 2):
            ax, ay = (ring[last], ring[last + 1]) if i == 0 else (ring[i - 2], ring[i - 1])
            bx, by = ring[i], ring[i + 1]
            edge: list[float] = []
            for piece, box in zip(pieces, boxes, strict=True):
                if max(ax, bx) + box[2] < west or min(ax, bx) + box[0] > east:
                    continue
                if max(ay, by) + box[3] < south or min(ay, by) + box[1] > north:
                    continue
                edge = edge or from_lowest((ax, ay, bx, by), 1.0)
                spans += leg_near_rings(0.0, 0.0, dx, dy, (minkowski(edge, piece),), distance)
    spans = joined(spans)
    if len(pieces) > 1:
        spans = _with_swallowed(core, dx, dy, rings, spans)
    return spans


def _mirrored_edges(core: Sequence[float]) -> list[list[float]]:
    edges: list[list[float]] = []
    for i in range(0, len(core), 2):
        j = (i + 2) % len(core)
        edges.append(from_lowest((core[i], core[i + 1], core[j], core[j + 1]), -1.0))
    return edges


def _with_swallowed(
    core: Sequence[float], dx: float, dy: float, rings: Sequence[Sequence[float]], spans: list[float]
) -> list[float]:
    """Adds the stretches on which a whole ring lies inside the core, met by none of the core's own edges."""
    gaps = between(spans)
    for i in range(0, len(gaps), 2):
        middle = (gaps[i] + gaps[i + 1]) / 2.0
        for ring in rings:
            if len(ring) >= 2 and inside_rings(ring[0] - middle * dx, ring[1] - middle * dy, (core,)):
                spans += (gaps[i], gaps[i + 1])
                break
    return joined(spans)


def core_near_rings(
    core: Sequence[float], dx: float, dy: float, rings: Sequence[Sequence[float]], distance: float
) -> list[float]:
    """Where a core that is shifted is nearer than a distance to the ground enclosed; distance 0: meets it."""
    if len(core) == 2:
        return leg_near_rings(core[0], core[1], core[0] + dx, core[1] + dy, rings, distance)
    if len(rings) == 1 and is_convex(rings[0]):
        if len(rings[0]) == 2:
            # The core passes the point as the point would pass the core.
            x, y = rings[0][0], rings[0][1]
            return leg_near_rings(x, y, x - dx, y - dy, (core,), distance)
        if is_convex(core):
            spread = minkowski(from_lowest(rings[0], 1.0), from_lowest(core, -1.0))
            return leg_near_rings(0.0, 0.0, dx, dy, (spread,), distance)
        # Of two outlines, move the convex one.
        return core_near_rings(rings[0], -dx, -dy, (core,), distance)
    spans = core_near_edges(core, dx, dy, rings, distance)
    gaps = between(spans)
    for i in range(0, len(gaps), 2):
        middle = (gaps[i] + gaps[i + 1]) / 2.0
        if inside_rings(core[0] + middle * dx, core[1] + middle * dy, rings):
            spans += (gaps[i], gaps[i + 1])
    return joined(spans)


# A line of a shrinking outline: its inward normal and the height it stands at along that normal.
_Line = tuple[float, float, float]


def shrunk(core: Flat, depth: float) -> Flat:
    """The part of a polygon that lies deeper than a depth inside it; empty if there is none.

    Corners that point inwards are followed by tangents: there up to a twelfth of the depth more is cut.
    """
    lines = _inward_lines(core, depth)
    while len(lines) >= 3:
        if _without_parallels(lines):
            continue
        corners = _corners(lines, depth)
        gone = _first_to_vanish(lines, corners)
        if gone < 0:
            flat = tuple(value for x, y in corners for value in (x + core[0], y + core[1]))
            return flat if signed_area(flat) > 0.0 else ()
        del lines[gone]
    return ()


def _inward_lines(core: Flat, depth: float) -> list[_Line]:
    """The lines of a polygon's edges, seen from its first corner: far out they would lose precision."""
    points = [(core[i] - core[0], core[i + 1] - core[1]) for i in range(0, len(core), 2)]
    if signed_area(core) < 0.0:
        points.reverse()
    edges: list[tuple[float, float, float, float]] = []
    for index, (x, y) in enumerate(points):
        ex, ey = points[(index + 1) % len(points)]
        length = sqrt((ex - x) * (ex - x) + (ey - y) * (ey - y))
        # Much shorter edges than the depth only disturb the order in which edges vanish.
        if length > depth * 1e-3:
            edges.append(((y - ey) / length, (ex - x) / length, x, y))
    lines: list[_Line] = []
    for index, (nx, ny, x, y) in enumerate(edges):
        px, py, _, _ = edges[index - 1]
        if px * ny - py * nx < 0.0:
            lines += _tangents((px, py), (nx, ny), x, y)
        lines.append((nx, ny, nx * x + ny * y))
    return lines


def _tangents(before: tuple[float, float], after: tuple[float, float], x: float, y: float) -> list[_Line]:
    """Lines through an inward corner, between the normals of its two edges."""
    px, py = before
    bend = acos(max(-1.0, min(1.0, px * after[0] + py * after[1])))
    steps = ceil(bend / _ARC_STEP)
    lines: list[_Line] = []
    for step in range(1, steps):
        angle = -bend * step / steps
        tx, ty = px * cos(angle) - py * sin(angle), px * sin(angle) + py * cos(angle)
        lines.append((tx, ty, tx * x + ty * y))
    return lines


def _without_parallels(lines: list[_Line]) -> bool:
    """Remove one line that does not meet the one before it; whether there was one."""
    for index, (nx, ny, height) in enumerate(lines):
        px, py, before = lines[index - 1]
        if abs(px * ny - py * nx) >= _PARALLEL:
            continue
        if px * nx + py * ny > 0.0:
            # Of two edges that look the same way, the one further in remains.
            del lines[index if height <= before else index - 1]
        else:
            # Two edges that look at each other enclose a strip of no width.
            del lines[index], lines[index - 1]
        return True
    return False


def _corners(lines: Sequence[_Line], depth: float) -> list[tuple[float, float]]:
    """Where each line, moved in by a depth, meets the one before it."""
    corners: list[tuple[float, float]] = []
    for index, (nx, ny, height) in enumerate(lines):
        px, py, before = lines[index - 1]
        cross = px * ny - py * nx
        a, b = before + depth, height + depth
        corners.append(((a * ny - b * py) / cross, (b * px - a * nx) / cross))
    return corners


def _first_to_vanish(lines: Sequence[_Line], corners: Sequence[tuple[float, float]]) -> int:
    """The line whose edge has shrunk away first, or -1 if all of them still have some length."""
    vanished, soonest = -1, 2.0
    before: list[tuple[float, float]] = []
    for index, (nx, ny, _) in enumerate(lines):
        after = (index + 1) % len(lines)
        (ax, ay), (bx, by) = corners[index], corners[after]
        left = (bx - ax) * ny - (by - ay) * nx
        if left >= 0.0:
            continue
        before = before or _corners(lines, 0.0)
        (cx, cy), (ex, ey) = before[index], before[after]
        full = (ex - cx) * ny - (ey - cy) * nx
        moment = full / (full - left) if full > left else 1.0
        if moment < soonest:
            vanished, soonest = index, moment
    return vanished


def convex_parts(core: Flat) -> tuple[Flat, ...]:
    """A core as convex polygons that cover it exactly: itself, or triangles."""
    if is_convex(core):
        return (core,)
    points = [(core[i], core[i + 1]) for i in range(0, len(core), 2)]
    if signed_area(core) < 0.0:
        points.reverse()
    parts: list[Flat] = []
    while len(points) > 3:
        ear = next((i for i in range(len(points)) if _is_ear(points, i)), 0)
        before, corner, after = points[ear - 1], points[ear], points[(ear + 1) % len(points)]
        parts.append((*before, *corner, *after))
        del points[ear]
    parts.append(tuple(value for point in points for value in point))
    return tuple(part for part in parts if signed_area(part) > 0.0)


def _is_ear(points: Sequence[tuple[float, float]], index: int) -> bool:
    """Whether a corner can be cut off: it does not bend inwards, and no other corner lies in the cut."""
    (ax, ay), (bx, by) = points[index - 1], points[index]
    cx, cy = points[(index + 1) % len(points)]
    bend = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
    if bend <= 0.0:
        return bend == 0.0
    for x, y in points:
        if (x, y) in ((ax, ay), (bx, by), (cx, cy)):
            continue
        left_of_all = (
            (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0.0
            and (cx - bx) * (y - by) - (cy - by) * (x - bx) >= 0.0
            and (ax - cx) * (y - cy) - (ay - cy) * (x - cx) >= 0.0
        )
        if left_of_all:
            return False
    return True


# Corners by number: an edge runs from the lower number to the higher.
_Edge = tuple[int, int]


def seamless(rings: tuple[Flat, ...]) -> tuple[Flat, ...]:
    """The same ground without the stretches that an even number of edges share.

    Where two parts lie side by side the seam between them is no edge of the ground; where a hole reaches the
    outer ring, no edge is left there either. Mere lines remain as they are.
    """
    if len(rings) == 1 and is_convex(rings[0]):
        return rings
    lines = tuple(ring for ring in rings if _is_line(ring))
    points, numbered = _numbered_corners(tuple(ring for ring in rings if not _is_line(ring)))
    odd: dict[_Edge, bool] = {}
    for ring in numbered:
        for start, end in zip(ring, ring[1:] + ring[:1], strict=True):
            for edge in _cut_at_corners(start, end, points):
                odd[edge] = not odd.get(edge, False)
    if all(odd.values()):
        return rings
    return _rings_through([edge for edge, is_odd in odd.items() if is_odd], points) + lines


def _is_line(ring: Flat) -> bool:
    if len(ring) < 6:
        return True
    west, south, east, north = bounds(ring)
    return abs(signed_area(ring)) <= _SEAM * (east - west + north - south)


def _numbered_corners(
    rings: tuple[Flat, ...],
) -> tuple[list[tuple[float, float]], list[list[int]]]:
    """All corners from west to east, those that fall together only once, and the rings by their numbers."""
    places = sorted((ring[i], ring[i + 1]) for ring in rings for i in range(0, len(ring), 2))
    points: list[tuple[float, float]] = []
    number: dict[tuple[float, float], int] = {}
    for x, y in places:
        at = len(points)
        for earlier in range(len(points) - 1, -1, -1):
            if points[earlier][0] < x - _SEAM:
                break
            if abs(points[earlier][1] - y) <= _SEAM:
                at = earlier
                break
        if at == len(points):
            points.append((x, y))
        number[x, y] = at
    return points, [[number[ring[i], ring[i + 1]] for i in range(0, len(ring), 2)] for ring in rings]


def _cut_at_corners(start: int, end: int, points: Sequence[tuple[float, float]]) -> list[_Edge]:
    """An edge as the pieces between the corners that lie on it."""
    if start == end:
        return []
    (ax, ay), (bx, by) = points[start], points[end]
    on_it: list[tuple[float, int]] = []
    at = bisect_left(points, (min(ax, bx) - _SEAM, float("-inf")))
    while at < len(points) and points[at][0] <= max(ax, bx) + _SEAM:
        x, y = points[at]
        if at not in (start, end) and point_segment(x, y, ax, ay, bx, by) <= _SEAM:
            on_it.append(((x - ax) * (bx - ax) + (y - ay) * (by - ay), at))
        at += 1
    chain = [start, *(corner for _, corner in sorted(on_it)), end]
    return [(min(pair), max(pair)) for pair in pairwise(chain)]


def _rings_through(edges: Sequence[_Edge], points: Sequence[tuple[float, float]]) -> tuple[Flat, ...]:
    """Closed rings that use each edge once; every corner has an even number of them, so a walk comes home."""
    leaving: dict[int, list[int]] = {}
    for one, other in sorted(edges):
        leaving.setdefault(one, []).append(other)
        leaving.setdefault(other, []).append(one)
    rings: list[Flat] = []
    for start in sorted(leaving):
        while leaving[start]:
            ring: list[float] = []
            at = start
            while True:
                onward = leaving[at].pop(0)
                leaving[onward].remove(at)
                ring += points[at]
                at = onward
                if at == start:
                    break
            rings.append(tuple(ring))
    return tuple(rings)
