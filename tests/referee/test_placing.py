"""Setting a model down: never behind a wall, across a gap or into an obstacle."""

from __future__ import annotations

import pytest

import surefoot
from surefoot.geometry.settle import Clear
from surefoot.geometry.shapes import Region, round_base
from surefoot.referee.placing import entered, nearest, one_of, reached, room, straight_down
from surefoot.referee.protocol import find
from surefoot.referee.view import View, seen

BOARD = """
ruleset: necromunda-classic
board: [24, 24]
terrain:
{terrain}
models:
  kal: {{base: 25.4, at: [{at}], height: 1.5, side: red, profile: {{M: 5, I: 4, T: 3, W: 1}}}}
"""

# Ground that Kal has to leave: everything east of x = 11.
EAST = Region(((11.0, 0.0, 24.0, 0.0, 24.0, 24.0, 11.0, 24.0),))


def view_of(terrain: str, at: str = "12, 12") -> View:
    table = surefoot.loads(BOARD.format(terrain=terrain or "  {}", at=at)).table
    lens = find("necromunda-classic").tariffs(table, "kal", "move")[0].lens
    return seen(table, lens, "kal")


def settled(view: View) -> tuple[float, float]:
    start = view.scene.table.pose("kal")
    spot = one_of(nearest(view, start, (*room(view, start.z), Clear(EAST))))
    assert spot is not None
    return spot


def test_without_walls_the_nearest_spot_is_straight_ahead() -> None:
    assert settled(view_of("")) == pytest.approx((10.5, 12.0))


def test_a_wall_between_is_gone_round_by_the_shortest_way() -> None:
    x, y = settled(view_of("  wall: {wall: [[11.2, 10], [11.4, 10], [11.4, 13], [11.2, 13]], height: 3}"))
    assert x == pytest.approx(10.5, abs=0.02)
    assert y > 13.2


def test_in_a_closed_room_there_is_no_spot_outside() -> None:
    view = view_of(
        """
  west: {wall: [[11.2, 10], [11.4, 10], [11.4, 14], [11.2, 14]], height: 3}
  south: {wall: [[11.2, 10], [14, 10], [14, 10.2], [11.2, 10.2]], height: 3}
  north: {wall: [[11.2, 13.8], [14, 13.8], [14, 14], [11.2, 14]], height: 3}
  east: {wall: [[13.8, 10], [14, 10], [14, 14], [13.8, 14]], height: 3}
"""
    )
    start = view.scene.table.pose("kal")
    assert one_of(nearest(view, start, (*room(view, start.z), Clear(EAST)))) is None


def test_a_low_barricade_is_passed_over_but_not_ended_on() -> None:
    x, _ = settled(
        view_of(
            "  barricade: {obstacle: [[10, 8], [10.8, 8], [10.8, 16], [10, 16]], height: 1, tags: [obstacle]}"
        )
    )
    assert x == pytest.approx(9.5, abs=1e-3)


def test_a_gap_too_wide_to_walk_over_is_not_crossed() -> None:
    view = view_of("  pit: {gap: [[8, 0], [11, 0], [11, 24], [8, 24]], depth: 3}")
    start = view.scene.table.pose("kal")
    assert one_of(nearest(view, start, (*room(view, start.z), Clear(EAST)))) is None


def test_ground_entered_on_the_way_is_told() -> None:
    view = view_of("  vat: {area: [[10.8, 11], [11, 11], [11, 13], [10.8, 13]], tags: [dangerous]}")
    assert entered(view, "kal", 9.0, 12.0) == ("vat",)
    assert entered(view, "kal", 13.0, 12.0) == ()


def test_a_fall_beside_a_wall_ends_on_its_own_side() -> None:
    view = view_of(
        """
  tower: {platform: [[12, 10], [16, 10], [16, 14], [12, 14]], z: 3, under: solid}
  wall: {wall: [[11.2, 10], [11.4, 10], [11.4, 14], [11.2, 14]], height: 2}
""",
        at="13, 12, 3",
    )
    landing = straight_down(view, 11.5, 12.0, 3.0, 0.0)
    assert landing is not None
    assert landing.pose.x >= 11.4 or not 10 < landing.pose.y < 14
    assert landing.pose.y > 14 or landing.pose.y < 10


def test_in_a_pit_its_sides_are_walls() -> None:
    view = view_of("  pit: {gap: [[10, 10], [14, 10], [14, 14], [10, 14]], depth: 3}", at="13, 12, -3")
    start = view.scene.table.pose("kal")
    spot = one_of(nearest(view, start._replace(x=10.2), room(view, start.z)))
    assert spot == pytest.approx((10.5, 12.0))


def test_a_body_that_is_not_passed_through_is_gone_round() -> None:
    view = view_of("")
    start = view.scene.table.pose("kal")
    keeps = (*room(view, start.z), Clear(EAST))
    free = nearest(view, start, keeps)
    round_it = nearest(view, start, keeps, past=(round_base(0.4).at(11.0, 12.0),))
    assert free.distance == pytest.approx(1.5)
    assert 1.5 < round_it.distance < 2.0


def test_ground_entered_on_a_way_round_a_corner_is_told() -> None:
    view = view_of(
        """
  wall: {wall: [[11.2, 10], [11.4, 10], [11.4, 13], [11.2, 13]], height: 3}
  vat: {area: [[11, 13.2], [12, 13.2], [12, 14], [11, 14]], tags: [dangerous]}
"""
    )
    start = view.scene.table.pose("kal")
    found = nearest(view, start, (*room(view, start.z), Clear(EAST)))
    spot = one_of(found)
    assert spot is not None
    assert found.via
    assert entered(view, "kal", *spot, found.via) == ("vat",)


def test_walls_lower_than_a_height_are_passed_over() -> None:
    view = view_of("  wall: {wall: [[11.2, 0], [11.4, 0], [11.4, 24], [11.2, 24]], height: 2}")
    start = view.scene.table.pose("kal")
    keeps = (*room(view, start.z), Clear(EAST))
    assert one_of(nearest(view, start, keeps)) is None
    assert one_of(nearest(view, start, keeps, over=2.0)) is None
    assert one_of(nearest(view, start, keeps, over=2.1)) == pytest.approx((10.5, 12.0))


def test_over_an_edge_there_is_a_way_for_what_falls() -> None:
    view = view_of("  pit: {gap: [[8, 0], [11, 0], [11, 24], [8, 24]], depth: 3}")
    start = view.scene.table.pose("kal")
    assert one_of(nearest(view, start, (Clear(EAST),), limit=3.0)) is None
    assert one_of(nearest(view, start, (Clear(EAST),), falls=True)) == pytest.approx((10.5, 12.0))


def test_a_spot_behind_a_wall_is_reached_only_by_a_way_that_is_long_enough() -> None:
    view = view_of("  wall: {wall: [[11.2, 10], [11.4, 10], [11.4, 13], [11.2, 13]], height: 3}")
    start = view.scene.table.pose("kal")
    assert not reached(view, start, 10.5, 12.0, 2.0)
    assert reached(view, start, 10.5, 12.0, 6.0)
    assert reached(view, start, 13.5, 12.0, 2.0)
