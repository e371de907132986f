"""The sealed lines of a game log, wherever they are stored: writing, reading, judging again and replaying them.

The seal of a line covers all lines before it. A line that is not byte for byte as it was written is reported as damage.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from functools import partial
from hashlib import blake2b
from typing import Any, TypeAlias

from surefoot.dice.explore import Policy
from surefoot.dice.host import Asked, Reply, Unanswered
from surefoot.dice.requests import Break, Choice, Roll, Ruling
from surefoot.dice.responders import settled
from surefoot.files.codec import CannotDecode, canonical, decode, dumps, encode
from surefoot.files.problems import FileInvalid, FileProblem, other_format
from surefoot.files.proof import Proof, Rolled, proof_of
from surefoot.language import Notation, Quoted, Sentence, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass, replace
from surefoot.referee.protocol import NoSuchRuleset, Ruleset
from surefoot.referee.referee import Mode, ruleset_of
from surefoot.referee.session import Entry, NotNow, Session
from surefoot.referee.verdict import Outcome
from surefoot.table.effects import apply
from surefoot.table.table import Table

# The version of the line format. The behaviour of the rules has its own version in each ruleset.
FORMAT = 1
# The version of logs that a server keeps: they name the game, the seats and the secrets of the dice, and have an end.
SERVER_FORMAT = 2

DECLARED = ("declare", "happen", "tick")

Notice: TypeAlias = Callable[[FileProblem], None]


class GameDamaged(FileInvalid):
    """A game log that was changed, or that the rules judge differently now: the line and the problem."""

    def __init__(self, file: str, line: int, says: Sentence) -> None:
        super().__init__([FileProblem(file, line, "", says)])
        self.file = file
        self.line = line
        self.says = says

    def __reduce__(self) -> tuple[type[FileInvalid], tuple[Any, ...]]:
        # It comes from one process to another; by itself, an exception would be made again from its message.
        return GameDamaged, (self.file, self.line, self.says)


def ignore_notice(_: FileProblem) -> None:
    """Ignore a notice: the default."""


@dataclass
class Scribe:
    """Writes the lines of a session. The caller stores each line and then calls `kept`."""

    session: Session
    mode: Mode
    seal: str
    entries: int = 0
    # What a server adds to the next line: the seat that speaks, and the seats and secrets if they have changed.
    also: dict[str, Any] = field(default_factory=dict)
    # The seats and the secrets of the players as the last lines have them.
    seats: list[Any] | None = None
    dice: dict[str, str] = field(default_factory=dict)
    # Whether a server keeps the log: it names seats and secrets, and has a signed end.
    server: bool = False

    def line(self, entry: Entry) -> tuple[str, str]:
        """The next line and its seal."""
        said = {
            name: value for name, value in encode(entry).items() if name != "is" and value not in (None, "")
        }
        faces = entry.reply.faces if entry.reply is not None else None
        expected = entry if faces is None else replace(entry, reply=Reply(None, faces))
        given_back: Entry = decode(Entry, said)
        if given_back != expected:
            raise TypeError(f"this entry can't be stored in a game log: {entry!r}")
        if self.session.mode != self.mode:
            said["mode"] = self.session.mode
        return sealed({"n": self.entries + 1, **said, **self.also}, self.seal)

    def kept(self, seal: str) -> None:
        """Continue after the line with this seal, which was stored."""
        self.entries += 1
        self.seal = seal
        self.seats, self.dice = self.also.get("seats", self.seats), self.also.get("dice", self.dice)
        self.also = {}


def begun(session: Session, game: dict[str, str] | None = None) -> tuple[str, Scribe]:
    """The header of a game, and the scribe for its entries. On a server `game` has its id, key and commitment."""
    ruleset = ruleset_of(session.start)
    header = {
        **({"surefoot": FORMAT} if game is None else {"surefoot": SERVER_FORMAT, "game": game}),
        "ruleset": ruleset.written(session.start.options),
        "version": ruleset.version,
        "mode": session.mode,
        "start": encode(session.start),
    }
    given_back: Table = decode(Table, header["start"])
    if given_back != session.start:
        raise TypeError(f"this table can't be stored in a game log: {session.start!r}")
    text, seal = sealed(header, "")
    return text, Scribe(session, session.mode, seal, server=game is not None)


def sealed(data: dict[str, Any], before: str) -> tuple[str, str]:
    """A line and its seal, which covers the line and, through the previous seal, all lines before it."""
    # Each part is written once, for the seal and for the line: together they are `canonical` of the data, with the seal and without.
    parts = {name: f"{canonical(name)}:{canonical(value)}" for name, value in data.items()}
    seal = blake2b((before + _together(parts)).encode(), digest_size=16).hexdigest()
    return _together({**parts, "seal": f'"seal":"{seal}"'}), seal


def _together(parts: dict[str, str]) -> str:
    """Canonical JSON of a mapping from that of its parts."""
    return f"{{{','.join(parts[name] for name in sorted(parts))}}}"


def resumed(
    lines: Sequence[str], name: str = "<game>", notice: Notice = ignore_notice, *, judged: bool = True
) -> tuple[Session, Scribe]:
    """The session of a game at its last line, with its open question if there is one, and the scribe that continues.

    Every seal is checked. With `judged` every line is judged again; without it only the last declaration is, and the
    effects of the lines before it are applied and compared with their digests, which is several times as fast.
    """
    book = read_lines([line.encode() for line in lines], name)
    if book.damage is not None:
        raise book.damage
    return taken_up(book, notice, judged=judged)


def replayed(lines: Sequence[str], name: str = "<game>") -> Iterator[tuple[Entry, Table]]:
    """Every entry with the table after it, from its effects alone; no rule is evaluated."""
    return fold_book(read_lines([line.encode() for line in lines], name))


def verified(lines: Sequence[str], name: str = "<game>") -> tuple[FileProblem, ...]:
    """Judge every line again; returns the lines with a different result."""
    try:
        return judged_again(read_lines([line.encode() for line in lines], name))
    except FileInvalid as invalid:
        return invalid.problems


def folded(start: Table, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Table]]:
    """Every entry of a running game with the table after it."""
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
    # The problem of a last line that was cut off while it was written.
    torn: FileProblem | None = None
    damage: GameDamaged | None = None
    # Of a log of a server: its id, key and commitment; the seats and secrets after each entry; its signed end.
    game: dict[str, Any] | None = None
    around: list[tuple[str, list[Any] | None, dict[str, str]]] = field(default_factory=list)
    ending: dict[str, Any] | None = None


class Unsound(Exception):
    """A line that can't be used, with the problem as a sentence."""

    def __init__(self, says: Sentence) -> None:
        super().__init__(str(says))
        self.says = says


