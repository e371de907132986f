"""Ways of bases that turn: they fit, they are judged, and a dense search of all poses finds nothing cheaper."""

from __future__ import annotations

import math
import os
import random
from pathlib import Path

import pytest
import shapely

import surefoot
from surefoot import geometry
from surefoot.answers.movement import reach_data
from surefoot.geometry.kernel import inside_rings
from surefoot.referee.scene import Scene
from surefoot.routes.one_level.route import NoRoute, route
from surefoot.routes.over_levels.route import LevelRoute
from surefoot.routes.plan import find_reach, find_route
from surefoot.routes.query import MoveQuery
from surefoot.routes.turning.over_levels import TurningLevelReach
from surefoot.routes.turning.reach import turning_reach
from surefoot.routes.turning.route import TurningRoute, turning_route
from surefoot.table.table import Table
from tests.routes.poses import Poses, searched

FOLDER = Path(__file__).parents[2] / "examples/hulls"
# More streets than these are driven through with SUREFOOT_STREETS=100.
STREETS = range(int(os.environ["SUREFOOT_STREETS"])) if "SUREFOOT_STREETS" in os.environ else (0, 13)
# Interpreted, everything takes ten times as long.
ASKED = 15 if geometry.INTERPRETED else 150
PIVOTS = ["arc"] if geometry.INTERPRETED else ["arc", "chord", "value", "free"]


def example(name: str) -> Table:
    return surefoot.load(str(FOLDER / f"{name}.yaml")).table


def table(terrain: str, tank: str, options: str = "{}") -> Table:
    return surefoot.loads(f"""
ruleset: wh40k-10e
options: {options}
board: [30, 22]
terrain: [{terrain}]
models:
  - {{id: tank, side: blue, height: 3, keywords: [Vehicle], {tank}}}
""").table


def cost(answer: TurningRoute | NoRoute) -> float:
    assert isinstance(answer, TurningRoute), answer
    assert answer.outcome.verdict == "legal"
    return answer.cost


