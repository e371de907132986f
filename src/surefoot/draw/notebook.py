"""Tables and verdicts that show themselves in notebooks."""

from __future__ import annotations

from surefoot.draw.compose import picture
from surefoot.draw.svg import svg
from surefoot.referee.verdict import Outcome
from surefoot.table.table import Table

# Jupyter, marimo and others ask an object for its picture by this name.
_METHOD = "_repr_svg_"


def table_svg(table: Table) -> str:
    """A table as a notebook shows it."""
    return svg(picture(table))


def outcome_svg(result: Outcome) -> str:
    """An outcome as a notebook shows it: on the table that it left, with where it began."""
    return svg(picture(result.run.table, [result]))


def enable() -> None:
    """Let tables and outcomes show themselves as pictures in notebooks from now on.

    Tables know nothing of pictures; whoever wants them to says so once.
    """
    # The room of tables may not import the room of pictures, so the picture is brought to the table.
    setattr(Table, _METHOD, table_svg)
    setattr(Outcome, _METHOD, outcome_svg)


def load_ipython_extension(_ipython: object) -> None:
    """The same for those who write `%load_ext surefoot.draw.notebook`."""
    enable()
