"""A party on the road, as it is typed and as it is told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from surefoot.cli import complete
from surefoot.cli.exits import ExitCode, handled
from surefoot.cli.feat import profile, rolled

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from rich.console import Console
    from rich.table import Table as Grid

    from surefoot.answers.journeys import Arrival
    from surefoot.files.scenario import Scenario
    from surefoot.referee.verdict import Outcome, Test

EXAMPLES = (
    "travel --who 'vex: Ag 41 T 35 WP 33' --leg 16h",
    "travel --who 'Ag 41' --who 'Ag 25 T 42' --leg '4h hurry' --leg '6km difficult'",
    "travel --who 'T 35' --leg 14h --leg 'rest 8h' --leg '14h dark' --seed 7",
    "travel party.yaml --leg 16h --leg 'rest 8h' --leg 16h -o fatigue.svg",
)
AMOUNT = re.compile(r"(\d+(?:\.\d+)?)(h|hours?|min|minutes?|km)")
UNITS = {
    "h": "hours",
    "hour": "hours",
    "hours": "hours",
    "min": "minutes",
    "minute": "minutes",
    "minutes": "minutes",
}
PACES = ("normal", "hurry", "run")
SWITCHES = ("difficult", "dark")
REST = "rest"
FACTOR = re.compile(r"x(\d+(?:\.\d+)?)")


def leg(text: str) -> dict[str, Any]:
    """A leg as it is typed: how long or how far, the pace, and the ground.

    >>> leg("12km difficult hurry")
    {'km': 12.0, 'difficult': True, 'pace': 'hurry'}
    >>> leg("rest 8h")
    {'rest': True, 'hours': 8.0}
    """
    found: dict[str, Any] = {}
    for word in text.split():
        amount, factor = AMOUNT.fullmatch(word), FACTOR.fullmatch(word)
        if amount is not None:
            unit = UNITS.get(amount.group(2), amount.group(2))
            found[unit] = float(amount.group(1))
        elif factor is not None:
            found["narrative_factor"] = float(factor.group(1))
        elif word in PACES:
            found["pace"] = word
        elif word in (*SWITCHES, REST):
            found[word] = True
        else:
            words = ", ".join((*PACES, *SWITCHES, REST))
            says = f"what is {word!r}? Write 3h, 20min or 12km, and any of {words}, x1.5"
            raise typer.BadParameter(says, param_hint="--leg")
    return found


@handled
def travel(
    file: Annotated[
        str,
        typer.Argument(
            metavar="[FILE]",
            help="A scenario with the party, - for standard input; its declarations, if no --leg is given.",
            autocompletion=complete.files,
        ),
    ] = "",
    who: Annotated[
        list[str] | None,
        typer.Option(
            "--who", "-w", metavar="TEXT", help="A traveller: 'vex: Ag 41 T 35 WP 33'; once for each."
        ),
    ] = None,
    legs: Annotated[
        list[str] | None,
        typer.Option("--leg", "-l", metavar="TEXT", help="A leg: '16h', '12km difficult hurry', 'rest 8h'."),
    ] = None,
    own_pace: Annotated[bool, typer.Option("--own-pace", help="Each goes at his own pace.")] = False,
    dice: Annotated[str, typer.Option(metavar="FACES", help="Dice that were rolled: 41,12,77.")] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="Roll the dice from this seed.")] = None,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", help="Draw the odds: a file .svg or .png, - for SVG."),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Say when tests fall due on a journey, and how it ends.

    With how much Fatigue everybody arrives is said exactly. A party goes at the pace of its slowest.
    Without dice nothing is rolled; with --dice or --seed the journey is made.
    """
    if dice and seed is not None:
        raise typer.BadParameter("give either --dice or --seed, not both")
    from surefoot.answers.journeys import travel_data, travelled
    from surefoot.cli.state import print_json

    laid = _laid(file, who or [], [leg(each) for each in legs or []], own_pace=own_pace)
    if not laid.declarations:
        raise typer.BadParameter("say where the way leads: --leg 16h", param_hint="--leg")
    given = rolled(dice)
    found = travelled(laid, given, seed)
    told, ahead = found.told, found.ahead
    if output and ahead:
        _drawn(laid.name, ahead, output)
    elif as_json:
        print_json(travel_data(found))
    else:
        _in_words(laid, told, ahead, preview=not given and seed is None)
    if any(each.verdict == "illegal" for each in told):
        return ExitCode.ILLEGAL
    waits = any(each.run.unanswered is not None for each in told)
    return ExitCode.ANSWER_NEEDED if waits else ExitCode.OK


