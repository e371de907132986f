"""`surefoot review`: look back at a game: how lucky each side was, and which paths were better."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from surefoot.cli import complete
from surefoot.cli.exits import ExitCode, handled, tell
from surefoot.language import Notation
from surefoot.language.speaker import Speaker, text, text_count

if TYPE_CHECKING:
    from surefoot.hindsight.game import Review
    from surefoot.referee.session import Session

BRANCHES = ("branch friday.game 12 -o what-if.game", "move what-if.game --dice 6")
EXAMPLES = ("review friday.game", "review friday.game -o friday.html", "review friday.game --no-paths --json")
# Files that a report can be written to.
KINDS = (".html", ".md", ".json")


@handled
def review(
    file: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game log; - for standard input.", autocompletion=complete.files
        ),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write a report instead: an .html, .md or .json file."
        ),
    ] = "",
    no_paths: Annotated[
        bool, typer.Option("--no-paths", help="Do not look for cheaper and surer paths: much faster.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Show how lucky each side of a game was, and better paths.

    Each move is compared with everything that it could have come to. Ctrl+C ends the review and shows what is known so far.
    """
    from surefoot.answers.review import review_data
    from surefoot.cli.input import game_file
    from surefoot.cli.json_output import print_json
    from surefoot.files.game import open_game

    if output and Path(output).suffix not in KINDS:
        raise typer.BadParameter(
            text("Write to a file that ends in {kinds}", kinds=Notation(", ".join(KINDS))),
            param_hint="--output",
        )
    with game_file(file) as path:
        session = open_game(path, lambda notice: tell(notice.shown()))
    found = _reviewed(session, paths=not no_paths)
    data = review_data(found)
    if as_json:
        print_json(data)
    elif output:
        _write(found, data, file, output)
    else:
        _show(data)
    return ExitCode.FAILURE if found.cut else ExitCode.OK


def _reviewed(session: Session, *, paths: bool) -> Review:
    """Review a game with a progress bar; Ctrl+C ends it with what is known so far."""
    from rich.console import Console
    from rich.progress import Progress

    from surefoot.hindsight.game import Review, reviewed
    from surefoot.hindsight.moments import moments

    found = []
    bar = Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)
    try:
        with bar:
            task = bar.add_task(text("Reviewing"), total=len(moments(session)))
            for each in reviewed(session, paths=paths):
                found.append(each)
                bar.advance(task)
    except KeyboardInterrupt:
        return Review(session, tuple(found), cut=True)
    return Review(session, tuple(found))


def _write(found: Review, data: dict[str, Any], file: str, output: str) -> None:
    import json

    from surefoot.answers.report import markdown, page

    title = text("Review of {game}", game=Notation(Path(file).stem if file != "-" else text("a game")))
    if output.endswith(".json"):
        written = json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    else:
        written = page(found, data, title) if output.endswith(".html") else markdown(data, title)
    Path(output).write_text(written, encoding="utf-8")
    tell(text("Wrote {file}", file=Notation(output)))


def _show(data: dict[str, Any]) -> None:
    from rich.padding import Padding
    from rich.rule import Rule

    from surefoot.answers.report import moment_lines, told_moments
    from surefoot.cli.show import console

    out = console()
    out.print(f"{data['ruleset']}: {data['says']}")
    for note in data["notes"]:
        out.print(f"{note}.", style="yellow")
    for side in data["sides"]:
        out.print()
        out.print(side["says"], style="bold")
        out.print(Padding(side["exactly"], (0, 0, 0, 2)), style="dim")
        for detail in side["details"]:
            out.print(Padding(detail, (0, 0, 0, 2)))
    if data["movement"]:
        out.print()
        out.print(Rule(text("movement"), align="left", style="dim", characters="─"))
    for each in data["movement"]:
        out.print(Padding(each["says"], (0, 0, 0, 2)))
    out.print()
    out.print(Rule(text("moves"), align="left", style="dim", characters="─"))
    turned = set(data["turning_points"])
    for title, moment in told_moments(data):
        if title:
            out.print(title, style="dim")
        mark = text(" (turning point)") if moment["n"] in turned else ""
        out.print(f"{moment['n']:>3}  {moment['declared']}{mark}", style="bold" if mark else "")
        for line in moment_lines(moment):
            if line:
                out.print(Padding(line, (0, 0, 0, 5)))


@handled
def branch(
    file: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game log; - for standard input.", autocompletion=complete.files
        ),
    ],
    number: Annotated[
        int, typer.Argument(metavar="N", help="The entry before which the game is taken up again.")
    ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="The new game; an existing file is kept.")
    ],
) -> ExitCode:
    """Continue a game from an earlier entry, as a new game.

    Try another path or another die there. The branch is a game of its own; the first one stays as it is. Before an answer, the question is open again. Compare both
    with: surefoot review.
    """
    from surefoot.cli.input import game_file
    from surefoot.files.game import NoSuchEntry
    from surefoot.files.game import branch as branched

    with game_file(file) as path:
        try:
            session = branched(path, number, output)
        except NoSuchEntry as wrong:
            raise typer.BadParameter(Speaker()(wrong.says), param_hint="N") from None
        except FileExistsError:
            exists = text("{file} exists already: a game is never overwritten", file=Notation(output))
            raise typer.BadParameter(exists, param_hint="--output") from None
    kept = text_count("{n} entry was kept", "{n} entries were kept", len(session.entries))
    tell(text("Wrote {file}: {kept}", file=Notation(output), kept=Notation(kept)))
    return ExitCode.OK
