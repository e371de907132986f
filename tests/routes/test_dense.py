"""Cheapest paths beside a dense oracle, on random boards and on scenes made to be nasty. More: `make ways`."""

from __future__ import annotations

import math
from typing import Any

import pytest

import surefoot
from surefoot import geometry
from surefoot.geometry.search.paths import cheapest
from surefoot.routes.one_level.reach import reach
from surefoot.routes.one_level.route import Route, route
from surefoot.table.table import Table
from tests.routes.campaign import compared, denied, in_vain, nasty_scene, random_board
from tests.routes.dense import Dense

# Interpreted, a few take as long as all of them compiled.
BOARDS = range(1000, 1004) if geometry.INTERPRETED else range(1000, 1048)
SCENES = range(1000, 1004) if geometry.INTERPRETED else range(1000, 1036)
NASTIER_SCENES = range(60100, 60110) if geometry.INTERPRETED else range(60100, 60136)
SLICE = 6


def slices(seeds: range) -> list[Any]:
    """Where each slice begins; two of them tell enough from day to day, `make campaign` takes the others."""
    begun = range(0, len(seeds), SLICE)
    return [pytest.param(first, marks=pytest.mark.campaign if first > SLICE else ()) for first in begun]


# A wall whose corner ends a tenth short of the border of mud.
NEAR_A_BORDER = """
ruleset: necromunda-classic
board: [24, 16]
terrain:
  mud: {area: [[0, 6], [24, 6], [24, 16], [0, 16]], tags: [difficult]}
  wall: {wall: [[10, 5.9], [6.536, 3.9], [6.786, 3.467], [10.25, 5.467]], height: 30}
models:
  kal: {base: 32, at: [7, 5.999], height: 1.5, side: red, profile: {M: 10, I: 4, T: 3, W: 1}}
"""
# A path along the border of mud, close to the budget.
ALONG_A_BORDER = """
ruleset: necromunda-classic
board: [24, 20]
terrain:
  mud: {area: [[14.4249, 10.1408], [8.8115, 12.0136], [8.0131, 10.481], [9.22, 5.0933], [13.7216, 7.0752]], tags: [difficult]}
models:
  kal: {base: 25, at: [14.3337, 7.7846], height: 1.5, side: red, profile: {M: 5, I: 4, T: 3, W: 1}}
"""

# Two areas that meet at a corner, one on each side of the line through it.
TILES = [[(-2, -2), (0, -2), (0, 0), (-2, 0)], [(0, 0), (2, 0), (2, 2), (0, 2)]]


def test_a_corner_next_to_a_border_is_rounded_through_the_border() -> None:
    table = surefoot.loads(NEAR_A_BORDER).table
    way = route(table, "kal", "move", (14, 5.5))
    assert isinstance(way, Route)
    ground = reach(table, "kal", "move").ground
    oracle = Dense(ground.chart, ground.start, 10.0).cost(14, 5.5)
    assert way.cost == pytest.approx(oracle, abs=1e-3)
    assert way.cost < 9.613


def test_a_place_close_to_the_budget_is_not_promised_in_vain() -> None:
    table = surefoot.loads(ALONG_A_BORDER).table
    place = (11.595672, 7.609429)
    field = reach(table, "kal", "move")
    way = route(table, "kal", "move", place)
    assert isinstance(way, Route) == (field.says(*place) == "yes")


@pytest.mark.parametrize("turn", [0.0, 0.3])
def test_a_path_between_two_areas_that_meet_at_a_corner_changes_sides_there(turn: float) -> None:
    # Along the right side of the one and the left side of the other: one straight leg, beside which the cheap side changes.
    ux, uy = math.cos(turn), math.sin(turn)
    tiles = [[[9 + a * ux - b * uy, 6 + a * uy + b * ux] for a, b in tile] for tile in TILES]
    laid = [f"  mud{k}: {{area: {tile}, tags: [difficult]}}" for k, tile in enumerate(tiles)]
    start, end = (9 + 2 * uy, 6 - 2 * ux), (9 - 2 * uy, 6 + 2 * ux)
    table = surefoot.loads(
        "ruleset: necromunda-classic\nboard: [18, 12]\nterrain:\n"
        + "\n".join(laid)
        + f"\nmodels: {{kal: {{base: 25, at: {[*start]}, height: 1.5, side: red, profile: {{M: 5, I: 4, T: 3, W: 1}}}}}}"
    ).table
    assert reach(table, "kal", "move", budget=4.5).says(*end) == "yes"
    way = route(table, "kal", "move", end, budget=4.5)
    assert isinstance(way, Route), way
    assert way.cost == pytest.approx(4.0, abs=5e-4)


