"""Splitting: how many parts a squad may fall into, how small they may be, and what happens then."""

from __future__ import annotations

from collections.abc import Mapping

from surefoot.dice.requests import Break, Procedure, do
from surefoot.rulesets.gemini_arap.coherency import LINK, clusters, is_alone, poses
from surefoot.rulesets.gemini_arap.figure import initiative
from surefoot.table.effects import Reported
from surefoot.table.place import Pose
from surefoot.table.record import Record
from surefoot.table.table import Table

LEAST = 2


def most_parts(table: Table, names: tuple[str, ...]) -> int:
    """The Initiative of the majority of a squad; the higher of two that are as many."""
    values = [initiative(table.models[name]) for name in names]
    return max(values, key=lambda value: (values.count(value), value))


def breaks(table: Table, names: tuple[str, ...], ends: Mapping[str, Pose]) -> list[Break]:
    """What forbids a move that tears a squad apart: too many parts, or a figure left on its own by choice."""
    parts = clusters(ends)
    found = []
    if len(parts) > 1 and len(parts) > most_parts(table, names):
        says = f"{len(parts)} parts, and its Initiative allows {most_parts(table, names)}"
        found.append(Break("split.max-by-initiative", says))
    before = [group[0] for group in clusters(poses(table, names)) if len(group) == 1]
    for group in parts:
        # Who was alone already has to close up, but need not get there at once.
        if len(parts) > 1 and is_alone(table, group) and group[0] not in before:
            says = f'{group[0]} would be alone, more than {LINK:g}" from its squad'
            found.append(Break("split.min-two-models", says))
    return found


def report(table: Table, unit: str, names: tuple[str, ...]) -> Procedure[None]:
    """A squad out of coherency is no illegal move: it is told, with what it means."""
    parts = clusters(poses(table, names))
    if len(parts) > 1:
        details = Record(parts=tuple(tuple(group) for group in parts))
        clauses = ("coherency.three-inches", "coherency.purpose", "coherency.head-to-head", "split.automatic")
        yield from do(Reported("is out of coherency", unit, details), *clauses)
