"""The commands that look ahead: exact odds of what a scenario declares, and simulation of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from surefoot.cli import complete
from surefoot.cli.exits import ExitCode, handled, tell

if TYPE_CHECKING:
    from fractions import Fraction

    from surefoot.files.scenario import Scenario
    from surefoot.forecast.odds import Odds

ODDS = (
    "odds table.yaml",
    "odds table.yaml --ask damage --who kal",
    "odds table.yaml --given 3 --clauses",
    "odds safe.yaml risky.yaml --ask safe",
    "odds table.yaml --choose least:losses -o odds.svg",
)
SIMULATE = (
    "simulate table.yaml",
    "simulate table.yaml -n 1000000 --ask losses",
    "simulate - --seed 7 --json",
)
# A chart shows so many answers; a table on the terminal as well, and says what it leaves out.
MOST_SHOWN = 20

Asked = Annotated[
    str,
    typer.Option(
        "--ask",
        metavar="QUESTION",
        help="What is asked: end, verdict, place, status, losses, damage, safe, or a counter by its name.",
    ),
]
Who = Annotated[
    str, typer.Option("--who", metavar="ID,…", help="Which models; by default those that are concerned.")
]


@handled
def odds(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE…",
            help="Scenarios, - for standard input; several are alternatives, compared.",
            autocompletion=complete.files,
        ),
    ],
    ask: Asked = "end",
    who: Who = "",
    given: Annotated[
        str,
        typer.Option(metavar="FACES", help="Dice and answers that are known already: 3 or leap.test=3."),
    ] = "",
    choose: Annotated[
        str,
        typer.Option(
            metavar="AIM:QUESTION", help="The aim of a side that has a choice: least:losses or most:damage."
        ),
    ] = "",
    clauses: Annotated[bool, typer.Option("--clauses", help="How likely each clause comes into it.")] = False,
    most: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Look at so many ways, even if there are many more."),
    ] = None,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Draw it instead: a file .svg or .png, - for SVG."
        ),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Say how a scenario can end, each way with its exact chance.

    All declarations of a file are one plan: how the last of them ends is asked for. Nothing is rolled or changed.
    """
    from surefoot.answers.odds import odds_data, odds_of
    from surefoot.cli import typed_dice
    from surefoot.cli.input import read_scenario
    from surefoot.cli.json_output import print_json
    from surefoot.forecast.odds import MOST_WAYS

    try:
        known = typed_dice.read_dice(given) if given else []
    except typed_dice.NoDice as wrong:
        raise typer.BadParameter(str(wrong), param_hint="--given") from None
    names = _names(who)
    found = [
        odds_of(
            read_scenario(file),
            known,
            choose=choose,
            most=most or MOST_WAYS,
            hasty=most is None,
            ask=ask,
            who=names,
        )
        for file in files
    ]
    if as_json:
        print_json({"odds": [odds_data(*each, ask, clauses=clauses) for each in found]})
    elif output:
        _drawn(found, ask, output)
    else:
        _told(found, ask, clauses=clauses)
    return ExitCode.OK


def _names(who: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in who.split(",") if name.strip())


def _drawn(found: list[tuple[Scenario, Odds, dict[Any, Fraction]]], ask: str, output: str) -> None:
    from surefoot.cli.commands.draw import drawable, written
    from surefoot.draw.chances import bar_chart

    drawable(output)
    bars = [
        (f"{laid.name}: {_words(answer, ask)}" if len(found) > 1 else _words(answer, ask), share)
        for laid, ahead, answers in found
        for answer, share in (*answers.items(), *_left(ahead))
    ]
    title = " or ".join(laid.name for laid, _, _ in found)
    written(bar_chart(bars, title=f"{title} · {ask}"), output, 720, dark=False)


def _left(ahead: Odds) -> list[tuple[Any, Fraction]]:
    return [("not looked at: there are too many ways", ahead.unresolved)] if ahead.unresolved else []


