"""The part of a worker process that judges games: a referee session over the sealed log of each game.

A worker caches games by the seal of their last line. If it is a new process, or if a line it judged could not be
stored, its cache does not fit: it returns `LogNeeded` and is called again with the whole log.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any, NamedTuple

import surefoot
from surefoot.answers.open_question import open_data
from surefoot.answers.state import state_after, state_data
from surefoot.answers.verdicts import in_words
from surefoot.dice.host import Asked, Reply, Unanswered
from surefoot.dice.requests import Plan, Roll
from surefoot.dice.responders import Seeded, placed, settled
from surefoot.files import scenario
from surefoot.files.codec import CannotDecode, decode, dumps
from surefoot.files.lines import (
    GameDamaged,
    Scribe,
    Unsound,
    answers_after,
    begun,
    is_current,
    read_lines,
    repeat,
    resumed,
    table_before,
)
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.files.proof import mixed
from surefoot.files.source import of_data, parse
from surefoot.language import Notation, Sentence, say
from surefoot.language.speaker import text
from surefoot.records import dataclass
from surefoot.referee.referee import Malformed, Mode, ruleset_of
from surefoot.referee.session import Entry, NeedsConsent, NotNow, Session
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Citer, Outcome, data
from surefoot.server import authority
from surefoot.server.authority import Actor
from surefoot.server.corrections import problems_of, problems_of_table
from surefoot.server.limits import Limits, demand_simple
from surefoot.server.patches import Unsayable, patch
from surefoot.server.problems import Problem, problem_of, rendered
from surefoot.table.effects import Effect
from surefoot.table.table import Table

# A worker keeps at most this many games, and this many bytes of their logs; in memory they take about eight times as
# much. Other games are read again from their logs.
MOST_REMEMBERED = 4_096
MOST_BYTES = 40_000_000
# The most problems of a table that are listed at once.
MOST_TOLD = 50


# Values that are sent between processes with every move are named tuples: they are pickled faster than dataclasses.


class Position(NamedTuple):
    """A game at one of its lines; with all its lines if the worker does not have it."""

    game: str
    seal: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogNeeded:
    """The worker does not have the game at that line."""


class Answered(NamedTuple):
    """An answer: dice of the server (`roll`), typed dice (`faces`), a `value`, or the default (`settled`)."""

    how: str
    value: Any = None


@dataclass(frozen=True, slots=True)
class Begun:
    """A new game: the first line of its log."""

    name: str
    header: str
    seal: str
    state: str
    sides: tuple[str, ...]
    ruleset: str


class Around(NamedTuple):
    """What stands in the log beside an entry: all seats, and the secrets that players added to the dice, as JSON."""

    seats: str = "[]"
    dice: str = "{}"


class NewLine(NamedTuple):
    """A new line of the log. It counts only after it is stored."""

    number: int
    line: str
    seal: str
    state: str
    # The frame that announces it to all members.
    told: str


@dataclass(frozen=True, slots=True)
class Scene:
    """The current state of a game, for new members and for read-only requests."""

    number: int
    state: dict[str, Any]
    # The state before the first line, for replays.
    start: dict[str, Any]
    question: dict[str, Any] | None
    # The table in the format of the log, for read-only requests.
    table: str
    # The models of the declaration whose question is open.
    declared: tuple[str, ...]
    sides: tuple[str, ...]


@dataclass
class _Remembered:
    """A cached game: its session, the scribe of its log, and its last state as plain data."""

    session: Session
    scribe: Scribe
    # The table whose state this is.
    table: Table = field(init=False)
    state: dict[str, Any] = field(init=False)
    # The bytes of the log.
    bytes: int
    # The last line.
    line: str = ""
    # The seats and secrets as they were last given.
    around: Around | None = None
    seats: list[Any] = field(default_factory=list)
    dice: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.session.keep = self._keep
        self.table = self.session.now
        self.state = state_data(self.table, self.session.start)

    def _keep(self, entry: Entry) -> None:
        self.line, seal = self.scribe.line(entry)
        self.bytes += len(self.line)
        self.scribe.kept(seal)


_remembered: OrderedDict[str, _Remembered] = OrderedDict()


def begin(
    given: str | dict[str, Any],
    name: str,
    ruleset: str,
    mode: Mode,
    limits: Limits,
    game: dict[str, str] | None,
) -> Begun:
    """Set up the table of a scenario for a new game; raises Problem if that fails.

    On a server `game` has its id, key and commitment, which stand in the log.
    """
    try:
        source = parse(given, name, patient=True) if isinstance(given, str) else of_data(given, name)
        demand_simple(source.data, limits)
        laid = scenario.laid(source, ruleset)
    except FileInvalid as invalid:
        raise problem_of(invalid) from None
    header, scribe = begun(Session(laid.table, mode), game)
    written_as = ruleset_of(laid.table).written(laid.table.options)
    return Begun(laid.name, header, scribe.seal, laid.table.digest, authority.sides(laid.table), written_as)


@dataclass(frozen=True, slots=True)
class Reopened:
    """A game from its log: its first line, and every other line with its announcement."""

    begun: Begun
    lines: tuple[NewLine, ...]


def reopen(log: str, by: Actor, limits: Limits) -> Reopened:
    """Judge a downloaded log again, line by line, for a new game; raises Problem at a line that differs."""
    try:
        book = read_lines([line.encode() for line in log.splitlines()], "log")
        if book.damage is not None:
            raise book.damage
        current = is_current(book)
        # What another version of the rules decided stands: the game goes on with the table as it is.
        start = book.start if current else table_before(book, len(book.entries) + 1)
        wrong = list(problems_of_table(start, limits))
        if wrong:
            raise FileInvalid([FileProblem("log", 1, where, says) for where, says in wrong[:MOST_TOLD]])
        session = Session(start, book.mode)
        header, scribe = begun(session)
    except FileInvalid as invalid:
        raise problem_of(invalid) from None
    first = Begun(
        "",
        header,
        scribe.seal,
        session.start.digest,
        authority.sides(session.start),
        ruleset_of(session.start).written(session.start.options),
    )
    known = _Remembered(session, scribe, len(header))
    lines: list[NewLine] = []
    for number, (entry, mode) in enumerate(book.entries if current else (), 1):
        session.mode = mode
        try:
            came = repeat(session, entry, answers_after(book, number))
        except Unsound as unsound:
            raise problem_of(GameDamaged("log", number + 1, unsound.says)) from None
        lines.append(_told(known, by, came))
    return Reopened(first, tuple(lines))


def scene(position: Position) -> Scene | LogNeeded:
    """The current state of a game."""
    known = _at(position)
    if known is None:
        return LogNeeded()
    session = known.session
    declared = session.open.declaration.who if session.open is not None else ()
    sides = authority.sides(session.start)
    start = state_data(session.start, session.start)
    return Scene(
        known.scribe.entries, known.state, start, _question(session), dumps(session.now), declared, sides
    )


def declare(position: Position, actor: Actor, around: Around, fields: dict[str, Any]) -> NewLine | LogNeeded:
    """Judge a declaration and carry it out up to its first question."""

    def work(session: Session) -> Outcome:
        try:
            declaration = surefoot.declaration(session.now, **fields)
        except FileInvalid as invalid:
            problems = [{"where": each.field, "says": each.message()} for each in invalid.problems]
            says = rendered("; ".join(each["says"] for each in problems))
            raise Problem("declaration/malformed", says, problems=problems) from None
        _allowed(authority.forbids_declaring(actor, session.now, declaration))
        return session.declare(declaration)

    return _added(position, actor, around, work)


def answer(
    position: Position, actor: Actor, around: Around, seed: str, given: Answered
) -> NewLine | LogNeeded:
    """Answer the open question."""

    def work(session: Session) -> Outcome:
        if session.open is None:
            raise NotNow(text("There is no open question"))
        request = session.open.request
        _allowed(authority.forbids_answering(actor, session.now, request))
        # The dice of a log that an earlier version began stay as they were committed to.
        added = json.loads(around.dice) if _remembered[position.game].scribe.server else {}
        return session.answer(_reply(session, request, mixed(seed, added), given))

    return _added(position, actor, around, work)


def play(
    position: Position, actor: Actor, around: Around, seed: str, side: str, strength: str
) -> NewLine | LogNeeded:
    """Let the computer make the next declaration of a side, or answer its question; the announcement says why."""
    # Only games against the computer need it.
    from surefoot.agents import opponents, seat

    told: list[str] = []

    def work(session: Session) -> Outcome:
        if side not in actor.sides:
            raise Problem("seat/not-yours", say("{side} is not yours", side=Notation(side)))
        player = opponents.opponent(strength, f"{position.seal} {side}")
        if seat.answers(session, side):
            assert session.open is not None
            reply = seat.answer(session, side, player)
            given = Answered("roll") if reply is None else Answered("value", reply.value)
            added = json.loads(around.dice) if _remembered[position.game].scribe.server else {}
            return session.answer(reply or _reply(session, session.open.request, mixed(seed, added), given))
        if not seat.is_due(session, side):
            raise Problem("computer/waits", say("It is not the computer's turn"))
        step = seat.next_step(session, side, player)
        told.append("" if step.why is None else speaker(session.now)(step.why))
        if step.declaration is None:
            raise Problem("computer/waits", say("The computer passes"))
        return session.declare(step.declaration)

    return _added(position, actor, around, work, told)


def _allowed(forbidden: Sentence | None) -> None:
    if forbidden is not None:
        raise Problem("seat/not-yours", forbidden)


def _reply(session: Session, request: Asked, seed: str, given: Answered) -> Reply:
    if isinstance(request, Roll):
        if given.how == "roll" and seed:
            return Seeded(seed, session.dice_shown).reply(request, ())
        if given.how == "faces" and not seed:
            return Reply(None, tuple(given.value))
        if seed:
            raise Problem("answer/unfitting", say("The server rolls the dice of this game: send roll"))
        raise Problem("answer/unfitting", say("Players roll the dice of this game: send faces"))
    if given.how == "settled":
        return settled(request, ())
    if given.how != "value":
        raise Problem("answer/unfitting", say("This question takes a value, not dice"))
    return Reply(placed(request, given.value) if isinstance(request, Plan) else given.value)


def undo(position: Position, actor: Actor, around: Around, consent: bool) -> NewLine | LogNeeded:
    """Undo the last declaration or override. It needs consent after dice were rolled, or if another side made it."""

    def work(session: Session) -> None:
        if not consent and not _own(session, actor):
            raise NeedsConsent(text("Your opponent made this move and must agree to undo it"))
        session.undo(consent=consent)

    return _added(position, actor, around, work)


def _own(session: Session, actor: Actor) -> bool:
    """Whether undo would affect only the actor's own sides."""
    standing: list[Entry] = []
    for entry in session.entries:
        if entry.kind == "undo":
            standing.pop()
        elif entry.kind != "answer":
            standing.append(entry)
    if not standing:
        return True
    last = standing[-1].declaration
    if last is None or not last.who:
        return False
    return all(authority.side_of(session.now, who) in actor.sides for who in last.who)


