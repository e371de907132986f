"""The game log as a file: one line of JSON for each entry, append-only, each sealed to all lines before it.

A line is on the disk before its result is shown, so that a die once shown survives a crash. A line that was cut off
while it was written was never shown; it is dropped with a notice. Any other line that is not byte for byte as it was
written is reported as damage.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from surefoot.files.lines import (
    ENDING,
    NO_ENTRY,
    Book,
    GameDamaged,
    Notice,
    Scribe,
    Unsound,
    answers_after,
    begun,
    fold_book,
    folded,
    ignore_notice,
    is_current,
    judged_again,
    read_lines,
    repeat,
    table_before,
    take,
    taken_up,
    unsealed,
)
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.files.proof import Proof
from surefoot.files.source import no_file_name, too_large, unreadable
from surefoot.language import Sentence, say
from surefoot.records import dataclass
from surefoot.referee.session import Entry, Session
from surefoot.table.table import Table

__all__ = ["GameDamaged", "NoSuchEntry", "branch", "create", "folded", "open_game", "replay", "verify"]

# A thousand moves take about a megabyte.
MOST_BYTES = 256_000_000

# Without this flag Windows would change the line breaks.
BINARY: int = getattr(os, "O_BINARY", 0)

AnyPath: TypeAlias = str | os.PathLike[str]


def create(path: AnyPath, session: Session) -> None:
    """Create a log with the entries of a session so far; from now on each new entry is written to it."""
    text, scribe = begun(session)
    lines = [text]
    for entry in session.entries:
        text, seal = scribe.line(entry)
        scribe.kept(seal)
        lines.append(text)
    content = "".join(f"{line}\n" for line in lines).encode()
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o600)
    except FileExistsError:
        raise FileExistsError(f"{path} exists already: a game is never overwritten") from None
    try:
        _write(handle, content)
    finally:
        os.close(handle)
    _keep_name(Path(path))
    session.keep = _Log(Path(path), scribe, len(content), len(content))


def open_game(path: AnyPath, notice: Notice = ignore_notice) -> Session:
    """The session of a game log, with its open question if there is one; new entries are appended to the log."""
    found = _read(path)
    if found.book.damage is not None:
        raise found.book.damage
    if found.book.torn is not None:
        notice(found.book.torn)
    session, scribe = taken_up(found.book, notice)
    session.keep = _Log(Path(path), scribe, found.end, found.size, whole=found.whole)
    return session


def replay(path: AnyPath, notice: Notice = ignore_notice) -> Iterator[tuple[Entry, Table]]:
    """Every entry with the table after it, from its effects alone; no rule is evaluated."""
    book = _read(path).book
    yield from fold_book(book)
    if book.torn is not None:
        notice(book.torn)


class NoSuchEntry(LookupError):
    """A game has no entry of that number; `says` names those that it has."""

    def __init__(self, says: Sentence) -> None:
        self.says = says
        super().__init__(str(says))


def branch(path: AnyPath, number: int, to: AnyPath) -> Session:
    """Take up a game again before one of its entries, in a new log; the game itself stays as it is.

    Before an answer the question is open again, so another die can be given. Every entry before it is judged again.
    A branch of a game of another version of the rules begins with the table as it stood before that declaration.
    """
    book = _read(path).book
    if book.damage is not None:
        raise book.damage
    last = len(book.entries) + 1
    if not 1 <= number <= last:
        raise NoSuchEntry(
            say("There is no entry {number}: give a number from 1 to {last}", number=number, last=last)
        )
    if not is_current(book):
        # What other versions of the rules decided stands: the branch begins with the table as it was.
        session = Session(table_before(book, number), book.mode)
        create(to, session)
        return session
    session = Session(book.start, book.mode)
    for index, (entry, mode) in enumerate(book.entries[: number - 1], 1):
        session.mode = mode
        try:
            repeat(session, entry, answers_after(book, index))
        except Unsound as unsound:
            raise GameDamaged(book.file, index + 1, unsound.says) from None
    create(to, session)
    return session


def verify(path: AnyPath, proof: Proof | None = None) -> tuple[FileProblem, ...]:
    """Judge every declaration and answer again; returns the lines with a different result.

    What the log proves about its origin and its dice is added to `proof`.
    """
    try:
        return judged_again(_read(path).book, proof)
    except FileInvalid as invalid:
        return invalid.problems


# --- writing --------------------------------------------------------------------------------------


@dataclass
class _Log:
    """Writes each entry of a session to the disk before its result is used."""

    path: Path
    scribe: Scribe
    # The end of the last complete line, and the size of the file: the bytes between were cut off while written.
    end: int = 0
    size: int = 0
    # Whether the last line has its line break.
    whole: bool = True

    def __call__(self, entry: Entry) -> None:
        """Write an entry; it is on the disk when this returns. If it fails, nothing is written."""
        text, seal = self.scribe.line(entry)
        content = f"{'' if self.whole else chr(10)}{text}\n".encode()
        handle = os.open(self.path, os.O_RDWR | BINARY)
        try:
            if os.fstat(handle).st_size != self.size:
                says = say("another program has written to this game since it was opened: open it again")
                raise GameDamaged(str(self.path), self.scribe.entries + 2, says)
            os.ftruncate(handle, self.end)
            os.lseek(handle, 0, os.SEEK_END)
            try:
                _write(handle, content)
            except BaseException:
                # After an error (a full disk, Ctrl+C) remove the half-written line.
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
    """Flush the folder entry of a new file to the disk, where the system supports it."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(path.absolute().parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# --- reading --------------------------------------------------------------------------------------


@dataclass
class _File:
    """The readable part of a log, and where it ends in the file."""

    book: Book
    end: int
    size: int
    whole: bool = True


def _read(path: AnyPath) -> _File:
    """All lines of a log up to the first damaged one; raises GameDamaged if the header can't be read."""
    file = os.fspath(path)
    content = _content(path)
    *lines, tail = content.split(b"\n")
    if lines and tail.startswith(ENDING):
        # Only its line break is missing.
        lines, tail = [*lines, tail], b""
    if not lines:
        lines, tail = [tail], b""
        if not content:
            raise GameDamaged(file, 1, say("the file is empty: a game begins with a header"))
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
                raise FileInvalid([FileProblem(file, 0, "", say("this is not a regular file"))])
            if status.st_size > MOST_BYTES:
                raise FileInvalid([FileProblem(file, 0, "", too_large(status.st_size, MOST_BYTES))])
            return stream.read()
    except OSError as error:
        raise FileInvalid([FileProblem(file, 0, "", unreadable(error))]) from None
    except ValueError as error:
        raise FileInvalid([FileProblem(file, 0, "", no_file_name(error))]) from None


def _take_tail(found: _File, number: int, tail: bytes) -> None:
    """Read the text after the last line break: a line that was cut off, or one without its line break."""
    try:
        take(found.book, number, tail)
    except Unsound:
        pass
    else:
        found.end += len(tail)
        found.whole = False
        return
    try:
        unsealed(tail[:-1], found.book.seal, NO_ENTRY)
    except Unsound:
        says = say(
            "the last line was cut off while it was written: it is dropped, the lines before it are complete"
        )
        found.book.torn = FileProblem(found.book.file, number + 1, "", says, code="torn")
    else:
        says = say("the line break at the end of the line was changed after it was written")
        found.book.damage = GameDamaged(found.book.file, number + 1, says)
