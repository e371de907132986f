"""Links that are aimed at a place itself, instead of at one of those that were tried: straight ways, and landings off an edge."""

from __future__ import annotations

import math
from collections.abc import Iterator

from surefoot.geometry.search.paths import Point
from surefoot.records import replace
from surefoot.referee.itinerary import Mode
from surefoot.referee.way import LEEWAY
from surefoot.routes.ground.starting import carrying_surface
from surefoot.routes.links.judging import JudgedLink
from surefoot.routes.links.link import Link
from surefoot.routes.over_levels.atlas import Atlas
from surefoot.routes.over_levels.floors import Floor, TakenLink
from surefoot.table.place import BOARD

# Legs that end where they are aimed at, off an edge.
_LANDING = ("climb", "jump", "leap")
# Ways that differ by less than this cost the same.
_SAME = 1e-4
# Flights that differ by less than this are equally long.
_BENT = 0.01
# The number of directions in which a steep flight is tried with a bend.
_DIRECTIONS = 8
_COMPASS = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
# A link that ends within this distance of its aim ends there.
_ASTRAY = 1e-3
# A place further than this from where a link was tried belongs to another one.
_NEAR = 1.5


def or_straight(
    atlas: Atlas, floor: Floor, to: Point, limit: float, found: tuple[float, TakenLink | None]
) -> tuple[float, TakenLink | None]:
    """What was found for a place, or the straight way there if it costs less; a flight also if it costs the same."""
    straight = straight_way(atlas, floor, *to, limit)
    if straight is None:
        return found
    cost, saves = straight.judged.cost, 0.0 if straight.link.mode == "fly" else _SAME
    return (cost, straight) if cost <= found[0] - saves else found


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
    if link is not None and link.mode == "fly":
        made = _round_it(atlas, link, (x, y), made)
    if link is None or made is None or made.cost > limit or link.is_named(atlas.without):
        return None
    return TakenLink(link, link.starts[0], (x, y), 0, floor.number, made)


def _round_it(atlas: Atlas, link: Link, to: Point, straight: JudgedLink | None) -> JudgedLink | None:
    """The cheapest flight to a place with at most one bend, where terrain below or above is in the way of the straight one."""
    least = math.hypot(math.dist(link.starts[0], to), link.rise)
    if straight is not None and straight.cost <= least + _BENT:
        return straight
    best, at = straight, None
    for bend in _bends(link, to):
        made = atlas.flown(link, bend, to)
        if made is not None and (best is None or made.cost < best.cost):
            best, at = made, bend
    step = 0.2 * max(math.dist(link.starts[0], to), abs(link.rise))
    while at is not None and step > 2 * _BENT:
        tried = [(at[0] + dx * step, at[1] + dy * step) for dx, dy in _COMPASS]
        found = [(made.cost, bend, made) for bend in tried if (made := atlas.flown(link, bend, to))]
        cost, bend, made = min(found, key=lambda each: each[0], default=(math.inf, at, best))
        if best is not None and cost < best.cost:
            best, at = made, bend
        else:
            step /= 2
    return best


def _bends(link: Link, to: Point) -> Iterator[Point]:
    """Where a flight to a place may bend: beside the straight line; if it is steep, also all round, to come in from the side."""
    x, y = link.starts[0]
    along, across = (to[0] - x, to[1] - y), (y - to[1], to[0] - x)
    for share in (0.4, 0.8):
        for aside in (-0.5, -0.2, 0.2, 0.5):
            yield x + along[0] * share + across[0] * aside, y + along[1] * share + across[1] * aside
    if math.dist((x, y), to) < abs(link.rise):
        for far in (0.35, 0.7):
            for k in range(_DIRECTIONS):
                angle = 2 * math.pi * k / _DIRECTIONS
                away = far * abs(link.rise)
                yield (x + to[0]) / 2 + away * math.cos(angle), (y + to[1]) / 2 + away * math.sin(angle)


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
    apart = math.dist(start, to)
    near = math.dist(taken.end, to) <= _NEAR and link.leads(apart)
    # Up an edge a base is moved straight ahead, or as good as that.
    slants = link.far is None and apart > math.dist(start, taken.end) + LEEWAY
    if link.by not in _LANDING or link.slope or slants or not near:
        return None
    made = atlas.cross(link, start, to, taken.judged.own)
    if made is None or made.place.on not in floor.names:
        return None
    pose = atlas.table.resolve(made.place)
    if math.dist((pose.x, pose.y), to) > _ASTRAY:
        return None
    return replace(taken, end=(pose.x, pose.y), judged=made)
