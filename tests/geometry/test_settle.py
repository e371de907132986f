"""The nearest legal places, by hand and against shapely: what is handed out is legal, nothing nearer is."""

from __future__ import annotations

import math
import random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.geometry import drawing
from tests.samples import sample

from surefoot.geometry import measure
from surefoot.geometry.settle import NOWHERE, Arc, Clear, Keep, On, Settled, settle
from surefoot.geometry.shapes import Body, Region, Shape, hull, oval_base, rectangle_base, round_base
from surefoot.geometry.tolerance import TOLERANCE


def box(west: float, south: float, east: float, north: float) -> tuple[float, ...]:
    return west, south, east, south, east, north, west, north


DISC = round_base(2.0)
SMALL = round_base(1.0)
BOX = rectangle_base(2.0, 2.0)
WALL = Region((box(4, -5, 5, 5),))
FLOOR = Region((box(0, 0, 10, 10),))


@pytest.mark.parametrize("shape", [DISC, BOX, oval_base(3.0, 2.0)])
def test_a_place_that_is_legal_already_is_kept(shape):
    assert settle(shape, 2.0, 0.0, 0.0, (Clear(WALL),)) == Settled(0.0, ((2.0, 0.0),), ())
    assert settle(shape, 2.0, 5.0, 0.0, (On(FLOOR, "all"),)).distance == 0.0
    assert settle(shape, 2.0, 5.0, 0.0, ()).distance == 0.0


@pytest.mark.parametrize("shape", [DISC, BOX])
def test_touching_is_legal_and_so_is_what_the_table_cannot_tell_from_it(shape):
    assert settle(shape, 3.0, 0.0, 0.0, (Clear(WALL),)).distance == 0.0
    assert settle(shape, 3.0 + TOLERANCE / 2, 0.0, 0.0, (Clear(WALL),)).distance == 0.0
    assert settle(shape, 3.0 + 2 * TOLERANCE, 0.0, 0.0, (Clear(WALL),)).distance == pytest.approx(
        2 * TOLERANCE
    )
    assert settle(shape, 1.0, 1.0, 0.0, (On(FLOOR, "all"),)).distance == 0.0


@pytest.mark.parametrize("shape", [DISC, BOX])
def test_a_body_leaves_a_wall_by_the_shortest_way(shape):
    settled = settle(shape, 3.5, 0.0, 0.0, (Clear(WALL),))

    assert settled.distance == pytest.approx(0.5)
    assert settled.spots == (pytest.approx((3.0, 0.0)),)


@pytest.mark.parametrize("shape", [DISC, BOX])
def test_a_border_too_short_to_have_a_length_changes_nothing(shape):
    plain = Region((box(0, 0, 3, 3),))
    doubled = Region(((0, 0, 1e-200, 0, 3, 0, 3, 3, 0, 3),))

    assert settle(shape, 0.5, 0.5, 0.0, (Clear(doubled),)) == settle(shape, 0.5, 0.5, 0.0, (Clear(plain),))
    assert settle(shape, 0.5, 0.5, 0.0, (On(doubled, "all"),)) == settle(
        shape, 0.5, 0.5, 0.0, (On(plain, "all"),)
    )


@pytest.mark.parametrize("shape", [DISC, BOX])
def test_two_ways_out_that_are_as_long_as_each_other_tie(shape):
    settled = settle(shape, 4.5, 0.0, 0.0, (Clear(WALL),))

    assert settled.distance == pytest.approx(1.5)
    assert settled.spots == (pytest.approx((3.0, 0.0)), pytest.approx((6.0, 0.0)))
    assert settled.arcs == ()


def test_a_gap_is_kept_to_the_wall():
    assert settle(DISC, 3.5, 0.0, 0.0, (Clear(WALL, 1.0),)).spots == (pytest.approx((2.0, 0.0)),)
    assert settle(DISC, 2.0, 0.0, 0.0, (Clear(WALL, 1.0),)).distance == 0.0
    assert settle(BOX, 3.0, 5.5, 0.0, (Clear(WALL, 1.0),)).spots == (pytest.approx((2.0, 5.5)),)


