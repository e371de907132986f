"""A side that the computer plays in a game with people: whether it is its turn, what it does next, and why."""

from __future__ import annotations

from surefoot.agents.opponents import Player
from surefoot.agents.state import State, end_of_activation, tick_for, tick_that_ends_the_turn
from surefoot.dice.host import Reply
from surefoot.dice.requests import Choice, Roll
from surefoot.dice.responders import settled
from surefoot.language import Sentence
from surefoot.records import dataclass
from surefoot.referee.goals import standing
from surefoot.referee.protocol import Declaration
from surefoot.referee.session import Session
from surefoot.referee.turns import END_ACTIVATION, actors, side_of, ticks
from surefoot.table.table import Table


@dataclass(frozen=True)
class Step:
    """What the computer declares, and why; without a declaration it passes."""

    declaration: Declaration | None
    why: Sentence | None = None


def is_due(session: Session, side: str) -> bool:
    """Whether it is the turn of a side to declare something, if people play the others."""
    now = session.now
    if session.open is not None or standing(now).over:
        return False
    if now.clock.side:
        return now.clock.side == side
    if not _able(now, side):
        return False
    active = now.clock.active
    if active in actors(now):
        return side_of(now, active) == side
    # Sides take turns, and the people at the table begin; a side goes on alone when the others can't act any more.
    last = _last_side(session)
    others = any(side_of(now, each) != side for each in actors(now))
    return bool(last) and (last != side or not others)


def next_step(session: Session, side: str, player: Player) -> Step:
    """What a side declares whose turn it is."""
    now = session.now
    if now.clock.side and not _able(now, side):
        return Step(Declaration(tick_for(now, side), kind="tick"))
    state = State.of_game(session, side)
    decision = player.choose(state)
    if decision.action:
        return Step(state.moves()[decision.action - 1].declaration, decision.why)
    if (ending := end_of_activation(now, side)) is not None:
        return Step(ending, decision.why)
    if now.clock.side:
        return Step(Declaration(tick_that_ends_the_turn(now), kind="tick"), decision.why)
    if now.clock.active in actors(now) and END_ACTIVATION in ticks(now):
        return Step(Declaration(END_ACTIVATION, kind="tick"), decision.why)
    return Step(None, decision.why)


def answers(session: Session, side: str) -> bool:
    """Whether the open question is for a side: its own choices, and all dice of its moves."""
    if session.open is None:
        return False
    request, mover, now = session.open.request, session.open.declaration.actor, session.now
    if isinstance(request, Choice):
        return request.by == side
    known = mover in now.models or mover in now.units
    return known and side_of(now, mover) == side


def answer(session: Session, side: str, player: Player) -> Reply | None:
    """The answer of a side to a question that is for it; None: dice have to be rolled."""
    assert session.open is not None
    request = session.open.request
    if isinstance(request, Roll):
        return None
    if isinstance(request, Choice):
        return Reply(request.among[player.choose(State.of_game(session, side)).action])
    return settled(request, ())


def _able(table: Table, side: str) -> bool:
    return any(side_of(table, each) == side for each in actors(table))


def _last_side(session: Session) -> str:
    """The side that declared something last; empty if none has."""
    for entry in reversed(session.entries):
        declared = entry.declaration
        if declared is not None and declared.kind == "declare":
            return side_of(session.now, declared.actor)
    return ""
