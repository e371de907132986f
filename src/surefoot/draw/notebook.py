"""How values look in notebooks: tables and outcomes as pictures, odds as bars."""

from __future__ import annotations

from surefoot.draw.chances import drawn
from surefoot.draw.compose import picture
from surefoot.draw.svg import svg
from surefoot.forecast.odds import Odds
from surefoot.referee.verdict import Outcome
from surefoot.table.table import Table


def svg_of(value: object) -> str:
    """The picture of a table, of an outcome on the table after it, or of odds."""
    if isinstance(value, Table):
        return svg(picture(value))
    if isinstance(value, Outcome):
        return svg(picture(value.run.table, [value]))
    if isinstance(value, Odds):
        return svg(drawn(value))
    raise TypeError(f"there is no picture of {type(value).__name__}")
