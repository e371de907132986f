"""Edges that a model could fall over, and where it would land."""

from __future__ import annotations

import math

from surefoot.geometry.edges import Edge, edges_near
from surefoot.geometry.kernel import leg_inside, point_segment, region_distance
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, same, short_of, within
from surefoot.records import dataclass
from surefoot.referee import placing
from surefoot.referee.placing import Landing
from surefoot.referee.remember import remembered
from surefoot.referee.scene import Surface, region_of
from surefoot.referee.view import View, bearing, seen
from surefoot.rulesets.necromunda_classic.fighter import LEVEL_STEP
from surefoot.rulesets.necromunda_classic.prices import lens
from surefoot.table.place import Pose
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# A fighter that goes Prone this near an edge may fall over it.
EDGE_REACH = 0.5
# A landing spot is looked for within this many times the reach of the base.
ROOM = 4
# A railing at least this tall helps against falling.
RAILING_HEIGHT = 0.5
# A barrier up to this far from an edge stands along it.
BARRIER_REACH = 0.25
# Ground beside an edge is looked at this far from it.
HAIR = 1e-3


@dataclass(frozen=True, slots=True)
class Brink:
    """An edge with a drop behind it, and the height of its railing, if it has one."""

    edge: Edge
    railing: float | None


def falling_view(table: Table, who: str) -> View:
    """The table as a falling model meets it: walls and floors."""
    return seen(table, lens(table, who), who)


@remembered
def brinks(table: Table, who: str, reach: float = EDGE_REACH, *, narrow: bool = False) -> tuple[Brink, ...]:
    """The edges that a model could fall over, nearest first; with `narrow`, also gaps no wider than its base."""
    view = falling_view(table, who)
    pose = table.pose(who)
    body = view.body(pose)
    return tuple(
        Brink(edge, _railed(view, edge, pose))
        for edge in edges_near(body, view.support(pose.z), reach)
        if _drops(view, edge, pose) and (narrow or not _narrow(view, edge, pose))
    )


def edge_towards(near: tuple[Brink, ...], dx: float, dy: float) -> Brink:
    """The edge that faces most nearly in a direction."""
    return max(near, key=lambda brink: brink.edge.outward[0] * dx + brink.edge.outward[1] * dy)


def _drops(view: View, edge: Edge, pose: Pose) -> bool:
    """Whether there is a drop behind an edge that no wall or board edge closes."""
    x, y = _inner(edge)
    x, y = x + edge.outward[0] * HAIR, y + edge.outward[1] * HAIR
    if _walled(view, pose, x, y):
        return False
    return any(short_of(surface.height(x, y), pose.z) for surface in view.surfaces_at(x, y))


def _walled(view: View, pose: Pose, x: float, y: float) -> bool:
    """Whether a wall stands between a model and a point."""
    return any(
        view.bars(solid.low, solid.high, pose.z) and leg_inside(pose.x, pose.y, x, y, solid.region.rings)
        for solid in view.terrain.solids
    )


def _inner(edge: Edge) -> tuple[float, float]:
    """The nearest point of an edge, a hair away from its ends: at a corner it would be left to rounding what lies behind it."""
    (ax, ay), (bx, by) = edge.segment
    share = HAIR / max(HAIR * 2, math.hypot(bx - ax, by - ay))
    return tuple(  # type: ignore[return-value]  # two of them
        min(
            max(value, min(one, other) + abs(other - one) * share), max(one, other) - abs(other - one) * share
        )
        for value, one, other in zip(edge.point, (ax, ay), (bx, by), strict=True)
    )


def _narrow(view: View, edge: Edge, pose: Pose) -> bool:
    """Whether the gap behind an edge is no wider than the base, so that the model cannot fall through it."""
    width = view.shape.across(bearing(*edge.outward), pose.facing)
    x, y = _inner(edge)
    dx, dy = edge.outward
    # Whether there is ground of the same level again, within the width of the base beyond the edge.
    spans = leg_inside(
        x + dx * TOLERANCE,
        y + dy * TOLERANCE,
        x + dx * (width + TOLERANCE),
        y + dy * (width + TOLERANCE),
        view.support(pose.z).rings,
    )
    return bool(spans)


