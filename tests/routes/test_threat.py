"""The threat of a side: the field says for each place what the best placed model has left there."""

from __future__ import annotations

import random

import pytest

import surefoot
from surefoot.routes.one_level.reach import reach
from surefoot.routes.one_level.threat import threat
from surefoot.table.table import Table


def battle() -> Table:
    return surefoot.loads(
        """
name: Two gangs
ruleset: necromunda-classic
board: [30, 20]
terrain:
  wall: {wall: {rect: [8, 4, 0.5, 10]}, height: 3}
  mud: {area: {rect: [14, 8, 4, 6]}, tags: [difficult]}
models:
  kal: {base: 25.4, at: [5, 8], height: 1.5, side: red, profile: {M: 6, I: 4, T: 3, W: 1}}
  orl: {base: 25.4, at: [12, 10], height: 1.5, side: red, profile: {M: 4, I: 4, T: 3, W: 1}}
  big: {base: 40, at: [20, 5], height: 1.5, side: red, profile: {M: 5, I: 4, T: 3, W: 1}}
  foe: {base: 25.4, at: [16, 16], height: 1.5, side: blue, profile: {M: 5, I: 4, T: 3, W: 1}}
"""
    ).table


def test_the_field_is_that_of_whoever_gets_there_with_the_most_to_spare() -> None:
    table, dice = battle(), random.Random(7)
    field = threat(table, "red")
    fields = {name: reach(table, name, "move") for name in ("kal", "orl", "big")}
    reached = 0
    for _ in range(200):
        x, y = dice.uniform(1, 29), dice.uniform(1, 19)
        spare = [
            (each.budget - cost, name)
            for name, each in fields.items()
            if each.ground.chart.spot_free(x, y) and (cost := each.cost(x, y)) is not None
        ]
        best = max(spare, default=(-1.0, ""))
        left = field.left(x, y)
        if best[0] > 0.01:
            reached += 1
            assert left == pytest.approx(best[0], abs=2e-3)
            assert field.who(x, y) == best[1]
        elif best[0] < -0.01:
            assert left is None
    assert reached > 20


def test_a_grid_of_the_field_agrees_with_it_and_tells_who_cannot_move() -> None:
    table = battle()
    field = threat(table, "red")
    grid = field.grid(1.0)
    for row in range(grid.rows):
        for column in range(grid.columns):
            used = grid.values[row * grid.columns + column]
            left = field.left(*grid.at(column, row))
            if left is None:
                assert used > field.most - 1e-3
            else:
                # On the grid borders of mud are not polished: it may be a little dearer, never cheaper.
                assert -1e-9 <= used - (field.most - left) < 0.1
    assert threat(table, "green").bands == ()
    assert field.idle == ()


def test_more_movement_threatens_more() -> None:
    table = battle()
    near, far = threat(table, "red"), threat(table, "red", extra=3.0)
    assert far.most == near.most + 3.0
    assert near.left(5, 12.5) is not None
    assert near.left(5, 15.5) is None
    assert far.left(5, 15.5) == pytest.approx(1.5, abs=1e-3)
