"""Shadows: the places to which a straight path of a body would lead through an obstacle.

A body that moves straight from one place to another meets an edge of an obstacle where its centre meets that edge
grown by the body. Seen from the start, everything behind the grown edge lies in its shadow: the wedge between the two
tangents, beyond the points where they touch.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from surefoot.geometry import kernel, prepare
from surefoot.geometry.shapes import Body, Flat, Region, Shape
from surefoot.geometry.tolerance import TOLERANCE

Point = tuple[float, float]

# Further than any table reaches.
_FAR = 1e4
_EVERYWHERE = Region(((-_FAR, -_FAR, _FAR, -_FAR, _FAR, _FAR, -_FAR, _FAR),))
# A wedge this wide or wider is a half-plane: the body touches the edge already.
_HALF_TURN = math.pi - 1e-9
# A centre this near to an edge lies on it.
_ON_IT = 1e-9
# The number of directions in which a path bends round a corner.
_BENDS = 16


def in_sight(shape: Shape, x: float, y: float, bearing: float, obstacles: Iterable[Body | Region]) -> Region:
    """Where the centre of a body can go in a straight line without passing through an obstacle."""
    body = shape.at(x, y, bearing)
    wedges: list[Region] = []
    for obstacle in obstacles:
        grown = obstacle.radius if isinstance(obstacle, Body) else 0.0
        for edge in _edges(obstacle):
            wedge = _wedge(body, edge, grown)
            if wedge is not None:
                wedges.append(wedge)
    return prepare.difference(_EVERYWHERE, wedges) if wedges else _EVERYWHERE


def _edges(obstacle: Body | Region) -> Iterator[Flat]:
    rings = (obstacle.core,) if isinstance(obstacle, Body) else obstacle.rings
    for ring in rings:
        if len(ring) == 2:
            yield (*ring, *ring)
            continue
        for i in range(0, len(ring), 2):
            j = (i + 2) % len(ring)
            yield ring[i], ring[i + 1], ring[j], ring[j + 1]


def _wedge(body: Body, edge: Flat, grown: float) -> Region | None:
    """The shadow of one edge; None if the body's centre lies on the edge itself."""
    x, y = body.x, body.y
    radius = body.radius + grown - TOLERANCE
    corners = [
        (edge[i] - (body.core[j] - x), edge[i + 1] - (body.core[j + 1] - y))
        for i in (0, 2)
        for j in range(0, len(body.core), 2)
    ]
    if kernel.core_distance(body.core, edge) <= radius:
        # It overlaps the edge already and may leave it, but its centre may not cross it.
        corners, radius = [(edge[0], edge[1]), (edge[2], edge[3])], 0.0
        if kernel.point_segment(x, y, *edge) <= _ON_IT:
            return None
    middle = math.atan2((edge[1] + edge[3]) / 2 - y, (edge[0] + edge[2]) / 2 - x)
    spans = [_tangents(x, y, corner, radius, middle) for corner in corners]
    left = min(spans, key=lambda span: span[0][0])[0]
    right = max(spans, key=lambda span: span[1][0])[1]
    if right[0] - left[0] >= _HALF_TURN or right[0] - left[0] <= 0.0:
        return None
    ring: list[float] = []
    for angle, away in (left, right):
        ring += (x + away * math.cos(angle), y + away * math.sin(angle))
    # A wedge nearly as wide as a half-plane still needs its far corners beyond any table.
    steps = 1 + int((right[0] - left[0]) / (math.pi / 4))
    for step in range(steps + 1):
        angle = right[0] + (left[0] - right[0]) * step / steps
        ring += (x + _FAR / 4 * math.cos(angle), y + _FAR / 4 * math.sin(angle))
    return Region((tuple(ring),))


def _tangents(
    x: float, y: float, corner: Point, radius: float, middle: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """The two tangents from a point to a disc: for each its angle (near a middle one) and the way to where it touches."""
    away = math.hypot(corner[0] - x, corner[1] - y)
    angle = math.atan2(corner[1] - y, corner[0] - x)
    angle = middle + (angle - middle + math.pi) % (2 * math.pi) - math.pi
    half = math.asin(min(1.0, max(0.0, radius) / away)) if away > 0.0 else math.pi / 2
    touch = math.sqrt(max(0.0, away * away - max(0.0, radius) ** 2))
    return (angle - half, touch), (angle + half, touch)


def _corners(obstacle: Body | Region) -> tuple[tuple[Flat, ...], float]:
    """The corners of an obstacle, and how round they are; an oval of many corners is taken as the circle round it."""
    if isinstance(obstacle, Region):
        return obstacle.rings, 0.0
    core = obstacle.core
    if len(core) <= 2 * _BENDS:
        return (core,), obstacle.radius
    far = max(math.dist((obstacle.x, obstacle.y), core[i : i + 2]) for i in range(0, len(core), 2))
    return ((obstacle.x, obstacle.y),), far + obstacle.radius


def bends(shape: Shape, bearing: float, obstacles: Iterable[Body | Region]) -> list[Point]:
    """Places round the corners of obstacles at which a body that touches them can change its direction."""
    reach = shape.at(0.0, 0.0, bearing).radius or shape.reach
    found: list[Point] = []
    for obstacle in obstacles:
        rings, grown = _corners(obstacle)
        for ring in rings:
            for i in range(0, len(ring), 2):
                for step in range(_BENDS):
                    angle = 2 * math.pi * step / _BENDS
                    # Straight lines between neighbours pass the corner itself.
                    away = (reach + grown + 2 * TOLERANCE) / math.cos(math.pi / _BENDS)
                    found.append((ring[i] + away * math.cos(angle), ring[i + 1] + away * math.sin(angle)))
    return found
