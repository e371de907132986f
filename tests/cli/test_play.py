"""`surefoot play`: the demo by itself, and with somebody at the terminal."""

import os
import subprocess
from pathlib import Path

import pexpect
import pytest
from tests.cli.playing import FAR, LEAP, WALK, Ended, scenario
from tests.cli.test_process import COMMAND, run

from surefoot.cli.play import DEMO, bundled, find_scenario
from surefoot.files.problems import FileInvalid

GO_ON = "Enter makes the move, s leaves it out:"
HAPPENS = "Enter lets it happen, s leaves it out:"
OR_TYPE = "Enter rolls, or type your own die:"


@pytest.fixture(scope="module")
def demo() -> subprocess.CompletedProcess[bytes]:
    """The demo, played without a terminal."""
    return run("play", "--terminal", COLUMNS="80")


def at_terminal(*arguments: str) -> "pexpect.spawn[str]":
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    return pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], "play", "--terminal", *arguments],
        env={**clean, "TERM": "xterm-256color", "NO_COLOR": "1"},
        dimensions=(60, 100),
        timeout=60,
        encoding="utf-8",
    )


# --- by itself ------------------------------------------------------------------------------------


def test_without_a_terminal_the_whole_demo_is_played(demo: subprocess.CompletedProcess[bytes]) -> None:
    text = demo.stdout.decode()

    assert demo.returncode == 0
    assert demo.stderr == b""
    assert text.startswith("The gantry  necromunda-classic\n")
    assert "The table as it was left" in text
    assert all(f"\n{number}  " in text for number in range(1, 11))


def test_the_demo_tells_its_story(demo: subprocess.CompletedProcess[bytes]) -> None:
    text = demo.stdout.decode()

    story = [
        "ladder rungs",
        "vex: crossing vat",
        "step.over-half-climb: Bigger steps are climbs",
        "kal: leap  ",
        "kal falls to 19.5, 6",
        "grix is now pinned",
        "vex engages (enemies grix)",
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

    assert "K*******@1111111111" in text
    assert "~ dangerous" in text


def test_every_bundled_scenario_can_be_played() -> None:
    assert DEMO in bundled()
    for name in bundled():
        ended = Ended("play", name)
        assert (ended.code, ended.error, ended.said) == (0, None, "")


def test_a_file_can_be_played_and_what_is_illegal_in_it_is_refused(tmp_path: Path) -> None:
    ended = Ended("play", scenario(tmp_path, WALK, FAR))

    assert ended.code == 0
    assert "  ✗  16.2788 is more than 5, at 3, 20" in ended.lines
    assert "  A ana   6, 4" in ended.lines


def test_a_move_whose_question_nobody_answers_is_taken_back(tmp_path: Path) -> None:
    ended = Ended("play", scenario(tmp_path, "{who: ana, action: camp}", WALK))

    assert ended.code == 0
    assert (
        ended.said == "Nobody answers: red: the camp? (Enter for what is proposed). The move is taken back.\n"
    )
    assert "  A ana   6, 4" in ended.lines


def test_a_narrator_may_say_something_before_a_declaration(tmp_path: Path) -> None:
    told = WALK.replace("{who", "{say: Off she goes., who")
    ended = Ended("play", scenario(tmp_path, told, LEAP))

    assert ended.lines[2] == "Off she goes."
    assert "say" not in Ended("check", scenario(tmp_path, told), "--json").out


def test_an_unknown_scenario_names_the_one_that_was_meant() -> None:
    ended = Ended("play", "ganrty")

    assert ended.code == 4
    assert ended.said == (
        "ganrty: there is no such file, and no bundled scenario of that name; did you mean 'gantry'?\n"
    )
    with pytest.raises(FileInvalid, match="there is no such file"):
        find_scenario("ganrty.yaml")


# --- at a terminal --------------------------------------------------------------------------------


def test_at_a_terminal_each_move_is_previewed_dice_may_be_typed_and_the_demo_goes_on() -> None:
    table = at_terminal("--seed", "18")
    table.expect_exact("The gantry")
    for number in (1, 2, 3):
        table.expect_exact(f"{number}  ")
        table.expect_exact(GO_ON)
        table.sendline("")
    table.expect_exact("vex: crossing vat  D6    3+     2/3 (67 %)")
    table.expect_exact("1/3 (33 %)  vex is out of the game")
    table.expect_exact(GO_ON)
    table.sendline("what?")
    table.expect_exact("'what?' means nothing here")
    table.expect_exact(GO_ON)
    table.sendline("")
    table.expect_exact("vex: crossing vat, D6, needs 3+, 2/3 (67 %)")
    table.expect_exact(OR_TYPE)
    table.sendline("seven")
    table.expect_exact("'seven' is no D6")
    table.expect_exact(OR_TYPE)
    table.sendline("3")
    table.expect_exact("3: passed")
    table.expect_exact("vex goes to 11.5, 11.5")
    table.expect_exact(GO_ON)
    table.sendline("s")
    table.expect_exact(HAPPENS)
    table.sendline("")
    table.expect_exact("illegal")
    table.expect_exact("Refused, and nothing has changed. Enter goes on:")
    table.sendline("")
    table.expect_exact(GO_ON)
    table.sendline("")
    table.expect_exact("kal goes to 16.5, 6 on tower, 5 up")
    table.expect_exact(GO_ON)
    table.sendline("")
    table.expect_exact("leap or stay at the edge? 1) leap, 2) stay")
    table.expect_exact("its number, or Enter for the first:")
    table.sendline("3")
    table.expect_exact("'3' is none of 1 to 2")
    table.sendline("")
    table.expect_exact("kal: leap, D6, needs 4+, 1/2 (50 %)")
    table.expect_exact(OR_TYPE)
    table.sendline("4")
    table.expect_exact("kal leaps to 22.5, 6 on roof, 5 up")
    table.expect_exact(GO_ON)
    table.sendline("")
    table.expect_exact(OR_TYPE)
    table.sendline("")
    table.expect_exact("The table as it was left")
    table.expect(pexpect.EOF)
    table.close()

    assert table.exitstatus == 0


def test_words_are_understood_at_every_question_and_one_may_leave() -> None:
    table = at_terminal()
    table.expect("Dice: seed [0-9]+")
    table.expect_exact(GO_ON)
    table.sendline("?")
    table.expect_exact("leave the table")
    table.expect_exact(GO_ON)
    table.sendline("map")
    table.expect("K kal[^0-9]+[0-9m]* +5.5, 6")
    table.expect_exact(GO_ON)
    table.sendline("q")
    table.expect_exact("You have left the table.")
    table.expect(pexpect.EOF)
    table.close()

    assert table.exitstatus == 0


def test_the_end_of_what_is_typed_is_leaving() -> None:
    table = at_terminal()
    table.expect_exact(GO_ON)
    table.sendeof()
    table.expect_exact("You have left the table.")
    table.expect(pexpect.EOF)
    table.close()

    assert table.exitstatus == 0


def test_make_play_runs_the_demo() -> None:
    makefile = (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")

    assert "$(BIN)/surefoot play --terminal" in makefile
