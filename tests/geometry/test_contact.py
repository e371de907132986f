"""The first touch of moving bodies, by hand and against shapely pose by pose."""

from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.geometry import drawing

from surefoot.geometry import measure
from surefoot.geometry.contact import Contact, first_contact
from surefoot.geometry.shapes import (
    Body,
    Motion,
    Pivot,
    Region,
    Shift,
    hull,
    oval_base,
    rectangle_base,
    round_base,
)
from surefoot.geometry.sweep import moved
from surefoot.geometry.tolerance import TOLERANCE

DISC = round_base(2.0)
BOX = rectangle_base(2.0, 2.0)
WALL = Region(((4.0, -5.0, 5.0, -5.0, 5.0, 5.0, 4.0, 5.0),))
# A floor that ends in a step upwards at x = 8.
STEP = Region(((0.0, -1.0, 10.0, -1.0, 10.0, 5.0, 8.0, 5.0, 8.0, 0.0, 0.0, 0.0),))


def contacts(shape, place, motion, other) -> tuple[Contact, ...]:
    return first_contact([shape.at(*place)], motion, [("other", other)])


@pytest.mark.parametrize("shape", [DISC, BOX])
def test_a_body_touches_the_wall_it_is_moved_into(shape):
    (contact,) = contacts(shape, (0.0, 0.0), Shift(10.0, 0.0), WALL)

    assert (contact.mover, contact.other) == (0, "other")
    assert contact.fraction == pytest.approx(0.3, abs=1e-12)
    assert contact.point == pytest.approx((4.0, 0.0))
    assert contact.normal == (-1.0, 0.0)


def test_a_box_touches_a_wall_along_its_side_and_a_disc_at_a_point():
    (flat,) = contacts(BOX, (0.0, 0.0), Shift(10.0, 0.0), WALL)
    (pointed,) = contacts(BOX, (0.0, 0.0, 45.0), Shift(10.0, 0.0), WALL)
    (round_one,) = contacts(DISC, (0.0, 0.0), Shift(10.0, 0.0), WALL)

    assert flat.along is not None
    assert sorted(flat.along) == [pytest.approx((4.0, -1.0)), pytest.approx((4.0, 1.0))]
    assert pointed.along is None
    assert pointed.fraction == pytest.approx((4 - math.sqrt(2)) / 10)
    assert round_one.along is None


def test_the_common_stretch_ends_where_either_side_ends():
    (contact,) = contacts(BOX, (0.0, 5.5), Shift(10.0, 0.0), WALL)

    assert contact.along is not None
    assert sorted(contact.along) == [pytest.approx((4.0, 4.5)), pytest.approx((4.0, 5.0))]


@pytest.mark.parametrize("shape", [DISC, BOX])
@pytest.mark.parametrize("motion", [Shift(0.0, 3.0), Shift(-3.0, 0.0), Shift(-1.0, 2.0), Shift(0.0, 0.0)])
def test_sliding_along_or_away_from_what_is_touched_is_no_contact(shape, motion):
    assert contacts(shape, (3.0, 0.0), motion, WALL) == ()


@pytest.mark.parametrize("shape", [DISC, BOX])
@pytest.mark.parametrize("motion", [Shift(3.0, 0.0), Shift(0.5, 3.0)])
def test_pressing_into_what_is_touched_is_a_contact_at_once(shape, motion):
    (contact,) = contacts(shape, (3.0, 0.0), motion, WALL)

    assert contact.fraction == 0.0
    assert contact.normal == (-1.0, 0.0)


@pytest.mark.parametrize("shape", [DISC, BOX])
def test_what_lies_behind_or_beyond_the_motion_is_not_touched(shape):
    assert contacts(shape, (8.0, 0.0), Shift(10.0, 0.0), WALL) == ()
    assert contacts(shape, (0.0, 0.0), Shift(2.9, 0.0), WALL) == ()
    assert contacts(shape, (0.0, 0.0), Shift(3.0, 0.0), WALL) == ()


@pytest.mark.parametrize("shape", [DISC, BOX])
@pytest.mark.parametrize("lift", [0.0, 1e-6, -1e-6, 1e-12])
@pytest.mark.parametrize("start", [1.0, -6.0])
def test_a_body_that_slides_over_a_floor_touches_the_step_at_its_end(shape, lift, start):
    (contact,) = contacts(shape, (start, 1.0 + lift), Shift(9.0 - start, -lift), STEP)

    assert start + contact.fraction * (9.0 - start) == pytest.approx(7.0, abs=1e-9)
    assert contact.normal == (-1.0, 0.0)
    assert contact.point[0] == pytest.approx(8.0)


def test_a_disc_pressed_into_a_corner_touches_both_sides_of_it():
    floor, riser = contacts(DISC, (5.0, 3.0), Shift(4.0, -4.0), STEP)

    assert floor.fraction == riser.fraction == pytest.approx(0.5)
    assert (floor.point, floor.normal) == (pytest.approx((7.0, 0.0)), (0.0, 1.0))
    assert (riser.point, riser.normal) == (pytest.approx((8.0, 1.0)), (-1.0, 0.0))


