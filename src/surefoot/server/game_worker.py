"""What a worker process does for a game: the referee's session over its sealed log. No rule is written here again.

A worker remembers games by the seal of their last line. If it was replaced, or if what it judged could not be kept
after all, its memory does not fit any more: it asks for the log and takes it up from there.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
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
from surefoot.files.lines import GameDamaged, Scribe, begun, resumed
from surefoot.files.problems import FileInvalid
from surefoot.files.source import of_data, parse
from surefoot.language.speaker import text
from surefoot.referee.referee import Malformed, Mode, ruleset_of
from surefoot.referee.session import Entry, NeedsConsent, NotNow, Session
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Citer, Outcome, data
from surefoot.server import authority
from surefoot.server.authority import Speaker
from surefoot.server.limits import Limits, demand_simple
from surefoot.server.patches import Unsayable, patch
from surefoot.server.problems import Problem, problem_of
from surefoot.table.effects import Effect
from surefoot.table.table import Table

# So many games a worker remembers, and so many lines of all of them, at about 4 kB each; the rest are read again from
# their logs.
MOST_REMEMBERED = 4_096
MOST_LINES = 100_000


# What goes to and fro between processes with every move is a tuple: it is pickled several times as fast as a class.


class Position(NamedTuple):
    """A game at one of its lines; with all its lines if the worker has to be told."""

    game: str
    seal: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogNeeded:
    """The worker does not remember the game at that line."""


class Answered(NamedTuple):
    """An answer: dice of the server (`roll`), typed ones (`faces`), a `value`, or what is done if nobody cares (`settled`)."""

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


class Said(NamedTuple):
    """One more line: not yet kept, and therefore not yet true."""

    number: int
    line: str
    seal: str
    state: str
    # The frame in which everybody hears of it.
    told: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A game as it stands: for whoever comes to the table, and for questions about it."""

    number: int
    state: dict[str, Any]
    # Before the first line, for whoever wants to see it all again.
    start: dict[str, Any]
    question: dict[str, Any] | None
    # The table in the form of the log, for workers that only look.
    table: str
    # Who is named in the declaration that is under way.
    declared: tuple[str, ...]
    sides: tuple[str, ...]


@dataclass
class _Remembered:
    """A game that a worker knows: its session, who writes its lines, and its state as it was told last."""

    session: Session
    scribe: Scribe
    # The table whose state this is.
    table: Table = field(init=False)
    state: dict[str, Any] = field(init=False)
    # The line that was said last.
    line: str = ""

    def __post_init__(self) -> None:
        self.session.keep = self._keep
        self.table = self.session.now
        self.state = state_data(self.table, self.session.start)

    def _keep(self, entry: Entry) -> None:
        self.line, seal = self.scribe.line(entry)
        self.scribe.kept(seal)


_remembered: OrderedDict[str, _Remembered] = OrderedDict()


def begin(given: str | dict[str, Any], name: str, ruleset: str, mode: Mode, limits: Limits) -> Begun:
    """Lay the table of a scenario for a new game; raises the problem if that cannot be done."""
    try:
        source = parse(given, name) if isinstance(given, str) else of_data(given, name)
        demand_simple(source.data, limits)
        laid = scenario.laid(source, ruleset)
    except FileInvalid as invalid:
        raise problem_of(invalid) from None
    header, scribe = begun(Session(laid.table, mode))
    written_as = ruleset_of(laid.table).written(laid.table.options)
    return Begun(laid.name, header, scribe.seal, laid.table.digest, authority.sides(laid.table), written_as)


def scene(position: Position) -> Scene | LogNeeded:
    """A game as it stands."""
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


def declare(position: Position, speaker: Speaker, fields: dict[str, Any]) -> Said | LogNeeded:
    """Judge a declaration and make it up to its first question."""

    def work(session: Session) -> Outcome:
        try:
            declaration = surefoot.declaration(session.now, **fields)
        except FileInvalid as invalid:
            problems = [{"where": each.field, "says": str(each.says)} for each in invalid.problems]
            says = "; ".join(str(each.says) for each in invalid.problems)
            raise Problem("declaration/malformed", says, problems=problems) from None
        _allowed(authority.forbids_declaring(speaker, session.now, declaration))
        return session.declare(declaration)

    return _said(position, speaker, work)


def answer(position: Position, speaker: Speaker, seed: str, given: Answered) -> Said | LogNeeded:
    """Answer the open question."""

    def work(session: Session) -> Outcome:
        if session.open is None:
            raise NotNow(text("There is no open question"))
        request = session.open.request
        _allowed(authority.forbids_answering(speaker, session.now, request))
        return session.answer(_reply(session, request, seed, given))

    return _said(position, speaker, work)


def _allowed(forbidden: str) -> None:
    if forbidden:
        raise Problem("seat/not-yours", forbidden)


