"""`surefoot travel`: the tests of a journey, and the odds of Fatigue."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from surefoot.cli import complete
from surefoot.cli.commands.feat import profile
from surefoot.cli.exits import ExitCode, handled
from surefoot.language import Field, Notation, Quantity, Quoted, Sentence, Term, Who, say
from surefoot.language.sentence import sentence
from surefoot.language.speaker import Speaker, text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

    from surefoot.answers.characters.journeys import Arrival
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
GROUND = {"difficult": say("difficult ground"), "dark": say("in Darkness")}
# The amounts of a leg and their signs.
SIGNS = {"hours": "h", "minutes": "min", "km": "km"}
REST = "rest"
FACTOR = re.compile(r"x(\d+(?:\.\d+)?)")


def leg(typed: str) -> dict[str, Any]:
    """A typed leg: its time or distance, its pace and its ground.

    >>> leg("12km difficult hurry")
    {'km': 12.0, 'difficult': True, 'pace': 'hurry'}
    >>> leg("rest 8h")
    {'rest': True, 'hours': 8.0}
    """
    found: dict[str, Any] = {}
    for word in typed.split():
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
            words = ", ".join((*PACES, *SWITCHES, REST, "x1.5"))
            says = text(
                "{word} isn't part of a leg: write 3h, 20min or 12km, and any of: {words}",
                word=Quoted(word),
                words=Notation(words),
            )
            raise typer.BadParameter(says, param_hint="--leg")
    return found


@handled
def travel(
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
        typer.Option(
            "--who", "-w", metavar="TEXT", help="A traveller: 'vex: Ag 41 T 35 WP 33'. Repeat it for a party."
        ),
    ] = None,
    legs: Annotated[
        list[str] | None,
        typer.Option(
            "--leg",
            "-l",
            metavar="TEXT",
            help="A leg: '16h', '12km difficult hurry', 'rest 8h'. Repeat it for more.",
        ),
    ] = None,
    own_pace: Annotated[
        bool, typer.Option("--own-pace", help="Each traveller keeps their own pace.")
    ] = False,
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
    """Show the tests of a journey and the odds of Fatigue.

    A party travels at the pace of its slowest member. Without dice, nothing is rolled; with --dice or --seed the journey
    is rolled and its outcome shown.
    """
    if dice and seed is not None:
        raise typer.BadParameter(text("Use --dice or --seed, not both"))
    from surefoot.answers.characters.journeys import travel_data, travelled
    from surefoot.cli.json_output import print_json
    from surefoot.cli.typed_dice import given_dice

    laid = _laid(file, who or [], [leg(each) for each in legs or []], own_pace=own_pace)
    if not laid.declarations:
        raise typer.BadParameter(text("Give at least one leg: --leg 16h"), param_hint="--leg")
    given = given_dice(dice)
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
    """The party and its journey, from a file or as typed."""
    from surefoot.answers.characters.journeys import on_the_road, party_of
    from surefoot.cli.input import read_scenario

    if not file:
        return party_of([profile(text) for text in who] or [{}], legs, own_pace=own_pace)
    if who:
        raise typer.BadParameter(
            text("Give the party in the file or with --who, not both"), param_hint="--who"
        )
    laid = read_scenario(file)
    return on_the_road(laid, legs, own_pace=own_pace) if legs else laid


def _drawn(name: str, ahead: list[Arrival], output: str) -> None:
    from surefoot.cli.commands.draw import drawable, written
    from surefoot.draw.picture import Bar, Picture

    drawable(output)
    bars = tuple(
        Bar(
            text("{who}: Fatigue {levels}", who=Who(each.who), levels=levels),
            float(share),
            Speaker().percent(share),
        )
        for each in ahead
        for levels, share in each.fatigue.items()
    )
    written(
        Picture(
            (0.0, 0.0, 1.0, 1.0), "", text("{name} · Fatigue on arrival", name=Notation(name)), bars=bars
        ),
        output,
        720,
        dark=False,
    )


def _in_words(laid: Scenario, told: list[Outcome], ahead: list[Arrival], *, preview: bool) -> None:
    from rich.table import Table as Grid

    from surefoot.cli.show import Show, console
    from surefoot.referee.referee import ruleset_of
    from surefoot.referee.speaking import speaker

    out = console()
    if told[-1].verdict == "illegal":
        rules = ruleset_of(laid.table)
        Show(out, rules.catalogue, rules.unit).outcome(told[-1], len(told), preview=preview)
        return
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    grid.add_column(text("time"), justify="right")
    grid.add_column(text("leg"))
    grid.add_column(text("distance"), justify="right")
    grid.add_column(text("tests"))
    grid.add_column("")
    for each in told:
        tests = [_test(test, speaker(laid.table), preview=preview) for test in each.tests] or [("", "")]
        first, *more = tests
        grid.add_row(_clock(each), _what(each), _way(each), *first)
        for test in more:
            grid.add_row("", "", "", *test)
    out.print(grid)
    if not preview:
        _worn(out, told[-1])
    if ahead:
        out.print("", _odds_grid(ahead))


def _clock(result: Outcome) -> str:
    """The time at the end of a declaration."""
    minutes = result.run.table.clock.minutes
    days, hours = divmod(minutes // 60, 24)
    return f"{f'{days} d ' if days else ''}{hours} h {minutes % 60:02d}"


def _what(result: Outcome) -> str:
    """A declaration in short: its action, and the time or distance, pace and ground of its legs."""
    from fractions import Fraction

    from surefoot.referee.speaking import speaker
    from surefoot.table.record import Record

    details = result.declaration.details
    given = details.get("legs")
    legs = [each for each in given if isinstance(each, Record)] if isinstance(given, tuple) else [details]
    words, said = speaker(result.run.table), []
    for each in legs:
        parts: list[Quantity | Term | Sentence] = [
            Quantity(Fraction(str(each[name])), sign) for name, sign in SIGNS.items() if name in each
        ]
        parts += [Term(str(each["pace"]))] if "pace" in each else []
        parts += [GROUND[name] for name in SWITCHES if each.get(name) is True]
        said.append(", ".join(words(say("{part}", part=part)) for part in parts))
    return f"{words.term(result.declaration.action)}: {'; '.join(said)}"


def _way(result: Outcome) -> str:
    """The distance of the party: the shortest of its members."""
    covered: dict[str, int] = {}
    for event in result.events:
        if event.what in TRAVELS:
            covered[event.who] = covered.get(event.who, 0) + int(dict(event.details).get("metres", 0))
    return f"{min(covered.values()) / 1000:g} km" if covered else ""


# Events with a distance travelled.
TRAVELS = ("travels", "swims")


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


def _worn(out: Console, last: Outcome) -> None:
    """Print the Fatigue and statuses of each traveller at the end."""
    from surefoot.referee.speaking import speaker

    words = speaker(last.run.table)
    models = last.run.table.models
    for name in last.declaration.who:
        if name in models:
            model = models[name]
            state: tuple[Field, ...] = (
                say("Fatigue {levels}", levels=model.counted("fatigue")),
                *(Term(status) for status in model.statuses),
            )
            out.print(words(say("{who}: {state}", who=Who(name), state=state)))


def _odds_grid(ahead: list[Arrival]) -> Grid:
    from rich.table import Table as Grid

    from surefoot.cli.show import shown_name

    grid, words = Grid(box=None, pad_edge=False, header_style="bold"), Speaker()
    levels = sorted(dict.fromkeys(level for arrival in ahead for level in arrival.fatigue))
    grid.add_column(text("Fatigue on arrival"))
    for level in levels:
        grid.add_column(str(level), justify="right")
    grid.add_column(text("collapses"), justify="right")
    for arrival in ahead:
        shares = [
            words.percent(arrival.fatigue[level]) if level in arrival.fatigue else "–" for level in levels
        ]
        grid.add_row(shown_name(arrival.who), *shares, words.percent(arrival.drops) if arrival.drops else "–")
    return grid
