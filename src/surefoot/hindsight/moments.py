"""The declarations of a game that still stand, each with the table before it and what came of it."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from surefoot.dice.explore import Policy
from surefoot.dice.host import Asked, Asking, InLine, Reply, Run, Unanswered, drive
from surefoot.dice.requests import Break, Roll
from surefoot.dice.responders import settled
from surefoot.records import dataclass
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import started
from surefoot.referee.session import Entry, Session, fitting
from surefoot.table.effects import apply
from surefoot.table.table import Table


@dataclass(frozen=True)
class Moment:
    """One declaration, happening or tick of a game: the table before it, and how it ran with the dice as they fell."""

    # The number of its entry in the log, counted from 1.
    number: int
    declaration: Declaration
    before: Table
    after: Table
    run: Run
    # Whether the rules, run again with the same answers, lead to the table that the log has.
    same: bool = True

    @property
    def rolls(self) -> tuple[Asking, ...]:
        """The rolls in the order in which they were made."""
        return tuple(
            step for step in self.run.steps if isinstance(step, Asking) and isinstance(step.request, Roll)
        )

    @property
    def side(self) -> str:
        """The side of the model that acts, or of the first one that rolls; empty if neither has one."""
        rolled = (step.request.who for step in self.rolls)
        for name in (*self.declaration.who, *rolled):
            unit = self.before.units.get(name)
            names = unit.models if unit is not None else (name,)
            for each in names:
                if each in self.before.models and self.before.models[each].side:
                    return self.before.models[each].side
        return ""

    def policy(self) -> Policy:
        """Answers choices, rulings and plans as they were answered in the game; other questions by default."""
        return _Remembered(
            [
                step
                for step in self.run.steps
                if isinstance(step, Asking) and not isinstance(step.request, Roll)
            ]
        )


@dataclass
class _Remembered:
    """A policy that gives the answers of a run where the same question is asked again."""

    known: list[Asking]

    def __call__(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        if not breaks:
            for step in self.known:
                if step.request == request:
                    return step.reply
            # The same decision on a table that differs, such as a leap after another roll.
            for step in self.known:
                if (step.request.what, step.request.who) == (request.what, request.who) and _fits(
                    request, step
                ):
                    return step.reply
        return settled(request, breaks)


def _fits(request: Asked, step: Asking) -> bool:
    try:
        fitting(request, step.reply)
    except Unanswered:
        return False
    return True


def moments(session: Session) -> tuple[Moment, ...]:
    """Every declaration of a game that was not undone, in order; one that waits for an answer is left out."""
    standing: list[_Made] = []
    now = session.start
    for number, entry in enumerate(session.entries, 1):
        if entry.kind == "undo":
            now = standing.pop().before
            continue
        if entry.kind != "answer":
            standing.append(_Made(number, entry.declaration, now))
        made = standing[-1]
        made.done(entry)
        for step in entry.done:
            now = apply(now, step.effect)
        made.after = now
    if session.open is not None:
        standing.pop()
    return tuple(made.moment() for made in standing if made.declaration is not None)


@dataclass
class _Made:
    """A declaration or a correction as the entries of the log build it up."""

    number: int
    declaration: Declaration | None
    before: Table
    after: Table = field(init=False)
    replies: list[Reply] = field(default_factory=list)
    steps: list[Any] = field(default_factory=list)

    def done(self, entry: Entry) -> None:
        if entry.reply is not None:
            self.replies.append(entry.reply)
        self.steps += entry.done

    def moment(self) -> Moment:
        """Run the declaration again over its replies; the log's own effects stand in where the rules have changed."""
        assert self.declaration is not None
        run = drive(started(self.declaration, self.before), self.before, _Replied(self.replies))
        same = run.table.digest == self.after.digest and run.unanswered is None
        if not same:
            run = Run(self.after, tuple(self.steps))
        return Moment(self.number, self.declaration, self.before, self.after, run, same)


@dataclass
class _Replied(InLine):
    """Gives the replies of a log one after another; dice are read by the question."""

    replies: list[Reply]
    used: int = 0

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        if breaks or self.used == len(self.replies):
            raise Unanswered(request, breaks=breaks)
        self.used += 1
        return fitting(request, self.replies[self.used - 1])
