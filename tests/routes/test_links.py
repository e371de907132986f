"""Links that are no climb, leap or jump: ductways, crawled through by an action of their own."""

from __future__ import annotations

import pytest

import surefoot
from surefoot.routes.clockwork import Clockwork
from surefoot.routes.journey import Journey, journey
from surefoot.routes.levels import levels
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
    assert levels(behind_a_wall(), "kal", "move", actions=4).cost(14, 12) is None
    way = journey(behind_a_wall(), "kal", "move", (14.0, 12.0), actions=5)
    assert isinstance(way, Journey)
    assert [step.declaration.action for step in way.steps] == ["move", "crawl through ductway", "move"]
    assert all(step.verdict == "legal" for step in way.steps)
    # Set down an inch beyond the far opening, the base is 2.11 inches from the place.
    assert way.used == pytest.approx(20 + 2.11, abs=0.01)


def test_what_takes_both_actions_of_a_turn_begins_with_its_first() -> None:
    clockwork = Clockwork(5.0, 6, 2)
    assert [clockwork.from_action(number, 2) for number in range(4)] == [0, 2, 2, 4]
    assert [clockwork.from_action(number, 1) for number in range(3)] == [0, 1, 2]
    assert clockwork.after_own(4.0, 2) == 20.0
    # Elsewhere a turn is one action long, and nothing waits for the next.
    assert Clockwork(6.0, 3).from_action(1, 2) == 1
