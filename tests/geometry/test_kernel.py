"""The innermost questions, each against shapely or against dense sampling."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, MultiLineString, MultiPoint, Point, Polygon
from tests.geometry import drawing

from surefoot.geometry import kernel, outline
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import TOLERANCE

points = st.tuples(drawing.places, drawing.places)
segments = st.tuples(points, points)
rings = drawing.regions().map(lambda region: region.rings)
outlines = (drawing.star_outlines() | drawing.rectangles()).map(drawing.ring_of)
radii = st.sampled_from((0.25, 0.5, 1.0)) | st.floats(0.01, 2.0)
moments = st.lists(drawing.fractions, min_size=10, max_size=10)


def line(segment) -> LineString | Point:
    return LineString(segment) if segment[0] != segment[1] else Point(segment[0])


def edges(rings) -> MultiLineString:
    return MultiLineString([[*zip(ring[::2], ring[1::2], strict=True), ring[:2]] for ring in rings])


def on_leg(leg, moment: float) -> tuple[float, float]:
    (ax, ay), (bx, by) = leg
    return ax + moment * (bx - ax), ay + moment * (by - ay)


def covers(spans: list[float], moment: float) -> bool:
    assert len(spans) % 2 == 0
    assert all(0.0 <= value <= 1.0 for value in spans)
    assert all(low < high for low, high in pairwise(spans))
    return any(spans[i] <= moment <= spans[i + 1] for i in range(0, len(spans), 2))


@given(points, segments)
def test_point_to_segment(point, segment):
    measured = kernel.point_segment(*point, *segment[0], *segment[1])

    assert measured == pytest.approx(line(segment).distance(Point(point)), abs=1e-12)


@given(segments, segments)
def test_segment_to_segment(one, other):
    measured = kernel.segment_segment(*one[0], *one[1], *other[0], *other[1])

    assert measured == pytest.approx(line(one).distance(line(other)), abs=1e-9)


@given(segments, segments)
def test_segments_that_pass_through_each_other(one, other):
    crosses = kernel.segments_cross(*one[0], *one[1], *other[0], *other[1])
    ends = [line(one).distance(Point(end)) for end in other] + [
        line(other).distance(Point(end)) for end in one
    ]
    assume(min(ends) > 1e-6)

    assert crosses == line(one).crosses(line(other))


@given(points, rings)
def test_a_point_against_ground(point, rings):
    ground, spot = drawing.ground(Region(rings)), Point(point)

    assert kernel.edge_distance(*point, rings) == pytest.approx(edges(rings).distance(spot), abs=1e-12)
    if edges(rings).distance(spot) > 1e-9:
        assert kernel.inside_rings(*point, rings) == ground.contains(spot)
        # Where rings share an edge, the kernel is handed them without it.
        seamless = outline.seamless(rings)
        away = math.inf if ground.is_empty else ground.distance(spot)
        assert kernel.region_distance(*point, seamless) == pytest.approx(away, abs=2e-5)


@given(outlines, outlines, points)
def test_core_to_core(one, other, shift):
    other = tuple(value + shift[index % 2] for index, value in enumerate(other))
    shapes = [Polygon(list(zip(flat[::2], flat[1::2], strict=True))) for flat in (one, other)]

    assert kernel.core_distance(one, other) == pytest.approx(shapes[0].distance(shapes[1]), abs=1e-9)
    assert kernel.core_distance(one, shift) == pytest.approx(shapes[0].distance(Point(shift)), abs=1e-9)
    assert kernel.core_distance(shift, one) == pytest.approx(shapes[0].distance(Point(shift)), abs=1e-9)


@given(points, points)
def test_two_points_are_cores_too(one, other):
    assert kernel.core_distance(one, other) == pytest.approx(math.dist(one, other))


@given(outlines, rings)
def test_a_core_against_edges(core, rings):
    polygon = Polygon(list(zip(core[::2], core[1::2], strict=True)))

    assert kernel.core_edge_distance(core, rings) == pytest.approx(edges(rings).distance(polygon), abs=1e-9)


@given(outlines, st.booleans())
def test_areas_and_convexity(flat, backwards):
    polygon = Polygon(list(zip(flat[::2], flat[1::2], strict=True)))
    if backwards:
        flat = drawing.ring_of([(flat[i], flat[i + 1]) for i in range(len(flat) - 2, -1, -2)])

    assert kernel.signed_area(flat) == pytest.approx(polygon.area * (-1 if backwards else 1))
    missing = polygon.convex_hull.area - polygon.area
    if missing > 1e-6 or missing == 0.0:
        assert kernel.is_convex(flat) == (missing == 0.0)


def test_a_pentagram_and_an_outline_that_turns_back_are_not_convex():
    corners = [(math.cos(math.tau * 2 * i / 5), math.sin(math.tau * 2 * i / 5)) for i in range(5)]

    assert not kernel.is_convex(drawing.ring_of(corners))
    assert not kernel.is_convex((0.0, 0.0, 2.0, 0.0, 2.0, 2.0, 2.0, 3.0, 2.0, 2.0, 0.0, 2.0))
    assert kernel.is_convex((0.0, 0.0))
    assert kernel.is_convex((0.0, 0.0, 1.0, 2.0))
    assert kernel.is_convex((0.0, 0.0, 1.0, 0.0, 2.0, 0.0, 2.0, 2.0, 2.0, 2.0))


@given(outlines, outlines | segments.map(lambda segment: (*segment[0], *segment[1])) | points)
def test_the_sum_of_convex_polygons_is_the_hull_of_the_sums_of_their_corners(one, other):
    def corners(flat):
        return list(zip(flat[::2], flat[1::2], strict=True))

    one, other = (
        drawing.ring_of(list(hull.exterior.coords)[:-1]) if (hull := hull_of(flat)).area > 0 else flat
        for flat in (one, other)
    )
    total = kernel.minkowski(kernel.from_lowest(one, 1.0), kernel.from_lowest(other, 1.0))
    sums = [value for a in corners(one) for b in corners(other) for value in (a[0] + b[0], a[1] + b[1])]

    assert kernel.is_convex(total)
    assert kernel.signed_area(total) >= 0.0
    assert Polygon(corners(total)).symmetric_difference(hull_of(sums)).area < 1e-9


def hull_of(flat) -> Polygon:
    return MultiPoint(list(zip(flat[::2], flat[1::2], strict=True))).convex_hull


@given(segments, rings, moments)
def test_the_stretches_of_a_leg_inside(leg, rings, moments):
    spans = kernel.leg_inside(*leg[0], *leg[1], rings)
    for moment in moments:
        spot = on_leg(leg, moment)
        if edges(rings).distance(Point(spot)) > 1e-9:
            assert covers(spans, moment) == kernel.inside_rings(*spot, rings)


@given(segments, segments, radii, moments)
def test_the_stretch_of_a_leg_near_a_segment(leg, segment, distance, moments):
    start, end = kernel.leg_near_segment(*leg[0], *leg[1], *segment[0], *segment[1], distance)
    for moment in moments:
        away = kernel.point_segment(*on_leg(leg, moment), *segment[0], *segment[1])
        if abs(away - distance) > 1e-9:
            assert (start <= moment <= end) == (away < distance)


@given(segments, rings, radii, moments)
def test_the_stretches_of_a_leg_near_and_clear_of_edges(leg, rings, radius, moments):
    near_edges = kernel.leg_near_edges(*leg[0], *leg[1], rings, radius)
    near = kernel.leg_near_rings(*leg[0], *leg[1], rings, radius)
    clear = kernel.leg_clear_inside(*leg[0], *leg[1], rings, radius)
    for moment in moments:
        spot = on_leg(leg, moment)
        away = kernel.edge_distance(*spot, rings)
        inside = kernel.inside_rings(*spot, rings)
        if abs(away - radius) > 1e-9 and away > 1e-9:
            assert covers(near_edges, moment) == (away < radius)
            assert covers(near, moment) == (inside or away < radius)
        if abs(away - radius) > 2 * TOLERANCE and away > 1e-9:
            assert covers(clear, moment) == (inside and away > radius)


def test_a_leg_along_an_edge_is_beside_it_and_one_across_it_is_not():
    square = ((0.0, 0.0, 4.0, 0.0, 4.0, 4.0, 0.0, 4.0),)

    assert kernel.leg_along_edges(-4.0, 4.0, 6.0, 4.0, square, TOLERANCE) == pytest.approx([0.4, 0.8])
    assert kernel.leg_along_edges(-4.0, -TOLERANCE / 2, 6.0, TOLERANCE / 2, square, TOLERANCE) != []
    assert kernel.leg_along_edges(-4.0, -2 * TOLERANCE, 6.0, -2 * TOLERANCE, square, TOLERANCE) == []
    assert kernel.leg_along_edges(-1.0, -1.0, 5.0, 5.0, square, TOLERANCE) == []
    assert kernel.leg_along_edges(2.0, -1.0, 2.0, 5.0, square, TOLERANCE) == []


def test_a_leg_through_corners_is_inside_between_them():
    diamond = ((2.0, 0.0, 4.0, 2.0, 2.0, 4.0, 0.0, 2.0),)

    assert kernel.leg_inside(-2.0, 2.0, 6.0, 2.0, diamond) == [0.25, 0.75]
    assert kernel.leg_inside(-2.0, 4.0, 6.0, 4.0, diamond) == []
    assert kernel.leg_inside(2.0, 2.0, 2.0, 2.0, diamond) == [0.0, 1.0]


@pytest.mark.parametrize("length", [0.0, 1e-300, 1e-13, 1e-7])
def test_legs_of_hardly_any_length_are_judged_like_points(length):
    square = ((0.0, 0.0, 4.0, 0.0, 4.0, 4.0, 0.0, 4.0),)

    assert kernel.leg_inside(2.0, 2.0, 2.0 + length, 2.0, square) == [0.0, 1.0]
    assert kernel.leg_near_edges(5.0, 2.0, 5.0, 2.0 + length, square, 1.5) == [0.0, 1.0]
    assert kernel.leg_near_edges(6.0, 2.0, 6.0, 2.0 + length, square, 1.5) == []
    assert kernel.leg_clear_inside(2.0, 2.0, 2.0, 2.0 + length, square, 2.0) == [0.0, 1.0]


def test_rings_without_ground_raise_nothing():
    for hollow in ((), ((),), ((1.0, 1.0),), ((1.0, 1.0, 1.0, 1.0, 1.0, 1.0),)):
        assert not kernel.inside_rings(1.0, 1.0, hollow)
        assert kernel.leg_inside(0.0, 0.0, 2.0, 2.0, hollow) == []
        assert kernel.leg_clear_inside(0.0, 0.0, 2.0, 2.0, hollow, 0.5) == []
        kernel.leg_near_rings(0.0, 0.0, 2.0, 2.0, hollow, 0.5)
        kernel.leg_along_edges(0.0, 0.0, 2.0, 2.0, hollow, 0.5)
        kernel.core_region_distance((0.0, 0.0, 1.0, 0.0, 1.0, 1.0), hollow)
    assert kernel.edge_distance(0.0, 0.0, ()) == math.inf
