"""Edges near a body, by hand and against shapely."""

from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from tests.geometry import drawing

from surefoot.geometry.edges import Edge, edges_near
from surefoot.geometry.shapes import Body, Region, hull, rectangle_base, round_base
from surefoot.geometry.tolerance import TOLERANCE


def box(west: float, south: float, east: float, north: float) -> tuple[float, ...]:
    return west, south, east, south, east, north, west, north


DISC = round_base(2.0)
FIELD = Region((box(0, 0, 10, 10), box(4, 4, 6, 6)))


def test_edges_within_the_distance_are_found_nearest_first():
    edges = edges_near(DISC.at(2.0, 3.0), FIELD, 2.0)

    assert [edge.gap for edge in edges] == pytest.approx([1.0, math.sqrt(5) - 1, math.sqrt(5) - 1, 2.0])
    assert [edge.outward for edge in edges] == [(-1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, -1.0)]
    assert [edge.point for edge in edges] == [
        pytest.approx((0.0, 3.0)),
        pytest.approx((4.0, 4.0)),
        pytest.approx((4.0, 4.0)),
        pytest.approx((2.0, 0.0)),
    ]


def test_an_edge_exactly_at_the_distance_counts():
    assert [edge.outward for edge in edges_near(DISC.at(5.0, 2.0), Region(FIELD.rings[:1]), 1.0)] == [
        (0.0, -1.0)
    ]
    assert edges_near(DISC.at(5.0, 2.0), Region(FIELD.rings[:1]), 0.99) == ()


def test_the_way_off_a_hole_leads_into_the_hole():
    (edge,) = edges_near(DISC.at(2.5, 5.0), FIELD, 0.5)

    assert edge.outward == (1.0, 0.0)
    assert edge.point == pytest.approx((4.0, 5.0))
    assert edge.gap == pytest.approx(0.5)


def test_an_edge_under_the_body_has_no_gap():
    for shape in (DISC, rectangle_base(2.0, 2.0)):
        (edge,) = edges_near(shape.at(5.0, 0.25), Region(FIELD.rings[:1]), 0.0)

        assert edge.gap == 0.0
        assert edge.point == pytest.approx((5.0, 0.0))
        assert edge.outward == (0.0, -1.0)


def test_a_stretch_ends_where_the_distance_does():
    ((west, east),) = [edge.segment for edge in edges_near(DISC.at(5.0, 2.0), Region(FIELD.rings[:1]), 1.5)]
    half = math.sqrt(2.5**2 - 2.0**2)

    assert west == pytest.approx((5.0 - half, 0.0), abs=1e-3)
    assert east == pytest.approx((5.0 + half, 0.0), abs=1e-3)


def test_a_seam_between_two_parts_of_a_region_is_no_edge():
    parts = Region((box(0, 0, 5, 10), box(5, 0, 10, 10)))

    assert edges_near(DISC.at(5.0, 5.0), parts, 1.0) == ()
    assert edges_near(DISC.at(5.0, 5.0), Region((box(0, 0, 5, 10), box(5, 2, 10, 8))), 1.0) == ()
    assert len(edges_near(DISC.at(5.0, 2.0), Region((box(0, 0, 5, 10), box(5, 2, 10, 8))), 0.5)) == 2


def test_equal_gaps_stay_in_the_order_of_the_outline():
    edges = edges_near(DISC.at(5.0, 5.0), Region((box(3, 3, 7, 7),)), 1.0)

    assert [edge.outward for edge in edges] == [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]


def test_a_hollow_body_meets_an_edge_at_two_stretches():
    clamp = hull([(-2, 0), (2, 0), (2, 2), (1, 2), (1, 1), (-1, 1), (-1, 2), (-2, 2)])
    edges = edges_near(clamp.at(5.0, 0.0, 180.0), Region((box(0, -8, 10, -2.25),)), 0.25)

    assert [edge.segment for edge in edges] == [
        (pytest.approx((7.0, -2.25), abs=0.02), pytest.approx((6.0, -2.25), abs=0.02)),
        (pytest.approx((4.0, -2.25), abs=0.02), pytest.approx((3.0, -2.25), abs=0.02)),
    ]


@given(drawing.bodies(), drawing.regions(), st.sampled_from((0.0, 0.5, 1.0, 2.0)))
def test_edges_near_are_the_outline_within_the_distance(body, region, distance):
    field = drawing.ground(region)
    edges = edges_near(body, region, distance)
    covered = shapely.union_all([shapely.LineString(edge.segment) for edge in edges])
    core = drawing.core(body)

    for edge in edges:
        check_edge(edge, body, region, distance)
    assert [edge.gap for edge in edges] == sorted((edge.gap for edge in edges), key=lambda gap: round(gap, 6))
    # Nothing of the outline that is near is left out, nothing that is far is put in.
    for fraction in range(0 if field.is_empty else 60):
        point = field.boundary.interpolate(fraction / 60, normalized=True)
        around = point.buffer(TOLERANCE / 10)
        if not 0.05 < around.intersection(field).area / around.area < 0.95:
            # Where two outlines coincide, shapely sees slivers as thin as rounding.
            continue
        off = core.distance(point) - body.radius
        if off < distance - 1e-3:
            assert covered.distance(point) <= 2 * TOLERANCE
        elif off > distance + 1e-3:
            assert covered.is_empty or covered.distance(point) > 0.0


def check_edge(edge: Edge, body: Body, region: Region, distance: float) -> None:
    field, core = drawing.ground(region), drawing.core(body)
    line = shapely.LineString(edge.segment)
    # Not the middle: there another corner may lie on the edge.
    middle = line.interpolate(0.4, normalized=True)
    step = [
        (middle.x + sign * edge.outward[0] * 1e-5, middle.y + sign * edge.outward[1] * 1e-5)
        for sign in (1, -1)
    ]

    assert edge.gap <= distance + 2 * TOLERANCE
    assert edge.gap == pytest.approx(max(core.distance(line) - body.radius, 0.0), abs=1e-6)
    assert line.distance(shapely.Point(edge.point)) == pytest.approx(0.0, abs=1e-9)
    assert max(core.distance(shapely.Point(edge.point)) - body.radius, 0.0) == pytest.approx(
        edge.gap, abs=1e-9
    )
    assert math.hypot(*edge.outward) == pytest.approx(1.0)
    assert [field.contains(shapely.Point(point)) for point in step] == [False, True]
