"""Answers that take long: Ctrl+C ends them with what is known so far."""

from __future__ import annotations

import signal
from fractions import Fraction
from pathlib import Path

import pytest
import typer
from tests.command_line import CliRunner

import surefoot
from surefoot.answers.movement import reached, reached_steps
from surefoot.answers.odds import odds_of
from surefoot.cli.app import app
from surefoot.cli.exits import ExitCode, handled
from surefoot.cli.waiting import Waiting

# Two storeys and a ladder; a leap whose test can fail.
TABLE = """
ruleset: necromunda-classic
board: [24, 16]
terrain:
  near-roof: {platform: {rect: [4, 4, 6, 4]}, z: 3}
  far-roof: {platform: {rect: [12, 4, 6, 4]}, z: 3}
models: {kal: {base: 25, at: [8, 6], on: near-roof, height: 1.5, profile: {M: 5, I: 4, T: 3, W: 1}}}
declare: [{who: kal, action: move, path: [{leap: [14, 6]}]}]
"""


def test_ctrl_c_stops_a_search_and_a_second_one_the_program() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Waiting("Looking for paths") as waiting:
        assert not waiting.stopped()
        signal.raise_signal(signal.SIGINT)
        assert waiting.stopped()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_reach_that_is_stopped_has_the_own_level() -> None:
    table = surefoot.loads(TABLE).table
    asked = iter([False, True])
    steps = [each for each in reached_steps(table, "kal", "move", stopped=lambda: next(asked, True)) if each]
    assert steps
    assert steps[-1].says(9, 6) == "yes"
    whole = reached(table, "kal", "move")
    assert whole.cost(14, 6, "far-roof") is not None


def test_odds_that_are_stopped_leave_the_rest_open() -> None:
    laid = surefoot.loads(TABLE)
    _, ahead, _ = odds_of(laid, [], stopped=lambda: True)
    assert ahead.unresolved > 0
    assert sum(ahead.over("end").values(), ahead.unresolved) == Fraction(1)


def test_ctrl_c_ends_any_command_with_its_own_code(capsys: pytest.CaptureFixture[str]) -> None:
    @handled
    def command() -> ExitCode:
        raise KeyboardInterrupt

    with pytest.raises(typer.Exit) as ended:
        command()
    assert ended.value.exit_code == ExitCode.INTERRUPTED
    assert capsys.readouterr().err == "Interrupted\n"


def test_a_reach_that_is_stopped_shows_one_outline_for_each_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(TABLE, encoding="utf-8")

    def interrupted(waiting: Waiting) -> bool:
        waiting.interrupted = True
        return True

    whole = CliRunner().invoke(app, ["reach", str(file), "--who", "kal"])
    monkeypatch.setattr(Waiting, "stopped", interrupted)
    part = CliRunner().invoke(app, ["reach", str(file), "--who", "kal"])

    assert (whole.exit_code, part.exit_code) == (ExitCode.OK, ExitCode.INTERRUPTED)
    bands = [line for line in whole.output.splitlines() if "Up to" in line]
    assert len(bands) > 5
    assert [line for line in part.output.splitlines() if "Up to" in line] == [
        line for line in bands if "Up to 5″" in line
    ]
