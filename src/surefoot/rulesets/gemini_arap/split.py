"""Splitting: the number and size of the parts of a squad, and squads out of coherency."""

from __future__ import annotations

from collections.abc import Mapping

from surefoot.dice.requests import Break, Procedure, do
from surefoot.language import Notation, Who, say
from surefoot.rulesets.gemini_arap.action import is_mob, unit_of
from surefoot.rulesets.gemini_arap.coherency import clusters, is_alone, link, poses
from surefoot.rulesets.gemini_arap.figure import initiative
from surefoot.rulesets.gemini_arap.purse import past
from surefoot.table.effects import Reported
from surefoot.table.place import Pose
from surefoot.table.record import Record
from surefoot.table.table import Table


def majority(table: Table, names: tuple[str, ...]) -> int:
    """The Initiative of the majority of a squad; of equal numbers, the higher one."""
    values = [initiative(table.models[name]) for name in names]
    return max(values, key=lambda value: (values.count(value), value))


def breaks(table: Table, names: tuple[str, ...], ends: Mapping[str, Pose]) -> list[Break]:
    """The clauses broken by a move that splits a squad: too many parts, or a figure left alone by choice."""
    # A mob splits freely, and a character that leaves is not a part of the squad.
    parts = [group for group in clusters(table, ends) if len(group) > 1 or is_alone(table, group)]
    if len(parts) < 2 or is_mob(table, unit_of(table, names[0])):
        return []
    found = []
    most = majority(table, names)
    if len(parts) > most:
        found.append(too_many(table, names, len(parts)))
    # A figure that was alone already must close up, but not necessarily with this move.
    before = [group for group in clusters(table, poses(table, names)) if len(group) == 1]
    found += [left_alone(group[0]) for group in parts if is_alone(table, group) and group not in before]
    return found


def too_many(table: Table, names: tuple[str, ...], parts: int) -> Break:
    """The clause broken by more parts than the Initiative of a squad allows."""
    if not any("I" in table.models[name].profile for name in names):
        says = say(
            "The squad would split into {n} parts. That needs Initiative: add {name} to its profiles",
            n=parts,
            name=Notation("I"),
        )
        return Break("split.max-by-initiative", says)
    most = majority(table, names)
    says = say("The squad would split into {n} parts. Its Initiative allows {most}", n=parts, most=most)
    return Break("split.max-by-initiative", says)


def left_alone(who: str) -> Break:
    """The clause broken by a part of one figure."""
    says = say("{who} would be alone. Each part of a squad needs two models or more", who=Who(who))
    return Break("split.min-two-models", says)


def _slowed(table: Table, name: str) -> bool:
    """Whether ground has slowed a figure in its last run of moves."""
    return any(item.stride.grounds for item in past(table, name))


def report(table: Table, unit: str, names: tuple[str, ...]) -> Procedure[None]:
    """Report a squad that is out of coherency, which is not illegal."""
    parts = clusters(table, poses(table, names))
    if len(parts) > 1:
        details = Record(parts=tuple(tuple(group) for group in parts))
        _, measured = link(table, parts[0][0], parts[1][0])
        slowed = ("coherency.partial-terrain",) if any(_slowed(table, name) for name in names) else ()
        free = ("mob.split-and-merge",) if is_mob(table, unit) else ()
        clauses = (*measured, "coherency.purpose", "coherency.head-to-head", *slowed, *free)
        yield from do(Reported("is out of coherency", unit, details), *clauses)
