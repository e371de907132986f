"""`surefoot odds`: every outcome of a scenario with its exact probability."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from surefoot.cli import complete
from surefoot.cli.exits import ExitCode, handled, tell
from surefoot.cli.waiting import Waiting
from surefoot.language import Notation, say
from surefoot.language.speaker import Speaker, text, text_count

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import TypeAlias

    from surefoot.files.scenario import Scenario
    from surefoot.forecast.odds import Odds

    # A scenario, its odds, and the answers to one question about them.
    Answered: TypeAlias = tuple[Scenario, Odds, dict[Any, Fraction]]

EXAMPLES = (
    "odds table.yaml",
    "odds table.yaml --ask damage --who kal",
    "odds table.yaml --given 3 --clauses",
    "odds safe.yaml risky.yaml --ask safe",
    "odds table.yaml --choose least:losses -o odds.svg",
)
# A table shows at most this many answers.
MOST_SHOWN = 20

Asked = Annotated[
    str,
    typer.Option(
        "--ask",
        metavar="QUESTION",
        help="The question: end, verdict, place, status, harm, losses, damage, safe, or the name of a counter.",
    ),
]
Who = Annotated[
    str, typer.Option("--who", metavar="ID,…", help="The models. Default: those that act or change.")
]

# Headings for the questions; a counter is its own heading.
QUESTIONS = {
    "end": say("outcome"),
    "verdict": say("verdict"),
    "place": say("place"),
    "status": say("status"),
    "losses": say("losses"),
    "damage": say("damage"),
    "safe": say("safe"),
}
# Answers that are codes.
ANSWERS = {
    "legal": say("legal"),
    "illegal": say("illegal"),
    "stopped-short": say("stops short"),
    "needs an answer": say("needs an answer"),
    "": say("nothing changes"),
}

# With more than this left open, the table says little: that comes first, with what to do instead.
MOST_OPEN = 0.5


@handled
def odds(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE…",
            help="Scenarios; - for standard input. Several are compared as alternatives.",
            autocompletion=complete.files,
        ),
    ],
    ask: Asked = "end",
    who: Who = "",
    given: Annotated[
        str,
        typer.Option(metavar="FACES", help="Rolls and answers that are known already: 3 or leap.test=3."),
    ] = "",
    choose: Annotated[
        str,
        typer.Option(
            metavar="AIM:QUESTION", help="The aim of a side that has a choice: least:losses or most:damage."
        ),
    ] = "",
    clauses: Annotated[
        bool, typer.Option("--clauses", help="Also show how likely each clause applies.")
    ] = False,
    most: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Count this many outcomes, even if there are many more."),
    ] = None,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", help="Draw a chart, an .svg or .png file; - for SVG."),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """List every outcome with its exact probability.

    All declarations of a file are one plan; the outcomes are those after the last one. Nothing is rolled or changed.
    Ctrl+C ends it and shows what was counted so far.
    """
    from surefoot.answers.odds import odds_data, odds_of
    from surefoot.cli.input import read_scenario
    from surefoot.cli.json_output import print_json
    from surefoot.cli.typed_dice import given_dice
    from surefoot.forecast.odds import MOST_WAYS

    known = given_dice(given, "--given")
    laid = [read_scenario(file) for file in files]
    with Waiting(text("Counting outcomes")) as waiting:
        found = [
            odds_of(
                each,
                known,
                choose=choose,
                most=most or MOST_WAYS,
                hasty=most is None,
                ask=ask,
                who=names(who),
                stopped=waiting.stopped,
            )
            for each in laid
        ]
    if as_json:
        print_json({"odds": [odds_data(*each, ask, clauses=clauses) for each in found]})
    elif output:
        _drawn(found, ask, output)
    else:
        _show(found, ask, clauses=clauses)
    if waiting.interrupted:
        tell(text("Interrupted: not all outcomes were counted"))
        return ExitCode.INTERRUPTED
    return ExitCode.OK


def names(who: str) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(name.strip() for name in who.split(",") if name.strip())


def heading(ask: str) -> str:
    """The heading of a question."""
    return text("{question}", question=QUESTIONS.get(ask) or Notation(ask))


def answer_text(answer: Any, ask: str) -> str:
    """One answer to a question, for people."""
    if isinstance(answer, bool):
        return f"{heading(ask)}: {text('yes') if answer else text('no')}"
    known = ANSWERS.get(str(answer))
    return str(answer) if known is None else text("{answer}", answer=known)


def _unresolved() -> str:
    return text("not counted: too many outcomes")


def _drawn(found: list[Answered], ask: str, output: str) -> None:
    from surefoot.cli.commands.draw import drawable, written
    from surefoot.draw.chances import bar_chart

    drawable(output)
    several = len(found) > 1
    bars = []
    for laid, ahead, answers in found:
        shown = [(answer_text(answer, ask), share) for answer, share in answers.items()]
        shown += [(_unresolved(), ahead.unresolved)] if ahead.unresolved else []
        bars += [(f"{laid.name}: {each}" if several else each, share) for each, share in shown]
    title = " / ".join(laid.name for laid, _, _ in found)
    written(bar_chart(bars, title=f"{title} · {heading(ask)}"), output, 720, dark=False)


def _show(found: list[Answered], ask: str, *, clauses: bool) -> None:
    from rich.table import Table as Grid

    from surefoot.cli.show import console
    from surefoot.referee.speaking import speaker

    out, words = console(), Speaker()
    for laid, ahead, _ in found:
        if ahead.unresolved > MOST_OPEN:
            out.print(
                text(
                    "{file}: too many outcomes. Not counted: {share}. Estimate instead with: {command}",
                    file=Notation(laid.source),
                    share=Notation(words.percent(ahead.unresolved)),
                    command=Notation(f"surefoot simulate {laid.source}"),
                ),
                style="bold",
                soft_wrap=True,
            )
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    grid.add_column(heading(ask))
    for laid, _, _ in found:
        grid.add_column(laid.name if len(found) > 1 else text("chance"), justify="right")
        grid.add_column("")
    rows = list(dict.fromkeys(answer for _, _, answers in found for answer in answers))
    for answer in rows[:MOST_SHOWN]:
        cells = []
        for _, _, answers in found:
            share = answers.get(answer)
            cells += ["–", ""] if share is None else [_exact(share), words.percent(share)]
        grid.add_row(answer_text(answer, ask), *cells)
    if len(rows) > MOST_SHOWN:
        grid.add_row(more_rows(len(rows) - MOST_SHOWN))
    left = [ahead.unresolved for _, ahead, _ in found]
    if any(left):
        grid.add_row(
            _unresolved(), *(cell for share in left for cell in (_exact(share), words.percent(share)))
        )
    out.print(grid)
    if any(left):
        hint = text(
            "Count more with --most N, or estimate with: {command}", command=Notation("surefoot simulate")
        )
        out.print(hint, style="dim")
    for laid, ahead, _ in found if clauses else ():
        rule = speaker(laid.table).rule
        grid = Grid(box=None, pad_edge=False, header_style="bold")
        grid.add_column(text("rule"), overflow="fold")
        grid.add_column(text("applies"), justify="right")
        grid.add_column("")
        for clause, share in ahead.by_clause.items():
            grid.add_row(rule(clause), _exact(share), words.percent(share))
        out.print("", grid)


def more_rows(left: int) -> str:
    """The last row of a table that is cut."""
    return text_count("{n} more: see --json", "{n} more: see --json", left)


def _exact(share: Fraction) -> str:
    return str(share) if share.denominator < 1_000_000 else f"{float(share):.4g}"
