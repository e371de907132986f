"""Links up to an edge with a ledge in front of it that is a free step lower."""

from __future__ import annotations

from collections.abc import Iterator

from surefoot.geometry.kernel import leg_inside
from surefoot.geometry.tolerance import beyond, within
from surefoot.referee.scene import Surface
from surefoot.routes.links.edges import EdgeLinkFinder
from surefoot.routes.links.link import Link
from surefoot.routes.links.sides import BEYOND, SHORT, Edge, edges_of


def ledge_links(finder: EdgeLinkFinder) -> Iterator[Link]:
    """Climbs past ledges that carry part of the base, so that it is up sooner than at the edge of a plain wall, at a slant too."""
    if finder.tariff.anywhere is not None or not finder.inset:
        # Rulesets that follow paths themselves walk over them; if the centre decides, ledges carry nothing.
        return
    far = finder.radius
    for top in finder.view.surfaces:
        for edge in () if top.sloped else edges_of(top):
            if not finder.in_reach(edge):
                continue
            west, south, east, north = edge.box
            steps = [
                each
                for each in finder.levels.within((west - far, south - far, east + far, north + far))
                if beyond(top.low, each.low) and within(top.low - each.low, finder.step)
            ]
            if steps:
                yield from _up_past(finder, edge, steps)


def _up_past(finder: EdgeLinkFinder, edge: Edge, steps: list[Surface]) -> Iterator[Link]:
    """Links up to one edge, by the depth of the ledge in front of it and by the surface below."""
    top = edge.surface
    rows = []
    for place in finder.along(edge):
        depth = round(max(_depth(finder, edge, place, step) for step in steps), 6)
        foot = edge.at(place, finder.radius + SHORT)
        if depth:
            rows += [(depth, below, place, foot) for below in finder.below(foot, top.low)]
    for depth, name in dict.fromkeys((depth, below.id) for depth, below, _, _ in rows):
        held = [row for row in rows if (row[0], row[1].id) == (depth, name)]
        feet = tuple(foot for _, _, _, foot in held)
        landing = tuple(edge.at(place, depth - finder.inset - BEYOND) for _, _, place, _ in held)
        rise = top.low - held[0][1].low
        yield Link("climb", "climb", top.id, name, top.id, feet, landing, 2 * finder.radius, rise)


def _depth(finder: EdgeLinkFinder, edge: Edge, place: float, ledge: Surface) -> float:
    """How deep a ledge at a point of an edge is, if the base does not fit on it; else 0."""
    near, most = edge.at(place, 3 * SHORT), finder.radius
    spans = leg_inside(*near, *edge.at(place, most), ledge.region.rings)
    narrow = bool(spans) and spans[0] <= 0.0 and spans[1] < 1.0 - SHORT
    return 3 * SHORT + spans[1] * (most - 3 * SHORT) if narrow else 0.0
