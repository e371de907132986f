"""Paths that end on a slope: from one of its sides, or down onto it and along it."""

from __future__ import annotations

import math
from math import inf

from surefoot.geometry.search.paths import Point
from surefoot.records import replace
from surefoot.referee.protocol import Crossing
from surefoot.routes.links.edges import over_edge
from surefoot.routes.links.link import Link
from surefoot.routes.links.sliding import best, between
from surefoot.routes.links.slopes import asides
from surefoot.routes.over_levels.atlas import Atlas
from surefoot.routes.over_levels.floors import TakenLink


def route_onto_slope(
    atlas: Atlas, limit: float, number: int, own: Crossing | None, way: Link, slope: str, to: Point
) -> TakenLink | None:
    """The cheapest link from a floor onto a slope and straight on to a place on it; None if there is none."""
    floor, surface = atlas.floors[number], atlas.view.surface(slope)
    assert surface is not None
    link = replace(way, target=slope, ends=(to,), far=inf)
    slants = asides(link.offset, over_edge(atlas.view)) if link.behind else (link.aside,)

    def shifted(at: float, lean: float) -> tuple[Link, Point]:
        start = between(link.starts, at)
        below = floor.surface_at(*start)
        # A piece too low to be a level is no ground of its own.
        source = link.source if below is None or below in floor.low else below.id
        return replace(link, source=source, aside=between(slants, lean)), start

    def guess(at: float, lean: float) -> float:
        slant, start = shifted(at, lean)
        used = floor.cost(*start, limit)
        if slant.behind:
            return atlas.least_used_after(used, slant, own, atlas.link_costs.least(slant, own, start, to))
        # The walk along the slope counts from its side. A free step up costs nothing; a climb has its price.
        foot, top = ((*each, surface.height(*each)) for each in (start, to))
        return used + math.dist(foot, top) * atlas.lowest + atlas.link_costs.aside(slant, start, to)

    def asked(at: float, lean: float) -> float:
        slant, start = shifted(at, lean)
        used = floor.cost(*start, limit)
        made = atlas.cross(slant, start, to, own) if used < inf else None
        return inf if made is None or made.place.on != slope else atlas.used_after(used, slant, made)

    middle = float(len(slants) // 2)
    tried = sorted((guess(at, middle), at) for at in range(len(link.starts)))
    first = next((at for cost, at in tried if cost < inf and asked(at, middle) < inf), None)
    if first is None:
        return None
    at, lean = best(guess, asked, float(first), middle, len(link.starts), len(slants))
    link, start = shifted(at, lean)
    made = atlas.cross(link, start, to, own)
    return (
        None if made is None or made.place.on != slope else TakenLink(link, start, to, number, number, made)
    )
