"""Squads that roll as one: who speaks for the majority, and who is picked at random."""

from __future__ import annotations

from surefoot.dice.pool import Dice
from surefoot.dice.readings import Total
from surefoot.dice.requests import Procedure, Roll, roll, sub
from surefoot.rulesets.gemini_arap.figure import initiative
from surefoot.table.table import Table


def majority(table: Table, names: tuple[str, ...]) -> str:
    """The first figure with the Initiative of the majority; the higher of two that are as many."""
    values = [initiative(table.models[name]) for name in names]
    return names[values.index(max(values, key=lambda value: (values.count(value), value)))]


def drawn(names: tuple[str, ...], count: int, what: str, *clauses: str) -> Procedure[tuple[str, ...]]:
    """So many of some figures, picked at random one after the other; all of them if that is as many."""
    if count >= len(names):
        return names
    return (yield from sub(_picked, names, count, what, clauses))


def _picked(
    names: tuple[str, ...], count: int, what: str, clauses: tuple[str, ...]
) -> Procedure[tuple[str, ...]]:
    """The same in the order of their names: in which they were picked matters to nobody."""
    left = list(names)
    for _ in range(count):
        number = yield from roll(Roll(what, Dice(1, len(left)), Total(), left[0], clauses))
        del left[number - 1]
    return tuple(name for name in names if name not in left)