# A start that touches a wall's corner, on the corner of an area whose border leads past that corner.
TOUCHING = """
ruleset: necromunda-classic
board: [16, 12]
terrain:
  wall: {wall: [[7, 6], [8.68257, 7.548497], [8.508633, 7.737495], [6.826062, 6.188998]], height: 3}
  mud: {area: [[9.311353, 7.509829], [12.537413, 7.311435], [12.483382, 6.432852], [9.257323, 6.631245]], tags: [difficult]}
models: {me: {base: 32, at: [9.311353, 7.509829], height: 1.5, side: red, profile: {M: 8, I: 4, T: 3, W: 1}}}
"""
# The corner of mud on the outline of a low wall's corner, a rounding inside it.
HURDLE = """
ruleset: necromunda-classic
board: [16, 12]
terrain:
  pipe: {obstacle: [[7, 6], [5.89211, 6.572115], [5.573017, 5.954197], [6.680907, 5.382082]], height: 0.75, tags: [obstacle]}
  mud: {area: [[5.89211, 7.202036], [7.405765, 9.559414], [5.630764, 10.699128], [4.11711, 8.341751]], tags: [difficult]}
models: {kal: {base: 32, at: [7.351463, 4.557457], height: 1.5, side: red, profile: {M: 8, I: 4, T: 3, W: 1}}}
"""


def test_a_leg_along_a_border_that_ends_in_an_arc_keeps_off_the_wall_that_it_rounds() -> None:
    table = surefoot.loads(TOUCHING).table
    for place in [(8.080182, 4.864548), (7.473118, 5.579331), (9.054504, 7.034571)]:
        assert list(denied(table, [place])) == []


@pytest.mark.parametrize("inside", [0.0, 5e-7, 2e-5, 9e-5])
def test_a_place_that_touches_the_corner_of_a_hurdle_is_reached_round_it(inside: float) -> None:
    table = surefoot.loads(HURDLE).table
    away, angle = 0.6299215 - inside, 1.3
    place = 5.89211 + away * math.cos(angle), 6.572115 + away * math.sin(angle)
    field = reach(table, "kal", "move")
    oracle = Dense(field.ground.chart, field.ground.start, 8.0)
    for to in (place, (5.89211, 7.202036), (5.6522138061864675, 7.354883261347394)):
        assert field.cost(*to) == pytest.approx(oracle.cost(*to), abs=1e-3)


def test_mud_is_entered_beside_the_outline_of_a_hurdle_that_a_path_rounds_in_it() -> None:
    # Between the corner of the mud and the hurdle there was no point of the border at which a path could bend.
    table = surefoot.loads(
        """
ruleset: necromunda-classic
board: [16, 12]
terrain:
  pipe: {obstacle: [[7, 6], [9.331967, 6], [9.331967, 6.56948], [7, 6.56948]], height: 0.75, tags: [obstacle]}
  mud: {area: [[9.331967, 6], [10.895904, 6], [10.895904, 5.132543], [9.331967, 5.132543]], tags: [difficult]}
models: {kal: {base: 25, at: [8.514535, 4.441579], height: 1.5, side: red, profile: {M: 6, I: 4, T: 3, W: 1}}}
"""
    ).table
    field = reach(table, "kal", "move")
    oracle = Dense(field.ground.chart, field.ground.start, 6.0)
    for place in [(10.596812, 6.001), (10.7, 6.1), (10.2, 6.3)]:
        assert field.cost(*place) == pytest.approx(oracle.cost(*place), abs=1e-3)


@pytest.mark.parametrize("first", slices(BOARDS))
def test_random_boards_cost_what_the_oracle_pays(first: int) -> None:
    _compare([random_board(seed) for seed in BOARDS[first : first + SLICE]], 0.001)


