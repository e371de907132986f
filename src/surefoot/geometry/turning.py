"""Where along a pivot a core meets or nears rings, on flat sequences.

A turning edge meets a fixed one when an end of either comes to lie on the other grown by the distance: on a
line beside it or on a circle round its end. All of these have closed forms. They are collected per pair of
edges, and the middle of each piece between two of them is judged at rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import acos, atan2, ceil, cos, hypot, pi, radians, sin, tau

from surefoot.geometry import kernel
from surefoot.geometry.shapes import Flat, Pivot, turn
from surefoot.geometry.tolerance import TOLERANCE

_INSTANT = 1e-12

# A pivot is halved before edges are paired, until the arc is short and few pairs can meet on it.
_LONGEST_ARC = pi / 16
_SHORTEST_ARC = pi / 1024
_MANY_PAIRS = 300

_Segment = tuple[float, float, float, float]


def core_near_edges(
    core: Sequence[float], pivot: Pivot, rings: Sequence[Sequence[float]], distance: float
) -> list[float]:
    """Where a core (with its inside) that is turned is nearer than a distance to any edge; 0: meets it."""
    around = [_seen_from(pivot, ring) for ring in rings if len(ring) >= 2]
    spans: list[float] = []
    _collect(
        _seen_from(pivot, core), radians(pivot.degrees), around, distance, during=(0.0, 1.0), spans=spans
    )
    return kernel.joined(spans)


def core_near_rings(
    core: Sequence[float], pivot: Pivot, rings: Sequence[Sequence[float]], distance: float
) -> list[float]:
    """Where a core that is turned is nearer than a distance to the ground enclosed; 0: meets it."""
    spans = core_near_edges(core, pivot, rings, distance)
    gaps = kernel.between(spans)
    for i in range(0, len(gaps), 2):
        x, y = turned(core[:2], pivot, (gaps[i] + gaps[i + 1]) / 2)
        if kernel.inside_rings(x, y, rings):
            spans += (gaps[i], gaps[i + 1])
    return kernel.joined(spans)


def point_inside(x: float, y: float, pivot: Pivot, rings: Sequence[Sequence[float]]) -> list[float]:
    """Where a point that is turned about another is inside the rings."""
    spin = radians(pivot.degrees)
    (px, py), around = _seen_from(pivot, (x, y)), [_seen_from(pivot, ring) for ring in rings]
    events = [
        event
        for ring in around
        for ax, ay, bx, by in _edges(ring)
        for event in _line_moments(px, py, spin, (ax, ay, bx, by), 0.0)
    ]
    spans: list[float] = []
    for start, end in _pieces(events, 0.0, 1.0):
        mx, my = _spun((px, py), spin * (start + end) / 2)
        if kernel.inside_rings(mx, my, around):
            spans += (start, end)
    return kernel.joined(spans)


def turned(core: Sequence[float], pivot: Pivot, fraction: float) -> Flat:
    """A core after a fraction of a pivot."""
    out: list[float] = []
    for i in range(0, len(core), 2):
        x, y = turn(core[i] - pivot.x, core[i + 1] - pivot.y, pivot.degrees * fraction)
        out += (pivot.x + x, pivot.y + y)
    return tuple(out)


def tracks(core: Sequence[float], pivot: Pivot) -> list[Flat]:
    """Rings round what each edge of a core passes over, arcs drawn by chords within half the tolerance.

    An edge is cut at the point nearest to the pivot. On either side its points lie at different distances
    from the pivot; what they pass over is bounded by the edge, the arcs of its two ends, and the edge again.
    """
    spin = radians(max(-360.0, min(360.0, pivot.degrees)))
    parts = max(1, ceil(abs(spin) / (pi / 2)))
    rings: list[Flat] = []
    for part in range(parts):
        pose = _spun(_seen_from(pivot, core), spin * part / parts)
        for edge in _edges(pose):
            for ax, ay, bx, by in _cut_at_nearest(edge):
                there, back = _arc(ax, ay, spin / parts), _arc(bx, by, spin / parts)
                ring = there + [value for i in range(len(back) - 2, -1, -2) for value in back[i : i + 2]]
                if abs(kernel.signed_area(ring)) > _INSTANT:
                    rings.append(tuple(v + (pivot.y if i % 2 else pivot.x) for i, v in enumerate(ring)))
    return rings


def _cut_at_nearest(edge: _Segment) -> list[_Segment]:
    ax, ay, bx, by = edge
    square = (bx - ax) ** 2 + (by - ay) ** 2
    along = -(ax * (bx - ax) + ay * (by - ay)) / square if square > 0.0 else 0.0
    if not 0.0 < along < 1.0:
        return [edge]
    x, y = ax + along * (bx - ax), ay + along * (by - ay)
    return [(ax, ay, x, y), (x, y, bx, by)]


def _arc(x: float, y: float, spin: float) -> list[float]:
    """The way of a point turned clockwise about the origin."""
    sag = 1.0 - TOLERANCE / 2 / max(hypot(x, y), TOLERANCE)
    steps = max(1, ceil(abs(spin) / (2 * acos(sag))))
    return [value for step in range(steps + 1) for value in _spun((x, y), spin * step / steps)]


def _collect(
    core: Flat,
    spin: float,
    rings: Sequence[Flat],
    distance: float,
    *,
    during: tuple[float, float],
    spans: list[float],
) -> None:
    """Adds where the core is near an edge, cutting the arc until nothing or little can happen on it."""
    start, end = during
    middle = (start + end) / 2
    angle = abs(spin) * (end - start)
    travel = angle / 2 * max(hypot(core[i], core[i + 1]) for i in range(0, len(core), 2))
    pose = _spun(core, spin * middle)
    # The distance to the ground is the quicker question, and apart from it the edge is what is nearest.
    apart = kernel.core_region_distance(pose, rings) or kernel.core_edge_distance(pose, rings)
    # No part of the core is further than its travel from where it stands in the middle of the arc.
    if apart > distance + travel:
        return
    if apart < distance - travel or travel == 0.0:
        if apart < distance or apart == 0.0:
            spans += (start, end)
        return
    pairs = _pairs_in_reach(core, pose, rings, distance + travel) if angle <= _LONGEST_ARC else []
    if angle > _LONGEST_ARC or (len(pairs) > _MANY_PAIRS and angle > _SHORTEST_ARC):
        for piece in ((start, middle), (middle, end)):
            _collect(core, spin, rings, distance, during=piece, spans=spans)
        return
    found: list[float] = []
    for moving, fixed in pairs:
        found += _pair_near(moving, fixed, spin, distance, during)
    found = kernel.joined(found)
    spans += found
    if len(core) > 2:
        spans += _swallowing(core, spin, rings, during, found)


def _pairs_in_reach(
    core: Flat, pose: Flat, rings: Sequence[Flat], reach: float
) -> list[tuple[_Segment, _Segment]]:
    """Edges of the core as it starts, with the fixed edges that they can come near to from a pose."""
    pairs: list[tuple[_Segment, _Segment]] = []
    all_of_it = kernel.bounds(pose)
    fixed = [(edge, _box(edge)) for ring in rings for edge in _edges(ring)]
    fixed = [(edge, box) for edge, box in fixed if _box_gap(all_of_it, box) <= reach * reach]
    for moving, edge_now in zip(_edges(core), _edges(pose), strict=True):
        box_now = _box(edge_now)
        pairs += [(moving, edge) for edge, box in fixed if _box_gap(box_now, box) <= reach * reach]
    return pairs


def _pair_near(
    moving: _Segment, fixed: _Segment, spin: float, distance: float, during: tuple[float, float]
) -> list[float]:
    """Where a turning segment is nearer than a distance to a fixed one; 0: crosses it."""
    events: list[float] = []
    for x, y in (moving[:2], moving[2:]):
        events += _line_moments(x, y, spin, fixed, distance)
        events += _circle_moments(x, y, spin, fixed[:2], distance)
        events += _circle_moments(x, y, spin, fixed[2:], distance)
    for x, y in (fixed[:2], fixed[2:]):
        # Seen from the turning segment, the fixed one turns the other way.
        events += _line_moments(x, y, -spin, moving, distance)
    spans: list[float] = []
    for start, end in _pieces(events, *during):
        ax, ay, bx, by = _spun(moving, spin * (start + end) / 2)
        if distance > 0.0:
            near = kernel.segment_segment(ax, ay, bx, by, *fixed) < distance
        else:
            near = kernel.segments_cross(ax, ay, bx, by, *fixed)
        if near:
            spans += (start, end)
    return kernel.joined(spans)


def _swallowing(
    core: Flat, spin: float, rings: Sequence[Flat], during: tuple[float, float], found: Sequence[float]
) -> list[float]:
    """The stretches on which a whole ring lies inside the core, met by none of the core's own edges."""
    spans: list[float] = []
    start = during[0]
    for low, high in [*((found[i], found[i + 1]) for i in range(0, len(found), 2)), (during[1], during[1])]:
        if low > start + _INSTANT:
            pose = _spun(core, spin * (start + low) / 2)
            if any(kernel.inside_rings(ring[0], ring[1], (pose,)) for ring in rings):
                spans += (start, low)
        start = high
    return spans


