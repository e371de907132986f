"""The shortest way into contact, which a charge is measured by."""

from __future__ import annotations

import math
from itertools import count
from typing import Any

import pytest

import surefoot
from surefoot.dice.planner import planner
from surefoot.geometry.search.field import PriceField
from surefoot.geometry.search.plot import Plot
from surefoot.records import replace
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.speaking import speaker
from surefoot.routes.ground.survey import survey
from surefoot.routes.one_level import contact
from surefoot.routes.one_level.contact import _may_end, _Outline, shortest_to_contact
from surefoot.routes.one_level.route import NoRoute, Route, prepared, route
from surefoot.table.table import Table

RADIUS = 16 / 25.4


def table(terrain: str = "", foe: str = "[9, 4]", base: str = "32") -> Table:
    return surefoot.loads(f"""
ruleset: necromunda-classic
board: [24, 12]
terrain: [{terrain}]
models:
  - {{id: kal, base: 32, at: [3, 4], side: blue, profile: {{M: 6, I: 4, T: 3, W: 1}}}}
  - {{id: foe, base: {base}, at: {foe}, side: red, profile: {{M: 6, I: 4, T: 3, W: 1}}}}
  - {{id: next, base: 32, at: [6, 5.5], side: red, profile: {{M: 6, I: 4, T: 3, W: 1}}}}
""").table


WALL = "{id: wall, wall: {rect: [5, 0, 0.5, 3.5]}, height: 3}"


def test_the_shortest_way_to_contact_is_straight_where_nothing_stands() -> None:
    found = shortest_to_contact(table(), "kal", "charge", "foe")
    assert found is not None
    assert found.cost == pytest.approx((6 - 2 * RADIUS) * 1e6, abs=2)
    assert len(found.legs) == 1


def test_the_shortest_way_goes_round_a_wall_and_the_referee_judges_it_a_charge() -> None:
    before = table(WALL)
    found = shortest_to_contact(before, "kal", "charge", "foe")
    assert found is not None
    assert 4_740_158 < found.cost < 5_000_000
    judged = surefoot.check(before, surefoot.Declaration("charge", ("kal",), found.legs, "foe"))
    assert judged.verdict == "legal"
    assert judged.cost == found.cost
    assert "engages" in [event.what for event in judged.events]


def test_a_route_of_a_charge_leads_into_contact_and_no_further() -> None:
    foe = (9.0 - 2 * RADIUS, 4.0)
    charge = route(table(), "kal", "charge", foe, target="foe")
    assert isinstance(charge, Route)
    assert charge.cost == pytest.approx(6 - 2 * RADIUS, abs=2e-6)
    short = route(table(), "kal", "charge", foe, target="foe", budget=4.7)
    assert isinstance(short, NoRoute)
    assert short.cost == pytest.approx(6 - 2 * RADIUS, abs=2e-6)
    # Near the target without touching it, or without a target, the zone counts.
    for to, target in (((foe[0] - 0.5, 4.0), "foe"), (foe, "")):
        assert isinstance(route(table(), "kal", "charge", to, target=target), NoRoute)


def test_what_blocks_a_path_is_named_as_it_is_elsewhere() -> None:
    before = table()
    answer = route(before, "kal", "move", (9.0 - 2 * RADIUS, 4.0))
    assert isinstance(answer, NoRoute)
    assert speaker(before)(answer.says) == "There is no path on this level: Next and Foe block it"


def test_zones_of_others_are_no_matter_to_who_ends_in_contact() -> None:
    found = shortest_to_contact(table(), "kal", "charge", "next")
    assert found is not None
    assert found.cost == pytest.approx((math.hypot(3, 1.5) - 2 * RADIUS) * 1e6, abs=2)


def test_ground_that_needs_a_test_is_gone_round_on_demand() -> None:
    before = table("{id: pit, area: {rect: [5.5, 2, 1, 4]}, tags: [dangerous]}", foe="[9, 8]")
    short = shortest_to_contact(before, "kal", "charge", "foe")
    safe = shortest_to_contact(before, "kal", "charge", "foe", without=("dangerous",))
    assert short is not None
    assert safe is not None
    assert safe.cost > short.cost
    judged = surefoot.check(before, surefoot.Declaration("charge", ("kal",), safe.legs, "foe"))
    assert judged.verdict == "legal"
    assert [test.what for test in judged.tests] == ["charge"]


