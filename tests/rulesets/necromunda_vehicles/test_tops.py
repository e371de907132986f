"""The top of a vehicle is its deck, where a file names none."""

from __future__ import annotations

import pytest

from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import loads

UTILITY = """
ruleset: necromunda-2023
board: [40, 40]
models:
  rig: {hull: [4, 2], height: 2, at: [20, 20], side: a, keywords: [vehicle], profile: {M: 6, handling: 5, locomotion: Wheeled}}
  kal: {base: 25, at: [0.5, 0], on: WHERE, side: a, profile: {M: 5, I: 4}}
"""


def test_a_file_puts_a_fighter_on_the_top_of_a_vehicle_that_names_no_deck() -> None:
    table = loads(UTILITY.replace("WHERE", "rig.deck")).table

    assert [rider.id for rider in table.riders("rig")] == ["kal"]
    assert table.pose("kal").z == 2.0
    with pytest.raises(FileInvalid, match=r"rig\.roof"):
        loads(UTILITY.replace("WHERE", "rig.roof"))