def _line_moments(x: float, y: float, spin: float, edge: _Segment, distance: float) -> list[float]:
    """When a point that turns about the origin is at a distance from the line of an edge."""
    ax, ay, bx, by = edge
    length = hypot(bx - ax, by - ay)
    radius = hypot(x, y)
    if length == 0.0 or radius == 0.0:
        return []
    nx, ny = (by - ay) / length, (ax - bx) / length
    height = nx * ax + ny * ay
    moments = _moments(x, y, spin, atan2(ny, nx), (height + distance) / radius)
    if distance > 0.0:
        moments += _moments(x, y, spin, atan2(ny, nx), (height - distance) / radius)
    return moments


def _circle_moments(
    x: float, y: float, spin: float, centre: tuple[float, float], distance: float
) -> list[float]:
    """When a point that turns about the origin is at a distance from a fixed point."""
    cx, cy = centre
    radius, away = hypot(x, y), hypot(cx, cy)
    if distance <= 0.0 or radius == 0.0 or away == 0.0:
        return []
    # Written so that nothing is lost when both lie equally far out.
    cosine = 1.0 + ((radius - away) ** 2 - distance * distance) / (2.0 * radius * away)
    return _moments(x, y, spin, atan2(cy, cx), cosine)


def _moments(x: float, y: float, spin: float, towards: float, cosine: float) -> list[float]:
    """When a point that turns clockwise stands at an angle of known cosine from a direction."""
    if spin == 0.0 or not -1.0 <= cosine <= 1.0:
        return []
    angle = atan2(y, x)
    moments: list[float] = []
    for target in (towards + acos(cosine), towards - acos(cosine)):
        turning = (angle - target) % tau if spin > 0.0 else (target - angle) % tau
        while turning <= abs(spin):
            moments.append(turning / abs(spin))
            turning += tau
    return moments


