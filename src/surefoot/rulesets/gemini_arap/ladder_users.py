"""The notes about the figures that used a ladder, as a file may state them."""

from __future__ import annotations

from surefoot.language import Notation, Quoted, Sentence, say
from surefoot.referee.protocol import Problem
from surefoot.table.notes import Note
from surefoot.table.table import Table
from surefoot.table.words import suggested

# The key of the note about the figures that used a ladder in this player turn; for a level of it, `-` and its number follow.
USERS = "ladder-users"


def note_problems(table: Table) -> list[Problem]:
    """The problems of the notes of a file about the users of ladders: each lists models of the table."""
    return [
        Problem(f"notes.{note.name}", says, "ladder.four-per-turn")
        for note in table.notes.values()
        if note.key == USERS or note.key.startswith(f"{USERS}-")
        for says in _value_problems(table, note)
    ]


def _value_problems(table: Table, note: Note) -> list[Sentence]:
    if not isinstance(note.value, tuple):
        key, given = Notation(note.key), Quoted(str(note.value))
        return [say("Write {note} as a list of models, not {given}", note=key, given=given)]
    return [
        suggested(say("There is no model {name}", name=Quoted(name)), name, table.models)
        for name in map(str, note.value)
        if name not in table.models
    ]
