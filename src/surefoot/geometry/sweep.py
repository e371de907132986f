"""Where along a motion a body meets, comes near to, or rests on something: bodies in, fractions out.

Touching is not overlapping: two things overlap where they lie deeper in each other than the tolerance. For a
body with a radius that is a question of distance; a body without one is shrunk by the tolerance first, so
that it may slide along an edge like a round one. Stretches of no length are left out.
"""

from __future__ import annotations

from functools import lru_cache
from math import acos, ceil, cos, hypot, pi, sin, sqrt

from surefoot.geometry import kernel, outline, prepare, space, turning
from surefoot.geometry.shapes import Body, Flat, Intervals, Motion, Part, Region, Shift
from surefoot.geometry.tolerance import TOLERANCE

WHOLE: Intervals = ((0.0, 1.0),)
NEVER: Intervals = ()

# An outline is shrunk by this much more than asked and then met at this distance: edges that fall together
# are then clearly near each other, where "do they cross" would be left to rounding.
_MARGIN = TOLERANCE / 10
# An edge that is further from a body by this much is clear of it, however it is measured.
_CLEAR = 10 * TOLERANCE


def overlapping(body: Body, motion: Motion, other: Body | Region) -> Intervals:
    """Where the body overlaps the other, deeper than the tolerance."""
    return _near(body, motion, other, -TOLERANCE)


def nearer(
    body: Body, motion: Motion, other: Body | Region, distance: float, *, closed: bool = False
) -> Intervals:
    """Where the plan gap is less than a distance (closed: at most the distance)."""
    return _near(body, motion, other, distance + TOLERANCE if closed else distance - TOLERANCE)


def nearer_in_space(
    body: Body,
    motion: Motion,
    rise: tuple[float, float],
    other: Body,
    distance: float,
    *,
    closed: bool = False,
) -> Intervals:
    """Where the gap in space is less than a distance (closed: at most the distance).

    The rise is the height difference to the other at the start and at the end, and changes evenly. Exact to
    the last digits, but for a body that turns while it rises: there a graze shorter than a 4096th of the turn
    may be missed.
    """
    reach = distance + TOLERANCE if closed else distance - TOLERANCE
    start, end = rise
    lowest = 0.0 if start * end <= 0.0 else min(abs(start), abs(end))
    if lowest >= reach or not _within_reach(body, motion, other, reach):
        return NEVER
    if start == end:
        return _near(body, motion, other, sqrt(reach * reach - start * start))
    if isinstance(motion, Shift):
        spans: list[float] = []
        for part in outline.convex_parts(body.core):
            for other_part in outline.convex_parts(other.core):
                spread = kernel.minkowski(kernel.from_lowest(other_part, 1.0), kernel.from_lowest(part, -1.0))
                spans += space.shift_near(spread, motion, rise, body.radius + other.radius, reach)
        return _pairs(kernel.joined(spans))
    return _pairs(space.pivot_near(body, motion, rise, other, reach))


def inside(body: Body, motion: Motion, region: Region, part: Part) -> Intervals:
    """Where a part of the body is in a region: its centre (an edge counts), any of it, or all of it."""
    if part == "any":
        return overlapping(body, motion, region)
    rings = rings_of(region)
    if part == "centre":
        return _pairs(_centre_inside(body, motion, rings))
    if len(body.core) > 2 and _stays_clear_of_edges(body, motion, rings):
        return WHOLE if kernel.inside_rings(body.x, body.y, rings) else NEVER
    core, distance = whole_core(body)
    return _pairs(_wholly_inside(core, motion, rings, distance))


def moved(body: Body, motion: Motion, fraction: float) -> Body:
    """The body after a fraction of a motion."""
    if isinstance(motion, Shift):
        dx, dy = motion.dx * fraction, motion.dy * fraction
        return Body(_shifted(body.core, dx, dy), body.radius, body.x + dx, body.y + dy)
    x, y = turning.turned((body.x, body.y), motion, fraction)
    return Body(turning.turned(body.core, motion, fraction), body.radius, x, y)


def swept(body: Body, motion: Motion) -> Region:
    """The ground that a body passes over; no point of its outline is off by more than the tolerance.

    Straight edges of a shifted body are exact; round ones, and the arcs of a pivot, are drawn by corners.
    """
    if isinstance(motion, Shift):
        return _swept_by_shift(body, motion)
    core = body.core
    if len(core) > 2:
        rings = [core, *turning.tracks(core, motion)]
        turned = _without_slivers(prepare.union(Region((ring,)) for ring in rings))
        return prepare.rounded(turned, body.radius) if body.radius > 0.0 else turned
    away = hypot(body.x - motion.x, body.y - motion.y)
    circle = _circle(body.radius)
    if len(circle) == 2:
        return Region(())
    discs = [_shifted(circle, pose.x, pose.y) for pose in (body, moved(body, motion, 1.0))]
    if away == 0.0:
        return Region((discs[0],))
    # Between the two discs lies what the diameter through the pivot passes over.
    inner, outer = max(away - body.radius, 0.0) / away, (away + body.radius) / away
    x, y = body.x - motion.x, body.y - motion.y
    diameter = (x * inner, y * inner, x * outer, y * outer)
    bands = turning.tracks(_shifted(diameter, motion.x, motion.y), motion)
    return _without_slivers(prepare.union(Region((ring,)) for ring in discs + bands))


