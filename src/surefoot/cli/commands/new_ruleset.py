"""`surefoot new-ruleset`: begin a ruleset of your own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from surefoot.cli.exits import ExitCode, handled
from surefoot.language import Notation
from surefoot.language.speaker import Speaker, text, text_count

EXAMPLES = ("new-ruleset skirmish", "new-ruleset skirmish ~/games/skirmish")


@handled
def new_ruleset(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the ruleset: skirmish, my-game.")],
    folder: Annotated[
        str, typer.Argument(metavar="FOLDER", help="Where to write it; a new folder of that name.")
    ] = "",
) -> ExitCode:
    """Begin a ruleset of your own.

    Writes a Python package that works at once: actions, prices, a catalogue of clauses, a scenario, a corpus of cases and
    tests. Install it with pip, and it appears in the terminal, on the server and in the browser.
    """
    # The prompt must start quickly: what is heavy is imported where it is needed.
    from surefoot.cli.show import console
    from surefoot.testing import scaffold

    target = Path(folder or name).expanduser()
    try:
        written = scaffold.new_ruleset(name, target)
    except scaffold.CannotMake as problem:
        raise typer.BadParameter(Speaker()(problem.says), param_hint="NAME") from None
    out = console()
    where = Notation(str(target))
    out.print(
        text_count("{n} file in {folder}", "{n} files in {folder}", len(written), folder=where),
        highlight=False,
    )
    out.print(text("Next:"), highlight=False)
    for command in (
        f"pip install -e {target}",
        f"surefoot play {name}-first-steps --terminal",
        f"pytest {target}",
    ):
        out.print(f"  {command}", highlight=False, soft_wrap=True)
    return ExitCode.OK
