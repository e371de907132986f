"""Ladders: climbed like walked, four figures a turn, and off they fall when they are hurt."""

from __future__ import annotations

from collections.abc import Mapping

from surefoot.dice.requests import Break, Procedure, do
from surefoot.referee.itinerary import Itinerary
from surefoot.rulesets.gemini_arap.fall import LADDERS
from surefoot.rulesets.gemini_arap.figure import bulk
from surefoot.rulesets.gemini_arap.terrain import traits
from surefoot.table.effects import Noted
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# Who got on or off a ladder in this player turn.
USERS = "ladder-users"
# Figures of normal human size for each lane of a ladder in a turn.
MOST = 4


def users(table: Table, name: str) -> tuple[str, ...]:
    """Who has used a ladder in this player turn."""
    value = table.note(USERS, name)
    return tuple(str(each) for each in value) if isinstance(value, tuple) else ()


def most(piece: Piece) -> int:
    """How many figures of normal size a ladder takes in a turn."""
    return MOST * max(1, traits(piece).number("lanes", 1))


def crowded(table: Table, climbers: Mapping[str, tuple[str, ...]]) -> list[Break]:
    """Ladders that would be used by too many in this turn: by those who have, and by those who are about to."""
    found = []
    for name, new in climbers.items():
        piece = table.pieces[name]
        together = tuple(dict.fromkeys((*users(table, name), *new)))
        if sum(bulk(table.models[each]) for each in together) > most(piece):
            says = f"{name} takes {most(piece)} figures of normal size in a turn"
            found.append(Break("ladder.four-per-turn", says))
    return found


def climbed(table: Table, itinerary: Itinerary) -> tuple[str, ...]:
    """The ladders that a path leads along."""
    links = (stride.link for stride in itinerary.strides if stride.mode == "ladder")
    return tuple(dict.fromkeys(name for name in links if table.pieces[name].sort in LADDERS))


def is_mixed(itinerary: Itinerary) -> bool:
    """Whether a path climbs a ladder and walks as well."""
    modes = [stride.mode for stride in itinerary.strides if stride.length or stride.rise]
    return "ladder" in modes and "walk" in modes


def used(table: Table, name: str, who: str) -> Procedure[None]:
    """One more figure has used a ladder."""
    before = users(table, name)
    if who not in before:
        yield from do(Noted(USERS, name, (*before, who), "turn"), "ladder.normal-rate")
