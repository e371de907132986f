"""A fighter at an edge may decline to leap or to jump only where it may end its move."""

from __future__ import annotations

import pytest

import surefoot
from surefoot.dice.requests import Choice

TABLE = """\
ruleset: necromunda-classic
board: [24, 24]
terrain:
  roof: {{platform: {{rect: [1, 2, 5, 4]}}, z: 3}}
  ledge: {{platform: {{rect: [8, 2, 5, 4]}}, z: 3}}
  barricade: {{obstacle: {{rect: [{barricade}, 2, 0.5, 4]}}, on: roof, height: 1}}
models:
  kal: {{base: 25.4, at: [3, 4], on: roof, side: a, profile: {{M: 9, I: 4}}}}
  pal: {{base: 25.4, at: [5.5, {friend}], on: roof, side: a, profile: {{M: 5, I: 4}}}}
declare: [{{who: kal, action: move, path: [{{{leg}}}]}}]
"""


def _options(leg: str, *, friend: float = 2.5, barricade: float = 1.0) -> tuple[object, ...]:
    scenario = surefoot.loads(TABLE.format(leg=leg, friend=friend, barricade=barricade))
    game = surefoot.Session(scenario.table)
    game.declare(scenario.declarations[0])
    assert game.open is not None
    request = game.open.request
    # A choice with one answer is not asked: the test comes next.
    return request.among if isinstance(request, Choice) else (request.what.partition(" ")[0],)


@pytest.mark.parametrize(("leg", "word"), [("leap: [8.5, 4]", "leap"), ("jump: [6.5, 4]", "jump")])
def test_at_a_free_edge_it_may_stay(leg: str, word: str) -> None:
    assert _options(leg) == (word, "stay")


@pytest.mark.parametrize(("leg", "word"), [("leap: [8.5, 4]", "leap"), ("jump: [6.5, 4]", "jump")])
def test_on_a_friend_or_a_barricade_it_may_not(leg: str, word: str) -> None:
    assert _options(leg, friend=4.0) == (word,)
    assert _options(leg, barricade=5.5) == (word,)
