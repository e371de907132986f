"""The innermost questions of plan geometry, on floats and flat sequences of floats alone.

This is the only copy of each of them. It is plain Python that is also compiled ahead of time where there is
a compiler (types in `kernel.pxd`); so that both ways give equal results to the last bit, it uses nothing but
the four operations and the square root, which every machine rounds alike.

A ring is flat x0, y0, x1, y1, …, not repeated at its end; rings enclose ground by the even-odd rule. A core
is one point or one ring. Fractions are flat too: start, end, start, end, … of disjoint stretches, in order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import inf

from surefoot.geometry.tolerance import TOLERANCE

# Events of one leg that lie closer than this fraction are one event.
_INSTANT = 1e-12

# A leg whose squared length is below this does not move at all.
_STILL = 1e-24

# Sine of the bend by which a corner may lean inwards and still pass as rounding of a straight outline.
_BEND = 1e-9


def point_segment_square(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Squared distance from a point to a segment."""
    ex = bx - ax
    ey = by - ay
    wx = px - ax
    wy = py - ay
    square = ex * ex + ey * ey
    if square > 0.0:
        along = wx * ex + wy * ey
        if along >= square:
            wx = px - bx
            wy = py - by
        elif along > 0.0:
            # Off the line by the cross product: exact where the difference of two long vectors is not.
            off = wx * ey - wy * ex
            return off * off / square
    return wx * wx + wy * wy


