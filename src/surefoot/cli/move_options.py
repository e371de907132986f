"""Options and small parts that reach, route, threat and venture share."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from surefoot.cli import complete
from surefoot.cli.exits import tell
from surefoot.dice.planner import MOST_PLANNED
from surefoot.language import Notation, Quantity, Quoted, Sentence, say
from surefoot.language.speaker import text

if TYPE_CHECKING:
    from surefoot.files.scenario import Scenario
    from surefoot.geometry.shapes import Region
    from surefoot.language.speaker import Speaker
    from surefoot.table.table import Table

File = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A scenario in YAML or JSON, or a saved game as it stands; - for standard input.",
        autocompletion=complete.files,
    ),
]
Who = Annotated[str, typer.Option("--who", metavar="NAME", help="The model or unit that moves. Required.")]
ActionName = Annotated[
    str, typer.Option("--action", metavar="ACTION", help="The action. Default: the first that has a path.")
]
Budget = Annotated[
    float | None,
    typer.Option("--budget", metavar="N", min=0.0, help="Movement, instead of the action's own allowance."),
]
Without = Annotated[
    list[str] | None,
    typer.Option("--without", metavar="TAG", help="Avoid terrain with this tag or id. Repeat it for more."),
]
Output = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="Draw it to an .svg or .png file; - for SVG."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
Dark = Annotated[bool, typer.Option("--dark", help="Light on dark.")]
OnWhat = Annotated[
    str, typer.Option("--on", metavar="ID", help="The level to end on, if there are several at that place.")
]
Actions = Annotated[
    int,
    typer.Option("--actions", metavar="N", min=1, max=MOST_PLANNED, help="The number of actions in a row."),
]
Safe = Annotated[bool, typer.Option("--safe", help="Change levels only where no test is needed.")]
Extra = Annotated[
    float,
    typer.Option("--extra", metavar="N", help="Added to the allowance: a roll such as the D3 of a charge."),
]
Step = Annotated[float, typer.Option("--step", metavar="N", min=0.1, help="The distance between contours.")]

# The signs of areas.
_AREAS = {"inch": "in²", "metre": "m²"}


def asked(file: str, typed: str, action: str) -> tuple[Scenario, str, str]:
    """The scenario, the model or unit, and the action to search with; warns if pre-measuring is not allowed."""
    from surefoot.answers.movement import action_of, measuring

    laid = _laid(file)
    who = one_of(laid.table, typed)
    named = action_of(laid.table, who, action)
    forbidden = measuring(laid.table, who)
    if forbidden:
        # The command is for study, not for play: it warns and answers.
        tell(forbidden)
    return laid, who, named


def one_of(table: Table, typed: str) -> str:
    """The id of the model or unit that was typed as it is shown; the same text if there is none."""
    from surefoot.answers.questions import known_name
    from surefoot.table.words import written

    who = written(typed, (*table.models, *table.units)) or typed
    known_name(table, who)
    return who


def avoided(table: Table, without: list[str] | None) -> tuple[str, ...]:
    """The tags and ids to avoid; refuses one that nothing on this table and no rule has."""
    from surefoot.language.speaker import Speaker
    from surefoot.referee.referee import ruleset_of
    from surefoot.table.words import suggested

    vocabulary = ruleset_of(table).vocabulary
    tags = (word.name for word in vocabulary.tags) if vocabulary is not None else ()
    known = dict.fromkeys(
        (*table.pieces, *(tag for each in table.pieces.values() for tag in each.tags), *tags)
    )
    for name in without or ():
        # A way between levels is named by its kind and its piece: jump gantry.
        if name not in known and name.partition(" ")[2] not in known:
            says = suggested(say("There is no terrain and no tag {name}", name=Quoted(name)), name, known)
            raise typer.BadParameter(Speaker()(says), param_hint="--without")
    return tuple(without or ())


def _laid(file: str) -> Scenario:
    """A scenario as it begins, or a saved game as it stands now."""
    from surefoot.cli.input import game_file, is_game, read_scenario

    if not is_game(file):
        return read_scenario(file)
    from surefoot.files.game import open_game
    from surefoot.files.scenario import Scenario

    with game_file(file) as log:
        now = open_game(log, lambda notice: tell(notice.shown())).now
    return Scenario(now, (), [], file, file)


def point(typed: str) -> tuple[float, float]:
    """A typed place: X,Y."""
    try:
        x, y = (float(part) for part in typed.split(","))
    except ValueError:
        says = text("{place} isn't a place: write X,Y", place=Quoted(typed))
        raise typer.BadParameter(says, param_hint="--to") from None
    return x, y


def area(region: Region, unit: str) -> Quantity:
    """The area of a region, in square units of the table."""
    from surefoot.geometry.kernel import signed_area

    size = abs(sum(signed_area(ring) for ring in region.rings))
    return Quantity(round(size, 1), _AREAS.get(unit, ""))


def action_title(table: Table, action: str) -> Sentence:
    """The title of an action."""
    from surefoot.language.sentence import sentence
    from surefoot.referee.referee import ruleset_of

    return sentence(ruleset_of(table).actions[action].title)


class Lines:
    """Prints sentences about a table, one on each line."""

    def __init__(self, words: Speaker) -> None:
        self.words = words

    def line(self, says: Sentence) -> None:
        """Print a sentence."""
        sys.stdout.write(f"{self.words(says)}\n")

    def item(self, says: Sentence) -> None:
        """Print a sentence, indented."""
        sys.stdout.write(f"  {self.words(says)}\n")

    def draw_with(self, file: str) -> None:
        """Print how to draw the answer."""
        self.item(say("Draw it with -o {file}", file=Notation(file)))
