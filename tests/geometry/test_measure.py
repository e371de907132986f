"""Bodies at rest, against shapely and by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.geometry import drawing

from surefoot.geometry import measure
from surefoot.geometry.shapes import Body, Region, hull, oval_base, rectangle_base, round_base, turn
from surefoot.geometry.tolerance import TOLERANCE

others = drawing.bodies() | drawing.regions()
FLOOR = Region(((0.0, 0.0, 10.0, 0.0, 10.0, 10.0, 0.0, 10.0), (4.0, 4.0, 6.0, 4.0, 6.0, 6.0, 4.0, 6.0)))


@given(drawing.bodies(), others)
def test_gap_is_what_shapely_measures(body, other):
    assert measure.gap(body, other) == pytest.approx(max(drawing.clearance(body, other), 0.0), abs=1e-9)


@given(drawing.bodies(drawing.oval_shapes), drawing.bodies(drawing.oval_shapes | drawing.hull_shapes))
def test_gap_of_ovals_is_what_shapely_measures(body, other):
    assert measure.gap(body, other) == pytest.approx(max(drawing.clearance(body, other), 0.0), abs=1e-9)


@given(drawing.bodies(), others)
def test_overlapping_is_lying_deeper_in_each_other_than_the_tolerance(body, other):
    clearance = drawing.clearance(body, other)
    assume(clearance > -1e-9 or clearance < -3 * TOLERANCE)

    assert measure.overlaps(body, other) == (clearance < -TOLERANCE)


@given(drawing.bodies(), drawing.bodies())
def test_gaps_and_overlaps_are_mutual(one, other):
    assert measure.overlaps(one, other) == measure.overlaps(other, one)
    assert measure.gap(one, other) == pytest.approx(measure.gap(other, one), abs=1e-12)


@given(drawing.bodies(), drawing.regions())
def test_a_body_lies_wholly_on_a_region_that_holds_it(body, region):
    room = drawing.room_inside(body, region)
    assume(room > -1e-9 or room < -3 * TOLERANCE)

    assert measure.lies_on(body, region, "all") == (room > -TOLERANCE)


@given(drawing.bodies(), drawing.regions())
def test_a_body_lies_on_a_region_with_its_centre_if_that_is_in_it_or_on_its_edge(body, region):
    away = drawing.ground(region).distance(drawing.Point(body.x, body.y))
    assume(away < TOLERANCE / 2 or away > 2 * TOLERANCE)

    assert measure.lies_on(body, region, "centre") == (away < TOLERANCE)


@pytest.mark.parametrize("shape", [round_base(2.0), rectangle_base(2.0, 2.0)])
def test_a_body_may_touch_the_edge_of_its_floor_and_the_side_of_its_neighbour(shape):
    corner, neighbour = shape.at(1.0, 1.0), shape.at(3.0, 1.0)

    assert measure.fits(corner, [neighbour], FLOOR, "all")
    assert measure.gap(corner, neighbour) == 0.0
    assert not measure.fits(shape.at(1.001, 1.0), [neighbour], FLOOR, "all")
    assert not measure.fits(shape.at(0.999, 1.0), [neighbour], FLOOR, "all")
    assert measure.fits(shape.at(0.0, 1.0), [neighbour], FLOOR, "centre")
    assert measure.fits(shape.at(-0.9, 1.0), [neighbour], FLOOR, "any")
    assert measure.fits(shape.at(50.0, 1.0), [neighbour], None, "all")


def test_a_body_does_not_lie_on_the_hole_it_covers():
    assert not measure.lies_on(round_base(9.0).at(5.0, 5.0), FLOOR, "all")
    assert not measure.lies_on(rectangle_base(9.0, 9.0).at(5.0, 5.0), FLOOR, "all")
    assert not measure.lies_on(round_base(1.0).at(5.0, 5.0), FLOOR, "any")


def test_a_hull_may_fit_its_notch_round_a_corner():
    notched = hull([(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)]).at(0.0, 0.0)
    block = Region(((1.0, 1.0, 3.0, 1.0, 3.0, 3.0, 1.0, 3.0),))

    assert not measure.overlaps(notched, block)
    assert measure.overlaps(hull([(0.0, 0.0), (2.0, 0.0), (1.001, 1.001), (0.0, 2.0)]).at(0.0, 0.0), block)


def test_a_seam_between_two_parts_of_a_floor_is_no_edge():
    floor = Region(((0.0, 0.0, 4.0, 0.0, 4.0, 4.0, 0.0, 4.0), (4.0, 1.0, 8.0, 1.0, 8.0, 3.0, 4.0, 3.0)))

    assert measure.lies_on(round_base(1.0).at(4.0, 2.0), floor, "all")
    assert measure.lies_on(rectangle_base(1.0, 1.0).at(4.0, 2.0), floor, "all")
    assert not measure.lies_on(round_base(1.0).at(4.0, 3.0), floor, "all")


def test_a_hole_that_reaches_the_edge_leaves_no_edge_behind():
    bay = Region(((0.0, 0.0, 4.0, 0.0, 4.0, 4.0, 0.0, 4.0), (0.0, 1.0, 3.0, 1.0, 3.0, 3.0, 0.0, 3.0)))

    assert measure.gap(round_base(1.0).at(1.0, 2.0), bay) == pytest.approx(0.5)
    assert measure.gap(round_base(1.0).at(-0.5, 2.0), bay) == pytest.approx(math.hypot(0.5, 1.0) - 0.5)


def test_nothing_is_near_a_region_without_ground():
    assert measure.gap(round_base(1.0).at(0.0, 0.0), Region(())) == math.inf
    assert not measure.overlaps(round_base(1.0).at(0.0, 0.0), Region(()))
    assert not measure.lies_on(round_base(1.0).at(0.0, 0.0), Region(()), "all")
    assert measure.gap(round_base(1.0).at(0.0, 0.0), Region(FLOOR.rings[:1] * 2)) == math.inf


def test_a_gap_in_space_joins_plan_and_height():
    one, other = round_base(2.0).at(0.0, 0.0), round_base(2.0).at(5.0, 0.0)

    assert measure.gap_in_space(one, 0.0, other, 4.0) == pytest.approx(5.0)


@given(
    drawing.shapes,
    st.lists(st.tuples(drawing.places, drawing.places, drawing.bearings), min_size=1, max_size=5),
)
def test_the_furthest_part_travels_further_than_any_sampled_part(shape, legs):
    longest = measure.furthest_part(shape, legs)
    far = max(range(0, len(shape.core), 2), key=lambda i: math.hypot(shape.core[i], shape.core[i + 1]))
    fx, fy = shape.core[far], shape.core[far + 1]
    stretch = 1 + shape.radius / math.hypot(fx, fy) if (fx, fy) != (0.0, 0.0) else 1.0
    parts = [(shape.core[i], shape.core[i + 1]) for i in range(0, len(shape.core), 2)]
    parts += [(fx * stretch, fy * stretch), (0.0, shape.radius)]

    lengths = [track_length(part, legs) for part in parts]

    assert max(lengths) == pytest.approx(longest, rel=1e-4, abs=1e-9)
    assert max(lengths) <= longest + 1e-9


def track_length(part: tuple[float, float], legs: list[tuple[float, float, float]]) -> float:
    """Length of the track of one part of a base, walked in small steps."""
    total = 0.0
    x, y, bearing = legs[0]
    for next_x, next_y, next_bearing in legs[1:]:
        total += math.hypot(next_x - x, next_y - y)
        angle = (next_bearing - bearing + 180.0) % 360.0 - 180.0
        spots = [turn(*part, bearing + angle * step / 200) for step in range(201)]
        total += sum(math.dist(spots[step], spots[step + 1]) for step in range(200))
        x, y, bearing = next_x, next_y, next_bearing
    return total


def test_the_corner_of_a_turning_base_travels_the_arc():
    assert measure.furthest_part(rectangle_base(6.0, 8.0), [(0, 0, 0), (3, 4, 90)]) == pytest.approx(
        5 + math.pi / 2 * 5
    )
    assert measure.furthest_part(oval_base(6.0, 2.0), [(0, 0, 350), (0, 0, 10)]) == pytest.approx(
        math.radians(20) * 3, rel=1.91e-5
    )


@pytest.mark.parametrize("far", [0.0, 9999.0])
def test_slivers_and_points_give_sane_answers(far):
    sliver = Region(((far, 0.0, far + 10.0, 0.0, far + 10.0, 1e-6, far, 1e-6),))
    thin = hull([(0.0, 0.0), (10.0, 0.0), (10.0, 1e-5)]).at(far, -1e-5)
    dot = Body((far + 1.0, 0.0), 0.0, far + 1.0, 0.0)

    assert measure.overlaps(round_base(1.0).at(far + 5.0, 0.2), sliver)
    assert measure.overlaps(rectangle_base(1.0, 1.0).at(far + 5.0, 0.2), sliver)
    assert not measure.overlaps(thin, sliver)
    assert not measure.overlaps(dot, dot)
    assert measure.gap(dot, thin) < 1e-4
    assert measure.lies_on(dot, sliver, "all")
