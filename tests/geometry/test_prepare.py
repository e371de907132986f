"""Outlines before play."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import union_all
from tests.geometry import drawing

from surefoot.geometry import prepare
from surefoot.geometry.shapes import Region

SQUARE = Region(((0.0, 0.0, 2.0, 0.0, 2.0, 2.0, 0.0, 2.0),))
BESIDE = Region(((2.0, 0.0, 4.0, 0.0, 4.0, 2.0, 2.0, 2.0),))


@pytest.mark.parametrize(
    ("points", "kind"),
    [
        ([(0, 0), (2, 2), (2, 0), (0, 2)], "crosses-itself"),
        ([(0, 0), (2, 0), (2, 2), (2, 1)], "crosses-itself"),
        ([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)], "crosses-itself"),
        ([(0, 0), (1, 0)], "too-few-corners"),
        ([(0, 0), (1, 0), (1, 0), (0, 0)], "too-few-corners"),
        ([], "too-few-corners"),
        ([(0, 0), (1, 0), (2, 0)], "no-area"),
        ([(0, 0), (1, 0), (math.nan, 1)], "not-finite"),
        ([(0, 0), (1, 0), (1, math.inf)], "not-finite"),
        ([(0, 0), (1e7, 0), (1, 1)], "too-far"),
    ],
)
def test_a_bad_outline_has_its_problem(points, kind):
    assert kind in [problem.kind for problem in prepare.problems(points)]


@given(drawing.star_outlines())
def test_a_simple_outline_has_no_problems_even_if_closed_twice(points):
    assert prepare.problems(points) == []
    assert prepare.problems([*points, points[0]]) == []
    assert prepare.problems(points[::-1]) == []


@given(st.lists(st.tuples(drawing.eighths, drawing.eighths), min_size=3, max_size=7))
def test_every_outline_without_problems_is_valid_for_shapely(points):
    if not prepare.problems(points):
        assert drawing.Polygon(points).is_valid


def test_joining_takes_out_the_edge_between():
    joined = prepare.union([SQUARE, BESIDE])

    assert len(joined.rings) == 1
    assert drawing.ground(joined).equals(drawing.Polygon([(0, 0), (4, 0), (4, 2), (0, 2)]))


@given(drawing.regions(), drawing.regions())
def test_joining_and_cutting_add_up(one, other):
    whole, rest = prepare.union([one, other]), prepare.difference(one, [other])

    assert drawing.ground(whole).area == pytest.approx(
        drawing.ground(one).union(drawing.ground(other)).area, abs=1e-6
    )
    assert drawing.ground(rest).area + drawing.ground(other).area == pytest.approx(
        drawing.ground(whole).area, abs=1e-6
    )


def test_a_cut_can_leave_a_hole_and_nothing_can_leave_nothing():
    big = Region(((-5.0, -5.0, 5.0, -5.0, 5.0, 5.0, -5.0, 5.0),))

    assert len(prepare.difference(big, [SQUARE]).rings) == 2
    assert prepare.difference(SQUARE, [big]) == Region(())
    assert drawing.ground(prepare.difference(SQUARE, [])).equals(drawing.ground(SQUARE))
    assert prepare.union([SQUARE]) == SQUARE
    assert prepare.union([]) == Region(())


def test_what_lies_apart_or_in_a_box_needs_no_joining():
    far = Region(((10.0, 0.0, 11.0, 0.0, 10.0, 1.0),))
    board = Region(((-5.0, -5.0, 20.0, -5.0, 20.0, 5.0, -5.0, 5.0),))

    assert prepare.union([SQUARE, Region(()), far]) == Region((*SQUARE.rings, *far.rings))
    assert prepare.union([SQUARE, board, far]) == board


@given(st.lists(drawing.regions(), min_size=3, max_size=6))
def test_joining_many_is_what_shapely_says(regions):
    expected = union_all([drawing.ground(region) for region in regions])

    assert drawing.ground(prepare.union(regions)).symmetric_difference(expected).area == pytest.approx(
        0, abs=1e-6
    )


def test_a_grown_square_stays_square():
    assert prepare.grown(SQUARE, 0.5).bounds == (-0.5, -0.5, 2.5, 2.5)
    assert drawing.ground(prepare.grown(SQUARE, 0.5)).area == pytest.approx(9.0)
    assert drawing.ground(prepare.grown(SQUARE, -0.5)).area == pytest.approx(1.0)
    assert prepare.grown(SQUARE, -2.0) == Region(())


def test_a_wall_is_its_middle_line_with_a_width():
    bend = prepare.line_region([(0, 0), (5, 0), (5, 5)], 1.0)
    room = prepare.line_region([(0, 0), (5, 0), (5, 5), (0, 5), (0, 0)], 1.0)

    assert drawing.ground(bend).area == pytest.approx(10.0)
    assert bend.bounds == (0.0, -0.5, 5.5, 5.0)
    assert len(room.rings) == 2
    assert drawing.ground(room).area == pytest.approx(20.0)
    assert prepare.line_region([(0, 0), (0, 0)], 1.0) == Region(())


@given(drawing.star_outlines())
def test_either_way_round_becomes_counter_clockwise(points):
    ring, other = drawing.ring_of(points), drawing.ring_of(points[::-1])

    assert prepare.counter_clockwise(ring) == ring
    assert drawing.Polygon(points).equals(
        drawing.Polygon(list(zip(*[iter(prepare.counter_clockwise(other))] * 2, strict=True)))
    )
