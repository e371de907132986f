"""A game under way: declarations, answers, overrides and undo, each an entry that can only be appended.

An open procedure is never kept alive: it is run again over its answers, so that a game can be left at any question
and taken up on another machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any, Literal

from surefoot.dice.explore import Policy
from surefoot.dice.host import (
    Again,
    Asked,
    Asking,
    Reply,
    Responder,
    Run,
    Unanswered,
    drive,
    read_faces,
    read_value,
)
from surefoot.dice.requests import Break, Choice, Do, Plan, Roll, Ruling, asked, reasons
from surefoot.expected import demand
from surefoot.language import Notation, Quoted, say
from surefoot.language.speaker import text
from surefoot.records import dataclass
from surefoot.referee.ahead import with_places
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import Mode, by_default, judge, move, started
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import OVERRIDE, Outcome, outcome
from surefoot.table.effects import Effect, apply
from surefoot.table.record import freeze
from surefoot.table.table import Table

EntryKind = Literal["declare", "happen", "tick", "answer", "override", "undo"]


@dataclass(frozen=True)
class Entry:
    """One line of a game: what was said, what it did, and the digest of the state it led to."""

    kind: EntryKind
    done: tuple[Do, ...]
    state: str
    declaration: Declaration | None = None
    reply: Reply | None = None
    reason: str = ""


@dataclass(frozen=True)
class Open:
    """A procedure that waits for an answer."""

    declaration: Declaration
    before: Table
    run: Run
    entry: int

    @property
    def request(self) -> Asked:
        """The question."""
        assert self.run.unanswered is not None
        return self.run.unanswered.request


class NotNow(RuntimeError):
    """Something that the state of the game does not allow; says what must come first."""


class NeedsConsent(RuntimeError):
    """Dice were shown since: taking this back needs the other player's consent."""


def _keep_nothing(entry: Entry) -> None:
    """A game without a log."""


