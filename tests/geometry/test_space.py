"""Bodies that rise while they move, and the ground that bodies pass over."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon
from tests.geometry import drawing
from tests.samples import sample

from surefoot.geometry import measure, sweep
from surefoot.geometry.shapes import Body, Pivot, Region, Shift, hull, oval_base, rectangle_base, round_base
from surefoot.geometry.tolerance import TOLERANCE

rises = st.tuples(drawing.places, drawing.places)
reaches = st.sampled_from((1.0, 2.0)) | st.floats(0.1, 4.0)
moments = st.lists(drawing.fractions, min_size=8, max_size=8)


@pytest.mark.parametrize("motions", [drawing.shifts, drawing.pivots], ids=["shift", "pivot"])
@pytest.mark.parametrize("closed", [False, True])
def test_a_body_is_near_in_space_exactly_where_its_pose_is(motions, closed):
    @given(drawing.bodies(), motions, rises, drawing.bodies(), reaches, moments)
    @settings(max_examples=sample(60))
    def law(body, motion, rise, other, reach, moments):
        near = sweep.nearer_in_space(body, motion, rise, other, reach, closed=closed)
        for moment in moments:
            height = rise[0] + moment * (rise[1] - rise[0])
            gap = measure.gap_in_space(sweep.moved(body, motion, moment), height, other, 0.0)
            if abs(gap - reach) > 2 * TOLERANCE:
                assert sweep.covers(near, moment) == (gap < reach)

    law()


@given(drawing.bodies(), drawing.shifts | drawing.pivots, drawing.bodies(), reaches)
@settings(max_examples=sample(60))
def test_on_one_height_space_is_plan(body, motion, other, reach):
    level = sweep.nearer_in_space(body, motion, (0.0, 0.0), other, reach)
    rising = sweep.nearer_in_space(body, motion, (0.0, 1e-13), other, reach)

    assert level == sweep.nearer(body, motion, other, reach)
    if isinstance(motion, Shift):
        assert drawing.difference(level, rising) < 1e-6


def test_a_lift_leaves_the_reach_at_its_height():
    disc, other = round_base(2.0).at(0.0, 0.0), round_base(2.0).at(5.0, 0.0)

    ((start, end),) = sweep.nearer_in_space(disc, Shift(0.0, 0.0), (0.0, 10.0), other, 5.0)
    assert (start, end) == (0.0, pytest.approx(0.4, abs=1e-4))
    assert sweep.nearer_in_space(disc, Shift(5.0, 0.0), (6.0, 5.0), other, 5.0) == ()
    assert sweep.nearer_in_space(disc, Shift(5.0, 0.0), (6.0, 5.0), other, 5.0, closed=True) != ()


def test_the_ends_of_a_stretch_are_exact():
    """A disc passes over a disc, sinking: gap² = (5 - 5 t - 2)² + (4 - 4 t)² until they overlap in plan."""
    disc, other = round_base(2.0).at(0.0, 0.0), round_base(2.0).at(5.0, 0.0)
    ((start, end),) = sweep.nearer_in_space(disc, Shift(5.0, 0.0), (4.0, 0.0), other, 3.0 + TOLERANCE)

    # 41 t² - 62 t + 25 = 9
    assert start == pytest.approx((62 - math.sqrt(62 * 62 - 4 * 41 * 16)) / 82, abs=1e-15)
    assert end == 1.0


def area(region: Region) -> Polygon:
    return drawing.ground(region)


@given(drawing.bodies(), drawing.shifts | drawing.pivots, drawing.fractions)
@settings(max_examples=sample(60))
def test_the_ground_passed_over_holds_every_pose(body, motion, moment):
    track = area(sweep.swept(body, motion)).buffer(TOLERANCE)
    pose = drawing.core(sweep.moved(body, motion, moment)).buffer(body.radius, 64)

    assert pose.difference(track).area == pytest.approx(0.0, abs=1e-9)


@given(drawing.bodies(), drawing.shifts | drawing.pivots)
@settings(max_examples=sample(60))
def test_the_ground_passed_over_holds_no_more_than_the_poses(body, motion):
    poses = [sweep.moved(body, motion, step / 200) for step in range(201)]
    stride = max(measure_stride(poses[0].core, poses[1].core), math.dist(*((p.x, p.y) for p in poses[:2])))

    for ring in sweep.swept(body, motion).rings:
        for i in range(0, len(ring), 2 * (1 + len(ring) // 30)):
            corner = Body(ring[i : i + 2], 0.0, *ring[i : i + 2])
            assert min(measure.gap(pose, corner) for pose in poses) <= stride + TOLERANCE


def measure_stride(before: tuple[float, ...], after: tuple[float, ...]) -> float:
    """How far the furthest corner goes from one pose to the next."""
    return max(math.dist(before[i : i + 2], after[i : i + 2]) for i in range(0, len(before), 2))


def test_a_box_sweeps_a_box_and_a_disc_a_capsule():
    box = sweep.swept(rectangle_base(2.0, 2.0).at(0.0, 0.0), Shift(4.0, 0.0))
    capsule = sweep.swept(round_base(2.0).at(0.0, 0.0), Shift(4.0, 3.0))
    boot = hull([(0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)])

    assert area(box).equals(Polygon([(-1, -1), (5, -1), (5, 1), (-1, 1)]))
    assert area(capsule).area == pytest.approx(10 + math.pi, rel=1e-4)
    assert area(sweep.swept(boot.at(0.0, 0.0), Shift(0.0, 1.0))).area == pytest.approx(5 + 4)
    assert area(sweep.swept(round_base(2.0).at(3.0, 0.0), Pivot(360.0, 0.0, 0.0))).area == pytest.approx(
        math.pi * (16 - 4), rel=1e-3
    )


@pytest.mark.parametrize("shape", [round_base(1.0), rectangle_base(4.0, 2.0), oval_base(4.0, 2.0)])
def test_a_turn_on_the_spot_leaves_one_outline_and_a_turn_round_a_far_point_a_ring(shape):
    assert len(sweep.swept(shape.at(0.0, 0.0, 30.0), Pivot(90.0, 0.0, 0.0)).rings) == 1
    assert len(sweep.swept(shape.at(0.0, 0.0, 30.0), Pivot(-360.0, 5.0, 0.0)).rings) == 2


def test_a_point_at_rest_passes_over_nothing():
    dot = Body((1.0, 1.0), 0.0, 1.0, 1.0)

    assert sweep.swept(dot, Shift(0.0, 0.0)) == Region(())
    assert sweep.swept(dot, Shift(1.0, 0.0)) == Region(())
    assert sweep.swept(dot, Pivot(90.0, 1.0, 1.0)) == Region(())
