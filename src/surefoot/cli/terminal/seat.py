"""A seat at the terminal that the computer plays: it moves when it is its turn, and says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from surefoot.agents.opponents import Player, opponent
from surefoot.agents.state import State, tick_for, tick_that_ends_the_turn
from surefoot.dice.host import Reply
from surefoot.dice.requests import Choice, Roll
from surefoot.dice.responders import settled
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.language import Quoted, say
from surefoot.language.speaker import text
from surefoot.records import dataclass
from surefoot.referee.goals import sides_of, standing
from surefoot.referee.protocol import Declaration
from surefoot.referee.session import Session
from surefoot.referee.turns import actors, side_of, ticks
from surefoot.table.table import Table
from surefoot.table.words import suggested

if TYPE_CHECKING:
    from surefoot.cli.terminal.game import Game

END_ACTIVATION = "end-activation"


@dataclass
class Seat:
    """A side that the computer plays."""

    side: str
    player: Player
    # The round in which it has passed, where sides do not take turns.
    passed: int = 0

    def is_due(self, session: Session) -> bool:
        """Whether it is the computer's turn to declare something."""
        now = session.now
        if session.open is not None or standing(now).over or self.passed == now.clock.round:
            return False
        if now.clock.side:
            return now.clock.side == self.side
        if not self._able(now):
            return False
        active = now.clock.active
        if active in actors(now):
            return side_of(now, active) == self.side
        # Sides take turns, and the people at the table begin.
        return _last_side(session) not in ("", self.side)

    def _able(self, table: Table) -> bool:
        return any(side_of(table, each) == self.side for each in actors(table))

    def move(self, game: Game) -> None:
        """Declare one thing, and say why."""
        session = game.session
        if session.now.clock.side and not self._able(session.now):
            game.make(Declaration(tick_for(session.now, self.side), kind="tick"))
            return
        state = State.of_game(session, self.side)
        with game.show.busy(text("The computer is thinking")):
            decision = self.player.choose(state)
        game.prompt.say(f"  {game.show.words(decision.why)}")
        if decision.action:
            game.make(state.moves()[decision.action - 1].declaration)
        elif session.now.clock.side:
            game.make(Declaration(tick_that_ends_the_turn(session.now), kind="tick"))
        elif session.now.clock.active in actors(session.now) and END_ACTIVATION in ticks(session.now):
            game.make(Declaration(END_ACTIVATION, kind="tick"))
        else:
            self.passed = session.now.clock.round

    def answer(self, game: Game) -> Reply | None:
        """The computer's answer to the open question: its own choices, and all dice of its moves; None: people answer."""
        assert game.session.open is not None
        request, mover = game.session.open.request, game.session.open.declaration.actor
        now = game.session.now
        known = mover in now.models or mover in now.units
        own = known and side_of(now, mover) == self.side
        if isinstance(request, Roll):
            return game.rolled(request) if own else None
        if isinstance(request, Choice) and request.by == self.side:
            state = State.of_game(game.session, self.side)
            return Reply(request.among[self.player.choose(state).action])
        return settled(request, ()) if own and not isinstance(request, Choice) else None


def _last_side(session: Session) -> str:
    """The side that declared something last; empty if none has."""
    for entry in reversed(session.entries):
        declared = entry.declaration
        if declared is not None and declared.kind == "declare":
            return side_of(session.now, declared.actor)
    return ""


def seat_at(table: Table, strength: str, side: str, seed: str) -> Seat:
    """A seat of the computer: on the named side, or on the last one of the table."""
    sides = sides_of(table)
    if len(sides) < 2:
        raise FileInvalid([FileProblem("--against", 0, "", say("There is only one side on this table"))])
    if side and side not in sides:
        unknown = say("There is no side {side}", side=Quoted(side))
        raise FileInvalid([FileProblem("--side", 0, "", suggested(unknown, side, sides))])
    # `--side` is that of the player; the computer takes another one.
    theirs = next((each for each in reversed(sides) if each != side), sides[-1])
    return Seat(theirs, opponent(strength, seed))
