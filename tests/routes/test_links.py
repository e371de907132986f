"""Links that are no climb, leap or jump: ductways, crawled through by an action of their own, and doors."""

from __future__ import annotations

import pytest

import surefoot
from surefoot.geometry.kernel import inside_rings
from surefoot.routes.one_level.route import Route
from surefoot.routes.over_levels.action_budget import ActionBudget
from surefoot.routes.over_levels.options import LevelOptions
from surefoot.routes.over_levels.outlines import bands, gates
from surefoot.routes.over_levels.route import LevelRoute, level_route
from surefoot.routes.over_levels.search import level_reach
from surefoot.routes.plan import find_route
from surefoot.table.table import Table


def behind_a_wall() -> Table:
    return surefoot.loads(
        """
name: Behind a wall
ruleset: necromunda-classic
board: [30, 20]
terrain:
  wall: {wall: {rect: [10, 0, 1, 20]}, height: 6, tags: [impassable]}
  duct: {ductway: [[10, 10], [11, 10]], width: 0.6}
models:
  kal: {base: 25.4, at: [5, 10], height: 1.5, side: red, profile: {M: 5, I: 4, T: 3, W: 1}}
"""
    ).table


def test_a_ductway_is_crawled_through_with_both_actions_of_an_activation() -> None:
    # A move to the opening; what is left of the activation does not do for the crawl.
    assert level_reach(behind_a_wall(), "kal", "move", LevelOptions(actions=4)).cost(14, 12) is None
    way = level_route(behind_a_wall(), "kal", "move", (14.0, 12.0), LevelOptions(actions=5))
    assert isinstance(way, LevelRoute)
    assert [step.declaration.action for step in way.steps] == ["move", "crawl through ductway", "move"]
    assert all(step.verdict == "legal" for step in way.steps)
    # Set down an inch beyond the far opening, the base is 2.11 inches from the place.
    assert way.used == pytest.approx(20 + 2.11, abs=0.01)


def test_what_takes_both_actions_of_a_turn_begins_with_its_first() -> None:
    action_budget = ActionBudget(5.0, 6, 2)
    assert [action_budget.first_action_for(number, 2) for number in range(4)] == [0, 2, 2, 4]
    assert [action_budget.first_action_for(number, 1) for number in range(3)] == [0, 1, 2]
    assert action_budget.after_own(4.0, 2) == 20.0
    # Elsewhere a turn is one action long, and nothing waits for the next.
    assert ActionBudget(6.0, 3).first_action_for(1, 2) == 1


def behind_a_door(state: str, y: float) -> Table:
    return surefoot.loads(
        f"""
name: Behind a door
ruleset: gemini-arap
board: [24, 20]
terrain:
  left: {{wall: {{rect: [10, 0, 0.5, 7]}}, height: 6, tags: [impassable]}}
  right: {{wall: {{rect: [10, 9, 0.5, 11]}}, height: 6, tags: [impassable]}}
  hatch: {{door: [[10.25, 7], [10.25, 9]], width: 0.5, height: 2, state: [{state}]}}
models:
  kal: {{base: 25.4, height: 1.5, at: [9, {y}], facing: 90, side: red, profile: {{M: 12, I: 4, ap: 3}}}}
"""
    ).table


@pytest.mark.parametrize("y", [8.0, 5.0, 10.5])
def test_a_door_that_is_opened_on_the_way_costs_what_it_costs_open_and_an_inch(y: float) -> None:
    open_, closed = behind_a_door("open", y), behind_a_door("closed", y)
    reached, field = level_reach(open_, "kal", "move"), level_reach(closed, "kal", "move")
    for place in ((11.2, 4.0), (12.5, 7.2), (11.2, 9.0), (14.0, 12.0)):
        before, after = reached.cost(*place), field.cost(*place)
        assert before is not None
        assert after == pytest.approx(before + 1.0, abs=0.02)
        way = find_route(closed, "kal", "move", place)
        known = find_route(open_, "kal", "move", place)
        assert isinstance(way, LevelRoute)
        assert isinstance(known, Route)
        assert way.cost == pytest.approx(known.cost + 1.0, abs=1e-3)
        assert [leg.manner for step in way.steps for leg in step.declaration.legs if leg.by == "through"] == [
            "open"
        ]


def test_what_lies_behind_a_door_is_part_of_the_same_level() -> None:
    field = level_reach(behind_a_door("closed", 8.0), "kal", "move")
    assert len(field.floors) == 1
    (_, whole), *_ = reversed(bands(field, field.floors[0], 4.0))
    assert inside_rings(14.0, 8.0, whole.rings)
    assert [gate.along for gate in gates(field, field.floors[0])] == ["hatch"]


def test_a_lift_that_was_ridden_is_where_it_went() -> None:
    table = surefoot.load("examples/hatch-and-lift.yaml").table
    way = level_route(table, "kal", "move", (17.0, 8.0), LevelOptions(actions=3), on="gantry")
    assert isinstance(way, LevelRoute)
    assert [step.declaration.action for step in way.steps] == ["operate door", "move", "move"]
    assert [(each.link.by, each.link.name) for each in way.links] == [("through", "hatch"), ("lift", "cage")]
    # Five inches for the hatch, five to the lift, five from there: the ride itself is free.
    assert way.used == pytest.approx(15.0, abs=1e-3)
    field = level_reach(table, "kal", "move", LevelOptions(actions=4))
    after = [each.taken for floor in field.floors for each in floor.entries if each.taken is not None]
    assert any(each.link.by == "lift" for each in after)
    # Nobody jumps back down onto the platform that he came up with, nor rides it twice.
    assert not [each for each in after if each.link.by == "jump" and each.link.target == "cage"]
