"""Links that are aimed at a place itself, instead of at one of those that were tried: flights, and landings off an edge."""

from __future__ import annotations

import math

from surefoot.geometry.search.paths import Point
from surefoot.records import replace
from surefoot.routes.over_levels.atlas import Atlas
from surefoot.routes.over_levels.floors import Floor, TakenLink
from surefoot.table.place import BOARD

# Legs that end where they are aimed at, off an edge.
_LANDING = ("climb", "jump", "leap")
# A link that ends within this distance of its aim ends there.
_ASTRAY = 1e-3
# A place further than this from where a link was tried belongs to another one.
_NEAR = 1.5


def straight_flight(atlas: Atlas, floor: Floor, x: float, y: float, limit: float) -> TakenLink | None:
    """A flight straight from where the mover stands to a place on a floor; None if there is none within the limit."""
    surface = floor.surface_at(x, y) if atlas.flights else None
    if surface is None:
        return None
    on = surface.piece.on or BOARD if surface.piece is not None and surface in floor.low else surface.id
    link = atlas.flights.get(on)
    made = None if link is None else atlas.cross(link, link.starts[0], (x, y), None)
    if link is None or made is None or made.cost > limit or link.label in atlas.without:
        return None
    return TakenLink(link, link.starts[0], (x, y), 0, floor.number, made)


def landing_at(atlas: Atlas, floor: Floor, taken: TakenLink, to: Point) -> TakenLink | None:
    """A climb, a jump or a leap from the same start that lands at a place itself; None if it does not."""
    link, start = taken.link, taken.start
    near = math.dist(taken.end, to) <= _NEAR and link.leads(math.dist(start, to))
    if link.by not in _LANDING or link.slope or link.far is None or not near:
        return None
    made = atlas.cross(link, start, to, taken.judged.own)
    if made is None or made.place.on not in floor.names:
        return None
    pose = atlas.table.resolve(made.place)
    if math.dist((pose.x, pose.y), to) > _ASTRAY:
        return None
    return replace(taken, end=(pose.x, pose.y), judged=made)
