"""`surefoot replay`: a game from its log."""

import json
from pathlib import Path

import pytest
from tests.cli.playing import DASH, LEAP, WALK, Ended, scenario
from tests.tiny import RULESET, installed

from surefoot.files.game import open_game
from surefoot.table.effects import Became


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = str(tmp_path / "game")
    Ended("move", scenario(tmp_path, WALK, LEAP), "--dice", "1,1", "-o", path)
    return path


def test_every_entry_is_told_and_the_question_it_waits_at(game: str) -> None:
    ended = Ended("replay", game)

    assert (ended.code, ended.said) == (0, "")
    assert ended.lines[0] == "Game log, 4 entries  tiny"
    assert "1  Ana · Walk to 6, 3 → 6, 4" in ended.lines
    assert "2  Ana · Leap to 5, 3 (run-up)" in ended.lines
    assert "3  Rolled 1" in ended.lines
    assert "  •  Ana is now prone  [1]" in ended.lines
    assert "  Needs an answer: ana saves wound 1 (D6; needs 5+; 1/3 (33 %))" in ended.lines


def test_the_json_holds_every_entry_and_the_state_that_a_move_printed(game: str, tmp_path: Path) -> None:
    moved = json.loads(Ended("move", scenario(tmp_path, WALK, LEAP), "--dice", "1,1", "--json").out)

    told = json.loads(Ended("replay", game, "--json").out)

    assert [(entry["n"], entry["kind"]) for entry in told["entries"]] == [
        (1, "declare"),
        (2, "declare"),
        (3, "answer"),
        (4, "answer"),
    ]
    assert told["entries"][0]["declaration"]["path"] == [[6, 3], [6, 4]]
    assert told["entries"][0]["ledger"][0]["clause"] == "tiny/move.walk"
    assert told["entries"][2]["answer"] == {"faces": [1]}
    assert told["entries"][2]["events"][0]["clause"] == "tiny/leap.fall"
    assert told["open"]["what"] == "ana saves wound 1"
    assert told["open"]["clause"] == "tiny/hurt.damage"
    assert told["state"] == moved["state"]
    assert told["entries"][-1]["state"] == moved["state"]["digest"]


def test_overrides_choices_and_what_was_taken_back_are_told(tmp_path: Path) -> None:
    game = str(tmp_path / "game")
    Ended("move", scenario(tmp_path, LEAP), "--dice", "1,1,1,hurt.roll-over=east", "-o", game)
    session = open_game(game)
    session.override((Became("ana", (), ("prone",)),), "a cushion was \x1b[2Jthere")
    session.undo()

    ended = Ended("replay", game)
    told = json.loads(Ended("replay", game, "--json").out)

    assert "5  Answered: east" in ended.lines
    # Who wrote the log does not command the terminal of who reads it.
    assert "6  Referee correction: a cushion was [2Jthere" in ended.lines
    assert "  •  Ana is no longer prone  [1]" in ended.lines
    assert "7  Undone" in ended.lines
    assert [entry["kind"] for entry in told["entries"]][-3:] == ["answer", "override", "undo"]
    assert told["entries"][-3]["answer"] == {"value": "east"}
    assert told["entries"][-2]["reason"] == "a cushion was \x1b[2Jthere"
    assert told["state"]["models"]["ana"]["status"] == ["prone"]
    assert told["open"] is None


def test_a_game_that_is_judged_as_it_was_is_verified(game: str) -> None:
    ended = Ended("replay", game, "--verify")

    assert ended.code == 0
    assert ended.said.splitlines() == [
        "Verified: every entry was judged again with the same result",
        "Not proven: who wrote it, and whether lines are missing at its end: it is not signed",
        "Not proven: that the dice were rolled: players typed them",
    ]


def test_rules_that_judge_otherwise_now_are_found_line_by_line(tmp_path: Path) -> None:
    from dataclasses import replace

    game = str(tmp_path / "game")
    Ended("move", scenario(tmp_path, WALK, DASH), "--dice", "6", "-o", game)
    dash = replace(RULESET.actions["dash"], procedure=RULESET.actions["walk"].procedure)

    with installed(replace(RULESET, actions={**RULESET.actions, "dash": dash})):
        ended = Ended("replay", game, "--verify")

    assert ended.code == 1
    assert f"{game}:3: " in ended.said
    assert "State " in ended.out


def test_a_changed_byte_is_found_and_named(game: str) -> None:
    content = Path(game).read_bytes()
    Path(game).write_bytes(content.replace(b"6000000", b"6000001", 1))

    for command in (["replay", game], ["replay", game, "--verify", "--json"], ["move", game]):
        ended = Ended(*command)
        assert (ended.code, ended.out) == (4, "")
        assert ended.said.startswith(f"{game}:2: the seal is broken")


def test_a_line_that_was_cut_off_is_dropped_with_a_notice(game: str) -> None:
    Path(game).write_bytes(Path(game).read_bytes()[:-40])

    for more in ([], ["--verify"]):
        ended = Ended("replay", game, *more)
        assert ended.code == 0
        assert ended.lines[0] == "Game log, 3 entries  tiny"
        assert ended.said.splitlines()[0].endswith("it is dropped, the lines before it are complete")


def test_a_game_can_be_piped_in(game: str) -> None:
    content = Path(game).read_bytes()

    assert Ended("replay", "-", "--json", piped=content).out == Ended("replay", game, "--json").out
    damaged = Ended("replay", "-", piped=content.replace(b"6000000", b"6000001", 1))
    assert damaged.code == 4
    assert damaged.said.startswith("<stdin>:2: the seal is broken")


def test_a_scenario_is_no_game(tmp_path: Path) -> None:
    ended = Ended("replay", scenario(tmp_path, WALK))

    assert (ended.code, ended.out) == (4, "")
    assert "this is not a game of Surefoot" in ended.said
