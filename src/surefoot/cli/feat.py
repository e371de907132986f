"""One character and one feat, as it is typed and as it is told."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from surefoot.answers.feat_tables import FEATS, Asked
from surefoot.cli.exits import ExitCode, handled

if TYPE_CHECKING:
    from surefoot.answers.feats import Degree
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


def profile(text: str) -> dict[str, Any]:
    """A character as it is typed: names with values, and bare names for what is simply so.

    >>> profile("vex: S 42, Ag 41 Athletics trained armour")
    {'name': 'vex', 'S': 42, 'Ag': 41, 'Athletics': 'trained', 'armour': True}
    """
    found: dict[str, Any] = {}
    name, colon, rest = text.partition(":")
    if colon:
        found["name"] = name.strip()
    words = (rest if colon else text).replace(",", " ").replace("=", " ").split()
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
    name: Annotated[str, typer.Argument(metavar="FEAT", help=f"One of {', '.join(FEATS)}.")],
    amount: Annotated[
        float, typer.Argument(metavar="AMOUNT", help="Metres, or kilograms to lift, push or throw.")
    ],
    who: Annotated[
        str,
        typer.Option(
            "--who", "-w", metavar="TEXT", help="The character: 'vex: S 42 T 35 Ag 41 fatigue 2 load 50'."
        ),
    ] = "",
    run_up: Annotated[float, typer.Option(metavar="M", min=0, max=40, help="Metres of run-up.")] = 0.0,
    deep: Annotated[float, typer.Option(metavar="M", min=0, help="How deep the gap under a leap is.")] = 0.0,
    face: Annotated[str, typer.Option(metavar="KIND", help="What is climbed: simple or sheer.")] = "simple",
    up: Annotated[
        bool, typer.Option("--up", help="Jump up to a ledge of that height instead of down.")
    ] = False,
    distracted: Annotated[bool, typer.Option("--distracted", help="Climb in a hurry or under fire.")] = False,
    rough: Annotated[
        bool, typer.Option("--rough", help="Rough water to swim in, rubble to push over.")
    ] = False,
    wall: Annotated[
        float, typer.Option(metavar="M", min=0, help="Metres to a wall that a throw may hit.")
    ] = 0.0,
    at_target: Annotated[bool, typer.Option("--at-target", help="Throw at somebody.")] = False,
    gravity: Annotated[str, typer.Option(metavar="KIND", help="normal, low, high or zero.")] = "normal",
    dice: Annotated[str, typer.Option(metavar="FACES", help="Dice that were rolled: 41 or 41,5.")] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="Roll the dice from this seed.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Say what a feat of a character needs, and how likely it is.

    Each degree is told with what it means. Without dice nothing is rolled. With --dice or --seed it is done, and told.
    """
    if dice and seed is not None:
        raise typer.BadParameter("give either --dice or --seed, not both")
    from surefoot.answers.feats import feat_data, tried
    from surefoot.cli.state import print_json

    options = {"gravity": gravity}
    asked = Asked(amount, profile(who), run_up, deep, face, up, distracted, rough, wall, at_target, options)
    done = tried(name, asked, rolled(dice), seed)
    if as_json:
        print_json(feat_data(done))
    else:
        _in_words(done.laid, done.judged, done.made, done.degrees)
    if done.judged.verdict == "illegal":
        return ExitCode.ILLEGAL
    waits = done.made is not None and done.made.run.unanswered is not None
    return ExitCode.ANSWER_NEEDED if waits else ExitCode.OK


def rolled(dice: str) -> list[Any]:
    """Dice that were typed."""
    from surefoot.cli import answers

    try:
        return answers.typed_dice(dice) if dice else []
    except answers.NoDice as wrong:
        raise typer.BadParameter(str(wrong), param_hint="--dice") from None


@dataclass(frozen=True)
class Span:
    """Results next to each other that mean the same: from the best to the worst of them, and their chance."""

    best: int | None
    worst: int | None
    chance: Fraction
    means: tuple[tuple[str, Fraction], ...]

    @property
    def words(self) -> str:
        """The results in words.

        >>> Span(-1, -7, Fraction(3, 5), ()).words
        '1 to 7 degrees of failure'
        """
        if self.best is None or self.worst is None:
            return "no test"
        what = "success" if self.best > 0 else "failure"
        low, high = sorted((abs(self.best), abs(self.worst)))
        if low != high:
            return f"{low} to {high} degrees of {what}"
        return f"{low} degree{'s' if low > 1 else ''} of {what}"


def spans(degrees: list[Degree]) -> list[Span]:
    """Results that mean the same, together."""
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
    from surefoot.draw.numbers import chance
    from surefoot.referee.referee import ruleset_of

    if made is not None or not degrees:
        rules = ruleset_of(laid.table)
        show = Show(console(), rules.catalogue, rules.unit)
        show.outcome(made or judged, 0, preview=made is None)
        return
    out = console()
    for test in judged.tests[:1]:
        out.print(f"{test.what}: {test.needs}" if test.needs else test.what, style="bold")
        for modifier in test.modifiers:
            out.print(f"  {modifier.value:+d} {modifier.says}  ({modifier.clause})")
        for aim in test.aims:
            out.print(f"  {aim.what}: {aim.needs}, {chance(aim.odds)}")
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    grid.add_column("result")
    grid.add_column("chance", justify="right")
    grid.add_column("what it means")
    for each in spans(degrees):
        means = "\n".join(
            what if len(each.means) == 1 else f"{chance(share)}: {what}" for what, share in each.means
        )
        grid.add_row(each.words, chance(each.chance), means)
    out.print(grid)
    out.print("because of " + ", ".join(judged.clauses), style="dim")
