"""Ways over levels: what somebody gets to by trying is never lost, what is promised the referee lets pass."""

from __future__ import annotations

import math
import os
import random
from functools import cache
from typing import Any

import pytest
from benchmarks.levels import off_the_oracle, works

import surefoot
from surefoot import geometry
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.trace import trace
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.over_levels.action_budget import ActionBudget
from surefoot.routes.over_levels.options import LevelOptions
from surefoot.routes.over_levels.reach import LevelReach
from surefoot.routes.over_levels.route import LevelRoute, level_route, route_within
from surefoot.routes.over_levels.search import level_reach
from surefoot.table.table import Table
from tests.routes.explorers import explored
from tests.routes.terraces import DEPTH, FURNISHED, LANDS, WIDTH, terrace

# One of each ruleset tells enough from day to day, `make campaign` takes some more. SUREFOOT_TABLES=100 takes the first
# hundred of each, 5000-5099 those seeds; from 10000 on they have doors, lifts and water.
TABLES = os.environ.get("SUREFOOT_TABLES", "")
COUNTS = {
    "necromunda-classic": 2,
    "necromunda-2023": 3,
    "wh40k-10e": 4,
    "dark-heresy-2e": 1,
    "gemini-arap": 1,
}


def seeds(ruleset: str) -> list[int]:
    """The seeds of the tables that are tried."""
    first, _, last = TABLES.rpartition("-")
    if TABLES:
        return [*range(int(first), int(last) + 1)] if first else [*range(int(last))]
    return [0] if geometry.INTERPRETED else [*range(COUNTS[ruleset]), FURNISHED]


def case(ruleset: str, seed: int, *more: object) -> Any:
    """A table of the campaign, unless it is the first of its ruleset."""
    return pytest.param(ruleset, seed, *more, marks=pytest.mark.campaign if seed else ())


CASES = [case(ruleset, seed) for ruleset in LANDS for seed in seeds(ruleset)]
# Tables on which a place was promised in vain once: low ground under and beside floors that lifts the mover.
IN_VAIN = [
    case("wh40k-10e", seed) for seed in (100022, 100288, 100491, 100631, 100740, 100764, 100884) if not TABLES
]
# So often an explorer sets out.
TRIES = 50


@cache
def settled(ruleset: str, seed: int) -> tuple[Table, LevelReach]:
    """A random table, and what is reached on it."""
    table, land = terrace(ruleset, seed), LANDS[ruleset]
    return table, level_reach(table, "me", land.action, LevelOptions(actions=land.actions))


@pytest.mark.parametrize(("ruleset", "seed"), CASES)
def test_no_place_that_an_explorer_gets_to_is_lost_or_dearer(ruleset: str, seed: int) -> None:
    table, field = settled(ruleset, seed)
    # What the referee may take off a bill is not foreseen.
    error = field.error + field.less * field.atlas.action_budget.actions
    for found in explored(table, TRIES, seed):
        if found.used > field.budget - field.error:
            continue
        cost = field.cost(found.x, found.y, found.place.on)
        assert cost is not None, f"table {seed}: {found} is lost"
        assert cost <= found.used + error, f"table {seed}: {found} costs {cost}"


@pytest.mark.parametrize(("ruleset", "seed"), [*CASES, *IN_VAIN])
def test_every_place_that_is_promised_on_any_level_has_a_legal_way(ruleset: str, seed: int) -> None:
    _, field = settled(ruleset, seed)
    dice, ways = random.Random(seed), 0
    for _ in range(60):
        floor = dice.choice(field.floors)
        place = dice.uniform(0, WIDTH), dice.uniform(0, DEPTH)
        surface = floor.surface_at(*place)
        if ways == 4 or surface is None or field.says(*place, surface.id) != "yes":
            continue
        ways += 1
        way = route_within(field, place, surface.id)
        assert isinstance(way, LevelRoute), f"table {seed}: {place} on {surface.id} was promised: {way}"
        assert way.used <= field.budget + 1e-5


def test_prices_behind_a_climb_are_those_of_a_dense_oracle() -> None:
    assert off_the_oracle(works()) < 0.005


def gantry() -> Table:
    return surefoot.load("examples/gantry.yaml").table