def oracle(laid: Table, who: str, budget: float) -> Poses:
    """The dense search on a table of which everything closed, and everything higher than two inches, is in the way."""
    core, pose = laid.models[who].base.shape.core, laid.pose(who)
    # Of an oval a few corners will do: what it finds for fewer must still be found.
    every = max(1, len(core) // 2 // 30)
    corners = [(core[i], core[i + 1]) for i in range(0, len(core), 2 * every)]
    solids = [
        shapely.Polygon(list(zip(solid.region.rings[0][0::2], solid.region.rings[0][1::2], strict=True)))
        for solid in Scene(laid).ground.solids
        if solid.high > 2.0 or (solid.piece is not None and solid.piece.has("impassable"))
    ]
    return searched(corners, (pose.x, pose.y, pose.facing), solids, (30.0, 22.0), budget)


def compared(laid: Table, who: str, seed: int, budget: float) -> tuple[int, int]:
    """Ask for places all over a table: how many were promised, and how many the dense search finds."""
    field, dice = turning_reach(laid, who, "normal", budget=budget), random.Random(seed)
    known = oracle(laid, who, budget - field.error).reached()
    for x, y, price in dice.sample(known, min(ASKED, len(known))):
        found = field.cost(x, y)
        assert found is not None, (x, y, price)
        assert found <= price + field.error
    pose, promised = laid.pose(who), 0
    near = [(x + dice.uniform(-1.0, 1.0), y + dice.uniform(-1.0, 1.0)) for x, y, _ in known]
    for x, y in dice.sample(near, min(ASKED, len(near))):
        if field.says(x, y) == "yes":
            promised += 1
            assert math.dist((x, y), (pose.x, pose.y)) < budget
            if promised % 10 == 1:
                found = field.cost(x, y)
                assert found is not None
                assert cost(turning_route(laid, who, "normal", (x, y), budget=budget)) <= found + 1e-4
    return promised, len(known)


def test_the_tank_wheels_through_the_ruined_street_where_no_circle_round_it_fits() -> None:
    laid = example("ruined-street")
    way = turning_route(laid, "tank", "normal", (17.5, 12.2))
    assert cost(way) == pytest.approx(14.82, abs=5e-3)
    assert isinstance(way, TurningRoute)
    assert way.outcome.cost / 1e6 == pytest.approx(way.cost, abs=1e-5)
    assert isinstance(route(laid, "tank", "normal", (17.5, 12.2)), NoRoute)
    promised, shared = compared(laid, "tank", 1, 15.0)
    assert promised > ASKED / 5
    assert shared > 200


def test_the_walker_turns_until_it_fits_between_the_tower_and_the_pit() -> None:
    laid = example("round-the-tower")
    way = turning_route(laid, "walker", "normal", (19.0, 9.0))
    assert cost(way) == pytest.approx(16.5, abs=0.01)
    assert isinstance(way, TurningRoute)
    assert way.facings[-1] == pytest.approx(56.0, abs=0.5)
    promised, shared = compared(laid, "walker", 2, 10.0)
    assert promised > ASKED / 5
    assert shared > 200


def test_a_lane_that_is_narrower_than_the_hull_is_no_way() -> None:
    walls = "{id: a, area: {rect: [0, 8, 13, 2]}, tags: [impassable]}, {id: b, area: {rect: [WIDTH, 8, 15, 2]}, tags: [impassable]}"
    tank = "hull: [4, 3], at: [14.5, 6], profile: {M: 6}"
    fits = table(walls.replace("WIDTH", "16"), tank)
    assert cost(turning_route(fits, "tank", "normal", (14.5, 12.0))) == pytest.approx(6.0)
    tight = table(walls.replace("WIDTH", "15.99"), tank)
    answer = turning_route(tight, "tank", "normal", (14.5, 12.0))
    assert isinstance(answer, NoRoute)
    assert "no path wide enough" in str(answer.says)


# Two blocks leave a lane of 3.5 between them: a hull of 5 by 3 that stands across it turns until it is no wider.
SLIT = (
    "{id: a, area: {rect: [1, 9, 12.25, 12]}, tags: [impassable]}, "
    "{id: b, area: {rect: [16.75, 9, 12.25, 12]}, tags: [impassable]}"
)
LENGTH, WIDTH = 5.0, 3.0


def least_turn() -> float:
    """The angle by which the hull turns, found by halving: how wide it is grows with every degree back."""
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        if LENGTH * math.cos(middle) + WIDTH * math.sin(middle) > 3.5:
            low = middle
        else:
            high = middle
    return high


@pytest.mark.parametrize("pivot", PIVOTS)
def test_a_hull_turns_no_more_than_it_must_and_pays_for_it_as_the_table_says(pivot: str) -> None:
    laid = table(SLIT, "hull: [5, 3], at: [15, 5], facing: 90, profile: {M: 13}", f"{{wh40k.pivot: {pivot}}}")
    angle, away = least_turn(), math.hypot(LENGTH, WIDTH) / 2
    turning = {"arc": away * angle, "chord": 2 * away * math.sin(angle / 2), "value": 2.0, "free": 0.0}[pivot]
    found = cost(turning_route(laid, "tank", "normal", (15.0, 13.5)))
    assert found == pytest.approx(8.5 + turning, abs=0.01)


# Outlines by length and width that are not the same before and behind: one that comes to a point, one with two prongs.
WEDGE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.1), (0.0, 0.5), (-0.5, 0.1))
FORK = (
    (-0.5, -0.5),
    (0.5, -0.5),
    (0.5, 0.5),
    (0.2, 0.5),
    (0.2, -0.1),
    (-0.2, -0.1),
    (-0.2, 0.5),
    (-0.5, 0.5),
)


def street(seed: int, outline: tuple[tuple[float, float], ...] = ()) -> Table:
    """Blocks strewn round a tank, turned every way, with gaps that it fits into and gaps that it does not."""
    dice = random.Random(seed)
    length, width = dice.uniform(2.5, 5.0), dice.uniform(1.5, 3.0)
    x, y, facing = 15.0, 11.0, dice.uniform(0.0, 360.0)
    tank = shapely.Point(x, y).buffer(math.hypot(length, width) / 2)
    blocks: list[shapely.Polygon] = []
    while len(blocks) < 7:
        long, broad = dice.uniform(1.0, 6.0), dice.uniform(0.5, 2.5)
        at, turn = (
            (dice.uniform(5.0, 25.0), dice.uniform(2.0, 20.0)),
            dice.choice([0.0, 30.0, dice.uniform(0.0, 90.0)]),
        )
        block = shapely.affinity.rotate(
            shapely.box(at[0] - long / 2, at[1] - broad / 2, at[0] + long / 2, at[1] + broad / 2), turn
        )
        if not block.intersects(tank):
            blocks.append(block)
    pieces = ", ".join(
        f"{{id: b{k}, area: {[[round(px, 4), round(py, 4)] for px, py in block.exterior.coords[:-1]]}, tags: [impassable]}}"
        for k, block in enumerate(blocks)
    )
    corners = [[round(px * width, 3), round(py * length, 3)] for px, py in outline]
    hull = corners or f"[{length:.3f}, {width:.3f}]"
    return table(pieces, f"hull: {hull}, at: [{x}, {y}], facing: {facing:.2f}, profile: {{M: 8}}")


