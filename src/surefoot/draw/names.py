"""The words of a table on a picture, also where its ruleset is not installed."""

from __future__ import annotations

from surefoot.language.speaker import Speaker
from surefoot.referee import protocol
from surefoot.referee.protocol import NoSuchRuleset
from surefoot.referee.speaking import speaker
from surefoot.referee.terms import TERMS
from surefoot.table.table import Table


def action_title(table: Table, action: str) -> str:
    """The title of an action, as its ruleset writes it."""
    speak = speaker_of(table)
    try:
        known = protocol.find(table.ruleset).actions.get(action)
    except NoSuchRuleset:
        known = None
    return speak.term(action) if known is None else speak(known.title)


def speaker_of(table: Table) -> Speaker:
    """The speaker of a table; without its ruleset, one that knows the unit and the terms that all rulesets share."""
    try:
        return speaker(table)
    except NoSuchRuleset:
        return Speaker(table.unit, TERMS)
