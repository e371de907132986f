"""The command that draws: a table, or a table with what its declarations do."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from surefoot.cli import complete
from surefoot.cli.exits import ExitCode, handled, tell

if TYPE_CHECKING:
    from surefoot.answers.verdicts import Report
    from surefoot.draw.picture import Picture

STDOUT = "-"
ENDINGS = (".svg", ".png")
EXAMPLES = (
    "draw table.yaml",
    "draw table.yaml -o table.svg --dark",
    "draw table.yaml --check -o verdict.png --ledger",
    "draw table.yaml --seed 7 --strip -o moves.svg",
    "draw game -o now.png --whole",
)


@handled
def draw(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A scenario or a game, as it stands now; - for standard input.",
            autocompletion=complete.files,
        ),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where the picture goes: a file .svg or .png, - for SVG on standard output; a text map if left out.",
        ),
    ] = "",
    judge: Annotated[
        bool, typer.Option("--check", help="With what is declared, judged before anything is rolled.")
    ] = False,
    made: Annotated[
        bool, typer.Option("--move", help="With what is declared, made with the dice that the file gives.")
    ] = False,
    dice: Annotated[
        str, typer.Option(metavar="FACES", help="With what is declared, made with these dice: 4,2,6.")
    ] = "",
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="With what is declared, made with dice from this seed.")
    ] = None,
    ledger: Annotated[bool, typer.Option("--ledger", help="Add what each stride costs, and why.")] = False,
    strip: Annotated[bool, typer.Option("--strip", help="One panel for each declaration.")] = False,
    levels: Annotated[bool, typer.Option("--levels", help="One panel for each height.")] = False,
    whole: Annotated[bool, typer.Option("--whole", help="The whole board, not only what matters.")] = False,
    dark: Annotated[
        bool, typer.Option("--dark", help="Light on dark; on a terminal, its own colours.")
    ] = False,
    width: Annotated[
        int, typer.Option(metavar="PIXELS", min=360, max=4000, help="How wide the picture may be.")
    ] = 720,
) -> ExitCode:
    """Draw a table, or a table with what its declarations do.

    Bases and terrain are to scale. The path of each move is drawn with its prices, a refusal with its place and with
    what would be legal.
    """
    ways = [name for name, given in _ways(judge, made, dice, seed) if given]
    if len(ways) > 1:
        raise typer.BadParameter(f"{' and '.join(ways)} do not go together: one of them says how it is made")
    if strip and levels:
        raise typer.BadParameter("--strip and --levels do not go together: draw one after the other")
    drawable(output)
    name, told = _told(file, ways, dice, seed)
    from surefoot.draw.compose import picture

    shown = picture(
        told.start,
        told.outcomes,
        whole=whole,
        title=name,
        ledger=ledger,
        levels="apart" if levels else "together",
        stages="strip" if strip else "numbers",
    )
    written(shown, output, width, dark=dark)
    if told.open is not None:
        from surefoot.answers.open_question import question

        tell(f"An answer is needed and the picture ends there: {question(told.open.request)}")
        return ExitCode.ANSWER_NEEDED
    return ExitCode.OK


def _ways(judge: bool, made: bool, dice: str, seed: int | None) -> list[tuple[str, bool]]:
    return [("--check", judge), ("--move", made), ("--dice", bool(dice)), ("--seed", seed is not None)]


def _told(file: str, ways: list[str], dice: str, seed: int | None) -> tuple[str, Report]:
    """The table, and what is declared on it if that is wanted."""
    from surefoot.answers import prepared as at_hand
    from surefoot.answers.verdicts import Report, played, previewed
    from surefoot.cli import typed_dice
    from surefoot.cli.input import STDIN, game_file, is_game, read_scenario
    from surefoot.dice.responders import Seeded
    from surefoot.referee.session import Session

    if is_game(file):
        if ways:
            raise typer.BadParameter(f"{file} is a game; {ways[0]} is for scenarios", param_hint="FILE")
        from surefoot.files.game import open_game

        with game_file(file) as path:
            now = open_game(path, lambda notice: tell(str(notice))).now
        return "" if file == STDIN else Path(file).stem, Report(now, now)
    try:
        given = typed_dice.read_dice(dice) if dice else []
    except typed_dice.NoDice as wrong:
        raise typer.BadParameter(str(wrong), param_hint="--dice") from None
    laid = read_scenario(file)
    if not ways:
        return laid.name, Report(laid.table, laid.table)
    if not laid.declarations:
        tell(f"{laid.source}: nothing is declared")
    if ways == ["--check"]:
        return laid.name, previewed(laid)
    script = at_hand.scripted(given, laid.answers)
    responder = at_hand.Rolled(Seeded(str(seed)), script) if seed is not None else script
    return laid.name, played(Session(laid.table), laid.declarations, responder, [*given, *laid.answers])


def drawable(output: str) -> None:
    """Whether a name says what kind of picture is wanted."""
    if output not in ("", STDOUT) and not output.lower().endswith(ENDINGS):
        says = f"{output!r} names no kind of picture that can be drawn: end it in .svg or .png"
        raise typer.BadParameter(says, param_hint="--output")


def written(shown: Picture, output: str, width: int, *, dark: bool) -> None:
    """Put a picture where it is wanted: in a file, on standard output, or on the terminal."""
    if output == "":
        _on_terminal(shown)
        return
    from surefoot.draw.svg import svg

    saved(svg(shown, dark=dark, width=float(width)), output)


def saved(text: str, output: str) -> None:
    """Put an SVG where it is wanted: as it is or as a PNG in a file, or on standard output."""
    if output.lower().endswith(".png"):
        from surefoot.draw.png import rendered

        Path(output).write_bytes(rendered(text))
    elif output == STDOUT:
        sys.stdout.buffer.write(text.encode("utf-8"))
    else:
        Path(output).write_text(text, encoding="utf-8", newline="\n")


def _on_terminal(shown: Picture) -> None:
    from surefoot.cli.show import console, fine
    from surefoot.draw.terminal import terminal

    out = console()
    out.print(terminal(shown, out.width, fine=fine(out)), soft_wrap=True)
