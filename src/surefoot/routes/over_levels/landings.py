"""Links that are aimed at a place itself, instead of at one of those that were tried: straight ways, and landings off an edge."""

from __future__ import annotations

import math

from surefoot.geometry.search.paths import Point
from surefoot.records import replace
from surefoot.referee.itinerary import Mode
from surefoot.routes.ground.survey import carrying_surface
from surefoot.routes.links.link import Link
from surefoot.routes.over_levels.atlas import Atlas
from surefoot.routes.over_levels.floors import Floor, TakenLink
from surefoot.table.place import BOARD

# Legs that end where they are aimed at, off an edge.
_LANDING = ("climb", "jump", "leap")
# A link that ends within this distance of its aim ends there.
_ASTRAY = 1e-3
# A place further than this from where a link was tried belongs to another one.
_NEAR = 1.5


def straight_way(atlas: Atlas, floor: Floor, x: float, y: float, limit: float) -> TakenLink | None:
    """One leg straight from where the mover stands to a place on a floor, through the air or over what lies between.

    None if there is none within the limit.
    """
    surface = floor.surface_at(x, y) if goes_straight(atlas) else None
    if surface is None:
        return None
    on = surface.piece.on or BOARD if surface.piece is not None and surface in floor.low else surface.id
    link = _straight_link(atlas, on, (x, y))
    made = None if link is None else atlas.cross(link, link.starts[0], (x, y), None)
    if link is None or made is None or made.cost > limit or link.label in atlas.without:
        return None
    return TakenLink(link, link.starts[0], (x, y), 0, floor.number, made)


def goes_straight(atlas: Atlas) -> bool:
    """Whether one leg without a label may lead to another level: the ruleset follows paths itself."""
    return atlas.tariff.anywhere is not None and atlas.tariff.turning is None


def _straight_link(atlas: Atlas, target: str, to: Point) -> Link | None:
    """The link from where the mover stands to a place on a surface; None if one of its ends is a slope, or both are on one surface."""
    own, there = carrying_surface(atlas.view), atlas.view.surface(target)
    if own is None or own.sloped or there is None or there.sloped or there is own:
        return None
    mode: Mode = "climb" if atlas.tariff.fare("fly") is None else "fly"
    start = (atlas.pose.x, atlas.pose.y)
    return Link("walk", mode, target, own.id, target, (start,), (to,), math.inf, there.low - own.low)


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
