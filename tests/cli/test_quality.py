"""What every command owes its user: help with examples, data as JSON, silence, completion, standard input."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from tests.cli.playing import FAR, WALK, Ended, scenario
from tests.cli.test_process import run

from surefoot.answers.bundled import bundled
from surefoot.cli import complete
from surefoot.cli.app import app
from surefoot.files.game import create
from surefoot.files.scenario import load
from surefoot.referee.session import Session

# What gives no data and therefore no JSON: a picture is its own format, a game is played, and a branch, a new ruleset and
# the results of a study are files; `corpus` and `admin` only hold other commands.
WITHOUT_JSON = ("draw", "play", "serve", "branch", "new-ruleset", "corpus", "admin", "study")
# What holds other commands.
GROUPS = ("corpus", "admin")
# Where the exit code alone is an answer.
WITH_QUIET = ("check", "move", "replay", "coverage", "doctor")
# What is known by name, and therefore completed.
COMPLETED = ("file", "files", "scenario", "words", "rulesets", "topic")
# What reads a file, and therefore standard input.
READERS = ("check", "move", "replay", "compare", "draw", "play", "odds", "simulate")


def commands() -> Iterator[tuple[str, Any]]:
    root: Any = typer.main.get_command(app)
    yield from root.commands.items()


NAMES = [name for name, _ in commands()]


def options(command: Any) -> list[str]:
    return [name for each in command.params for name in each.opts]


def test_there_are_commands_to_look_at() -> None:
    assert {"check", "move", "replay", "play", "draw", "rules", "doctor"} <= set(NAMES)
    assert {*WITHOUT_JSON, *WITH_QUIET, *READERS} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_command_helps_with_examples_of_itself(name: str) -> None:
    ended = Ended(name, "--help")

    assert ended.code == 0
    assert "Examples:" in ended.out
    assert f"  surefoot {name}" in ended.out


@pytest.mark.parametrize(("name", "command"), list(commands()))
def test_every_command_that_gives_data_gives_it_as_json(name: str, command: Any) -> None:
    assert ("--json" in options(command)) == (name not in WITHOUT_JSON)


@pytest.mark.parametrize(("name", "command"), list(commands()))
def test_commands_whose_exit_code_is_an_answer_can_be_quiet(name: str, command: Any) -> None:
    assert ("--quiet" in options(command)) == (name in WITH_QUIET)


def test_no_command_is_cut_short_in_the_list_of_all() -> None:
    for group in ((), *((name,) for name in GROUPS)):
        listed = Ended(*group, "--help").out.partition("Commands:")[2]
        assert listed
        assert "..." not in listed


@pytest.mark.parametrize(("name", "command"), list(commands()))
def test_every_option_that_takes_a_known_word_completes_it(name: str, command: Any) -> None:
    wanted = [each for each in command.params if each.name in COMPLETED]

    assert [each.name for each in wanted if each._custom_shell_complete is None] == []
    assert wanted or name not in READERS


# --- quiet ----------------------------------------------------------------------------------------


def test_a_quiet_command_answers_with_its_exit_code_alone(tmp_path: Path) -> None:
    for declare, code in ((WALK, 0), (FAR, 3)):
        for command in ("check", "move"):
            ended = Ended(command, scenario(tmp_path, declare), "--quiet")
            assert (ended.code, ended.out, ended.said) == (code, "", "")


def test_failures_are_told_even_by_a_quiet_command(tmp_path: Path) -> None:
    ended = Ended("check", str(tmp_path / "nothing.yaml"), "-q")

    assert ended.code == 4
    assert ended.out == ""
    assert "there is no such file" in ended.said
    # The next command is not quiet because this one was.
    assert Ended("check", scenario(tmp_path, WALK)).out


# --- standard input -------------------------------------------------------------------------------


def game(tmp_path: Path) -> Path:
    laid = load(scenario(tmp_path, WALK))
    session = Session(laid.table)
    session.declare(laid.declarations[0])
    create(tmp_path / "game", session)
    return tmp_path / "game"


@pytest.mark.parametrize("name", READERS)
def test_whatever_reads_a_file_reads_standard_input(name: str, tmp_path: Path) -> None:
    piped = game(tmp_path).read_text() if name == "replay" else Path(scenario(tmp_path, WALK)).read_text()
    # The tiny ruleset is installed in this process alone.
    more = {"compare": ["--rulesets", "tiny,tiny(leap_target=5)"], "simulate": ["-n", "5", "--workers", "1"]}
    ended = Ended(name, "-", *more.get(name, []), piped=piped)

    assert (ended.code, ended.error) == (0, None)
    assert "ana" in ended.out.lower()


def test_a_game_is_told_from_a_scenario_on_standard_input_too(tmp_path: Path) -> None:
    piped = game(tmp_path).read_text()

    assert "Ana at 6, 4" in Ended("draw", "-", piped=piped).out
    for name in ("check", "play"):
        ended = Ended(name, "-", piped=piped)
        assert (ended.code, "this is a game log, not a scenario" in ended.said) == (4, True)
    ended = Ended("move", "-", piped=piped)
    assert (ended.code, "give its name instead of standard input" in ended.said) == (2, True)


# --- completion -----------------------------------------------------------------------------------


def completed(*words: str) -> list[str]:
    """What bash is offered behind some words, the last of them half typed."""
    line = " ".join(["surefoot", *words])
    shown = run(
        COMP_WORDS=line,
        COMP_CWORD=str(len(words)),
        _SUREFOOT_COMPLETE="complete_bash",
        _TYPER_COMPLETE_ARGS=line,
    )
    return shown.stdout.decode().split()


def test_the_shell_completes_commands_rulesets_and_clauses() -> None:
    assert completed("ch") == ["check"]
    assert completed("coverage", "nec") == ["necromunda-2023", "necromunda-classic"]
    assert "show" in completed("rules", "s")
    assert completed("rules", "show", "climb.co") == ["climb.cost"]
    assert completed("play", "gan") == ["gantry"]


def test_files_are_completed_as_they_are_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tables").mkdir()
    for name in ("table.yaml", "table.txt", "tables/one.json", "tables/friday.game", ".hidden.yaml"):
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)

    assert complete.files("ta") == ["table.yaml", "tables/"]
    assert complete.files("tables/") == ["tables/friday.game", "tables/one.json"]
    assert complete.files(f"{tmp_path}/table.") == [f"{tmp_path}/table.yaml"]
    assert complete.files("no/such/folder") == []
    assert complete.playable("") == [*bundled(), "table.yaml", "tables/"]


def test_rulesets_with_commas_between_them_and_topics_are_completed() -> None:
    assert complete.several_rulesets("wh40k-10e,gem") == ["wh40k-10e,gemini-arap"]
    assert complete.several_rulesets("gemini-arap,gem") == []
    assert "climb" in complete.topics("cl")
    assert "necromunda-classic/climb.cost" in complete.clauses("necromunda-classic/climb.")


# --- doctor ---------------------------------------------------------------------------------------


def test_the_doctor_finds_everything_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFOOT_HOME", str(tmp_path))
    ended = Ended("doctor", "--json")
    told = json.loads(ended.out)
    found = {each["what"]: each for each in told["findings"]}

    assert (ended.code, told["well"]) == (0, True)
    assert {
        "surefoot",
        "python",
        "shapely",
        "kernel",
        "tiny",
        "gemini-arap",
        "fonts",
        "pictures",
        "games",
    } <= set(found)
    assert found["kernel"]["says"] in ("compiled", "interpreted")
    assert str(tmp_path) in found["games"]["says"]
    assert "All checks passed" in Ended("doctor").out


def test_the_doctor_names_what_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SUREFOOT_HOME", str(tmp_path / "file"))
    ended = Ended("doctor")

    assert ended.code == 1
    assert "Can't write to" in ended.out
    assert "1 of " in ended.out
    assert Ended("doctor", "--quiet").code == 1


def test_the_doctor_does_not_fall_over_a_broken_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    from types import SimpleNamespace

    from surefoot.referee import protocol

    def broken() -> None:
        raise RuntimeError("half installed")

    points = {**protocol.installed(), "torn": SimpleNamespace(load=broken)}
    monkeypatch.setattr(protocol, "installed", lambda: points)
    ended = Ended("doctor")

    assert ended.code == 1
    assert "torn" in ended.out
    assert "half installed" in ended.out
