"""Laws of moving bodies: every pose agrees with shapely, and answers move, turn, mirror and split with the table."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.geometry import drawing
from tests.samples import sample

from surefoot.geometry import measure, sweep
from surefoot.geometry.shapes import (
    Body,
    Motion,
    Pivot,
    Region,
    Shift,
    hull,
    rectangle_base,
    round_base,
    turn,
)
from surefoot.geometry.tolerance import TOLERANCE

FEW = settings(max_examples=sample(60))
others = drawing.bodies() | drawing.regions()
motions = drawing.shifts | drawing.pivots
moments = st.lists(drawing.fractions, min_size=8, max_size=8)
distances = st.sampled_from((0.0, 0.5, 1.0)) | st.floats(0.0, 2.0)


@pytest.mark.parametrize("motions", [drawing.shifts, drawing.pivots], ids=["shift", "pivot"])
def test_a_body_is_near_or_overlaps_exactly_where_its_pose_does(motions):
    @given(drawing.bodies(), motions, others, distances, moments)
    def law(body, motion, other, distance, moments):
        overlapping = sweep.overlapping(body, motion, other)
        nearer = sweep.nearer(body, motion, other, distance)
        within = sweep.nearer(body, motion, other, distance, closed=True)
        for moment in moments:
            clearance = drawing.clearance(sweep.moved(body, motion, moment), other)
            if clearance > 1e-9 or clearance < -3 * TOLERANCE:
                assert sweep.covers(overlapping, moment) == (clearance < 0.0)
            if abs(clearance - distance) > 2 * TOLERANCE and clearance > 1e-9:
                assert sweep.covers(nearer, moment) == (clearance < distance)
                assert sweep.covers(within, moment) == (clearance < distance)

    law()


@pytest.mark.parametrize("motions", [drawing.shifts, drawing.pivots], ids=["shift", "pivot"])
def test_a_body_lies_in_a_region_exactly_where_its_pose_does(motions):
    @given(drawing.bodies(), motions, drawing.regions(), moments)
    def law(body, motion, region, moments):
        centre, everything = (sweep.inside(body, motion, region, part) for part in ("centre", "all"))
        field = drawing.ground(region)
        for moment in moments:
            pose = sweep.moved(body, motion, moment)
            spot = drawing.Point(pose.x, pose.y)
            room = drawing.room_inside(pose, region)
            if field.boundary.distance(spot) > 2 * TOLERANCE:
                assert sweep.covers(centre, moment) == field.contains(spot)
            if room > 1e-9 or room < -3 * TOLERANCE:
                assert sweep.covers(everything, moment) == (room > 0.0)

    law()


@given(drawing.bodies(drawing.oval_shapes), motions, others, distances, moments)
@settings(max_examples=sample(25))
def test_an_oval_is_near_exactly_where_its_pose_is(body, motion, other, distance, moments):
    nearer = sweep.nearer(body, motion, other, distance)
    for moment in moments[:4]:
        gap = measure.gap(sweep.moved(body, motion, moment), other)
        if abs(gap - distance) > 2 * TOLERANCE and gap > 0.0:
            assert sweep.covers(nearer, moment) == (gap < distance)


@given(drawing.bodies(), drawing.shifts, others, distances)
def test_a_leg_and_the_places_on_it_agree(body, shift, other, distance):
    """Even inside the tolerance: what a sweep says of a stretch, a measure says of the places on it."""
    overlapping = sweep.overlapping(body, shift, other)
    ends = [0.0, *(end for pair in overlapping for end in pair), 1.0]
    for low, high in pairwise(ends):
        if high - low > 1e-6:
            middle = (low + high) / 2
            pose = sweep.moved(body, shift, middle)
            assert measure.overlaps(pose, other) == sweep.covers(overlapping, middle)


def parts_of(motion: Motion, cut: float) -> tuple[Motion, Motion]:
    if isinstance(motion, Shift):
        rest = 1.0 - cut
        return Shift(motion.dx * cut, motion.dy * cut), Shift(motion.dx * rest, motion.dy * rest)
    return (
        Pivot(motion.degrees * cut, motion.x, motion.y),
        Pivot(motion.degrees * (1.0 - cut), motion.x, motion.y),
    )


@given(drawing.bodies(), motions, drawing.regions(), distances, st.floats(0.1, 0.9))
@FEW
def test_splitting_a_motion_splits_the_answer(body, motion, region, distance, cut):
    first, second = parts_of(motion, cut)
    later = sweep.moved(body, motion, cut)

    def asked(question):
        early = tuple((start * cut, end * cut) for start, end in question(body, first))
        late = tuple(
            (cut + start * (1 - cut), cut + end * (1 - cut)) for start, end in question(later, second)
        )
        return drawing.difference(question(body, motion), sweep.union(early, late))

    assert asked(lambda who, how: sweep.nearer(who, how, region, distance)) < 1e-4
    assert asked(lambda who, how: sweep.overlapping(who, how, region)) < 1e-4
    assert asked(lambda who, how: sweep.inside(who, how, region, "all")) < 1e-4


def carried(
    flat: tuple[float, ...], mirror: float, bearing: float, dx: float, dy: float
) -> tuple[float, ...]:
    out: list[float] = []
    for i in range(0, len(flat), 2):
        x, y = turn(mirror * flat[i], flat[i + 1], bearing)
        out += (x + dx, y + dy)
    return tuple(out)


@given(
    drawing.bodies(),
    motions,
    drawing.regions(),
    distances,
    st.tuples(
        st.sampled_from((1.0, -1.0)), drawing.bearings, st.sampled_from((0.0, 37.5, -9000.0)), drawing.places
    ),
)
@FEW
def test_moving_turning_or_mirroring_the_whole_table_changes_no_answer(body, motion, region, distance, how):
    mirror = how[0]
    field = Region(tuple(carried(ring, *how) for ring in region.rings))
    who = Body(carried(body.core, *how), body.radius, *carried((body.x, body.y), *how))
    if isinstance(motion, Shift):
        motion_there: Motion = Shift(*carried((motion.dx, motion.dy), mirror, how[1], 0.0, 0.0))
    else:
        motion_there = Pivot(mirror * motion.degrees, *carried((motion.x, motion.y), *how))

    def differs(question):
        return drawing.difference(question(body, motion, region), question(who, motion_there, field))

    assert differs(lambda b, m, r: sweep.nearer(b, m, r, distance)) < 1e-4
    assert differs(sweep.overlapping) < 1e-4
    assert differs(lambda b, m, r: sweep.inside(b, m, r, "all")) < 1e-4


@given(drawing.bodies(), motions, others, distances)
@FEW
def test_nearer_grows_with_the_distance_and_holds_the_overlap(body, motion, other, distance):
    near = sweep.nearer(body, motion, other, distance)
    within = sweep.nearer(body, motion, other, distance, closed=True)
    overlapping = sweep.overlapping(body, motion, other)

    assert drawing.difference(sweep.union(near, within), within) < 1e-6
    assert drawing.difference(sweep.union(overlapping, near), near) < 1e-6


@given(drawing.bodies(), drawing.shifts, drawing.bodies(), distances)
@FEW
def test_moving_one_is_moving_the_other_the_other_way(body, shift, other, distance):
    back = Shift(-shift.dx, -shift.dy)

    one, two = sweep.nearer(body, shift, other, distance), sweep.nearer(other, back, body, distance)
    assert drawing.difference(one, two) < 1e-6
    assert (
        drawing.difference(sweep.overlapping(body, shift, other), sweep.overlapping(other, back, body)) < 1e-6
    )


BOOT = hull([(0.0, -1.0), (2.0, -1.0), (2.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])


@given(
    st.sampled_from((round_base(2.0), rectangle_base(2.0, 2.0), BOOT)),
    drawing.bearings,
    st.sampled_from((0.0, 123.4, 9876.5)),
    st.floats(0.001, 50.0),
)
def test_a_body_slides_along_a_slanted_wall_and_does_not_overlap_it(shape, bearing, far, length):
    """In its own frame the body stands east of a wall and slides north along it, touching."""
    reach = 0.0 if shape is BOOT else 1.0
    wall = carried(
        (-reach - 0.001, -3.0, -reach, -3.0, -reach, 3.0, -reach - 0.001, 3.0), 1.0, bearing, far, -far
    )
    region, body = Region((wall,)), shape.at(far, -far, bearing)
    slide = Shift(*turn(0.0, length, bearing))

    assert sweep.overlapping(body, slide, region) == ()
    assert sweep.covers(sweep.nearer(body, slide, region, 0.0, closed=True), 0.0)
    into = Shift(*turn(-0.01, length, bearing))
    assert sweep.overlapping(body, into, region) != () or length > 0.5
