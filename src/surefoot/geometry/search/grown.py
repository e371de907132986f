"""Obstacles grown by a base that keeps its facing: among them the base is a point. Exact polygons for any base."""

from __future__ import annotations

import math
from functools import lru_cache

from surefoot.geometry import prepare
from surefoot.geometry.kernel import from_lowest, is_convex, minkowski
from surefoot.geometry.outline import convex_parts
from surefoot.geometry.shapes import Body, Flat, Region, Shape, direction, turned

# A convex outline with more corners than this (an oval) is replaced by its tangents in this many directions.
_TANGENTS = 48


@lru_cache(maxsize=8192)
def swollen(what: Region | Body, shape: Shape, facing: float, hair: float = 0.0) -> Region:
    """The positions of the centre at which the core of a base, with one facing, meets a shape (or the core of a body).

    With `hair` the core is smaller by at most that much, so that touching does not count.
    """
    parts = _mirrored(shape, facing, hair)
    rings = what.rings if isinstance(what, Region) else (what.core,)
    if len(rings) == 1 and is_convex(rings[0]):
        outlines = [from_lowest(rings[0], 1.0)]
        inside: list[Region] = []
    else:
        outlines = [
            from_lowest((*ring[i - 2 : i], *ring[i : i + 2]) if i else (*ring[-2:], *ring[:2]), 1.0)
            for ring in rings
            for i in range(0, len(ring), 2)
        ]
        # If the core lies wholly inside, its first corner does.
        x, y = parts[0][0], parts[0][1]
        inside = [Region(tuple(_moved(ring, x, y) for ring in rings))]
    pieces = [Region((tuple(minkowski(outline, list(part))),)) for outline in outlines for part in parts]
    return pieces[0] if len(pieces) == 1 and not inside else prepare.union([*pieces, *inside])


@lru_cache(maxsize=256)
def slack(shape: Shape) -> float:
    """The most by which a base is drawn too large."""
    drawn, parts = _coarse_parts(shape), convex_parts(shape.core)
    return max(_widest(one) - _widest(other) for one, other in zip(drawn, parts, strict=True))


def extent(shape: Shape, facing: float) -> tuple[float, float, float, float]:
    """The extent of a base from its centre: west, south, east, north."""
    (cosine, sine), grown = direction(facing), shape.radius
    corners = list(zip(shape.core[0::2], shape.core[1::2], strict=True))
    xs = [x * cosine + y * sine for x, y in corners]
    ys = [y * cosine - x * sine for x, y in corners]
    return min(xs) - grown, min(ys) - grown, max(xs) + grown, max(ys) + grown


@lru_cache(maxsize=1024)
def _mirrored(shape: Shape, facing: float, hair: float) -> tuple[Flat, ...]:
    """The convex parts of a core, each reflected through the centre."""
    return tuple(
        tuple(from_lowest(turned(part, facing), hair / shape.reach - 1.0)) for part in _coarse_parts(shape)
    )


@lru_cache(maxsize=256)
def _coarse_parts(shape: Shape) -> tuple[Flat, ...]:
    """The convex parts of a core with few corners, in its own frame."""
    return tuple(_coarse(part) for part in convex_parts(shape.core))


def _widest(ring: Flat) -> float:
    return max(math.hypot(ring[i], ring[i + 1]) for i in range(0, len(ring), 2))


def _coarse(part: Flat) -> Flat:
    """A convex outline of many corners, replaced by the tangents in a few directions, which enclose it."""
    if len(part) <= 2 * _TANGENTS:
        return part
    directions = [
        (math.cos(2 * math.pi * k / _TANGENTS), math.sin(2 * math.pi * k / _TANGENTS))
        for k in range(_TANGENTS)
    ]
    heights = [max(part[i] * x + part[i + 1] * y for i in range(0, len(part), 2)) for x, y in directions]
    found: list[float] = []
    for k in range(_TANGENTS):
        (ax, ay), (bx, by) = directions[k - 1], directions[k]
        cross = ax * by - ay * bx
        a, b = heights[k - 1], heights[k]
        found += ((a * by - b * ay) / cross, (b * ax - a * bx) / cross)
    return tuple(found)


def _moved(ring: Flat, dx: float, dy: float) -> Flat:
    return tuple(value + (dy if i % 2 else dx) for i, value in enumerate(ring))