def _pieces(events: list[float], start: float, end: float) -> Iterator[tuple[float, float]]:
    """The stretches between the events that fall into a stretch."""
    for event in [*sorted(event for event in events if start < event < end), end]:
        if event > start + _INSTANT:
            yield start, event
            start = event


def _edges(ring: Sequence[float]) -> Iterator[_Segment]:
    for i in range(0, len(ring), 2):
        yield ring[i - 2], ring[i - 1], ring[i], ring[i + 1]


def _box(edge: _Segment) -> tuple[float, float, float, float]:
    ax, ay, bx, by = edge
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def _box_gap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    """Square of the distance between two boxes."""
    apart_x = max(one[0] - other[2], other[0] - one[2], 0.0)
    apart_y = max(one[1] - other[3], other[1] - one[3], 0.0)
    return apart_x * apart_x + apart_y * apart_y


def _seen_from(pivot: Pivot, flat: Sequence[float]) -> Flat:
    return tuple(value - (pivot.y if index % 2 else pivot.x) for index, value in enumerate(flat))


def _spun(flat: Sequence[float], angle: float) -> Flat:
    """Turned clockwise about the origin."""
    cosine, sine = cos(angle), sin(angle)
    out: list[float] = []
    for i in range(0, len(flat), 2):
        out += (flat[i] * cosine + flat[i + 1] * sine, flat[i + 1] * cosine - flat[i] * sine)
    return tuple(out)