def test_a_target_that_is_walled_off_has_no_way_to_it() -> None:
    closed = "{id: wall, wall: {rect: [5, 0, 0.5, 12]}, height: 3}"
    assert shortest_to_contact(table(closed), "kal", "charge", "foe") is None


def test_a_target_with_corners_is_met_at_its_nearest_side() -> None:
    found = shortest_to_contact(table(base="{rectangle: [50.8, 50.8]}"), "kal", "charge", "foe")
    assert found is not None
    assert found.cost == pytest.approx((6 - 1 - RADIUS) * 1e6, abs=1000)


def test_a_longer_reach_is_met_sooner() -> None:
    found = shortest_to_contact(table(), "kal", "charge", "foe", reach=2.0)
    assert found is not None
    assert found.cost == pytest.approx((4 - 2 * RADIUS) * 1e6, abs=2)


def test_a_rule_reaches_the_planner_without_importing_it() -> None:
    before = table()
    found = planner().shortest_to_contact(before, "kal", "charge", "foe")
    assert found == shortest_to_contact(before, "kal", "charge", "foe")


PAL = "{id: pal, base: 32, at: [7.7, 4], side: blue, profile: {M: 6, I: 4, T: 3, W: 1}}"


def with_friend(pal: str = PAL, terrain: str = "") -> Table:
    return surefoot.loads(f"""
ruleset: necromunda-classic
board: [24, 12]
terrain: [{terrain}]
models:
  - {{id: kal, base: 32, at: [3, 4], side: blue, profile: {{M: 6, I: 4, T: 3, W: 1}}}}
  - {{id: foe, base: 32, at: [9, 4], side: red, profile: {{M: 6, I: 4, T: 3, W: 1}}}}
  - {pal}
""").table


def test_the_shortest_way_ends_beside_a_friend_not_on_it() -> None:
    found = shortest_to_contact(with_friend(), "kal", "charge", "foe")
    assert found is not None
    along = 0.65
    beside = math.sqrt((2 * RADIUS) ** 2 - along**2)
    assert found.cost == pytest.approx(math.hypot(6 - along, beside) * 1e6, abs=200)


def test_a_gap_between_friends_no_wider_than_the_base_is_found() -> None:
    between = (9 - 2 * RADIUS, 4.0)
    half = 2 * RADIUS
    angle = math.pi / 3
    others = [
        (9 - half * math.cos(angle), 4 + half * math.sin(angle)),
        (9 - half * math.cos(angle), 4 - half * math.sin(angle)),
    ]
    pals = "\n  - ".join(
        f"{{id: pal{k}, base: 32, at: [{x:.6f}, {y:.6f}], side: blue, profile: {{M: 6, I: 4, T: 3, W: 1}}}}"
        for k, (x, y) in enumerate(others)
    )
    found = shortest_to_contact(with_friend(pals), "kal", "charge", "foe")
    assert found is not None
    assert found.cost == pytest.approx((between[0] - 3) * 1e6, abs=2)


def test_the_way_to_the_far_side_of_a_target_goes_round_it() -> None:
    # Both sides of the corridor before the target are closed to standing, so it is met from behind.
    low = "{id: bar, obstacle: {rect: [7.5, 0, 2, 12]}, height: 0.5}"
    found = shortest_to_contact(
        with_friend("{id: far, base: 32, at: [20, 10], side: blue, profile: {M: 6, I: 4}}", low),
        "kal",
        "charge",
        "foe",
    )
    assert found is not None
    beyond = 9.5 + RADIUS - 9
    straight = math.sqrt(36 - (2 * RADIUS) ** 2)
    turned = math.pi - math.acos(2 * RADIUS / 6) - math.acos(beyond / (2 * RADIUS))
    assert found.cost == pytest.approx((straight + 2 * RADIUS * turned + 0.5) * 1e6, abs=500)
    assert found.cost > 6_500_000


