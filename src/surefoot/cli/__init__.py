"""The command line: it calls the referee and shows its answers, and holds no rules itself."""

from __future__ import annotations

import sys
from typing import TextIO


def main() -> None:
    """Run the command that was typed."""
    _never_fail_to_write(sys.stdout)
    _never_fail_to_write(sys.stderr)
    from typer.main import get_command

    from surefoot.cli.app import app
    from surefoot.cli.translated import translate

    command = get_command(app)
    translate(command)
    command(prog_name="surefoot")


def _never_fail_to_write(stream: TextIO) -> None:
    """Replace characters that the terminal can't show, instead of raising an error."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
