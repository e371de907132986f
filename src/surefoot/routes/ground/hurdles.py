"""Hurdles that are climbed as one: a base that is on top of one of them gets onto the next without climbing down."""

from __future__ import annotations

from functools import lru_cache

from surefoot.geometry import prepare
from surefoot.geometry.kernel import core_region_distance
from surefoot.geometry.sweep import rings_of
from surefoot.geometry.tolerance import same, short_of
from surefoot.records import replace
from surefoot.referee.scene import Solid


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
