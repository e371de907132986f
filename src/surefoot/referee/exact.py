"""Decided with the tolerance, placed without it: whether things meet is forgiving, where they meet is exact."""

from __future__ import annotations

from math import hypot

from surefoot.geometry.kernel import core_distance, core_region_distance, edge_distance, inside_rings
from surefoot.geometry.measure import overlaps
from surefoot.geometry.shapes import Body, Flat, Intervals, Motion, Region, Shift
from surefoot.geometry.sweep import complement, inside, moved, nearer, overlapping
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.records import replace

# A body that goes this far in contact slides; one that presses in at any but the flattest angle is stopped sooner.
_SLID = 0.05


def grown(body: Body) -> Body:
    """A body grown by the tolerance: judged with the tolerance, it is judged exactly."""
    return replace(body, radius=body.radius + TOLERANCE)


def meeting(body: Body, motion: Motion, other: Body | Region) -> Intervals:
    """Where a body overlaps something; the ends are where the two exactly touch."""
    found = overlapping(body, motion, other)
    if not found:
        return ()
    exact = _around(found, overlapping(grown(body), motion, other))
    length = hypot(motion.dx, motion.dy) if isinstance(motion, Shift) else 0.0
    if exact and exact[0][0] <= 0.0 and found[0][0] * length > _SLID:
        # It starts in contact and slides along before it runs in further on: a corner, or the end of a slot as wide as it is.
        return ((found[0][0] - TOLERANCE / length, exact[0][1]), *exact[1:])
    return exact


def leaving(body: Body, motion: Motion, ground: Region) -> Intervals:
    """Where a body is not wholly over some ground; the ends are where it exactly touches the edge."""
    found = complement(inside(body, motion, ground, "all"))
    return _around(found, complement(inside(grown(body), motion, ground, "all"))) if found else ()


def coming_near(body: Body, motion: Motion, other: Body, distance: float, *, closed: bool) -> Intervals:
    """Where a body is nearer than a distance; the ends are where it is exactly that far away."""
    found = nearer(body, motion, other, distance, closed=closed)
    if not found or closed:
        return found
    return _around(found, nearer(body, motion, other, distance + TOLERANCE))


def presses(body: Body, motion: Shift, other: Region | Body) -> bool:
    """Whether a motion that starts in contact goes further in; what only leaves may go."""
    if not body.radius and not (isinstance(other, Body) and other.radius):
        # Of two outlines that touch, the distance is 0 however deep one goes in.
        return not overlaps(body, other)
    step = _first_step(body, motion)
    if isinstance(other, Body):
        return core_distance(step.core, other.core) < core_distance(body.core, other.core) - 1e-9
    return core_region_distance(step.core, other.rings) < core_region_distance(body.core, other.rings) - 1e-9


def recedes(body: Body, motion: Shift, other: Region | Body) -> bool:
    """Whether a motion takes the centre of a body out of something, or further away from it, and never further in."""
    rings = (other.core,) if isinstance(other, Body) else other.rings
    step = _first_step(body, motion)
    return _out_by(step, rings) >= _out_by(body, rings) - 1e-9


def _out_by(body: Body, rings: tuple[Flat, ...]) -> float:
    """The distance of a centre from some ground, negative inside it."""
    apart = edge_distance(body.x, body.y, rings)
    return -apart if inside_rings(body.x, body.y, rings) else apart


def _first_step(body: Body, motion: Shift) -> Body:
    """A body after so short a part of a motion that it can be said in which direction it goes."""
    length = hypot(motion.dx, motion.dy)
    return moved(body, motion, min(1.0, 10 * TOLERANCE / max(length, TOLERANCE)))


def _around(found: Intervals, wider: Intervals) -> Intervals:
    return tuple(
        (low, high) for low, high in wider if any(low <= last and first <= high for first, last in found)
    )


def share(z_start: float, z_end: float, low: float, high: float) -> tuple[float, float] | None:
    """The fractions of a rise from one height to another that lie strictly between two heights; None if there are none."""
    if z_start == z_end:
        return (0.0, 1.0) if low < z_start < high else None
    first, last = sorted(((low - z_start) / (z_end - z_start), (high - z_start) / (z_end - z_start)))
    first, last = max(0.0, first), min(1.0, last)
    return (first, last) if first < last else None
