"""A seat at the terminal that the computer plays: it moves when it is its turn, and says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from surefoot.agents import seat
from surefoot.agents.opponents import Player, opponent
from surefoot.dice.host import Reply
from surefoot.dice.requests import Roll
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.language import Quoted, say
from surefoot.language.speaker import text
from surefoot.records import dataclass
from surefoot.referee.goals import sides_of
from surefoot.referee.session import Session
from surefoot.table.table import Table
from surefoot.table.words import suggested

if TYPE_CHECKING:
    from surefoot.cli.terminal.game import Game


@dataclass
class Seat:
    """A side that the computer plays."""

    side: str
    player: Player
    # The round in which it has passed, where sides do not take turns.
    passed: int = 0

    def is_due(self, session: Session) -> bool:
        """Whether it is the computer's turn to declare something."""
        return self.passed != session.now.clock.round and seat.is_due(session, self.side)

    def move(self, game: Game) -> None:
        """Declare one thing, and say why."""
        with game.show.busy(text("The computer is thinking")):
            step = seat.next_step(game.session, self.side, self.player)
        if step.why is not None:
            game.prompt.say(f"  {game.show.words(step.why)}")
        if step.declaration is not None:
            game.make(step.declaration)
        else:
            self.passed = game.session.now.clock.round

    def answer(self, game: Game) -> Reply | None:
        """The computer's answer to the open question: its own choices, and all dice of its moves; None: people answer."""
        if not seat.answers(game.session, self.side):
            return None
        assert game.session.open is not None
        request = game.session.open.request
        if isinstance(request, Roll):
            return game.rolled(request)
        return seat.answer(game.session, self.side, self.player)


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
