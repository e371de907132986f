"""The commands that look ahead."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.command_line import CliRunner

import surefoot
from surefoot.cli.app import app
from surefoot.cli.exits import ExitCode

RUN = CliRunner()


@pytest.fixture
def gap(tmp_path: Path) -> str:
    file = tmp_path / "gap.yaml"
    file.write_text(surefoot.EXAMPLE, encoding="utf-8")
    return str(file)


def odds_of(*typed: str) -> list[dict[str, object]]:
    done = RUN.invoke(app, ["odds", *typed, "--json"])
    assert done.exit_code == ExitCode.OK, done.output
    found: list[dict[str, object]] = json.loads(done.stdout)["odds"]
    return found


def test_odds_are_told_exactly(gap: str) -> None:
    done = RUN.invoke(app, ["odds", gap, "--ask", "status", "--clauses"])

    assert done.exit_code == ExitCode.OK
    assert [line.split() for line in done.stdout.splitlines()[1:3]] == [
        ["Kal:", "unharmed", "1/2", "50", "%"],
        ["Kal:", "Pinned", "1/3", "33", "%"],
    ]
    assert "leap.fail-fall" in done.stdout


def test_odds_are_given_to_other_programs(gap: str) -> None:
    (found,) = odds_of(gap, "--ask", "losses", "--clauses")

    assert found["unresolved"] == "0"
    assert found["answers"] == [
        {"answer": 0, "odds": "23/24", "chance": 23 / 24},
        {"answer": 1, "odds": "1/24", "chance": 1 / 24},
    ]
    assert isinstance(found["clauses"], dict)
    assert found["clauses"]["necromunda-classic/leap.test"] == "1"


def test_dice_that_have_shown_are_kept(gap: str) -> None:
    (found,) = odds_of(gap, "--ask", "safe", "--given", "leap=6")

    assert found["answers"] == [{"answer": True, "odds": "1", "chance": 1.0}]


def test_whoever_chooses_may_be_after_something(gap: str) -> None:
    (found,) = odds_of(gap, "--ask", "damage", "--choose", "least:damage")

    assert found["answers"] == [{"answer": 0, "odds": "1", "chance": 1.0}]


def test_alternatives_stand_side_by_side(gap: str, tmp_path: Path) -> None:
    other = tmp_path / "walk.yaml"
    other.write_text(surefoot.EXAMPLE.replace("The gap", "The walk").replace("{leap: [8.5, 4]}", "[3, 4]"))
    done = RUN.invoke(app, ["odds", gap, str(other), "--ask", "safe"])

    assert done.exit_code == ExitCode.OK
    head, yes, no = done.stdout.splitlines()
    assert head.split() == ["safe", "The", "gap", "The", "walk"]
    assert yes.split() == ["safe:", "yes", "1/2", "50", "%", "1", "100", "%"]
    assert no.split() == ["safe:", "no", "1/2", "50", "%", "–"]


def test_what_is_left_is_said_to_be_left(gap: str) -> None:
    done = RUN.invoke(app, ["odds", gap, "--most", "1"])

    assert "not counted" in done.stdout


@pytest.mark.parametrize("ending", [".svg", ".png"])
def test_odds_are_drawn(gap: str, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"odds{ending}"
    done = RUN.invoke(app, ["odds", gap, "-o", str(file)])

    assert done.exit_code == ExitCode.OK
    assert file.stat().st_size > 1_000


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (["--ask", "loses"], "did you mean 'losses'"),
        (["--who", "kat"], "did you mean 'kal'"),
        (["--given", "x"], "isn't a die roll"),
        (["--given", "9"], "9 is not a face of D6"),
        (["--given", "5,5,5"], "Nothing asks for: 5, 5"),
        (["--choose", "damage"], "least:losses"),
        (["--choose", "least:end"], "aren't numbers"),
        (["-o", "odds.doc"], ".svg or .png"),
    ],
)
def test_what_makes_no_sense_is_refused_in_plain_words(gap: str, typed: list[str], says: str) -> None:
    done = RUN.invoke(app, ["odds", gap, *typed])

    assert done.exit_code == ExitCode.USAGE
    assert says in " ".join(done.stderr.split())


@pytest.mark.parametrize("command", ["odds", "simulate"])
def test_a_file_without_declarations_has_no_outcomes(tmp_path: Path, command: str) -> None:
    file = tmp_path / "empty.yaml"
    file.write_text(surefoot.EXAMPLE.partition("declare:")[0], encoding="utf-8")
    done = RUN.invoke(app, [command, str(file)])

    assert done.exit_code == ExitCode.FILE_INVALID
    assert done.stderr.strip() == f"{file}: declare: there are no declarations"
    assert done.stdout == ""


def test_a_simulation_counts_and_says_how_sure_it_is(gap: str) -> None:
    done = RUN.invoke(app, ["simulate", gap, "-n", "500", "--ask", "safe", "--workers", "1", "--json"])

    assert done.exit_code == ExitCode.OK
    found = json.loads(done.stdout)
    assert sum(each["seen"] for each in found["answers"]) == found["runs"] == 500
    assert all(each["low"] <= 0.5 <= each["high"] for each in found["answers"])
    shown = RUN.invoke(app, ["simulate", gap, "-n", "500", "--ask", "safe", "--workers", "1"])
    assert "500 runs" in shown.stderr


def test_a_simulation_refuses_a_question_that_nobody_knows(gap: str) -> None:
    done = RUN.invoke(app, ["simulate", gap, "--ask", "loses"])

    assert done.exit_code == ExitCode.USAGE
    assert "losses" in done.stderr
