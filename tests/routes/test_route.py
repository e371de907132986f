"""Routes and reach on tables, as the referee sees them."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

import surefoot
from surefoot.geometry.kernel import point_segment
from surefoot.geometry.search.anchor_search import Cancelled
from surefoot.geometry.search.paths import cheapest
from surefoot.geometry.tolerance import TOLERANCE, to_lattice
from surefoot.referee.lens import Models, Zone
from surefoot.referee.referee import ruleset_of
from surefoot.referee.tariff import KeepOut
from surefoot.routes.one_level.legs import path_legs
from surefoot.routes.one_level.reach import reach
from surefoot.routes.one_level.route import NoRoute, Route, route
from surefoot.routes.plan import find_reach
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

RADIUS = 16 / 25.4


def table(
    terrain: str = "", me: str = "[9, 8]", more: str = "", ruleset: str = "necromunda-classic"
) -> Table:
    return surefoot.loads(f"""
ruleset: {ruleset}
board: [30, 20]
terrain: [{terrain}]
models:
  - {{id: kal, base: 32, at: {me}, side: blue, profile: {{M: 12, I: 4, T: 3, W: 1}}}}
{more}
""").table


FOE = "  - {id: foe, base: 32, at: [12, 13], side: red, profile: {M: 6, I: 4, T: 3, W: 1}}"
WALL = "{id: wall, wall: {rect: [10, 4, 0.5, 8]}, height: 3}"
MUD = "{id: mud, area: {rect: [12, 0, 18, 20]}, tags: [difficult]}"


def found(answer: Route | NoRoute) -> Route:
    assert isinstance(answer, Route), answer
    assert answer.outcome.verdict == "legal"
    return answer


def none(answer: Route | NoRoute) -> NoRoute:
    assert isinstance(answer, NoRoute)
    return answer


def test_the_referee_bills_refraction_to_a_millionth() -> None:
    way = found(route(table(MUD), "kal", "move", (15.0, 11.0)))
    best = min(
        math.hypot(3.0, at) + 2.0 * math.hypot(3.0, 3.0 - at) for at in (k / 200_000 for k in range(600_000))
    )
    assert way.cost == pytest.approx(best, abs=2e-6)
    assert len(way.legs) == 2


def test_the_referee_bills_a_way_along_the_border_of_dear_ground_to_a_millionth() -> None:
    way = found(route(table(MUD, me="[13, 4]"), "kal", "move", (12.5, 11.0)))
    # Five legs are drawn for three, each rounded to a millionth.
    assert way.cost == pytest.approx(7.0 + 1.5 * math.sqrt(3.0), abs=3e-6)
    assert way.cost < 2 * math.hypot(7.0, 0.5)


def test_a_wall_is_gone_round_at_the_distance_of_the_base() -> None:
    way = found(route(table(WALL), "kal", "move", (12.0, 8.0)))
    # Up along the wall, round its two corners, and down again; or the other way, which is as long.
    tangent = math.hypot(1.0, 4.0) ** 2 - RADIUS**2
    assert way.cost == pytest.approx(10.5885, abs=2e-3)
    assert way.cost > 2 * math.sqrt(tangent) + 0.5


def test_where_the_base_cannot_end_the_thing_that_keeps_it_off_is_named() -> None:
    assert none(route(table(WALL), "kal", "move", (10.2, 8.0))).blocked_by == ("wall",)
    assert none(route(table(more=FOE), "kal", "move", (12.2, 13.0))).blocked_by == ("foe",)
    assert none(route(table(), "kal", "move", (0.2, 8.0))).blocked_by == ("board",)


def test_too_far_says_what_the_cheapest_way_would_cost() -> None:
    answer = none(route(table(), "kal", "move", (25.0, 8.0)))
    assert answer.cost == pytest.approx(16.0)
    assert "you have 12" in str(answer.says)


def test_whoever_is_closed_in_is_told_by_what() -> None:
    walls = ", ".join(
        f"{{id: w{k}, wall: {{rect: {rect}}}, height: 3}}"
        for k, rect in enumerate(("[7, 6, 4, 0.5]", "[7, 10, 4, 0.5]", "[7, 6, 0.5, 4]", "[11, 6, 0.5, 4.5]"))
    )
    answer = none(route(table(walls), "kal", "move", (14.0, 8.0)))
    assert answer.cost is None
    assert "w3" in answer.blocked_by
    assert "w3 blocks it" in str(answer.says)


def test_other_ways_are_shown_on_demand() -> None:
    way = found(route(table(WALL, me="[9, 8.2]"), "kal", "move", (12.0, 8.0), others=1))
    assert len(way.others) == 1
    assert way.cost < way.others[0].cost <= 1.25 * way.cost


def test_a_model_that_touches_a_wall_can_leave_it_and_slide_along_it() -> None:
    touching = f"[{10 - RADIUS:.6f}, 8]"
    for to in ((8.0, 8.0), (10 - RADIUS, 10.0), (12.0, 13.0)):
        found(route(table(WALL, me=touching), "kal", "move", to))


def test_a_model_inside_a_zone_can_leave_it() -> None:
    near = table(more=FOE, me="[12, 11]")
    way = found(route(near, "kal", "move", (12.0, 8.0)))
    assert way.cost == pytest.approx(3.0)
    assert reach(near, "kal", "move").says(12.0, 10.0) == "yes"


def test_friends_are_passed_but_not_stood_on() -> None:
    mates = "  - {id: mate, base: 32, at: [12, 8], side: blue, profile: {M: 6, I: 4, T: 3, W: 1}}"
    laid = table(more=mates)
    assert found(route(laid, "kal", "move", (15.0, 8.0))).cost == pytest.approx(6.0)
    field = reach(laid, "kal", "move")
    assert field.says(12.5, 8.0) == "no"
    assert field.cost(12.5, 8.0) == pytest.approx(3.5)


def test_more_movement_never_shrinks_reach_and_two_actions_reach_twice_as_far() -> None:
    laid = table(f"{WALL}, {MUD}", more=FOE)
    one, two = reach(laid, "kal", "move", budget=3.0), reach(laid, "kal", "move", budget=3.0, actions=1)
    assert one.budget == two.budget == 3.0
    both = reach(laid, "kal", "move", actions=2)
    assert both.budget == 24.0
    for k in range(60):
        place = 9 + 0.2 * k, 8 + 3 * math.sin(k)
        if one.says(*place) == "yes":
            assert both.says(*place) == "yes"


def test_the_enemy_is_asked_like_a_friend_whoever_is_active() -> None:
    field = reach(table(more=FOE), "foe", "move")
    assert field.budget == 6.0
    assert (12.0, 18.0) in field
    assert (12.0, 19.3) not in field


def test_a_roll_that_is_not_made_yet_gives_a_reach_for_each_face() -> None:
    field = find_reach(table(more=FOE), "kal", "charge")
    assert [each.budget for each in field.rolls] == [13.0, 14.0, 15.0]
    assert [each.chance for each in field.rolls] == [Fraction(1), Fraction(2, 3), Fraction(1, 3)]


def test_a_reach_that_is_no_longer_wanted_is_given_up() -> None:
    posts = ", ".join(
        f"{{id: p{k}, wall: {{rect: [{3 + 2.2 * (k % 11)}, {2 + 2.2 * (k // 11)}, 0.2, 0.2]}}, height: 3}}"
        for k in range(77)
    )
    with pytest.raises(Cancelled):
        reach(table(posts, me="[2, 1]"), "kal", "move", budget=24.0, cancelled=lambda: True)


def test_a_closed_zone_is_kept_strictly_since_its_limit_counts_as_inside() -> None:
    laid = table(more=FOE, me="[7, 13]")
    plain = ruleset_of(laid).tariffs(laid, "kal", "move")[0]
    zone = Zone("near", Models("enemy"), 2.0, closed=True)
    closed = replace(
        plain, lens=replace(plain.lens, zones=(zone,)), keep_out=(KeepOut("near", "some.clause"),)
    )
    field = reach(laid, "kal", "move", tariff=closed)
    limit = 2 * field.ground.resting.view.shape.reach + 2.0
    assert field.says(12.0 - limit, 13.0) == "no"
    assert field.says(12.0 - limit - 3e-4, 13.0) == "yes"
    chart = field.ground.chart
    way = cheapest(chart, field.ground.start, (17.0, 13.0))[0]
    points = [
        (7.0, 13.0),
        *((leg.to[0] / 1e6, leg.to[1] / 1e6) for leg in path_legs(field.ground, way, (17.0, 13.0)) if leg.to),
    ]
    nearest = min(point_segment(12.0, 13.0, *one, *other) for one, other in pairwise(points))
    assert limit + TOLERANCE < nearest < limit + 3 * TOLERANCE


def test_a_zone_ends_at_a_wall() -> None:
    thin = "{id: thin, wall: {rect: [8, 9.9, 8, 0.2]}, height: 3}"
    foe = "  - {id: foe, base: 32, at: [12, 10.8], side: red, profile: {M: 6, I: 4, T: 3, W: 1}}"
    laid = table(thin, me="[10, 8]", more=foe)
    field = reach(laid, "kal", "move")
    # Half an inch of the enemy's base, but for the wall.
    behind = (12.0, 9.2)
    assert field.says(*behind) == "yes"
    assert found(route(laid, "kal", "move", behind)).cost == pytest.approx(math.hypot(2.0, 1.2))
    # Round the end of the wall he is seen, and keeps everybody off.
    assert field.says(13.5, 11.2) == "no"


def with_round(
    sort: str, corners: int, x: float, y: float, far: float, tags: tuple[str, ...] = (), me: str = "[9, 8]"
) -> Table:
    """The table with a round piece of terrain of so many corners."""
    angles = [2 * math.pi * k / corners for k in range(corners)]
    outline = tuple(
        to_lattice(value) for a in angles for value in (x + far * math.cos(a), y + far * math.sin(a))
    )
    piece = Piece("round", sort, outline, height=3_000_000 if sort == "wall" else 0, tags=tags)
    return replace(table(me=me), pieces=Shelf([("round", piece)]))


def test_a_pillar_of_ten_thousand_corners_is_gone_round_like_a_round_one() -> None:
    laid = with_round("wall", 10_000, 9, 12, 2, me="[5, 12]")
    way = found(route(laid, "kal", "move", (13.0, 12.0)))
    keep = 2.0 + RADIUS
    string = 2 * math.sqrt(16.0 - keep * keep) + keep * (math.pi - 2 * math.acos(keep / 4.0))
    assert string - 1e-3 < way.cost < string + 0.01
    touching = (9.0 - 2.0 - RADIUS - 1e-5, 12.0)
    assert reach(laid, "kal", "move").says(*touching) == "yes"
    assert found(route(laid, "kal", "move", touching)).cost == pytest.approx(9 - 5 - 2 - RADIUS, abs=1e-3)


@pytest.mark.parametrize(("corners", "far"), [(100, 1.5), (100, 0.7), (1000, 1.5)])
def test_dear_ground_of_very_many_corners_is_crossed_or_gone_round_for_what_it_costs(
    corners: int, far: float
) -> None:
    laid = with_round("area", corners, 12, 8, far, ("difficult",))
    # Straight through costs as much again as it is wide; along its edge it is a taut string round a disc.
    string = 2 * math.sqrt(9.0 - far * far) + far * (math.pi - 2 * math.acos(far / 3.0))
    assert string < 6.0 + 2 * far
    way = found(route(laid, "kal", "move", (15.0, 8.0)))
    assert string - 2e-3 < way.cost < string + 0.02
    field = reach(laid, "kal", "move")
    assert field.cost(12.0, 8.0) == pytest.approx(3.0 + far, abs=0.01)


def test_ground_that_is_not_wanted_is_gone_round() -> None:
    pit = "{id: pit, area: {rect: [11, 6, 1, 4]}, tags: [dangerous]}"
    straight = found(route(table(pit), "kal", "move", (15.0, 8.0)))
    round_it = found(route(table(pit), "kal", "move", (15.0, 8.0), without=("dangerous",)))
    assert straight.cost < round_it.cost
    assert not [test for test in round_it.outcome.tests if "dangerous" in test.what]


def test_turning_is_paid_for_where_it_costs_something() -> None:
    profile = "{M: 6, WS: 4, BS: 4, S: 3, T: 3, W: 1, I: 4, Ld: 7}"
    laid = surefoot.loads(f"""
ruleset: gemini-arap
board: [30, 20]
models:
  - {{id: kal, base: 25, at: [15, 8], facing: 90, side: blue, profile: {profile}}}
""").table
    field = reach(laid, "kal", "move")
    # Straight ahead nothing is turned; behind, two quarters less the free one.
    assert field.says(20.9, 8.0) == "yes"
    assert field.at_most(11.0, 8.0) == pytest.approx(4.0 + 1.0, abs=1e-6)
    assert field.says(9.2, 8.0) == "within the error"
    assert found(route(laid, "kal", "move", (9.6, 8.0))).cost == pytest.approx(5.4 + 0.5)
    assert none(route(laid, "kal", "move", (9.2, 8.0))).breaks
    for ring in field.region.rings:
        for i in range(0, len(ring), 14):
            x, y = 15 + (ring[i] - 15) * 0.99, 8 + (ring[i + 1] - 8) * 0.99
            assert field.says(x, y) == "no" or found(route(laid, "kal", "move", (x, y))).cost <= 6.0
