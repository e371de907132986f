"""Links that begin or end in the middle of a slope, together with the walk along it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.search.paths import Point
from surefoot.geometry.tolerance import short_of
from surefoot.referee.itinerary import By, Mode
from surefoot.referee.scene import Surface
from surefoot.routes.links.edges import EdgeLinkFinder, over_edge
from surefoot.routes.links.link import Link
from surefoot.routes.links.sides import BEYOND, SHORT, Edge, edges_of

# A rise this much higher than a free step is no step any more.
_MORE = 1e-3
# The number of slanted directions to either side in which a base is moved over an edge.
LEANS = 2
# A mover leaves the side of a slope by climbing or jumping.
_DOWN: tuple[tuple[By, Mode], ...] = (("climb", "climb"), ("jump", "drop"))


def slope_links(finder: EdgeLinkFinder) -> Iterator[Link]:
    """Links up from a slope onto surfaces beside it, down onto it, and off its open sides."""
    if finder.tariff.anywhere is not None:
        # Rulesets that follow paths themselves walk up and down all sides of a slope.
        return
    for slope in finder.view.surfaces:
        if slope.sloped:
            adjoining = finder.adjoining(slope)
            for edge in edges_of(slope):
                if finder.in_reach(edge):
                    yield from _off(finder, slope, edge, adjoining)
            for top in finder.view.surfaces:
                if top.sloped or not short_of(slope.low, top.low - finder.step):
                    continue
                for edge in edges_of(top):
                    if finder.in_reach(edge):
                        yield from _beside(finder, slope, edge, adjoining)


Adjoining = list[tuple[str, float, tuple[Point, ...]]]


def _off(finder: EdgeLinkFinder, slope: Surface, edge: Edge, adjoining: Adjoining) -> Iterator[Link]:
    """Links down from a side of a slope to the surfaces below."""
    outside = finder.radius + BEYOND
    inward = -(finder.inset + SHORT)
    lows = [each.low for each in finder.view.surfaces if not each.sloped]
    rows = [
        (below.id, edge.at(place, outside), slope.height(*edge.at(place, inward)) - below.low)
        for place in _along(finder, slope, edge, inward, lows)
        for below in finder.below(edge.at(place, outside), slope.height(*edge.at(place, inward)))
    ]
    offset = (edge.nx * (inward - outside), edge.ny * (inward - outside))
    for target in dict.fromkeys(name for name, _, _ in rows):
        ends = tuple(end for name, end, _ in rows if name == target)
        drop = min(high for name, _, high in rows if name == target)
        for source, _, starts in adjoining:
            for by, mode in _DOWN:
                yield Link(
                    by, mode, slope.id, source, target, starts, ends, math.inf, -drop,
                    slope=slope.id, offset=offset,
                )  # fmt: skip


def _beside(finder: EdgeLinkFinder, slope: Surface, edge: Edge, adjoining: Adjoining) -> Iterator[Link]:
    """Links up from a slope to the edge of a surface beside it, and down from there."""
    top, foot, landing = edge.surface, finder.radius + SHORT, -(finder.inset + BEYOND)
    tried = _along(finder, slope, edge, foot, [top.low])
    places = [place for place in tried if _carries(finder, slope, edge.at(place, foot), top.low)]
    rise = min((top.low - slope.height(*edge.at(place, foot)) for place in places), default=0.0)
    up = tuple(edge.at(place, landing) for place in places)
    for name, _, sides in adjoining if places else ():
        far = foot - landing
        yield Link(
            "climb", "climb", top.id, name, top.id, sides, up, math.inf, rise,
            slope=slope.id, offset=(edge.nx * far, edge.ny * far),
        )  # fmt: skip
    yield from _down_beside(finder, slope, edge, adjoining, tried)


def _down_beside(
    finder: EdgeLinkFinder, slope: Surface, edge: Edge, adjoining: Adjoining, tried: list[float]
) -> Iterator[Link]:
    """Links down from an edge to a slope beside it, straight over the edge or at a slant."""
    top, far = edge.surface, finder.radius + BEYOND + finder.inset + SHORT
    offset = edge.nx * far, edge.ny * far
    lips = [edge.at(place, -(finder.inset + SHORT)) for place in tried]
    for aside in asides(offset, over_edge(finder.view))[::LEANS]:
        rows = []
        for x, y in lips:
            spot = x + offset[0] + aside[0], y + offset[1] + aside[1]
            if _carries(finder, slope, spot, top.low):
                rows.append(((x, y), top.low - slope.height(*spot)))
        if rows:
            starts, drop = tuple(lip for lip, _ in rows), min(high for _, high in rows)
            for name, _, sides in adjoining:
                for by, mode in _DOWN:
                    yield Link(
                        by, mode, top.id, top.id, name, starts, sides, math.inf, -drop,
                        slope=slope.id, offset=offset, aside=aside, behind=True,
                    )  # fmt: skip


def asides(offset: Point, far: float) -> tuple[Point, ...]:
    """The sideways offsets of a base that is moved over an edge at a slant, from one side to the other; straight is in the middle."""
    dx, dy = offset
    straight = math.hypot(dx, dy)
    most = math.sqrt(max(0.0, far * far - straight * straight)) / straight
    leans = [most * (k / LEANS - 1.0) for k in range(2 * LEANS + 1)]
    return tuple((-dy * lean, dx * lean) for lean in leans)


def _along(
    finder: EdgeLinkFinder, slope: Surface, edge: Edge, out: float, levels: list[float]
) -> list[float]:
    """The positions along a side, and those at which the slope beside it is just more than a step from one of the levels."""
    places = finder.along(edge)
    low, high = (slope.height(*edge.at(end, out)) for end in (0.0, edge.length))
    if abs(high - low) > SHORT:
        steps = [level + side * (finder.step + _MORE) for level in dict.fromkeys(levels) for side in (-1, 1)]
        found = [edge.length * (step - low) / (high - low) for step in steps]
        places = sorted([*places, *(each for each in found if 0.0 < each < edge.length)])
    return places


def _carries(finder: EdgeLinkFinder, slope: Surface, point: Point, high: float) -> bool:
    """Whether a base at a point stands on a slope, too far below a height to step onto it."""
    if not inside_rings(*point, slope.region.rings):
        return False
    z = slope.height(*point)
    return short_of(z, high - finder.step) and not finder.view.covered(*point, z)
