"""Ladders: climbed at walking cost, by four figures a turn; a wounded climber falls off."""

from __future__ import annotations

import math
from collections.abc import Mapping

from surefoot.dice.requests import Break, Procedure, do
from surefoot.geometry.tolerance import TOLERANCE, from_lattice
from surefoot.language import Sentence, Thing, say
from surefoot.referee.itinerary import Itinerary, Stride
from surefoot.rulesets.gemini_arap.book import decimal
from surefoot.rulesets.gemini_arap.fall import LADDERS
from surefoot.rulesets.gemini_arap.figure import bulk
from surefoot.rulesets.gemini_arap.ladder_users import USERS
from surefoot.rulesets.gemini_arap.steep import Rise
from surefoot.rulesets.gemini_arap.terrain import traits
from surefoot.table.effects import Noted
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# Figures of normal human size per lane of a ladder and turn.
MOST = 4
PORTABLE = "portable-ladder"
# Separates the id of a ladder from the number of one of its levels.
LEVEL = "#"


def users(table: Table, name: str) -> tuple[str, ...]:
    """The figures that have used a ladder, or one level of it, in this player turn."""
    value = table.note(*_note(name))
    return tuple(str(each) for each in value) if isinstance(value, tuple) else ()


def _note(name: str) -> tuple[str, str]:
    """The key and owner of the note about the users of a ladder, or of one level of it."""
    piece, _, level = name.partition(LEVEL)
    return f"{USERS}-{level}" if level else USERS, piece


def most(piece: Piece) -> int:
    """The number of figures of normal size that may use a ladder in a turn."""
    return MOST * max(1, traits(piece).number("lanes"))


def crowded(table: Table, climbers: Mapping[str, tuple[str, ...]]) -> list[Break]:
    """The clauses broken by ladders that too many figures would use in this turn, earlier users included."""
    found = []
    for name, new in climbers.items():
        piece = table.pieces[_note(name)[1]]
        together = tuple(dict.fromkeys((*users(table, name), *new)))
        if sum(bulk(table.models[each]) for each in together) > most(piece):
            says = _full(name, most(piece))
            clauses = (
                "ladder.four-per-turn",
                *(("portable-ladder.four-climbers",) if piece.sort == PORTABLE else ()),
            )
            found += [Break(clause, says) for clause in clauses]
    return found


def _full(name: str, most_users: int) -> Sentence:
    piece, _, level = name.partition(LEVEL)
    if level:
        return say(
            "Only {most} models of normal size may use level {level} of {ladder} in a turn",
            most=most_users,
            level=int(level),
            ladder=Thing(piece),
        )
    return say(
        "Only {most} models of normal size may use {ladder} in a turn", most=most_users, ladder=Thing(piece)
    )


def climbed(table: Table, itinerary: Itinerary) -> tuple[str, ...]:
    """The ladders that a path uses; for a portable ladder, each of its levels."""
    strides = [stride for stride in itinerary.strides if stride.mode == "ladder"]
    return tuple(dict.fromkeys(name for stride in strides for name in _climbed(table, stride)))


def _climbed(table: Table, stride: Stride) -> list[str]:
    """The ladder that a stride uses, or its levels; empty for a rope."""
    piece = table.pieces[stride.link]
    if piece.sort == PORTABLE:
        return _levels(table, piece, stride)
    return [piece.id] if piece.sort in LADDERS else []


def _levels(table: Table, piece: Piece, stride: Stride) -> list[str]:
    low = from_lattice(piece.z)
    level = decimal(table.option("level_height"))
    heights = sorted((stride.start.z - low, stride.end.z - low))
    first = math.floor(heights[0] / level + TOLERANCE)
    last = math.ceil(heights[1] / level - TOLERANCE)
    return [f"{piece.id}{LEVEL}{number + 1}" for number in range(first, last)]


def is_mixed(itinerary: Itinerary, up_and_down: tuple[Rise | None, ...]) -> bool:
    """Whether a path both climbs a ladder and walks."""
    climbs = any(rise is not None and rise.kind == "ladder" for rise in up_and_down)
    walked = zip(itinerary.strides, up_and_down, strict=True)
    return climbs and any(rise is None and stride.length for stride, rise in walked)


def used(table: Table, name: str, who: str) -> Procedure[None]:
    """Note that a figure has used a ladder."""
    before = users(table, name)
    if who not in before:
        yield from do(Noted(*_note(name), (*before, who), "turn"), "ladder.normal-rate")
