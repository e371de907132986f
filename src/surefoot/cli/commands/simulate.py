"""`surefoot simulate`: play a scenario many times and count its outcomes."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from surefoot.cli import complete
from surefoot.cli.commands.odds import MOST_SHOWN, Asked, Who, answer_text, heading, more_rows, names
from surefoot.cli.exits import ExitCode, handled, tell
from surefoot.language import Notation
from surefoot.language.speaker import Speaker, text

EXAMPLES = (
    "simulate table.yaml",
    "simulate table.yaml -n 1000000 --ask losses",
    "simulate - --seed 7 --json",
)


@handled
def simulate(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A scenario; - for standard input.", autocompletion=complete.files
        ),
    ],
    runs: Annotated[int, typer.Option("-n", metavar="N", min=1, help="The number of runs.")] = 10_000,
    ask: Asked = "end",
    who: Who = "",
    seed: Annotated[
        str, typer.Option(metavar="SEED", help="The same seed gives the same rolls.")
    ] = "surefoot",
    workers: Annotated[
        int, typer.Option(metavar="N", min=0, help="The number of processes; 0 for one per core.")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Play a scenario many times and count its outcomes.

    Each run has its own dice from the seed, so the result doesn't depend on the number of processes. Exact odds are
    better where they can be computed; a simulation always works. Ctrl+C ends it and shows what was counted so far.
    """
    from surefoot.answers.odds import declared, known_models
    from surefoot.cli.input import read_scenario
    from surefoot.forecast.ask import NoSuchQuestion
    from surefoot.forecast.simulate import Interrupted
    from surefoot.forecast.simulate import simulate as play

    laid = read_scenario(file)
    bar = _progress(runs)
    code = ExitCode.OK
    try:
        with bar:
            task = bar.add_task(text("playing"), total=runs)
            played = play(
                laid.table,
                declared(laid),
                runs,
                seed=seed,
                asked=ask,
                who=known_models(names(who), laid),
                workers=workers,
                progress=lambda count: bar.advance(task, count),
            )
    except NoSuchQuestion as wrong:
        raise typer.BadParameter(Speaker()(wrong.says), param_hint="--ask") from None
    except Interrupted as interrupted:
        if interrupted.so_far is None:
            raise
        played, code = interrupted.so_far, ExitCode.INTERRUPTED
    rows = [
        (answer, count, played.share(answer), *played.interval(answer))
        for answer, count in played.seen.items()
    ]
    if as_json:
        from surefoot.cli.json_output import print_json

        answers = [
            {"answer": answer, "seen": count, "share": share, "low": low, "high": high}
            for answer, count, share, low, high in rows
        ]
        print_json({"runs": played.runs, "seed": seed, "ask": ask, "answers": answers})
        return code
    _show(rows, ask)
    counted = Notation(f"{played.runs:,}")
    if code is ExitCode.INTERRUPTED:
        tell(text("Interrupted after {runs} of {wanted} runs", runs=counted, wanted=Notation(f"{runs:,}")))
    tell(text("{runs} runs. The last two columns are the 99.99 % confidence interval", runs=counted))
    return code


def _progress(runs: int) -> Any:
    from rich.console import Console
    from rich.progress import Progress

    shown = sys.stderr.isatty() and runs > 1
    return Progress(console=Console(stderr=True), disable=not shown, transient=True)


def _show(rows: list[tuple[Any, int, float, float, float]], ask: str) -> None:
    from rich.table import Table as Grid

    from surefoot.cli.show import console

    grid = Grid(box=None, pad_edge=False, header_style="bold")
    grid.add_column(heading(ask))
    for name in (text("runs"), text("share"), text("from"), text("to")):
        grid.add_column(name, justify="right")
    for answer, count, share, low, high in rows[:MOST_SHOWN]:
        # An estimate needs its decimals: the interval is narrow.
        shares = (f"{100 * each:.2f} %" for each in (share, low, high))
        grid.add_row(answer_text(answer, ask), f"{count:,}", *shares)
    if len(rows) > MOST_SHOWN:
        grid.add_row(more_rows(len(rows) - MOST_SHOWN))
    console().print(grid)
