"""Where a moving body meets things: touching, sliding and resting, drawn by hand."""

from __future__ import annotations

import math

import pytest

from surefoot.geometry import measure, sweep
from surefoot.geometry.shapes import Pivot, Region, Shift, hull, oval_base, rectangle_base, round_base
from surefoot.geometry.tolerance import TOLERANCE

WALL = Region(((4.0, -1.0, 5.0, -1.0, 5.0, 3.0, 4.0, 3.0),))
FLOOR = Region(((0.0, 0.0, 10.0, 0.0, 10.0, 10.0, 0.0, 10.0), (4.0, 4.0, 6.0, 4.0, 6.0, 6.0, 4.0, 6.0)))
DISC = round_base(2.0)
BOX = rectangle_base(2.0, 2.0)

# What the tolerance moves the ends of a stretch by, on a leg of length 10.
NEAR = pytest.approx


@pytest.mark.parametrize("shape", [DISC, BOX])
def test_a_body_overlaps_a_wall_from_the_touch_on(shape):
    ((start, end),) = sweep.overlapping(shape.at(0.0, 0.0), Shift(10.0, 0.0), WALL)

    assert start == NEAR(0.3, abs=2 * TOLERANCE)
    assert start > 0.3
    assert end == NEAR(0.6, abs=2 * TOLERANCE)
    assert end < 0.6


@pytest.mark.parametrize("shape", [DISC, BOX])
@pytest.mark.parametrize("offset", [0.0, 9000.0])
def test_sliding_along_an_edge_is_not_overlapping(shape, offset):
    wall = Region((tuple(value + offset for value in WALL.rings[0]),))
    body = shape.at(3.0 + offset, -5.0 + offset)

    assert sweep.overlapping(body, Shift(0.0, 10.0), wall) == ()
    assert sweep.nearer(body, Shift(0.0, 10.0), wall, 0.0, closed=True) != ()


@pytest.mark.parametrize("shape", [DISC, BOX])
def test_touching_is_within_nought_but_not_nearer_than_it(shape):
    body = shape.at(3.0, 0.0)

    assert sweep.nearer(body, Shift(0.0, 0.0), WALL, 0.0, closed=True) == ((0.0, 1.0),)
    assert sweep.nearer(body, Shift(0.0, 0.0), WALL, 0.0) == ()
    assert sweep.nearer(body, Shift(0.0, 0.0), WALL, 0.001) == ((0.0, 1.0),)


def test_a_disc_that_passes_at_exactly_the_distance_is_within_it_but_not_nearer():
    disc, other = DISC.at(0.0, 0.0), DISC.at(5.0, 3.0)

    assert sweep.nearer(disc, Shift(10.0, 0.0), other, 1.0) == ()
    ((start, end),) = sweep.nearer(disc, Shift(10.0, 0.0), other, 1.0, closed=True)
    assert start < 0.5 < end


@pytest.mark.parametrize("shape", [DISC, BOX])
def test_a_body_may_touch_the_edge_of_the_floor_it_rests_on(shape):
    along_the_edge = sweep.inside(shape.at(1.0, 1.0), Shift(8.0, 0.0), FLOOR, "all")
    past_the_hole = sweep.inside(shape.at(3.0, 1.0), Shift(0.0, 8.0), FLOOR, "all")
    over_the_hole = sweep.inside(shape.at(5.0, 1.0), Shift(0.0, 8.0), FLOOR, "all")

    assert along_the_edge == ((0.0, 1.0),)
    assert past_the_hole == ((0.0, 1.0),)
    assert [NEAR(value, abs=1e-4) for pair in over_the_hole for value in pair] == [0.0, 0.25, 0.75, 1.0]


@pytest.mark.parametrize("motion", [Shift(3.0, 1.0), Pivot(120.0, 21.0, 20.0)])
@pytest.mark.parametrize("away", [0.0, 200.0])
def test_a_body_clear_of_all_edges_is_not_shrunk_to_be_measured_against_them(motion, away, monkeypatch):
    board = Region(((away, 0.0, away + 40.0, 0.0, away + 40.0, 40.0, away, 40.0),))
    oval = oval_base(3.0, 2.0).at(20.0, 20.0, 30.0)
    core, distance = sweep.whole_core(oval)
    slowly = sweep._wholly_inside(core, motion, board.rings, distance)
    monkeypatch.setattr(sweep, "_shrunk", lambda core, depth: pytest.fail("shrunk"))

    assert sweep.inside(oval, motion, board, "all") == tuple([(slowly[0], slowly[1])] if slowly else [])
    assert measure.lies_on(oval, board, "all") == (not away)


def test_the_centre_on_an_edge_is_in_the_region_from_either_side():
    for corner in ((-5.0, 0.0), (-5.0, 10.0)):
        ((start, end),) = sweep.inside(DISC.at(*corner), Shift(20.0, 0.0), FLOOR, "centre")
        assert (start, end) == (NEAR(0.25), NEAR(0.75))


