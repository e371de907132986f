"""What the geometry tests draw at random, and the slow obvious oracle: shapely on one pose at a time."""

from __future__ import annotations

import math
from itertools import pairwise

from hypothesis import strategies as st
from shapely import Geometry, Point, Polygon, make_valid

from surefoot.geometry.shapes import (
    Body,
    Intervals,
    Pivot,
    Region,
    Shape,
    Shift,
    hull,
    oval_base,
    rectangle_base,
    round_base,
)
from surefoot.geometry.sweep import covers

# Eighths make coincident edges, tangencies and corners that fall together as likely as places in general.
eighths = st.integers(-48, 48).map(lambda value: value / 8)
anywhere = st.floats(-6.0, 6.0).map(lambda value: round(value, 6))
places = eighths | anywhere
sizes = st.integers(2, 24).map(lambda value: value / 8)
bearings = st.sampled_from((0.0, 90.0, 180.0, 270.0, 45.0)) | st.floats(0.0, 360.0).map(lambda v: round(v, 6))
shifts = st.builds(Shift, places, places)
pivots = st.builds(
    Pivot, st.sampled_from((90.0, -180.0, 360.0, 0.0)) | st.floats(-400.0, 400.0), places, places
)
fractions = st.floats(0.0, 1.0)


def ring_of(points: list[tuple[float, float]]) -> tuple[float, ...]:
    return tuple(float(value) for point in points for value in point)


@st.composite
def star_outlines(draw: st.DrawFn, largest: int = 3, corners: int = 8) -> list[tuple[float, float]]:
    """A simple polygon round the origin, counter-clockwise, often not convex."""
    count = draw(st.integers(3, corners))
    radii = draw(st.lists(st.integers(4, 8 * largest), min_size=count, max_size=count))
    slant = draw(st.floats(0.0, 1.0))
    angles = [2 * math.pi * (index + slant) / count for index in range(count)]
    return [
        (radius / 8 * math.cos(angle), radius / 8 * math.sin(angle))
        for radius, angle in zip(radii, angles, strict=True)
    ]


@st.composite
def rectangles(draw: st.DrawFn) -> list[tuple[float, float]]:
    x, y = draw(sizes), draw(sizes)
    return [(-x, -y), (x, -y), (x, y), (-x, y)]


@st.composite
def regions(draw: st.DrawFn, rings: int = 3) -> Region:
    """One to three outlines anywhere, lying apart, side by side or across each other."""
    drawn: list[tuple[float, ...]] = []
    for _ in range(draw(st.integers(1, rings))):
        outline = draw(star_outlines() | rectangles())
        x, y = draw(places), draw(places)
        drawn.append(ring_of([(x + corner[0], y + corner[1]) for corner in outline]))
    return Region(tuple(drawn))


round_shapes = st.builds(round_base, sizes)
box_shapes = st.builds(rectangle_base, sizes, sizes)
hull_shapes = star_outlines(largest=2).map(hull)
oval_shapes = st.builds(oval_base, sizes, sizes)
# No base is made this way, but the vocabulary allows a polygon grown by a radius.
grown_shapes = st.builds(
    lambda corners, radius: Shape("hull", ring_of(corners), radius), star_outlines(largest=1), sizes
)
shapes = round_shapes | round_shapes | box_shapes | hull_shapes | grown_shapes


@st.composite
def bodies(draw: st.DrawFn, of: st.SearchStrategy[Shape] = shapes) -> Body:
    return draw(of).at(draw(places), draw(places), draw(bearings))


def ground(region: Region) -> Geometry:
    """A region for shapely: its rings one after the other, what lies in two of them taken out again."""
    out: Geometry = Polygon()
    for ring in region.rings:
        out = out.symmetric_difference(make_valid(Polygon(list(zip(ring[::2], ring[1::2], strict=True)))))
    return out


def core(body: Body) -> Geometry:
    """The core of a body for shapely."""
    if len(body.core) == 2:
        return Point(body.core)
    return Polygon(list(zip(body.core[::2], body.core[1::2], strict=True)))


def thing(other: Body | Region) -> tuple[Geometry, float]:
    """Anything for shapely, and the radius it is to be grown by."""
    return (ground(other), 0.0) if isinstance(other, Region) else (core(other), other.radius)


def clearance(body: Body, other: Body | Region) -> float:
    """How far two things are apart; below 0 if they overlap, then as deep as shapely can easily tell."""
    flesh, radius = thing(other)
    bone = core(body)
    apart = math.inf if flesh.is_empty else bone.distance(flesh)
    if apart > 0.0 or body.radius + radius > 0.0:
        return float(apart) - body.radius - radius
    # The deepest point that two polygons share, at least: how far the middle of the common ground is inside.
    common = bone.intersection(flesh)
    if common.area == 0.0:
        return 0.0
    inner = common.representative_point()
    return -float(min(bone.exterior.distance(inner), flesh.boundary.distance(inner)))


def room_inside(body: Body, region: Region) -> float:
    """How far the body is from leaving the region; below 0 if part of it is out."""
    field, bone = ground(region), core(body)
    out = bone.difference(field)
    if not out.is_empty and not bone.within(field.buffer(1e-9)):
        if body.radius == 0.0 and out.area > 0.0:
            inner = out.representative_point()
            return -float(bone.exterior.distance(inner))
        return -1.0 if body.radius > 1e-3 else 0.0
    return float(bone.distance(field.boundary)) - body.radius


def difference(one: Intervals, other: Intervals) -> float:
    """How much of the motion two answers judge differently."""
    ends = sorted({0.0, 1.0, *(end for pair in (*one, *other) for end in pair)})
    return sum(
        high - low
        for low, high in pairwise(ends)
        if covers(one, (low + high) / 2) != covers(other, (low + high) / 2)
    )
