"""Legs straight ahead start where the model stands when it is declared."""

from __future__ import annotations

import pytest

import surefoot


def test_a_second_leg_straight_ahead_starts_where_the_first_ended() -> None:
    laid = surefoot.loads(
        "ruleset: necromunda-classic\n"
        "board: [40, 40]\n"
        "models: [{id: rig, hull: [4, 2], at: [10, 10], facing: 90, keywords: [vehicle], profile: {M: 8, handling: 6}}]\n"
        "declare:\n"
        "  - {who: rig, action: move, path: [{forward: 8}]}\n"
        "  - {who: rig, action: move, path: [{turn: 90}, {forward: 4}]}\n"
        "  - {tick: end-round}\n"
        "  - {who: rig, action: move, path: [{forward: all}]}\n"
    )
    game = surefoot.Session(laid.table)
    for each in laid.declarations:
        assert game.declare(each).verdict != "illegal"
    assert game.now.pose("rig").x == pytest.approx(18)
    # South from 10 by 4, then by the allowance of 8 towards the edge: its nose stops there.
    assert game.now.pose("rig").y == pytest.approx(2)
    (way,) = surefoot.odds(laid.table, laid.declarations).ways
    assert way.end.after.pose("rig").y == pytest.approx(2)


def test_a_leg_straight_ahead_of_a_model_off_the_table_is_a_problem() -> None:
    laid = surefoot.loads(
        "ruleset: necromunda-classic\n"
        "board: [40, 40]\n"
        "models: [{id: kal, base: 25.4, place: off, profile: {M: 5, I: 4}}]\n"
        "declare:\n"
        "  - {tick: end-round}\n"
        "  - {who: kal, action: move, path: [{forward: 3}]}\n"
    )
    with pytest.raises(surefoot.Malformed, match="not on the table"):
        surefoot.check(laid.table, laid.declarations[1])
