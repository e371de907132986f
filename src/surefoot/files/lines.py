"""The sealed lines of a game, wherever they are kept: how they are written, read, judged again and replayed.

Each line is sealed to all the lines before it: whatever is not byte for byte as it was written is damage, and is named.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
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

DECLARED = ("declare", "happen", "tick")

Notice: TypeAlias = Callable[[FileProblem], None]


class GameDamaged(FileInvalid):
    """A game log that is not what was written, or that the rules judge otherwise: which line, and how."""

    def __init__(self, file: str, line: int, says: str) -> None:
        super().__init__([FileProblem(file, line, "", says)])
        self.line = line
        self.says = says


def unheard(_: FileProblem) -> None:
    """Who does not listen misses nothing that he could do anything about."""


@dataclass
class Scribe:
    """Writes the lines of a session; whoever keeps them says when one was kept."""

    session: Session
    mode: Mode
    seal: str
    entries: int = 0

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
        return sealed({"n": self.entries + 1, **said}, self.seal)

    def kept(self, seal: str) -> None:
        """The line with this seal was kept; the next one follows it."""
        self.entries += 1
        self.seal = seal


def begun(session: Session) -> tuple[str, Scribe]:
    """The header of a game, and the scribe of what is said from now on."""
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
    text, seal = sealed(header, "")
    return text, Scribe(session, session.mode, seal)


def sealed(data: dict[str, Any], before: str) -> tuple[str, str]:
    """A line and its seal, which covers the line and, through the seal before it, all lines above."""
    seal = blake2b((before + canonical(data)).encode(), digest_size=16).hexdigest()
    return canonical({**data, "seal": seal}), seal


def resumed(
    lines: Sequence[str], name: str = "<game>", notice: Notice = unheard, *, judged: bool = True
) -> tuple[Session, Scribe]:
    """A game taken up at its last line, with its open question if there is one, and the scribe that goes on.

    Every seal is checked. With `judged` every line is judged again; without it only what was declared last is, and
    the lines before it are folded, each to the state whose digest it names: several times as fast.
    """
    book = read_lines([line.encode() for line in lines], name)
    if book.damage is not None:
        raise book.damage
    return taken_up(book, notice, judged=judged)


def replayed(lines: Sequence[str], name: str = "<game>") -> Iterator[tuple[Entry, Table]]:
    """Every entry with the table it led to, folded from its effects alone; no rule is asked."""
    return fold_book(read_lines([line.encode() for line in lines], name))


def verified(lines: Sequence[str], name: str = "<game>") -> tuple[FileProblem, ...]:
    """Judge everything again: every line that comes out otherwise, none if all is well."""
    try:
        return judged_again(read_lines([line.encode() for line in lines], name))
    except FileInvalid as invalid:
        return invalid.problems


def folded(start: Table, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Table]]:
    """Every entry of a game under way with the table it led to."""
    fold = _Fold(start)
    for entry in entries:
        fold.take(entry)
        yield entry, fold.now


# --- reading --------------------------------------------------------------------------------------


@dataclass
class Book:
    """The lines of a game as far as they can be read."""

    file: str
    start: Table
    mode: Mode
    version: int
    seal: str
    entries: list[tuple[Entry, Mode]] = field(default_factory=list)
    # The last line, if it was cut off while being written.
    torn: FileProblem | None = None
    damage: GameDamaged | None = None


class Unsound(Exception):
    """What is wrong with a line, in plain words."""


def read_lines(lines: Sequence[bytes], file: str) -> Book:
    """All lines up to the first damaged one; raises if not even the header can be read."""
    try:
        if not lines:
            raise Unsound("a game begins with its header")
        book = _header(file, unsealed(lines[0], "", "the header cannot be read: this is no game of Surefoot"))
    except Unsound as unsound:
        raise GameDamaged(file, 1, str(unsound)) from None
    for number, line in enumerate(lines[1:], 1):
        try:
            take(book, number, line)
        except Unsound as unsound:
            book.damage = GameDamaged(file, number + 1, str(unsound))
            break
    return book


def unsealed(line: bytes, before: str, unreadable: str) -> dict[str, Any]:
    """The data of a line that is byte for byte as it was written after the line with the seal `before`."""
    try:
        text = line.decode()
        data = json.loads(text)
        if not isinstance(data, dict):
            raise Unsound(f"{unreadable}, or the line was damaged")
        said = {name: value for name, value in data.items() if name != "seal"}
        # Written out again: what means the same in other words was not written by us.
        sound = sealed(said, before)[0] == text
    except (ValueError, RecursionError):
        raise Unsound(f"{unreadable}, or the line was damaged") from None
    if not sound:
        raise Unsound(
            "the seal is broken: this line, or what stood before it, was changed after it was written"
        )
    return data


def _header(file: str, data: dict[str, Any]) -> Book:
    if data.get("surefoot") != FORMAT:
        says = f"format {data.get('surefoot')!r} was written by another Surefoot; this one reads {FORMAT}"
        raise Unsound(says)
    try:
        start: Table = decode(Table, data.get("start"))
        mode: Mode = decode(Mode, data.get("mode"))
        version: int = decode(int, data.get("version"))
    except CannotDecode as error:
        raise Unsound(f"the header does not say what a game needs: {error}") from None
    return Book(file, start, mode, version, data["seal"])


def take(book: Book, number: int, line: bytes) -> None:
    """Add one line to what has been read."""
    data = unsealed(line, book.seal, "the line cannot be read: it is no entry of a game")
    said = {name: value for name, value in data.items() if name not in ("n", "mode", "seal")}
    try:
        named: int = decode(int, data.get("n"))
        entry: Entry = decode(Entry, said)
        mode: Mode = decode(Mode, data.get("mode", book.mode))
    except CannotDecode as error:
        raise Unsound(f"the line does not say what an entry needs: {error}") from None
    if named != number:
        raise Unsound(f"this is entry {named} where entry {number} belongs")
    declared = entry.declaration.kind if entry.declaration is not None else ""
    fits = (
        declared == (entry.kind if entry.kind in DECLARED else "")
        and (entry.reply is not None) == (entry.kind == "answer")
        and bool(entry.reason) == (entry.kind == "override")
    )
    if not fits:
        raise Unsound(f"the line says {entry.kind} without what belongs to it")
    book.entries.append((entry, mode))
    book.seal = data["seal"]


# --- judging and folding --------------------------------------------------------------------------


def taken_up(book: Book, notice: Notice, *, judged: bool = True) -> tuple[Session, Scribe]:
    """The session of a book, judged again line by line, and the scribe that goes on behind its last line."""
    ruleset = _ruleset(book)
    known = 0 if judged else _last_said(book)
    session = _restored(book, known)
    for line, (entry, mode) in enumerate(book.entries[known:], known + 2):
        session.mode = mode
        problem = _said_again(session, entry, _answers(book, line - 1))
        if problem:
            raise GameDamaged(book.file, line, f"{problem}{_versions(book, ruleset)}")
    if book.version != ruleset.version:
        says = f"every line is judged as it was{_versions(book, ruleset)}"
        notice(FileProblem(book.file, 1, "version", says))
    return session, Scribe(session, book.mode, book.seal, len(book.entries))


def _last_said(book: Book) -> int:
    """How many entries stand before the last declaration, if that is what the game has come to last."""
    number = len(book.entries)
    while number and book.entries[number - 1][0].kind == "answer":
        number -= 1
    return number - 1 if number and book.entries[number - 1][0].kind in DECLARED else number


def _restored(book: Book, known: int) -> Session:
    """The session after its first entries, from their effects alone."""
    fold = _Fold(book.start)
    standing: list[int] = []
    said = [entry for entry, _ in book.entries[:known]]
    for number, entry in enumerate(said):
        problem = fold.take(entry)
        if problem:
            raise GameDamaged(book.file, number + 2, problem)
        if entry.kind == "undo":
            standing.pop()
        elif entry.kind != "answer":
            standing.append(number)
    mode = book.entries[known - 1][1] if known else book.mode
    marks = list(zip(standing, fold.before, strict=True))
    return Session.restored(book.start, mode, said, marks, fold.now)


def fold_book(book: Book) -> Iterator[tuple[Entry, Table]]:
    """Every entry of a book with the table it led to; raises where it is damaged."""
    fold = _Fold(book.start)
    for line, (entry, _) in enumerate(book.entries, 2):
        problem = fold.take(entry)
        if problem:
            raise GameDamaged(book.file, line, problem)
        yield entry, fold.now
    if book.damage is not None:
        raise book.damage


def judged_again(book: Book) -> tuple[FileProblem, ...]:
    """Every line of a book that comes out otherwise.

    Each declaration is judged on the table that the log itself led to, so that one difference hides no other.
    """
    ruleset = _ruleset(book)
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


def _ruleset(book: Book) -> Ruleset:
    try:
        return ruleset_of(book.start)
    except NoSuchRuleset as error:
        raise GameDamaged(book.file, 1, str(error)) from None


def _versions(book: Book, ruleset: Ruleset) -> str:
    """Why lines may come out otherwise, if the rules are not those of the game."""
    if book.version == ruleset.version:
        return ""
    return f" (played by version {book.version} of {ruleset.name}; version {ruleset.version} is installed)"


def _answers(book: Book, after: int) -> tuple[Reply, ...]:
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
