"""Links that the referee surely refuses, told by where they end: something stands there, or the mover comes down elsewhere."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from surefoot.geometry.kernel import is_convex, leg_inside, region_distance
from surefoot.geometry.search.paths import Point
from surefoot.geometry.tolerance import TOLERANCE, within
from surefoot.referee.scene import Solid, Surface
from surefoot.routes.links.link import Link
from surefoot.routes.over_levels.floors import NEAR

if TYPE_CHECKING:
    from surefoot.routes.over_levels.atlas import Atlas


def is_hopeless(atlas: Atlas, number: int, start: Point, end: int) -> bool:
    """Whether the referee surely refuses a link; false if that is not known yet."""
    link = atlas.cache.links[number]
    if link.slope or atlas.tariff.anywhere is not None or link.by not in ("leap", "climb", "jump"):
        return False
    surface = atlas.view.surface(link.target)
    if surface is None:
        return False
    if link.by != "leap" and link.rise < 0.0:
        return _misses(atlas, link, surface, start, link.ends[end])
    if not _is_crowded(atlas, number, end, surface):
        return False
    # A jump up ends at its spot or nowhere; a climb or a leap may end on something higher there.
    return link.by == "jump" or not _leads_higher(atlas, link, start, link.ends[end], surface)


# ---------------------------------------------------------------------- down from an edge


def _misses(atlas: Atlas, link: Link, below: Surface, start: Point, end: Point) -> bool:
    """Whether a base that leaves an edge surely cannot come down on the surface that a link is meant for.

    It lands on its leg or straight behind it, where it is clear of the edge. If it may land on another surface there,
    this link is needed, unless there is a link to that surface too.
    """
    away, radius = math.dist(start, end), atlas.view.shape.reach
    if away <= TOLERANCE:
        return False
    length = away + 2 * radius + TOLERANCE
    share = length / away
    far = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
    if _is_walled_off(atlas, link, below, start, far):
        return True
    targets = atlas.cache.descents.get((link.by, link.source, end), ())
    for surface in atlas.view.surfaces:
        other = surface.id == link.source or (surface.id in targets and surface.id != link.target)
        spans = [] if other else leg_inside(*start, *far, surface.region.rings)
        if spans and spans[-1] * length >= radius - NEAR:
            return False
    return True


def _is_walled_off(atlas: Atlas, link: Link, below: Surface, start: Point, far: Point) -> bool:
    """Whether a base has no room on the level below, wherever on a line it comes down: one obstacle is near all of it."""
    near = atlas.view.shape.radius - NEAR
    source = atlas.view.surface(link.source)
    landed_on = atlas.cache.descended.get((link.by, link.source), frozenset())
    return any(
        # On an obstacle that is lower than the edge the mover may come down: another link leads there.
        (solid.id in landed_on or (source is not None and within(source.low, solid.high)))
        and region_distance(*far, solid.region.rings) < near
        and region_distance(*start, solid.region.rings) < near
        for solid in _convex_solids(atlas, below)
    )


def _convex_solids(atlas: Atlas, below: Surface) -> list[Solid]:
    """The obstacles on a level with a convex footprint: what is near both ends of a line is near all of it."""
    known = atlas.cache.convex_solids
    if below.low not in known:
        known[below.low] = [
            solid
            for solid in atlas.view.terrain.solids
            if atlas.view.bars(solid.low, solid.high, below.low)
            and len(solid.region.rings) == 1
            and is_convex(solid.region.rings[0])
        ]
    return known[below.low]


# ---------------------------------------------------------------------- up, and across


def _is_crowded(atlas: Atlas, number: int, end: int, surface: Surface) -> bool:
    """Whether something stands where a link would end, so that the mover cannot; false if that is not known yet."""
    cache = atlas.cache
    for floor in atlas.floors:
        if abs(floor.z - surface.low) <= TOLERANCE and not floor.opened:
            key = floor.survey_number, number, end
            if key not in cache.crowded:
                cache.crowded[key] = floor.is_crowded(*cache.links[number].ends[end])
            return cache.crowded[key]
    return False


def _leads_higher(atlas: Atlas, link: Link, start: Point, end: Point, surface: Surface) -> bool:
    """Whether a link may end on a surface above the one that it is meant for.

    A leap does so only right over that surface, and never higher than it began; a climb beside it too, but where
    another link climbs there from the same place, this one need not.
    """
    near = TOLERANCE if link.by == "leap" else NEAR
    above = [
        each
        for each in atlas.view.surfaces
        if surface.high + TOLERANCE < each.high and region_distance(*end, each.region.rings) <= near
    ]
    source = atlas.view.surface(link.source)
    if link.by == "leap" and source is not None:
        return any(within(each.low, source.high + atlas.view.lens.step) for each in above)
    return not all(_is_climbed_directly(atlas, link, start, each) for each in above)


def _is_climbed_directly(atlas: Atlas, link: Link, start: Point, surface: Surface) -> bool:
    """Whether another link climbs from a place to a surface."""
    return any(
        math.dist(start, other) <= TOLERANCE
        for each in atlas.cache.climbs.get((link.source, surface.id), ())
        for other in each.starts
    )
