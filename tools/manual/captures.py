"""Runs the commands of the manual and keeps their output and pictures."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.manual.animation import animated
from tools.manual.sessions import GAMES, SESSIONS, Played, Shown
from tools.manual.writing import Files

import surefoot

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "docs" / "examples"
COMPARED = ROOT / "examples" / "compare.yaml"
CORPUS = ROOT / "conformance"
COLUMNS, LINES = 88, 50


# The end of a prompt that waits for input.
_WAITS = re.compile(r"[>:?] $")


class Unexpected(RuntimeError):
    """A command of the manual ended with another exit code than the manual says."""


def names() -> list[str]:
    """The paths of all captures and pictures, without running anything."""
    shown = [each for session in SESSIONS for each in session]
    pictures = [f"pictures/{each.picture}" for each in shown if each.picture]
    kept = [
        f"captures/{name}.txt" for name in (*(each.name for each in shown), *(each.name for each in GAMES))
    ]
    return [*kept, *pictures]


def files() -> Files:
    """Run everything and return the output and pictures of every command; without what differs between machines."""
    found: Files = {}
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for each in (*pool.map(session_files, SESSIONS), *pool.map(game_files, GAMES)):
            found |= each
    differing = {f"captures/{each.name}.txt" for session in SESSIONS for each in session if each.differs}
    return {name: text for name, text in found.items() if name not in differing}


# Runs a command in a folder, with an environment; its exit code, and what it wrote.
Run = Callable[[str, Path, dict[str, str]], tuple[int, str]]


def in_a_process(typed: str, folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """Run a command as a shell does."""
    done = subprocess.run(
        ["bash", "-c", typed],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout


def session_files(session: tuple[Shown, ...], run: Run = in_a_process) -> Files:
    found: Files = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in (*EXAMPLES.iterdir(), COMPARED):
            (folder / file.name).write_bytes(file.read_bytes())
        # As in a clone: found here, its files are shown by names that are the same on every machine.
        (folder / CORPUS.name).symlink_to(CORPUS)
        for shown in session:
            found[f"captures/{shown.name}.txt"] = _captured(shown, folder, run)
            if shown.picture:
                found[f"pictures/{shown.picture}"] = (folder / shown.picture).read_text(encoding="utf-8")
    return found


def _environment() -> dict[str, str]:
    here = Path(sys.executable).parent
    return {
        **os.environ,
        "PATH": f"{here}{os.pathsep}{os.environ.get('PATH', '')}",
        "COLUMNS": str(COLUMNS),
        # A plain terminal that does not say how high it is counts as 80 wide.
        "LINES": str(LINES),
        "NO_COLOR": "1",
        "PYTHONUNBUFFERED": "1",
        "PYTHONIOENCODING": "utf-8",
    }


def game_files(played: Played) -> Files:
    """Play a game through a pseudo-terminal and return what appeared on it."""
    # Not every system has pseudo-terminals.
    import pty

    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            ["bash", "-c", played.typed],
            cwd=folder,
            env={**_environment(), "TERM": "dumb", "SUREFOOT_HOME": folder},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        left = list(played.lines)
        seen = _conversation(ours, left)
        os.close(ours)
        if process.wait() != 0 or left:
            raise Unexpected(f"{played.typed!r} ended with {process.returncode}, {left} untyped:\n{seen}")
    lines = [line.rstrip() for line in seen.strip().splitlines()]
    return {f"captures/{played.name}.txt": "\n".join([f"$ {played.typed}", *lines]) + "\n"}


def _conversation(terminal: int, lines: list[str]) -> str:
    """Type each line when a prompt waits, and return everything that appeared; unused lines stay in the list."""
    seen, answered = b"", 0
    while True:
        quiet = not select.select([terminal], [], [], 0.2)[0]
        if not quiet:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                # The program has ended.
                part = b""
            if not part:
                return _plain(seen)
            seen += part
        elif len(seen) > answered and lines and _WAITS.search(_plain(seen)):
            answered = len(seen)
            os.write(terminal, f"{lines.pop(0)}\n".encode())


def _plain(seen: bytes) -> str:
    """The text on a terminal without control sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", seen.decode("utf-8", "replace")).replace("\r", "")


def _captured(shown: Shown, folder: Path, run: Run = in_a_process) -> str:
    code, told = run(shown.typed, folder, _environment())
    if code != shown.code:
        raise Unexpected(f"{shown.typed!r} ended with {code}, not {shown.code}:\n{told}")
    lines = [line.rstrip() for line in told.rstrip().splitlines()]
    if shown.lines and len(lines) > shown.lines:
        lines = [*lines[: shown.lines], "…"]
    ending = [f"$ echo $?\n{shown.code}"] if shown.code else []
    return "\n".join([f"$ {shown.typed}", *lines, *ending]) + "\n"


def works(*, dark: bool = False) -> str:
    """The still picture of the README."""
    scenario = surefoot.load(EXAMPLES / "works.yaml")
    judged, table = [], scenario.table
    for declaration in scenario.declarations:
        judged.append(surefoot.check(table, declaration))
        table = judged[-1].run.table
    return surefoot.svg(surefoot.picture(scenario.table, judged, title=scenario.name), dark=dark)


def write_pictures(folder: Path) -> None:
    """The pictures of the README; they are committed, because the README is read without a build."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "works.svg").write_text(works(), encoding="utf-8")
    (folder / "works-dark.svg").write_text(works(dark=True), encoding="utf-8")
    (folder / "move.svg").write_text(animated(), encoding="utf-8")
    (folder / "move-dark.svg").write_text(animated(dark=True), encoding="utf-8")
