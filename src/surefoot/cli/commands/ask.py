"""`surefoot ask`: questions to the rules about a model or a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from surefoot.cli import complete
from surefoot.cli.exits import ExitCode, handled
from surefoot.language import Notation, Quoted, say
from surefoot.language.sentence import sentence
from surefoot.language.speaker import text

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
            help="The question. Default: every question that needs no details.",
            autocompletion=complete.questions,
        ),
    ] = None,
    who: Annotated[
        str,
        typer.Option(metavar="NAME", help="The model or unit. Default: list all questions."),
    ] = "",
    after: Annotated[
        bool, typer.Option(help="Ask after the moves of the scenario, made with its dice.")
    ] = False,
    dice: Annotated[
        str, typer.Option(metavar="FACES", help="Rolls for --after, as in surefoot move: 4,2,6.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Ask the rules about a model or a unit.

    Speeds, carrying limits, modifiers, available actions and the reasons against the others, with the clauses behind
    each answer. For a game log, the answer is about the current table.
    """
    from surefoot.answers.questions import ask, ask_all, asked_data
    from surefoot.cli.json_output import print_json
    from surefoot.cli.move_options import one_of

    table = _table(file, dice, after=after or bool(dice))
    name, details = _asked(table, words or [])
    if who:
        who = one_of(table, who)
    if as_json:
        print_json(asked_data(table, who, name, details))
    elif not who and not name:
        _list(table)
    else:
        _answers(table, who, {name: ask(table, who, name, details)} if name else ask_all(table, who))
    return ExitCode.OK


def _table(file: str, dice: str, *, after: bool) -> Table:
    """The table of a scenario at its start or after its moves, or the current table of a game."""
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
    from surefoot.cli.typed_dice import given_dice
    from surefoot.referee.session import Session
    from surefoot.referee.speaking import speaker

    given = given_dice(dice)
    session = Session(found.table)
    made = played(session, found.declarations, scripted(given, found.answers), [*given, *found.answers])
    if made.open is not None:
        asks = Notation(question(made.open.request, speaker(made.now)))
        raise InvalidQuestion("dice", say("Answer needed: {question}", question=asks))
    return made.now


def _asked(table: Table, words: list[str]) -> tuple[str, dict[str, Any]]:
    """The question and its details, as typed: a detail is `name=value`."""
    from surefoot.answers.errors import InvalidQuestion
    from surefoot.referee.questions import questions
    from surefoot.referee.referee import ruleset_of

    name = " ".join(word for word in words if "=" not in word)
    known = questions(ruleset_of(table)).get(name)
    kinds = {detail.name: detail.kind for detail in (known and known.details) or ()}
    details: dict[str, Any] = {}
    for word in words:
        if "=" in word:
            key, _, value = word.partition("=")
            if key in details:
                raise InvalidQuestion("details", say("{detail} is given twice", detail=Quoted(key)))
            details[key] = _value(value, kinds.get(key, ""))
    return name, details


def _value(typed: str, kind: str) -> Any:
    # A model may be called 7 or yes.
    if kind == "text":
        return typed
    plain = {"yes": True, "true": True, "no": False, "false": False}
    if typed.lower() in plain:
        return plain[typed.lower()]
    try:
        return int(typed)
    except ValueError:
        return typed


def _list(table: Table) -> None:
    from rich.text import Text

    from surefoot.cli.show import QUIET
    from surefoot.referee.questions import questions
    from surefoot.referee.referee import ruleset_of
    from surefoot.referee.speaking import ruleset_speaker

    ruleset = ruleset_of(table)
    words = ruleset_speaker(ruleset.name)
    rows = []
    for name, each in questions(ruleset).items():
        title = Text(words(each.title))
        for detail in each.details or ():
            key, means = Notation(f"{detail.name}="), sentence(detail.says)
            shown = (
                say("{key} {meaning}", key=key, meaning=means)
                if detail.required
                else say("{key} {meaning} (optional)", key=key, meaning=means)
            )
            title.append(f"\n{words(shown)}", QUIET)
        rows.append((Text(name, "bold"), title))
    command = Notation("surefoot ask FILE --who NAME QUESTION")
    rules = Notation(ruleset.name)
    _show(text("Questions of {ruleset}. Ask with: {command}", ruleset=rules, command=command), rows)


def _answers(table: Table, who: str, found: dict[str, Answer]) -> None:
    from rich.text import Text

    from surefoot.answers.questions import told
    from surefoot.cli.show import QUIET, shown_name
    from surefoot.referee.speaking import speaker

    rules = speaker(table).rules
    rows = [
        (Text(name), Text(told(answer, table)), Text(rules(answer.clauses), QUIET))
        for name, answer in found.items()
    ]
    _show(shown_name(who), rows)


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