def test_a_climb_is_priced_by_the_referee_and_the_base_is_set_down_on_the_far_side_of_the_lip() -> None:
    # Six inches to the wall, twice two inches up it, set down half an inch inside the edge, one inch on.
    field = level_reach(gantry(), "kal", "move", LevelOptions(actions=2))
    assert field.cost(9.5, 8, "walkway") == pytest.approx(11.0, abs=1e-3)
    assert field.cost(12, 8, "gantry") is None


def test_a_leap_comes_with_its_chance_and_is_left_out_of_what_needs_no_test() -> None:
    bold = level_reach(gantry(), "kal", "move", LevelOptions(actions=4))
    careful = level_reach(gantry(), "kal", "move", LevelOptions(actions=4, risk=False))
    assert bold.cost(18.3, 8, "crane") == pytest.approx(21.8, abs=2e-3)
    assert float(bold.chance(18.3, 8, "crane")) == 0.5
    assert careful.cost(18.3, 8, "crane") is None
    assert careful.chance(12.5, 8, "gantry") == 1


def test_a_way_over_several_actions_is_declared_action_by_action() -> None:
    way = level_route(gantry(), "kal", "move", (18.3, 8.0), LevelOptions(actions=4), on="crane")
    assert isinstance(way, LevelRoute)
    assert [step.verdict for step in way.steps] == ["legal"] * 4
    assert [leg.by for each in way.declarations for leg in each.legs if leg.by != "walk"] == [
        "climb",
        "climb",
        "leap",
    ]
    assert way.cost == pytest.approx(21.8, abs=2e-3)
    assert float(way.chance) == 0.5


def test_a_wall_is_climbed_over_if_that_is_cheaper_than_going_round() -> None:
    text = """
name: A wall
ruleset: necromunda-classic
board: [20, 12]
terrain:
  wall: {wall: {rect: [8, 0, 0.5, 12]}, height: 1}
models:
  kal: {base: 25.4, at: [6, 6], height: 1.5, side: red, profile: {M: 7, I: 4, T: 3, W: 1}}
"""
    table = surefoot.loads(text).table
    way = level_route(table, "kal", "move", (9.5, 6.0))
    assert isinstance(way, LevelRoute)
    # 1.5 to the wall, up two, over a half, down two, set down clear of it, and a half on.
    assert way.cost == pytest.approx(1.5 + 2 + 0.5 + 2 + 0.5, abs=2e-3)


def test_a_climb_that_one_action_does_not_finish_pauses_on_the_wall() -> None:
    table = surefoot.loads(
        """
name: A tower
ruleset: necromunda-classic
board: [20, 12]
terrain:
  tower: {platform: {rect: [8, 3, 6, 6]}, z: 4, under: solid}
models:
  kal: {base: 25.4, at: [6.5, 6], height: 1.5, side: red, profile: {M: 6, I: 4, T: 3, W: 1}}
"""
    ).table
    one, two = level_reach(table, "kal", "move"), level_reach(table, "kal", "move", LevelOptions(actions=2))
    assert one.cost(9, 6, "tower") is None
    assert two.cost(9, 6, "tower") == pytest.approx(1 + 8 + 0.5, abs=2e-3)
    way = level_route(table, "kal", "move", (9.0, 6.0), LevelOptions(actions=2), on="tower")
    assert isinstance(way, LevelRoute)
    assert len(way.steps) == 2
    assert way.steps[0].run.table.models["kal"].place.kind == "link"


def test_a_ladder_that_stairs_lead_past_is_not_climbed_from_above() -> None:
    table = surefoot.loads(
        """
name: Past it
ruleset: necromunda-classic
board: [20, 12]
terrain:
  deck: {platform: {rect: [8, 3, 6, 6]}, z: 2.5}
  stairs: {stairs: {from: [5.5, 6], to: [8, 6]}, width: 4, height: 2.5}
  ladder: {ladder: [[10, 6], [10, 6.1]], height: 2}
models:
  kal: {base: 25.4, at: [4, 6], height: 1.5, side: red, profile: {M: 9, I: 4, T: 3, W: 1}}
"""
    ).table
    up = Declaration("move", ("kal",), (Leg(None, "link", link="ladder"),))
    outcome = check(table, up, nearest=False)
    assert outcome.verdict == "illegal"
    assert any(str(each.says).startswith("Ladder begins ") for each in outcome.breaks)


