"""Zones that end at walls: the part of the ground round a model that is visible from it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from surefoot.geometry import prepare
from surefoot.geometry.kernel import inside_rings, leg_inside
from surefoot.geometry.search.intersections import circle_line
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import short_of, within
from surefoot.referee.lens import Zone
from surefoot.referee.scene import Figure
from surefoot.referee.sight import heights_within, is_tall
from surefoot.referee.view import View

# The number of corners of a polygon that stands for a disc.
_CORNERS = 64
# A model hidden by less than this counts as visible: nothing is promised on the line of sight itself.
_GRAZE = 2e-3
# Parts at most this far apart are joined.
_CRACK = 1e-4
# Shadows are drawn this many times longer than needed.
_FAR = 2.0
# The number of rays along which an obstacle is examined.
_RAYS = 96
# A small angle beside a corner.
_HAIR = 1e-6


def visible_part(view: View, zone: Zone, figure: Figure, z: float, distance: float) -> Region | None:
    """The visible part of a zone at a height; None if nothing of it is hidden."""
    if zone.through_walls or len(figure.body.core) != 2:
        return None
    # Terrain as high as both models hides one from the other; a free step hides no model.
    low, high = min(z, figure.pose.z), max(z, figure.pose.z)
    tall = [each for each in view.terrain.solids if is_tall(view, each, low)]
    # The surface under the upper model hides models beneath it, not models beside it.
    tops = [each.region for each in tall if within(abs(each.high - high), 0.0)]
    rest = [each for each in tall if not within(abs(each.high - high), 0.0)]
    shares = [(each.region, heights_within(each, figure.pose.z, z)) for each in rest]
    solids = [(region, (first, last)) for region, (first, last) in shares if last > first]
    covers = tops if short_of(z, figure.pose.z) else ()
    floors = tops if short_of(figure.pose.z, z) else ()
    x, y = figure.body.core
    return seen(x, y, figure.body.radius, view.shape.reach, distance, solids, covers, floors)


def seen(
    x: float,
    y: float,
    base: float,
    near: float,
    reach: float,
    solids: Sequence[tuple[Region, tuple[float, float]]],
    covers: Sequence[Region] = (),
    floors: Sequence[Region] = (),
) -> Region | None:
    """The positions of the centre of a base (radius `near`) within reach of another base (radius `base`) and visible from it.

    Solid obstacles (`solids`) hide what lies behind them, along the line between the two nearest points of the bases, each
    for the part of that line that is at its height: from one share of its length, counted from the middle, to another.
    `covers` hide a base whose nearest point is beneath them; `floors` hide the base in the middle in the same way
    from bases that stand on them.

    The region is never too small, and too large by less than a hundredth. None if nothing is hidden.
    """
    radius = base + reach + near
    shadows = [part for solid, shares in solids for part in _parts(x, y, radius, solid, base, near, shares)]
    shadows += [part for cover in covers for part in _parts(x, y, radius, cover, 0.0, near)]
    shadows += _sectors(x, y, radius, base, floors) if floors else []
    if not shadows:
        return None
    # Close the cracks between neighbouring parts first.
    hidden = prepare.grown(prepare.grown(prepare.union(shadows), _CRACK), -(_GRAZE + _CRACK))
    return prepare.difference(_disc(x, y, radius), [hidden])


def outermost(radius: float) -> float:
    """How far the corners of the polygon that stands for a disc are from its middle."""
    return radius / math.cos(math.pi / _CORNERS)


def _disc(x: float, y: float, radius: float) -> Region:
    far = outermost(radius)
    angles = (2 * math.pi * k / _CORNERS for k in range(_CORNERS))
    return Region((tuple(value for a in angles for value in (x + far * math.cos(a), y + far * math.sin(a))),))


def _parts(
    x: float,
    y: float,
    radius: float,
    solid: Region,
    base: float,
    near: float,
    shares: tuple[float, float] | None = None,
) -> list[Region]:
    """The positions of the centre of a base whose nearest point lies inside an obstacle, ray by ray.

    With `shares` the positions from which part of the line to the base in the middle does, between these shares of its
    length: behind the obstacle, unless the line rises above it further away.
    """
    west, south, east, north = solid.bounds
    if math.hypot(max(west - x, x - east, 0.0), max(south - y, y - north, 0.0)) >= radius:
        return []
    rays = []
    for angle in _angles(x, y, solid):
        ux, uy = math.cos(angle), math.sin(angle)
        met = leg_inside(x, y, x + radius * ux, y + radius * uy, solid.rings)
        spans = [
            (max(low * radius, base), high * radius)
            for low, high in zip(met[0::2], met[1::2], strict=True)
            if high * radius > base
        ]
        if shares is not None:
            spans = _behind(spans, base, _FAR * radius, shares)
        rays.append((ux, uy, [(low + near, high + near) for low, high in spans]))
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


def _behind(
    spans: list[tuple[float, float]], base: float, far: float, shares: tuple[float, float]
) -> list[tuple[float, float]]:
    """How far away the nearest point of a base is where the line to it leads through one of some spans between two shares of its length."""
    first, last = shares
    found: list[tuple[float, float]] = []
    for low, high in spans:
        begins = base + (low - base) / last
        ends = min(far, base + (high - base) / first) if first > 0.0 else far
        if found and begins <= found[-1][1]:
            found[-1] = (found[-1][0], max(ends, found[-1][1]))
        elif begins < ends:
            found.append((begins, ends))
    return found


def _angles(x: float, y: float, cover: Region) -> list[float]:
    """Angles all round a place, and slightly to either side of the corners of a shape: between two of them its outline is straight."""
    found = [2 * math.pi * k / _RAYS for k in range(_RAYS + 1)]
    for ring in cover.rings:
        for i in range(0, len(ring), 2):
            corner = math.atan2(ring[i + 1] - y, ring[i] - x) % (2 * math.pi)
            found += [angle for angle in (corner - _HAIR, corner + _HAIR) if 0.0 < angle < 2 * math.pi]
    return sorted(found)


def _sectors(x: float, y: float, radius: float, base: float, covers: Sequence[Region]) -> list[Region]:
    """The parts of a disc from which the nearest point of the base in its middle lies beneath a cover."""
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