def test_each_prong_of_a_fork_touches_for_itself():
    fork = hull([(-2, -1), (2, -1), (2, 1), (1, 1), (1, 0), (-1, 0), (-1, 1), (-2, 1)])
    left, right = contacts(fork, (0.0, 0.0, 90.0), Shift(10.0, 0.0), WALL)

    assert left.along is not None
    assert right.along is not None
    assert sorted(left.along) == [pytest.approx((4.0, -2.0)), pytest.approx((4.0, -1.0))]
    assert sorted(right.along) == [pytest.approx((4.0, 1.0)), pytest.approx((4.0, 2.0))]


def test_two_discs_touch_on_the_line_between_their_centres():
    (contact,) = contacts(DISC, (0.0, 0.0), Shift(10.0, 0.0), DISC.at(6.0, 1.2))

    assert contact.fraction == pytest.approx(0.44)
    assert contact.point == pytest.approx((5.2, 0.6))
    assert contact.normal == pytest.approx((-0.8, -0.6))


def test_a_disc_passes_between_two_posts_as_far_apart_as_it_is_wide():
    posts = [("north", DISC.at(5.0, 2.0)), ("south", DISC.at(5.0, -2.0))]

    assert first_contact([DISC.at(0.0, 0.0)], Shift(10.0, 0.0), posts) == ()
    closer = [("north", DISC.at(5.0, 1.99)), ("south", DISC.at(5.0, -1.99))]
    assert [contact.other for contact in first_contact([DISC.at(0.0, 0.0)], Shift(10.0, 0.0), closer)] == [
        "north",
        "south",
    ]


def test_of_bodies_that_move_as_one_the_first_to_touch_counts():
    movers = [DISC.at(0.0, -3.0), DISC.at(0.0, 0.0), DISC.at(0.0, 3.0)]
    others = [("wall", WALL), ("post", DISC.at(3.5, 3.0)), ("late", DISC.at(3.9, -3.0))]
    (contact,) = first_contact(movers, Shift(5.0, 0.0), others)

    assert (contact.mover, contact.other) == (2, "post")
    assert contact.fraction == pytest.approx(0.3)


def test_touches_at_the_same_time_come_by_other_and_then_by_mover():
    movers = [DISC.at(0.0, 3.0), DISC.at(0.0, -3.0)]
    others = [("b", DISC.at(5.0 + TOLERANCE / 2, 3.0)), ("a", WALL)]
    found = first_contact(movers, Shift(5.0, 0.0), others)

    assert [(contact.other, contact.mover) for contact in found] == [("a", 0), ("a", 1), ("b", 0)]


def test_bodies_that_overlap_from_the_start_touch_at_once_or_after_they_came_free():
    assert [contact.fraction for contact in contacts(DISC, (3.5, 0.0), Shift(1.0, 0.0), WALL)] == [0.0]
    assert contacts(DISC, (3.5, 0.0), Shift(-1.0, 0.0), WALL) == ()
    assert [contact.fraction for contact in contacts(BOX, (3.5, 0.0), Shift(1.0, 0.0), WALL)] == [0.0]
    assert contacts(BOX, (3.5, 0.0), Shift(-1.0, 0.0), WALL) == ()


def test_a_box_that_turns_touches_the_wall_with_its_corner():
    (contact,) = contacts(BOX, (2.75, 0.0), Pivot(45.0, 2.75, 0.0), WALL)
    # Its corner, 45 degrees off, is sqrt(2) long and stands at 1.25.
    expected = (45.0 - math.degrees(math.acos(1.25 / math.sqrt(2)))) / 45.0

    assert contact.fraction == pytest.approx(expected)
    assert contact.point[0] == pytest.approx(4.0)
    assert contact.normal == (-1.0, 0.0)
    assert contacts(BOX, (2.5, 0.0), Pivot(45.0, 2.5, 0.0), WALL) == ()


def test_a_box_that_lies_along_a_wall_presses_one_end_when_it_turns():
    (contact,) = contacts(BOX, (3.0, 0.0), Pivot(10.0, 3.0, 0.0), WALL)

    assert contact.fraction == 0.0
    assert contact.point == pytest.approx((4.0, 1.0))
    (other_way,) = contacts(BOX, (3.0, 0.0), Pivot(-10.0, 3.0, 0.0), WALL)
    assert other_way.point == pytest.approx((4.0, -1.0))


def test_a_door_swings_until_it_lies_along_the_wall():
    door = rectangle_base(4.0, 1.0)
    # Hinged at its lower right corner, at the origin; the wall lies to the right.
    wall = Region(((0.0, -3.0, 9.0, -3.0, 9.0, 0.0, 0.0, 0.0),))
    (contact,) = contacts(door, (-0.5, 2.0), Pivot(180.0, 0.0, 0.0), wall)

    assert contact.fraction == pytest.approx(0.5)
    assert contact.normal == (0.0, 1.0)
    assert contact.along is not None
    assert sorted(contact.along) == [pytest.approx((0.0, 0.0)), pytest.approx((4.0, 0.0))]
    assert contact.point == pytest.approx((4.0, 0.0))


