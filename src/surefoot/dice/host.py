"""Driving a procedure: one loop for play, scripts, preview, odds, simulation and replay.

The loop applies what a procedure does and has a *responder* answer what it asks. Only responders differ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any, Protocol, TypeAlias

from surefoot.dice.pool import Faces
from surefoot.dice.requests import (
    Break,
    Chain,
    Choice,
    Do,
    Plan,
    Procedure,
    Refused,
    Request,
    Roll,
    Ruling,
    Sub,
    Tally,
    asked,
    reasons,
)
from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.language import Length, Notation, Text, say
from surefoot.records import dataclass
from surefoot.table.effects import Effect, apply
from surefoot.table.record import freeze
from surefoot.table.table import Table

Asked: TypeAlias = Roll | Choice | Ruling | Plan


class Game:
    """The handle that a procedure holds: the table as it is now."""

    __slots__ = ("now",)

    def __init__(self, table: Table) -> None:
        self.now = table

    def do(self, effect: Effect) -> None:
        """Change the table; for hosts, never for rules."""
        self.now = apply(self.now, effect)


Start: TypeAlias = Callable[[Game], Procedure[Any]]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: what the procedure is sent, and the faces if dice were rolled."""

    value: Any
    faces: Faces | None = None


@dataclass(frozen=True, slots=True)
class Asking:
    """A question that was asked and the reply it got."""

    request: Asked
    reply: Reply


Step: TypeAlias = Asking | Do


class Unanswered(Exception):
    """A responder has no answer to a question; `problem` says why in plain words."""

    def __init__(self, request: Asked, problem: Text = "", breaks: tuple[Break, ...] = ()) -> None:
        super().__init__(str(problem) or str(say("No answer to: {question}", question=asked(request))))
        self.request = request
        self.problem = problem
        self.breaks = breaks

    def __reduce__(self) -> tuple[type[Unanswered], tuple[Asked, Text, tuple[Break, ...]]]:
        return type(self), (self.request, self.problem, self.breaks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unanswered) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash(self.request)


class Unfit(Unanswered):
    """An answer was given to a question, and it does not fit: a 9 on a D6, a word that is not offered."""


class Responder(Protocol):
    """Answers what a procedure asks."""

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """The answer; `breaks` says why the last answer to this plan was refused. Raises Unanswered if there is none."""
        ...

    def nested(self, request: Sub | Chain | Tally, game: Game, steps: list[Step]) -> Any:
        """The result of a procedure that needs no table."""
        ...


@dataclass(frozen=True, slots=True)
class Run:
    """What came of driving a procedure: the table, every step, and how it ended."""

    table: Table
    steps: tuple[Step, ...]
    result: Any = None
    breaks: tuple[Break, ...] = ()
    unanswered: Unanswered | None = None

    @property
    def refused(self) -> bool:
        """Whether the rules refused the declaration."""
        return bool(self.breaks)

    @property
    def replies(self) -> tuple[Reply, ...]:
        """All replies in order: with the declaration, they are the whole of what happened."""
        return tuple(step.reply for step in self.steps if isinstance(step, Asking))


def drive(start: Start, table: Table, responder: Responder) -> Run:
    """Run a procedure to its end, its refusal, or the first question without an answer."""
    return finish(start, Game(table), responder)


def finish(start: Start, game: Game, responder: Responder) -> Run:
    """The same in a game that the caller has set up."""
    steps: list[Step] = []
    try:
        result = run_inside(start(game), game, responder, steps)
    except Refused as refused:
        return Run(game.now, tuple(steps), breaks=refused.breaks)
    except Unanswered as unanswered:
        return Run(game.now, tuple(steps), unanswered=unanswered)
    return Run(game.now, tuple(steps), result)


def run_inside(procedure: Procedure[Any], game: Game, responder: Responder, steps: list[Step]) -> Any:
    """Run a procedure within a game that is already under way."""
    answer: Any = None
    while True:
        try:
            request = procedure.send(answer)
        except StopIteration as stop:
            return stop.value
        answer = _serve(request, game, responder, steps)


def _serve(request: Request, game: Game, responder: Responder, steps: list[Step]) -> Any:
    if isinstance(request, Do):
        game.do(request.effect)
        steps.append(request)
        return None
    if isinstance(request, (Sub, Chain, Tally)):
        return responder.nested(request, game, steps)
    reply = responder.reply(request, ())
    while isinstance(request, Plan):
        breaks = tuple(request.judge(reply.value))
        if not breaks:
            break
        reply = responder.reply(request, breaks)
    steps.append(Asking(request, reply))
    return reply.value