def _reply(session: Session, request: Asked, seed: str, given: Answered) -> Reply:
    if isinstance(request, Roll):
        if given.how == "roll" and seed:
            return Seeded(seed, session.dice_shown).reply(request, ())
        if given.how == "faces" and not seed:
            return Reply(None, tuple(given.value))
        says = (
            "the server rolls at this table: send roll" if seed else "players roll at this table: send faces"
        )
        raise Problem("answer/unfitting", says)
    if given.how == "settled":
        return settled(request, ())
    if given.how != "value":
        raise Problem("answer/unfitting", f"{request.what} is answered with a value")
    return Reply(placed(request, given.value) if isinstance(request, Plan) else given.value)


def undo(position: Position, speaker: Speaker, consent: bool) -> Said | LogNeeded:
    """Take back the last declaration or override; with consent once dice were shown, or if somebody else made it."""

    def work(session: Session) -> None:
        if not consent and not _own(session, speaker):
            raise NeedsConsent("it is not of this seat; the other player must agree")
        session.undo(consent=consent)

    return _said(position, speaker, work)


def _own(session: Session, speaker: Speaker) -> bool:
    """Whether what would be taken back concerns nobody but the sides of a speaker."""
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
    return all(authority.side_of(session.now, who) in speaker.sides for who in last.who)


def override(
    position: Position, speaker: Speaker, effects: list[dict[str, Any]], reason: str
) -> Said | LogNeeded:
    """The referee sets something right."""

    def work(session: Session) -> None:
        try:
            wanted: tuple[Effect, ...] = tuple(decode(Effect, each) for each in effects)
        except CannotDecode as wrong:
            raise Problem("declaration/malformed", f"effects: {wrong}") from None
        session.override(wanted, reason)

    return _said(position, speaker, work)


def forget(game: str) -> None:
    """A game that nobody plays any more."""
    _remembered.pop(game, None)


# --- saying something -----------------------------------------------------------------------------


def _said(
    position: Position, speaker: Speaker, work: Callable[[Session], Outcome | None]
) -> Said | LogNeeded:
    known = _at(position)
    if known is None:
        return LogNeeded()
    number = known.scribe.entries
    try:
        came = work(known.session)
    except (Malformed, NotNow, NeedsConsent, Unanswered) as refused:
        raise problem_of(refused) from None
    except TypeError as wrong:
        # An answer that no log could give back. It was not kept; what was judged is forgotten.
        forget(position.game)
        raise Problem("answer/unfitting", str(wrong)) from None
    if known.scribe.entries == number:
        assert came is not None, "only a declaration can be refused by a verdict"
        says = "; ".join(f"{each.clause}: {each.says}" for each in came.breaks)
        raise Problem("move/illegal", says, verdict=surefoot.data(came))
    return _told(known, speaker, came)


def _told(known: _Remembered, speaker: Speaker, came: Outcome | None) -> Said:
    session, scribe = known.session, known.scribe
    entry = session.entries[-1]
    before, known.state = known.state, state_after(session.now, session.start, known.table, known.state)
    known.table = session.now
    frame: dict[str, Any] = {
        "kind": "announced",
        "seq": scribe.entries,
        "hash": entry.state,
        "entry": entry.kind,
        "by": {"seat": speaker.seat, "role": speaker.role, "name": speaker.name},
    }
    if entry.reply is not None and entry.reply.faces is not None:
        frame["faces"] = list(entry.reply.faces)
    if entry.reason:
        frame["reason"] = entry.reason
    if came is not None:
        frame["outcome"] = in_words(data(came, Citer(ruleset_of(session.start).catalogue)), came)
    frame["question"] = _question(session)
    try:
        frame["patch"] = patch(before, known.state)
    except Unsayable:
        frame["state"] = known.state
    return Said(scribe.entries, known.line, scribe.seal, entry.state, written(frame))


def written(frame: dict[str, Any]) -> str:
    """A frame as it goes over the wire."""
    return json.dumps(frame, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _question(session: Session) -> dict[str, Any] | None:
    if session.open is None:
        return None
    request = session.open.request
    shown = open_data(request, Citer(ruleset_of(session.start).catalogue), speaker(session.now))
    return shown | {"side": authority.asked(session.now, request)}


def _at(position: Position) -> _Remembered | None:
    """The game at that line, from memory or from its log; None if it must be told."""
    known = _remembered.get(position.game)
    if known is None or known.scribe.seal != position.seal:
        if not position.lines:
            return None
        try:
            session, scribe = resumed(position.lines, position.game, judged=False)
        except GameDamaged as damaged:
            raise Problem("game/damaged", f"line {damaged.line}: {damaged.says}", line=damaged.line) from None
        known = _Remembered(session, scribe)
        _remembered[position.game] = known
        _remembered.move_to_end(position.game)
        _tidy()
    _remembered.move_to_end(position.game)
    return known


def _tidy() -> None:
    """Forget the games that nobody has asked about for longest; the one asked about last stays."""
    # A list at once: threads may judge other games meanwhile.
    lines = sum(known.scribe.entries for known in list(_remembered.values()))
    while len(_remembered) > 1 and (len(_remembered) > MOST_REMEMBERED or lines > MOST_LINES):
        lines -= _remembered.popitem(last=False)[1].scribe.entries