def test_round_a_corner_the_gap_is_kept_to_the_corner():
    settled = settle(SMALL, 3.8, 5.2, 0.0, (Clear(WALL, 0.5),))

    assert settled.distance == pytest.approx(1.0 - math.hypot(0.2, 0.2))
    assert settled.spots == (pytest.approx((4.0 - math.sqrt(0.5), 5.0 + math.sqrt(0.5))),)


def test_concentric_bases_tie_on_a_whole_circle():
    assert settle(SMALL, 1.0, 2.0, 0.0, (Clear(DISC.at(1.0, 2.0)),)) == Settled(
        1.5, (), (Arc(1.0, 2.0, 1.5, 0.0, 360.0),)
    )


def test_nearly_concentric_bases_tie_as_far_as_the_table_can_tell():
    (arc,) = settle(SMALL, 1.0, 2.0, 0.0, (Clear(DISC.at(1.0 + 1e-5, 2.0)),)).arcs

    assert (arc.from_bearing, arc.to_bearing) == (0.0, 360.0)
    assert settle(SMALL, 1.0, 2.0, 0.0, (Clear(DISC.at(1.01, 2.0)),)).spots == (pytest.approx((-0.49, 2.0)),)


def test_something_beside_concentric_bases_takes_a_part_of_the_circle():
    (arc,) = settle(SMALL, 0.0, 0.0, 0.0, (Clear(DISC.at(0.0, 0.0)), Clear(DISC.at(2.0, 0.0)))).arcs
    half = math.degrees(math.acos((1.5**2 + 2.0**2 - 1.5**2) / (2 * 1.5 * 2.0)))

    assert arc.from_bearing == pytest.approx(90.0 + half)
    assert arc.to_bearing == pytest.approx(360.0 + 90.0 - half)


def test_a_circle_cut_twice_leaves_two_arcs():
    posts = (Clear(DISC.at(2.5, 0.0)), Clear(DISC.at(-2.5, 0.0)))
    settled = settle(SMALL, 0.0, 0.0, 0.0, (Clear(DISC.at(0.0, 0.0)), *posts))

    assert len(settled.arcs) == 2
    assert settled.spots == ()
    for arc in settled.arcs:
        assert (arc.from_bearing + arc.to_bearing) / 2 % 180 == pytest.approx(0.0, abs=1e-9) or (
            arc.from_bearing + arc.to_bearing
        ) / 2 == pytest.approx(360.0)


def test_between_two_walls_a_body_goes_into_the_corner():
    corner = Region(((0.0, 0.0, 9.0, 0.0, 9.0, 1.0, 1.0, 1.0, 1.0, 9.0, 0.0, 9.0),))

    assert settle(DISC, 1.5, 1.5, 0.0, (Clear(corner),)).spots == (pytest.approx((2.0, 2.0)),)
    assert settle(BOX, 1.5, 1.8, 0.0, (Clear(corner),)).spots == (pytest.approx((2.0, 2.0)),)
    assert settle(BOX, 1.5, 4.0, 0.0, (Clear(corner),)).spots == (pytest.approx((2.0, 4.0)),)


def test_a_body_is_pushed_onto_the_floor():
    assert settle(DISC, -1.0, -1.0, 0.0, (On(FLOOR, "all"),)).spots == (pytest.approx((1.0, 1.0)),)
    assert settle(DISC, -1.0, 4.0, 0.0, (On(FLOOR, "centre"),)).spots == (pytest.approx((0.0, 4.0)),)
    assert settle(DISC, -1.0, -1.0, 0.0, (On(FLOOR, "centre"),)).spots == (pytest.approx((0.0, 0.0)),)
    turned = settle(BOX, -1.0, 5.0, 45.0, (On(FLOOR, "all"),))
    assert turned.spots == (pytest.approx((math.sqrt(2), 5.0)),)