STEPPED = """
ruleset: necromunda-classic
board: [60, 60]
terrain:
  block: {platform: {rect: [34, 29.5, 3, 1.25]}, z: 2, under: solid}
  crate: {platform: {rect: [37, 29.5, 2.25, 2.75]}, z: 0.5, under: solid}
  top: {platform: {rect: [37.25, 29.75, 1.25, 1.25]}, z: 1, under: solid, on: crate}
models:
  kal: {base: 40.005, height: 1.5, at: [33, 28.5], side: a, profile: {M: 6, I: 4, T: 3, W: 1}}
  foe: {base: 32.004, height: 1.5, at: [38, 30.25], on: top, side: b, profile: {M: 6, I: 4, T: 3, W: 1}}
"""


def test_a_target_on_a_step_is_touched_from_the_step_below_it_not_from_the_floor() -> None:
    """Found by the law `raised`: bases touch on one level, and an arc led through the side of the upper step."""
    before = surefoot.loads(STEPPED).table
    found = shortest_to_contact(before, "kal", "charge", "foe", level=0.5)
    assert found is not None
    judged = surefoot.check(before, surefoot.Declaration("charge", ("kal",), found.legs, "foe"))
    assert judged.verdict == "legal"
    assert "engages" in [event.what for event in judged.events]
    assert judged.run.table.models["kal"].place.on == "crate"
    assert found.cost == pytest.approx(6_554_483, abs=200)


MUD = "{id: mud, area: {rect: [6, 1, 3, 4.6]}, tags: [difficult]}"


@pytest.mark.parametrize("terrain", ["", WALL, MUD, f"{WALL}, {MUD}"])
@pytest.mark.parametrize("base", ["{rectangle: [80, 50]}", "{oval: [75, 42]}"])
@pytest.mark.parametrize("foe", ["[10, 4]", "[11, 6.5]"])
def test_no_place_of_a_dense_outline_is_cheaper(terrain: str, base: str, foe: str) -> None:
    before = table(terrain, foe, base)
    scene, charged = Scene(before), ruleset_of(before).tariffs(before, "kal", "charge")[0]
    free = replace(charged, allowance=0.0, keep_out=(), lens=replace(charged.lens, zones=()))
    ground = survey(scene, free, "kal", ())
    figure = next(one for one in scene.figures if one.id == "foe")
    outline = _Outline(figure.body, RADIUS + figure.body.radius + 2.5e-7)
    search = prepared(ground)
    search.settle(*ground.start, math.inf, None)
    field = PriceField(search)
    spots = [outline.point(k / 100) for k in range(math.ceil(outline.length * 100))]
    costs = [
        field.cost_at(*spot, math.inf)
        for spot in spots
        if ground.chart.spot_free(*spot) and not ground.resting.refuses(*spot)
    ]

    found = shortest_to_contact(before, "kal", free, "foe")
    assert found is not None
    # Arcs round corners are declared as legs, which are a little longer.
    assert found.cost / 1e6 < min(costs) + 5e-4


def test_far_sides_of_a_target_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = count()

    def stands(*asked: Any) -> bool:
        next(tried)
        return bool(_may_end(*asked))

    monkeypatch.setattr(contact, "_may_end", stands)
    before = table(foe="[12, 4]", base="{rectangle: [120, 80]}")
    assert shortest_to_contact(before, "kal", "charge", "foe") is not None
    # All round it there are some 300 places, three spots each.
    assert next(tried) < 400


@pytest.mark.parametrize("distance", [1e-8, 1e-4, 0.1])
def test_an_arc_leads_through_no_wall_however_thin(distance: float) -> None:
    plot = Plot((-10.0, -10.0, 10.0, 10.0))
    plot.disc(0.0, 0.0, 2.0, "target")
    plot.solid(((1.0, 1.0, 4.0, 1.0, 4.0, 1.5, 1.0, 1.5),), distance, "wall")
    chart = plot.chart((1.0,))
    # A quarter turn past the wall, and an eighth that ends before it.
    assert chart.arc(0, 1.0, 0.0, math.pi / 2) == math.inf
    assert chart.arc(0, 1.0, -math.pi / 4, math.pi / 4) == pytest.approx(math.pi / 2)
