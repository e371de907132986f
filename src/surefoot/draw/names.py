"""The words of a table on a picture, also where its ruleset is not installed."""

from __future__ import annotations

from surefoot.language.speaker import Speaker
from surefoot.referee.protocol import NoSuchRuleset
from surefoot.referee.speaking import speaker
from surefoot.table.table import Table


def speaker_of(table: Table) -> Speaker:
    """The speaker of a table; without its ruleset, one that knows only the unit."""
    try:
        return speaker(table)
    except NoSuchRuleset:
        return Speaker(table.unit)