def test_a_hole_in_the_floor_is_stepped_out_of():
    floor = Region((box(0, 0, 10, 10), box(4, 4, 6, 6)))

    assert settle(DISC, 4.5, 5.0, 0.0, (On(floor, "all"),)).spots == (pytest.approx((3.0, 5.0)),)
    assert settle(DISC, 4.5, 5.0, 0.0, (On(floor, "centre"),)).spots == (pytest.approx((4.0, 5.0)),)
    assert len(settle(BOX, 5.0, 5.0, 0.0, (On(floor, "all"),)).spots) == 4


@pytest.mark.parametrize("shape", [DISC, BOX])
@pytest.mark.parametrize(("width", "fits"), [(1.9, False), (2.0, True), (2.1, True)])
def test_a_channel_narrower_than_the_base_has_no_place(shape, width, fits):
    channel = Region((box(0, 0, 10, width),))
    settled = settle(shape, 5.0, -1.0, 0.0, (On(channel, "all"),))

    if fits:
        assert settled.spots == (pytest.approx((5.0, 1.0)),)
    else:
        assert settled == NOWHERE


@pytest.mark.parametrize("shape", [DISC, BOX])
def test_a_passage_exactly_as_wide_as_the_base_is_found(shape):
    walls = (Clear(Region((box(0, 0, 10, 1),))), Clear(Region((box(0, 3, 10, 4),))))
    one_region = (Clear(Region((box(0, 0, 10, 1), box(0, 3, 10, 4)))),)

    for keeps in (walls, one_region):
        assert settle(shape, 5.0, 1.7, 0.0, keeps).spots == (pytest.approx((5.0, 2.0)),)


def test_a_disc_finds_the_spot_between_two_others_and_the_wall():
    keeps = (Clear(DISC.at(0.0, 0.0)), Clear(DISC.at(3.0, 0.0)), Clear(Region((box(-5, -9, 9, -1),))))
    (spot,) = settle(SMALL, 1.4, 0.0, 0.0, keeps).spots

    assert spot == pytest.approx((1.5, 0.0))
    (above,) = settle(DISC, 1.5, 0.2, 0.0, keeps).spots
    assert above == pytest.approx((1.5, math.sqrt(4 - 1.5**2)))


def test_what_lies_beyond_the_limit_is_nowhere():
    keeps = (Clear(WALL),)

    assert settle(DISC, 3.5, 0.0, 0.0, keeps, limit=0.5).distance == pytest.approx(0.5)
    assert settle(DISC, 3.5, 0.0, 0.0, keeps, limit=0.49) == NOWHERE
    assert settle(SMALL, 0.0, 0.0, 0.0, (Clear(DISC.at(0.0, 0.0)),), limit=1.4) == NOWHERE


@pytest.mark.parametrize("shape", [DISC, BOX])
def test_a_straight_way_out_is_followed_to_the_first_place(shape):
    keeps = (Clear(WALL), Clear(Region((box(6.5, -5, 9, 5),))))

    assert settle(shape, 3.5, 0.0, 0.0, keeps, straight=(-2.0, 0.0)).spots == (pytest.approx((3.0, 0.0)),)
    assert settle(shape, 3.5, 0.0, 0.0, keeps, straight=(2.0, 0.0)).spots == (pytest.approx((10.0, 0.0)),)
    assert settle(shape, 3.5, 0.0, 0.0, keeps, straight=(2.0, 0.0), limit=6.0) == NOWHERE
    assert settle(shape, 3.5, 0.0, 0.0, keeps, straight=(0.0, 0.0)) == NOWHERE


def test_a_straight_way_stops_where_a_body_just_fits_between():
    keeps = (Clear(DISC.at(0.0, 0.0)), Clear(DISC.at(4.0, 0.0)))

    assert settle(DISC, 1.0, 0.0, 0.0, keeps, straight=(1.0, 0.0)).spots == (pytest.approx((2.0, 0.0)),)


def test_ovals_have_one_nearest_place_not_one_for_each_of_their_corners():
    oval = oval_base(4.7, 3.6)

    assert len(settle(oval, 0.2, 0.0, 0.0, (Clear(oval.at(0.5, 0.5, 30.0)),)).spots) == 1
    assert len(settle(oval, 0.0, 0.0, 0.0, (Clear(oval.at(0.0, 0.0)),)).spots) == 2