@pytest.mark.parametrize("first", slices(NASTIER_SCENES))
def test_newer_nasty_scenes_cost_what_the_oracle_pays_and_nothing_is_promised_in_vain(first: int) -> None:
    asked = [nasty_scene(seed) for seed in NASTIER_SCENES[first : first + SLICE]]
    _compare(asked, 0.005)
    for table, places in asked:
        assert list(in_vain(table, places)) == []


@pytest.mark.parametrize("first", slices(SCENES))
def test_nasty_scenes_cost_what_the_oracle_pays(first: int) -> None:
    _compare([nasty_scene(seed) for seed in SCENES[first : first + SLICE]], 0.005)


# Places that cost too much once. One in four tells enough from day to day, `make campaign` asks for all.
BENDS = [
    # A border that touches the corner of a wall, grown by the base, and one that lies along its side.
    (41234, (6.83790009684192, 4.762417620971621)),
    (41146, (7.040096613477919, 9.74245757136733)),
    # From inside an area, next to its corner, or between two borders close together.
    (41261, (5.978612527894163, 5.107827929602932)),
    (41182, (8.520022, 4.259115401036219)),
    (41032, (4.813839915028861, 5.453851399469376)),
    # Two points on borders that meet where one is enough.
    (41279, (2.6095366704990717, 7.761131948971264)),
    (41447, (9.842716080164696, 7.172222029532018)),
    # A point left out is never the last one.
    (41057, (5.934659020098107, 5.202030635246759)),
    (41399, (8.14913133197888, 7.531032402025974)),
    # A point where a circle meets a border: the leg to the arc has no length, but it is on the arc's side of the border.
    (43027, (7.920978366152776, 7.103303105230657)),
    # Two borders cross at the spot: the cheapest bend is on the other one.
    (43039, (7.620543728139614, 8.42424263757411)),
    (44123, (3.210149505389135, 6.491877246853084)),
    # A border along the side of a wall: the lane between them is closed from the wall's corner on.
    (43064, (5.461761415922764, 8.339868536205248)),
    (43064, (6.999, 8.167788177432413)),
    # From an arc to a border and along it: the leg leaves the arc elsewhere than the straight one.
    (43120, (4.879132255489726, 5.054118302576859)),
    # A start on the corner of an area, and one within dear ground close to two of its borders.
    (44001, (6.687595961301933, 5.91244736518446)),
    (44093, (4.147734113690875, 9.606417190322967)),
    # The points on the two sides of a sliver hold each other fast.
    (44161, (5.896315626891357, 4.288400388358475)),
    (44089, (9.798127051979057, 5.8500452817207815)),
    # A path that leaves an arc where a border crosses it, and one that crosses a strip beside a corner.
    (45004, (6.839328765058158, 5.387173874132471)),
    (44101, (7.074571531303356, 4.302085450745711)),
    # Where a border crosses a sliver: the path crosses the border first.
    (45061, (8.92257674151699, 8.41807238225984)),
    # Through the middle of an edge about as long as anchors are apart.
    (46061, (6.340279004045367, 4.725789836778142)),
    # Two borders lead to one corner of a wall: the path that is dearer before its points slide is the cheaper one.
    (47023, (7.933456979583793, 5.98624655272182)),
    # The same at a corner of an area.
    (47695, (10.831581152857723, 9.395741712833273)),
    (47695, (10.949320078687055, 9.087130785550665)),
    # A border near the start that leads off the board.
    (46424, (8.698281443786046, 11.366952961237885)),
    # A wall that crosses the border at so flat an angle that the lane between them is narrow for long: it widens.
    (48048, (10.843110348309848, 6.006309773582247)),
    (48048, (9.971224278003508, 6.0)),
    # Where the lane beside a border ends, the path leaves it.
    (48008, (6.311640664532172, 10.66331300727156)),
    (48008, (6.454675962729376, 10.672686909209647)),
    # An arc that crosses the four borders of two slivers; the best beginning and the best end are those of different paths.
    (47707, (8.909257053970352, 7.5114924547903446)),
]


@pytest.mark.parametrize(
    ("seed", "place"),
    [pytest.param(*each, marks=pytest.mark.campaign if n % 4 else ()) for n, each in enumerate(BENDS)],
)
def test_bends_that_lie_closer_together_than_anchors_are_found(seed: int, place: tuple[float, float]) -> None:
    table, _ = nasty_scene(seed)
    (found,) = compared("", table, [place])
    assert found.over < 1e-3
    assert found.apart < 1e-3


