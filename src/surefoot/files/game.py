"""The game log: one line of JSON for each entry, only ever appended, each sealed to all the lines before it.

A line is on the disk before anybody sees what it says: whoever is killed after a die was shown finds it again. What
was cut off in the middle of writing was never shown; it is dropped with a notice. Everything else that is not byte
for byte as it was written is damage, and its line is named.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from surefoot.files.lines import (
    Book,
    GameDamaged,
    Notice,
    Scribe,
    Unsound,
    begun,
    fold_book,
    folded,
    judged_again,
    read_lines,
    take,
    taken_up,
    unheard,
    unsealed,
)
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.referee.session import Entry, Session
from surefoot.table.table import Table

__all__ = ["GameDamaged", "create", "folded", "open_game", "replay", "verify"]

# A thousand moves take about a megabyte.
MOST_BYTES = 256_000_000

# Only one system would otherwise write other line breaks than ours.
BINARY: int = getattr(os, "O_BINARY", 0)

AnyPath: TypeAlias = str | os.PathLike[str]


def create(path: AnyPath, session: Session) -> None:
    """Begin a log for a session, with what was already said in it; from now on every entry is kept there."""
    text, scribe = begun(session)
    lines = [text]
    for entry in session.entries:
        text, seal = scribe.line(entry)
        scribe.kept(seal)
        lines.append(text)
    content = "".join(f"{line}\n" for line in lines).encode()
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o666)
    except FileExistsError:
        raise FileExistsError(f"{path} exists already, and a game is never written over") from None
    try:
        _write(handle, content)
    finally:
        os.close(handle)
    _keep_name(Path(path))
    session.keep = _Log(Path(path), scribe, len(content), len(content))


def open_game(path: AnyPath, notice: Notice = unheard) -> Session:
    """Take a game up where it was left, with its open question if there is one, and go on keeping it in its log."""
    found = _read(path)
    if found.book.damage is not None:
        raise found.book.damage
    if found.book.torn is not None:
        notice(found.book.torn)
    session, scribe = taken_up(found.book, notice)
    session.keep = _Log(Path(path), scribe, found.end, found.size, whole=found.whole)
    return session


def replay(path: AnyPath, notice: Notice = unheard) -> Iterator[tuple[Entry, Table]]:
    """Every entry with the table it led to, folded from its effects alone; no rule is asked."""
    book = _read(path).book
    yield from fold_book(book)
    if book.torn is not None:
        notice(book.torn)


def verify(path: AnyPath) -> tuple[FileProblem, ...]:
    """Judge everything again from the declarations and answers: every line that comes out otherwise, none if all is well."""
    try:
        return judged_again(_read(path).book)
    except FileInvalid as invalid:
        return invalid.problems


# --- writing --------------------------------------------------------------------------------------


@dataclass
class _Log:
    """Keeps each entry of a session on the disk before anything else sees it."""

    path: Path
    scribe: Scribe
    # Up to where the file is sound, and how long it is: what lies between was cut off while being written.
    end: int = 0
    size: int = 0
    # Whether the last line has its line break.
    whole: bool = True

    def __call__(self, entry: Entry) -> None:
        """Write an entry; when this returns, it is on the disk. If it cannot be written, nothing is."""
        text, seal = self.scribe.line(entry)
        content = f"{'' if self.whole else chr(10)}{text}\n".encode()
        handle = os.open(self.path, os.O_RDWR | BINARY)
        try:
            if os.fstat(handle).st_size != self.size:
                says = "somebody else has written to this game since it was opened; open it again"
                raise GameDamaged(str(self.path), self.scribe.entries + 2, says)
            os.ftruncate(handle, self.end)
            os.lseek(handle, 0, os.SEEK_END)
            try:
                _write(handle, content)
            except BaseException:
                # A full disk or an impatient player must not leave half a line for the next one to be glued to.
                os.ftruncate(handle, self.end)
                self.size = self.end
                raise
        finally:
            os.close(handle)
        self.scribe.kept(seal)
        self.end += len(content)
        self.size = self.end
        self.whole = True


def _write(handle: int, content: bytes) -> None:
    while content:
        content = content[os.write(handle, content) :]
    os.fsync(handle)


def _keep_name(path: Path) -> None:
    """Make sure that the folder remembers a new file, where a folder can be told to."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(path.absolute().parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# --- reading --------------------------------------------------------------------------------------


@dataclass
class _File:
    """A log as far as it can be read, and where in its file that ends."""

    book: Book
    end: int
    size: int
    whole: bool = True


def _read(path: AnyPath) -> _File:
    """All lines of a log up to the first damaged one; raises if not even the header can be read."""
    file = os.fspath(path)
    content = _content(path)
    *lines, tail = content.split(b"\n")
    if not lines:
        lines, tail = [tail], b""
        if not content:
            raise GameDamaged(file, 1, "the file is empty; a game begins with its header")
    book = read_lines(lines, file)
    sound = lines[: len(book.entries) + 1]
    found = _File(book, min(sum(len(line) + 1 for line in sound), len(content)), len(content))
    found.whole = len(content) > len(lines[0])
    if tail and book.damage is None:
        _take_tail(found, len(lines), tail)
    return found


def _content(path: AnyPath) -> bytes:
    file = os.fspath(path)
    try:
        with Path(path).open("rb") as stream:
            status = os.fstat(stream.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise FileInvalid([FileProblem(file, 0, "", "this is no file in which a game could be kept")])
            if status.st_size > MOST_BYTES:
                says = f"the file has {status.st_size:,} bytes; at most {MOST_BYTES:,} are read"
                raise FileInvalid([FileProblem(file, 0, "", says)])
            return stream.read()
    except OSError as error:
        says = f"cannot be read: {error.strerror or error}"
        raise FileInvalid([FileProblem(file, 0, "", says)]) from None
    except ValueError as error:
        raise FileInvalid([FileProblem(file, 0, "", f"this is no name of a file: {error}")]) from None


def _take_tail(found: _File, number: int, tail: bytes) -> None:
    """What stands behind the last line break: cut off while being written, or only its line break is missing."""
    try:
        take(found.book, number, tail)
    except Unsound:
        pass
    else:
        found.end += len(tail)
        found.whole = False
        return
    try:
        unsealed(tail[:-1], found.book.seal, "")
    except Unsound:
        says = (
            "the last line was cut off while it was being written; it is dropped, nothing before it is lost"
        )
        found.book.torn = FileProblem(found.book.file, number + 1, "", says)
    else:
        says = "the line break at the end of the line was changed after it was written"
        found.book.damage = GameDamaged(found.book.file, number + 1, says)
