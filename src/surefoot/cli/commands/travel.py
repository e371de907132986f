"""`surefoot travel`: the tests of a journey, and the odds on arrival."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from surefoot.cli import complete
from surefoot.cli.calculator import (
    CalculatorCommand,
    leg,
    profile,
    typed_amounts,
    typed_character,
    typed_words,
    wordy_fields,
)
from surefoot.cli.exits import ExitCode, handled
from surefoot.language import Notation, Who, say
from surefoot.language.sentence import sentence
from surefoot.language.speaker import Speaker, text

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from surefoot.answers.calculators.journeys import Arrival, Travelled
    from surefoot.files.scenario import Scenario
    from surefoot.referee.calculators import Input
    from surefoot.referee.verdict import Test


class TravelCommand(CalculatorCommand):
    """The command with the legs and settings of a ruleset."""

    def offered(self, ruleset: str) -> tuple[tuple[Input, ...], tuple[str, ...], Mapping[str, str]]:
        """The settings of a journey, the examples, and the help of travellers."""
        from surefoot.answers.calculators.offers import journeys_of

        journeys = journeys_of(ruleset).journeys
        someone = typed_character(journeys.party[0]) if journeys.party else "name: value 1"
        amounts, words = ", ".join(typed_amounts(journeys)), ", ".join(typed_words(journeys))
        helps = {
            "who": f"A traveller: '{someone}'. Repeat it for a party.",
            "legs": f"A leg: {amounts}, with any of: {words}. Repeat it for more.",
        }
        return journeys.inputs, journeys.commands, helps


@handled
def travel(
    context: typer.Context,
    file: Annotated[
        str,
        typer.Argument(
            metavar="[FILE]",
            help="A scenario with the party; - for standard input. Its declarations are used without --leg.",
            autocompletion=complete.files,
        ),
    ] = "",
    who: Annotated[
        list[str] | None,
        typer.Option("--who", "-w", metavar="TEXT", help="A traveller. Repeat it for a party."),
    ] = None,
    legs: Annotated[
        list[str] | None,
        typer.Option(
            "--leg",
            "-l",
            metavar="TEXT",
            help="A leg. Repeat it for more.",
        ),
    ] = None,
    ruleset: Annotated[
        str,
        typer.Option(metavar="NAME", help="The ruleset; the first one with journeys if left out."),
    ] = "",
    dice: Annotated[str, typer.Option(metavar="FACES", help="Use these rolls: 41,12,77.")] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="Roll with this seed.")] = None,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Draw the odds: an .svg or .png file; - for SVG."
        ),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Show the tests of a journey and the odds on arrival.

    Without dice, nothing is rolled; with --dice or --seed the journey
    is rolled and its outcome shown.
    """
    if dice and seed is not None:
        raise typer.BadParameter(text("Use --dice or --seed, not both"))
    from surefoot.answers.calculators.journeys import travel_data, travelled
    from surefoot.cli.json_output import print_json
    from surefoot.cli.typed_dice import given_dice

    laid = _laid(file, ruleset, who or [], legs or [], context.obj)
    if not laid.declarations:
        raise typer.BadParameter(text("Give at least one leg with --leg"), param_hint="--leg")
    given = given_dice(dice)
    found = travelled(laid, given, seed)
    if output and found.ahead:
        _drawn(found, output)
    elif as_json:
        print_json(travel_data(found))
    else:
        _in_words(found, preview=not given and seed is None)
    if any(each.verdict == "illegal" for each in found.told):
        return ExitCode.ILLEGAL
    waits = any(each.run.unanswered is not None for each in found.told)
    return ExitCode.ANSWER_NEEDED if waits else ExitCode.OK


def _laid(
    file: str, ruleset: str, who: list[str], typed_legs: list[str], settings: Mapping[str, Any]
) -> Scenario:
    """The party and its journey, from a file or as typed."""
    from surefoot.answers.calculators.journeys import on_the_road, party_of
    from surefoot.answers.calculators.offers import journeys_of
    from surefoot.cli.input import read_scenario

    if not file:
        offered = journeys_of(ruleset)
        wordy = wordy_fields(offered.ruleset)
        party = [profile(text, wordy) for text in who] or [{}]
        return party_of(offered, party, [leg(each, offered.journeys) for each in typed_legs], settings)
    if who:
        raise typer.BadParameter(
            text("Give the party in the file or with --who, not both"), param_hint="--who"
        )
    laid = read_scenario(file)
    journeys = journeys_of(laid.table.ruleset).journeys
    legs = [leg(each, journeys) for each in typed_legs]
    return on_the_road(laid, legs, settings) if legs else laid