# Why a line can't be read.
NO_HEADER = say("the header can't be read: this is not a game of Surefoot, or the line was damaged")
NO_ENTRY = say("the line can't be read: it is not an entry of a game, or it was damaged")


def read_lines(lines: Sequence[bytes], file: str) -> Book:
    """All lines up to the first damaged one; raises GameDamaged if the header can't be read."""
    try:
        if not lines:
            raise Unsound(say("a game begins with a header"))
        book = _header(file, unsealed(lines[0], "", NO_HEADER))
    except Unsound as unsound:
        raise GameDamaged(file, 1, unsound.says) from None
    for number, line in enumerate(lines[1:], 1):
        try:
            if number == len(lines) - 1 and line.startswith(ENDING):
                book.ending = _ending(line)
                break
            take(book, number, line)
        except Unsound as unsound:
            book.damage = GameDamaged(file, number + 1, unsound.says)
            break
    return book


# The signed end of a log of a server begins like this.
ENDING = b'{"end":'


def _ending(line: bytes) -> dict[str, Any]:
    """The signed end of a log; it is checked with the other proofs."""
    try:
        data = json.loads(line.decode())
        if canonical(data) == line.decode():
            return dict(data)
    except (ValueError, RecursionError):
        pass
    raise Unsound(NO_ENTRY)


def unsealed(line: bytes, before: str, unreadable: Sentence) -> dict[str, Any]:
    """The data of a line that was written after the line with the seal `before`; raises Unsound if it was changed."""
    try:
        text = line.decode()
        data = json.loads(text)
        if not isinstance(data, dict) or "seal" not in data:
            raise Unsound(unreadable)
        said = {name: value for name, value in data.items() if name != "seal"}
        # Encoded again: other JSON with the same meaning was not written by Surefoot.
        sound = sealed(said, before)[0] == text
    except (ValueError, RecursionError):
        raise Unsound(unreadable) from None
    if not sound:
        raise Unsound(say("the seal is broken: this line or one before it was changed after it was written"))
    return data


def _header(file: str, data: dict[str, Any]) -> Book:
    game = data.get("game")
    if data.get("surefoot") != (FORMAT if game is None else SERVER_FORMAT) or not isinstance(
        game, dict | None
    ):
        raise Unsound(other_format(data.get("surefoot"), SERVER_FORMAT))
    try:
        start: Table = decode(Table, data.get("start"))
        mode: Mode = decode(Mode, data.get("mode"))
        version: int = decode(int, data.get("version"))
    except CannotDecode as error:
        raise Unsound(say("the header can't be read: {problem}", problem=error.sentence())) from None
    return Book(file, start, mode, version, data["seal"], game=game)