def _told(found: list[tuple[Scenario, Odds, dict[Any, Fraction]]], ask: str, *, clauses: bool) -> None:
    from rich.table import Table as Grid

    from surefoot.cli.show import console
    from surefoot.draw.numbers import chance

    out = console()
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    grid.add_column(ask)
    for laid, _, _ in found:
        grid.add_column(laid.name if len(found) > 1 else "chance", justify="right")
        grid.add_column("")
    rows = list(dict.fromkeys(answer for _, _, answers in found for answer in answers))
    for answer in rows[:MOST_SHOWN]:
        cells = []
        for _, _, answers in found:
            share = answers.get(answer)
            cells += ["–", ""] if share is None else [_exact(share), chance(share)]
        grid.add_row(_words(answer, ask), *cells)
    if len(rows) > MOST_SHOWN:
        grid.add_row(f"{len(rows) - MOST_SHOWN} more: see --json")
    if any(ahead.unresolved for _, ahead, _ in found):
        cells = [
            cell for _, ahead, _ in found for cell in (_exact(ahead.unresolved), chance(ahead.unresolved))
        ]
        grid.add_row("not looked at: there are too many ways", *cells)
    out.print(grid)
    if any(ahead.unresolved for _, ahead, _ in found):
        out.print("surefoot simulate plays it many times; --most N looks at N ways all the same", style="dim")
    if clauses:
        _clauses_told(found)


def _clauses_told(found: list[tuple[Scenario, Odds, dict[Any, Fraction]]]) -> None:
    from rich.table import Table as Grid

    from surefoot.cli.show import console
    from surefoot.draw.numbers import chance

    for _, ahead, _ in found:
        grid = Grid(box=None, pad_edge=False, header_style="bold")
        grid.add_column("clause")
        grid.add_column("comes into it", justify="right")
        grid.add_column("")
        for clause, share in ahead.by_clause.items():
            grid.add_row(clause, _exact(share), chance(share))
        console().print("", grid)


def _exact(share: Fraction) -> str:
    return str(share) if share.denominator < 1_000_000 else f"{float(share):.4g}"


def _words(answer: Any, ask: str) -> str:
    if isinstance(answer, bool):
        return f"{ask}: {'yes' if answer else 'no'}"
    return str(answer) or "nothing changes"


@handled
def simulate(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A scenario; - for standard input.", autocompletion=complete.files
        ),
    ],
    runs: Annotated[int, typer.Option("-n", metavar="N", min=1, help="How often it is played.")] = 10_000,
    ask: Asked = "end",
    who: Who = "",
    seed: Annotated[str, typer.Option(metavar="SEED", help="The same seed rolls the same.")] = "surefoot",
    workers: Annotated[
        int, typer.Option(metavar="N", min=0, help="Processes that work on it; 0 for one on each core.")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Play what a scenario declares many times, and count how it ends.

    Each run has dice of its own, numbered from the seed: the result does not depend on how many processes work on it.
    Exact odds are better where they are to be had; this always gives an answer.
    """
    from surefoot.answers.odds import known_models
    from surefoot.cli.input import read_scenario
    from surefoot.forecast.ask import NoSuchQuestion
    from surefoot.forecast.simulate import simulate as play

    laid = read_scenario(file)
    bar = _progress(runs)
    try:
        with bar:
            task = bar.add_task("playing", total=runs)
            played = play(
                laid.table,
                laid.declarations,
                runs,
                seed=seed,
                asked=ask,
                who=known_models(_names(who), laid),
                workers=workers,
                progress=lambda count: bar.advance(task, count),
            )
    except NoSuchQuestion as wrong:
        raise typer.BadParameter(str(wrong), param_hint="--ask") from None
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
        print_json({"runs": runs, "seed": seed, "ask": ask, "answers": answers})
        return ExitCode.OK
    _simulated(rows, ask)
    tell(
        f"{runs:,} runs; the true chance lies between the two last columns, but for one time in ten thousand"
    )
    return ExitCode.OK


def _progress(runs: int) -> Any:
    from rich.console import Console
    from rich.progress import Progress

    shown = sys.stderr.isatty() and runs > 1
    return Progress(console=Console(stderr=True), disable=not shown, transient=True)


def _simulated(rows: list[tuple[Any, int, float, float, float]], ask: str) -> None:
    from rich.table import Table as Grid

    from surefoot.cli.show import console

    grid = Grid(box=None, pad_edge=False, header_style="bold")
    grid.add_column(ask)
    for name in ("seen", "share", "from", "to"):
        grid.add_column(name, justify="right")
    for answer, count, share, low, high in rows[:MOST_SHOWN]:
        grid.add_row(
            _words(answer, ask), f"{count:,}", *(f"{100 * each:.2f} %" for each in (share, low, high))
        )
    if len(rows) > MOST_SHOWN:
        grid.add_row(f"{len(rows) - MOST_SHOWN} more: see --json")
    console().print(grid)