def test_a_ladder_is_not_climbed_from_below_by_whoever_has_stepped_up_to_its_head() -> None:
    table = surefoot.loads(
        """
name: Beside it
ruleset: gemini-arap
board: [20, 12]
terrain:
  deck: {platform: {rect: [6, 3, 6, 6]}, z: 1}
  ladder: {ladder: [[8, 3], [8, 3.04]], height: 1}
models:
  kal: {base: 25.4, at: [5, 4], height: 1.5, side: red, profile: {M: 6, I: 4}}
"""
    ).table
    up = Declaration("move", ("kal",), (Leg(None, "link", link="ladder"),))
    outcome = check(table, up, nearest=False)
    assert any(str(each.says).startswith("Ladder begins ") for each in outcome.breaks)


@pytest.mark.parametrize(
    ("used", "cost", "pauses", "after"),
    [
        (0.0, 4.0, False, 4.0),
        (3.0, 4.0, False, 10.0),
        (3.0, 4.0, True, 7.0),
        (3.0, 10.0, True, float("inf")),
        (8.0, 5.0, True, 17.0),
        (0.0, 10.0, True, 10.0),
        (0.0, 7.0, False, float("inf")),
    ],
)
def test_what_does_not_fit_into_an_action_waits_for_the_next_or_pauses(
    used: float, cost: float, pauses: bool, after: float
) -> None:
    assert ActionBudget(6.0, 3, 2).after_part(used, cost, pauses=pauses) == pytest.approx(after)


def test_what_runs_up_is_one_action_with_the_walk_before_it() -> None:
    action_budget = ActionBudget(8.0, 3)
    assert action_budget.after_own(3.0, 1) == 16.0
    assert action_budget.after_own(3.0, 1, runs_up=True) == 8.0
    assert action_budget.after_own(8.0, 1, runs_up=True) == 16.0


@pytest.mark.parametrize(
    ("used", "cost", "after"),
    [
        # The walk before it, itself and the walk behind it share the movement of one action.
        (1.0, 3.0, 10.0),
        # What does not fit any more begins with the next action, or is gone on with: whichever uses less.
        (5.0, 3.0, 15.0),
        (6.0, 6.0, 18.0),
        (0.0, 8.0, 20.0),
    ],
)
def test_two_actions_may_buy_the_movement_of_one(used: float, cost: float, after: float) -> None:
    assert ActionBudget(6.0, 4).after_shared(used, cost, 2) == pytest.approx(after)


def test_the_walk_up_to_a_climb_and_on_from_it_is_a_part_of_the_climb() -> None:
    table = surefoot.loads(
        """
name: Up and on
ruleset: gemini-arap
board: [20, 12]
terrain:
  tower: {platform: {rect: [8, 3, 6, 6]}, z: 3, under: solid, tags: [rough-stone]}
models:
  kal: {base: 25.4, at: [6.5, 6], facing: 90, height: 1.5, side: red, profile: {M: 6, I: 4, ap: 2}}
"""
    ).table
    # An inch to the wall, three up it, one and a half on: within the six inches that two actions buy.
    way = level_route(table, "kal", "move", (9.5, 6.0), LevelOptions(actions=2), on="tower")
    assert isinstance(way, LevelRoute)
    assert [step.declaration.action for step in way.steps] == ["climb"]
    assert way.used == pytest.approx(6 + 1 + 3 + 1.5, abs=5e-3)
    assert level_reach(table, "kal", "move", LevelOptions(actions=2)).cost(12.5, 6, "tower") is None


def battlefield(terrain: str, foe: str, move: int = 6) -> Table:
    text = f"""
name: A field
ruleset: wh40k-10e
board: [20, 12]
terrain: {terrain}
models:
  ana: {{base: 25.4, at: [4, 6], height: 1.5, side: red, profile: {{M: {move}}}}}
  zoe: {{base: 25.4, at: {foe}, height: 1.5, side: blue, profile: {{M: 6}}}}
"""
    return surefoot.loads(text).table


def test_nothing_is_promised_to_whoever_may_not_move_at_all() -> None:
    free, engaged = battlefield("{}", "[8, 10]"), battlefield("{}", "[4, 7.5]")
    assert level_reach(free, "ana", "normal").says(4, 3) == "yes"
    assert level_reach(engaged, "ana", "normal").says(4, 3) == "no"
    way = level_route(engaged, "ana", "normal", (4.0, 3.0))
    assert not isinstance(way, LevelRoute)
    assert [each.clause for each in way.breaks] == ["kind.engaged-no-normal-or-advance"]


