"""`surefoot puzzle`: puzzles about movement, made from seeds."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import Annotated

import typer

from surefoot.cli import complete
from surefoot.cli.exits import ExitCode, handled
from surefoot.language import Either, Notation
from surefoot.language.speaker import text

EXAMPLES = (
    "puzzle --ruleset necromunda-classic",
    "puzzle --ruleset gemini-arap --seed 7",
    "puzzle --ruleset wh40k-10e --seed 7 --json",
)


@handled
def puzzle(
    ruleset: Annotated[
        str,
        typer.Option("--ruleset", metavar="RULESET", help="The ruleset.", autocompletion=complete.rulesets),
    ] = "",
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, help="The number of the puzzle. Default: that of today."),
    ] = None,
    answer: Annotated[bool, typer.Option("--answer", help="Show the answer without asking for it.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Solve a puzzle about movement: today's, or any by its seed.

    One of the offered plans does what is asked, and no other. The exit code is 1 after a wrong answer.
    """
    from surefoot.cli.json_output import print_json
    from surefoot.cli.show import console, fine
    from surefoot.cli.terminal.prompt import Left, Prompt
    from surefoot.draw.compose import picture
    from surefoot.draw.terminal import terminal
    from surefoot.referee.protocol import installed
    from surefoot.training.puzzles.making import puzzle as made_puzzle
    from surefoot.training.puzzles.telling import LETTERS, puzzle_data, seed_of

    if ruleset not in installed():
        says = text("Name the ruleset: {names}", names=Either(tuple(Notation(each) for each in installed())))
        raise typer.BadParameter(says, param_hint="--ruleset")
    number = seed_of(datetime.now().astimezone().date()) if seed is None else seed
    made = made_puzzle(ruleset, number)
    data = puzzle_data(made)
    if as_json:
        print_json(data)
        return ExitCode.OK
    out = console()
    stars = "★" * data["rating"] if fine(out) else "*" * data["rating"]
    out.print(text("Puzzle {seed}", seed=Notation(str(data["seed"]))) + f"  {stars}", style="bold")
    if sys.stdout.isatty():
        out.print(terminal(picture(made.table), out.width, fine=fine(out)), soft_wrap=True)
    for line in data["facts"]:
        out.print(line, style="dim")
    for goal in data["goals"]:
        place = Notation(", ".join(f"{value:g}" for value in goal["spot"]))
        out.print(text("Flag at {place}", place=place))
    asked = data["question"]
    out.print(asked["says"], style="bold")
    for letter, choice in zip(LETTERS, asked["choices"], strict=False):
        out.print(f"  {letter}  {choice['says']}")
        # The picture has no letters: the coordinates say which one it is.
        if choice["places"] and choice["places"] not in choice["says"]:
            out.print(f"     {choice['places']}", style="dim")
    right = LETTERS[asked["right"]]
    given = right
    if not answer:
        prompt = Prompt()
        letters = LETTERS[: len(asked["choices"])]
        try:
            given = prompt.line(">").upper()
            while given not in letters or len(given) != 1:
                prompt.say(text("Type one of the letters {letters}.", letters=Notation(", ".join(letters))))
                given = prompt.line(">").upper()
        except Left:
            return ExitCode.OK
    good = given == right
    says = text("Correct.") if good else text("Wrong. The answer is: {answer}", answer=Notation(right))
    out.print(
        says if not answer else text("It is: {answer}", answer=Notation(right)),
        style="green" if good else "red",
    )
    for letter, choice in zip(LETTERS, asked["choices"], strict=False):
        out.print(f"  {letter}  {choice['because']}")
    return ExitCode.OK if good else ExitCode.FAILURE