def _without_slivers(region: Region) -> Region:
    """Without the crumbs that chords of neighbouring arcs leave between each other."""
    kept: list[Flat] = []
    for ring in region.rings:
        west, south, east, north = kernel.bounds(ring)
        if abs(kernel.signed_area(ring)) > TOLERANCE * (east - west + north - south):
            kept.append(ring)
    return Region(tuple(kept))


def _swept_by_shift(body: Body, shift: Shift) -> Region:
    still = shift.dx == shift.dy == 0.0
    leg = [0.0, 0.0] if still else kernel.from_lowest((0.0, 0.0, shift.dx, shift.dy), 1.0)
    circle = kernel.from_lowest(_circle(body.radius), 1.0)
    tracks: list[Region] = []
    for part in outline.convex_parts(body.core):
        track = kernel.minkowski(kernel.minkowski(kernel.from_lowest(part, 1.0), leg), circle)
        if len(track) >= 6:
            tracks.append(Region((tuple(track),)))
    return tracks[0] if len(tracks) == 1 else prepare.union(tracks)


def complement(intervals: Intervals) -> Intervals:
    """The rest of the motion."""
    return _pairs(kernel.between(_flat(intervals)))


def union(one: Intervals, other: Intervals) -> Intervals:
    """Where one or the other holds."""
    return _pairs(kernel.joined(_flat(one) + _flat(other)))


def intersection(one: Intervals, other: Intervals) -> Intervals:
    """Where both hold."""
    both: list[tuple[float, float]] = []
    for start, end in one:
        for low, high in other:
            first, last = max(start, low), min(end, high)
            if first < last:
                both.append((first, last))
    return tuple(both)


def covers(intervals: Intervals, fraction: float) -> bool:
    """Whether a fraction lies in one of the intervals, ends included."""
    return any(start <= fraction <= end for start, end in intervals)


@lru_cache(maxsize=4096)
def rings_of(region: Region) -> tuple[Flat, ...]:
    """The rings of a region, without the seams between its parts."""
    return outline.seamless(region.rings)


@lru_cache(maxsize=4096)
def _shrunk(core: Flat, depth: float) -> Flat:
    return outline.shrunk(core, depth)


def _stays_clear_of_edges(body: Body, motion: Motion, rings: tuple[Flat, ...]) -> bool:
    """Whether no edge is anywhere near the body on its way: most bases stay well within a board, and an oval has hundreds of corners."""
    if isinstance(motion, Shift):
        dx, dy = motion.dx / 2, motion.dy / 2
        far = _furthest(body, body.x, body.y) + hypot(dx, dy)
        return kernel.edge_distance(body.x + dx, body.y + dy, rings) > far + _CLEAR
    far = _furthest(body, motion.x, motion.y)
    return kernel.edge_distance(motion.x, motion.y, rings) > far + _CLEAR


def is_clear_of_edges(body: Body, rings: tuple[Flat, ...]) -> bool:
    """Whether every edge is further from the centre of a body than any part of it."""
    return kernel.edge_distance(body.x, body.y, rings) > _furthest(body, body.x, body.y) + _CLEAR


def _furthest(body: Body, x: float, y: float) -> float:
    """How far from a point any part of a body is."""
    core = body.core
    return max(hypot(core[i] - x, core[i + 1] - y) for i in range(0, len(core), 2)) + body.radius


def whole_core(body: Body) -> tuple[Flat, float]:
    """The core and the distance it must keep from every edge for the body to lie wholly inside."""
    if body.radius - TOLERANCE >= _MARGIN or len(body.core) == 2:
        return body.core, body.radius - TOLERANCE
    core = _shrunk(body.core, TOLERANCE - body.radius + _MARGIN)
    # Of a sliver thinner than the tolerance nothing is left: its centre stands for it.
    return (core, _MARGIN) if core else ((body.x, body.y), 0.0)


