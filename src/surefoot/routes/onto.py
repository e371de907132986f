"""Onto slopes to stay on them: from a side of one, or down onto it and along it, wherever that costs least."""

from __future__ import annotations

import math
from dataclasses import replace
from math import inf

from surefoot.geometry.search.paths import Point
from surefoot.referee.protocol import Crossing
from surefoot.routes.atlas import Atlas
from surefoot.routes.floors import Passage
from surefoot.routes.seams import Seam, over_edge
from surefoot.routes.sliding import best, between
from surefoot.routes.slopes import asides


def led_onto(
    atlas: Atlas, limit: float, number: int, own: Crossing | None, way: Seam, slope: str, to: Point
) -> Passage | None:
    """A link from a floor onto a slope and straight on to a place of it, taken where that costs least; none if there is no way."""
    floor, surface = atlas.floors[number], atlas.view.surface(slope)
    assert surface is not None
    seam = replace(way, target=slope, ends=(to,), far=inf)
    slants = asides(seam.offset, over_edge(atlas.view)) if seam.behind else (seam.aside,)

    def taken(at: float, lean: float) -> tuple[Seam, Point]:
        start = between(seam.starts, at)
        below = floor.surface_at(*start)
        # What is too low to be a level is no other ground.
        source = seam.source if below is None or below in floor.low else below.id
        return replace(seam, source=source, aside=between(slants, lean)), start

    def guess(at: float, lean: float) -> float:
        slant, start = taken(at, lean)
        used = floor.cost(*start, limit)
        if slant.behind:
            return atlas.soonest(used, slant, own, atlas.tolls.least(slant, own, start, to))
        # Along it counts from its side on; a step up that costs nothing, a climb what it costs.
        foot, top = ((*each, surface.height(*each)) for each in (start, to))
        return used + math.dist(foot, top) * atlas.lowest + atlas.tolls.aside(slant, start, to)

    def asked(at: float, lean: float) -> float:
        slant, start = taken(at, lean)
        used = floor.cost(*start, limit)
        made = atlas.cross(slant, start, to, own) if used < inf else None
        return inf if made is None or made.place.on != slope else atlas.arrival(used, slant, made)

    middle = float(len(slants) // 2)
    tried = sorted((guess(at, middle), at) for at in range(len(seam.starts)))
    first = next((at for cost, at in tried if cost < inf and asked(at, middle) < inf), None)
    if first is None:
        return None
    at, lean = best(guess, asked, float(first), middle, len(seam.starts), len(slants))
    seam, start = taken(at, lean)
    made = atlas.cross(seam, start, to, own)
    return None if made is None or made.place.on != slope else Passage(seam, start, to, number, number, made)