def take(book: Book, number: int, line: bytes) -> None:
    """Add one line to a book; raises Unsound."""
    data = unsealed(line, book.seal, NO_ENTRY)
    said = {name: value for name, value in data.items() if name not in ("n", "mode", "seal", *ALSO)}
    try:
        named: int = decode(int, data.get("n"))
        entry: Entry = decode(Entry, said)
        mode: Mode = decode(Mode, data.get("mode", book.mode))
        around = _around(book, data)
    except CannotDecode as error:
        raise Unsound(say("the entry can't be read: {problem}", problem=error.sentence())) from None
    if named != number:
        raise Unsound(say("expected entry {number}, found entry {found}", number=number, found=named))
    declared = entry.declaration.kind if entry.declaration is not None else ""
    fits = (
        declared == (entry.kind if entry.kind in DECLARED else "")
        and (entry.reply is not None) == (entry.kind == "answer")
        and bool(entry.reason) == (entry.kind == "override")
    )
    if not fits:
        raise Unsound(say("the fields of this entry don't fit its kind {kind}", kind=Quoted(entry.kind)))
    book.entries.append((entry, mode))
    book.around.append(around)
    book.seal = data["seal"]


# What only a server writes into a line.
ALSO = ("by", "seats", "dice")


def _around(book: Book, data: dict[str, Any]) -> tuple[str, list[Any] | None, dict[str, str]]:
    """The seat that spoke, the seats and the secrets at a line; raises Unsound if only a server could have them."""
    given = [name for name in ALSO if name in data]
    if given and book.game is None:
        raise Unsound(say("only the log of a server has the field {name}", name=Quoted(given[0])))
    _, seats, dice = book.around[-1] if book.around else ("", None, {})
    by: str = decode(str, data.get("by", ""))
    seats, dice = data.get("seats", seats), data.get("dice", dice)
    texts = isinstance(dice, dict) and all(isinstance(each, str) for each in dice.values())
    if not texts or not isinstance(seats, list | None):
        raise Unsound(NO_ENTRY)
    return by, seats, dice


# --- judging and folding --------------------------------------------------------------------------


def taken_up(book: Book, notice: Notice, *, judged: bool = True) -> tuple[Session, Scribe]:
    """The session of a book and the scribe that continues after its last line.

    A game of the installed version is judged again line by line. What was played with another version stands as it was
    written; only a question that is still open is asked again.
    """
    ruleset = _ruleset(book)
    known = 0 if judged and book.version == ruleset.version else _last_declared(book)
    session = _restored(book, known)
    if book.version == ruleset.version:
        for line, (entry, mode) in enumerate(book.entries[known:], known + 2):
            session.mode = mode
            problem = _repeated(session, entry, answers_after(book, line - 1))
            if problem is not None:
                raise GameDamaged(book.file, line, problem)
    else:
        session = _reopened(book, known, session)
        says = say("what was played stands, and new moves are judged by the installed version")
        notice(FileProblem(book.file, 1, "version", _with_versions(says, book, ruleset)))
    _, seats, dice = book.around[-1] if book.around else ("", None, {})
    scribe = Scribe(session, book.mode, book.seal, len(book.entries), seats=seats, dice=dice)
    scribe.server = book.game is not None
    return session, scribe


def is_current(book: Book) -> bool:
    """Whether a game was played with the installed version of its ruleset."""
    return book.version == _ruleset(book).version


def table_before(book: Book, number: int) -> Table:
    """The table before the declaration that an entry belongs to, from effects alone; after the last one: as it stands."""
    while 1 < number <= len(book.entries) and book.entries[number - 1][0].kind == "answer":
        number -= 1
    return _restored(book, number - 1).now


def _reopened(book: Book, known: int, session: Session) -> Session:
    """The session of a game of another version, with its open question if the rules still come to it in the same state."""
    end = _restored(book, len(book.entries))
    try:
        for number, (entry, mode) in enumerate(book.entries[known:], known + 1):
            session.mode = mode
            repeat(session, entry, answers_after(book, number), exactly=False)
    except Unsound:
        return end
    return session if session.now.digest == end.now.digest else end


