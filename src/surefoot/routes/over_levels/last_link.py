"""The last link of a path, slid along its edge to where the path to a place is cheapest."""

from __future__ import annotations

import math
from math import inf
from typing import TYPE_CHECKING

from surefoot.geometry.search.paths import Point
from surefoot.records import replace
from surefoot.routes.links.edges import ROUND_CORNER, SPACING
from surefoot.routes.links.sliding import best, between
from surefoot.routes.over_levels.floors import Floor, TakenLink
from surefoot.routes.over_levels.landings import landing_at

if TYPE_CHECKING:
    from surefoot.routes.over_levels.reach import LevelReach

# A cost that is lower by less than this is the same.
SAME = 1e-6
# A smaller saving is not worth another link.
_LITTLE = 1e-3
# Links over two sides of a piece that end within this distance are both considered.
_CORNER = 1.5
# Links that lead to a place for this much more are slid, too, and how many of them: sliding one to the next place that
# was tried saves no more.
_RIVAL = SPACING
_RIVALS = 2


def with_last_link_slid(field: LevelReach, floor: Floor, to: Point) -> tuple[float, TakenLink | None]:
    """The cost of a place on a floor, and the last link slid to where it is cheapest for that place; None if it is best where it was tried."""
    coarse = floor.cost(*to, field.limit)
    if coarse == inf:
        return inf, None
    assert floor.prices is not None
    multi = floor.prices.multi
    last = floor.prices.origin
    root = multi.root(last)
    taken = floor.entries[multi.start_of(last)].taken
    if taken is None:
        return coarse, None
    if taken.link.ladder:
        return coarse - _sooner(field, taken, coarse), None
    aim, tail = to, 0.0
    if last != root:
        while multi.parents[last] != root:
            last = multi.parents[last]
        _, _, fields = multi.label_data(last)
        aim, tail = (fields[0], fields[1]), coarse - fields[5]
    slides = [_nearer(field, floor, each, aim, coarse) for each in (taken, *_round_the_corner(floor, taken))]
    fine, slid = min(slides, key=lambda each: each[0])
    for rival in _rivals(field, floor, taken, aim, coarse - tail):
        cheaper, other = _nearer(field, floor, rival, aim, coarse, fine - _LITTLE)
        if cheaper < fine:
            fine, slid = cheaper, other
    best_of = (coarse, None), (fine + tail, slid), _landing(field, floor, taken, to)
    return min(best_of, key=lambda each: each[0])


def _landing(field: LevelReach, floor: Floor, taken: TakenLink, to: Point) -> tuple[float, TakenLink | None]:
    """The cost of a place on which a link lands by itself, and that link; infinite if it does not."""
    landed = landing_at(field.atlas, floor, taken, to)
    if landed is None or not field.is_dared(landed.link, landed.judged):
        return inf, None
    return field.used_at_end(landed), landed


def _sooner(field: LevelReach, taken: TakenLink, coarse: float) -> float:
    """The saving after a ladder if the links before it are slid to where they are cheapest for its start."""
    source, link, made = field.atlas.floors[taken.source], taken.link, taken.judged
    used = source.cost(*taken.start, field.limit)
    # Only towards lower costs, so that the recursion ends.
    fine = field.on_floor(source, *taken.start) if used < coarse - SAME else used
    return (
        field.atlas.used_after(used, link, made) - field.atlas.used_after(fine, link, made)
        if fine < used
        else 0.0
    )


def _round_the_corner(floor: Floor, taken: TakenLink) -> list[TakenLink]:
    """The same kind of link over the neighbouring sides of a corner, one for each side, if a link ends at the corner."""
    link, number = taken.link, taken.index[1]
    if ROUND_CORNER < number < len(link.ends) - 1 - ROUND_CORNER:
        return []
    found: dict[int, tuple[float, TakenLink]] = {}
    for entry in floor.entries:
        other = entry.taken
        if other is None or other.link is link or other.source != taken.source:
            continue
        away = math.dist(other.end, taken.end)
        if (other.link.name, other.link.by) == (link.name, link.by) and away <= _CORNER:
            key = id(other.link)
            if key not in found or away < found[key][0]:
                found[key] = away, other
    return [other for _, other in found.values()]


def _rivals(field: LevelReach, floor: Floor, taken: TakenLink, aim: Point, coarse: float) -> list[TakenLink]:
    """Other links, as they were tried, that lead to a place for little more than a cost: one of them may be cheapest once it is slid."""
    chart, lowest = floor.ground.chart, field.atlas.lowest
    found: dict[int, tuple[float, TakenLink]] = {}
    for entry in floor.entries:
        other = entry.taken
        if other is None or other.link is taken.link or other.link.ladder or other.link.opening is not None:
            continue
        used = entry.used + math.dist((entry.x, entry.y), aim) * lowest
        most = found[id(other.link)][0] if id(other.link) in found else coarse + _RIVAL
        if used < most and chart.blocked(entry.x, entry.y, *aim, False) < 0:
            found[id(other.link)] = used, other
    return [other for _, other in sorted(found.values(), key=lambda each: each[0])[:_RIVALS]]


def _nearer(
    field: LevelReach, floor: Floor, taken: TakenLink, aim: Point, coarse: float, most: float = inf
) -> tuple[float, TakenLink]:
    """The cost of a place straight after a link that is slid along its edge to where that is lowest; and the slid link.

    Infinite if it is surely not below `most`, the cost of another link.
    """
    atlas, link, chart = field.atlas, taken.link, floor.ground.chart
    source = atlas.floors[taken.source]
    before: dict[Point, float] = {}

    def walked(end: Point) -> float:
        x, y = floor.clear(end)
        free = chart.spot_free(x, y) and chart.blocked(x, y, *aim, False) < 0
        return chart.price(x, y, *aim) if free else inf

    def used(start: Point) -> float:
        if start not in before:
            before[start] = source.cost(*start, field.limit)
        return before[start]

    def guess(at: float, lands: float) -> float:
        start, end = between(link.starts, at), between(link.ends, lands)
        if not link.leads(math.dist(start, end)) or used(start) == inf:
            return inf
        # Opening a door costs the same from every place.
        known = (
            None if link.opening is not None else atlas.link_costs.least(link, taken.judged.own, start, end)
        )
        return atlas.used_after(used(start), link, taken.judged, known) + walked(end)

    def asked(at: float, lands: float) -> float:
        start, end = between(link.starts, at), between(link.ends, lands)
        known = link.leads(math.dist(start, end)) and used(start) < inf
        made = atlas.cross(link, start, end, taken.judged.own) if known else None
        return inf if made is None else atlas.used_after(used(start), link, made) + walked(end)

    others = None if link.far is None else len(link.ends)
    one, other = taken.index
    # A rival is judged once, where its estimate is lowest.
    at, lands = best(guess, asked if most == inf else guess, one, other, len(link.starts), others)
    if guess(at, lands) >= most:
        return inf, taken
    start = between(link.starts, at)
    made = atlas.cross(link, start, between(link.ends, lands), taken.judged.own)
    if (
        made is None
        or used(start) == inf
        or made.place.on not in floor.names
        or not field.is_dared(link, made)
    ):
        return inf, taken
    pose = atlas.table.resolve(made.place)
    slid = replace(taken, start=start, end=(pose.x, pose.y), judged=made)
    # The links before it are slid for its start, one after another; only towards lower costs, so that this ends.
    fine = used(start)
    if fine < coarse - SAME:
        fine = min(fine, field.on_floor(source, *start))
    return atlas.used_after(fine, link, made) + walked(slid.end), slid