def override(
    position: Position,
    actor: Actor,
    around: Around,
    effects: list[dict[str, Any]],
    reason: str,
    most_pieces: int,
) -> NewLine | LogNeeded:
    """Apply a correction by the referee, if it leads to a possible table."""

    def work(session: Session) -> None:
        wanted: list[Effect] = []
        found: list[tuple[str, Sentence]] = []
        for number, each in enumerate(effects):
            try:
                wanted.append(decode(Effect, each))
            except CannotDecode as wrong:
                found.append((f"effects[{number}]", wrong.sentence()))
        found = found or problems_of(session.now, wanted, most_pieces)
        if found:
            speak = speaker(session.now)
            listed = [{"where": where, "says": speak(says)} for where, says in found]
            says = rendered("; ".join(f"{each['where']}: {each['says']}" for each in listed))
            raise Problem("declaration/malformed", says, problems=listed)
        session.override(tuple(wanted), reason)

    return _added(position, actor, around, work)


def forget(game: str) -> None:
    """Remove a game from the cache."""
    _remembered.pop(game, None)


# --- new lines ------------------------------------------------------------------------------------


def _added(
    position: Position,
    actor: Actor,
    around: Around,
    work: Callable[[Session], Outcome | None],
    why: Sequence[str] = (),
) -> NewLine | LogNeeded:
    known = _at(position)
    if known is None:
        return LogNeeded()
    number = known.scribe.entries
    known.scribe.also = _also(known, actor, around)
    try:
        came = work(known.session)
    except (Malformed, NotNow, NeedsConsent, Unanswered) as refused:
        raise problem_of(refused, speaker(known.session.now)) from None
    except TypeError:
        # The log can't store this answer. Drop the session, which has judged it already.
        forget(position.game)
        raise Problem("answer/unfitting", say("This answer can't be stored in a game log")) from None
    if known.scribe.entries == number:
        assert came is not None, "only a declaration can be refused by a verdict"
        speak = speaker(known.session.now)
        says = rendered("; ".join(speak(each.says) for each in came.breaks))
        raise Problem("move/illegal", says, verdict=surefoot.data(came))
    return _told(known, actor, came, "".join(why))


