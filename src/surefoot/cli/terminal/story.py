"""A scenario shown as a story: each declaration with its preview, its dice and its events, without any questions."""

from __future__ import annotations

from dataclasses import field

from rich.console import Console
from rich.text import Text

from surefoot.answers import prepared
from surefoot.answers.open_question import question
from surefoot.cli.exits import tell
from surefoot.cli.show import Show, moves
from surefoot.dice.host import Responder, Unanswered
from surefoot.dice.responders import Seeded, script
from surefoot.files.scenario import Scenario
from surefoot.language import Notation
from surefoot.language.speaker import text
from surefoot.records import dataclass
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.session import Session


@dataclass
class Story:
    """Shows one scenario as a story."""

    laid: Scenario
    console: Console
    seed: str
    session: Session = field(init=False)
    show: Show = field(init=False)
    responder: Responder = field(init=False)
    foreseen: prepared.Foreseen = field(init=False)

    def __post_init__(self) -> None:
        table = self.laid.table
        self.session = Session(table)
        self.show = Show(self.console, ruleset_of(table).catalogue, table.unit)
        self.foreseen = prepared.Foreseen.of(self.laid.answers)
        self.responder = prepared.Rolled(Seeded(self.seed), script(self.laid.answers))

    def tell(self) -> None:
        """Show every declaration of the scenario, and the table at the end."""
        table = self.laid.table
        self.show.title(self.laid.name, ruleset_of(table).written(table.options))
        says = self.laid.says or ("",) * len(self.laid.declarations)
        for number, (declaration, said) in enumerate(zip(self.laid.declarations, says, strict=True), 1):
            self._one(number, declaration, said)
        self.show.line()
        self.show.part(Text(text("The table at the end"), style="bold"))
        self.show.table(self.session.now)
        self.show.state(self.session.now)

    def _one(self, number: int, declaration: Declaration, said: str) -> None:
        before = self.session.now
        preview = check(before, declaration, policy=self.foreseen)
        self.show.line()
        if said:
            self.show.part(Text(said, style="italic"))
        if moves(preview):
            self.show.table(before, preview)
        self.show.preview(preview, number)
        self.show.chances(before, preview)
        if preview.verdict != "illegal":
            self._made(declaration)

    def _made(self, declaration: Declaration) -> None:
        result = self.session.declare(declaration, self.foreseen)
        if self.session.open is not None:
            try:
                result = self.session.play_out(self.responder) or result
            except Unanswered as unanswered:
                asks = Notation(question(unanswered.request, self.show.words))
                tell(text("No answer to: {question}. The move is undone.", question=asks))
                self.session.undo(consent=True)
                return
        self.foreseen.spent(result.run)
        self.show.made(result)
