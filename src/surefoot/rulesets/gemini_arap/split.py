"""Splitting: how many parts a squad may fall into, how small they may be, and what happens then."""

from __future__ import annotations

from collections.abc import Mapping

from surefoot.dice.requests import Break, Procedure, do
from surefoot.rulesets.gemini_arap.action import is_mob, unit_of
from surefoot.rulesets.gemini_arap.coherency import clusters, is_alone, link, poses
from surefoot.rulesets.gemini_arap.figure import initiative
from surefoot.rulesets.gemini_arap.purse import past
from surefoot.table.effects import Reported
from surefoot.table.place import Pose
from surefoot.table.record import Record
from surefoot.table.table import Table


def majority(table: Table, names: tuple[str, ...]) -> int:
    """The Initiative of the majority of a squad; the higher of two that are as many."""
    values = [initiative(table.models[name]) for name in names]
    return max(values, key=lambda value: (values.count(value), value))


def breaks(table: Table, names: tuple[str, ...], ends: Mapping[str, Pose]) -> list[Break]:
    """What forbids a move that tears a squad apart: too many parts, or a figure left on its own by choice."""
    # A mob comes and goes as it likes, and a character that leaves is no part of the squad.
    parts = [group for group in clusters(table, ends) if len(group) > 1 or is_alone(table, group)]
    if len(parts) < 2 or is_mob(table, unit_of(table, names[0])):
        return []
    found = []
    most = majority(table, names)
    if len(parts) > most:
        found.append(
            Break("split.max-by-initiative", f"{len(parts)} parts, and its Initiative allows {most}")
        )
    # Who was alone already has to close up, but need not get there at once.
    before = [group for group in clusters(table, poses(table, names)) if len(group) == 1]
    found += [
        Break("split.min-two-models", f"{group[0]} would be left alone by its squad")
        for group in parts
        if is_alone(table, group) and group not in before
    ]
    return found


def _slowed(table: Table, name: str) -> bool:
    """Whether ground has held a figure back in the moves that it has just made."""
    return any(item.stride.grounds for item in past(table, name))


def report(table: Table, unit: str, names: tuple[str, ...]) -> Procedure[None]:
    """A squad out of coherency is no illegal move: it is told, with what it means."""
    parts = clusters(table, poses(table, names))
    if len(parts) > 1:
        details = Record(parts=tuple(tuple(group) for group in parts))
        _, measured = link(table, parts[0][0], parts[1][0])
        slowed = ("coherency.partial-terrain",) if any(_slowed(table, name) for name in names) else ()
        free = ("mob.split-and-merge",) if is_mob(table, unit) else ()
        clauses = (*measured, "coherency.purpose", "coherency.head-to-head", *slowed, *free)
        yield from do(Reported("is out of coherency", unit, details), *clauses)
