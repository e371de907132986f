"""Whole outlines: shrunk, cut into convex parts, freed of seams."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon, union_all
from tests.geometry import drawing

from surefoot.geometry import outline
from surefoot.geometry.kernel import is_convex
from surefoot.geometry.shapes import Region, oval_base

flat_outlines = (drawing.star_outlines() | drawing.rectangles()).map(drawing.ring_of)


def polygon(flat: tuple[float, ...]) -> Polygon:
    return Polygon(list(zip(flat[::2], flat[1::2], strict=True)))


@given(flat_outlines, st.sampled_from((1e-4, 1e-3, 1e-2)), st.booleans())
def test_what_is_left_of_a_shrunk_outline_lies_just_so_deep_in_it(flat, depth, backwards):
    if backwards:
        flat = drawing.ring_of([(flat[i], flat[i + 1]) for i in range(len(flat) - 2, -1, -2)])
    inner = polygon(outline.shrunk(flat, depth))

    assert inner.is_valid
    assert polygon(flat).exterior.distance(inner) == pytest.approx(depth, rel=1e-6)
    # Of two outlines that are all but the same GEOS takes both for the difference, unless it may round.
    rest = shapely.symmetric_difference(inner, polygon(flat).buffer(-depth), grid_size=1e-9)
    assert rest.area <= 2 * len(flat) * depth**2


@given(st.integers(3, 9), st.floats(0.01, 3.0))
def test_edges_that_shrink_away_are_left_out(corners, depth):
    """A long box with a small bevel at one corner, shrunk until the bevel or the whole of it is gone."""
    bevelled = (0.0, 0.0, 9.0, 0.0, 9.0, 3.9, 8.9, 4.0, 0.0, 4.0, 0.0, corners / 10)
    inner = outline.shrunk(bevelled, depth)

    expected = polygon(bevelled).buffer(-depth, join_style="mitre")
    assert (polygon(inner).area if inner else 0.0) == pytest.approx(expected.area, abs=1e-6)


@pytest.mark.parametrize(
    "sliver",
    [
        (0.0, 0.0, 10.0, 0.0, 10.0, 1e-5),
        (0.0, 0.0, 10.0, 0.0, 10.0, 1e-5, 0.0, 1e-5),
        (0.0, 0.0, 10.0, 0.0),
        (0.0, 0.0, 10.0, 0.0, 5.0, 0.0),
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        (0.0, 0.0),
    ],
)
def test_nothing_is_left_of_a_sliver(sliver):
    assert outline.shrunk(sliver, 1e-4) == ()


def test_collinear_and_repeated_corners_do_not_disturb_shrinking():
    plain = (0.0, 0.0, 4.0, 0.0, 4.0, 4.0, 0.0, 4.0)
    fussy = (
        0.0,
        0.0,
        1.0,
        0.0,
        1.0,
        0.0,
        2.0,
        0.0,
        3.0,
        0.0,
        4.0,
        0.0,
        4.0,
        4.0,
        4.0,
        4.0,
        0.0,
        4.0,
        0.0,
        2.0,
    )

    assert polygon(outline.shrunk(fussy, 0.1)).equals(polygon(outline.shrunk(plain, 0.1)))


def test_a_far_oval_shrinks_like_a_near_one():
    near, far = oval_base(4.0, 2.0).at(0.0, 0.0, 30.0), oval_base(4.0, 2.0).at(9000.0, -9000.0, 30.0)

    moved = [value - (-9000.0 if i % 2 else 9000.0) for i, value in enumerate(outline.shrunk(far.core, 1e-4))]
    assert moved == pytest.approx(outline.shrunk(near.core, 1e-4), abs=1e-8)


@given(flat_outlines)
def test_convex_parts_cover_an_outline_once(flat):
    parts = outline.convex_parts(flat)

    assert all(is_convex(part) for part in parts)
    assert sum(polygon(part).area for part in parts) == pytest.approx(polygon(flat).area)
    assert union_all([polygon(part) for part in parts]).symmetric_difference(polygon(flat)).area < 1e-9


@given(drawing.regions())
def test_ground_without_its_seams_is_the_same_ground(region):
    rings = outline.seamless(region.rings)

    same = drawing.ground(Region(rings)).symmetric_difference(drawing.ground(region))
    assert same.area < 1e-4


@pytest.mark.parametrize("slant", [0.0, 0.3])
def test_a_seam_goes_where_two_parts_lie_side_by_side(slant):
    left = (0.0, 0.0, 2.0, 0.0, 2.0 + slant, 3.0, 0.0, 3.0)
    right = (2.0, 0.0, 4.0, 0.0, 4.0, 3.0, 2.0 + slant, 3.0)
    third = 2.0 + slant / 3
    low_right = (2.0, 0.0, 4.0, 0.0, 4.0, 1.0, third, 1.0)

    assert len(outline.seamless((left, right))) == 1
    assert polygon(outline.seamless((left, low_right))[0]).area == pytest.approx(
        polygon(left).area + polygon(low_right).area
    )


def test_a_keyhole_becomes_a_hole():
    keyhole = (
        0.0,
        0.0,
        4.0,
        0.0,
        4.0,
        4.0,
        0.0,
        4.0,
        0.0,
        2.0,
        1.0,
        2.0,
        1.0,
        3.0,
        3.0,
        3.0,
        3.0,
        1.0,
        1.0,
        1.0,
    )
    keyhole += (1.0, 2.0, 0.0, 2.0)

    rings = outline.seamless((keyhole,))
    assert sorted(abs(polygon(ring).area) for ring in rings) == [4.0, 16.0]


def test_outlines_without_seams_are_given_back_as_they_are():
    rings = ((0.0, 0.0, 4.0, 0.0, 4.0, 4.0, 0.0, 4.0), (1.0, 1.0, 2.0, 1.0, 2.0, 2.0, 1.0, 2.0))

    assert outline.seamless(rings) is rings
