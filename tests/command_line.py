"""The command line without a process of its own; its commands are built once in each process, which takes longer than most of them."""

from functools import cache
from typing import Any
from unittest.mock import patch

import typer.testing
from typer.main import get_command
from typer.testing import Result

__all__ = ["CliRunner", "Result"]

_built = cache(get_command)


class CliRunner(typer.testing.CliRunner):
    """Typer's runner, which builds all commands again for each run."""

    def invoke(self, app: typer.Typer, *given: Any, **more: Any) -> Result:
        with patch.object(typer.testing, "_get_command", _built):
            return super().invoke(app, *given, **more)
