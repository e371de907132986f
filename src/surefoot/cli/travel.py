"""A party on the road: leg after leg, the tests that fall due, and the exact odds of arriving with how much Fatigue.

Nothing here knows a rule: what is typed becomes journeys and rests, and the ruleset is asked.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from surefoot.cli import complete
from surefoot.cli.exits import ExitCode, handled
from surefoot.cli.feat import profile, responder, ruleset

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console
    from rich.table import Table as Grid

    from surefoot.files.scenario import Scenario
    from surefoot.referee.protocol import Declaration
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


def plan(legs: list[str], party: list[str], *, own_pace: bool) -> list[dict[str, Any]]:
    """Typed legs as declarations: legs between two rests are one journey."""
    found: list[dict[str, Any]] = []
    for each in map(leg, legs):
        if each.pop(REST, False):
            found.append({"who": party, "action": REST, **each})
        elif found and found[-1]["action"] == "journey":
            found[-1]["legs"].append(each)
        else:
            found.append({"who": party, "action": "journey", "own_pace": own_pace, "legs": [each]})
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
    laid = _laid(file, who or [], legs or [], own_pace=own_pace)
    if not laid.declarations:
        raise typer.BadParameter("say where the way leads: --leg 16h", param_hint="--leg")
    rolled = bool(dice) or seed is not None
    told = _made(laid, dice, seed) if rolled else _foreseen(laid)
    ahead = [] if rolled or told[-1].verdict == "illegal" else arrivals(laid)
    if output and ahead:
        _drawn(laid.name, ahead, output)
    elif as_json:
        _as_json(laid, told, ahead)
    else:
        _in_words(laid, told, ahead, preview=not rolled)
    if any(each.verdict == "illegal" for each in told):
        return ExitCode.ILLEGAL
    waits = any(each.run.unanswered is not None for each in told)
    return ExitCode.ANSWER_NEEDED if waits else ExitCode.OK


def _laid(file: str, who: list[str], legs: list[str], *, own_pace: bool) -> Scenario:
    """The party on the road, from a file or as it was typed."""
    from surefoot.cli.run import read_scenario
    from surefoot.files import scenario

    if file:
        if who:
            raise typer.BadParameter("name the party in the file or with --who, not both", param_hint="--who")
        laid = read_scenario(file)
        if not legs:
            return laid
        text = {
            "ruleset": laid.table.ruleset,
            "declare": plan(legs, list(laid.table.models), own_pace=own_pace),
        }
        strangers: dict[str, dict[str, int]] = {name: {} for name in laid.table.models}
        typed = scenario.loads(json.dumps({**text, "characters": strangers}), "travel")
        return replace(laid, declarations=typed.declarations)
    people = [profile(text) for text in who] or [{}]
    characters: dict[str, dict[str, Any]] = {}
    for number, each in enumerate(people, 1):
        name = str(each.pop("name", f"traveller-{number}" if len(people) > 1 else "traveller"))
        counters = {"fatigue": each.pop("fatigue")} if "fatigue" in each else {}
        characters[name] = {"profile": each, "counters": counters}
    typed_in: dict[str, Any] = {
        "ruleset": ruleset(),
        "name": "On the road",
        "characters": characters,
        "declare": plan(legs, list(characters), own_pace=own_pace),
    }
    return scenario.loads(json.dumps(typed_in), "travel")


def _foreseen(laid: Scenario) -> list[Outcome]:
    """Each declaration judged on the table that the one before it is hoped to leave."""
    from surefoot.referee.referee import check

    found: list[Outcome] = []
    table = laid.table
    for declared in laid.declarations:
        judged = check(table, declared, nearest=False)
        found.append(judged)
        if judged.verdict == "illegal":
            break
        table = judged.run.table
    return found


def _made(laid: Scenario, dice: str, seed: int | None) -> list[Outcome]:
    """Each declaration made, one after another, as the dice fall."""
    from surefoot.referee.referee import move

    found: list[Outcome] = []
    table, answers = laid.table, responder(dice, seed)
    for declared in laid.declarations:
        made = move(table, declared, answers)
        found.append(made)
        if made.verdict == "illegal" or made.run.unanswered is not None:
            break
        table = made.run.table
    return found


@dataclass(frozen=True)
class Arrival:
    """How one traveller ends: the chance of each amount of Fatigue, and of having dropped on the way."""

    who: str
    fatigue: dict[int, Fraction]
    drops: Fraction


def arrivals(laid: Scenario) -> list[Arrival]:
    """The exact odds of everybody, one by one: what befalls one is no other's chance, though all keep one pace."""
    from surefoot.forecast.odds import odds

    party = tuple(dict.fromkeys(name for declared in laid.declarations for name in _people(laid, declared)))
    found = []
    for name in party:
        ahead = odds(laid.table, [_alone(declared, name, party) for declared in laid.declarations])
        fatigue = {int(levels): share for levels, share in ahead.over("fatigue", (name,)).items()}
        drops = sum(
            (way.chance for way in ahead.ways if way.end.after.models[name].is_("unconscious")), Fraction(0)
        )
        found.append(Arrival(name, dict(sorted(fatigue.items())), drops))
    return found


def _people(laid: Scenario, declared: Declaration) -> tuple[str, ...]:
    units = laid.table.units
    return tuple(each for name in declared.who for each in (units[name].models if name in units else (name,)))


def _alone(declared: Declaration, name: str, party: tuple[str, ...]) -> Declaration:
    """A declaration of the party as it concerns one of it."""
    details = declared.details
    if declared.action == "journey":
        details = details.changed(company=party)
    return replace(declared, who=(name,), details=details)


def _as_json(laid: Scenario, told: list[Outcome], ahead: list[Arrival]) -> None:
    from surefoot.cli.state import print_json
    from surefoot.referee.referee import ruleset_of
    from surefoot.referee.verdict import Citer, data

    cite = Citer(ruleset_of(laid.table).catalogue)
    print_json(
        {
            "timeline": [data(each, cite) for each in told],
            "minutes": told[-1].run.table.clock.minutes,
            "arrivals": [
                {
                    "who": each.who,
                    "fatigue": {str(levels): str(share) for levels, share in each.fatigue.items()},
                    "drops": str(each.drops),
                }
                for each in ahead
            ],
        }
    )


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