def _railed(view: View, edge: Edge, pose: Pose) -> float | None:
    """The height of the railing or similar barrier along an edge; None if there is none."""
    found = [
        height
        for piece in view.scene.ground.pieces.values()
        if (height := _barrier(piece, pose)) is not None and within(_beside(piece, edge), BARRIER_REACH)
    ]
    return max(found, default=None)


def _barrier(piece: Piece, pose: Pose) -> float | None:
    """How far a piece rises above a model's level as a barrier; None if it is none there."""
    foot, height = from_lattice(piece.z), from_lattice(piece.height)
    if piece.sort == "railing":
        return height if within(abs(foot - pose.z), LEVEL_STEP) else None
    if piece.sort not in ("obstacle", "wall") or beyond(foot, pose.z + LEVEL_STEP):
        return None
    return foot + height - pose.z if beyond(foot + height, pose.z) else None


def _beside(piece: Piece, edge: Edge) -> float:
    """How far a barrier is from an edge, at the point where a model could fall over it."""
    if piece.sort == "railing":
        return point_segment(*edge.point, *(from_lattice(value) for value in piece.line))
    return region_distance(*edge.point, region_of(piece.outline).rings)


@remembered
def over_the_edge(table: Table, who: str, edge: Edge) -> Landing | None:
    """Where a model lands that falls over an edge: just past it, straight down, or on a lower level beyond a narrow gap."""
    view = falling_view(table, who)
    pose = table.pose(who)
    # The least shift outwards that takes the whole base past the edge.
    width = view.shape.across(bearing(*edge.outward), pose.facing)
    ahead = (edge.point[0] - pose.x) * edge.outward[0] + (edge.point[1] - pose.y) * edge.outward[1]

    def past(gap: float) -> Landing | None:
        shift = ahead + width / 2 + gap
        x, y = pose.x + edge.outward[0] * shift, pose.y + edge.outward[1] * shift
        limit = ROOM * view.shape.reach
        return placing.straight_down(view, x, y, pose.z, pose.facing, limit=limit, edge=edge.point)

    found = past(0.0)
    bottom = -math.inf if found is None else found.pose.z
    for surface, gap in _beyond_narrow_gaps(view, edge, pose, width):
        if beyond(surface.low, bottom):
            landing = past(gap)
            if landing is not None and same(landing.pose.z, surface.low):
                return landing
    return found


def _beyond_narrow_gaps(view: View, edge: Edge, pose: Pose, width: float) -> list[tuple[Surface, float]]:
    """The lower levels that begin beyond an edge after a gap no wider than the base, the highest first, with that gap."""
    x, y = _inner(edge)
    dx, dy = edge.outward
    reach = width + TOLERANCE
    found: list[tuple[Surface, float]] = []
    for surface in view.surfaces:
        # Coming down beside a vehicle has rules of its own.
        if surface.sloped or surface.carrier or not short_of(surface.low, pose.z - LEVEL_STEP):
            continue
        spans = leg_inside(x, y, x + dx * reach, y + dy * reach, surface.region.rings)
        gap = spans[0] * reach if spans else 0.0
        if beyond(gap, 0.0) and not _walled(view, pose, x + dx * gap, y + dy * gap):
            found.append((surface, gap))
    return sorted(found, key=lambda each: -each[0].low)


@remembered
def straight_down(table: Table, who: str, x: float, y: float, z: float) -> Landing | None:
    """Where a model lands that falls at a point."""
    view = falling_view(table, who)
    return placing.straight_down(view, x, y, z, table.pose(who).facing, limit=ROOM * view.shape.reach)
