"""Zones that end at walls: what of the ground round a model can be seen from it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from surefoot.geometry import prepare
from surefoot.geometry.kernel import inside_rings, leg_inside
from surefoot.geometry.search.intersections import circle_line
from surefoot.geometry.shapes import Region

# A disc is drawn by so many corners round it.
_CORNERS = 64
# Whoever is hidden by less than this is seen: nothing is promised on the line of sight itself.
_GRAZE = 2e-3
# Parts that are no further from each other than this are one.
_CRACK = 1e-4
# Shadows reach so many times further than they matter.
_FAR = 2.0
# What hides somebody is looked at along so many rays.
_RAYS = 96
# So little beside a corner, as an angle.
_HAIR = 1e-6


def seen(
    x: float,
    y: float,
    base: float,
    near: float,
    reach: float,
    solids: Sequence[Region],
    covers: Sequence[Region] = (),
    floors: Sequence[Region] = (),
) -> Region | None:
    """Where the middle of a base of the radius `near` is that comes within reach of one of the radius `base`, and is seen from there.

    `solids` hide what lies behind them, between the two points that are next to each other. `covers` hide whoever has that
    point beneath them, `floors` hide the one in the middle the same way from whoever stands on them.
    Never too small, and too large by less than a hundredth; none if nothing is hidden.
    """
    radius = base + reach + near
    shadows = [part for solid in solids for part in _parts(x, y, radius, solid, base, near, behind=True)]
    shadows += [part for cover in covers for part in _parts(x, y, radius, cover, 0.0, near, behind=False)]
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


def _parts(
    x: float, y: float, radius: float, solid: Region, base: float, near: float, *, behind: bool
) -> list[Region]:
    """Where the middle of a base is whose next point lies within something, or anywhere behind it: as much further out, ray by ray."""
    west, south, east, north = solid.bounds
    if math.hypot(max(west - x, x - east, 0.0), max(south - y, y - north, 0.0)) >= radius:
        return []
    rays = []
    for angle in _angles(x, y, solid):
        ux, uy = math.cos(angle), math.sin(angle)
        shares = leg_inside(x, y, x + radius * ux, y + radius * uy, solid.rings)
        spans = [
            (max(low * radius, base) + near, high * radius + near)
            for low, high in zip(shares[0::2], shares[1::2], strict=True)
            if high * radius > base
        ]
        if behind and spans:
            spans = [(spans[0][0], _FAR * radius)]
        rays.append((ux, uy, spans))
    found = []
    for (ax, ay, first), (bx, by, second) in pairwise(rays):
        for (low, high), (other, last) in (
            zip(first, second, strict=False) if len(first) == len(second) else ()
        ):
            ring = (
                *(x + low * ax, y + low * ay, x + high * ax, y + high * ay),
                *(x + last * bx, y + last * by, x + other * bx, y + other * by),
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