def meeting_cores(body: Body, other: Body | Region, reach: float) -> tuple[Flat, tuple[Flat, ...], float]:
    """Core, rings and distance such that "nearer than the distance" says "gap less than the reach".

    A reach below 0 asks for an overlap that deep: what the radii cannot give is taken off the outlines, half
    off each of two polygons. An empty core or no rings: never.
    """
    core = body.core
    if isinstance(other, Region):
        distance = body.radius + reach
        if distance < _MARGIN:
            core = _shrunk(core, _MARGIN - distance) if len(core) > 2 else ()
        return core, rings_of(other), max(distance, _MARGIN)
    ring = other.core
    distance = body.radius + other.radius + reach
    if distance < _MARGIN:
        if len(core) > 2 and len(ring) > 2:
            depth = (_MARGIN - distance) / 2
            core, ring = _shrunk(core, depth), _shrunk(ring, depth)
        elif len(core) > 2:
            core = _shrunk(core, _MARGIN - distance)
        else:
            ring = _shrunk(ring, _MARGIN - distance) if len(ring) > 2 else ()
    return core, ((ring,) if ring else ()), max(distance, _MARGIN)


def _near(body: Body, motion: Motion, other: Body | Region, reach: float) -> Intervals:
    if not _within_reach(body, motion, other, reach):
        return NEVER
    core, rings, distance = meeting_cores(body, other, reach)
    if not core or not rings:
        return NEVER
    if isinstance(motion, Shift):
        return _pairs(outline.core_near_rings(core, motion.dx, motion.dy, rings, distance))
    return _pairs(turning.core_near_rings(core, motion, rings, distance))


def _within_reach(body: Body, motion: Motion, other: Body | Region, reach: float) -> bool:
    """Whether the boxes of the motion and of the other come within reach at all."""
    far = body.radius + (reach if reach > 0.0 else 0.0)
    if isinstance(other, Region):
        if not any(other.rings):
            return False
        box = other.bounds
    else:
        box, far = kernel.bounds(other.core), far + other.radius
    if isinstance(motion, Shift):
        return kernel.shift_meets_box(body.core, motion.dx, motion.dy, far, box)
    core = body.core
    far += max(hypot(core[i] - motion.x, core[i + 1] - motion.y) for i in range(0, len(core), 2))
    return kernel.shift_meets_box((motion.x, motion.y), 0.0, 0.0, far, box)


def _centre_inside(body: Body, motion: Motion, rings: tuple[Flat, ...]) -> list[float]:
    x, y = body.x, body.y
    if isinstance(motion, Shift):
        end_x, end_y = x + motion.dx, y + motion.dy
        spans = kernel.leg_inside(x, y, end_x, end_y, rings)
        return kernel.joined(spans + kernel.leg_along_edges(x, y, end_x, end_y, rings, TOLERANCE))
    if hypot(x - motion.x, y - motion.y) <= TOLERANCE:
        # It does not leave its place: an edge counts, as on a leg of no length.
        return [0.0, 1.0] if kernel.region_distance(x, y, rings) <= TOLERANCE else []
    return turning.point_inside(x, y, motion, rings)


def _wholly_inside(core: Flat, motion: Motion, rings: tuple[Flat, ...], distance: float) -> list[float]:
    if isinstance(motion, Shift):
        dx, dy = motion.dx, motion.dy
        if len(core) == 2:
            x, y = core
            return kernel.leg_clear_inside(x, y, x + dx, y + dy, rings, distance + TOLERANCE)
        spans = outline.core_near_edges(core, dx, dy, rings, distance)
    elif distance <= 0.0 and len(core) == 2:
        return turning.point_inside(core[0], core[1], motion, rings)
    else:
        spans = turning.core_near_edges(core, motion, rings, distance)
    gaps = kernel.between(spans)
    return [
        value
        for i in range(0, len(gaps), 2)
        if kernel.inside_rings(*_moved_point(core, motion, (gaps[i] + gaps[i + 1]) / 2), rings)
        for value in (gaps[i], gaps[i + 1])
    ]


def _moved_point(core: Flat, motion: Motion, fraction: float) -> tuple[float, float]:
    if isinstance(motion, Shift):
        return core[0] + motion.dx * fraction, core[1] + motion.dy * fraction
    x, y = turning.turned(core[:2], motion, fraction)
    return x, y


def _shifted(core: Flat, dx: float, dy: float) -> Flat:
    return tuple(value + (dy if index % 2 else dx) for index, value in enumerate(core))


def _circle(radius: float) -> Flat:
    """A circle about the origin by corners midway between the polygon inside it and the one around it."""
    if radius <= 0.0:
        return (0.0, 0.0)
    # Between those two polygons lies radius * (1 / cos - 1), which may be half the tolerance.
    count = max(8, ceil(pi / acos(radius / (radius + TOLERANCE / 2))))
    far = radius * 2 / (1 + cos(pi / count))
    corners = (2 * pi * corner / count for corner in range(count))
    return tuple(value for angle in corners for value in (far * cos(angle), far * sin(angle)))


def _flat(intervals: Intervals) -> list[float]:
    return [value for interval in intervals for value in interval]


def _pairs(spans: list[float]) -> Intervals:
    # Most questions find nothing, or one stretch.
    if len(spans) <= 2:
        return ((spans[0], spans[1]),) if spans else NEVER
    return tuple([(spans[i], spans[i + 1]) for i in range(0, len(spans), 2)])
