"""The computer takes a side at the terminal: it moves when it is its turn, rolls its dice, and says why."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tests.cli.playing import Ended

from surefoot.agents.state import reference_table
from surefoot.cli.terminal.game import Game
from surefoot.cli.terminal.prompt import Left, Prompt
from surefoot.cli.terminal.seat import seat_at
from surefoot.files.game import verify
from surefoot.files.problems import FileInvalid
from surefoot.referee.session import Session


def _played(path: Path, ruleset: str, *lines: str) -> tuple[Game, str]:
    table = reference_table(ruleset).table
    talk = io.StringIO()
    prompt = Prompt(io.StringIO("".join(f"{line}\n" for line in lines)), talk)
    game = Game("The silos", Session(table), "7", prompt, seat=seat_at(table, "medium", "blue", "7"))
    game.keep(str(path))
    with pytest.raises(Left):
        game.play()
    return game, talk.getvalue()


def test_the_computer_moves_after_an_activation_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUREFOOT_HOME", str(tmp_path))
    lines = ("ash move to 6,6", "y", "ash move to 9,7", "y", "goals")
    game, said = _played(tmp_path / "silos.game", "necromunda-classic", *lines)
    actors = [entry.declaration.actor for entry in game.session.entries if entry.declaration is not None]

    assert actors[:2] == ["ash", "ash"]
    assert {game.session.now.models[name].side for name in actors[2:] if name} == {"red"}
    assert "The computer plays Red." in said
    assert "to succeed" in said
    assert "hold the middle at the end of each round, 2 points" in said
    assert verify(tmp_path / "silos.game") == ()


def test_where_sides_take_turns_the_computer_plays_its_whole_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUREFOOT_HOME", str(tmp_path))
    game, _ = _played(tmp_path / "bastions.game", "wh40k-10e", "end turn", "y")
    declared = [entry.declaration for entry in game.session.entries if entry.declaration is not None]

    assert {each.actor for each in declared if each.kind == "declare"} <= {"raiders", "cor", "raiders.1"}
    assert any(each.kind == "declare" for each in declared)
    assert (game.session.now.clock.side, game.session.now.clock.round) == ("blue", 2)


def test_wrong_seats_are_named() -> None:
    table = reference_table("necromunda-classic").table
    with pytest.raises(FileInvalid, match="did you mean 'blue'"):
        seat_at(table, "easy", "bleu", "1")
    assert "easy, medium or hard" in Ended("play", "gantry", "--against", "strong").said
    assert "--side goes with --against" in Ended("play", "gantry", "--side", "orange").said