def test_a_hollow_hull_is_set_down_over_what_fits_into_it():
    clamp = hull([(-2, -2), (2, -2), (2, 2), (1, 2), (1, 0), (-1, 0), (-1, 2), (-2, 2)])
    settled = settle(clamp, 0.2, 0.1, 0.0, (Clear(SMALL.at(0.0, 0.5)), Clear(SMALL.at(0.0, 1.5))))

    assert settled.distance == pytest.approx(0.1)
    assert settled.spots == (pytest.approx((0.2, 0.0)),)


def test_ground_and_things_that_are_nothing_do_not_disturb():
    nothing = Region(())

    assert settle(DISC, 3.5, 0.0, 0.0, (Clear(nothing), Clear(WALL))).spots == (pytest.approx((3.0, 0.0)),)
    assert settle(DISC, 3.5, 0.0, 0.0, (On(nothing, "centre"),)) == NOWHERE
    assert settle(DISC, 3.5, 0.0, 0.0, (On(nothing, "all"),)) == NOWHERE


@pytest.mark.parametrize("far", [0.0, 9000.0])
def test_small_features_far_out_are_kept_apart(far):
    comb = Region((box(far, far, far + 1e-3, far + 1), box(far + 2e-3, far, far + 3e-3, far + 1)))
    settled = settle(SMALL, far + 0.1, far + 0.5, 0.0, (Clear(comb),))

    assert settled.spots == (pytest.approx((far + 0.503, far + 0.5), abs=1e-9, rel=0.0),)


def is_clean(region: Region) -> bool:
    """Whether no two edges lie on each other: where they do, ground and nothing cannot be told apart."""
    drawn = sum(shapely.LinearRing(list(zip(r[::2], r[1::2], strict=True))).length for r in region.rings)
    return abs(drawn - drawing.ground(region).boundary.length) < 1e-6


class Oracle:
    """Whether shapely finds a place legal, forgiving a slack (below 0: asking for more than is needed)."""

    def __init__(self, keeps: tuple[Keep, ...]) -> None:
        self.parts = [self.part(keep) for keep in keeps]

    def part(self, keep: Keep) -> tuple[shapely.Geometry, float | None, bool]:
        """What to keep away from, by how much beyond the radius, and with the centre alone or with all."""
        if isinstance(keep, Clear):
            flesh, radius = drawing.thing(keep.other)
            return flesh, radius + keep.gap, False
        outside = shapely.box(-99.0, -99.0, 99.0, 99.0).difference(drawing.ground(keep.region))
        return outside, 0.0, keep.part == "centre"

    def allows(self, body: Body, slack: float) -> bool:
        return all(self.keeps(body, *part, slack) for part in self.parts)

    def keeps(self, body: Body, flesh: shapely.Geometry, radius: float, centre: bool, slack: float) -> bool:
        bone = shapely.Point(body.x, body.y) if centre else drawing.core(body)
        needed = radius + (0.0 if centre else body.radius) - slack
        if flesh.is_empty:
            return True
        if needed > 0.0:
            return bool(bone.distance(flesh) >= needed)
        if centre or len(body.core) == 2:
            return not flesh.contains(bone) or flesh.boundary.distance(bone) <= slack
        inner = bone.buffer(needed, join_style="mitre")
        return inner.is_empty or inner.distance(flesh) > 0.0


clears = st.builds(
    Clear, drawing.bodies() | drawing.regions().filter(is_clean), st.sampled_from((0.0, 0.0, 0.5, 1.0))
)
ons = st.builds(On, drawing.regions().filter(is_clean), st.sampled_from(("centre", "all")))
many_keeps = st.lists(clears | clears | ons, min_size=1, max_size=4).map(tuple)
starts = st.tuples(drawing.places, drawing.places, drawing.bearings)


@given(drawing.shapes, starts, many_keeps, st.integers(0, 2**32))
def test_places_are_legal_and_nothing_nearer_is(shape, start, keeps, seed):
    check_settled(shape, start, keeps, seed)


