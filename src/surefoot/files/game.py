"""The game log: one line of JSON for each entry, only ever appended, each sealed to all the lines before it.

A line is on the disk before anybody sees what it says: whoever is killed after a die was shown finds it again. What
was cut off in the middle of writing was never shown; it is dropped with a notice. Everything else that is not byte
for byte as it was written is damage, and its line is named.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

from surefoot.dice.explore import Policy
from surefoot.dice.host import Asked, Reply, Unanswered
from surefoot.dice.requests import Break, Choice, Ruling
from surefoot.dice.responders import settled
from surefoot.files.codec import CannotDecode, canonical, decode, dumps, encode
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.referee.protocol import NoSuchRuleset, Ruleset
from surefoot.referee.referee import Mode, ruleset_of
from surefoot.referee.session import Entry, NotNow, Session
from surefoot.table.effects import apply
from surefoot.table.table import Table

# The format of the lines, not the behaviour of the rules: that is the ruleset's own version.
FORMAT = 1

# A thousand moves take about a megabyte.
MOST_BYTES = 256_000_000

# Only one system would otherwise write other line breaks than ours.
BINARY: int = getattr(os, "O_BINARY", 0)

DECLARED = ("declare", "happen", "tick")

AnyPath: TypeAlias = str | os.PathLike[str]
Notice: TypeAlias = Callable[[FileProblem], None]


class GameDamaged(FileInvalid):
    """A game log that is not what was written, or that the rules judge otherwise: which line, and how."""

    def __init__(self, file: str, line: int, says: str) -> None:
        super().__init__([FileProblem(file, line, "", says)])
        self.line = line
        self.says = says


def _unheard(_: FileProblem) -> None:
    """Who does not listen misses nothing that he could do anything about."""


def create(path: AnyPath, session: Session) -> None:
    """Begin a log for a session, with what was already said in it; from now on every entry is kept there."""
    ruleset = ruleset_of(session.start)
    header = {
        "surefoot": FORMAT,
        "ruleset": ruleset.written(session.start.options),
        "version": ruleset.version,
        "mode": session.mode,
        "start": encode(session.start),
    }
    given_back: Table = decode(Table, header["start"])
    if given_back != session.start:
        raise TypeError(f"a game log cannot give back this table: {session.start!r}")
    text, seal = _sealed(header, "")
    log = _Log(Path(path), session, session.mode, seal)
    lines = [text]
    for entry in session.entries:
        text, log.seal = log.line(entry)
        log.entries += 1
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
    log.end = log.size = len(content)
    session.keep = log


def open_game(path: AnyPath, notice: Notice = _unheard) -> Session:
    """Take a game up where it was left, with its open question if there is one, and go on keeping it in its log."""
    book = _read(path)
    if book.damage is not None:
        raise book.damage
    if book.torn is not None:
        notice(book.torn)
    ruleset = _ruleset(book)
    session = Session(book.start, book.mode)
    for line, (entry, mode) in enumerate(book.entries, 2):
        session.mode = mode
        problem = _said_again(session, entry, _answers(book, line - 1))
        if problem:
            raise GameDamaged(book.file, line, f"{problem}{_versions(book, ruleset)}")
    if book.version != ruleset.version:
        says = f"every line is judged as it was{_versions(book, ruleset)}"
        notice(FileProblem(book.file, 1, "version", says))
    session.keep = _Log(
        Path(path), session, book.mode, book.seal, len(book.entries), book.end, book.size, whole=book.whole
    )
    return session


def replay(path: AnyPath, notice: Notice = _unheard) -> Iterator[tuple[Entry, Table]]:
    """Every entry with the table it led to, folded from its effects alone; no rule is asked."""
    book = _read(path)
    fold = _Fold(book.start)
    for line, (entry, _) in enumerate(book.entries, 2):
        problem = fold.take(entry)
        if problem:
            raise GameDamaged(book.file, line, problem)
        yield entry, fold.now
    if book.damage is not None:
        raise book.damage
    if book.torn is not None:
        notice(book.torn)


def folded(start: Table, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Table]]:
    """Every entry of a game under way with the table it led to."""
    fold = _Fold(start)
    for entry in entries:
        fold.take(entry)
        yield entry, fold.now


def verify(path: AnyPath) -> tuple[FileProblem, ...]:
    """Judge everything again from the declarations and answers: every line that comes out otherwise, none if all is well.

    Each declaration is judged on the table that the log itself led to, so that one difference hides no other.
    """
    try:
        book = _read(path)
        ruleset = _ruleset(book)
    except FileInvalid as invalid:
        return invalid.problems
    found: list[FileProblem] = []
    fold = _Fold(book.start)
    judge = Session(fold.now, book.mode)
    astray = False
    for line, (entry, mode) in enumerate(book.entries, 2):
        if entry.kind in (*DECLARED, "override") and judge.open is not None and not astray:
            says = f"comes before the answer to: {judge.open.request.what}"
            found.append(FileProblem(book.file, line, "", says))
        if entry.kind != "answer":
            # What is wrong with a declaration is said once, not again for each of its answers.
            judge, astray = Session(fold.now, mode), False
        if entry.kind != "undo" and not astray:
            problem = _said_again(judge, entry, _answers(book, line - 1))
            if problem:
                astray = True
                found.append(FileProblem(book.file, line, "", f"{problem}{_versions(book, ruleset)}"))
        problem = fold.take(entry)
        if problem:
            found.append(FileProblem(book.file, line, "", problem))
            return tuple(found)
    found += book.damage.problems if book.damage is not None else ()
    found += [book.torn] if book.torn is not None else []
    return tuple(found)


# --- judging and folding --------------------------------------------------------------------------


def _ruleset(book: _Book) -> Ruleset:
    try:
        return ruleset_of(book.start)
    except NoSuchRuleset as error:
        raise GameDamaged(book.file, 1, str(error)) from None


def _versions(book: _Book, ruleset: Ruleset) -> str:
    """Why lines may come out otherwise, if the rules are not those of the game."""
    if book.version == ruleset.version:
        return ""
    return f" (played by version {book.version} of {ruleset.name}; version {ruleset.version} is installed)"


def _answers(book: _Book, after: int) -> tuple[Reply, ...]:
    """What was answered to the questions of a declaration, in order."""
    found: list[Reply] = []
    for entry, _ in book.entries[after:]:
        if entry.reply is None:
            break
        found.append(entry.reply)
    return tuple(found)


def _foreseen(answers: tuple[Reply, ...]) -> Policy:
    """Choices and rulings as they were answered then; what was not asked then is settled."""
    left = [reply for reply in answers if reply.faces is None]

    def policy(request: Asked, breaks: tuple[Break, ...]) -> Reply:
        if isinstance(request, Choice | Ruling):
            for reply in left:
                if isinstance(request, Ruling) or reply.value in request.among:
                    left.remove(reply)
                    return reply
        return settled(request, breaks)

    return policy


def _said_again(session: Session, entry: Entry, answers: tuple[Reply, ...]) -> str:
    """Say what an entry says to a session once more; what comes out otherwise in plain words, empty if nothing does."""
    known = len(session.entries)
    try:
        if entry.declaration is not None:
            outcome = session.declare(entry.declaration, partial(_foreseen, answers))
            if len(session.entries) == known:
                reasons = "; ".join(f"{each.clause}: {each.says}" for each in outcome.breaks)
                return f"was allowed and is refused now: {reasons}"
        elif entry.reply is not None:
            session.answer(entry.reply)
        elif entry.kind == "override":
            session.override(tuple(step.effect for step in entry.done), entry.reason)
        else:
            session.undo(consent=True)
    except (NotNow, Unanswered, LookupError, ValueError) as error:
        return f"does not fit what came before it: {error}"
    return _difference(entry, session.entries[-1])


def _difference(written: Entry, judged: Entry) -> str:
    for number, (then, now) in enumerate(zip(written.done, judged.done, strict=False), 1):
        if then != now:
            return f"effect {number} was {dumps(then)} and is {dumps(now)} now"
    if len(written.done) != len(judged.done):
        if len(written.done) > len(judged.done):
            return f"{dumps(written.done[len(judged.done)])} was done and is not done now"
        return f"{dumps(judged.done[len(written.done)])} was not done and is done now"
    return "" if written.state == judged.state else "leads to another state now"


class _Fold:
    """A table and the way back, from effects alone."""

    def __init__(self, start: Table) -> None:
        self.now = start
        self.before: list[Table] = []

    def take(self, entry: Entry) -> str:
        """Go on by one entry; what is wrong with it in plain words, empty if nothing is."""
        if not self.before and entry.kind in ("answer", "undo"):
            return f"there is nothing to {entry.kind}"
        if entry.kind == "undo":
            self.now = self.before.pop()
        elif entry.kind != "answer":
            self.before.append(self.now)
        for number, step in enumerate(entry.done, 1):
            try:
                self.now = apply(self.now, step.effect)
            except LookupError as missing:
                return f"effect {number} changes {missing.args[0]!r}, which is not on the table"
        if self.now.digest != entry.state:
            return "its effects do not lead to the state it names"
        return ""


# --- writing --------------------------------------------------------------------------------------


def _sealed(data: dict[str, Any], before: str) -> tuple[str, str]:
    """A line and its seal, which covers the line and, through the seal before it, all lines above."""
    seal = blake2b((before + canonical(data)).encode(), digest_size=16).hexdigest()
    return canonical({**data, "seal": seal}), seal


@dataclass
class _Log:
    """Keeps each entry of a session on the disk before anything else sees it."""

    path: Path
    session: Session
    mode: Mode
    seal: str
    entries: int = 0
    # Up to where the file is sound, and how long it is: what lies between was cut off while being written.
    end: int = 0
    size: int = 0
    # Whether the last line has its line break.
    whole: bool = True

    def line(self, entry: Entry) -> tuple[str, str]:
        """The next line and its seal."""
        said = {
            name: value for name, value in encode(entry).items() if name != "is" and value not in (None, "")
        }
        faces = entry.reply.faces if entry.reply is not None else None
        expected = entry if faces is None else replace(entry, reply=Reply(None, faces))
        given_back: Entry = decode(Entry, said)
        if given_back != expected:
            raise TypeError(f"a game log cannot give back what it would be given: {entry!r}")
        if self.session.mode != self.mode:
            said["mode"] = self.session.mode
        return _sealed({"n": self.entries + 1, **said}, self.seal)

    def __call__(self, entry: Entry) -> None:
        """Write an entry; when this returns, it is on the disk. If it cannot be written, nothing is."""
        text, seal = self.line(entry)
        content = f"{'' if self.whole else chr(10)}{text}\n".encode()
        handle = os.open(self.path, os.O_RDWR | BINARY)
        try:
            if os.fstat(handle).st_size != self.size:
                says = "somebody else has written to this game since it was opened; open it again"
                raise GameDamaged(str(self.path), self.entries + 2, says)
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
        self.entries += 1
        self.seal = seal
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
class _Book:
    """A log as far as it can be read."""

    file: str
    start: Table
    mode: Mode
    version: int
    seal: str
    entries: list[tuple[Entry, Mode]] = field(default_factory=list)
    end: int = 0
    size: int = 0
    whole: bool = True
    torn: FileProblem | None = None
    damage: GameDamaged | None = None


class _Unsound(Exception):
    """What is wrong with a line, in plain words."""


def _read(path: AnyPath) -> _Book:
    """All lines of a log up to the first damaged one; raises if not even the header can be read."""
    file = os.fspath(path)
    content = _content(path)
    *lines, tail = content.split(b"\n")
    if not lines:
        lines, tail = [tail], b""
        if not content:
            raise GameDamaged(file, 1, "the file is empty; a game begins with its header")
    try:
        data = _unsealed(lines[0], "", "the header cannot be read: this is no game of Surefoot")
        book = _header(file, data)
    except _Unsound as unsound:
        raise GameDamaged(file, 1, str(unsound)) from None
    book.size = len(content)
    book.end = min(len(lines[0]) + 1, len(content))
    book.whole = len(content) > len(lines[0])
    for number, line in enumerate(lines[1:], 1):
        try:
            _take(book, number, line)
        except _Unsound as unsound:
            book.damage = GameDamaged(file, number + 1, str(unsound))
            return book
        book.end += len(line) + 1
    if tail:
        _take_tail(book, len(lines), tail)
    return book


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


def _unsealed(line: bytes, before: str, unreadable: str) -> dict[str, Any]:
    """The data of a line that is byte for byte as it was written after the line with the seal `before`."""
    try:
        text = line.decode()
        data = json.loads(text)
        if not isinstance(data, dict):
            raise _Unsound(f"{unreadable}, or the line was damaged")
        said = {name: value for name, value in data.items() if name != "seal"}
        # Written out again: what means the same in other words was not written by us.
        sound = _sealed(said, before)[0] == text
    except (ValueError, RecursionError):
        raise _Unsound(f"{unreadable}, or the line was damaged") from None
    if not sound:
        raise _Unsound(
            "the seal is broken: this line, or what stood before it, was changed after it was written"
        )
    return data


def _header(file: str, data: dict[str, Any]) -> _Book:
    if data.get("surefoot") != FORMAT:
        says = f"format {data.get('surefoot')!r} was written by another Surefoot; this one reads {FORMAT}"
        raise _Unsound(says)
    try:
        start: Table = decode(Table, data.get("start"))
        mode: Mode = decode(Mode, data.get("mode"))
        version: int = decode(int, data.get("version"))
    except CannotDecode as error:
        raise _Unsound(f"the header does not say what a game needs: {error}") from None
    return _Book(file, start, mode, version, data["seal"])


def _take(book: _Book, number: int, line: bytes) -> None:
    """Add one line to what has been read."""
    data = _unsealed(line, book.seal, "the line cannot be read: it is no entry of a game")
    said = {name: value for name, value in data.items() if name not in ("n", "mode", "seal")}
    try:
        named: int = decode(int, data.get("n"))
        entry: Entry = decode(Entry, said)
        mode: Mode = decode(Mode, data.get("mode", book.mode))
    except CannotDecode as error:
        raise _Unsound(f"the line does not say what an entry needs: {error}") from None
    if named != number:
        raise _Unsound(f"this is entry {named} where entry {number} belongs")
    declared = entry.declaration.kind if entry.declaration is not None else ""
    fits = (
        declared == (entry.kind if entry.kind in DECLARED else "")
        and (entry.reply is not None) == (entry.kind == "answer")
        and bool(entry.reason) == (entry.kind == "override")
    )
    if not fits:
        raise _Unsound(f"the line says {entry.kind} without what belongs to it")
    book.entries.append((entry, mode))
    book.seal = data["seal"]


def _take_tail(book: _Book, number: int, tail: bytes) -> None:
    """What stands behind the last line break: cut off while being written, or only its line break is missing."""
    try:
        _take(book, number, tail)
    except _Unsound:
        pass
    else:
        book.end += len(tail)
        book.whole = False
        return
    try:
        _unsealed(tail[:-1], book.seal, "")
    except _Unsound:
        says = (
            "the last line was cut off while it was being written; it is dropped, nothing before it is lost"
        )
        book.torn = FileProblem(book.file, number + 1, "", says)
    else:
        says = "the line break at the end of the line was changed after it was written"
        book.damage = GameDamaged(book.file, number + 1, says)
