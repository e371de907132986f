"""How far a mover walks to a ladder that leans against a wall: until nothing is nearer to it, not only until the wall stops it."""

from __future__ import annotations

import math

import pytest

from surefoot.files.scenario import loads
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.referee import check

DECK = """
ruleset: necromunda-classic
board: [30, 30]
terrain:
  deck: {{platform: {{rect: [10, 10, 8, 6]}}, z: 3, under: solid}}
  rungs: {{ladder: [14, 10], from: board, to: deck}}
  {more}
models: {{kal: {{base: 25.4, at: [{x}, {y}], side: a, profile: {{M: 8, I: 4}}}}}}
declare: [{{who: kal, action: move, path: [{{link: rungs}}]}}]
"""


def cost(x: float, y: float, more: str = "") -> float:
    scenario = loads(DECK.format(x=x, y=y, more=more))
    outcome = check(scenario.table, scenario.declarations[0])
    assert outcome.verdict == "legal"
    return from_lattice(outcome.cost)


@pytest.mark.parametrize("start", [(14, 8), (13, 8), (11.5, 8), (12, 8.5), (13.2, 9.5), (11.2, 9)])
def test_it_stands_right_before_the_ladder(start: tuple[float, float]) -> None:
    assert cost(*start) == pytest.approx(math.dist(start, (14, 9.5)) + 3, abs=1e-3)


def test_where_something_leaves_no_room_before_it_near_enough_is_enough() -> None:
    crate = "crate: {obstacle: {rect: [13.9, 9.2, 3, 0.8]}, height: 3}"

    assert cost(12, 9.5, crate) == pytest.approx(1.4 + 3, abs=1e-3)
