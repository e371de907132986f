"""Shows tables and outcomes as pictures in notebooks."""

from __future__ import annotations

from surefoot.draw.compose import picture
from surefoot.draw.svg import svg
from surefoot.referee.verdict import Outcome
from surefoot.table.table import Table

# The method that Jupyter, marimo and others call for a picture of an object.
_METHOD = "_repr_svg_"


def table_svg(table: Table) -> str:
    """The picture of a table."""
    return svg(picture(table))


def outcome_svg(result: Outcome) -> str:
    """The picture of an outcome, on the table after it."""
    return svg(picture(result.run.table, [result]))


def enable() -> None:
    """Show tables and outcomes as pictures in notebooks from now on."""
    # The package `table` must not import `draw`, so the method is added from here.
    setattr(Table, _METHOD, table_svg)
    setattr(Outcome, _METHOD, outcome_svg)


def load_ipython_extension(_ipython: object) -> None:
    """Enable the pictures with `%load_ext surefoot.draw.notebook`."""
    enable()
