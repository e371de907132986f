"""Reads scenarios and game logs from files and from standard input."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from surefoot.cli.exits import tell
from surefoot.files import scenario, source
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.language import Notation, say
from surefoot.records import replace
from surefoot.referee.speaking import speaker

STDIN = "-"
STDIN_NAME = "<stdin>"


def read_scenario(file: str) -> scenario.Scenario:
    """The scenario in a file, or on standard input."""
    name, text = read_text(file)
    if _begins_game(text[: source.MOST_BYTES].partition("\n")[0].encode()):
        says = say(
            "this is a game log, not a scenario: show it with {replay}, or continue it with {play}",
            replay=Notation("surefoot replay"),
            play=Notation("surefoot play"),
        )
        raise FileInvalid([FileProblem(name, 0, "", says)])
    found = scenario.loads(text, name)
    for each in found.advice:
        tell(each.shown(speaker(found.table)))
    return found if file == STDIN else scenario.beside(found)


def read_text(file: str) -> tuple[str, str]:
    """The name and the text of a file, or of standard input."""
    return source.read(file) if file != STDIN else (STDIN_NAME, _piped())


def _piped() -> str:
    content = sys.stdin.buffer.read(source.MOST_BYTES + 1)
    if len(content) > source.MOST_BYTES:
        says = say("the file is larger than {most} bytes", most=Notation(f"{source.MOST_BYTES:,}"))
        raise FileInvalid([FileProblem(STDIN_NAME, 0, "", says)])
    return source.decoded(content, STDIN_NAME)


def is_game(file: str) -> bool:
    """Whether a file is a game log: its first line is a sealed header."""
    if file == STDIN:
        content = sys.stdin.buffer.read()
        # Put the content back for the next reader.
        sys.stdin = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", errors="surrogateescape")
        return _begins_game(content.partition(b"\n")[0])
    try:
        with Path(file).open("rb") as stream:
            return _begins_game(stream.readline(source.MOST_BYTES))
    except (OSError, ValueError):
        # The next reader reports the problem.
        return False


def _begins_game(first: bytes) -> bool:
    return first.startswith(b"{") and b'"seal":"' in first


@contextmanager
def game_file(file: str) -> Iterator[str]:
    """The path of a game log; standard input is copied to a temporary file."""
    if file != STDIN:
        yield file
        return
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game"
        path.write_bytes(sys.stdin.buffer.read())
        try:
            yield str(path)
        except FileInvalid as invalid:
            raise FileInvalid([replace(each, file=STDIN_NAME) for each in invalid.problems]) from None