def _laid(file: str, who: list[str], legs: list[dict[str, Any]], *, own_pace: bool) -> Scenario:
    """The party on the road, from a file or as it was typed."""
    from surefoot.answers.journeys import on_the_road, party_of
    from surefoot.cli.run import read_scenario

    if not file:
        return party_of([profile(text) for text in who] or [{}], legs, own_pace=own_pace)
    if who:
        raise typer.BadParameter("name the party in the file or with --who, not both", param_hint="--who")
    laid = read_scenario(file)
    return on_the_road(laid, legs, own_pace=own_pace) if legs else laid


def _drawn(name: str, ahead: list[Arrival], output: str) -> None:
    from surefoot.cli.drawing import ENDINGS, STDOUT, written
    from surefoot.draw.numbers import chance
    from surefoot.draw.picture import Bar, Picture

    if output != STDOUT and not output.lower().endswith(ENDINGS):
        says = f"{output!r} names no kind of picture that can be drawn: end it in .svg or .png"
        raise typer.BadParameter(says, param_hint="--output")
    bars = tuple(
        Bar(f"{each.who}: {levels} Fatigue", float(share), chance(share))
        for each in ahead
        for levels, share in each.fatigue.items()
    )
    written(
        Picture((0.0, 0.0, 1.0, 1.0), "", f"{name} · Fatigue at the end", bars=bars), output, 720, dark=False
    )


def _in_words(laid: Scenario, told: list[Outcome], ahead: list[Arrival], *, preview: bool) -> None:
    from rich.table import Table as Grid

    from surefoot.cli.show import Show, console
    from surefoot.draw.numbers import chance
    from surefoot.referee.referee import ruleset_of

    out = console()
    if told[-1].verdict == "illegal":
        rules = ruleset_of(laid.table)
        Show(out, rules.catalogue, rules.unit).outcome(told[-1], len(told), preview=preview)
        return
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for column in ("by then", "what", "way", "tests", ""):
        grid.add_column(column, justify="right" if column in ("by then", "way") else "left")
    for each in told:
        tests = [_test(test, preview=preview) for test in each.tests] or [("", "")]
        first, *more = tests
        grid.add_row(_clock(each), _what(each), _way(each), *first)
        for test in more:
            grid.add_row("", "", "", *test)
    out.print(grid)
    if not preview:
        _worn(out, told[-1])
    if ahead:
        out.print("", _odds_grid(ahead, chance))


def _clock(result: Outcome) -> str:
    minutes = result.run.table.clock.minutes
    days, hours = divmod(minutes // 60, 24)
    return f"{f'{days} d ' if days else ''}{hours} h {minutes % 60:02d}"


def _what(result: Outcome) -> str:
    """What was declared, in a few words."""
    from surefoot.table.record import Record

    details = result.declaration.details
    given = details.get("legs")
    legs = [each for each in given if isinstance(each, Record)] if isinstance(given, tuple) else [details]
    said = []
    for each in legs:
        amounts = [f"{each[name]} {name}" for name in ("hours", "minutes", "km") if name in each]
        words = [str(each["pace"])] if "pace" in each else []
        words += [name for name in SWITCHES if each.get(name) is True]
        said.append(" ".join([*(amount.replace(".0 ", " ") for amount in amounts), *words]))
    return f"{result.declaration.action}: {', '.join(said)}"


def _way(result: Outcome) -> str:
    """How far the party has come, the least of all."""
    covered: dict[str, int] = {}
    for event in result.events:
        if event.what in TRAVELS:
            covered[event.who] = covered.get(event.who, 0) + int(dict(event.details).get("metres", 0))
    return f"{min(covered.values()) / 1000:g} km" if covered else ""


# Events that say how far somebody has come.
TRAVELS = ("travels", "swims")


def _test(test: Test, *, preview: bool) -> tuple[str, str]:
    from surefoot.draw.numbers import chance

    needs = f"{test.who}: {test.what}, {test.needs}"
    if preview or test.rolled is None:
        return needs, "" if test.odds is None else chance(test.odds)
    return needs, f"rolled {test.rolled[0]}, {'passed' if test.passed else 'failed'}"


def _worn(out: Console, last: Outcome) -> None:
    """How everybody is at the end."""
    models = last.run.table.models
    for name in last.declaration.who:
        if name in models:
            statuses = ", ".join(models[name].statuses)
            out.print(
                f"{name}: Fatigue {models[name].counted('fatigue')}{f', {statuses}' if statuses else ''}"
            )


def _odds_grid(ahead: list[Arrival], chance: Callable[[Fraction], str]) -> Grid:
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False, header_style="bold")
    levels = sorted(dict.fromkeys(level for arrival in ahead for level in arrival.fatigue))
    grid.add_column("arrives with Fatigue")
    for level in levels:
        grid.add_column(str(level), justify="right")
    grid.add_column("drops", justify="right")
    for arrival in ahead:
        shares = [chance(arrival.fatigue[level]) if level in arrival.fatigue else "–" for level in levels]
        grid.add_row(arrival.who, *shares, chance(arrival.drops) if arrival.drops else "–")
    return grid
