"""The command line: it calls the referee and shows its answers, and holds no rules itself."""

from __future__ import annotations

import os
import sys
from inspect import getdoc
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
    """Leave out what is not asked for, as reading the options of all commands takes longer than a check.

    If the first word names a command, the others are left out. The list of commands shows what each does, and no options.
    """
    # A shell that asks for completions needs all of them.
    if "_SUREFOOT_COMPLETE" in os.environ:
        return
    named = [each for each in app.registered_commands if [each.name] == words]
    if named:
        app.registered_commands = named
    elif words in ([], ["-h"], ["--help"], ["--version"]):
        for each in (app, *(group.typer_instance for group in app.registered_groups)):
            for info in each.registered_commands if each is not None else ():
                info.help = info.help or getdoc(info.callback)
                info.callback = _listed


def _listed() -> None:
    """Stand in for a command in the list of all: it has no options, and is never called."""


def _never_fail_to_write(stream: TextIO) -> None:
    """Replace characters that the terminal can't show, instead of raising an error."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
