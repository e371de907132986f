"""Scenarios of the tiny ruleset, and the command line run on them without a process of its own."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

from tests.command_line import CliRunner

from surefoot.cli.app import app

TABLE = """
    name: A walk in the yard
    ruleset: tiny
    board: [24, 24]
    models:
      ana: {base: 25.4, at: [3, 3], side: red, profile: {M: 5000000}}
      bo: {base: 25.4, at: [8, 3], side: blue, profile: {M: 5000000}}
      cy: {base: 25.4, at: [8, 5], side: blue, profile: {M: 5000000}}
    units: {squad: {models: [bo, cy], side: blue}}
"""
WALK = "{who: ana, action: walk, path: [[6, 3], [6, 4]]}"
FAR = "{who: ana, action: walk, path: [[3, 20]]}"
LEAP = "{who: ana, action: leap, run-up: true, path: [[5, 3]]}"
DASH = "{who: ana, action: dash, path: [[3, 10]]}"
SPRINT = "{who: ana, action: sprint, path: [[3, 8]]}"


def scenario(folder: Path, *declare: str, more: str = "") -> str:
    """A file that declares something."""
    path = folder / "yard.yaml"
    lines = "".join(f"  - {each}\n" for each in declare)
    path.write_text(f"{dedent(TABLE).lstrip()}{more}declare:\n{lines or '  []'}\n", encoding="utf-8")
    return str(path)


class Ended:
    """How a command ended: its exit code, what it printed, what it said."""

    def __init__(self, *arguments: str, piped: str | bytes | None = None, width: int = 80) -> None:
        environment: dict[str, Any] = {"COLUMNS": str(width), "NO_COLOR": None, "FORCE_COLOR": None}
        result = CliRunner().invoke(app, list(arguments), input=piped, env=environment)
        self.code, self.out, self.said = result.exit_code, result.stdout, result.stderr
        self.error = result.exception if not isinstance(result.exception, SystemExit) else None

    @property
    def lines(self) -> list[str]:
        """What was printed, line by line."""
        return self.out.splitlines()