def test_a_low_pit_is_walked_over_and_a_deep_one_climbed() -> None:
    pit = "{pit: {gap: {rect: [5, 3, 2, 6]}, depth: 2}}"
    low = level_reach(battlefield(pit, "[19, 11]"), "ana", "normal")
    deep = level_reach(battlefield(pit.replace("depth: 2", "depth: 2.5"), "[19, 11]"), "ana", "normal")
    assert low.cost(6, 6, "pit") == pytest.approx(2, abs=1e-3)
    assert low.cost(8, 6, "board") == pytest.approx(4, abs=1e-3)
    assert deep.cost(6, 6, "pit") == pytest.approx(4.5, abs=1e-2)
    assert deep.cost(8, 6, "board") is None


def test_round_the_closed_zone_of_a_hull_there_is_a_way() -> None:
    table = surefoot.loads(
        """
name: Round it
ruleset: wh40k-10e
board: [40, 24]
models:
  ana: {base: 32, at: [6, 12], height: 1.5, side: red, profile: {M: 20}}
  tank: {hull: [4, 3], at: [12, 12], facing: 20, height: 3, side: blue, keywords: [Vehicle], profile: {M: 10}}
"""
    ).table
    way = level_route(table, "ana", "normal", (18.0, 12.0))
    assert isinstance(way, LevelRoute), way
    assert way.cost == pytest.approx(14.729, abs=2e-3)


def test_a_climb_that_leads_back_to_where_it_began_comes_to_an_end() -> None:
    table = surefoot.loads(
        """
ruleset: wh40k-10e
board: [16, 12]
terrain:
  deck0: {platform: {rect: [10.25, 0.75, 2, 3]}, z: 3}
  deck2: {platform: {rect: [12.75, 4.25, 2.5, 3.25]}, z: 3, under: solid}
  deck3: {platform: {rect: [7.75, 4.25, 3.5, 3.5]}, z: 3}
  ramp3: {ramp: {from: [5.25, 6], to: [7.75, 6]}, width: 1.5, height: 3}
models: {me: {base: 25, at: [3.25, 6], height: 1.5, side: blue, profile: {M: 6}}}
"""
    ).table
    lens = ruleset_of(table).tariffs(table, "me", "normal")[0].lens
    hold = trace(Scene(table), lens, "me", (Leg((8_662_716, 6_078_326), "climb"),)).hold
    assert hold is not None
    assert str(hold.says) == "Climbing here only leads back to deck3"


def test_nobody_leaps_through_the_ground_between_two_pits() -> None:
    text = """
name: Two pits
ruleset: necromunda-classic
board: [20, 12]
terrain:
  here: {gap: {rect: [3, 4, 3, 4]}, depth: 1}
  there: {gap: {rect: [7, 4, 3, 4]}, depth: 1}
models:
  kal: {base: 25.4, at: [5, 6], on: here, height: 1.5, side: red, profile: {M: 7, I: 4, T: 3, W: 1}}
"""
    # Half an inch of ground, where it is no wider than what is walked over, and one that would be leapt over.
    for far in ("6.5", "7.5"):
        narrow = text.replace("[7,", f"[{far},")
        leap = Declaration("move", ("kal",), (Leg((8_500_000, 6_000_000), "leap", on="there"),))
        dug = narrow.replace(
            "there:", f"between: {{gap: {{rect: [6, 4, {float(far) - 6}, 4]}}, depth: 3}}\n  there:"
        )
        refused = check(surefoot.loads(narrow).table, leap, nearest=False)
        assert [each.clause for each in refused.breaks] == ["step.over-half-climb"]
        assert check(surefoot.loads(dug).table, leap, nearest=False).verdict == "legal"


def test_who_stands_too_near_to_an_enemy_may_stop_on_the_way_out() -> None:
    text = """
name: Too near
ruleset: necromunda-classic
board: [20, 12]
models:
  kal: {base: 25.4, at: [5, 6], height: 1.5, side: red, profile: {M: 5, I: 4, T: 3, W: 1}}
  zoe: {base: 25.4, at: [6.5, 6], height: 1.5, side: blue, profile: {M: 5, I: 4, T: 3, W: 1}}
"""
    table = surefoot.loads(text).table
    field = level_reach(table, "kal", "move")
    assert field.cost(4.8, 6) == pytest.approx(0.2)
    assert field.says(4.8, 6) == "yes"
    assert isinstance(route_within(field, (4.8, 6.0)), LevelRoute)
    # Nearer to her nobody goes, nor round her.
    assert field.cost(5.2, 6) is None
    assert field.cost(6.5, 7.5) is None