def point_segment(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Distance from a point to a segment."""
    return math.sqrt(point_segment_square(px, py, ax, ay, bx, by))


def segments_cross(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float
) -> bool:
    """Whether two segments pass through each other (not merely touch)."""
    c_side = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    d_side = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    if (c_side >= 0.0 and d_side >= 0.0) or (c_side <= 0.0 and d_side <= 0.0):
        return False
    a_side = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    b_side = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    return (a_side > 0.0 and b_side < 0.0) or (a_side < 0.0 and b_side > 0.0)


def segment_segment(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float
) -> float:
    """Distance between two segments; 0 if they cross."""
    if segments_cross(ax, ay, bx, by, cx, cy, dx, dy):
        return 0.0
    nearest = point_segment(ax, ay, cx, cy, dx, dy)
    nearest = min(nearest, point_segment(bx, by, cx, cy, dx, dy))
    nearest = min(nearest, point_segment(cx, cy, ax, ay, bx, by))
    return min(nearest, point_segment(dx, dy, ax, ay, bx, by))


def inside_rings(x: float, y: float, rings: Sequence[Sequence[float]]) -> bool:
    """Whether a point lies inside an odd number of rings; on an edge the result may be either."""
    inside = False
    for ring in rings:
        count = len(ring)
        if count < 6:
            continue
        ax = ring[count - 2]
        ay = ring[count - 1]
        for i in range(0, count, 2):
            bx = ring[i]
            by = ring[i + 1]
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
            ax = bx
            ay = by
    return inside


def edge_distance(x: float, y: float, rings: Sequence[Sequence[float]]) -> float:
    """Distance from a point to the nearest edge of any ring; infinite if there is none."""
    best = inf
    for ring in rings:
        count = len(ring)
        if count < 2:
            continue
        ax = ring[count - 2]
        ay = ring[count - 1]
        for i in range(0, count, 2):
            bx = ring[i]
            by = ring[i + 1]
            ex = bx - ax
            ey = by - ay
            wx = x - ax
            wy = y - ay
            square = ex * ex + ey * ey
            if square > 0.0:
                along = (wx * ex + wy * ey) / square
                if along >= 1.0:
                    wx = x - bx
                    wy = y - by
                elif along > 0.0:
                    wx -= along * ex
                    wy -= along * ey
            away = wx * wx + wy * wy
            best = min(best, away)
            ax = bx
            ay = by
    return math.sqrt(best)


def region_distance(x: float, y: float, rings: Sequence[Sequence[float]]) -> float:
    """Distance from a point to the ground enclosed by rings; 0 inside."""
    if inside_rings(x, y, rings):
        return 0.0
    return edge_distance(x, y, rings)


def signed_area(ring: Sequence[float]) -> float:
    """Area of a ring, negative if it runs clockwise."""
    count = len(ring)
    if count < 6:
        return 0.0
    # Taken from its first corner, so that small rings far out on the board keep their precision.
    ox = ring[0]
    oy = ring[1]
    total = 0.0
    for i in range(2, count - 2, 2):
        total += (ring[i] - ox) * (ring[i + 3] - oy) - (ring[i + 2] - ox) * (ring[i + 1] - oy)
    return total / 2.0


def is_convex(ring: Sequence[float]) -> bool:
    """Whether a ring is a convex polygon (either way round; a point or a segment is one too)."""
    count = len(ring)
    way = 0
    flips = 0
    heading = 0
    ex = 0.0
    ey = 0.0
    # The first edge is met a second time at the end, to judge the corner where the ring closes.
    for i in range(0, count + 2, 2):
        j = i % count
        k = (i + 2) % count
        nx = ring[k] - ring[j]
        ny = ring[k + 1] - ring[j + 1]
        if nx == 0.0 and ny == 0.0:
            continue
        cross = ex * ny - ey * nx
        slack = _BEND * math.sqrt((ex * ex + ey * ey) * (nx * nx + ny * ny))
        if cross > slack or cross < -slack:
            side = 1 if cross > 0.0 else -1
            if way == -side:
                return False
            way = side
        elif ex * nx + ey * ny < 0.0 and count > 4:
            # The outline turns back on itself.
            return False
        # A convex outline turns from east to west and back once; a star winds more often.
        east = heading
        lean = _BEND * abs(ny)
        if nx > lean:
            east = 1
        elif nx < -lean:
            east = -1
        if heading not in (0, east):
            flips += 1
        heading = east
        ex = nx
        ey = ny
    return flips <= 2


def from_lowest(ring: Sequence[float], sign: float) -> list[float]:
    """A ring times +1 or -1, counter-clockwise, beginning at its lowest (then westernmost) corner."""
    count = len(ring)
    start = 0
    for i in range(2, count, 2):
        y = sign * ring[i + 1]
        low = sign * ring[start + 1]
        if y < low or (y == low and sign * ring[i] < sign * ring[start]):
            start = i
    step = 2 if signed_area(ring) >= 0.0 else -2
    out: list[float] = []
    at = start
    for _ in range(0, count, 2):
        out.append(sign * ring[at])
        out.append(sign * ring[at + 1])
        at = (at + step) % count
    return out


def minkowski(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """The sum of two convex polygons, points or segments, all three in the form of `from_lowest`."""
    n = len(one)
    m = len(other)
    out: list[float] = []
    i = 0
    j = 0
    ends_i = 0 if n == 2 else n
    ends_j = 0 if m == 2 else m
    while True:
        out.append(one[i % n] + other[j % m])
        out.append(one[i % n + 1] + other[j % m + 1])
        if i < ends_i and j < ends_j:
            cross = (one[(i + 2) % n] - one[i]) * (other[(j + 2) % m + 1] - other[j + 1]) - (
                one[(i + 2) % n + 1] - one[i + 1]
            ) * (other[(j + 2) % m] - other[j])
            if cross >= 0.0:
                i += 2
            if cross <= 0.0:
                j += 2
        elif i < ends_i:
            i += 2
        elif j < ends_j:
            j += 2
        if i >= ends_i and j >= ends_j:
            return out


def core_edge_distance(core: Sequence[float], rings: Sequence[Sequence[float]]) -> float:
    """Distance from a core (with its inside) to the nearest edge of any ring; infinite if there is none."""
    if len(core) == 2:
        return edge_distance(core[0], core[1], rings)
    best = inf
    convex = is_convex(core)
    mirrored = from_lowest(core, -1.0) if convex else []
    west, south, east, north = bounds(core)
    for ring in rings:
        count = len(ring)
        if count < 2:
            continue
        ax = ring[count - 2]
        ay = ring[count - 1]
        for i in range(0, count, 2):
            bx = ring[i]
            by = ring[i + 1]
            gap_x = max(west - max(ax, bx), min(ax, bx) - east, 0.0)
            gap_y = max(south - max(ay, by), min(ay, by) - north, 0.0)
            if gap_x * gap_x + gap_y * gap_y < best * best:
                if convex:
                    spread = minkowski(from_lowest((ax, ay, bx, by), 1.0), mirrored)
                    best = min(best, region_distance(0.0, 0.0, (spread,)))
                elif inside_rings(ax, ay, (core,)):
                    best = 0.0
                else:
                    best = min(best, _segment_edge_distance(ax, ay, bx, by, core))
                if best == 0.0:
                    return 0.0
            ax = bx
            ay = by
    return best


def _segment_edge_distance(ax: float, ay: float, bx: float, by: float, ring: Sequence[float]) -> float:
    best = inf
    count = len(ring)
    cx = ring[count - 2]
    cy = ring[count - 1]
    for i in range(0, count, 2):
        best = min(best, segment_segment(ax, ay, bx, by, cx, cy, ring[i], ring[i + 1]))
        cx = ring[i]
        cy = ring[i + 1]
    return best


def core_region_distance(core: Sequence[float], rings: Sequence[Sequence[float]]) -> float:
    """Plan distance between a core and the ground enclosed by rings; 0 if they share a point."""
    if inside_rings(core[0], core[1], rings):
        return 0.0
    if len(rings) == 1 and len(core) > 2 and len(rings[0]) > 2 and is_convex(core) and is_convex(rings[0]):
        spread = minkowski(from_lowest(rings[0], 1.0), from_lowest(core, -1.0))
        return region_distance(0.0, 0.0, (spread,))
    return core_edge_distance(core, rings)


def core_distance(one: Sequence[float], other: Sequence[float]) -> float:
    """Plan distance between two cores; 0 if they share a point."""
    return core_region_distance(one, (other,))


def bounds(flat: Sequence[float]) -> tuple[float, float, float, float]:
    """West, south, east and north of a flat sequence of points."""
    west = east = flat[0]
    south = north = flat[1]
    for i in range(2, len(flat), 2):
        x = flat[i]
        y = flat[i + 1]
        if x < west:
            west = x
        elif x > east:
            east = x
        if y < south:
            south = y
        elif y > north:
            north = y
    return west, south, east, north


def shift_meets_box(
    core: Sequence[float],
    dx: float,
    dy: float,
    far: float,
    box: tuple[float, float, float, float],
) -> bool:
    """Whether the box around a shifted core, grown by a distance, meets another box."""
    west, south, east, north = bounds(core)
    if dx < 0.0:
        west = west + dx
    else:
        east = east + dx
    if dy < 0.0:
        south = south + dy
    else:
        north = north + dy
    return west - far <= box[2] and east + far >= box[0] and south - far <= box[3] and north + far >= box[1]


def joined(spans: Sequence[float]) -> list[float]:
    """Stretches in any order as disjoint stretches in order."""
    if len(spans) <= 2:
        return list(spans)
    pairs = [(spans[i], spans[i + 1]) for i in range(0, len(spans), 2)]
    pairs.sort()
    start, end = pairs[0]
    out: list[float] = []
    for low, high in pairs:
        if low > end + _INSTANT:
            out.append(start)
            out.append(end)
            start = low
            end = high
        elif high > end:
            end = high
    out.append(start)
    out.append(end)
    return out


def between(spans: Sequence[float]) -> list[float]:
    """What disjoint ordered stretches leave over of the whole leg."""
    out: list[float] = []
    start = 0.0
    for i in range(0, len(spans), 2):
        if spans[i] > start + _INSTANT:
            out.append(start)
            out.append(spans[i])
        start = spans[i + 1]
    if start < 1.0 - _INSTANT:
        out.append(start)
        out.append(1.0)
    return out


def _crossings(ax: float, ay: float, bx: float, by: float, rings: Sequence[Sequence[float]]) -> list[float]:
    """Fractions at which a leg may pass through an edge; a few too many do no harm."""
    vx = bx - ax
    vy = by - ay
    square = vx * vx + vy * vy
    west = min(ax, bx)
    east = max(ax, bx)
    south = min(ay, by)
    north = max(ay, by)
    events = [0.0, 1.0]
    for ring in rings:
        count = len(ring)
        if count < 6:
            continue
        cx = ring[count - 2]
        cy = ring[count - 1]
        for i in range(0, count, 2):
            dx = ring[i]
            dy = ring[i + 1]
            apart = (cx < west and dx < west) or (cx > east and dx > east)
            if not (apart or (cy < south and dy < south) or (cy > north and dy > north)):
                ex = dx - cx
                ey = dy - cy
                turn = vx * ey - vy * ex
                c_side = vx * (cy - ay) - vy * (cx - ax)
                d_side = vx * (dy - ay) - vy * (dx - ax)
                if (
                    turn != 0.0
                    and not (c_side > 0.0 and d_side > 0.0)
                    and not (c_side < 0.0 and d_side < 0.0)
                ):
                    events.append(((cx - ax) * ey - (cy - ay) * ex) / turn)
                if turn * turn <= _BEND * square * (ex * ex + ey * ey):
                    # Nearly parallel: where they cross is ill-conditioned, where the edge ends is not.
                    events.append((vx * (cx - ax) + vy * (cy - ay)) / square)
                    events.append((vx * (dx - ax) + vy * (dy - ay)) / square)
            cx = dx
            cy = dy
    events.sort()
    return events


def leg_inside(ax: float, ay: float, bx: float, by: float, rings: Sequence[Sequence[float]]) -> list[float]:
    """Where a point that moves along a leg is inside the rings."""
    vx = bx - ax
    vy = by - ay
    if vx * vx + vy * vy < _STILL:
        return [0.0, 1.0] if inside_rings(ax, ay, rings) else []
    events = _crossings(ax, ay, bx, by, rings)
    out: list[float] = []
    start = 0.0
    for event in events:
        end = min(event, 1.0)
        if end <= start + _INSTANT:
            continue
        middle = (start + end) / 2.0
        if inside_rings(ax + middle * vx, ay + middle * vy, rings):
            if out and start <= out[-1] + _INSTANT:
                out[-1] = end
            else:
                out.append(start)
                out.append(end)
        start = end
    return out


def leg_along_edges(
    ax: float, ay: float, bx: float, by: float, rings: Sequence[Sequence[float]], tolerance: float
) -> list[float]:
    """Where a leg runs along an edge: the stretch beside it, if both its ends are within the tolerance."""
    vx = bx - ax
    vy = by - ay
    square = vx * vx + vy * vy
    if square < _STILL:
        return [0.0, 1.0] if edge_distance(ax, ay, rings) <= tolerance else []
    out: list[float] = []
    length = math.sqrt(square)
    for ring in rings:
        count = len(ring)
        if count < 2:
            continue
        cx = ring[count - 2]
        cy = ring[count - 1]
        for i in range(0, count, 2):
            dx = ring[i]
            dy = ring[i + 1]
            at_c = (vx * (cx - ax) + vy * (cy - ay)) / square
            at_d = (vx * (dx - ax) + vy * (dy - ay)) / square
            start = max(min(at_c, at_d), 0.0)
            end = min(max(at_c, at_d), 1.0)
            # A leg that merely crosses an edge is beside it for no length worth telling.
            if (end - start) * length > tolerance:
                first = point_segment(ax + start * vx, ay + start * vy, cx, cy, dx, dy)
                last = point_segment(ax + end * vx, ay + end * vy, cx, cy, dx, dy)
                if first <= tolerance and last <= tolerance:
                    out.append(start)
                    out.append(end)
            cx = dx
            cy = dy
    return joined(out)


def leg_near_segment(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float, distance: float
) -> tuple[float, float]:
    """Where a point that moves along a leg is nearer than a distance to a segment; start above end: never."""
    if distance <= 0.0:
        return 1.0, 0.0
    vx = bx - ax
    vy = by - ay
    square = vx * vx + vy * vy
    if square < _STILL:
        return (0.0, 1.0) if point_segment(ax, ay, cx, cy, dx, dy) < distance else (1.0, 0.0)
    # The segment grown by the distance is convex: its two discs and its slab together give one stretch.
    first = inf
    last = -inf
    reach = distance * distance * square
    along = (cx - ax) * vx + (cy - ay) * vy
    off = (cx - ax) * vy - (cy - ay) * vx
    room = reach - off * off
    if room > 0.0:
        half = math.sqrt(room)
        first = (along - half) / square
        last = (along + half) / square
    along = (dx - ax) * vx + (dy - ay) * vy
    off = (dx - ax) * vy - (dy - ay) * vx
    room = reach - off * off
    if room > 0.0:
        half = math.sqrt(room)
        first = min(first, (along - half) / square)
        last = max(last, (along + half) / square)
    ex = dx - cx
    ey = dy - cy
    edge = ex * ex + ey * ey
    if edge > 0.0:
        low, high = _slab((ax - cx) * ex + (ay - cy) * ey, vx * ex + vy * ey, 0.0, edge)
        limit = distance * math.sqrt(edge)
        near, far = _slab((ax - cx) * ey - (ay - cy) * ex, vx * ey - vy * ex, -limit, limit)
        low = max(low, near)
        high = min(high, far)
        if low < high:
            first = min(first, low)
            last = max(last, high)
    first = max(first, 0.0)
    last = min(last, 1.0)
    if first >= last:
        return 1.0, 0.0
    return first, last


def _slab(value: float, rate: float, low: float, high: float) -> tuple[float, float]:
    """When value + fraction * rate lies between two bounds; start above end: never."""
    if rate == 0.0:
        return (-inf, inf) if low < value < high else (inf, -inf)
    one = (low - value) / rate
    other = (high - value) / rate
    return (one, other) if one < other else (other, one)


def leg_near_edges(
    ax: float, ay: float, bx: float, by: float, rings: Sequence[Sequence[float]], distance: float
) -> list[float]:
    """Where a point that moves along a leg is nearer than a distance to any edge."""
    if distance <= 0.0:
        return []
    west = min(ax, bx) - distance
    east = max(ax, bx) + distance
    south = min(ay, by) - distance
    north = max(ay, by) + distance
    spans: list[float] = []
    for ring in rings:
        count = len(ring)
        if count < 2:
            continue
        cx = ring[count - 2]
        cy = ring[count - 1]
        for i in range(0, count, 2):
            dx = ring[i]
            dy = ring[i + 1]
            apart = (cx < west and dx < west) or (cx > east and dx > east)
            if not (apart or (cy < south and dy < south) or (cy > north and dy > north)):
                start, end = leg_near_segment(ax, ay, bx, by, cx, cy, dx, dy, distance)
                if start < end:
                    spans.append(start)
                    spans.append(end)
            cx = dx
            cy = dy
    return joined(spans)


def leg_near_rings(
    ax: float, ay: float, bx: float, by: float, rings: Sequence[Sequence[float]], distance: float
) -> list[float]:
    """Where a point that moves along a leg is nearer than a distance to the ground enclosed, or inside it."""
    if distance <= 0.0:
        return leg_inside(ax, ay, bx, by, rings)
    spans = leg_near_edges(ax, ay, bx, by, rings, distance)
    # Between those stretches no edge is met, so that one point tells for each of them.
    gaps = between(spans)
    for i in range(0, len(gaps), 2):
        middle = (gaps[i] + gaps[i + 1]) / 2.0
        if inside_rings(ax + middle * (bx - ax), ay + middle * (by - ay), rings):
            spans.append(gaps[i])
            spans.append(gaps[i + 1])
    return joined(spans)


def leg_clear_inside(
    ax: float, ay: float, bx: float, by: float, rings: Sequence[Sequence[float]], radius: float
) -> list[float]:
    """Where a disc that moves along a leg lies wholly on the ground enclosed; it may touch an edge."""
    if radius <= TOLERANCE:
        inside = leg_inside(ax, ay, bx, by, rings)
        inside += leg_along_edges(ax, ay, bx, by, rings, TOLERANCE)
        return joined(inside)
    gaps = between(leg_near_edges(ax, ay, bx, by, rings, radius - TOLERANCE))
    out: list[float] = []
    for i in range(0, len(gaps), 2):
        middle = (gaps[i] + gaps[i + 1]) / 2.0
        if inside_rings(ax + middle * (bx - ax), ay + middle * (by - ay), rings):
            out.append(gaps[i])
            out.append(gaps[i + 1])
    return out