def test_a_corner_of_an_area_is_cut_although_a_step_along_one_of_its_borders_does_not_help() -> None:
    table, _ = random_board(51002)
    (found,) = compared("", table, [(3.8463325886652795, 6.156768052001388)])
    assert found.over < 1e-4
    assert found.apart < 1e-4


def test_a_corner_of_an_area_stays_a_bend_while_the_path_behind_it_rounds_an_obstacle() -> None:
    table, _ = nasty_scene(3023)
    found = list(compared("", table, [(7.423628616697, 6.841571710742994)]))
    assert found[0].over < 1e-3
    assert found[0].apart < 1e-6


def _compare(asked: list[tuple[Table, list[tuple[float, float]]]], most: float) -> None:
    found = [each for table, places in asked for each in compared("", table, places)]
    assert len(found) > 20
    assert max(each.over for each in found) < most
    assert sum(each.over > 0.001 for each in found) <= len(found) / 30
    # There and back it is the same path.
    assert max(each.apart for each in found) < most


@pytest.mark.parametrize("first", slices(SCENES))
def test_nothing_is_promised_in_vain_just_below_the_budget(first: int) -> None:
    for seed in SCENES[first : first + SLICE]:
        for table, places in (nasty_scene(seed), random_board(seed)):
            assert list(in_vain(table, places)) == [], seed


@pytest.mark.parametrize(
    ("seed", "place"),
    [
        # A border leg of 0.0036, and a joint of it that rounding put inside.
        (3015, (6.225330353433042, 6.065433)),
        (3010, (10.593909305939397, 6.680373888127536)),
        # A wall that touches the border from its cheap side, and one whose corner is rounded along the border.
        (3012, (10.829282328881607, 6.158112327250147)),
        (20048, (7.09002329868722, 8.547782966381805)),
        # Two areas that abut: what is left between them is no lane.
        (20099, (7.484998721623604, 8.411019803909557)),
        # Only the last of the leg runs along the border.
        (20110, (8.065441767062705, 7.8576145652880145)),
        # The straight leg is barred, but not the one by the border.
        (20158, (6.728819898487845, 5.413417)),
        # The path bends on a border at the very point where an arc begins.
        (51043, (6.319322558707693, 6.363235568686874)),
        # Along a wall and then along a border: the bend beside the border would press the wall.
        (60029, (8.989371, 6.0)),
        (60057, (7.418804, 5.370079)),
        # Round the sharp corner of an area by a stretch too short to be seen.
        (60040, (4.29775917395207, 8.575371609940348)),
        # Tiles that meet at their corners, one on each side of the path.
        (60059, (6.25, 5.391092865549456)),
        (60011, (5.8727256583435645, 4.677856690110618)),
    ],
)
def test_a_path_is_drawn_as_it_is_priced(seed: int, place: tuple[float, float]) -> None:
    table, _ = nasty_scene(seed)
    assert list(denied(table, [place])) == []


def test_hardly_a_place_next_to_a_border_is_denied_just_below_the_budget() -> None:
    # Before paths were drawn beside their borders it was one in thirty.
    asked = [nasty_scene(seed) for seed in SCENES]
    count = sum(len(list(denied(table, places))) for table, places in asked)
    assert count <= sum(len(places) for _, places in asked) / 400


def test_a_lane_between_a_border_and_a_wall_that_touch_is_not_priced() -> None:
    # To be clear of the border the base would have to press into the wall.
    table, places = nasty_scene(20008)
    for place in places:
        if reach(table, "me", "move").says(*place) == "yes":
            assert isinstance(route(table, "me", "move", place), Route)


def test_there_and_back_cost_the_same_from_a_border() -> None:
    table, places = nasty_scene(3)
    ground = reach(table, "me", "move").ground
    for place in places:
        there = cheapest(ground.chart, ground.start, place)
        back = cheapest(ground.chart, place, ground.start) if ground.chart.spot_free(*place) else []
        assert math.isclose(there[0].cost if there else 0.0, back[0].cost if back else 0.0, abs_tol=1e-3)
