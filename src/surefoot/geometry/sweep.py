"""Where along a motion a body meets, comes near to, or rests on something: bodies in, fractions out.

Touching is not overlapping: two things overlap where they lie deeper in each other than the tolerance. For a
body with a radius that is a question of distance; a body without one is shrunk by the tolerance first, so
that it may slide along an edge like a round one. Stretches of no length are left out.
"""

from __future__ import annotations

from functools import lru_cache

from surefoot.geometry import kernel, outline
from surefoot.geometry.shapes import Body, Flat, Intervals, Motion, Part, Pivot, Region, Shift, turn
from surefoot.geometry.tolerance import TOLERANCE

WHOLE: Intervals = ((0.0, 1.0),)
NEVER: Intervals = ()


def overlapping(body: Body, motion: Motion, other: Body | Region) -> Intervals:
    """Where the body overlaps the other, deeper than the tolerance."""
    return _near(body, motion, other, -TOLERANCE)


def nearer(
    body: Body, motion: Motion, other: Body | Region, distance: float, *, closed: bool = False
) -> Intervals:
    """Where the plan gap is less than a distance (closed: at most the distance)."""
    return _near(body, motion, other, distance + TOLERANCE if closed else distance - TOLERANCE)


def inside(body: Body, motion: Motion, region: Region, part: Part) -> Intervals:
    """Where a part of the body is in a region: its centre (an edge counts), any of it, or all of it."""
    if part == "any":
        return overlapping(body, motion, region)
    rings = rings_of(region)
    if part == "centre":
        return _pairs(_centre_inside(body, motion, rings))
    core, distance = whole_core(body)
    return _pairs(_wholly_inside(core, motion, rings, distance))


def moved(body: Body, motion: Motion, fraction: float) -> Body:
    """The body after a fraction of a motion."""
    if isinstance(motion, Shift):
        dx, dy = motion.dx * fraction, motion.dy * fraction
        return Body(_shifted(body.core, dx, dy), body.radius, body.x + dx, body.y + dy)
    x, y = _turned((body.x, body.y), motion, fraction)
    return Body(_turned(body.core, motion, fraction), body.radius, x, y)


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


def whole_core(body: Body) -> tuple[Flat, float]:
    """The core and the distance it must keep from every edge for the body to lie wholly inside."""
    if body.radius >= TOLERANCE or len(body.core) == 2:
        return body.core, body.radius - TOLERANCE
    # Of a sliver thinner than the tolerance nothing is left: its centre stands for it.
    return _shrunk(body.core, TOLERANCE - body.radius) or (body.x, body.y), 0.0


def meeting_cores(body: Body, other: Body | Region, reach: float) -> tuple[Flat, tuple[Flat, ...], float]:
    """Core, rings and distance such that "nearer than the distance" says "gap less than the reach".

    A reach below 0 asks for an overlap that deep: what the radii cannot give is taken off the outlines, half
    off each of two polygons. An empty core or no rings: never.
    """
    if isinstance(other, Region):
        distance = body.radius + reach
        core, rings = body.core, rings_of(other)
        if distance < 0.0:
            core = _shrunk(core, -distance) if len(core) > 2 else ()
        return core, rings, max(distance, 0.0)
    distance = body.radius + other.radius + reach
    core, ring = body.core, other.core
    if distance < 0.0:
        if len(core) > 2 and len(ring) > 2:
            core, ring = _shrunk(core, -distance / 2), _shrunk(ring, -distance / 2)
        elif len(core) > 2:
            core = _shrunk(core, -distance)
        else:
            ring = _shrunk(ring, -distance) if len(ring) > 2 else ()
    return core, ((ring,) if ring else ()), max(distance, 0.0)


def _near(body: Body, motion: Motion, other: Body | Region, reach: float) -> Intervals:
    if not _within_reach(body, motion, other, reach):
        return NEVER
    core, rings, distance = meeting_cores(body, other, reach)
    if not core or not rings:
        return NEVER
    if isinstance(motion, Shift):
        return _pairs(outline.core_near_rings(core, motion.dx, motion.dy, rings, distance))
    raise NotImplementedError


def _within_reach(body: Body, motion: Motion, other: Body | Region, reach: float) -> bool:
    """Whether the boxes of the motion and of the other come within reach at all."""
    if isinstance(other, Region) and not any(other.rings):
        return False
    west, south, east, north = _swept_bounds(body.core, motion)
    left, below, right, above = other.bounds if isinstance(other, Region) else kernel.bounds(other.core)
    far = body.radius + max(reach, 0.0) + (0.0 if isinstance(other, Region) else other.radius)
    return west - far <= right and east + far >= left and south - far <= above and north + far >= below


def _swept_bounds(core: Flat, motion: Motion) -> tuple[float, float, float, float]:
    west, south, east, north = kernel.bounds(core)
    if isinstance(motion, Shift):
        dx, dy = motion.dx, motion.dy
        return west + min(dx, 0.0), south + min(dy, 0.0), east + max(dx, 0.0), north + max(dy, 0.0)
    raise NotImplementedError


def _centre_inside(body: Body, motion: Motion, rings: tuple[Flat, ...]) -> list[float]:
    x, y = body.x, body.y
    if isinstance(motion, Shift):
        end_x, end_y = x + motion.dx, y + motion.dy
        spans = kernel.leg_inside(x, y, end_x, end_y, rings)
        return kernel.joined(spans + kernel.leg_along_edges(x, y, end_x, end_y, rings, TOLERANCE))
    raise NotImplementedError


def _wholly_inside(core: Flat, motion: Motion, rings: tuple[Flat, ...], distance: float) -> list[float]:
    if isinstance(motion, Shift):
        dx, dy = motion.dx, motion.dy
        if len(core) == 2:
            x, y = core
            return kernel.leg_clear_inside(x, y, x + dx, y + dy, rings, distance + TOLERANCE)
        spans = outline.core_near_edges(core, dx, dy, rings, distance)
    else:
        raise NotImplementedError
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
    x, y = _turned(core[:2], motion, fraction)
    return x, y


def _shifted(core: Flat, dx: float, dy: float) -> Flat:
    return tuple(value + (dy if index % 2 else dx) for index, value in enumerate(core))


def _turned(core: Flat, pivot: Pivot, fraction: float) -> Flat:
    out: list[float] = []
    for i in range(0, len(core), 2):
        x, y = turn(core[i] - pivot.x, core[i + 1] - pivot.y, pivot.degrees * fraction)
        out += (pivot.x + x, pivot.y + y)
    return tuple(out)


def _flat(intervals: Intervals) -> list[float]:
    return [value for interval in intervals for value in interval]


def _pairs(spans: list[float]) -> Intervals:
    return tuple((spans[i], spans[i + 1]) for i in range(0, len(spans), 2))
