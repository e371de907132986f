"""`surefoot feat`: the test and the odds of one feat of one character."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from surefoot.answers.characters.feat_tables import FEATS, Asked
from surefoot.cli.exits import ExitCode, handled
from surefoot.language.speaker import text, text_count
from surefoot.records import dataclass

if TYPE_CHECKING:
    from surefoot.answers.characters.feats import Degree
    from surefoot.files.scenario import Scenario
    from surefoot.referee.verdict import Outcome

EXAMPLES = (
    "feat leap 4.5 --who 'S 42 T 35 Ag 41' --run-up 8",
    "feat leap 4 --deep 12 --gravity low",
    "feat climb 6 --face sheer --who 'S 42 Athletics trained'",
    "feat jump 5 --who 'Ag 41'",
    "feat jump 3.4 --up --run-up 4",
    "feat swim 2 --rough --who 'S 42 armour'",
    "feat lift 150 --who 'S 42 T 35' --dice 15",
    "feat throw 20 --wall 6 --seed 7",
)


def profile(typed: str) -> dict[str, Any]:
    """A typed character: names with values, and names alone for switches.

    >>> profile("vex: S 42, Ag 41 Athletics trained armour")
    {'name': 'vex', 'S': 42, 'Ag': 41, 'Athletics': 'trained', 'armour': True}
    """
    found: dict[str, Any] = {}
    name, colon, rest = typed.partition(":")
    if colon:
        found["name"] = name.strip()
    words = (rest if colon else typed).replace(",", " ").replace("=", " ").split()
    while words:
        key = words.pop(0)
        following = words[0] if words else ""
        if _number(following) is not None:
            found[key] = _number(words.pop(0))
        elif key in WORDY and following:
            found[key] = words.pop(0)
        else:
            found[key] = True
    return found


# Fields of a character that are followed by a word.
WORDY = ("Athletics", "abseil_gear", "stand_cost")


def _number(text: str) -> int | float | None:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        value = float(text)
    except ValueError:
        return None
    return value if value == value and abs(value) < float("inf") else None  # noqa: PLR0124  # not a number


@handled
def feat(
    name: Annotated[str, typer.Argument(metavar="FEAT", help=f"The feat: {', '.join(FEATS)}.")],
    amount: Annotated[
        float,
        typer.Argument(
            metavar="AMOUNT", help="Metres to leap, climb, jump or swim; kilograms to lift, push or throw."
        ),
    ],
    who: Annotated[
        str,
        typer.Option(
            "--who", "-w", metavar="TEXT", help="The character: 'vex: S 42 T 35 Ag 41 fatigue 2 load 50'."
        ),
    ] = "",
    run_up: Annotated[float, typer.Option(metavar="M", min=0, max=40, help="Metres of run-up.")] = 0.0,
    deep: Annotated[
        float, typer.Option(metavar="M", min=0, help="Depth of the gap under a leap, in metres.")
    ] = 0.0,
    face: Annotated[str, typer.Option(metavar="KIND", help="Kind of climb: simple or sheer.")] = "simple",
    up: Annotated[bool, typer.Option("--up", help="Jump up to a ledge of that height, not down.")] = False,
    distracted: Annotated[
        bool, typer.Option("--distracted", help="Climb while hurried or under fire.")
    ] = False,
    rough: Annotated[bool, typer.Option("--rough", help="Swim in rough water; push over rubble.")] = False,
    wall: Annotated[
        float, typer.Option(metavar="M", min=0, help="Distance to a wall ahead, in metres.")
    ] = 0.0,
    at_target: Annotated[bool, typer.Option("--at-target", help="Throw at a target.")] = False,
    gravity: Annotated[
        str, typer.Option(metavar="KIND", help="Gravity: normal, low, high or zero.")
    ] = "normal",
    dice: Annotated[str, typer.Option(metavar="FACES", help="Use these rolls: 41 or 41,5.")] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="Roll with this seed.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Show the test for a feat, and the odds of each result.

    Without dice, nothing is rolled: you see every number of degrees, its probability and its effect. With --dice or --seed
    the feat is rolled and its outcome shown.
    """
    if dice and seed is not None:
        raise typer.BadParameter(text("Use --dice or --seed, not both"))
    from surefoot.answers.characters.feats import feat_data, tried
    from surefoot.cli.json_output import print_json
    from surefoot.cli.typed_dice import given_dice

    options = {"gravity": gravity}
    asked = Asked(amount, profile(who), run_up, deep, face, up, distracted, rough, wall, at_target, options)
    done = tried(name, asked, given_dice(dice), seed)
    if as_json:
        print_json(feat_data(done))
    else:
        _in_words(done.laid, done.judged, done.made, done.degrees)
    if done.judged.verdict == "illegal":
        return ExitCode.ILLEGAL
    waits = done.made is not None and done.made.run.unanswered is not None
    return ExitCode.ANSWER_NEEDED if waits else ExitCode.OK