def run_nested(request: Sub | Chain | Tally, game: Game, responder: Responder, steps: list[Step]) -> Any:
    """A nested procedure run in line, as play does it."""
    if isinstance(request, Sub):
        return run_inside(request.procedure(*request.facts), game, responder, steps)
    if isinstance(request, Tally):
        total: Any = request.none
        for item in request.items:
            total = request.add(total, run_inside(request.procedure(item), game, responder, steps))
        return total
    state = request.state
    for item in request.items:
        state = run_inside(request.step(state, item), game, responder, steps)
    return state


def read_faces(request: Roll, faces: Faces) -> Reply:
    """The reply that rolled faces give; raises Unanswered if they do not fit the dice."""
    problem = request.dice.problem(faces)
    if problem is not None:
        raise Unanswered(request, problem)
    return Reply(request.read(request.dice.keeping(faces)), faces)


def read_value(request: Choice | Ruling, value: Any) -> Reply:
    """The reply that something said gives to a choice or a ruling; raises Unanswered if it does not fit."""
    try:
        said = freeze(value)
    except TypeError:
        raise Unanswered(
            request, say("{value} does not answer: {question}", value=_quoted(value), question=asked(request))
        ) from None
    if isinstance(request, Ruling):
        return Reply(_measured(request, value) if isinstance(request.default, Length) else said)
    for each in request.among:
        if each == said:
            return Reply(each)
    wanted = spot(value)
    if wanted is not None:
        near = [each for each in request.among if _is_spot(each) and _apart(each, wanted) <= _NEAR_ENOUGH]
        if near:
            return Reply(min(near, key=lambda each: _apart(each, wanted)))
    options = Notation(", ".join(_shown(each) for each in request.among))
    says = say(
        "{value} does not answer: {question} (one of: {options})",
        value=_quoted(value),
        question=asked(request),
        options=options,
    )
    raise Unanswered(request, says)


def _quoted(value: Any) -> Notation:
    return Notation(repr(value))


def _measured(request: Ruling, value: Any) -> Length:
    """A length that is said in the table's unit; raises Unanswered if it is none."""
    if isinstance(value, Length):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Unanswered(
            request, say("{value} is not a length: {question}", value=_quoted(value), question=asked(request))
        )
    return Length(value if abs(value) > _FURTHEST else to_lattice(value))


# Numbers up to this are lengths on a table; larger ones are millionths already.
_FURTHEST = 10_000
# Places are read off with three decimals: a choice that is nearer than this is meant.
_NEAR_ENOUGH = 1_000


def spot(value: Any) -> tuple[int, ...] | None:
    """A point as people write it, [x, y] in the table's unit, in millionths; None if it is no such point.

    >>> spot([19.5, 4.527])
    (19500000, 4527000)
    """
    if not isinstance(value, (list, tuple)) or len(value) not in (2, 3):
        return None
    for each in value:
        if isinstance(each, bool) or not isinstance(each, (int, float)) or not abs(each) <= _FURTHEST:
            return None
    return tuple(to_lattice(each) for each in value)


def _is_spot(value: Any) -> bool:
    """Whether something that can be chosen is a place on the table."""
    return isinstance(value, tuple) and len(value) in (2, 3) and all(type(each) is int for each in value)


def _apart(one: Any, other: tuple[int, ...]) -> int:
    return max(abs(int(a) - b) for a, b in zip(one, other, strict=False))


def _shown(value: Any) -> str:
    if _is_spot(value):
        return f"[{', '.join(f'{from_lattice(each):.3f}'.rstrip('0').rstrip('.') for each in value)}]"
    return str(value)


@dataclass
class InLine:
    """Responders that run nested procedures in line share this."""

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """No answers here."""
        raise Unanswered(request, breaks=breaks)

    def nested(self, request: Sub | Chain | Tally, game: Game, steps: list[Step]) -> Any:
        """Play a nested procedure like any other."""
        return run_nested(request, game, self, steps)


@dataclass
class Again(InLine):
    """Replies given before come first, then another responder's: replay, undo and restoring are this."""

    replies: tuple[Reply, ...]
    then: Responder = field(default_factory=InLine)
    used: int = 0
    passed_on: bool = False

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """The reply of the first run, as long as there is one."""
        if breaks and not self.passed_on:
            # Only what was accepted is remembered: a refusal now means that the rules have changed since.
            raise Unanswered(request, reasons(breaks), breaks)
        if self.used < len(self.replies):
            self.used += 1
            return self.replies[self.used - 1]
        self.passed_on = True
        return self.then.reply(request, breaks)
