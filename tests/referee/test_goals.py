"""Goals: points for zones, loot, models brought home and rounds lasted, seen by previews, odds, games and replays alike."""

from __future__ import annotations

from pathlib import Path

import pytest

import surefoot
from surefoot.answers.state import goals_data
from surefoot.cli.game_log import read
from surefoot.referee.goals import standing
from surefoot.table.table import Table

RAID = """
ruleset: necromunda-classic
board: [24, 12]
terrain:
  roof: {platform: {rect: [4, 2, 5, 8]}, z: 3}
  crane: {platform: {rect: [11, 2, 5, 8]}, z: 3}
models:
  kal: {base: 25, at: [7, 6], on: roof, side: orange, profile: {M: 8, I: 4, T: 3, W: 1}}
  vex: {base: 25, at: [2, 2], side: orange, profile: {M: 5, I: 4, T: 3, W: 1}}
  grix: {base: 25, at: [22, 6], side: green, profile: {M: 5, I: 4, T: 3, W: 1}}
objects:
  - {id: chest, sort: loot, at: [2, 4]}
goals:
  - {id: crane-top, reach: {rect: [11, 2, 5, 8]}, on: crane, points: 3}
  - {id: yard, hold: {rect: [17, 0, 7, 12]}, points: 2}
  - {id: cache, loot: chest, to: {rect: [0, 0, 3, 12]}, side: orange, points: 4}
  - {id: exit, home: all, to: {rect: [0, 8, 4, 4]}, side: orange}
  - {id: time, last: 2, side: green, points: 5}
declare: [{who: kal, action: move, path: [{leap: [12, 6]}]}]
"""
SCENARIO = surefoot.loads(RAID)


def _played(table: Table, fields: dict[str, object]) -> Table:
    declared = surefoot.declaration(table, **fields)  # type: ignore[arg-type]
    return surefoot.move(table, declared, surefoot.Seeded("1")).run.table


def test_a_preview_tells_the_points_and_the_odds_count_them() -> None:
    (leap,) = SCENARIO.declarations
    judged = surefoot.check(SCENARIO.table, leap)
    ahead = surefoot.odds(SCENARIO.table, leap)
    chance = sum(way.chance for way in ahead.ways if standing(way.end.after).points["orange"] == 3)

    assert surefoot.data(judged)["events"][-2]["says"].endswith("scores 3 points: the crane top")
    assert standing(judged.run.table).points == {"orange": 3, "green": 0}
    assert str(chance) == "1/2"


def test_a_zone_is_reached_once_and_only_on_its_level() -> None:
    (leap,) = SCENARIO.declarations
    there = surefoot.move(SCENARIO.table, leap, surefoot.script([5])).run.table
    further = _played(there, {"who": "kal", "action": "move", "path": [[13, 6]]})
    below = SCENARIO.table.changed(models=SCENARIO.table.models.with_("grix", SCENARIO.table.models["grix"]))

    assert standing(there).points["orange"] == 3
    assert standing(further).points["orange"] == 3
    assert standing(below).points["green"] == 0


def test_holding_counts_at_the_end_of_each_round_and_the_game_ends_after_its_last() -> None:
    first = _played(SCENARIO.table, {"tick": "end-round"})
    second = _played(first, {"tick": "end-round"})
    more = _played(second, {"tick": "end-round"})

    assert standing(first).points == {"orange": 0, "green": 2}
    assert not standing(first).over
    assert standing(second).points == {"orange": 0, "green": 2 + 2 + 5}
    assert (standing(second).over, standing(second).winner) == (True, "green")
    assert standing(more) == standing(second)


def test_models_come_home_one_by_one_and_loot_is_carried_into_its_zone() -> None:
    home = _played(SCENARIO.table, {"who": "vex", "action": "move", "path": [[2, 3.51]]})
    carried = _played(home, {"who": "vex", "action": "carry loot", "loot": "chest", "path": [[2, 5]]})
    later = _played(carried, {"tick": "end-round"})
    exit_ = _played(later, {"who": "vex", "action": "move", "path": [[2, 9]]})

    assert standing(home).points["orange"] == 0
    assert standing(carried).points["orange"] == 4
    assert standing(exit_).points["orange"] == 5


def test_the_state_tells_goals_points_and_the_winner() -> None:
    over = _played(_played(SCENARIO.table, {"tick": "end-round"}), {"tick": "end-round"})
    told = goals_data(over)

    assert told["goals"][1]["says"] == "hold the yard at the end of each round, 2 points"
    assert told["goals"][1]["zone"] == [[17, 0], [24, 0], [24, 12], [17, 12]]
    assert told["says"] == "The game is over. Green wins: Green 9 and Orange 0"


def test_a_log_keeps_goals_and_points(tmp_path: Path) -> None:
    game = surefoot.Session(SCENARIO.table)
    surefoot.create_game(tmp_path / "raid.game", game)
    game.declare(SCENARIO.declarations[0])
    game.play_out(surefoot.script([5]))
    again = surefoot.open_game(tmp_path / "raid.game")

    assert again.now == game.now
    assert standing(again.now).points["orange"] == 3
    assert surefoot.verify_game(tmp_path / "raid.game") == ()


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        ("{id: a, reach: {rect: [0, 0, 1, 1]}, last: 2}", "exactly one of"),
        ("{id: a, reach: [[0, 0], [1, 1]]}", "three corners"),
        ("{id: a, home: [kla], to: {rect: [0, 0, 1, 1]}}", "did you mean 'kal'"),
        ("{id: a, hold: {rect: [0, 0, 1, 1]}, side: blu}", "there is no 'blu'"),
        ("{id: a, last: 0}", "at least one round"),
        ("{id: a, reached: {rect: [0, 0, 1, 1]}}", "did you mean 'reach'"),
    ],
)
def test_a_wrong_goal_is_named(goal: str, says: str) -> None:
    text = RAID.partition("goals:")[0] + f"goals: [{goal}]\n"
    with pytest.raises(surefoot.FileInvalid, match=says):
        surefoot.loads(text)


def test_pictures_show_the_zones() -> None:
    drawn = surefoot.svg(surefoot.picture(SCENARIO.table))

    assert "hold the yard at the end of each round, 2 points" in drawn
    assert ">Yard<" in drawn


def test_the_end_of_the_battle_ends_the_game_and_counts_what_counts_at_the_end() -> None:
    table = surefoot.loads(
        """
ruleset: wh40k-10e
board: [24, 12]
clock: {side: blue, phase: movement}
models:
  ash: {base: 32, at: [4, 4], side: blue, profile: {M: 6}}
  cor: {base: 32, at: [20, 4], side: red, profile: {M: 6}}
goals:
  - {id: hold-out, last: 5, side: red, points: 3}
"""
    ).table
    ended = _played(table, {"tick": "end-battle"})

    assert not standing(table).over
    assert (standing(ended).over, standing(ended).winner) == (True, "red")


def test_a_replay_tells_who_scored_and_who_won(tmp_path: Path) -> None:
    game = surefoot.Session(SCENARIO.table)
    surefoot.create_game(tmp_path / "raid.game", game)
    for _ in range(2):
        game.declare(surefoot.declaration(game.now, tick="end-round"))
    made = read(str(tmp_path / "raid.game")).outcomes()
    told = [each["says"] for _, one in made for each in surefoot.data(one)["events"]]

    assert "Green scores 2 points: the yard" in told
    assert told[-1] == "The game is over. Green wins: Green 9 and Orange 0"
