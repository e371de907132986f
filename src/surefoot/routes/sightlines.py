"""Zones that end at walls: what of a disc round a model can be seen from its middle."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from surefoot.geometry import prepare
from surefoot.geometry.kernel import inside_rings, leg_inside
from surefoot.geometry.kernel_lines import circle_line
from surefoot.geometry.shapes import Region

# A disc is drawn by so many corners round it.
_CORNERS = 64
# Whoever is hidden by less than this is seen: nothing is promised on the line of sight itself.
_GRAZE = 2e-3
_CRACK = 1e-4
# Shadows reach so many times further than what casts them.
_FAR = 100.0
# What hides those beneath it is looked at along so many rays.
_RAYS = 96
_HAIR = 1e-6


def seen(
    x: float,
    y: float,
    radius: float,
    solids: Sequence[Region],
    covers: Sequence[Region] = (),
    near: float = 0.0,
    floors: Sequence[Region] = (),
    base: float = 0.0,
) -> Region | None:
    """The part of a disc from which nothing solid crosses the line to its middle; none if nothing is hidden.

    `covers` hide whoever is beneath them: with a base of a radius of `near`, by its point that is next to the middle of the
    disc. `floors` hide a base in the middle of the disc the same way from whoever stands on them.
    Never too small, and too large by less than a hundredth.
    """
    shadows = [shadow for solid in solids for shadow in _shadows(x, y, radius, solid)]
    shadows += [part for cover in covers for part in _beneath(x, y, radius, cover, near)]
    shadows += _sectors(x, y, radius, base, floors) if floors else []
    if not shadows:
        return None
    # Cracks between one part and the next are closed before.
    hidden = prepare.grown(prepare.grown(prepare.union(shadows), _CRACK), -(_GRAZE + _CRACK))
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


def _beneath(x: float, y: float, radius: float, cover: Region, near: float) -> list[Region]:
    """Where the middle of a base is whose next point lies beneath something: as much further out, ray by ray."""
    rays = []
    for angle in _angles(x, y, cover):
        ux, uy = math.cos(angle), math.sin(angle)
        spans = leg_inside(x, y, x + radius * ux, y + radius * uy, cover.rings)
        rays.append((ux, uy, [share * radius + near for share in spans]))
    found = []
    for (ax, ay, first), (bx, by, second) in pairwise(rays):
        for i in range(0, len(first) if len(first) == len(second) else 0, 2):
            ring = (
                *(x + first[i] * ax, y + first[i] * ay, x + first[i + 1] * ax, y + first[i + 1] * ay),
                *(x + second[i + 1] * bx, y + second[i + 1] * by, x + second[i] * bx, y + second[i] * by),
            )
            found.append(Region((ring,)))
    return found


def _angles(x: float, y: float, cover: Region) -> list[float]:
    """All round a place, and a hair to either side of the corners of something: between two of them it has straight sides."""
    found = [2 * math.pi * k / _RAYS for k in range(_RAYS + 1)]
    for ring in cover.rings:
        for i in range(0, len(ring), 2):
            corner = math.atan2(ring[i + 1] - y, ring[i] - x) % (2 * math.pi)
            found += [angle for angle in (corner - _HAIR, corner + _HAIR) if 0.0 < angle < 2 * math.pi]
    return sorted(found)


def _sectors(x: float, y: float, radius: float, base: float, covers: Sequence[Region]) -> list[Region]:
    """The parts of a disc from which that point of a base in its middle lies beneath something that is next to them."""
    turns = [math.pi * k / 4 for k in range(9)]
    for cover in covers:
        for ring in cover.rings:
            for i in range(0, len(ring), 2):
                circle_line(x, y, base, ring[i - 2], ring[i - 1], ring[i], ring[i + 1], turns)
    found = []
    for first, last in pairwise(sorted(turns)):
        middle = (first + last) / 2
        at = x + base * math.cos(middle), y + base * math.sin(middle)
        if any(inside_rings(*at, cover.rings) for cover in covers):
            ends = [
                (x + 2 * radius * math.cos(turn), y + 2 * radius * math.sin(turn)) for turn in (first, last)
            ]
            found.append(Region(((x, y, *ends[0], *ends[1]),)))
    return found
