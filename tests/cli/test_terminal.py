"""The terminal game through a real pseudo-terminal: from the menu to a game that is saved and judged the same again."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path

import pexpect
import pytest
from tests.cli.test_process import COMMAND, run

MAKE_IT = "Confirm? [Y]es, [n]o, [e]dit: "
ROLL = "Press Enter to roll, or type your own die: "


class AtTerminal:
    """The game in a terminal of its own."""

    def __init__(self, home: Path, *arguments: str, **environment: str) -> None:
        told = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
        clean = {key: value for key, value in os.environ.items() if key not in told}
        self.process = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], "play", "--terminal", *arguments],
            env={
                **clean,
                "TERM": "xterm-256color",
                "NO_COLOR": "1",
                "SUREFOOT_HOME": str(home),
                **environment,
            },
            dimensions=(60, 100),
            timeout=180,
            encoding="utf-8",
            # Tests in the background ignore interrupts, and so would their child processes.
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.default_int_handler),
        )
        # What is typed must be there before it can be echoed.
        self.process.delaybeforesend = 0.02

    def sees(self, *texts: str) -> AtTerminal:
        """Some text after another."""
        for text in texts:
            self.process.expect_exact(text)
        return self

    def types(self, line: str) -> AtTerminal:
        """A line, with Enter."""
        self.process.sendline(line)
        return self

    def ends(self) -> int:
        """How it ends."""
        self.process.expect(pexpect.EOF)
        self.process.close()
        assert self.process.exitstatus is not None
        return self.process.exitstatus


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_from_the_menu_to_a_saved_and_verified_game(home: Path, tmp_path: Path) -> None:
    saved = tmp_path / "friday.game"
    table = AtTerminal(home, "--seed", "7")
    table.sees("What do you want to play?", "gantry", "Enter for the demo: ").types("gantyr")
    table.sees(
        "There is no scenario, game or file 'gantyr'; did you mean 'gantry'?", "Enter for the demo: "
    ).types("gantry")
    table.sees("The gantry", "Type help for all commands", "Round 1> ").types("kal ?")
    table.sees("kal move to X,Y", "Kal is not Pinned", "Round 1> ").types("kla move to 8,6")
    table.sees("did you mean 'kal'?", "Round 1> ").types("kal move to rungs then up rungs")
    table.sees("end of the move", "legal", "would cost 6", "ladder.normal-cost", MAKE_IT).types("y")
    table.sees("Kal moves", "Round 1 · Kal> ").types("kal jump down")
    table.sees("jump.test", "Outcomes", "1/3 (33 %)", MAKE_IT).types("edit")
    # The line is there to be changed; backspaces and a new end.
    table.sees("kal jump down")
    table.process.send("\x7f" * len("jump down"))
    table.types("move to 14.5,6")
    table.sees("would cost 5", MAKE_IT).types("")
    table.sees("Kal moves 5″", "Kal> ").types("vex move to 11.5,11.5")
    table.sees("Initiative test to", MAKE_IT).types("y")
    table.sees("Vex: Initiative test to cross the vat (D6; needs 3+; 2/3 (67 %))", ROLL).types("7")
    table.sees("7 is not a face of D6", ROLL).types("3")
    table.sees("3: passed", "Vex moves", "> ").types("undo")
    table.sees("Do all players agree to undo it? [y]es, [n]o: ").types("y")
    table.sees("Undone.", "> ").types("vex move to 11.5,11.5")
    table.sees(MAKE_IT).types("y")
    table.sees(ROLL).types("roll")
    table.sees(": ", "> ").types("end")
    table.sees("Which one? Type end activation or end round", "> ").types("end round")
    table.sees("End round", "legal", MAKE_IT).types("y")
    table.sees("Round 2> ").types(f"save {saved}")
    table.sees("Further moves are saved there too", "Round 2> ").types("replay")
    table.sees("Game log", "Undone", "Round 2> ").types("quit")
    table.sees("The game is saved. Continue with: surefoot play", "You have left the game.")

    assert table.ends() == 0
    assert list((home / "games").iterdir()) == []
    judged = run("replay", str(saved), "--verify")
    assert judged.returncode == 0
    assert b"Verified: every entry was judged again with the same result" in judged.stderr


def test_a_game_is_left_at_a_question_by_interrupting_it_and_taken_up_there(
    home: Path, tmp_path: Path
) -> None:
    saved = tmp_path / "friday.game"
    table = AtTerminal(home, "gantry", "--output", str(saved))
    table.sees("Round 1> ").types("vex move to 11.5,11.5")
    table.sees(MAKE_IT).types("y")
    table.sees(ROLL)
    table.process.sendintr()
    table.sees("The game is saved.", "You have left the game.")
    assert table.ends() == 0

    again = AtTerminal(home, str(saved))
    again.sees("friday", "Vex: Initiative test to cross the vat (D6; needs 3+", ROLL).types("5")
    again.sees("5: passed", "Vex moves", "> ").types("vex move to 16,11.5")
    again.sees(MAKE_IT).types("y")
    again.sees("Vex moves", "> ")
    again.process.sendeof()
    again.sees("The game is saved.", "You have left the game.")

    assert again.ends() == 0
    assert run("replay", str(saved), "--verify").returncode == 0


def test_a_game_without_a_name_is_kept_and_offered_again(home: Path) -> None:
    table = AtTerminal(home, "gantry")
    table.sees("Round 1> ").types("next")
    table.sees("Kal runs for the ladder", MAKE_IT).types("y")
    table.sees("Kal moves", "> ")
    table.process.sendeof()
    table.sees("Continue with: surefoot play")
    assert table.ends() == 0

    again = AtTerminal(home)
    again.sees("(saved game)", "Enter for the demo: ").types(str(len(_scenarios()) + 1))
    again.sees("9.5, 6 on the catwalk (3″ up)", "Round 1 · Kal> ").types("q")
    assert again.ends() == 0


def _scenarios() -> list[str]:
    from surefoot.answers.bundled import bundled

    return list(bundled())


def test_names_are_completed(home: Path) -> None:
    table = AtTerminal(home, "gantry")
    table.sees("Round 1> ")
    table.process.send("gri\t?")
    table.sees("grix ?").types("")
    table.sees("grix move to X,Y", "Round 1> ").types("q")

    assert table.ends() == 0
