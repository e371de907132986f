"""What every random game keeps to, whatever is played: kept as it goes on, judged at each step, verified at its end."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis.stateful import RuleBasedStateMachine

from surefoot.dice.responders import Seeded
from surefoot.files import game
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import problems_of, ruleset_of
from surefoot.referee.session import Session
from surefoot.referee.verdict import Outcome
from surefoot.table.table import Table


class Refereed(RuleBasedStateMachine):
    """A game in its log, with seeded dice. What else must hold is said by whoever plays it."""

    session: Session

    def begin(self, table: Table, seed: int) -> None:
        """Lay the table and keep the game from now on."""
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "random.game"
        self.session = Session(table)
        game.create(self.path, self.session)
        self.dice = Seeded(str(seed))

    def declare(self, declaration: Declaration) -> None:
        """Declare anything: what is illegal says why and changes nothing."""
        before = self.session.now
        assert problems_of(declaration, before) == ()
        result = self.session.declare(declaration)
        if result.verdict == "illegal":
            assert result.breaks
            assert self.session.now.digest == before.digest
        result = self.session.play_out(self.dice) or result
        catalogue = ruleset_of(before).catalogue
        assert [event for event in result.events if not event.clauses] == []
        assert [clause for clause in result.clauses if clause not in catalogue] == []
        self.judge(before, declaration, result)

    def judge(self, before: Table, declaration: Declaration, result: Outcome) -> None:
        """What must hold of one declaration and what came of it."""

    def teardown(self) -> None:
        if hasattr(self, "session"):
            try:
                assert not game.verify(self.path)
            finally:
                self.folder.cleanup()