def test_ground_that_is_level_with_the_top_of_a_hurdle_has_no_hurdle_on_it() -> None:
    table = terrace("necromunda-classic", 67)
    assert level_reach(table, "me", "move").cost(6.647319, 5.235111, "twin2") == pytest.approx(
        3.8968, abs=1e-3
    )


def test_ground_on_a_deck_costs_nothing_to_whoever_walks_beneath_it() -> None:
    # A step away from the board lies a deck, a step away from that the other one with the patch on it.
    field = level_reach(terrace("gemini-arap", 5006), "me", "move")
    assert field.cost(9.862648, 9.516707, "board") == pytest.approx(5.2715, abs=1e-3)


def test_a_slope_that_is_stepped_onto_from_its_side_is_entered_where_that_is_cheapest() -> None:
    field = level_reach(terrace("necromunda-classic", 5011), "me", "move")
    assert field.cost(11.006414, 8.843967, "stairs1") == pytest.approx(1.5434, abs=1e-3)


def test_a_steep_ramp_is_climbed_up_its_side_where_that_is_cheaper() -> None:
    text = """
name: Up its side
ruleset: wh40k-10e
board: [20, 12]
terrain:
  deck: {platform: {rect: [10, 4, 4, 4]}, z: 4, under: solid}
  ramp: {ramp: [[6, 6], [10, 6]], width: 2, z: 0, height: 4}
models:
  ana: {base: 25.4, at: [8, 4], height: 1.5, side: red, keywords: [Infantry], profile: {M: 6}}
"""
    way = level_route(surefoot.loads(text).table, "ana", "normal", (8.0, 5.5), on="ramp")
    assert isinstance(way, LevelRoute)
    # Straight over its side it would be 3.5: an inch, two up, half an inch on; a little further down there is less to climb.
    assert way.cost == pytest.approx(3.393, abs=5e-3)


def test_who_jumps_down_to_a_slope_is_carried_over_the_edge_slantwise() -> None:
    table = terrace("gemini-arap", 10007)
    # Straight over the edge it would be 2.054; a whole action leads much further, and takes long to search.
    way = level_route(table, "me", "move", (2.824653, 8.52514), LevelOptions(budget=1.9), on="ramp2")
    assert isinstance(way, LevelRoute)
    assert [each.link.by for each in way.links] == ["jump"]
    assert way.used < 1.7


FOUND = [
    # Over a ramp from side to side; straight onto it, past a wall.
    ("wh40k-10e", 20006, (3.613702, 6.05198, "board"), 6.523),
    ("wh40k-10e", 50015, (9.812298, 5.019893, "ramp2"), 2.728),
    # Along the top of a wall onto a platform and its ramp; up past a ledge on which nobody has room to rest.
    ("wh40k-10e", 30031, (6.18451, 9.550912, "ramp0"), 8.376),
    ("wh40k-10e", 30034, (3.651634, 7.871886, "tier1"), 7.145),
    # Out of a pit so low that it counts for nothing; two links round a corner.
    ("wh40k-10e", 20049, (11.277867, 10.108774, "board"), 1.671),
    ("wh40k-10e", 5015, (12.107341, 1.252467, "board"), 8.113),
    # A ladder from where a rope ends; a ladder behind a step; a lift ridden a step higher, and past mud.
    ("necromunda-2023", 20056, (2.492126, 5.242126, "tier0"), 3.007),
    ("necromunda-2023", 30013, (3.722554, 0.73, "board"), 2.249),
    # (Clear of the wall's end before it steps down: 3.054 led through it.)
    ("necromunda-2023", 40025, (8.049819, 8.897314, "deck0"), 3.166),
    ("necromunda-2023", 40091, (5.604747, 7.998191, "deck1"), 3.483),
    ("necromunda-2023", 20060, (11.288018, 7.728733, "deck1"), 5.488),
    # Round an enemy near another model; past an enemy that stands higher, behind a wall.
    ("necromunda-2023", 40028, (4.588852, 4.450917, "board"), 5.101),
    ("necromunda-2023", 40083, (10.827256, 5.417733, "deck1"), 4.047),
    ("necromunda-2023", 50003, (5.25, 4.293648, "board"), 1.044),
    # Through a door that is opened from within an inch of an enemy.
    ("necromunda-classic", 90003, (6.208463, 4.74745, "board"), 9.732),
    # Down round a corner, in touch with it; a leap across an inner corner.
    ("dark-heresy-2e", 30025, (7.118112, 5.477742, "board"), 8.0),
    ("gemini-arap", 60019, (5.554193, 4.704838, "deck0"), 4.166),
]