def _also(known: _Remembered, actor: Actor, around: Around) -> dict[str, Any]:
    """What the next line says besides its entry: the seat, and the seats and secrets if they have changed."""
    if not known.scribe.server:
        # A log that an earlier version began stays as it is.
        return {}
    if known.around != around:
        known.around = around
        known.seats, known.dice = json.loads(around.seats), json.loads(around.dice)
    scribe = known.scribe
    return {
        "by": actor.seat,
        **({"seats": known.seats} if known.seats != scribe.seats else {}),
        **({"dice": known.dice} if known.dice != scribe.dice else {}),
    }


def _told(known: _Remembered, actor: Actor, came: Outcome | None, why: str = "") -> NewLine:
    session, scribe = known.session, known.scribe
    entry = session.entries[-1]
    before, known.state = known.state, state_after(session.now, session.start, known.table, known.state)
    known.table = session.now
    frame: dict[str, Any] = {
        "kind": "announced",
        "seq": scribe.entries,
        "hash": entry.state,
        "entry": entry.kind,
        "by": {"seat": actor.seat, "role": actor.role, "name": actor.name},
    }
    if entry.reply is not None and entry.reply.faces is not None:
        frame["faces"] = list(entry.reply.faces)
    if entry.reason:
        frame["reason"] = entry.reason
    if why:
        frame["why"] = why
    if came is not None:
        frame["outcome"] = in_words(data(came, Citer(ruleset_of(session.start).catalogue)), came)
    frame["question"] = _question(session)
    try:
        frame["patch"] = patch(before, known.state)
    except Unsayable:
        frame["state"] = known.state
    return NewLine(scribe.entries, known.line, scribe.seal, entry.state, written(frame))