def _last_declared(book: Book) -> int:
    """The number of entries before the last declaration and its answers; of all entries if another one is last."""
    number = len(book.entries)
    while number and book.entries[number - 1][0].kind == "answer":
        number -= 1
    return number - 1 if number and book.entries[number - 1][0].kind in DECLARED else number


def _restored(book: Book, known: int) -> Session:
    """The session after its first `known` entries, from their effects alone."""
    fold = _Fold(book.start)
    standing: list[int] = []
    said = [entry for entry, _ in book.entries[:known]]
    for number, entry in enumerate(said):
        problem = fold.take(entry)
        if problem is not None:
            raise GameDamaged(book.file, number + 2, problem)
        if entry.kind == "undo":
            standing.pop()
        elif entry.kind != "answer":
            standing.append(number)
    mode = book.entries[known - 1][1] if known else book.mode
    marks = list(zip(standing, fold.before, strict=True))
    return Session.restored(book.start, mode, said, marks, fold.now)


def fold_book(book: Book) -> Iterator[tuple[Entry, Table]]:
    """Every entry of a book with the table after it; raises GameDamaged at a damaged line."""
    fold = _Fold(book.start)
    for line, (entry, _) in enumerate(book.entries, 2):
        problem = fold.take(entry)
        if problem is not None:
            raise GameDamaged(book.file, line, problem)
        yield entry, fold.now
    if book.damage is not None:
        raise book.damage


def judged_again(book: Book, proof: Proof | None = None) -> tuple[FileProblem, ...]:
    """Every line of a book that is judged differently now, or whose dice or origin are wrong.

    What else the log proves is added to `proof`. Each declaration is judged on the table of the log, so that one difference does not hide another.
    In a game of the installed version every effect has to be the same. Of another version the result counts: what is seen
    on the table. Such differences have the code "version".
    """
    ruleset = _ruleset(book)
    same = book.version == ruleset.version
    found: list[FileProblem] = []
    fold = _Fold(book.start)
    judge = Session(fold.now, book.mode)
    differs = False
    rolls: list[Rolled] = []
    drawn = 0
    for line, (entry, mode) in enumerate(book.entries, 2):
        faces = entry.reply.faces if entry.reply is not None else None
        if faces is not None:
            if judge.open is not None and isinstance(judge.open.request, Roll):
                _, seats, secrets = book.around[line - 2]
                rolls.append(
                    Rolled(line, judge.open.request, tuple(faces), drawn, secrets, tuple(seats or ()))
                )
            drawn += len(faces)
        if entry.kind in (*DECLARED, "override") and judge.open is not None and not differs:
            says = say("the question {what} is open and not answered", what=Quoted(judge.open.request.what))
            found.append(FileProblem(book.file, line, "", says))
        if entry.kind != "answer":
            # A problem of a declaration is reported once, not again for each of its answers.
            judge, differs = Session(fold.now, mode), False
        again = entry.kind != "undo" and not differs
        answers = answers_after(book, line - 1)
        problem = _repeated(judge, entry, answers) if again and same else None
        damage = fold.take(entry)
        if again and not same and damage is None:
            problem = _decided(judge, entry, answers, fold.now)
        if problem is not None:
            differs = True
            says = _with_versions(problem, book, ruleset)
            found.append(FileProblem(book.file, line, "", says, code="" if same else "version"))
        if damage is not None:
            found.append(FileProblem(book.file, line, "", damage))
            return tuple(found)
    found += book.damage.problems if book.damage is not None else ()
    found += [book.torn] if book.torn is not None else []
    own = proof_of(book, rolls)
    if book.damage is None:
        found += own.problems
    if proof is not None:
        proof.proves, proof.leaves_open, proof.problems = own.proves, own.leaves_open, own.problems
    return tuple(found)


def _ruleset(book: Book) -> Ruleset:
    try:
        return ruleset_of(book.start)
    except NoSuchRuleset as error:
        raise GameDamaged(book.file, 1, say("{error}", error=Notation(str(error)))) from None


def _with_versions(problem: Sentence, book: Book, ruleset: Ruleset) -> Sentence:
    """A problem, with the versions of the ruleset if the game was played with another one."""
    if book.version == ruleset.version:
        return problem
    return say(
        "{problem} (played with version {then} of {ruleset}, version {now} is installed)",
        problem=problem,
        then=book.version,
        ruleset=Notation(ruleset.name),
        now=ruleset.version,
    )


def answers_after(book: Book, after: int) -> tuple[Reply, ...]:
    """The answers to the questions of a declaration, in order."""
    found: list[Reply] = []
    for entry, _ in book.entries[after:]:
        if entry.reply is None:
            break
        found.append(entry.reply)
    return tuple(found)