@pytest.mark.parametrize(
    ("ruleset", "seed", "place", "most"),
    [case(*each) for each in (FOUND[:3] if geometry.INTERPRETED else FOUND)],
)
def test_what_was_got_to_for_less_once_is_not_lost_again(
    ruleset: str, seed: int, place: tuple[float, float, str], most: float
) -> None:
    land = LANDS[ruleset]
    field = level_reach(terrace(ruleset, seed), "me", land.action, LevelOptions(actions=land.actions))
    cost = field.cost(*place)
    assert cost is not None
    assert cost <= most + field.error


def test_a_way_round_a_corner_and_past_a_strict_limit_is_drawn_clear_of_it() -> None:
    way = level_route(terrace("wh40k-10e", 50088), "me", "normal", (14.502472782366947, 10.999094002423563))
    assert isinstance(way, LevelRoute)


def test_nobody_ends_on_the_top_of_a_wall_that_he_walks_along() -> None:
    terrain = "{wall: {wall: {rect: [6, 5, 0.5, 3]}, height: 3}, deck: {platform: {rect: [6, 8, 4, 3]}, z: 3, under: solid}}"
    field = level_reach(battlefield(terrain, "[19, 1]", 12), "ana", "normal")
    # An inch and a half to the wall, three up, and along it: on the deck he may stay, on the wall he may not.
    assert field.says(6.25, 6.5, "wall") == "no"
    assert field.says(8, 9.5, "deck") == "yes"
    assert field.cost(7, 8.6, "deck") == pytest.approx(3 + math.hypot(3, 2.6), abs=field.error)


def test_what_nobody_gets_to_is_never_over() -> None:
    action_budget, never = ActionBudget(6.0, 3, 2), float("inf")

    assert action_budget.after_part(never, 1.0, pauses=True) == never
    assert action_budget.after_own(never, 1) == action_budget.after_own(never, 1, runs_up=True) == never
    assert action_budget.after_shared(never, 1.0, 2) == never


def test_a_place_on_another_level_where_no_base_can_stand_is_refused_for_what_is_in_the_way() -> None:
    table = surefoot.loads(
        "ruleset: necromunda-classic\n"
        "board: [20, 12]\n"
        "terrain:\n"
        "  - {id: catwalk, platform: {rect: [9, 4, 6, 4]}, z: 3}\n"
        "  - {id: rungs, ladder: [9, 6], from: board, to: catwalk}\n"
        "models:\n"
        "  - {id: kal, base: 25.4, at: [5.5, 6], profile: {M: 6, I: 4}}\n"
    ).table
    hangs = level_route(table, "kal", "move", (9.4, 6.2), on="catwalk")
    assert isinstance(hangs, NoRoute)
    assert str(hangs.says) == "The base can't end there: it would hang over the edge"
    assert hangs.blocked_by == ("the edge of what it stands on",)
    # With more movement this one could be reached.
    far = level_route(table, "kal", "move", (13, 6), on="catwalk")
    assert isinstance(far, NoRoute)
    assert str(far.says).startswith("No path over any level gets there within 6")
    assert not far.blocked_by


STAIRWELL = """
ruleset: necromunda-classic
options: {premeasure: true}
board: [44, 44]
terrain:
  floor: {platform: {rect: [10, 10, 8, 8]}, z: 3}
  flight: {stairs: {from: [12, 14], to: [16, 14]}, width: 2, height: 3}
models: {kal: {base: 25.4, height: 1.5, profile: {M: 8, I: 3}, at: [14, 11], on: floor, side: a}}
"""


@pytest.mark.parametrize("to", [(14.0, 14.5), (14.0, 17.0), (16.5, 14.0)])
def test_a_floor_is_walked_on_above_the_stairs_that_lead_up_to_it(to: tuple[float, float]) -> None:
    table = surefoot.loads(STAIRWELL).table
    assert level_reach(table, "kal", "move").cost(*to, "floor") == pytest.approx(math.dist((14, 11), to))
