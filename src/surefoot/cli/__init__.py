"""The command line: it calls the referee and shows its answers, and holds no rules itself."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from typer import Typer


def main() -> None:
    """Run the command that was typed."""
    _never_fail_to_write(sys.stdout)
    _never_fail_to_write(sys.stderr)
    from typer.main import get_command

    from surefoot.cli.app import app
    from surefoot.cli.plain_options import take_as_they_are
    from surefoot.cli.translated import translate
    from surefoot.collecting import collect_rarely

    collect_rarely()
    _build_only(app, sys.argv[1:2])
    command = get_command(app)
    translate(command)
    take_as_they_are()
    command(prog_name="surefoot")


def _build_only(app: Typer, words: list[str]) -> None:
    """Leave out the other commands if the first word names one: reading the options of all takes longer than a check."""
    named = [each for each in app.registered_commands if [each.name] == words]
    # A shell that asks for completions needs all of them.
    if named and "_SUREFOOT_COMPLETE" not in os.environ:
        app.registered_commands = named


def _never_fail_to_write(stream: TextIO) -> None:
    """Replace characters that the terminal can't show, instead of raising an error."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
