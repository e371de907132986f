"""Outcomes and odds as text: what `print` shows of them is what the command line prints, without colours."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from surefoot.cli.show import Show
from surefoot.draw.chances import drawn
from surefoot.draw.terminal import terminal
from surefoot.forecast.odds import Odds
from surefoot.language.speaker import text
from surefoot.referee.referee import ruleset_of
from surefoot.referee.verdict import Outcome
from surefoot.table.table import Table

WIDTH = 100


def text_of(value: object) -> str:
    """The text of an outcome or of odds."""
    out = StringIO()
    plain = Console(file=out, width=WIDTH, color_system=None, highlight=False, markup=False, emoji=False)
    if isinstance(value, Outcome):
        # Tests without dice were only looked at.
        ahead = any(test.rolled is None for test in value.tests)
        _show(plain, value.before or value.run.table).outcome(value, 0, preview=ahead)
    elif isinstance(value, Odds):
        chart = drawn(value, title=text("Outcomes"))
        _show(plain, value.before).part(terminal(chart, WIDTH, fine=True))
    else:
        raise TypeError(f"there is no text of {type(value).__name__}")
    return out.getvalue().strip("\n")


def _show(console: Console, table: Table) -> Show:
    return Show(console, ruleset_of(table).catalogue, table.unit)
