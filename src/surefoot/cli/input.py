"""What the commands do: read a file, ask the referee, and hand over what it says."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from surefoot.files import scenario, source
from surefoot.files.problems import FileInvalid, FileProblem

STDIN = "-"
STDIN_NAME = "<stdin>"
# Whoever asks what a move costs does not want to wait for more ways than these; what is left is said to be left.
MOST_WAYS = 2_000


def read_scenario(file: str) -> scenario.Scenario:
    """The scenario in a file, or in what is piped in."""
    name, text = read_text(file)
    if _begins_game(text[: source.MOST_BYTES].partition("\n")[0].encode()):
        says = "this is a game, not a scenario: surefoot replay shows it, surefoot play goes on with it"
        raise FileInvalid([FileProblem(name, 0, "", says)])
    return scenario.loads(text, name)


def read_text(file: str) -> tuple[str, str]:
    """The name and the text of a file, or of what is piped in."""
    return source.read(file) if file != STDIN else (STDIN_NAME, _piped())


def _piped() -> str:
    content = sys.stdin.buffer.read(source.MOST_BYTES + 1)
    if len(content) > source.MOST_BYTES:
        says = f"more than {source.MOST_BYTES:,} bytes are not read"
        raise FileInvalid([FileProblem(STDIN_NAME, 0, "", says)])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FileInvalid([FileProblem(STDIN_NAME, line, "", "this is not text in UTF-8")]) from None


def is_game(file: str) -> bool:
    """Whether a file is a game log rather than a scenario: its first line is a sealed header."""
    if file == STDIN:
        content = sys.stdin.buffer.read()
        # Whoever reads it next finds it again.
        sys.stdin = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", errors="surrogateescape")
        return _begins_game(content.partition(b"\n")[0])
    try:
        with Path(file).open("rb") as stream:
            return _begins_game(stream.readline(source.MOST_BYTES))
    except (OSError, ValueError):
        # Whoever reads it next says what is wrong with it.
        return False


def _begins_game(first: bytes) -> bool:
    return first.startswith(b"{") and b'"seal":"' in first


@contextmanager
def game_file(file: str) -> Iterator[str]:
    """The path of a game log; one that is piped in is laid down somewhere first."""
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