@pytest.mark.parametrize("seed", STREETS)
def test_in_strewn_streets_nothing_is_lost_and_nothing_is_promised_in_vain(seed: int) -> None:
    promised, shared = compared(street(seed), "tank", seed, 8.0)
    assert shared
    assert promised


@pytest.mark.parametrize("outline", [WEDGE, FORK], ids=["a wedge", "a fork"])
def test_a_hull_that_is_not_the_same_before_and_behind_is_led_as_well(
    outline: tuple[tuple[float, float], ...],
) -> None:
    promised, shared = compared(street(21, outline), "tank", 21, 8.0)
    assert shared
    assert promised


def test_the_reach_of_a_tank_leads_up_a_ramp_as_its_route_does() -> None:
    laid = example("up-the-ramp")
    field = find_reach(laid, "tank", "normal")
    assert isinstance(field, TurningLevelReach)
    ground, deck = field.floors
    assert (ground.names, deck.names) == (("board",), ("deck",))
    # The circle round the tank stands wholly on the deck first; from there it may come back to what the tank itself needs.
    way = find_route(laid, "tank", "normal", (21.0, 11.0))
    assert isinstance(way, LevelRoute)
    assert way.cost == pytest.approx(4.0 + math.hypot(7.0, 3.0) + 3.0)
    assert field.cost(21.0, 11.0) == pytest.approx(way.cost, abs=field.error)
    outline = field.outlines(6.0)[1].bands[-1].region
    dice, promised = random.Random(7), 0
    for _ in range(12 if geometry.INTERPRETED else 60):
        x, y = dice.uniform(18.0, 26.0), dice.uniform(7.0, 15.0)
        if inside_rings(x, y, outline.rings):
            promised += 1
            assert field.says(x, y, "deck") == "yes"
            found = find_route(laid, "tank", "normal", (x, y), MoveQuery(on="deck"))
            assert isinstance(found, LevelRoute)
            price = field.cost(x, y, "deck")
            assert price is not None
            assert found.cost <= price + 1e-4
    assert promised > 2
    # On its own level the turns are counted as ever: what only a turn leads to is there too.
    own = field.outlines(6.0)[0].bands[-1].region
    alone = turning_reach(laid, "tank", "normal")
    assert own.bounds == pytest.approx(alone.bands(6.0)[-1][1].bounds, abs=1e-6)
    told = reach_data(field, 6.0)
    assert [
        (level["height"], [link["along"] for link in level["links"]][-1:]) for level in told["levels"]
    ] == [
        (0.0, []),
        (3.0, ["ramp"]),
    ]


def test_up_a_ramp_between_walls_a_hull_goes_where_it_fits_as_it_looks() -> None:
    deck = "{id: deck, platform: {rect: [18, 6, 10, 10]}, z: 7, under: solid}, {id: ramp, ramp: {from: [11, 11], to: [18, 11]}, width: 4, height: 7}"
    walls = "{id: a, area: {rect: [11, 12.WIDE, 7, 2]}, tags: [impassable]}, {id: b, area: {rect: [11, 7, 7, 2.45]}, tags: [impassable]}"
    tank = "hull: [4.5, 3], at: [7, 11], facing: 90, profile: {M: 18}"
    for wide, fits in (("55", True), ("4", False)):
        laid = table(f"{deck}, {walls.replace('WIDE', wide)}", tank)
        field = find_reach(laid, "tank", "normal")
        assert (isinstance(field, TurningLevelReach) and field.says(21.5, 11.0, "deck") == "yes") == fits
        assert find_route(laid, "tank", "normal", (21.5, 11.0), MoveQuery(on="deck")).found == fits