# Made once: `json.dumps` makes one for each text that is not written by default.
_FRAMES = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def written(frame: dict[str, Any]) -> str:
    """A frame as JSON."""
    return _FRAMES.encode(frame)


def _question(session: Session) -> dict[str, Any] | None:
    if session.open is None:
        return None
    request = session.open.request
    shown = open_data(request, Citer(ruleset_of(session.start).catalogue), speaker(session.now))
    return shown | {"side": authority.asked(session.now, request)}


def _at(position: Position) -> _Remembered | None:
    """The game at that line, from the cache or from its log; None if the log is needed."""
    known = _remembered.get(position.game)
    if known is None or known.scribe.seal != position.seal:
        if not position.lines:
            return None
        try:
            session, scribe = resumed(position.lines, position.game, judged=False)
        except GameDamaged as damaged:
            says = say("Line {line}: {problem}", line=damaged.line, problem=damaged.says)
            raise Problem("game/damaged", says, line=damaged.line) from None
        size = sum(len(line) for line in position.lines)
        known = _Remembered(session, scribe, size)
        _remembered[position.game] = known
        _remembered.move_to_end(position.game)
        _tidy()
    _remembered.move_to_end(position.game)
    return known


def _tidy() -> None:
    """Drop the least recently used games from the cache; the last one always stays."""
    # Copied to a list: threads may judge other games meanwhile.
    held = sum(known.bytes for known in list(_remembered.values()))
    while len(_remembered) > 1 and (len(_remembered) > MOST_REMEMBERED or held > MOST_BYTES):
        held -= _remembered.popitem(last=False)[1].bytes
