"""Links that begin or end in the middle of a slope: the walk along it and the link are one."""

from __future__ import annotations

import math
from collections.abc import Iterator

from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.tolerance import short_of
from surefoot.geometry.ways import Point
from surefoot.referee.itinerary import By, Mode
from surefoot.referee.scene import Surface
from surefoot.routes.seams import BEYOND, SHORT, Edge, Finder, Seam, edges_of

# What is by so much more than a step is one no more.
_MORE = 1e-3
# From a slope one gets off by climbing or with a jump.
_DOWN: tuple[tuple[By, Mode], ...] = (("climb", "climb"), ("jump", "drop"))


def sloping(finder: Finder) -> Iterator[Seam]:
    """Up from a slope onto what stands beside it, down onto it from there, and off its open sides."""
    if finder.tariff.anywhere is not None:
        # A ruleset that follows paths by itself leads up and down wherever the base is carried.
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


def _off(finder: Finder, slope: Surface, edge: Edge, adjoining: Adjoining) -> Iterator[Seam]:
    """Down from a side of a slope to whatever lies below it there."""
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
                yield Seam(
                    by, mode, slope.id, source, target, starts, ends, math.inf, -drop,
                    slope=slope.id, offset=offset,
                )  # fmt: skip


def _beside(finder: Finder, slope: Surface, edge: Edge, adjoining: Adjoining) -> Iterator[Seam]:
    """Up from a slope to the edge of something that stands beside it, and down from there."""
    top, foot, landing = edge.surface, finder.radius + SHORT, -(finder.inset + BEYOND)
    tried = _along(finder, slope, edge, foot, [top.low])
    places = [place for place in tried if _carries(finder, slope, edge.at(place, foot), top.low)]
    if not places:
        return
    rise = min(top.low - slope.height(*edge.at(place, foot)) for place in places)
    up = tuple(edge.at(place, landing) for place in places)
    down = tuple(edge.at(place, -(finder.inset + SHORT)) for place in places)
    beyond = finder.radius + BEYOND + finder.inset + SHORT
    for name, _, sides in adjoining:
        far = foot - landing
        yield Seam(
            "climb", "climb", top.id, name, top.id, sides, up, math.inf, rise,
            slope=slope.id, offset=(edge.nx * far, edge.ny * far),
        )  # fmt: skip
        for by, mode in _DOWN:
            yield Seam(
                by, mode, top.id, top.id, name, down, sides, math.inf, -rise,
                slope=slope.id, offset=(edge.nx * beyond, edge.ny * beyond), behind=True,
            )  # fmt: skip


def _along(finder: Finder, slope: Surface, edge: Edge, out: float, levels: list[float]) -> list[float]:
    """The places along a side, and those from which the slope beside it is just more than a step from some level."""
    places = finder.along(edge)
    low, high = (slope.height(*edge.at(end, out)) for end in (0.0, edge.length))
    if abs(high - low) > SHORT:
        steps = [level + side * (finder.step + _MORE) for level in dict.fromkeys(levels) for side in (-1, 1)]
        found = [edge.length * (step - low) / (high - low) for step in steps]
        places = sorted([*places, *(each for each in found if 0.0 < each < edge.length)])
    return places


def _carries(finder: Finder, slope: Surface, point: Point, high: float) -> bool:
    """Whether a base at a point stands on a slope, too far below something to step onto it."""
    if not inside_rings(*point, slope.region.rings):
        return False
    z = slope.height(*point)
    return short_of(z, high - finder.step) and not finder.view.covered(*point, z)
