"""Bodies at rest: gaps, overlaps, what a body lies on, and how far its furthest part has travelled."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from surefoot.geometry import kernel
from surefoot.geometry.shapes import Body, Part, Region, Shape
from surefoot.geometry.sweep import is_clear_of_edges, meeting_cores, rings_of, whole_core
from surefoot.geometry.tolerance import TOLERANCE


def gap(one: Body, other: Body | Region) -> float:
    """Plan gap between two things; 0 if they touch or overlap."""
    if isinstance(other, Region):
        apart = kernel.core_region_distance(one.core, rings_of(other)) - one.radius
    else:
        apart = kernel.core_distance(one.core, other.core) - one.radius - other.radius
    return max(apart, 0.0)


def gap_in_space(one: Body, one_height: float, other: Body | Region, other_height: float) -> float:
    """Gap between two things that lie flat at two heights."""
    return math.hypot(gap(one, other), one_height - other_height)


def overlaps(one: Body, other: Body | Region) -> bool:
    """Whether two things lie deeper in each other than the tolerance; touching is not overlapping."""
    if not _boxes_meet(one, other):
        return False
    core, rings, distance = meeting_cores(one, other, -TOLERANCE)
    if not core or not rings:
        return False
    return kernel.core_region_distance(core, rings) < distance


def lies_on(body: Body, region: Region, part: Part) -> bool:
    """Whether a part of the body lies on a region: its centre (an edge counts), any of it, or all of it."""
    if part == "any":
        return overlaps(body, region)
    rings = rings_of(region)
    if part == "centre":
        return kernel.region_distance(body.x, body.y, rings) <= TOLERANCE
    if len(body.core) > 2 and is_clear_of_edges(body, rings):
        return kernel.inside_rings(body.x, body.y, rings)
    core, distance = whole_core(body)
    if distance <= 0.0 and len(core) == 2:
        return kernel.region_distance(core[0], core[1], rings) <= TOLERANCE
    if not kernel.inside_rings(core[0], core[1], rings):
        return False
    return kernel.core_edge_distance(core, rings) >= distance


def deep_inside(region: Region, x: float, y: float) -> bool:
    """Whether a point lies in a region and not just at its edge."""
    rings = region.rings
    return kernel.inside_rings(x, y, rings) and kernel.edge_distance(x, y, rings) > TOLERANCE


def fits(body: Body, solids: Sequence[Body | Region], floor: Region | None, part: Part) -> bool:
    """Whether a body can stand where it is: clear of all solids and, where there is a floor, lying on it."""
    if floor is not None and not lies_on(body, floor, part):
        return False
    return not any(overlaps(body, solid) for solid in solids)


def furthest_part(shape: Shape, legs: Sequence[tuple[float, float, float]]) -> float:
    """Length travelled by the part of the base that travels furthest along a chain of x, y, bearing.

    From one pose to the next the base is shifted straight and then turned about its centre, the shorter way.
    A shift carries every part equally far; a turn carries a part by the angle times its distance from the
    centre. The sum over all of them grows with that distance alone, so the point furthest from the centre
    travels furthest, whatever the path: exact for round bases, rectangles and hulls. The corners that stand
    for an oval reach at most 1.91e-5 of its half length too far, so its turns come out too long by at most
    that part of what they are.
    """
    shifted = turned = 0.0
    for (x, y, bearing), (next_x, next_y, next_bearing) in pairwise(legs):
        shifted += math.hypot(next_x - x, next_y - y)
        turned += abs((next_bearing - bearing + 180.0) % 360.0 - 180.0)
    return shifted + math.radians(turned) * shape.reach


def _boxes_meet(one: Body, other: Body | Region) -> bool:
    if isinstance(other, Region) and not any(other.rings):
        return False
    west, south, east, north = kernel.bounds(one.core)
    left, below, right, above = other.bounds if isinstance(other, Region) else kernel.bounds(other.core)
    far = one.radius + (0.0 if isinstance(other, Region) else other.radius)
    return west - far <= right and east + far >= left and south - far <= above and north + far >= below