def _foreseen(answers: tuple[Reply, ...]) -> Policy:
    """A policy that repeats the given answers to choices and rulings; other questions get their defaults."""
    left = [reply for reply in answers if reply.faces is None]

    def policy(request: Asked, breaks: tuple[Break, ...]) -> Reply:
        if isinstance(request, Choice | Ruling):
            for reply in left:
                if isinstance(request, Ruling) or reply.value in request.among:
                    left.remove(reply)
                    return reply
        return settled(request, breaks)

    return policy


def repeat(
    session: Session, entry: Entry, answers: tuple[Reply, ...], *, exactly: bool = True
) -> Outcome | None:
    """Repeat an entry in a session; its outcome, None for an override or an undo.

    Raises Unsound if it is refused now or, unless `exactly` is false, if any of its effects differs.
    """
    known = len(session.entries)
    outcome: Outcome | None = None
    try:
        if entry.declaration is not None:
            outcome = session.declare(entry.declaration, partial(_foreseen, answers))
            if len(session.entries) == known:
                reasons = tuple(
                    say("{says} ({clause})", says=sentence(each.says), clause=Notation(each.clause))
                    for each in outcome.breaks
                )
                raise Unsound(say("this was allowed and is illegal now: {reasons}", reasons=reasons))
        elif entry.reply is not None:
            outcome = session.answer(entry.reply)
        elif entry.kind == "override":
            session.override(tuple(step.effect for step in entry.done), entry.reason)
        else:
            session.undo(consent=True)
    except (NotNow, Unanswered, LookupError, ValueError) as error:
        raise Unsound(
            say("this doesn't fit the lines before it: {error}", error=Notation(str(error)))
        ) from error
    difference = _difference(entry, session.entries[-1]) if exactly else None
    if difference is not None:
        raise Unsound(difference)
    return outcome


def _repeated(session: Session, entry: Entry, answers: tuple[Reply, ...]) -> Sentence | None:
    """Repeat an entry in a session; returns the difference of the results, None if there is none."""
    try:
        repeat(session, entry, answers)
    except Unsound as unsound:
        return unsound.says
    return None


def _decided(session: Session, entry: Entry, answers: tuple[Reply, ...], then: Table) -> Sentence | None:
    """Repeat an entry of another version; returns what is different on the table now, None if nothing is."""
    try:
        repeat(session, entry, answers, exactly=False)
    except Unsound as unsound:
        return unsound.says
    now = session.now
    for before, after in ((then.models, now.models), (then.objects, now.objects), (then.pieces, now.pieces)):
        others = tuple(Quoted(name) for name in {**before, **after} if before.get(name) != after.get(name))
        if others:
            return say("today's rules decide differently about {things}", things=others)
    return None if then.clock == now.clock else say("today's rules set the clock differently")


def _difference(written: Entry, judged: Entry) -> Sentence | None:
    """The first difference between a written entry and the same entry judged again."""
    for number, (then, now) in enumerate(zip(written.done, judged.done, strict=False), 1):
        if then != now:
            return say(
                "effect {number} was {then} and is {now} now",
                number=number,
                then=Notation(dumps(then)),
                now=Notation(dumps(now)),
            )
    then_count, now_count = len(written.done), len(judged.done)
    if then_count > now_count:
        return say("the effect {effect} doesn't happen now", effect=Notation(dumps(written.done[now_count])))
    if then_count < now_count:
        return say("the effect {effect} happens only now", effect=Notation(dumps(judged.done[then_count])))
    return None if written.state == judged.state else say("this leads to a different state now")


class _Fold:
    """Applies the effects of entries to a table, and remembers the tables before them for undo."""

    def __init__(self, start: Table) -> None:
        self.now = start
        self.before: list[Table] = []

    def take(self, entry: Entry) -> Sentence | None:
        """Apply one entry; returns its problem, None if there is none."""
        if not self.before and entry.kind == "answer":
            return say("there is nothing to answer")
        if not self.before and entry.kind == "undo":
            return say("there is nothing to undo")
        if entry.kind == "undo":
            self.now = self.before.pop()
        elif entry.kind != "answer":
            self.before.append(self.now)
        for number, step in enumerate(entry.done, 1):
            try:
                self.now = apply(self.now, step.effect)
            except LookupError as missing:
                name = Notation(repr(missing.args[0]))
                return say(
                    "effect {number} changes {name}, which is not on the table", number=number, name=name
                )
        if self.now.digest != entry.state:
            return say("its effects don't lead to its state")
        return None
