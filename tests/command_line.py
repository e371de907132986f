"""The command line without a process of its own; its commands are built once in each process, which takes longer than most of them."""

from functools import cache
from typing import Any
from unittest.mock import patch

import typer.testing
from typer.main import get_command
from typer.testing import Result

from surefoot.cli.calculator import CalculatorCommand

__all__ = ["CliRunner", "Result"]

_built = cache(get_command)


class CliRunner(typer.testing.CliRunner):
    """Typer's runner, which builds all commands again for each run."""

    def invoke(self, app: typer.Typer, args: Any = (), **more: Any) -> Result:
        words = args.split() if isinstance(args, str) else args
        named = getattr(_built(app), "commands", {}).get(words[0]) if words else None
        # A calculator takes on the options of the ruleset that is named.
        build = get_command if isinstance(named, CalculatorCommand) else _built
        with patch.object(typer.testing, "_get_command", build):
            return super().invoke(app, args, **more)
