"""Hurdles that are climbed as one: a base that is on top of one of them gets onto the next without climbing down; and those it begins in."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from surefoot.geometry import prepare
from surefoot.geometry.kernel import bounds, core_region_distance, leg_near_rings, region_distance
from surefoot.geometry.search.ground import goes_in
from surefoot.geometry.search.plot import GRAZE
from surefoot.geometry.shapes import Flat
from surefoot.geometry.sweep import rings_of
from surefoot.geometry.tolerance import TOLERANCE, same, short_of
from surefoot.records import replace
from surefoot.referee.scene import Solid
from surefoot.table.place import Pose

# The directions in which a base leaves a hurdle that it stands in.
_WAYS = 48


# Cached, because all headings of a base share them.
@lru_cache(maxsize=128)
def joined(hurdles: tuple[Solid, ...], width: float) -> tuple[Solid, ...]:
    """Hurdles with those of the same heights that a base of this width is on at the same time, each group as one."""
    left, found = list(hurdles), []
    while left:
        group = [left.pop()]
        for one in group:
            near = [other for other in left if _together(one, other, width)]
            group += near
            left = [other for other in left if other not in near]
        first = group[0]
        whole = prepare.union(each.region for each in group) if len(group) > 1 else first.region
        found.append(replace(first, region=whole))
    return tuple(found)


def _together(one: Solid, other: Solid, width: float) -> bool:
    if not (same(one.low, other.low) and same(one.high, other.high)):
        return False
    if not prepare.boxes_near(one.region, other.region, width):
        return False
    apart = min(core_region_distance(ring, other.region.rings) for ring in rings_of(one.region))
    return short_of(apart, width)


def parts_below(
    hurdles: tuple[Solid, ...], hurdle: Solid, pose: Pose, radius: float
) -> tuple[tuple[Flat, ...], ...]:
    """The parts of a hurdle, itself one or several joined, that a base overlaps where it stands, its centre outside them."""
    return tuple(
        rings_of(each.region)
        for each in hurdles
        if same(each.low, hurdle.low)
        and same(each.high, hurdle.high)
        and prepare.boxes_near(each.region, hurdle.region, 0.0)
        and 0.0 < region_distance(pose.x, pose.y, each.region.rings) < radius - TOLERANCE
    )


def ways_past(
    parts: tuple[tuple[Flat, ...], ...], pose: Pose, radius: float
) -> Iterator[tuple[float, float]]:
    """The places all round at which a base has left the parts of a hurdle, coming no nearer to any: a path may bend there."""
    for k in range(_WAYS if parts else 0):
        dx, dy = math.cos(math.tau * k / _WAYS), math.sin(math.tau * k / _WAYS)
        far = 0.0
        for rings in parts:
            west, south, east, north = bounds([value for ring in rings for value in ring])
            long = east - west + north - south + 3 * radius
            end = pose.x + dx * long, pose.y + dy * long
            spans = leg_near_rings(pose.x, pose.y, *end, rings, radius + GRAZE)
            shut = goes_in(pose.x, pose.y, *end, (rings,)) or not spans or spans[1] >= 1.0
            far = max(far, math.inf if shut else spans[1] * long)
        if far < math.inf:
            yield pose.x + dx * far, pose.y + dy * far