def _drawn(found: Travelled, output: str) -> None:
    from surefoot.answers.calculators.offers import journeys_of
    from surefoot.cli.commands.draw import drawable, written
    from surefoot.draw.picture import Bar, Picture

    drawable(output)
    title = sentence(journeys_of(found.laid.table.ruleset).journeys.title)
    bars = tuple(
        Bar(
            text("{who}: {what} {value}", who=Who(each.who), what=title, value=value),
            float(share),
            Speaker().percent(share),
        )
        for each in found.ahead
        for value, share in each.counted.items()
    )
    name = text("{name} · {what} on arrival", name=Notation(found.laid.name), what=title)
    written(Picture((0.0, 0.0, 1.0, 1.0), "", name, bars=bars), output, 720, dark=False)


def _in_words(found: Travelled, *, preview: bool) -> None:
    from rich.table import Table as Grid

    from surefoot.answers.calculators.journeys import condition, stages
    from surefoot.cli.show import Show, console
    from surefoot.referee.referee import ruleset_of
    from surefoot.referee.speaking import speaker

    out, table, told = console(), found.laid.table, found.told
    if told[-1].verdict == "illegal":
        rules = ruleset_of(table)
        Show(out, rules.catalogue, rules.unit).outcome(told[-1], len(told), preview=preview)
        return
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    grid.add_column(text("time"), justify="right")
    grid.add_column(text("leg"))
    grid.add_column(text("distance"), justify="right")
    grid.add_column(text("tests"))
    grid.add_column("")
    for each, stage in zip(told, stages(found), strict=True):
        tests = [_test(test, speaker(table), preview=preview) for test in each.tests] or [("", "")]
        first, *more = tests
        distance = "" if stage.metres is None else f"{stage.metres / 1000:g} km"
        grid.add_row(_clock(stage.minutes), stage.says, distance, *first)
        for test in more:
            grid.add_row("", "", "", *test)
    out.print(grid)
    if not preview:
        words = speaker(told[-1].run.table)
        for name in told[-1].declaration.who:
            if name in told[-1].run.table.models:
                state = Notation(condition(found, name))
                out.print(words(say("{who}: {state}", who=Who(name), state=state)))
    if found.ahead:
        out.print("", _odds_grid(found))


def _clock(minutes: int) -> str:
    """A time of the journey: 1 d 2 h 05."""
    days, hours = divmod(minutes // 60, 24)
    return f"{f'{days} d ' if days else ''}{hours} h {minutes % 60:02d}"


def _test(test: Test, words: Speaker, *, preview: bool) -> tuple[str, str]:

    needs = words(
        say("{who}: {test}, {needs}", who=Who(test.who), test=test.label, needs=sentence(test.needs))
    )
    if preview or test.rolled is None:
        return needs, "" if test.odds is None else words.percent(test.odds)
    roll = test.rolled[0]
    if test.passed:
        return needs, text("rolled {roll}, passed", roll=roll)
    return needs, text("rolled {roll}, failed", roll=roll)


def _odds_grid(found: Travelled) -> Grid:
    from rich.table import Table as Grid

    from surefoot.answers.calculators.offers import journeys_of
    from surefoot.cli.show import shown_name

    grid, words = Grid(box=None, pad_edge=False, header_style="bold"), Speaker()
    title = sentence(journeys_of(found.laid.table.ruleset).journeys.title)
    values = sorted(dict.fromkeys(value for arrival in found.ahead for value in arrival.counted))
    grid.add_column(text("{what} on arrival", what=title))
    for value in values:
        grid.add_column(str(value), justify="right")
    grid.add_column(text("collapses"), justify="right")
    for arrival in found.ahead:
        grid.add_row(shown_name(arrival.who), *_shares(arrival, values, words))
    return grid


def _shares(arrival: Arrival, values: list[int], words: Speaker) -> list[str]:
    """The share of each value, and of collapsing on the way."""
    found = [words.percent(arrival.counted[value]) if value in arrival.counted else "–" for value in values]
    return [*found, words.percent(arrival.drops) if arrival.drops else "–"]
