"""Zones that end at walls: what of a disc round a model can be seen from its middle."""

from __future__ import annotations

import math
from collections.abc import Sequence

from surefoot.geometry import prepare
from surefoot.geometry.shapes import Region

# A disc is drawn by so many corners round it.
_CORNERS = 64
# Whoever is hidden by less than this is seen: nothing is promised on the line of sight itself.
_GRAZE = 2e-3
# Shadows reach so many times further than what casts them.
_FAR = 100.0


def seen(x: float, y: float, radius: float, solids: Sequence[Region]) -> Region | None:
    """The part of a disc from which nothing solid crosses the line to its middle; none if nothing is hidden.

    Never too small, and too large by less than a hundredth.
    """
    shadows = [shadow for solid in solids for shadow in _shadows(x, y, radius, solid)]
    if not shadows:
        return None
    hidden = prepare.grown(prepare.union(shadows), -_GRAZE)
    return prepare.difference(_disc(x, y, radius), [hidden])


def _disc(x: float, y: float, radius: float) -> Region:
    far = radius / math.cos(math.pi / _CORNERS)
    angles = (2 * math.pi * k / _CORNERS for k in range(_CORNERS))
    return Region((tuple(value for a in angles for value in (x + far * math.cos(a), y + far * math.sin(a))),))


def _shadows(x: float, y: float, radius: float, solid: Region) -> list[Region]:
    """What lies behind each side of a solid that is near enough to matter."""
    west, south, east, north = solid.bounds
    away = math.hypot(max(west - x, x - east, 0.0), max(south - y, y - north, 0.0))
    if away >= radius:
        return []
    found = []
    for ring in solid.rings:
        for i in range(0, len(ring), 2):
            ax, ay, bx, by = ring[i - 2], ring[i - 1], ring[i], ring[i + 1]
            if abs((ax - x) * (by - y) - (ay - y) * (bx - x)) > 1e-9:
                far = (
                    x + (bx - x) * _FAR,
                    y + (by - y) * _FAR,
                    x + (ax - x) * _FAR,
                    y + (ay - y) * _FAR,
                )
                found.append(Region(((ax, ay, bx, by, *far),)))
    return found
