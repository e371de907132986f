"""Links by things that are made for it: ladders, ropes and ductways."""

from __future__ import annotations

import math
from collections.abc import Iterator

from surefoot.geometry.search.paths import Point
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.scene import Ladder
from surefoot.routes.links.edges import EdgeLinkFinder
from surefoot.routes.links.link import Link
from surefoot.routes.links.sides import BEYOND
from surefoot.table.terrain import Piece

# If the base cannot touch a ladder, this many radii are near enough.
CLOSE = 1.99
# The number of places tried round the foot of a ladder.
ROUND = 48


def fixture_links(finder: EdgeLinkFinder) -> Iterator[Link]:
    """Links up and down ladders and ropes, and through ductways."""
    for ladder in finder.view.terrain.links:
        yield from _up_and_down(finder, ladder)
    if finder.crawl is not None:
        for piece in finder.view.scene.ground.pieces.values():
            if piece.sort == "ductway":
                yield from _through_duct(finder, piece, finder.crawl)


def _up_and_down(finder: EdgeLinkFinder, ladder: Ladder) -> list[Link]:
    """Links up or down a ladder or a rope, from any place near its end."""
    found: list[Link] = []
    for near, low, far, high in (
        (ladder.foot, ladder.low, ladder.head, ladder.high),
        (ladder.head, ladder.high, ladder.foot, ladder.low),
    ):
        sources = finder.level_at(near, low)
        targets = finder.level_at(far, high)
        # The wall behind a ladder may keep the base off; then any place within the width of the base is near
        # enough.
        starts = tuple(
            (near[0] + far_off * math.cos(angle), near[1] + far_off * math.sin(angle))
            for far_off in (1.25 * finder.radius, 1.5 * finder.radius, CLOSE * finder.radius)
            for angle in (2 * math.pi * k / ROUND for k in range(ROUND))
        )
        found += [
            Link(
                "link",
                "ladder",
                ladder.id,
                source,
                target,
                starts,
                (far,),
                math.inf,
                high - low,
                ladder=ladder.id,
                foot=near,
            )
            for source in sources
            for target in targets
            if source != target
        ]
    return found


def _through_duct(finder: EdgeLinkFinder, duct: Piece, reach: float) -> list[Link]:
    """Links through a ductway, from any place near one opening to any place near the other."""
    x0, y0, x1, y1 = (from_lattice(value) for value in duct.line)
    z = from_lattice(duct.z)
    found = []
    for near, far in (((x0, y0), (x1, y1)), ((x1, y1), (x0, y0))):
        starts, ends = _round(finder, near, reach), _round(finder, far, reach)
        found += [
            Link("through", "set", duct.id, source, target, starts, ends, math.inf)
            for source in finder.level_at(near, z)
            for target in finder.level_at(far, z)
        ]
    return found


def _round(finder: EdgeLinkFinder, opening: Point, reach: float) -> tuple[Point, ...]:
    """Places round an opening: at the largest allowed distance, at half of it, and touching it."""
    return tuple(
        (opening[0] + away * math.cos(angle), opening[1] + away * math.sin(angle))
        for away in (
            finder.radius + reach - BEYOND,
            finder.radius + reach / 2,
            finder.radius + BEYOND,
        )
        for angle in (2 * math.pi * k / ROUND for k in range(ROUND + 1))
    )
