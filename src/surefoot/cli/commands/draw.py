"""`surefoot draw`: draw a table, or a table with its moves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from surefoot.cli import complete
from surefoot.cli.exits import ExitCode, handled, tell
from surefoot.language import Either, Notation, Quoted
from surefoot.language.speaker import text

if TYPE_CHECKING:
    from surefoot.answers.verdicts import Report
    from surefoot.draw.picture import Picture

STDOUT = "-"
ENDINGS = (".svg", ".png")
PDF = ".pdf"
PAPERS = ("a4", "a3", "letter")
EXAMPLES = (
    "draw table.yaml",
    "draw table.yaml -o table.svg --dark",
    "draw table.yaml --check -o verdict.png --ledger",
    "draw table.yaml --seed 7 --strip -o moves.svg",
    "draw game -o now.png --whole",
    "draw table.yaml -o table.pdf --scale 1:4 --paper a4",
)


@handled
def draw(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A scenario or a game log; - for standard input.",
            autocompletion=complete.files,
        ),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The picture, an .svg, .png or .pdf file; - for SVG on standard output. Default: a text map.",
        ),
    ] = "",
    judge: Annotated[
        bool, typer.Option("--check", help="Draw the moves as judged before anything is rolled.")
    ] = False,
    made: Annotated[
        bool, typer.Option("--move", help="Draw the moves as made with the dice of the file.")
    ] = False,
    dice: Annotated[
        str, typer.Option(metavar="FACES", help="Draw the moves as made with these rolls: 4,2,6.")
    ] = "",
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Draw the moves as made with dice from this seed.")
    ] = None,
    ledger: Annotated[
        bool, typer.Option("--ledger", help="Add the cost of each stretch and its rule.")
    ] = False,
    strip: Annotated[bool, typer.Option("--strip", help="One panel for each move.")] = False,
    levels: Annotated[bool, typer.Option("--levels", help="One panel for each level.")] = False,
    whole: Annotated[
        bool, typer.Option("--whole", help="The whole board, not only the part with moves.")
    ] = False,
    dark: Annotated[
        bool, typer.Option("--dark", help="Light on dark; a text map always has the terminal's colours.")
    ] = False,
    width: Annotated[
        int, typer.Option(metavar="PIXELS", min=360, max=4000, help="The greatest width of the picture.")
    ] = 720,
    scale: Annotated[
        str, typer.Option(metavar="1:N", help="How large a PDF is; 1:1 is as large as the real table.")
    ] = "",
    paper: Annotated[
        str, typer.Option(metavar="PAPER", help=f"Cut a PDF into sheets of this paper: {', '.join(PAPERS)}.")
    ] = "",
) -> ExitCode:
    """Draw a table, or a table with its moves.

    Bases and terrain are to scale. Each path is drawn with its costs; a refused move also with the place where it breaks
    a rule and with the legal part. A PDF is printed at its scale, and always shows the whole board.
    """
    modes = [name for name, given in _modes(judge, made, dice, seed) if given]
    if len(modes) > 1:
        options = Either(tuple(Notation(each) for each in modes))
        raise typer.BadParameter(text("Use only one of {options}", options=options))
    if strip and levels:
        raise typer.BadParameter(text("Use --strip or --levels, not both"))
    is_pdf = output.lower().endswith(PDF)
    if not is_pdf:
        drawable(output, PDF)
    share = _printed(scale, paper, is_pdf=is_pdf)
    name, report = _report(file, modes, dice, seed)
    from surefoot.draw.compose import picture

    shown = picture(
        report.start,
        report.outcomes,
        whole=whole or is_pdf,
        title=name,
        ledger=ledger,
        levels="apart" if levels else "together",
        stages="strip" if strip else "numbers",
    )
    if is_pdf:
        from surefoot.geometry.tolerance import from_lattice

        _print(shown, output, share / from_lattice(report.start.scale), paper, dark=dark)
    else:
        written(shown, output, width, dark=dark)
    if report.open is not None:
        from surefoot.answers.open_question import question
        from surefoot.referee.speaking import speaker

        asks = Notation(question(report.open.request, speaker(report.now)))
        tell(text("The picture ends here. Answer needed: {question}", question=asks))
        return ExitCode.ANSWER_NEEDED
    return ExitCode.OK


def _modes(judge: bool, made: bool, dice: str, seed: int | None) -> list[tuple[str, bool]]:
    return [("--check", judge), ("--move", made), ("--dice", bool(dice)), ("--seed", seed is not None)]


def _report(file: str, modes: list[str], dice: str, seed: int | None) -> tuple[str, Report]:
    """The name and the table of a file, with its moves if a mode is given."""
    from surefoot.answers import prepared as at_hand
    from surefoot.answers.verdicts import Report, played, previewed
    from surefoot.cli.input import STDIN, game_file, is_game, read_scenario
    from surefoot.cli.typed_dice import given_dice
    from surefoot.dice.responders import Seeded
    from surefoot.referee.session import Session

    if is_game(file):
        if modes:
            says = text(
                "{file} is a game log; {option} works with scenarios only",
                file=Notation(file),
                option=Notation(modes[0]),
            )
            raise typer.BadParameter(says, param_hint="FILE")
        from surefoot.files.game import open_game

        with game_file(file) as path:
            now = open_game(path, lambda notice: tell(notice.shown())).now
        return "" if file == STDIN else Path(file).stem, Report(now, now)
    given = given_dice(dice)
    laid = read_scenario(file)
    if not modes:
        return laid.name, Report(laid.table, laid.table)
    if not laid.declarations:
        from surefoot.cli.commands.check import nothing_declared

        tell(nothing_declared(laid.source))
    if modes == ["--check"]:
        return laid.name, previewed(laid)
    script = at_hand.scripted(given, laid.answers)
    responder = at_hand.Rolled(Seeded(str(seed)), script) if seed is not None else script
    return laid.name, played(Session(laid.table), laid.declarations, responder, [*given, *laid.answers])


def _printed(scale: str, paper: str, *, is_pdf: bool) -> float:
    """The length of an inch of the real table on paper, in inches; raises BadParameter for options that do not fit."""
    if (scale or paper) and not is_pdf:
        says = text("Use it with a file that ends in .pdf")
        raise typer.BadParameter(says, param_hint="--scale" if scale else "--paper")
    if paper and paper not in PAPERS:
        papers = tuple(Notation(each) for each in PAPERS)
        raise typer.BadParameter(text("The papers are {papers}", papers=papers), param_hint="--paper")
    one, _, many = (scale or "1:1").partition(":")
    try:
        share = float(one) / float(many)
    except (ValueError, ZeroDivisionError):
        share = 0.0
    if not 0.01 <= share <= 4:
        says = text(
            "Write {form}, such as {example}, not {given}",
            form=Notation("1:N"),
            example=Notation("1:4"),
            given=Quoted(scale),
        )
        raise typer.BadParameter(says, param_hint="--scale")
    return share


def _print(shown: Picture, output: str, length: float, paper: str, *, dark: bool) -> None:
    tell(text("Drawing …"))
    try:
        from surefoot.draw.pdf import pdf

        Path(output).write_bytes(pdf(shown, length=length, paper=paper, dark=dark))
    except ImportError:
        from surefoot.maps.photo import INSTALL

        says = text("To write PDF, install the extra photos: {command}", command=Notation(INSTALL))
        raise typer.BadParameter(says, param_hint="--output") from None


def drawable(output: str, *also: str) -> None:
    """Raise BadParameter if the name of a picture has no known ending."""
    if output not in ("", STDOUT) and not output.lower().endswith(ENDINGS):
        endings = Either(tuple(Notation(each) for each in (*ENDINGS, *also)))
        says = text(
            "Can't draw to {file}: the name must end in {endings}", file=Quoted(output), endings=endings
        )
        raise typer.BadParameter(says, param_hint="--output")


def written(shown: Picture, output: str, width: int, *, dark: bool) -> None:
    """Write a picture to a file or to standard output; without a name, print it as a text map."""
    if output == "":
        _on_terminal(shown)
        return
    from surefoot.draw.svg import svg

    saved(svg(shown, dark=dark, width=float(width)), output)


def saved(drawn: str, output: str) -> None:
    """Write an SVG to a file, as it is or as a PNG, or to standard output."""
    if output.lower().endswith(".png"):
        from surefoot.draw.png import rendered

        Path(output).write_bytes(rendered(drawn))
    elif output == STDOUT:
        sys.stdout.buffer.write(drawn.encode("utf-8"))
    else:
        Path(output).write_text(drawn, encoding="utf-8", newline="\n")


def _on_terminal(shown: Picture) -> None:
    from surefoot.cli.show import console, fine
    from surefoot.draw.terminal import terminal

    out = console()
    out.print(terminal(shown, out.width, fine=fine(out)), soft_wrap=True)
