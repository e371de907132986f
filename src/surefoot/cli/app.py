"""The commands as they are typed. What they do stands elsewhere and is imported late: `--help` answers at once."""

from __future__ import annotations

from typing import Annotated

import typer

import surefoot
from surefoot.cli.exits import ExitCode, handled

app = typer.Typer(
    name="surefoot",
    help=(
        "A movement referee for tabletop games: what a move costs, which tests it needs, "
        "and which clause says so."
    ),
    epilog=(
        "Exit codes: 0 all is well, 1 failure, 2 usage, 3 something is illegal, 4 a file is invalid, "
        "5 an answer is needed and was not given."
    ),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

Scenario = Annotated[
    str, typer.Argument(metavar="FILE", help="A scenario, YAML or JSON; - for standard input.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Show what only keeps the books, too.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"surefoot {surefoot.__version__}")
        raise typer.Exit


@app.callback()
def _surefoot(
    version: Annotated[  # answered by its callback
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Nothing is common to all commands but their help."""


@app.command("check")
@handled
def _check(file: Scenario, as_json: AsJson = False, verbose: Verbose = False) -> ExitCode:
    """Judge what a scenario declares, before anything is rolled.

    Nothing is changed. Each declaration is judged on the table that the one before it is hoped to leave.
    """
    from surefoot.cli import commands

    return commands.check(file, as_json=as_json, verbose=verbose)


@app.command("move")
@handled
def _move(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A scenario, - for standard input; or a game that waits for an answer.",
        ),
    ],
    dice: Annotated[
        str,
        typer.Option(
            metavar="FACES",
            help="Dice in order, or by clause or question: 4,2,6 or leap.test=4; 3+5 are two dice of one roll.",
        ),
    ] = "",
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Roll the dice; the same seed rolls the same.")
    ] = None,
    game: Annotated[
        str, typer.Option("--output", "-o", metavar="GAME", help="Keep the game in this new file.")
    ] = "",
    as_json: AsJson = False,
    verbose: Verbose = False,
) -> ExitCode:
    """Make what a scenario declares, or go on with a game.

    Dice are those given with --dice, rolled from a --seed, or those in the file; at a terminal, what is missing is
    asked for. A game that was left at a question goes on from there.
    """
    if dice and seed is not None:
        raise typer.BadParameter("give either --dice or --seed, not both")
    from surefoot.cli import commands

    return commands.move(file, dice, seed, game, as_json=as_json, verbose=verbose)


@app.command("replay")
@handled
def _replay(
    file: Annotated[str, typer.Argument(metavar="GAME", help="A game log; - for standard input.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Judge everything again and compare it with the log.")
    ] = False,
    as_json: AsJson = False,
    verbose: Verbose = False,
) -> ExitCode:
    """Show a game from its log, entry by entry.

    It ends with the question that the game waits at, if there is one.
    """
    from surefoot.cli import commands

    return commands.replay(file, verify=verify, as_json=as_json, verbose=verbose)


@app.command("play")
@handled
def _play(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="[SCENARIO]", help="A bundled scenario by name, or a file; the demo if left out."
        ),
    ] = "",
    terminal: Annotated[  # noqa: ARG001  # there is no other table yet
        bool, typer.Option("--terminal", help="Play in the terminal.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Roll the dice from this seed; the same seed rolls the same."),
    ] = None,
) -> ExitCode:
    """Play a scenario in the terminal.

    Each declaration is shown with what it costs and needs before it is made. Dice are rolled for you, or you type in
    those that you rolled yourself. Without a terminal the whole scenario is played with fixed dice.
    """
    from surefoot.cli.play import play

    return play(scenario, seed)
