"""The command as a process of its own: start, streams, terminals, hash seeds."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

import surefoot

GAP = """
name: Over the gap
ruleset: necromunda-classic
board: [48, 48]
terrain:
  - {id: gantry, platform: {rect: [4, 8, 4, 4]}, z: 4}
  - {id: roof, platform: {rect: [11, 8, 4, 4]}, z: 4}
models:
  kal: {base: 25.4, at: [7.5, 10], on: gantry, side: a, profile: {M: 6, I: 4}}
  foe: {base: 25.4, at: [8.6, 10.2], side: b, profile: {M: 5, I: 4}}
declare:
  - {who: kal, action: move, path: [{leap: [13.5, 10]}]}
  - {who: foe, action: move, path: [[8.6, 14]]}
"""
COMMAND = [sys.executable, "-c", "from surefoot.cli import main; main()"]


@pytest.fixture
def gap(tmp_path: Path) -> str:
    path = tmp_path / "gap.yaml"
    path.write_text(GAP, encoding="utf-8")
    return str(path)


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_the_same_file_and_dice_print_the_same_bytes_under_any_hash_seed(gap: str) -> None:
    outputs = [
        run("move", gap, "--seed", "7", "--json", PYTHONHASHSEED=seed, LC_ALL=locale).stdout
        for seed, locale in (("0", "C.UTF-8"), ("1", "C"), ("4242", "POSIX"))
    ]

    assert json.loads(outputs[0])["outcomes"]
    assert outputs[0] == outputs[1] == outputs[2]


def test_help_and_version_need_nothing_heavy() -> None:
    wanted = "['numpy', 'pydantic', 'ruamel', 'shapely', 'surefoot.referee', 'surefoot.files', 'rich.table']"
    code = (
        "import sys\nfrom surefoot.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {wanted} if name in sys.modules])"
    )
    for option in ("--help", "--version"):
        ended = subprocess.run(
            [sys.executable, "-c", code, option], capture_output=True, text=True, check=True
        )
        assert ended.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("asked", [[], ["-h"], ["--help"]])
def test_the_list_of_commands_is_that_of_commands_with_all_their_options(asked: list[str]) -> None:
    """It is made without reading their options, which takes a quarter of the time."""
    whole = "import sys\nfrom surefoot import cli\ncli._build_only = lambda app, words: None\ncli.main()"
    ended = subprocess.run([sys.executable, "-c", whole, *asked], capture_output=True, check=False)
    listed = run(*asked)

    assert "Judge the moves of a scenario" in (listed.stdout + listed.stderr).decode()
    assert (listed.stdout, listed.stderr) == (ended.stdout, ended.stderr)


def test_the_list_of_commands_reads_no_options() -> None:
    code = (
        "import sys\nimport typer.main\nread = []\nusual = typer.main.get_params_from_function\n"
        "typer.main.get_params_from_function = lambda of: read.append(of) or usual(of)\n"
        "from surefoot.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(sorted({each.__name__ for each in read}))"
    )
    ended = subprocess.run([sys.executable, "-c", code, "--help"], capture_output=True, text=True, check=True)
    assert "_check" not in ended.stdout.splitlines()[-1]
    assert "_listed" in ended.stdout.splitlines()[-1]


def test_the_version_is_the_package_version() -> None:
    assert run("--version").stdout.decode() == f"surefoot {surefoot.__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["mvoe"], ["check"], ["move", "x", "--seed", "x"]])
def test_a_mistake_of_usage_ends_with_its_own_code(arguments: list[str]) -> None:
    ended = run(*arguments)

    assert ended.returncode == 2
    assert b"Usage" in ended.stdout + ended.stderr
    assert b"Traceback" not in ended.stderr


def test_a_reader_who_leaves_early_causes_no_traceback(gap: str) -> None:
    ended = subprocess.run(
        f"{sys.executable} -c 'from surefoot.cli import main; main()' check {gap} --json | head -n 1",
        shell=True,
        capture_output=True,
        check=False,
    )

    assert ended.stdout == b"{\n"
    assert b"Traceback" not in ended.stderr


def test_a_terminal_that_cannot_show_arrows_still_gets_its_answer(gap: str) -> None:
    ended = run("check", gap, PYTHONIOENCODING="ascii", PYTHONUTF8="0")

    assert ended.returncode == 0
    assert b"leap.enough-" in ended.stdout


def test_colours_are_for_terminals_that_want_them(gap: str) -> None:
    seen = {}
    for name, environment in (("plain", {"NO_COLOR": "1"}), ("coloured", {})):
        clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
        terminal = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], "check", gap],
            env={**clean, "TERM": "xterm-256color", **environment},
            dimensions=(50, 100),
            timeout=60,
        )
        terminal.expect(pexpect.EOF)
        seen[name] = terminal.before
        terminal.close()

    assert b"\x1b[36m" not in seen["plain"]
    assert b"\x1b[36m" in seen["coloured"]
    assert b"\x1b" not in run("check", gap).stdout


def test_at_a_terminal_dice_are_asked_for(gap: str) -> None:
    terminal = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], "move", gap, "--dice", "leap.test=leap"], dimensions=(50, 100), timeout=60
    )
    terminal.expect_exact("Kal: Initiative test to leap (D6; needs 4+; 1/2 (50 %)): ")
    terminal.sendline("7")
    terminal.expect_exact("7 is not a face of D6 (1 to 6)")
    terminal.sendline("5")
    terminal.expect_exact("passed")
    terminal.expect(pexpect.EOF)
    terminal.close()

    assert terminal.exitstatus == 0


def test_a_process_killed_after_a_die_was_shown_finds_it_again(gap: str, tmp_path: Path) -> None:
    game = str(tmp_path / "game")
    terminal = pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], "move", gap, "--dice", "leap.test=leap", "-o", game],
        dimensions=(50, 100),
        timeout=60,
    )
    terminal.expect_exact("Kal: Initiative test to leap (D6; needs 4+; 1/2 (50 %)): ")
    terminal.sendline("1")
    terminal.expect_exact("Kal: wound roll")
    terminal.kill(9)
    terminal.wait()
    terminal.close()

    shown = run("replay", game).stdout.decode()

    assert "Rolled 1" in shown
    assert "Needs an answer: Kal: Wound roll" in shown
