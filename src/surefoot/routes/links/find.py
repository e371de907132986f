"""Finds the links around a mover: edges, slopes, doors, lifts and water."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from surefoot.geometry.kernel import core_distance, inside_rings
from surefoot.geometry.measure import lies_on, overlaps
from surefoot.geometry.search.paths import Point
from surefoot.geometry.tolerance import beyond, from_lattice, within
from surefoot.referee.protocol import Crossing, Ruleset
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Area, Scene, Surface, region_of
from surefoot.referee.tariff import Tariff
from surefoot.referee.view import View
from surefoot.routes.ground.starting import carrying_surface
from surefoot.routes.links.edges import EdgeLinkFinder
from surefoot.routes.links.fixtures import fixture_links
from surefoot.routes.links.ledges import ledge_links
from surefoot.routes.links.link import Link
from surefoot.routes.links.sides import BEYOND, SHORT, edges_of, sides
from surefoot.routes.links.slopes import slope_links

# Places beside a door are this many times closer together than those along an edge, because there are few of them.
_CLOSER = 3
# The distance between places on which a flight may land, and the largest number of them on one surface.
_LANDING = 0.7
_LANDINGS = 400
# Pieces that can be opened.
_OPENINGS = ("door", "window")


@lru_cache(maxsize=64)
def find_links(scene: Scene, tariff: Tariff, who: str, far: float, leap: float | None) -> tuple[Link, ...]:
    """The links around a mover. Cached per table, tariff, mover and range.

    `leap` is the length of a leap by an action of its own.
    """
    ruleset = ruleset_of(scene.table)
    view = View(scene, tariff.anywhere or tariff.lens, who)
    pose = scene.table.pose(who)
    through = own_crossing(ruleset, "through")
    finder = EdgeLinkFinder(
        view,
        tariff,
        (pose.x, pose.y),
        far,
        leap,
        None if through is None else through.reach,
        springs=any(each.by == "jump" and each.way == "up" for each in ruleset.planning.crossings),
    )
    # Links that need no test come first, so that they win against equally cheap ones.
    return (
        *sorted(
            (*finder.found(), *fixture_links(finder)), key=lambda link: link.mode == "drop" and link.rise > 0
        ),
        *ledge_links(finder),
        *slope_links(finder),
        *_sinking(finder),
        *_doors(finder, ruleset),
        *(_lifts(finder) if tariff.fare("lift") is not None else ()),
        *(_waters(finder) if own_crossing(ruleset, "swim") is not None else ()),
        *(_flights(finder) if tariff.fare("fly") is not None and tariff.turning is None else ()),
    )


def own_crossing(ruleset: Ruleset, by: str) -> Crossing | None:
    """The crossing by which a ruleset makes legs of a kind an action of its own; None if they are part of a move."""
    return next((each for each in ruleset.planning.crossings if each.by == by), None)


# ---------------------------------------------------------------------- pits


def _sinking(finder: EdgeLinkFinder) -> Iterator[Link]:
    """The link straight down from where the mover stands on a piece that counts as absent, with nothing of its level below."""
    view, own = finder.view, carrying_surface(finder.view)
    if finder.tariff.anywhere is None or own is None or own.id == view.mover.place.on or own.sloped:
        return
    if overlaps(view.shape.at(*finder.centre), own.region):
        return
    for pit in finder.below(finder.centre, own.low)[-1:]:
        spot = (finder.centre,)
        yield Link("climb", "climb", pit.id, own.id, pit.id, spot, spot, None, pit.low - own.low)


# ---------------------------------------------------------------------- doors


def _doors(finder: EdgeLinkFinder, ruleset: Ruleset) -> Iterator[Link]:
    """Links from places along the sides of a closed door or window. Behind it, once open, the level is another floor."""
    view = finder.view
    for piece in view.scene.ground.pieces.values():
        if piece.sort not in _OPENINGS:
            continue
        opening = ruleset.planning.opening(view.scene.table, view.mover.id, piece)
        if opening is None:
            continue
        z = from_lattice(piece.z)
        # An action of its own may begin wherever the one before it ended; as part of a move the mover walks up to the
        # door.
        rows = (SHORT, opening.reach / 2, opening.reach - BEYOND) if opening.action else (SHORT,)
        ground = Surface(piece.id, region_of(piece.outline), z, z)
        for near in sides(ground.region, ground):
            if not finder.in_reach(near):
                continue
            starts = tuple(
                near.at(place, finder.radius + off) for off in rows for place in finder.along(near, _CLOSER)
            )
            if opening.action:
                starts = (*starts, finder.centre)
            for name in finder.level_at(starts[0], z):
                yield Link("through", "walk", piece.id, name, name, starts, starts, opening=opening)


# ---------------------------------------------------------------------- lifts


def _lifts(finder: EdgeLinkFinder) -> Iterator[Link]:
    """Links up or down on a lift, and off it onto a level next to its shaft."""
    view = finder.view
    width = view.lens.gap + view.lens.gap_in_bases * 2 * finder.radius
    for surface in view.surfaces:
        piece = surface.piece
        if piece is None or piece.sort != "lift":
            continue
        low, high = (from_lattice(piece.details.number(end)) for end in ("low", "high"))
        inside = [edge for edge in edges_of(surface) if finder.in_reach(edge)]
        starts: tuple[Point, ...] = ()
        for point in (edge.at(at, -(finder.radius + SHORT)) for edge in inside for at in finder.along(edge)):
            # The whole base must be on the lift. A corner belongs to two sides: take it once.
            anew = not starts or math.dist(point, starts[-1]) > 2 * BEYOND
            if anew and lies_on(view.shape.at(*point), surface.region, "all"):
                starts = (*starts, point)
        for other in view.surfaces:
            # As high as the level, or a step higher, which may clear an obstacle.
            heights = {min(max(each, low), high) for each in (other.low, other.low + view.lens.step)}
            served = [each for each in sorted(heights) if within(abs(each - other.low), view.lens.step)]
            walked = within(abs(other.low - surface.low), view.lens.step)
            if other.sloped or walked or not starts:
                continue
            for edge in edges_of(other):
                line = edge.ax, edge.ay, edge.bx, edge.by
                if any(
                    core_distance(line, (one.ax, one.ay, one.bx, one.by)) <= width + SHORT for one in inside
                ):
                    ends = tuple(edge.at(place, -(finder.inset + BEYOND)) for place in finder.along(edge))
                    for height in served:
                        rise = height - surface.low
                        yield Link("lift", "lift", piece.id, piece.id, other.id, starts, ends, math.inf, rise)


# ---------------------------------------------------------------------- flights


def _flights(finder: EdgeLinkFinder) -> Iterator[Link]:
    """Links through the air, from where the mover stands to places all over each other surface."""
    own = carrying_surface(finder.view)
    if own is None or own.sloped:
        return
    for surface in finder.view.surfaces:
        rise = surface.low - own.low
        if surface is own or surface.sloped or abs(rise) >= finder.far:
            continue
        ends = tuple(_spread_over(finder, surface, math.sqrt(finder.far**2 - rise * rise)))
        if ends:
            yield Link("walk", "fly", surface.id, own.id, surface.id, (finder.centre,), ends, math.inf, rise)


def _spread_over(finder: EdgeLinkFinder, surface: Surface, far: float) -> Iterator[Point]:
    """Places all over a surface no further off in plan than a distance, in rows of triangles."""
    x, y = finder.centre
    west, south, east, north = surface.region.bounds
    west, south, east, north = (
        max(west, x - far),
        max(south, y - far),
        min(east, x + far),
        min(north, y + far),
    )
    if west >= east or south >= north:
        return
    apart = max(_LANDING, math.sqrt((east - west) * (north - south) / _LANDINGS))
    rows, columns = math.ceil((north - south) / apart), math.ceil((east - west) / apart)
    for row in range(rows + 1):
        for column in range(columns + 1):
            shift = 0.5 * (row % 2)
            point = (
                west + (east - west) * min(1.0, (column + shift) / columns),
                south + (north - south) * row / rows,
            )
            if math.dist(point, finder.centre) <= far and inside_rings(*point, surface.region.rings):
                yield point


# ---------------------------------------------------------------------- water


def _waters(finder: EdgeLinkFinder) -> Iterator[Link]:
    """Links straight across water that cannot be walked through, from one of its sides to another."""
    view = finder.view
    for area in view.terrain.areas:
        if any(tag in area.tags for tag in finder.tariff.condition.avoids):
            yield from _across(finder, area)


def _across(finder: EdgeLinkFinder, area: Area) -> Iterator[Link]:
    for surface in finder.view.surfaces:
        if surface.sloped or beyond(abs(surface.low - area.low), finder.step):
            continue
        shores = []
        for edge in sides(area.region, surface):
            places = tuple(edge.at(place, BEYOND) for place in finder.along(edge))
            held = tuple(point for point in places if inside_rings(*point, surface.region.rings))
            if held and finder.in_reach(edge):
                shores.append(held)
        # A mover near enough enters the water from where it stands.
        own = [(finder.centre,)] if surface.id == finder.view.mover.place.on else []
        for near in (*own, *shores):
            for far in shores:
                (ax, ay), (bx, by) = near[len(near) // 2], far[len(far) // 2]
                middle = (ax + bx) / 2, (ay + by) / 2
                if near is not far and inside_rings(*middle, area.region.rings):
                    yield Link("swim", "swim", area.id, surface.id, surface.id, near, far, math.inf)