def test_a_disc_carried_over_the_top_of_a_circle_presses_the_ground_at_its_height():
    ground = Region(((-9.0, -9.0, 9.0, -9.0, 9.0, 2.0, -9.0, 2.0),))
    (contact,) = contacts(DISC, (0.0, 3.0), Pivot(90.0, 0.0, 0.0), ground)

    assert contact.fraction == 0.0
    assert contact.point == pytest.approx((0.0, 2.0))


def test_an_oval_touches_with_its_foremost_part():
    (contact,) = contacts(oval_base(4.0, 2.0), (0.0, 0.0, 90.0), Shift(10.0, 0.0), WALL)

    assert contact.fraction == pytest.approx(0.2, abs=TOLERANCE / 10)
    assert contact.normal == (-1.0, 0.0)


def is_clean(region: Region) -> bool:
    """Whether no two edges lie on each other: where they do, ground and nothing cannot be told apart."""
    drawn = sum(shapely.LinearRing(list(zip(r[::2], r[1::2], strict=True))).length for r in region.rings)
    return abs(drawn - drawing.ground(region).boundary.length) < 1e-6


pivots = st.builds(
    Pivot, st.sampled_from((90.0, -90.0, 45.0, 360.0)) | st.floats(-400.0, 400.0), *[drawing.places] * 2
)
things = drawing.bodies() | drawing.regions().filter(is_clean)


@given(drawing.bodies(), drawing.shifts | pivots, things)
def test_a_first_contact_is_touched_and_not_overlapped_before(body, motion, other):
    assume(not measure.overlaps(body, other))
    found = first_contact([body], motion, [("other", other)])
    until = found[0].fraction if found else 1.0

    for step in range(61):
        pose = moved(body, motion, until * step / 60)
        assert drawing.clearance(pose, other) >= -2 * TOLERANCE
    for contact in found:
        check_contact(contact, moved(body, motion, until), other)
    if found:
        rest = [moved(body, motion, until + (1 - until) * step / 2000) for step in range(2001)]
        assert any(measure.overlaps(pose, other) for pose in rest)
        assert any(measure.overlaps(shifted(rest[0], normal), other) for normal in normals(found))


def check_contact(contact: Contact, pose: Body, other: Body | Region) -> None:
    flesh, radius = drawing.thing(other)

    assert measure.gap(pose, other) <= TOLERANCE / 5
    assert math.hypot(*contact.normal) == pytest.approx(1.0)
    for point in (contact.point, *(contact.along or ())):
        assert flesh.distance(shapely.Point(point)) == pytest.approx(radius, abs=1.2 * TOLERANCE)
        assert drawing.core(pose).distance(shapely.Point(point)) == pytest.approx(
            pose.radius, abs=1.2 * TOLERANCE
        )


def normals(found: tuple[Contact, ...]) -> list[tuple[float, float]]:
    """Each way in; corner on corner, only the way between both normals leads in."""
    each = [contact.normal for contact in found]
    return [*each, (sum(x for x, _ in each), sum(y for _, y in each))]


def shifted(body: Body, normal: tuple[float, float]) -> Body:
    return moved(body, Shift(-normal[0] * 1e-3, -normal[1] * 1e-3), 1.0)


def mirrored(thing: Body | Region) -> Body | Region:
    if isinstance(thing, Region):
        return Region(tuple(mirror_flat(ring) for ring in thing.rings))
    return Body(mirror_flat(thing.core), thing.radius, -thing.x, thing.y)


def mirror_flat(flat: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(value if index % 2 else -value for index, value in enumerate(flat))


def mirrored_motion(motion: Motion) -> Motion:
    if isinstance(motion, Shift):
        return Shift(-motion.dx, motion.dy)
    return Pivot(-motion.degrees, -motion.x, motion.y)


@given(drawing.bodies(), drawing.shifts | pivots, things)
def test_a_mirrored_table_gives_mirrored_contacts(body, motion, other):
    found = first_contact([body], motion, [("other", other)])
    mirror = first_contact([mirrored(body)], mirrored_motion(motion), [("other", mirrored(other))])

    assert [c.fraction for c in mirror] == pytest.approx([c.fraction for c in found], abs=1e-6)
    assert sorted(c.normal[1] for c in mirror) == pytest.approx(sorted(c.normal[1] for c in found), abs=1e-3)


@given(drawing.bodies(), drawing.shifts, things)
def test_a_shift_as_far_as_the_contact_has_none(body, motion, other):
    assume(not measure.overlaps(body, other))
    for contact in first_contact([body], motion, [("other", other)]):
        short = Shift(motion.dx * contact.fraction, motion.dy * contact.fraction)

        assert first_contact([body], short, [("other", other)]) == ()
