"""`surefoot play` without a terminal: a scenario told as a story."""

import subprocess
from pathlib import Path

import pytest
from tests.cli.playing import FAR, LEAP, WALK, Ended, scenario
from tests.cli.test_process import run

from surefoot.answers.bundled import bundled
from surefoot.cli.terminal.play import DEMO, find_scenario
from surefoot.files.problems import FileInvalid
from surefoot.referee.protocol import installed


@pytest.fixture(scope="module")
def demo() -> subprocess.CompletedProcess[bytes]:
    """The demo, played without a terminal."""
    return run("play", "--terminal", COLUMNS="80")


# --- by itself ------------------------------------------------------------------------------------


def test_without_a_terminal_the_whole_demo_is_played(demo: subprocess.CompletedProcess[bytes]) -> None:
    text = demo.stdout.decode()

    assert demo.returncode == 0
    assert demo.stderr == b""
    assert text.startswith("The gantry  necromunda-classic(premeasure=on)\n")
    assert "The table at the end" in text
    assert all(f"\n{number}  " in text for number in range(1, 11))


def test_the_demo_tells_its_story(demo: subprocess.CompletedProcess[bytes]) -> None:
    text = demo.stdout.decode()

    story = [
        "climbs the rungs to",
        "Vex: Initiative test to",
        "Bigger steps are climbs  step.over-half-climb",
        "Kal: Initiative test to",
        "Kal falls 5″ to the ground",
        "Grix is now Pinned",
        "Vex engages Grix",
    ]
    found = [text.find(each) for each in story]
    assert -1 not in found
    assert found == sorted(found)


def test_the_demo_is_the_same_every_time_and_fits_the_terminal(
    demo: subprocess.CompletedProcess[bytes],
) -> None:
    again = run("play", DEMO, COLUMNS="80", PYTHONHASHSEED="7")

    assert again.stdout == demo.stdout
    lines = demo.stdout.decode().splitlines()
    assert max(map(len, lines)) <= 80
    assert not [line for line in lines if line != line.rstrip()]


def test_another_seed_rolls_otherwise(demo: subprocess.CompletedProcess[bytes]) -> None:
    assert run("play", "--seed", "8", COLUMNS="80").stdout != demo.stdout


def test_a_terminal_of_few_signs_gets_a_map_it_can_show() -> None:
    text = run("play", PYTHONIOENCODING="ascii", PYTHONUTF8="0").stdout.decode("ascii")

    assert "ka*****^^@1111111111" in text
    assert "! dangerous ground" in text


def test_the_demo_is_bundled() -> None:
    assert DEMO in bundled()


def test_a_file_can_be_played_and_what_is_illegal_in_it_is_refused(tmp_path: Path) -> None:
    ended = Ended("play", scenario(tmp_path, WALK, FAR))

    assert ended.code == 0
    assert "  ✗  16.2788 is more than 5 (3, 20)" in ended.lines
    assert "  Ana   6, 4" in ended.lines


def test_a_move_whose_question_nobody_answers_is_taken_back(tmp_path: Path) -> None:
    ended = Ended("play", scenario(tmp_path, "{who: ana, action: camp}", WALK))

    assert ended.code == 0
    assert ended.said == "No answer to: Red: the camp (Enter for the proposed answer). The move is undone.\n"
    assert "  Ana   6, 4" in ended.lines


def test_a_narrator_may_say_something_before_a_declaration(tmp_path: Path) -> None:
    told = WALK.replace("{who", "{say: Off she goes., who")
    ended = Ended("play", scenario(tmp_path, told, LEAP))

    assert ended.lines[2] == "Off she goes."
    assert '"say"' not in Ended("check", scenario(tmp_path, told), "--json").out


def test_an_unknown_scenario_names_the_one_that_was_meant() -> None:
    ended = Ended("play", "ganrty")

    assert ended.code == 4
    assert ended.said == (
        "ganrty: there is no such file, and no bundled scenario of that name; did you mean 'gantry'?\n"
    )
    with pytest.raises(FileInvalid, match="there is no such file"):
        find_scenario("ganrty.yaml")


def test_make_play_plays_in_the_browser_unless_it_is_told_otherwise() -> None:
    makefile = (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")

    assert "$(BIN)/surefoot play $(ARGS)" in makefile


def test_every_ruleset_has_two_scenarios_with_enough_people_for_two_players() -> None:
    tables = [find_scenario(name).table for name in bundled()]
    lively = [
        table.ruleset
        for table in tables
        if len(table.models) >= 6 and len({model.side for model in table.models.values()}) == 2
    ]

    assert [name for name in installed() if name != "tiny" and lively.count(name) < 2] == []


@pytest.mark.parametrize("name", list(bundled()))
def test_a_bundled_scenario_tells_a_story(name: str) -> None:
    """Every declaration of it is announced, and most of them can be made."""
    laid = find_scenario(name)
    ended = Ended("play", name)

    assert (ended.code, ended.error, ended.said) == (0, None, "")
    assert len(laid.declarations) >= 5
    assert all(laid.says)
    assert all(each in " ".join(ended.out.split()) for each in laid.says)
    assert " moves " in ended.out
