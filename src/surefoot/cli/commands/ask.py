"""`surefoot ask`: what a ruleset says about a model or a unit, with the clauses behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from surefoot.cli import complete
from surefoot.cli.exits import ExitCode, handled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.text import Text

    from surefoot.files.scenario import Scenario
    from surefoot.referee.protocol import Answer
    from surefoot.table.table import Table

EXAMPLES = (
    "ask table.yaml",
    "ask table.yaml --who kal",
    "ask table.yaml --who kal offered",
    "ask friday.game --who vex speed speed=run",
)


@handled
def ask_command(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A scenario or a game; - for standard input.",
            autocompletion=complete.files,
        ),
    ],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[QUESTION] [DETAIL=VALUE]...",
            help="What to ask. Without it, every question is answered that needs no details.",
            autocompletion=complete.questions,
        ),
    ] = None,
    who: Annotated[
        str,
        typer.Option(metavar="NAME", help="The model or unit. Without it, the questions are listed."),
    ] = "",
    after: Annotated[
        bool, typer.Option(help="Ask after everything that the scenario declares was made, with its dice.")
    ] = False,
    dice: Annotated[
        str, typer.Option(metavar="FACES", help="Dice for --after, as for surefoot move: 4,2,6.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Ask the rules about a model or a unit.

    Speeds, carrying limits, modifiers, what it may do now and why not: whatever the ruleset can answer, with the
    clauses behind it. In a game, the answer is about the table as it stands now.
    """
    from surefoot.answers.questions import ask, ask_all, asked_data
    from surefoot.cli.json_output import print_json

    table = _table(file, dice, after=after or bool(dice))
    name, details = _asked(words or [])
    if as_json:
        print_json(asked_data(table, who, name, details))
    elif not who and not name:
        _list(table)
    else:
        _answers(table, who, {name: ask(table, who, name, details)} if name else ask_all(table, who))
    return ExitCode.OK


def _table(file: str, dice: str, *, after: bool) -> Table:
    """The table of a scenario as it is set up, or after its moves; that of a game as it stands."""
    from surefoot.cli.input import game_file, is_game, read_scenario

    if is_game(file):
        from surefoot.cli import game_log

        with game_file(file) as path:
            return game_log.read(path).now
    found = read_scenario(file)
    return _after(found, dice) if after else found.table


def _after(found: Scenario, dice: str) -> Table:
    from surefoot.answers.errors import InvalidQuestion
    from surefoot.answers.open_question import question
    from surefoot.answers.prepared import scripted
    from surefoot.answers.verdicts import played
    from surefoot.cli import typed_dice
    from surefoot.referee.session import Session

    try:
        given = typed_dice.read_dice(dice) if dice else []
    except typed_dice.NoDice as wrong:
        raise typer.BadParameter(str(wrong), param_hint="--dice") from None
    session = Session(found.table)
    made = played(session, found.declarations, scripted(given, found.answers), [*given, *found.answers])
    if made.open is not None:
        raise InvalidQuestion("dice", f"a roll or an answer is missing: {question(made.open.request)}")
    return made.now


def _asked(words: list[str]) -> tuple[str, dict[str, Any]]:
    """The question and its details, as typed: a detail is `name=value`."""
    named = [word for word in words if "=" not in word]
    details: dict[str, Any] = {}
    for word in words:
        if "=" in word:
            key, _, value = word.partition("=")
            details[key] = _value(value)
    return " ".join(named), details


def _value(text: str) -> Any:
    plain = {"yes": True, "true": True, "no": False, "false": False}
    if text.lower() in plain:
        return plain[text.lower()]
    try:
        return int(text)
    except ValueError:
        return text


def _list(table: Table) -> None:
    from rich.text import Text

    from surefoot.cli.show import QUIET
    from surefoot.referee.questions import questions
    from surefoot.referee.referee import ruleset_of
    from surefoot.referee.speaking import ruleset_speaker

    ruleset = ruleset_of(table)
    rows = []
    for name, each in questions(ruleset).items():
        title = Text(ruleset_speaker(ruleset.name)(each.title))
        for detail in each.details or ():
            needed = "" if detail.required else " (optional)"
            title.append(f"\n{detail.name}={needed}: {detail.says}", QUIET)
        rows.append((Text(name, "bold"), title))
    _show(f"What {ruleset.name} can be asked: surefoot ask FILE --who NAME QUESTION", rows)


def _answers(table: Table, who: str, found: dict[str, Answer]) -> None:
    from rich.text import Text

    from surefoot.answers.questions import told
    from surefoot.cli.show import QUIET

    rows = [
        (Text(name), Text(told(answer, table)), Text(", ".join(answer.clauses), QUIET))
        for name, answer in found.items()
    ]
    _show(who, rows)


def _show(title: str, rows: Sequence[tuple[Text, ...]]) -> None:
    from rich.table import Table as Grid
    from rich.text import Text

    from surefoot.cli.show import Printer, console

    printer = Printer(console())
    printer.part(Text(title, "bold"))
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    for _ in rows[0][1:]:
        grid.add_column(overflow="fold")
    for row in rows:
        grid.add_row(*row)
    printer.section(grid)
