"""Fighters that move on, climb or leap onto vehicles, which count as terrain for them."""

from __future__ import annotations

from surefoot.referee.itinerary import Stride
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.table.place import Place
from surefoot.table.table import Table


def is_deck(table: Table, surface: str) -> bool:
    """Whether a surface is the deck of a vehicle."""
    return table.deck(surface) is not None


def walked(table: Table, strides: tuple[Stride, ...]) -> list[str]:
    """The clauses that let a fighter climb a vehicle and move on it."""
    found = []
    if any(stride.mode == "climb" and is_deck(table, stride.over) for stride in strides):
        found.append("deck.climb")
    if any(stride.mode != "climb" and is_deck(table, stride.surface) for stride in strides):
        found.append("deck.move-on")
    return found


def landed(table: Table, start: Place, end: Place) -> tuple[str, ...]:
    """The clauses that let a fighter leap or jump onto a vehicle, also from another vehicle."""
    if not is_deck(table, end.on):
        return ()
    between = edition(table).driving.between_vehicles if is_deck(table, start.on) else ()
    return ("deck.leap-onto", *between)