@dataclass(frozen=True)
class Span:
    """Neighbouring results with the same effect: the best and the worst of them, and their probability."""

    best: int | None
    worst: int | None
    chance: Fraction
    means: tuple[tuple[str, Fraction], ...]

    @property
    def words(self) -> str:
        """The results for people.

        >>> Span(-1, -7, Fraction(3, 5), ()).words
        '1 to 7 degrees of failure'
        """
        if self.best is None or self.worst is None:
            return text("no test")
        low, high = sorted((abs(self.best), abs(self.worst)))
        if self.best > 0:
            if low == high:
                return text_count("{n} degree of success", "{n} degrees of success", low)
            return text("{low} to {high} degrees of success", low=low, high=high)
        if low == high:
            return text_count("{n} degree of failure", "{n} degrees of failure", low)
        return text("{low} to {high} degrees of failure", low=low, high=high)


def spans(degrees: list[Degree]) -> list[Span]:
    """Neighbouring results with the same effect, joined."""
    found: list[Span] = []
    for each in degrees:
        shares = tuple((what, share / each.chance) for what, share in each.means)
        last = found[-1] if found else None
        if last is not None and last.means == shares and ((last.best or 0) > 0) == ((each.reading or 0) > 0):
            found[-1] = Span(last.best, each.reading, last.chance + each.chance, shares)
        else:
            found.append(Span(each.reading, each.reading, each.chance, shares))
    return found


def _in_words(laid: Scenario, judged: Outcome, made: Outcome | None, degrees: list[Degree]) -> None:
    from rich.table import Table as Grid

    from surefoot.cli.show import Show, console
    from surefoot.referee.referee import ruleset_of
    from surefoot.referee.speaking import speaker

    if made is not None or not degrees:
        rules = ruleset_of(laid.table)
        show = Show(console(), rules.catalogue, rules.unit)
        show.outcome(made or judged, 0, preview=made is None)
        return
    out = console()
    words = speaker(laid.table)
    for test in judged.tests[:1]:
        needs = f": {words(test.needs)}" if test.needs else ""
        out.print(f"{words(test.label)}{needs}", style="bold")
        for modifier in test.modifiers:
            out.print(f"  {modifier.value:+d} {words(modifier.says)}")
        for aim in test.aims:
            out.print(f"  {words(aim.what)}: {words(aim.needs)}, {words.percent(aim.odds)}")
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    grid.add_column(text("result"))
    grid.add_column(text("chance"), justify="right")
    grid.add_column(text("effect"))
    for each in spans(degrees):
        means = "\n".join(
            what if len(each.means) == 1 else f"{words.percent(share)}: {what}" for what, share in each.means
        )
        grid.add_row(each.words, words.percent(each.chance), means)
    out.print(grid)
    out.print(text("Rules"), style="dim")
    for clause in judged.clauses:
        out.print(f"  {words.rule(clause)}", style="dim")