@settings(max_examples=sample(20))
@given(drawing.oval_shapes, starts, many_keeps, st.integers(0, 2**32))
def test_places_of_ovals_are_legal_and_nothing_nearer_is(shape, start, keeps, seed):
    check_settled(shape, start, keeps, seed)


def check_settled(
    shape: Shape, start: tuple[float, float, float], keeps: tuple[Keep, ...], seed: int
) -> None:
    x, y, bearing = start
    oracle = Oracle(keeps)
    settled = settle(shape, x, y, bearing, keeps)

    check_places(shape, start, oracle, settled)
    nearest = min(settled.distance, 12.0) - 2 * TOLERANCE
    chance = random.Random(seed)
    for number in range(80 if nearest > 0.0 else 0):
        # Everywhere, and just inside the nearest place.
        share = math.sqrt(chance.random()) if number % 2 else 1 - 10 ** -chance.uniform(1.0, 4.0)
        angle = chance.uniform(0.0, 2 * math.pi)
        place = x + nearest * share * math.sin(angle), y + nearest * share * math.cos(angle)
        assert not oracle.allows(shape.at(*place, bearing), -TOLERANCE)


def check_places(shape: Shape, start: tuple[float, float, float], oracle: Oracle, settled: Settled) -> None:
    x, y, bearing = start
    slack = TOLERANCE / 5 if settled.distance else 2 * TOLERANCE
    for spot in settled.spots:
        assert math.dist(spot, (x, y)) == pytest.approx(settled.distance, abs=1.01 * TOLERANCE)
        assert oracle.allows(shape.at(*spot, bearing), slack)
    for arc in settled.arcs:
        assert math.dist((arc.x, arc.y), (x, y)) <= TOLERANCE / 2
        for share in (0.0, 0.3, 0.5, 0.9, 1.0):
            angle = math.radians(arc.from_bearing + (arc.to_bearing - arc.from_bearing) * share)
            place = arc.x + arc.radius * math.sin(angle), arc.y + arc.radius * math.cos(angle)
            assert oracle.allows(shape.at(*place, bearing), slack)


@given(drawing.shapes, starts, many_keeps, st.floats(0.0, 360.0))
def test_a_straight_way_leads_to_the_first_legal_place(shape, start, keeps, towards):
    x, y, bearing = start
    dx, dy = math.sin(math.radians(towards)), math.cos(math.radians(towards))
    oracle = Oracle(keeps)
    settled = settle(shape, x, y, bearing, keeps, straight=(dx, dy))

    check_places(shape, start, oracle, settled)
    assert settled.distance >= settle(shape, x, y, bearing, keeps).distance - TOLERANCE
    nearest = min(settled.distance, 12.0) - TOLERANCE
    for step in range(80 if nearest > 0.0 else 0):
        off = nearest * step / 80
        assert not oracle.allows(shape.at(x + off * dx, y + off * dy, bearing), -TOLERANCE)


@given(drawing.shapes, starts, many_keeps)
def test_a_place_handed_out_is_legal_for_the_table_and_stays(shape, start, keeps):
    x, y, bearing = start
    for spot in settle(shape, x, y, bearing, keeps).spots:
        body = shape.at(*spot, bearing)
        for keep in keeps:
            if isinstance(keep, On):
                assert measure.lies_on(body, keep.region, keep.part)
            else:
                assert not measure.overlaps(body, keep.other)
        assert settle(shape, *spot, bearing, keeps) == Settled(0.0, (spot,), ())


@given(drawing.shapes, starts, many_keeps, many_keeps)
def test_more_to_keep_never_brings_a_place_nearer(shape, start, keeps, more):
    fewer = settle(shape, *start, keeps)

    assert settle(shape, *start, keeps + more).distance >= fewer.distance - TOLERANCE


@given(drawing.shapes, starts, st.lists(clears, min_size=1, max_size=3).map(tuple))
def test_the_order_of_what_is_kept_does_not_matter(shape, start, keeps):
    one, other = settle(shape, *start, keeps), settle(shape, *start, keeps[::-1])

    assert one.distance == pytest.approx(other.distance, abs=1e-9)
    assert len(one.spots) == len(other.spots)
    assert len(one.arcs) == len(other.arcs)