@dataclass
class Session:
    """One game from its first table on. Copies of it (`fork`, `pickle`, `copy`) write no log."""

    start: Table
    mode: Mode = "enforce"
    entries: list[Entry] = field(init=False, default_factory=list)
    # Called with each entry before anything else sees it: the log writes it down here.
    keep: Callable[[Entry], None] = _keep_nothing
    now: Table = field(init=False)
    open: Open | None = field(init=False, default=None)
    # The table before each finished or open declaration and override, with the number of its entry.
    _marks: list[tuple[int, Table]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        demand("Session", 0, "start", "Table", self.start)
        self.now = self.start

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "keep": _keep_nothing}

    def fork(self) -> Session:
        """A copy that goes its own way from here: what is declared in one changes nothing in the other."""
        twin = Session.restored(self.start, self.mode, self.entries, self._marks, self.now)
        twin.open = self.open
        return twin

    @classmethod
    def restored(
        cls,
        start: Table,
        mode: Mode,
        entries: Sequence[Entry],
        marks: Sequence[tuple[int, Table]],
        now: Table,
    ) -> Session:
        """A game in which no question is open, taken up from what it came to instead of judged again.

        The marks are what undo goes back to: each declaration and override that stands, by the number of its entry,
        with the table before it. The caller vouches for them.
        """
        session = cls(start, mode)
        session.entries.extend(entries)
        session._marks.extend(marks)
        session.now = now
        return session

    def declare(
        self,
        declaration: Declaration,
        policy: Callable[[], Policy] = by_default,
        judged: Outcome | None = None,
    ) -> Outcome:
        """Judge a declaration and carry it out up to its first question; an illegal one changes nothing.

        A policy foresees what will be answered; without it, choices stay open and rulings are expected by default.
        `judged` is what `check` said of the declaration on this table, if it is known and not illegal.
        """
        if self.open is not None:
            raise NotNow(self._answer_first(self.open))
        declaration = with_places(declaration, self.now)
        if judged is None or judged.before != self.now or judged.verdict == "illegal":
            judged = judge(self.now, declaration, nearest=self.mode == "enforce", policy=policy)
        if judged.verdict == "illegal" and self.mode == "enforce":
            return judged
        before = self.now
        if judged.verdict == "illegal":
            result = move(before, declaration, Again(()), self.mode)
            self._carry(declaration.kind, before, result.run, (), declaration=declaration)
            return result
        if _unasked(judged.run):
            # Nothing was foreseen on the way: what was looked at is what happens.
            self._carry(declaration.kind, before, judged.run, (), declaration=declaration)
            return judged
        run = drive(started(declaration, before), before, Again(()))
        self._carry(declaration.kind, before, run, (), declaration=declaration)
        return outcome(declaration, before, run)

    def _answer_first(self, waiting: Open) -> str:
        words = speaker(self.now)
        return words(say("Answer this first: {question}", question=asked(waiting.request)))

    @property
    def dice_shown(self) -> int:
        """How many dice this game has seen, those of moves that were taken back too: seeded dice go on from there."""
        replies = (entry.reply for entry in self.entries)
        return sum(len(reply.faces) for reply in replies if reply is not None and reply.faces is not None)

    def answer(self, reply: Reply) -> Outcome:
        """Answer the open question and go on to the next one."""
        if self.open is None:
            raise NotNow(text("There is no open question"))
        was = self.open
        reply = fitting(was.request, reply)
        run = drive(started(was.declaration, was.before), was.before, Again((*was.run.replies, reply)))
        if run.unanswered is not None and len(run.replies) == len(was.run.replies):
            raise run.unanswered
        self._carry("answer", was.before, run, was.run.steps, reply=reply)
        return outcome(was.declaration, was.before, run)

    def _carry(
        self,
        kind: EntryKind,
        before: Table,
        run: Run,
        known: tuple[Asking | Do, ...],
        *,
        declaration: Declaration | None = None,
        reply: Reply | None = None,
    ) -> None:
        fresh = tuple(step for step in run.steps[len(known) :] if isinstance(step, Do))
        entry = Entry(kind, fresh, run.table.digest, declaration, reply)
        self.keep(entry)
        if declaration is not None:
            self._marks.append((len(self.entries), before))
        self.entries.append(entry)
        self.now = run.table
        about = declaration if declaration is not None else self.open.declaration if self.open else None
        first = self._marks[-1][0]
        self.open = (
            Open(about, before, run, first) if run.unanswered is not None and about is not None else None
        )

    def play_out(self, responder: Responder) -> Outcome | None:
        """Answer open questions with a responder until none is left; the outcome of the declaration."""
        result: Outcome | None = None
        while self.open is not None:
            request = self.open.request
            breaks: tuple[Break, ...] = ()
            while True:
                reply = responder.reply(request, breaks)
                breaks = tuple(request.judge(reply.value)) if isinstance(request, Plan) else ()
                if not breaks:
                    break
            result = self.answer(reply)
        return result

    def override(self, effects: tuple[Effect, ...], reason: str) -> None:
        """The referee sets something right by word of mouth; the reason is kept."""
        if not reason.strip():
            raise NotNow(text("A correction needs a reason"))
        if self.open is not None:
            raise NotNow(self._answer_first(self.open))
        before = self.now
        now = before
        for effect in effects:
            try:
                now = apply(now, effect)
            except KeyError as missing:
                name = Quoted(str(missing.args[0]))
                raise NotNow(text("There is no {name} on the table", name=name)) from None
        done = tuple(Do(effect, (OVERRIDE,)) for effect in effects)
        entry = Entry("override", done, now.digest, reason=reason)
        self.keep(entry)
        self._marks.append((len(self.entries), before))
        self.entries.append(entry)
        self.now = now

    def undo(self, *, consent: bool = False) -> None:
        """Take back the last declaration or override, whole: place, purse, notes and dice."""
        if not self._marks:
            raise NotNow(text("There is nothing to undo"))
        first, before = self._marks[-1]
        shown = any(
            entry.reply is not None and entry.reply.faces is not None for entry in self.entries[first:]
        )
        if shown and not consent:
            raise NeedsConsent(
                text("Dice have been rolled since then: the other players must agree to undo it")
            )
        entry = Entry("undo", (), before.digest)
        self.keep(entry)
        self._marks.pop()
        self.entries.append(entry)
        self.now, self.open = before, None


def _unasked(run: Run) -> bool:
    return run.unanswered is None and not any(isinstance(step, Asking) for step in run.steps)


def fitting(request: Asked, reply: Reply) -> Reply:
    """The reply as the question wants it: dice are read by the question itself; raises Unanswered if it does not fit."""
    if isinstance(request, Roll):
        if reply.faces is None:
            raise Unanswered(
                request,
                say("{test} needs dice: {dice}", test=asked(request), dice=Notation(str(request.dice))),
            )
        return read_faces(request, reply.faces)
    if isinstance(request, Choice | Ruling):
        return read_value(request, reply.value)
    # Faces belong to dice alone: kept with another answer, they would be all that a log remembers of it.
    reply = Reply(_held(reply.value))
    breaks = tuple(request.judge(reply.value))
    if breaks:
        raise Unanswered(request, reasons(breaks), breaks)
    return reply


def _held(value: Any) -> Any:
    """A plan in plain data as a state can hold it; one made of places and legs as it is."""
    try:
        return freeze(value)
    except TypeError:
        return value
