"""Playing a scenario in the terminal: the map, each declaration with its preview, the dice, what happened."""

from __future__ import annotations

import secrets
import sys
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from surefoot.cli import answers
from surefoot.cli.chart import FINE, Chart, way_of
from surefoot.cli.ends import ends
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.prompt import AtTable, Left, Prompt, Verb
from surefoot.cli.run import STDIN, read_scenario
from surefoot.cli.show import Show, console
from surefoot.dice.host import Responder, Unanswered
from surefoot.dice.responders import Seeded, script
from surefoot.files.problems import FileInvalid, FileProblem, instead
from surefoot.files.scenario import Scenario, loads
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.session import Session
from surefoot.referee.verdict import Outcome

DEMO = "gantry"
# The dice of a demo that nobody plays: they tell the whole story.
DEMO_SEED = "18"
SUFFIX = ".yaml"


def bundled() -> dict[str, Traversable]:
    """The scenarios that come with Surefoot, by name."""
    folder = files("surefoot") / "scenarios"
    found = {each.name.removesuffix(SUFFIX): each for each in folder.iterdir() if each.name.endswith(SUFFIX)}
    return dict(sorted(found.items()))


def find_scenario(name: str) -> Scenario:
    """A bundled scenario by its name, or one in a file."""
    known = bundled()
    if name in known:
        return loads(known[name].read_text(encoding="utf-8"), name)
    if name == STDIN or any(sign in name for sign in "./\\"):
        return read_scenario(name)
    try:
        return read_scenario(name)
    except FileInvalid as invalid:
        if [each.says for each in invalid.problems] != ["there is no such file"]:
            raise
    says = f"there is no such file, and no bundled scenario of that name{instead(name, known)}"
    raise FileInvalid([FileProblem(name, 0, "", says)])


def play(name: str, seed: int | None) -> ExitCode:
    """Play a scenario: with the person at the terminal, or by itself if nobody is there."""
    laid = find_scenario(name or DEMO)
    # What is piped in is the scenario itself or nobody's: it cannot be typed as well.
    somebody = name != STDIN and sys.stdin.isatty()
    if seed is None:
        chosen = str(secrets.randbelow(1_000_000)) if somebody else DEMO_SEED
    else:
        chosen = str(seed)
    game = Playing(laid, console(), chosen, somebody=somebody)
    try:
        game.play()
    except Left:
        tell("You have left the table.")
    return ExitCode.OK


@dataclass
class Playing:
    """A scenario while it is being played."""

    laid: Scenario
    console: Console
    seed: str
    # Whether anybody is there to be asked.
    somebody: bool
    session: Session = field(init=False)
    show: Show = field(init=False)
    prompt: Prompt = field(init=False)
    responder: Responder = field(init=False)
    # What the scenario answers, if nobody else does.
    foreseen: answers.Foreseen = field(init=False)

    def __post_init__(self) -> None:
        table = self.laid.table
        self.session = Session(table)
        self.show = Show(self.console, ruleset_of(table).catalogue, table.unit)
        self.prompt = Prompt([Verb(("map", "m"), "show the table", self._show_table)])
        self.foreseen = answers.Foreseen.of([] if self.somebody else self.laid.answers)
        dice = Seeded(self.seed)
        self.responder = (
            AtTable(self.prompt, dice) if self.somebody else answers.Rolled(dice, script(self.laid.answers))
        )

    def play(self) -> None:
        """Everything that the scenario declares, one thing after another."""
        table = self.laid.table
        self.show.title(self.laid.name, ruleset_of(table).written(table.options))
        if self.somebody:
            self.prompt.say(f"Dice: seed {self.seed}. At every question, ? says what you can type.")
        says = self.laid.says or ("",) * len(self.laid.declarations)
        for number, (declaration, said) in enumerate(zip(self.laid.declarations, says, strict=True), 1):
            self._one(number, declaration, said)
        self.show.line()
        self.show.part(Text("The table as it was left", style="bold"))
        self._show_table()
        self.show.state(self.session.now)

    def _one(self, number: int, declaration: Declaration, said: str) -> None:
        preview = check(self.session.now, declaration, policy=self.foreseen)
        self.show.line()
        if said:
            self.show.part(Text(said, style="italic"))
        if declaration.legs:
            self._show_table(preview)
        self.show.preview(preview, number)
        self._show_ends(preview)
        if preview.verdict == "illegal":
            self._pause("Refused, and nothing has changed. Enter goes on:")
            return
        what = "makes the move" if declaration.kind == "declare" else "lets it happen"
        if not self._pause(f"Enter {what}, s leaves it out:"):
            return
        self._made(declaration)

    def _pause(self, asked: str) -> bool:
        """Wait for the player; whether to go on with what was previewed."""
        while self.somebody:
            typed = self.prompt.line(asked).lower()
            if typed in ("", "s", "skip"):
                return not typed
            self.prompt.say(f"  {typed!r} means nothing here; ? says what does.")
        return True

    def _made(self, declaration: Declaration) -> None:
        result = self.session.declare(declaration)
        if self.session.open is not None:
            try:
                result = self.session.play_out(self.responder) or result
            except Unanswered as unanswered:
                tell(f"Nobody answers: {answers.question(unanswered.request)}. The move is taken back.")
                self.session.undo(consent=True)
                return
        self.foreseen.spent(result.run)
        self.show.made(result)

    # --- what is seen -----------------------------------------------------------------------------

    def _show_table(self, preview: Outcome | None = None) -> None:
        chart = Chart(self.session.now, self.console.width - 2, fine=self._fine())
        way = way_of(preview, self.session.now) if preview is not None else []
        drawn = chart.map(way, refused=preview is not None and preview.verdict == "illegal")
        if drawn is not None:
            self.show.section(drawn)
        roll_call = Grid.grid(padding=(0, 3, 0, 0))
        for _ in range(3):
            roll_call.add_column()
        for who, where, became in chart.roll_call():
            roll_call.add_row(who, where, became)
        if chart.key and drawn is not None:
            self.show.part(Padding(chart.legend(), (0, 0, 0, 2)))
        self.show.section(roll_call)

    def _show_ends(self, preview: Outcome) -> None:
        """How it can end, where dice decide that."""
        if preview.verdict == "illegal" or not preview.tests:
            return
        found = ends(self.session.now, preview.declaration)
        if len(found) > 1:
            self.show.ends(found)

    def _fine(self) -> bool:
        """Whether the terminal can show all signs of a map."""
        signs = "".join([*FINE.levels, FINE.dangerous, FINE.difficult, FINE.step, FINE.end])
        try:
            signs.encode(self.console.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True