def test_the_centre_is_measured_without_tolerance():
    pool = Region(((2.0, -1.0, 3.5, -1.0, 3.5, 1.0, 2.0, 1.0),))

    assert sweep.inside(DISC.at(0.0, 0.0), Shift(10.0, 0.0), pool, "centre") == ((0.2, 0.35),)


def test_a_motion_of_no_length_is_judged_where_it_stands():
    still = Shift(0.0, 0.0)

    assert sweep.overlapping(DISC.at(4.5, 0.0), still, WALL) == ((0.0, 1.0),)
    assert sweep.overlapping(BOX.at(4.5, 0.0), still, WALL) == ((0.0, 1.0),)
    assert sweep.overlapping(BOX.at(0.0, 0.0), still, WALL) == ()
    assert sweep.inside(DISC.at(0.0, 5.0), still, FLOOR, "centre") == ((0.0, 1.0),)


def test_sets_of_fractions_behave_like_sets():
    one, other = ((0.0, 0.2), (0.5, 0.7)), ((0.1, 0.6), (0.9, 1.0))

    assert sweep.union(one, other) == ((0.0, 0.7), (0.9, 1.0))
    assert sweep.intersection(one, other) == ((0.1, 0.2), (0.5, 0.6))
    assert sweep.complement(one) == ((0.2, 0.5), (0.7, 1.0))
    assert sweep.complement(()) == ((0.0, 1.0),)
    assert sweep.complement(((0.0, 1.0),)) == ()
    assert sweep.covers(one, 0.5)
    assert not sweep.covers(one, 0.4)


NOTCHED = hull([(0.0, 0.0), (4.0, 0.0), (4.0, 1.5), (3.0, 2.0), (0.0, 2.0)])
BOOT = hull([(0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)])


@pytest.mark.parametrize("shape", [DISC, BOX, NOTCHED, BOOT])
@pytest.mark.parametrize(
    "motion", [Shift(0.0, 0.0), Shift(0.5, 0.0), Pivot(0.0, 0.0, 0.0), Pivot(1e-300, 0.0, 0.0)]
)
def test_two_bodies_in_one_place_overlap(shape, motion):
    assert sweep.overlapping(shape.at(0.0, 0.0), motion, shape.at(0.0, 0.0)) == ((0.0, 1.0),)


def test_a_hull_slides_over_its_twin_edge_upon_edge():
    ((start, end),) = sweep.overlapping(BOOT.at(0.0, 0.0), Shift(10.0, 0.0), BOOT.at(5.0, 0.0))

    assert (start, end) == (NEAR(0.1, abs=1e-4), NEAR(0.9, abs=1e-4))


@pytest.mark.parametrize("shape", [DISC, BOX])
def test_turning_about_a_touched_edge_presses_in_or_not(shape):
    body = shape.at(3.0, 0.0)

    assert (sweep.overlapping(body, Pivot(40.0, 3.0, 0.0), WALL) != ()) == (shape is BOX)
    assert sweep.overlapping(body, Pivot(90.0, 4.0, 0.0), WALL) != ()
    # Swung round a far point, the disc leaves the wall; the lower corner of the box swings out first.
    assert (sweep.overlapping(body, Pivot(-90.0, -30.0, 0.0), WALL) != ()) == (shape is BOX)


def test_a_box_that_turns_meets_a_wall_when_its_corner_does():
    """A 2 by 2 box, 1.2 from the wall, turns: its corner reaches 1.4142 from the centre."""
    ((start, end),) = sweep.overlapping(BOX.at(2.8, 0.0), Pivot(90.0, 2.8, 0.0), WALL)
    meets = math.degrees(math.acos(1.2 / math.sqrt(2)))

    assert start == NEAR((45.0 - meets) / 90.0, abs=1e-3)
    assert end == NEAR((45.0 + meets) / 90.0, abs=1e-3)


def test_a_disc_that_turns_about_a_point_rests_where_its_arc_lets_it():
    ((start, end),) = sweep.inside(DISC.at(2.0, 1.0), Pivot(-90.0, 2.0, 2.0), FLOOR, "all")

    assert (start, end) == (0.0, NEAR(1.0))
    assert sweep.inside(DISC.at(2.0, 0.5), Pivot(-180.0, 2.0, 2.0), FLOOR, "centre") == ((0.0, 1.0),)


@pytest.mark.parametrize("part", ["centre", "any", "all"])
def test_a_body_that_turns_on_the_spot_stays_where_it_is(part):
    pivot = Pivot(90.0, 0.0, 5.0)
    disc = DISC.at(0.0, 5.0)

    assert sweep.inside(disc, pivot, FLOOR, part) == (() if part == "all" else ((0.0, 1.0),))


def test_a_moved_body_keeps_right_angles_exact():
    body = sweep.moved(BOX.at(3.0, 0.0), Pivot(180.0, 0.0, 0.0), 0.5)

    assert (body.x, body.y) == (0.0, -3.0)
    assert sweep.moved(body, Shift(2.0, 4.0), 0.25).core == tuple(
        value + (1.0 if index % 2 else 0.5) for index, value in enumerate(body.core)
    )
